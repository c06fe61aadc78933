"""The rules on names over any mix of names: one cause is one finding, and a fix mends what it says."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from profilecheck.edits import apply
from profilecheck.findings import Finding
from profilecheck.profiles import profiles
from profilecheck.profiles.names import changes
from tests.rules.helpers import report

pytestmark = pytest.mark.heavy
SECTION_NAMES = (
    "base",
    "vec",
    "train",
    "policy",
    "torch",
    "env",
    "rnn",
    "legacy",
    "DEFAULT",
    "sweep",
)
KEYS = sorted(
    {name for profile in profiles().values() for _, name in profile.all_names}
    | {row.name for row in changes()}
    | {"bogus", "numworkers"}
)
VALUES = st.sampled_from(["1", "8", "auto", "True", "Serial", "PufferEnv", "", "[1]", "0.5"])


@st.composite
def configs(draw: st.DrawFn) -> str:
    lines = []
    for section in draw(st.lists(st.sampled_from(SECTION_NAMES), unique=True, max_size=6)):
        lines.append(f"[{section}]")
        keys = draw(st.lists(st.sampled_from(KEYS), unique=True, max_size=6))
        lines += [f"{key} = {draw(VALUES)}" for key in keys]
    for title in draw(st.lists(st.sampled_from(KEYS), unique=True, max_size=2)):
        lines += [f"[sweep.train.{title}]", "distribution = uniform"]
    return "\n".join(lines or ["[vec]"]) + "\n"


TARGETS = st.sampled_from(["3.0", "4.0", None])


def of_names(text: str, target: str | None) -> list[Finding]:
    return [f for f in report(text, target=target).findings if f.code.startswith("PC1")]


@settings(max_examples=100, deadline=None)
@given(configs(), TARGETS)
def test_a_key_has_one_finding_at_most(text: str, target: str | None) -> None:
    places = [(f.span.line, f.span.column) for f in of_names(text, target) if f.code != "PC110"]
    assert len(places) == len(set(places))


@settings(max_examples=100, deadline=None)
@given(configs(), TARGETS)
def test_mixed_and_whole_files_have_one_finding(text: str, target: str | None) -> None:
    codes = {finding.code for finding in of_names(text, target)}
    if codes & {"PC100", "PC101", "PC102"}:
        assert len(of_names(text, target)) == 1


@settings(max_examples=100, deadline=None)
@given(configs(), TARGETS)
def test_a_fix_mends_its_finding_and_brings_no_other(text: str, target: str | None) -> None:
    before = of_names(text, target)
    for finding in before:
        if finding.fix is None:
            continue
        mended = apply(text, finding.fix.edits)
        after = Counter(f.code for f in of_names(mended, target))
        assert after < Counter(f.code for f in before), mended


@settings(max_examples=100, deadline=None)
@given(configs(), TARGETS)
def test_a_message_names_what_it_is_about(text: str, target: str | None) -> None:
    lines = text.split("\n")
    for finding in of_names(text, target):
        if finding.code in ("PC103", "PC105", "PC106", "PC107"):
            key = lines[finding.span.line - 1].split("=")[0].strip(" []")
            assert key in finding.message
            assert not re.search(r"\b(None|Unknown|UNKNOWN)\b", finding.message.split(",")[0])
