"""PC008 interpolation."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

VEC = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"
FOUR = "[base]\nenv_name = x\n[vec]\ntotal_agents = 4096\n"


def test_a_lone_percent_sign() -> None:
    finds(VEC + "[env]\nlabel = 50%\n", "PC008", at=(6, 1), severity="error")


def test_a_reference_to_nothing() -> None:
    finds(VEC + "[env]\nsize = %(no_such)s\n", "PC008", at=(6, 1))


def test_a_reference_to_another_section() -> None:
    finds(VEC + "[env]\nsize = %(num_envs)s\n", "PC008", at=(6, 1))


def test_a_circle() -> None:
    finds(VEC + "[env]\na = %(b)s\nb = %(a)s\n", "PC008", at=(6, 1), count=2)


def test_a_key_of_default_that_breaks() -> None:
    finds("[DEFAULT]\na = 5%\n[base]\nenv_name = x\n[vec]\nnum_envs = 8\n", "PC008", at=(2, 1))


def test_4_0_reads_it_so_too() -> None:
    finds(FOUR + "[env]\nlabel = 50%\n", "PC008", at=(6, 1), target="4.0")


def test_silent_two_percent_signs() -> None:
    quiet(VEC + "[env]\nlabel = 50%%\n", "PC008")


def test_silent_a_reference_in_the_section() -> None:
    quiet(VEC + "num_workers = %(num_envs)s\n", "PC008")


def test_silent_a_reference_to_default() -> None:
    quiet(
        "[DEFAULT]\nn = 8\n[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[env]\nsize = %(n)s\n",
        "PC008",
    )


def test_silent_a_reference_to_what_default_ini_gives() -> None:
    quiet(
        VEC + "[env]\n[train]\nbatch_size = auto\nmax_minibatch_size = %(minibatch_size)s\n",
        "PC008",
    )


def test_silent_yaml_knows_no_interpolation() -> None:
    quiet("vec: {num_envs: 1}\nenv: {label: 50%}\n", "PC008", name="a.yaml")


def test_silent_a_comment() -> None:
    quiet("# 50%\n[base]\nenv_name = x\n[vec]\nnum_envs = 8\n", "PC008")
