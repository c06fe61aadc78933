"""PC610 missing-train-key."""

from __future__ import annotations

import pytest

from profilecheck.profiles import profiles
from profilecheck.sources import ini
from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet

TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"
KEYS = "".join(
    f"{key} = {text}\n" for key, text in profiles()["3.0"].default_texts()["train"].items()
)
DEFAULT = (
    "[base]\nenv_name = None\npackage = None\npolicy_name = Policy\nrnn_name = None\n"
    f"[vec]\nbackend = Serial\nnum_envs = 1\nbatch_size = 1\n[train]\n{KEYS}"
)
SHORT = DEFAULT.replace("gamma = 0.995\n", "").replace("update_epochs = 1\n", "")


def below(text: str) -> Surroundings:
    return Surroundings(default_ini=ini.read(text, "config/default.ini"))


def test_at_the_section() -> None:
    found = finds(SHORT, "PC610", at=(10, 1), name="default.ini", severity="error")
    assert found.message.startswith("[train] lacks update_epochs, gamma:")


def test_silent_whole() -> None:
    quiet(DEFAULT, "PC610", name="default.ini")


def test_silent_what_another_completes() -> None:
    quiet(SHORT, "PC610", name="config/sub/default.ini", surroundings=below(DEFAULT))


@pytest.mark.parametrize(
    "text",
    [
        DEFAULT[: DEFAULT.index("[train]")],
        DEFAULT.replace(KEYS, "seed = 42\n"),
        "[vec]\nnum_envs = 8\n",
        "[base]\nenv_name = None\n[vec]\nnum_envs = 8\n[train]\n",
    ],
)
def test_silent_hardly_anything_is_no_base(text: str) -> None:
    quiet(text, name="default.ini")


def test_silent_eval() -> None:
    quiet(SHORT, "PC610", name="default.ini", mode="eval")


def test_silent_any_other_file_has_defaults() -> None:
    quiet(TRAIN + "seed = 42\n", "PC610")


def test_silent_defaults_that_are_not_known() -> None:
    quiet(TRAIN + "seed = 42\n", "PC610", defaults="none")


def test_silent_a_short_default_ini_is_reported_where_it_stands() -> None:
    quiet(TRAIN, "PC610", default_ini=SHORT)


def test_silent_what_the_trainer_of_a_fork_does_not_read() -> None:
    lacks = SHORT.replace("[train]\n", "[train]\nhorizon = 64\n")
    names = finds(lacks, "PC610", name="default.ini").message
    assert "gamma" in names
    fork = Surroundings(fork="x", fork_dropped=frozenset({("train", "gamma")}))
    told = finds(lacks, "PC610", name="default.ini", severity="warning", surroundings=fork).message
    assert "gamma" not in told
