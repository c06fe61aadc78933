"""What was not judged is no clean pass in silence, also where the finding that says so is ignored."""

from __future__ import annotations

import pytest

from tests.cli.helpers import Cli

MIXED = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\ntotal_agents = 7\n"
NOTHING = "# profilecheck: ignore[PC203]\n[base]\nenv_name = a\n[vec]\n"


@pytest.mark.parametrize("text", [MIXED, NOTHING])
def test_the_summary_says_that_nothing_was_judged(cli: Cli, text: str) -> None:
    cli.write("a.ini", text)
    ran = cli("check", "a.ini", "--ignore", "PC1", "--ignore", "PC9")
    assert ran.code == 0
    assert "1 without a single target, of which only the text was judged" in ran.out


def test_what_is_told_needs_no_second_word(cli: Cli) -> None:
    cli.write("a.ini", MIXED)
    assert "without a single target" not in cli("check", "a.ini").out
