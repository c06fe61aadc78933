"""PC673 swept-key-absent."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

VEC = "[base]\nenv_name = my_env\n[vec]\ntotal_agents = 4096\n"
KEYS = "distribution = uniform\nmin = 0\nmax = 1\nscale = auto\n"


def test_an_argument_that_the_environment_is_not_given() -> None:
    text = f"{VEC}[sweep.env.reward]\n{KEYS}"
    found = finds(text, "PC673", at=(5, 1), severity="warning", target="4.0")
    assert "give [env] reward a value (only a sweep meets this)" in found.message
    finds(text, "PC673", severity="error", target="4.0", mode="sweep")


@pytest.mark.parametrize("name", ["train.my_coef", "base.seed", "my_key"])
def test_other_keys_that_are_not_there(name: str) -> None:
    finds(f"{VEC}[sweep.{name}]\n{KEYS}", "PC673", at=(5, 1), target="4.0")


def test_a_misspelt_key() -> None:
    text = f"{VEC}[sweep.policy.hidden_sise]\n{KEYS}"
    found = finds(text, "PC673", at=(5, 1), target="4.0")
    assert "did you mean [sweep.policy.hidden_size]?" in found.message


def test_an_environments_keys_are_known_even_without_defaults() -> None:
    finds(f"{VEC}[sweep.env.reward]\n{KEYS}", "PC673", target="4.0", defaults="none")


@pytest.mark.parametrize("name", ["train.gamma", "vec.num_threads", "policy.num_layers", "seed"])
def test_keys_of_default_ini(name: str) -> None:
    quiet(f"{VEC}[sweep.{name}]\n{KEYS}", "PC673", target="4.0")


def test_an_argument_that_the_environment_is_given() -> None:
    quiet(f"{VEC}[env]\nreward = 1\n[sweep.env.reward]\n{KEYS}", "PC673", target="4.0")


def test_a_flag_of_the_command_line_is_a_key_too() -> None:
    quiet(f"{VEC}[sweep.fps]\n{KEYS}", "PC673", target="4.0")


def test_without_defaults_other_sections_are_open() -> None:
    quiet(f"{VEC}[sweep.train.gamma]\n{KEYS}", "PC673", target="4.0", defaults="none")


def test_a_default_ini_has_no_environment_of_its_own() -> None:
    quiet(f"{VEC}[sweep.env.reward]\n{KEYS}", "PC673", target="4.0", name="default.ini")


def test_default_parameters_are_nobodys_fault() -> None:
    default = "[base]\n[vec]\ntotal_agents = 4096\n[sweep.env.reward]\n" + KEYS
    quiet(VEC, "PC673", target="4.0", default_ini=default)


def test_3_0_puts_the_key_there_itself() -> None:
    quiet(f"[vec]\nnum_envs = 8\n[sweep.env.reward]\n{KEYS}mean = 0.5\n", "PC673")


OF_3_0 = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n"
KEYS_OF_3_0 = KEYS + "mean = 0.5\n"


@pytest.mark.parametrize(
    ("name", "more", "told"),
    [
        ("a.b.c", "", "[a.b], which the config lacks: the sweep ends with KeyError"),
        ("env.x.y", "", "[env.x], which the config lacks: the sweep ends with KeyError"),
        ("base.x.y", "", "[base.x], which the config lacks: the sweep ends with KeyError"),
        ("env.x.y.z", "[env.x]\na = 1\n", "[env.x.y], which the config lacks"),
        ("a.b.c", "[sweep.a.b.d]\n" + KEYS_OF_3_0, "[a.b], which the config lacks"),
        (
            "env.x.y",
            "[env]\nx = 3\n",
            "env.x, which is a plain value: the sweep ends with TypeError",
        ),
        ("package.x", "", "package, which is a plain value: the sweep ends with TypeError"),
        ("wandb.x", "", "wandb, which is a plain value"),
    ],
)
def test_3_0_makes_no_table_below_the_top_level(name: str, more: str, told: str) -> None:
    # what the real load_config, sweep.Random and its suggest() answered for each of these
    text = f"{OF_3_0}[sweep.{name}]\n{KEYS_OF_3_0}{more}"
    count = 2 if "sweep." in more else 1
    found = finds(text, "PC673", at=(5, 1), severity="warning", count=count)
    assert f"sweeps a key of {told}" in found.message
    finds(text, "PC673", severity="error", mode="sweep", count=count)


@pytest.mark.parametrize(
    ("name", "more"),
    [
        *(("x", ""), ("a.b", ""), ("env.x", ""), ("train.nosuch", ""), ("vec.num_envs", "")),
        *(("env.x.y", "[env.x]\nz = 1\n"), ("env.x.y", "[env.x.y]\nz = 1\n")),
        *(("env.x.y", "[env]\nx = {}\n"), ("rnn.x.y", "[rnn.x]\nz = 1\n")),
        *(("a.b.c.d", "[a.b.c]\nq = 1\n"), ("a_b.c_d.e", "[a-b.c-d]\nq = 1\n")),
    ],
)
def test_3_0_puts_the_key_into_a_table_that_exists(name: str, more: str) -> None:
    quiet(f"{OF_3_0}[sweep.{name}]\n{KEYS_OF_3_0}{more}", "PC673", mode="sweep")


def test_a_key_of_the_top_level_is_swept_without_base() -> None:
    found = finds(f"{VEC}[sweep.base.seed]\n{KEYS}", "PC673", target="4.0")
    assert found.message.count("write [sweep.seed]") == 1
