"""PC004 syntax-error."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

BASE = "[base]\nenv_name = x\n"
VEC = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"


def test_a_line_without_a_delimiter() -> None:
    finds(BASE + "[vec]\nnum_envs 8\n", "PC004", at=(4, 1), severity="error")


def test_a_header_that_is_not_closed() -> None:
    finds(BASE + "[vec\nnum_envs = 8\n", "PC004", at=(3, 1))


def test_a_line_without_a_key() -> None:
    finds(VEC + "= 4\n", "PC004", at=(5, 1))


def test_each_of_several() -> None:
    finds(BASE + "[vec]\nnum_envs 8\nnum_workers 4\n", "PC004", at=(4, 1), count=2)


def test_toml() -> None:
    finds("[vec]\nnum_envs = \n", "PC004", name="a.toml")


def test_json() -> None:
    finds('{"vec": {"num_envs": 8,}}', "PC004", name="a.json")


def test_yaml() -> None:
    finds("vec: {num_envs: 8\n", "PC004", name="a.yaml")


def test_it_is_told_without_a_target() -> None:
    finds(BASE + "[vec]\nnum_envs 8\n", "PC004", at=(4, 1), target=None)


def test_silent_colons_delimit_too() -> None:
    quiet(BASE + "[vec]\nnum_envs: 8\n", "PC004")


def test_silent_an_empty_value() -> None:
    quiet(VEC + "[env]\nname =\n", "PC004")


def test_silent_an_empty_section() -> None:
    quiet(VEC + "[env]\n", "PC004")


def test_silent_comments_and_blank_lines() -> None:
    quiet("# a\n\n; b\n[base]\nenv_name = x\n[vec]\nnum_envs = 8\n", "PC004")


def test_silent_a_bracket_in_a_value() -> None:
    quiet(VEC + "[env]\nname = [x\n", "PC004")
