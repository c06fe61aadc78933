"""Seeded fuzzing of the whole check: real-looking configs, mutated, under random options.

More cases are run with ``PROFILECHECK_FUZZ=20000``.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from profilecheck.blocks import blocks
from profilecheck.engine import check_bytes
from profilecheck.findings import FileReport, Finding, Severity
from profilecheck.layers import Override
from profilecheck.profiles import profiles
from profilecheck.sources.read import read
from tests.fuzzing import PLAIN, SINGLE, mutated_text, random_case, random_options
from tests.sound import assert_sound

CASES = int(os.environ.get("PROFILECHECK_FUZZ", "240"))
BATCHES = 8

FIRST = {"PC2": ("vec",), "PC3": ("vec", "policy", "base"), "PC6": ("train", "vec", "sweep")}
"""Where the keys of a suggestion stand, by the family of the rule that makes it."""


@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_text_makes_a_fault_or_an_unsound_report(batch: int) -> None:
    for seed in range(batch, CASES, BATCHES):
        rng = random.Random(seed)
        name, data = random_case(rng)
        options = random_options(rng)
        verdict = check_bytes(data, name, options)
        try:
            assert_sound(verdict)
            assert check_bytes(data, name, options) == verdict
        except Exception as error:
            raise AssertionError(f"seed {seed}: {name}, {options}:\n{data!r}") from error


@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_suggested_value_mends_its_fault_and_makes_no_other(batch: int) -> None:
    for seed in range(batch, CASES, BATCHES):
        rng = random.Random(seed)
        name, text = rng.choice(SINGLE)
        data = mutated_text(rng, text).encode("utf-8", "surrogatepass")
        options = random_options(rng, PLAIN)
        verdict = check_bytes(data, name, options)
        if verdict.profile is None or not _one_experiment(data, name):
            continue
        for finding, changes in suggestions(verdict):
            applied = replace(options, overrides=(*options.overrides, *changes))
            after = check_bytes(data, name, applied)
            told = f"seed {seed}: {finding.message}\n{changes}\n{data.decode()}"
            assert codes(after)[finding.code] < codes(verdict)[finding.code], told
            assert not codes(after, Severity.ERROR) - codes(verdict, Severity.ERROR), told


def _one_experiment(data: bytes, name: str) -> bool:
    document = read(data, name)
    return document is not None and len(blocks(document)) == 1


def codes(verdict: FileReport, severity: Severity | None = None) -> Counter[str]:
    """How many findings of each code there are, of one severity or of all."""
    return Counter(f.code for f in verdict.findings if severity in (None, f.severity))


def suggestions(verdict: FileReport) -> Iterator[tuple[Finding, tuple[Override, ...]]]:
    """Each change that a finding's note offers (``try a = 1, 2 or 4; or b = 3 with c = 5``)."""
    assert verdict.profile is not None
    profile = profiles()[verdict.profile]

    def placed(key: str, text: str, family: str) -> Override:
        sections = [*FIRST[family], *profile.tables]
        return Override(next(s for s in sections if profile.spec(s, key)), key, text)

    for finding in verdict.findings:
        for note in finding.notes:
            offered = note.message.removeprefix("try ").split("; or ")
            for part in offered if note.message.startswith("try ") else ():
                if " with " in part:
                    pairs = [one.split(" = ") for one in part.split(" with ")]
                    yield finding, tuple(placed(k, v, finding.code[:3]) for k, v in pairs)
                    continue
                key, _, values = part.partition(" = ")
                for value in re.split(", | or ", values):
                    yield finding, (placed(key, value, finding.code[:3]),)
