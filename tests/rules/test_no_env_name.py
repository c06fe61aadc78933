"""PC016 no-env-name."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

VEC = "[base]\npackage = ocean\nenv_name = puffer_x\n[vec]\nnum_envs = 8\n"
BARE = VEC.replace("package = ocean\n", "")


def test_no_base_section() -> None:
    finds("[vec]\nnum_envs = 8\n", "PC016", at=(1, 1), severity="info")


def test_a_base_section_without_it() -> None:
    finds("[vec]\nnum_envs = 8\n[base]\npackage = ocean\n", "PC016", at=(3, 1), severity="info")


def test_none() -> None:
    finds("[base]\nenv_name = None\n[vec]\nnum_envs = 8\n", "PC016", at=(1, 1))


def test_empty() -> None:
    finds("[base]\nenv_name =\n[vec]\nnum_envs = 8\n", "PC016", at=(1, 1))


def test_4_0() -> None:
    finds("[vec]\ntotal_agents = 4096\n", "PC016", at=(1, 1), target="4.0", severity="info")


def test_silent_named() -> None:
    quiet(VEC, "PC016")


def test_silent_a_default_ini() -> None:
    quiet(
        "[base]\nenv_name = None\n[vec]\nbackend = Serial\nnum_envs = 1\n",
        "PC016",
        name="default.ini",
    )


def test_silent_an_override_names_it() -> None:
    quiet("[vec]\nnum_envs = 8\n", "PC016", set_=("base.env_name=x", "base.package=y"))


def test_silent_yaml_is_found_otherwise() -> None:
    quiet("vec: {num_envs: 1}\n", "PC016", name="a.yaml")


def test_a_package_that_is_none() -> None:
    text = "[base]\nenv_name = x\npackage = None\n[vec]\nnum_envs = 8\n"
    found = finds(text, "PC016", at=(3, 1), severity="info")
    assert "pufferlib.environments.None" in found.message
    quiet(text.replace("None", "ocean"), "PC016")
    quiet(text.replace("num_envs", "total_agents"), "PC016", target="4.0")


def test_a_package_that_no_layer_gives() -> None:
    found = finds(BARE, "PC016", at=(2, 1), severity="info")
    assert found.message.startswith("no package is given: ")
    assert any("default.ini" in note.message for note in found.notes)
    finds(BARE, "PC016", default_ini="[base]\npackage = None\n[vec]\nnum_envs = 2\n")


def test_silent_an_environment_of_ones_own_that_a_script_may_read() -> None:
    quiet(BARE.replace("puffer_x", "x"), "PC016")


def test_silent_a_package_that_another_layer_gives() -> None:
    quiet(BARE, "PC016", set_="base.package=ocean")
    quiet(BARE, "PC016", default_ini="[base]\npackage = mine\n[vec]\nnum_envs = 2\n")
    quiet(BARE, "PC016", target="4.0")
    quiet(BARE.replace("num_envs", "total_agents"), "PC016")
    quiet("vec: {num_envs: 1}\n", "PC016", name="a.yaml")
