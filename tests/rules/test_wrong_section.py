"""PC107: a known name where the target does not read it."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

NEW = "[base]\nenv_name = a\n[vec]\ntotal_agents = 4096\n"
OLD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n"


@pytest.mark.parametrize(
    ("section", "name", "right"),
    [
        ("train", "num_buffers", "vec"),
        ("train", "checkpoint_dir", "base"),
        ("selfplay", "gamma", "train"),
        ("policy", "horizon", "train"),
    ],
)
def test_in_4_0(section: str, name: str, right: str) -> None:
    text = NEW + f"[{section}]\n{name} = 8\n"
    found = finds(text, "PC107", at=(6, 1), severity="warning", target="4.0")
    assert found.message == (
        f"[{section}] {name} = 8 is in the wrong section, and 4.0 ignores it: move it to [{right}]"
    )


def test_3_0_refuses_it_in_vec() -> None:
    found = finds(OLD + "bptt_horizon = 8\n", "PC107", severity="error")
    assert "raises `Invalid argument`: move it to [train]" in found.message


def test_a_key_of_default_that_vec_refuses() -> None:
    found = finds("[DEFAULT]\ngamma = 0.9\n" + OLD, "PC107", at=(2, 1), severity="error")
    assert "enters every section: in [vec] it is in the wrong section" in found.message


def test_a_key_of_default_that_default_ini_sets_where_it_belongs() -> None:
    # the real load_config: vec.num_workers is 'auto', env.num_workers and policy.num_workers are 4
    found = finds("[DEFAULT]\nnum_workers = 4\n" + OLD, "PC107", severity="warning")
    assert found.message == (
        "[DEFAULT] num_workers = 4 enters every section but [vec], where default.ini sets it, and the "
        "environment and the policy get it as an argument: move it to [vec]"
    )


@pytest.mark.parametrize(
    "text",
    [
        NEW,
        NEW + "[env]\nhorizon = 8\ngamma = 0.9\ntotal_agents = 8\n",
        NEW + "[train]\nseed = 8\n[selfplay]\nseed = 8\n",
        NEW + "[train]\ncheckpoint_interval = 8\n",
        NEW + "[train]\nbogus = 8\n",
        NEW + "[other]\nhorizon = 8\n",
        NEW + "[sweep]\nhorizon = 8\n",
    ],
)
def test_nothing_is_misplaced_in_4_0(text: str) -> None:
    quiet(text, "PC107", target="4.0")


@pytest.mark.parametrize(
    "text", [OLD, OLD + "seed = 3\n[train]\nseed = 3\n", OLD + "[policy]\ngamma = 0.9\n"]
)
def test_nothing_is_misplaced_in_3_0(text: str) -> None:
    quiet(text, "PC107")


def test_a_key_of_default_that_another_key_refers_to() -> None:
    text = "[DEFAULT]\ngamma = 0.9\n" + NEW + "[train]\ngae_lambda = %(gamma)s\n"
    quiet(text, "PC107", target="4.0")


def test_tables_that_a_script_of_the_users_own_reads() -> None:
    quiet(
        "vec:\n  total_agents: 8\ntrain:\n  num_threads: 8\n", "PC107", name="a.yaml", target="4.0"
    )


def test_a_name_that_its_own_section_sets_too() -> None:
    text = "[base]\nenv_name = a\n[vec]\ntotal_agents = 8\nhorizon = 8\n[train]\nhorizon = 16\n"
    found = finds(text, "PC107", target="4.0")
    assert found.message.endswith("remove it; [train] horizon, which the file sets, counts")
