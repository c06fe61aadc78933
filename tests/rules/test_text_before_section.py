"""PC005 text-before-section."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

VEC = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"


def test_a_setting_at_the_top() -> None:
    finds(
        "num_envs = 8\n[base]\nenv_name = x\n[vec]\nnum_envs = 8\n",
        "PC005",
        at=(1, 1),
        severity="error",
    )


def test_many_lines_are_one_cause() -> None:
    finds("a = 1\nb = 2\n\nc = 3\n[base]\nenv_name = x\n[vec]\nnum_envs = 8\n", "PC005", at=(1, 1))


def test_silent_comments_at_the_top() -> None:
    quiet("# a = 1\n; b = 2\n\n[base]\nenv_name = x\n[vec]\nnum_envs = 8\n", "PC005")


def test_silent_the_header_comes_first() -> None:
    quiet(VEC, "PC005")


def test_silent_toml_has_keys_at_top_level() -> None:
    quiet("seed = 1\n[vec]\nnum_envs = 1\n", "PC005", name="a.toml")
