"""PC620 compile-mode."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_an_unknown_mode() -> None:
    finds(TRAIN + "compile = True\ncompile_mode = fast\n", "PC620", at=(7, 1), severity="error")


def test_any_truth_compiles() -> None:
    finds(TRAIN + "compile = 1\ncompile_mode = fast\n", "PC620", at=(7, 1))


def test_silent_compile_is_off() -> None:
    quiet(TRAIN + "compile_mode = fast\n", "PC620")


def test_silent_a_mode_of_torch() -> None:
    quiet(TRAIN + "compile = True\ncompile_mode = reduce-overhead\n", "PC620")


def test_silent_no_mode() -> None:
    quiet(TRAIN + "compile = True\ncompile_mode = None\n", "PC620")


def test_silent_the_mode_of_default_ini() -> None:
    quiet(TRAIN + "compile = True\n", "PC620")
