"""Which profile a file is taken to be for."""

from __future__ import annotations

import pytest

from profilecheck.engine import check_bytes
from profilecheck.findings import Evidence, FileReport, State
from profilecheck.options import Options
from profilecheck.surroundings import Surroundings
from tests.rules.helpers import report

OLD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n"
NEW = "[base]\nenv_name = a\n[vec]\ntotal_agents = 4096\n"
NEUTRAL = "[base]\nenv_name = a\n[train]\ngamma = 0.9\n"
BOTH = "[vec]\ntotal_agents = 4096\nnum_envs = 8\n"
PINNED_3 = Surroundings(exact=(Evidence("3.0", "pyproject.toml line 3 pins pufferlib==3.0.0"),))
PINNED_4 = Surroundings(exact=(Evidence("4.0", "uv.lock pins 4.0"),))
PINNED_5 = Surroundings(exact=(Evidence("5.0", "src/ini.h is the parser of 5.0"),))
LOOSE = Surroundings(loose=(Evidence("any", "requirements.txt has pufferlib>=2"),))


def auto(text: str, surroundings: Surroundings = Surroundings(), name: str = "a.ini") -> FileReport:  # noqa: B008
    return report(text, target=None, surroundings=surroundings, name=name)


def codes(found: FileReport) -> list[str]:
    """The findings of the rules on names."""
    return [finding.code for finding in found.findings if finding.code.startswith("PC1")]


@pytest.mark.parametrize(
    ("text", "profile"),
    [
        (OLD, "3.0"),
        (NEW, "4.0"),
        ("[vec]\nbackend = Serial\nnum_envs = 1\n", "3.0"),
        ("[base]\nenv_name = a\n[train]\nhorizon = 64\n", "4.0"),
        ("[base]\nenv_name = a\n[train]\nbptt_horizon = 64\n", "3.0"),
        ("[base]\nenv_name = a\n[torch]\nnetwork = MinGRU\n", "4.0"),
        ("[base]\nenv_name = a\n[sweep.train.adam_eps]\nmin = 1\n", "3.0"),
        ("[base]\nenv_name = a\npolicy_name = Policy\n", "3.0"),
        ("[base]\nenv_name = a\ncheckpoint_interval = 5\n", "4.0"),
        ("[vec]\nnum_envs = 8\n[env]\ntotal_agents = 3\nhorizon = 1\n", "3.0"),
    ],
)
def test_names_decide(text: str, profile: str) -> None:
    found = auto(text)
    assert found.profile == profile
    assert found.evidence[0].profile == profile and found.evidence[0].span is not None


@pytest.mark.parametrize(
    "text",
    [
        NEUTRAL,
        "[base]\nenv_name = puffer_a\n[env]\nnum_envs = 8\n",
        "[base]\nenv_name = a\n[policy]\nhidden_size = 128\n",
        "[base]\nenv_name = a\n[train]\nnum_envs = 8\n",
        "[base]\nenv_name = a\n[sweep.env.num_envs]\nmin = 1\n",
        "[vec]\n",
        "[base]\nenv_name = a\n[train]\nmin_lr_ratio = 0.1\n",
    ],
)
def test_nothing_tells_is_ambiguous_and_passes(text: str) -> None:
    found = auto(text)
    assert found.state is State.AMBIGUOUS
    assert found.profile is None and codes(found) == ["PC100"]


@pytest.mark.parametrize("text", [BOTH, "[vec]\ntotal_agents = 1\nbackend = Serial\n"])
def test_names_of_two_are_mixed_and_nothing_else_is_judged(text: str) -> None:
    found = auto(text)
    assert found.profile is None and codes(found) == ["PC101"]


@pytest.mark.parametrize("mark", ["#", ";"])
def test_a_comment_comes_first(mark: str) -> None:
    text = f"{mark} profilecheck: target=4.0\n" + OLD
    assert report(text, target="3.0", surroundings=PINNED_3).profile == "4.0"


def test_the_flag_comes_before_the_pin() -> None:
    assert report(NEW, target="4.0", surroundings=PINNED_3).profile == "4.0"


def test_an_exact_pin_comes_before_the_names_and_the_file_gets_one_finding() -> None:
    found = auto(NEW, PINNED_3)
    assert found.profile == "3.0" and codes(found) == ["PC102"]
    assert "pyproject.toml line 3 pins pufferlib==3.0.0" in found.findings[0].notes[0].message


def test_an_exact_pin_decides_where_names_do_not() -> None:
    assert auto(NEUTRAL, PINNED_4).profile == "4.0"


def test_an_exact_pin_decides_a_mix_and_leftovers_are_named() -> None:
    found = auto(BOTH, PINNED_4)
    assert found.profile == "4.0" and codes(found) == ["PC103"]


def test_pins_that_contradict_each_other_leave_it_to_the_names() -> None:
    both = Surroundings(exact=PINNED_3.exact + PINNED_4.exact)
    assert auto(NEW, both).profile == "4.0"


