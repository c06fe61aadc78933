"""PC610 missing-train-key."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"
DEFAULT = (
    "[base]\nenv_name = None\npackage = None\npolicy_name = Policy\nrnn_name = None\n"
    "[vec]\nbackend = Serial\nnum_envs = 1\nbatch_size = 1\n[train]\n"
)


def test_at_the_section() -> None:
    finds(DEFAULT + "seed = 42\n", "PC610", at=(10, 1), name="default.ini", severity="error")


def test_without_the_section() -> None:
    finds(
        "[base]\nenv_name = None\npackage = None\npolicy_name = Policy\nrnn_name = None\n[vec]\nbackend = Serial\nnum_envs = 1\nbatch_size = 1\n",
        "PC610",
        at=(1, 1),
        name="default.ini",
    )


def test_silent_eval() -> None:
    quiet(DEFAULT, "PC610", name="default.ini", mode="eval")


def test_silent_any_other_file_has_defaults() -> None:
    quiet(TRAIN + "seed = 42\n", "PC610")


def test_silent_defaults_that_are_not_known() -> None:
    quiet(TRAIN + "seed = 42\n", "PC610", defaults="none")


def test_silent_a_short_default_ini_is_reported_where_it_stands() -> None:
    quiet(TRAIN, "PC610", default_ini=DEFAULT)
