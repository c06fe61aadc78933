"""PC102: all telling names are of another generation than the target."""

from __future__ import annotations

import pytest

from profilecheck.findings import Evidence, Severity
from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet, report

OLD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\nnum_workers = 4\n"
NEW = "[base]\nenv_name = a\n[vec]\ntotal_agents = 4096\n"


def test_a_file_of_3_0_under_4_0() -> None:
    found = finds(OLD, "PC102", at=(4, 1), severity="error", target="4.0")
    assert found.message == (
        "this config is for 3.0 and the target is 4.0, which reads none of [vec] num_envs, "
        "[vec] num_workers; is --target 3.0 meant?"
    )


def test_a_file_of_4_0_under_3_0() -> None:
    found = finds(NEW, "PC102", at=(4, 1))
    assert "does not read [vec] total_agents; is --target 4.0 meant?" in found.message


def test_the_notes_say_why_and_list_the_names() -> None:
    why, names, *more = finds(OLD, "PC102", target="4.0").notes
    assert why.message == "the target is 4.0: --target is 4.0"
    assert names.message == "names of 3.0: [vec] num_envs (line 4), [vec] num_workers (line 5)"
    assert not more


def test_a_file_of_5_0_is_told_and_not_asked_for() -> None:
    text = NEW + "num_policies = 2\n[train]\nmomentum = 0.9\nhorizon = 64\n"
    found = finds(text, "PC102", at=(5, 1), target="4.0")
    assert "for 5.0" in found.message and "meant" not in found.message
    assert "total_agents" not in found.notes[1].message and "horizon" not in found.notes[1].message


def test_under_3_0_the_names_that_5_0_shares_with_4_0_are_told_too() -> None:
    found = finds(NEW + "num_policies = 2\n", "PC102")
    assert "total_agents" in found.notes[1].message and "num_policies" in found.notes[1].message


def test_a_section_stands_for_its_names() -> None:
    text = "[base]\nenv_name = a\n[selfplay]\nenabled = 0\nmax_size = 3\n"
    found = finds(text, "PC102", at=(3, 1))
    assert found.notes[1].message == "names of 4.0: [selfplay] (line 3)"


def test_no_further_rule_of_the_target_is_applied() -> None:
    text = OLD + "bogus = 1\n[train]\nlearing_rate = 1\n"
    codes = [f.code for f in report(text, target="4.0").findings]
    assert codes == ["PC102"]


def test_a_pin_is_the_target_and_the_file_gets_one_finding() -> None:
    pin = Surroundings(exact=(Evidence("4.0", "uv.lock line 3 pins 4.0"),))
    found = finds(OLD, "PC102", target=None, surroundings=pin)
    assert found.notes[0].message == "the target is 4.0: uv.lock line 3 pins 4.0"


def test_it_is_a_warning_in_a_fork() -> None:
    fork = Surroundings(fork="default.ini has names of its own ([vec] x)")
    found = finds(OLD, "PC102", severity="warning", target="4.0", surroundings=fork)
    assert "fork" in found.notes[-1].message


@pytest.mark.parametrize(("text", "target"), [(OLD, "3.0"), (NEW, "4.0")])
def test_the_right_target(text: str, target: str) -> None:
    quiet(text, "PC102", target=target)


@pytest.mark.parametrize("target", ["3.0", "4.0", None])
@pytest.mark.parametrize(
    "text",
    [
        "[base]\nenv_name = a\n[train]\ngamma = 0.9\n",
        "[base]\nenv_name = a\n[env]\nnum_envs = 8\n",
        "[base]\nenv_name = a\n[train]\nnum_envs = 8\n",
        "[base]\nenv_name = a\n[policy]\nhidden_size = 8\n",
    ],
)
def test_no_name_tells(text: str, target: str | None) -> None:
    quiet(text, "PC102", target=target)


def test_one_name_of_the_target_makes_the_others_leftovers() -> None:
    quiet(NEW + "num_envs = 8\n", "PC102", target="4.0")
    quiet(OLD + "[train]\nhorizon = 8\n", "PC102", target="3.0")


def test_without_a_target_the_names_decide() -> None:
    quiet(OLD, "PC102", target=None)


def test_names_that_any_trainer_may_have_outside_ini() -> None:
    text = "vec:\n  backend: Serial\n  seed: 8\ntrain:\n  horizon: 8\n"
    quiet(text, "PC102", name="a.yaml", target="3.0")


@pytest.mark.parametrize(
    "text", [OLD, OLD.replace("[base]", "# profilecheck: ignore-file[PC102]\n[base]")]
)
def test_where_it_is_not_told_each_name_is(text: str) -> None:
    ignored = () if "ignore-file" in text else ("PC102",)
    found = report(text, target="4.0", ignore=ignored).findings
    assert [f.code for f in found if f.severity is Severity.ERROR] == ["PC103", "PC103"]


def test_where_it_is_not_told_the_targets_own_rules_judge() -> None:
    text = OLD + "num_buffers = 3\nnum_threads = 2\n[train]\nhorizon = 0\n"
    without = report(text, target="4.0", ignore=("PC1",)).findings
    assert without and not any(f.code.startswith("PC1") for f in without)
