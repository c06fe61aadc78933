"""PC100: nothing tells the generation, or no profile describes it."""

from __future__ import annotations

import pytest

from profilecheck.findings import Evidence, State
from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet, report

NEUTRAL = "[base]\nenv_name = a\n[train]\ngamma = 0.9\n"
LATE = "[base]\nenv_name = a\n[vec]\ntotal_agents = 8\n[train]\nmomentum = 0.9\nvtrace = 0\n"


def test_no_name_tells() -> None:
    found = finds(NEUTRAL, "PC100", at=(1, 1), severity="info", target=None)
    assert "--target 3.0 or 4.0" in found.message and not found.notes


def test_it_is_the_state_and_nothing_but_the_text_is_judged() -> None:
    verdict = report(NEUTRAL + "bogus = 3\n", target=None)
    assert verdict.state is State.AMBIGUOUS
    assert [finding.code for finding in verdict.findings] == ["PC100"]


def test_a_fault_of_the_text_is_still_told() -> None:
    verdict = report("[base]\nenv_name = a\nenv_name = b\n", target=None)
    assert {finding.code[:3] for finding in verdict.findings} >= {"PC0", "PC1"}


def test_a_pin_that_decides_nothing_is_told() -> None:
    loose = Evidence("any", "requirements.txt line 2 has pufferlib>=2, which decides nothing")
    found = finds(NEUTRAL, "PC100", target=None, surroundings=Surroundings(loose=(loose,)))
    assert [note.message for note in found.notes] == [loose.message]


PINS = tuple(
    Evidence(of, f"{name} pins {of}", name) for of, name in (("3.0", "a.txt"), ("4.0", "b.toml"))
)


def test_pins_that_contradict_each_other_are_said_to() -> None:
    found = finds(NEUTRAL, "PC100", target=None, surroundings=Surroundings(exact=PINS))
    assert found.message.startswith("pins contradict each other, and nothing else tells")


def test_many_pins_are_told_in_part() -> None:
    found = finds(
        NEUTRAL, "PC100", target=None, surroundings=Surroundings(exact=PINS, side=PINS * 3)
    )
    assert [note.message for note in found.notes][4:] == ["4 further pins of the project"]


def test_a_python_file_with_calls_is_told_once() -> None:
    text = "try:\n    from pufferlib import vector\nexcept ImportError:\n    vector = None\n"
    text += "if vector:\n    vector.make(f, num_envs=2)\n    vector.make(g, num_envs=2)\n"
    found = finds(text, "PC100", at=(1, 1), name="a.py", target=None)
    assert "this file is for" in found.message


def test_names_of_an_older_generation_are_told() -> None:
    text = "[base]\nenv_name = a\nvec = serial\n[train]\nnum_envs = 4\n"
    found = finds(text, "PC100", target=None)
    assert found.notes[0].message == "[base] vec, [train] num_envs are names of 2.0"


def test_names_of_a_generation_without_a_profile() -> None:
    found = finds(LATE, "PC100", at=(6, 1), severity="info", target=None)
    assert found.message == (
        "this config is for 5.0 ([train] momentum, [train] vtrace), but profilecheck has no profile of 5.0 yet"
    )


def test_a_tree_of_a_generation_without_a_profile() -> None:
    mark = Evidence("5.0", "src/ini.h is the parser of 5.0")
    found = finds(NEUTRAL, "PC100", target=None, surroundings=Surroundings(exact=(mark,)))
    assert "for 5.0" in found.message and found.notes[0].message == mark.message


@pytest.mark.parametrize("target", ["3.0", "4.0"])
def test_a_flag_decides(target: str) -> None:
    quiet(NEUTRAL, "PC100", target=target)


@pytest.mark.parametrize("line", ["# profilecheck: target=4.0", "; profilecheck: target=3.0"])
def test_a_comment_decides(line: str) -> None:
    quiet(f"{line}\n{NEUTRAL}", "PC100", target=None)


def test_a_pin_decides() -> None:
    pin = Evidence("4.0", "uv.lock line 3 pins 4.0")
    quiet(NEUTRAL, "PC100", target=None, surroundings=Surroundings(exact=(pin,)))


@pytest.mark.parametrize(
    "names",
    [
        "[vec]\nnum_envs = 8\n",
        "[vec]\ntotal_agents = 8\n",
        "[train]\nhorizon = 8\n",
        "[sweep.train.adam_eps]\nmin = 1\n",
        "[torch]\nnetwork = MinGRU\n",
    ],
)
def test_a_name_decides(names: str) -> None:
    quiet("[base]\nenv_name = a\n" + names, "PC100", target=None)


def test_mixed_is_not_ambiguous() -> None:
    quiet("[vec]\ntotal_agents = 8\nnum_envs = 8\n", "PC100", target=None)
