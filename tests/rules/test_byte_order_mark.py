"""PC003 byte-order-mark."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

VEC = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"


def test_a_mark_before_the_first_header() -> None:
    finds("\ufeff[base]\nenv_name = x\n[vec]\nnum_envs = 8\n", "PC003", at=(1, 1), severity="error")


def test_a_mark_before_a_comment() -> None:
    finds("\ufeff# a\n[base]\nenv_name = x\n[vec]\nnum_envs = 8\n", "PC003", at=(1, 1))


def test_silent_no_mark() -> None:
    quiet(VEC, "PC003")


def test_silent_a_mark_further_down_is_text() -> None:
    quiet(VEC + "[env]\nname = \ufeffx\n", "PC003")


def test_silent_yaml_skips_it() -> None:
    quiet("\ufeffvec: {num_envs: 1}\n", "PC003", name="a.yaml")