def test_a_contradiction_is_told() -> None:
    both = Surroundings(exact=PINNED_3.exact + PINNED_4.exact)
    told = [evidence.message for evidence in auto(NEW, both).evidence]
    assert told[0] == "[vec] total_agents is a name of 4.0"
    assert told[2] == "uv.lock pins 4.0, which another pin or mark contradicts"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[base]\nenv_name = a\n[torch]\nnetwork = x\n", "[torch] is a section of 4.0"),
        (
            "[base]\nenv_name = a\n[sweep.train.adam_eps]\nmin = 1\n",
            "[sweep.train.adam_eps] sweeps a name of 3.0",
        ),
    ],
)
def test_sections_are_told_as_such(text: str, told: str) -> None:
    assert auto(text).evidence[0].message == told


def test_three_names_are_told_for_each_generation() -> None:
    text = "[vec]\nnum_envs = 8\nnum_workers = 8\nbatch_size = 8\nzero_copy = 1\ntotal_agents = 8\n"
    assert [evidence.profile for evidence in auto(text).evidence] == ["3.0"] * 3 + ["4.0"]


def test_names_of_the_fork_itself_tell_nothing() -> None:
    fork = Surroundings(fork="x", fork_names=frozenset({("train", "horizon")}))
    assert auto(OLD + "[train]\nhorizon = 64\n", fork).profile == "3.0"
    only = "[base]\nenv_name = a\n[train]\nhorizon = 64\n"
    assert auto(only, fork).state is State.AMBIGUOUS


@pytest.mark.parametrize("target", ["auto", "AUTO"])
def test_a_comment_that_leaves_it_open_is_none(target: str) -> None:
    assert auto(f"# profilecheck: target={target}\n" + OLD).profile == "3.0"


@pytest.mark.parametrize(
    "text",
    [
        "x = '# profilecheck: target=4.0'\n",
        "# no profilecheck: target=4.0\n",
        "# profilecheck: targets=4.0\n",
        "# profilecheck: ignore[PC203]\n",
    ],
)
def test_what_is_no_directive(text: str) -> None:
    assert auto(OLD + text).profile == "3.0"


def test_the_first_directive_holds() -> None:
    text = "# profilecheck: target=3.0\n# profilecheck: target=4.0\n" + NEUTRAL
    assert auto(text).profile == "3.0"


def test_the_settings_file_is_named_as_the_reason() -> None:
    found = check_bytes(OLD.encode(), "a.ini", Options(target="3.0", target_from="settings"))
    assert found.evidence[0].message == "the settings' target is 3.0"


def test_a_loose_pin_decides_nothing() -> None:
    assert auto(NEUTRAL, LOOSE).state is State.AMBIGUOUS
    assert auto(OLD, LOOSE).profile == "3.0"


def test_a_generation_without_a_profile_is_told() -> None:
    late = "[vec]\ntotal_agents = 8\nnum_policies = 2\n[train]\nmomentum = 0.9\n"
    found = auto(late)
    assert found.state is State.AMBIGUOUS and "5.0" in found.findings[0].message
    assert "5.0" in auto(NEUTRAL, PINNED_5).findings[0].message


@pytest.mark.parametrize("asked", ["9.9", "5.0", "3.1", "=4.0"])
def test_without_a_target_that_there_is_the_rest_decides(asked: str) -> None:
    comment = f"# profilecheck: target={asked}\n"
    assert auto(comment + OLD).profile == "3.0"
    assert auto(comment + NEUTRAL, PINNED_4).profile == "4.0"
    assert report(comment + OLD, target="4.0").profile == "4.0"
    assert auto(comment + NEUTRAL).state is State.FINDINGS and "PC100" in codes(
        auto(comment + NEUTRAL)
    )


@pytest.mark.parametrize(
    "text",
    [
        "vec:\n  num_envs: 8\ntrain:\n  horizon: 64\n  beta1: 0.9\n",
        "vec.num_envs: 8\ntrain.horizon: 64\n",
    ],
)
def test_in_a_typed_file_names_that_any_trainer_may_have_tell_nothing(text: str) -> None:
    assert auto(text, name="a.yaml").profile == "3.0"


def test_typed_files_are_decided_alike() -> None:
    assert auto("vec:\n  total_agents: 8\n", name="a.yaml").profile == "4.0"
    assert auto('{"vec": {"backend": "Serial", "num_envs": 1}}', name="a.json").profile == "3.0"


SCRIPT = """\
# /// script
# dependencies = ["{}"]
# ///
import pufferlib.vector
"""
"""A script of 3.0, with what it says that it needs."""
PROJECT_OF_4 = Surroundings(exact=(Evidence("4.0", "pyproject.toml pins 4.0", "pyproject.toml"),))


def script(pin: str, target: str | None = None) -> FileReport:
    text = SCRIPT.format(pin)
    return report(text, name="run.py", target=target, surroundings=PROJECT_OF_4)


def test_a_script_that_says_what_it_needs_is_for_that() -> None:
    found = script("pufferlib==3.0.0")
    assert (found.profile, found.findings) == ("3.0", ())
    (evidence,) = found.evidence
    assert evidence.message == "line 2 pins pufferlib==3.0.0 for this script"
    assert script("pufferlib @ git+https://x/P@4.0").profile == "4.0"
    assert script("pufferlib==3.0.0", target="4.0").profile == "4.0"


@pytest.mark.parametrize("pin", ["pufferlib", "pufferlib>=2", "numpy==3.0.0", "pufferlib-x==3.0.0"])
def test_a_script_that_pins_nothing_is_for_what_its_project_is(pin: str) -> None:
    assert script(pin).profile == "4.0"
