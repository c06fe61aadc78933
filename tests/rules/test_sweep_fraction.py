"""PC677 sweep-fraction."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

VEC4 = "[base]\nenv_name = x\n[vec]\ntotal_agents = 4096\n"
VEC3 = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"
RANGE = "min = 16\nmax = 64\nmean = 32\nscale = auto\n"


def swept(vec: str, name: str, distribution: str) -> str:
    return f"{vec}[sweep.{name}]\ndistribution = {distribution}\n{RANGE}"


@pytest.mark.parametrize("name", ["vec.num_envs", "vec.batch_size", "train.bptt_horizon"])
def test_3_0_fails_over_a_fraction(name: str) -> None:
    text = swept(VEC3, name, "uniform")
    found = finds(text, "PC677", at=(6, 1), severity="warning")
    assert found.message.endswith("use int_uniform (only a sweep meets this)")
    finds(text, "PC677", severity="error", mode="sweep")


def test_4_0_skips_runs_whose_minibatch_is_no_multiple_of_the_horizon() -> None:
    text = swept(VEC4, "train.horizon", "log_normal")
    found = finds(text, "PC677", at=(6, 1), severity="warning", target="4.0")
    assert "use uniform_pow2" in found.message


@pytest.mark.parametrize("name", ["vec.num_buffers", "policy.num_layers", "policy.hidden_size"])
def test_4_0_reads_the_whole_part_of_a_count(name: str) -> None:
    finds(swept(VEC4, name, "uniform"), "PC677", at=(6, 1), severity="info", target="4.0")
    finds(swept(VEC4, name, "uniform"), "PC677", severity="info", target="4.0", mode="sweep")


@pytest.mark.parametrize("distribution", ["int_uniform", "uniform_pow2"])
def test_silent_whole_numbers(distribution: str) -> None:
    quiet(swept(VEC3, "vec.num_envs", distribution), "PC677")
    quiet(swept(VEC4, "vec.num_buffers", distribution), "PC677", target="4.0")


@pytest.mark.parametrize(
    "name", ["train.gamma", "train.update_epochs", "env.num_sectors", "train.total_timesteps"]
)
def test_silent_what_may_be_a_fraction(name: str) -> None:
    quiet(swept(VEC3, name, "uniform"), "PC677")


def test_silent_what_only_default_ini_sweeps() -> None:
    quiet(VEC4, "PC677", target="4.0")
    quiet(f"{VEC4}[sweep.vec.num_buffers]\nmax = 4\n", "PC677", target="4.0")


def test_silent_what_the_native_backend_never_reads() -> None:
    text = swept(f"{VEC3}backend = PufferEnv\n".replace("= 8", "= 1"), "vec.batch_size", "uniform")
    quiet(text, "PC677")


def test_silent_a_copy_of_upstream_s_own() -> None:
    text = f"{VEC4}[sweep.vec.num_buffers]\ndistribution = uniform\nmin = 1\nmax = {{}}\nscale = auto\n"
    quiet(text.format(8), "PC677", target="4.0")
    finds(text.format(4), "PC677", target="4.0", severity="info")


def test_silent_what_cannot_be_known() -> None:
    text = "vec:\n  num_envs: 8\nsweep:\n  vec:\n    num_envs:\n      distribution: ${how}\n      min: 1\n"
    quiet(text, "PC677", name="a.yaml")


@pytest.mark.parametrize("distribution", ["[1]", "{}", "3j"])
def test_silent_a_distribution_that_is_no_word(distribution: str) -> None:
    quiet(swept(VEC3, "vec.num_envs", distribution), "PC677")
