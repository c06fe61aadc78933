"""PC104: a leftover section of another generation."""

from __future__ import annotations

import pytest

from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet

NEW = "[base]\nenv_name = a\n[vec]\ntotal_agents = 4096\n"
OLD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n"


@pytest.mark.parametrize(
    ("section", "told"),
    [
        ("[legacy]\ncompile = 0\ndevice = cuda\n", "4.0's development revision"),
        ("[rnn]\nhidden_size = 128\n", "3.0"),
        ("[bot_eval]\ndr = 0\n", "5.0"),
    ],
)
def test_under_4_0(section: str, told: str) -> None:
    found = finds(NEW + "[train]\nbeta1 = 0.9\n" + section, "PC104", at=(7, 1), target="4.0")
    assert f"is a section of {told}, and 4.0 ignores all of it (" in found.message


@pytest.mark.parametrize("section", ["[torch]\nnetwork = MinGRU\n", "[selfplay]\nenabled = 0\n"])
def test_under_3_0(section: str) -> None:
    found = finds(OLD + section, "PC104", at=(5, 1), severity="error")
    assert "is a section of 4.0 and 5.0, and 3.0 ignores all of it" in found.message


def test_its_keys_are_told_and_are_no_findings_of_their_own() -> None:
    text = NEW + "[legacy]\ncompile = 0\ndevice = cuda\noptimizer = adam\ncpu_offload = 0\nx = 1\n"
    found = finds(text, "PC104", target="4.0")
    assert found.message.endswith("(compile, device, optimizer, cpu_offload and 1 more): remove it")
    quiet(text, "PC103", target="4.0")


def test_what_took_the_place_of_its_keys() -> None:
    rnn = "[rnn]\ninput_size = 64\nhidden_size = 64\n"
    more = NEW + "[train]\nbeta1 = 0.9\n"
    found = finds(more + rnn, "PC104", target="4.0")
    assert found.message.endswith("(input_size, hidden_size): use [policy] hidden_size")
    found = finds(more + "[policy]\nhidden_size = 64\n" + rnn, "PC104", target="4.0")
    assert found.message.endswith("(input_size, hidden_size): remove it")


def test_it_is_a_warning_in_a_fork() -> None:
    fork = Surroundings(fork="default.ini has names of its own ([vec] x)")
    found = finds(
        NEW + "[legacy]\nx = 1\n", "PC104", severity="warning", target="4.0", surroundings=fork
    )
    assert "fork" in found.notes[0].message


@pytest.mark.parametrize(
    "text",
    [
        NEW,
        NEW + "[rnn]\n",
        NEW + "[legacy]\n# compile = 0\n",
        NEW + "[torch]\nnetwork = MinGRU\n[selfplay]\nenabled = 0\n",
        NEW + "[other]\nx = 1\n",
        NEW + "[sweep.metric]\ngoal = maximize\n",
    ],
)
def test_nothing_is_left_over_in_4_0(text: str) -> None:
    quiet(text, "PC104", target="4.0")


@pytest.mark.parametrize("text", [OLD, OLD + "[rnn]\nhidden_size = 8\n", OLD + "[torch]\n"])
def test_nothing_is_left_over_in_3_0(text: str) -> None:
    quiet(text, "PC104")


def test_a_file_wholly_of_another_generation_has_one_finding() -> None:
    quiet(OLD + "[rnn]\nhidden_size = 8\n", "PC104", target="4.0")


def test_the_development_revisions_own_default_ini() -> None:
    text = NEW + "[legacy]\ncompile = 0\n[rnn]\nx = 1\n"
    quiet(text, "PC104", name="default.ini", target="4.0")


def test_a_section_of_another_generation_that_set_creates() -> None:
    text = "[base]\nenv_name = x\n[vec]\ntotal_agents = 8\n"
    found = finds(text, "PC104", severity="error", target="4.0", set_="rnn.hidden_size=3")
    assert found.message.startswith("--set: [rnn] is a section of 3.0")
