"""PC011 continuation-line."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

VEC = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"
FOUR = "[base]\nenv_name = x\n[vec]\ntotal_agents = 4096\n"


def test_a_setting_below_a_number() -> None:
    finds(VEC + "  num_workers = 4\n", "PC011", at=(4, 1), severity="error")


def test_a_header_below_a_number() -> None:
    finds(VEC + "  [train]\n  gamma = 0.9\n", "PC011", at=(4, 1), severity="error")


def test_below_a_word_of_the_environment() -> None:
    finds(VEC + "[env]\nname = a\n  size = 11\n", "PC011", at=(6, 1), severity="warning")


def test_below_an_empty_value() -> None:
    finds(VEC + "[env]\nname =\n  size = 11\n", "PC011", at=(6, 1), severity="warning")


def test_below_a_comment() -> None:
    finds(VEC + "# workers\n  num_workers = 4\n", "PC011", at=(4, 1))


def test_4_0() -> None:
    finds(FOUR + "  num_buffers = 2\n", "PC011", at=(4, 1), severity="error", target="4.0")


def test_silent_a_list_over_several_lines() -> None:
    quiet(VEC + "[env]\nsizes = [1,\n  2,\n  3]\n", "PC011")


def test_silent_a_table_over_several_lines() -> None:
    quiet(VEC + "[env]\nmap = {'a': 1,\n  'b': 2}\n", "PC011")


def test_silent_a_text_over_several_lines() -> None:
    quiet(VEC + "[env]\nnote = one\n  two\n", "PC011")


def test_silent_everything_indented_alike() -> None:
    quiet("[base]\n  env_name = x\n[vec]\n  num_envs = 8\n  num_workers = 8\n", "PC011")


def test_silent_a_comparison_in_a_text() -> None:
    quiet(VEC + "[env]\nrule = x\n  a == b\n", "PC011")


def test_silent_yaml_nests() -> None:
    quiet("vec:\n  num_envs: 1\n", "PC011", name="a.yaml")
