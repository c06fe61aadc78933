"""PC015 flag-clash."""

from __future__ import annotations

from profilecheck.findings import Severity
from tests.rules.helpers import finds, quiet, report

BASE = "[base]\nenv_name = x\n"
VEC = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"


def test_a_dash_beside_default_ini() -> None:
    finds(BASE + "[vec]\nnum-envs = 8\n", "PC015", at=(4, 1), severity="error")


def test_a_dash_beside_its_twin() -> None:
    finds(VEC + "num-envs = 8\n", "PC015", at=(5, 1))


def test_a_dash_before_its_twin() -> None:
    finds(BASE + "[vec]\nnum-envs = 8\nnum_envs = 8\n", "PC015", at=(4, 1))


def test_two_unknown_twins() -> None:
    finds(VEC + "[env]\nframe-skip = 1\nframe_skip = 2\n", "PC015", at=(7, 1))


def test_a_flag_of_the_loader() -> None:
    finds(BASE + "tag = first\n[vec]\nnum_envs = 8\n", "PC015", at=(3, 1), severity="error")


def test_a_flag_of_the_loader_with_underscores() -> None:
    finds(BASE + "max_runs = 3\n[vec]\nnum_envs = 8\n", "PC015", at=(3, 1))


def test_help() -> None:
    finds(BASE + "help = me\n[vec]\nnum_envs = 8\n", "PC015", at=(3, 1))


def test_a_dotted_key() -> None:
    finds(BASE + "vec.num_envs = 4\n[vec]\nnum_envs = 8\n", "PC015", at=(3, 1))


def test_nothing_but_a_dash() -> None:
    finds(BASE + "_ = 4\n[vec]\nnum_envs = 8\n", "PC015", at=(3, 1))


def test_4_0_has_flags_of_its_own() -> None:
    finds(BASE + "slowly = 1\n[vec]\ntotal_agents = 4096\n", "PC015", at=(3, 1), target="4.0")


def test_silent_3_0_has_no_such_flag() -> None:
    quiet(BASE + "slowly = 1\n[vec]\nnum_envs = 8\n", "PC015")


def test_silent_4_0_dropped_this_flag() -> None:
    quiet(BASE + "max_runs = 3\n[vec]\ntotal_agents = 4096\n", "PC015", target="4.0")


def test_silent_a_dash_that_is_alone() -> None:
    quiet(VEC + "[env]\nframe-skip = 4\n", "PC015")


def test_silent_h_is_not_help() -> None:
    quiet(BASE + "h = 4\n[vec]\nnum_envs = 8\n", "PC015")


def test_silent_the_same_key_in_two_sections() -> None:
    quiet(VEC + "[env]\nnum_envs = 8\n", "PC015")


def test_silent_a_flag_of_the_loader_in_another_section() -> None:
    quiet(VEC + "[env]\ntag = 1\nfps = 30\n", "PC015")


def test_silent_yaml_is_not_loaded_so() -> None:
    quiet("base: {tag: 1}\nvec: {num_envs: 1}\n", "PC015", name="a.yaml")


def test_nothing_else_is_judged_by_a_number_that_is_in_doubt() -> None:
    """Neither 2, which default.ini gives, nor 8 is in force: argparse refuses both."""
    text = "[base]\nenv_name = my_env\n[vec]\nnum-envs = 8\nnum_workers = 4\n"
    found = report(text).findings
    assert [one.code for one in found if one.severity is Severity.ERROR] == ["PC015"]
    (clash,) = (one for one in found if one.code == "PC015")
    assert "[vec] num_envs = 2" in clash.notes[0].message
