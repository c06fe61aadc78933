"""PC111 older-pin."""

from __future__ import annotations

import pytest

from profilecheck.findings import Evidence
from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet, report

PIN = Evidence("2.0", "requirements.txt line 1 pins pufferlib==2.0.6", "requirements.txt")
OLDER = Surroundings(exact=(PIN,))
OF_3 = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n[train]\nbptt_horizon = 64\n"
OF_4 = "[base]\nenv_name = a\n[vec]\ntotal_agents = 8192\n"
OF_2 = "[base]\nenv_name = a\npackage = ocean\n[train]\nnum_envs = 8\nbptt_horizon = 64\n"


def test_names_of_3_0_that_2_0_lacks() -> None:
    found = finds(OF_3, "PC111", at=(4, 1), severity="warning", target=None, surroundings=OLDER)
    assert found.message == (
        "requirements.txt line 1 pins pufferlib==2.0.6, which does not read the names of 3.0 here: "
        "[vec] num_envs"
    )


def test_names_of_4_0_and_the_file_is_judged_for_them() -> None:
    verdict = report(OF_4, target=None, surroundings=OLDER)
    assert verdict.profile == "4.0" and [f.code for f in verdict.findings] == ["PC111"]
    assert "which the file's names contradict" in verdict.evidence[-1].message


@pytest.mark.parametrize("text", [OF_2, "[base]\nenv_name = a\n[vec]\n"])
def test_a_file_that_the_older_one_reads_is_not_judged_for_another(text: str) -> None:
    verdict = quiet(text, target=None, surroundings=OLDER)
    (found,) = verdict.findings
    assert found.code == "PC100" and "this config is for 2.0" in found.message


def test_silent_arguments_of_make_that_2_0_has_too() -> None:
    quiet("vec: {num_envs: 8}\n", "PC111", name="a.yaml", target=None, surroundings=OLDER)


def test_silent_where_a_target_is_asked_for() -> None:
    quiet(OF_3, "PC111", target="3.0", surroundings=OLDER)


def test_silent_where_the_pin_is_of_a_generation_that_is_known() -> None:
    both = Surroundings(exact=(PIN, Evidence("3.0", "a mark", "a")))
    quiet(OF_3, "PC111", target=None, surroundings=both)
    quiet(OF_3, "PC111", target=None, surroundings=Surroundings(loose=(PIN,)))
