"""PC109: a section that nothing reads."""

from __future__ import annotations

import pytest

from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet

NEW = "[base]\nenv_name = a\n[vec]\ntotal_agents = 4096\n"
OLD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n"


@pytest.mark.parametrize(
    ("name", "meant"),
    [("Vec", "vec"), (" vec ", "vec"), ("Train", "train"), ("trian", "train"), ("polcy", "policy")],
)
def test_a_slip_is_a_warning(name: str, meant: str) -> None:
    text = NEW.replace("[vec]", "[env]") + f"[{name}]\nx = 1\n"
    found = finds(text, "PC109", at=(5, 1), severity="warning", target="4.0")
    assert found.message == (
        f"[{name}] is no section that 4.0 reads (names of sections are exact), and x has no effect: "
        f"did you mean [{meant}]?"
    )


def test_a_slip_beside_the_section_itself_is_no_title_to_correct() -> None:
    found = finds(OLD + "[Vec]\nnum_workers = 4\nseed = 1\n", "PC109", severity="warning")
    assert found.message.endswith(
        "and num_workers, seed have no effect: did you mean [vec] (line 3)?"
    )


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Sweep.train.gamma", "sweep.train.gamma"),
        ("sweeps.train.gamma", "sweep.train.gamma"),
        ("training", "train"),
        ("environment", "env"),
        ("vectorization", "vec"),
    ],
)
def test_what_was_meant(name: str, meant: str) -> None:
    text = "[base]\nenv_name = a\npackage = p\n" + f"[{name}]\nmin = 1\n"
    assert finds(text, "PC109").message.endswith(f"did you mean [{meant}]?")


@pytest.mark.parametrize("name", ["eval", "paths", "wandb_tags", "network", "venv", "rollout"])
def test_no_guess_is_better_than_a_wrong_one(name: str) -> None:
    assert "mean" not in finds(OLD + f"[{name}]\nx = 1\n", "PC109", severity="info").message


def test_nothing_is_lost_in_an_empty_section() -> None:
    quiet(OLD + "[Train]\n[notes]\n", "PC109")


def test_any_other_is_an_info() -> None:
    found = finds(OLD + "[fixed_eval]\nx = 1\n", "PC109", at=(5, 1), severity="info")
    assert found.message == "[fixed_eval] is no section that 3.0 reads"


@pytest.mark.parametrize(
    "text",
    [
        NEW,
        NEW + "[env]\n[policy]\n[torch]\n[train]\n[selfplay]\n[sweep]\n[sweep.train.horizon]\n",
        "[DEFAULT]\nx = 1\n" + NEW,
        NEW + "[rnn]\nx = 1\n",
        NEW + "[legacy]\nx = 1\n",
        NEW + "[sweep.env.x]\nmin = 1\n",
    ],
)
def test_sections_that_are_read_or_of_another_rule(text: str) -> None:
    quiet(text, "PC109", target="4.0")


def test_sections_of_3_0() -> None:
    quiet(OLD + "[env]\n[policy]\n[rnn]\n[train]\n[sweep]\n[sweep.train.gamma]\n", "PC109")


def test_sections_of_a_fork() -> None:
    fork = Surroundings(fork="default.ini has names of its own ([eval] x)")
    quiet(NEW + "[eval]\nx = 1\n", "PC109", target="4.0", surroundings=fork)


def test_tables_outside_ini() -> None:
    quiet("[vec]\nnum_envs = 8\n[model]\nx = 1\n", "PC109", name="a.toml")


def test_a_section_below_vec_is_a_keyword_that_make_refuses() -> None:
    finds(OLD + "[vec.x]\na = 1\n", "PC109", severity="error")
    finds(NEW + "[vec.x]\na = 1\n", "PC109", severity="warning", target="4.0")
    quiet(OLD + "[env.x]\na = 1\n[sweep.vec.num_envs]\nmin = 1\n", "PC109")


def test_a_section_below_an_open_one_is_an_argument() -> None:
    # the real load_config makes policy = {"x": {"a": 1}} of it
    quiet(OLD + "[policy.x]\na = 1\n[rnn.x]\na = 1\n[env.x.y]\na = 1\n", "PC109")
    finds(NEW + "[policy.x]\na = 1\n", "PC109", severity="warning", target="4.0")


@pytest.mark.parametrize(
    ("given", "meant"),
    [("VEC.num_envs=3", "vec"), ("trian.optimizer=x", "train"), ("Train.x=1", "train")],
)
def test_a_section_that_set_creates(given: str, meant: str) -> None:
    found = finds(OLD, "PC109", severity="warning", set_=given)
    assert found.message.startswith("--set: [")
    assert f"did you mean [{meant}]" in found.message
    finds("vec:\n  num_envs: 8\n", "PC109", severity="warning", name="a.yaml", set_=given)
    fork = Surroundings(fork="default.ini has names of its own ([eval] x)")
    finds(OLD, "PC109", severity="warning", set_=given, surroundings=fork)


def test_what_set_puts_where_nobody_reads() -> None:
    assert finds(OLD, "PC109", severity="info", set_="foo.bar=1").message.startswith("--set: [foo]")
    finds(OLD, "PC109", severity="error", set_="vec.x.a=1")
    finds(OLD, "PC109", severity="warning", set_=("trian.a=1", "trian.b=2"))


@pytest.mark.parametrize(
    "given", ["train.seed=1", "env.x.y=1", "policy.x=1", "sweep.train.gamma.min=0"]
)
def test_what_set_puts_where_it_is_read_or_an_argument(given: str) -> None:
    quiet(OLD, "PC109", set_=given)


def test_a_section_that_the_file_has_too_is_told_once_there() -> None:
    assert finds(OLD + "[trian]\na = 1\n", "PC109", set_="trian.b=1").span.line > 1
