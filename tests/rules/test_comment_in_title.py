"""PC017: a comment became part of a section's title."""

from __future__ import annotations

import configparser

import pytest

from profilecheck.findings import State
from tests.rules.helpers import finds, quiet, report

BASE = "[base]\nenv_name = a\n"


@pytest.mark.parametrize(
    "header",
    [
        "[vec]  # profilecheck: ignore[PC203]",
        "[vec]  # see [1]",
        "[vec] ; [old]",
        "[sweep.train.gamma] # [wide]",
        "[env] #[x]",
    ],
)
@pytest.mark.parametrize("target", ["3.0", "4.0"])
def test_a_bracket_in_it(header: str, target: str) -> None:
    text = f"{BASE}{header}\nnum_envs = 100\n"
    finds(text, "PC017", at=(3, 1), severity="error", target=target)
    parser = configparser.ConfigParser()
    parser.read_string(text)
    assert header[1 : header.index("]")] not in parser.sections()


@pytest.mark.parametrize("header", ["[vec] # [x]", "[base] # [x]"])
def test_the_only_section_of_a_file(header: str) -> None:
    text = f"{header}\nnum_envs = 100\nenv_name = a\n"
    verdict = report(text, target=None)
    assert verdict.state is State.FINDINGS
    finds(text, "PC017", at=(1, 1), target=None)


def test_it_is_not_told_again_as_unknown() -> None:
    quiet(f"{BASE}[vec] # [x]\nnum_envs = 100\n", "PC109")


@pytest.mark.parametrize(
    "header",
    ["[vec]  # one process", "[vec] ; old", "# [1]\n[vec]", "[vec]", "[vec]] ", "[mine] # [x]"],
)
def test_silent(header: str) -> None:
    quiet(f"{BASE}{header}\nnum_envs = 8\n", "PC017")


def test_silent_toml_has_comments() -> None:
    quiet('[vec] # see [1]\nnum_envs = 8\nbackend = "Serial"\n', "PC017", name="a.toml")
