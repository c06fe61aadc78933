"""What 4.0's sweep draws where 3.0's drew environments is told where it does not fit the buffers."""

from __future__ import annotations

import pytest

from tests.migrate.helpers import migrated


def _notes(env: str, table: str, distribution: str, low: int = 1) -> list[str]:
    text = (
        f"[base]\npackage = ocean\nenv_name = puffer_{env}\n[vec]\nnum_envs = 8\n[env]\nnum_envs = 128\n"
        f"[sweep.{table}]\ndistribution = {distribution}\nmin = {low}\nmax = 8\nmean = 4\nscale = auto\n"
    )
    return [one for one in migrated(text).parts[0].remarks if one.startswith("[sweep.")]


@pytest.mark.parametrize(
    ("env", "distribution", "told"),
    [
        ("squared", "int_uniform", "draws any number from 128 to 1024, where 3.0 drew environments: of what is no multiple of 2 buffers, agents are left unserved"),
        ("rware", "int_uniform", "draws any number from 512 to 4096, where 3.0 drew environments: of what is no multiple of 2 buffers x 4 agents of one environment, environments share slots"),
        ("moba", "uniform_pow2", "draws powers of two from 640 to 5120, where 3.0 drew environments: of what is no multiple of 2 buffers x 5 agents of one environment, environments share slots"),
    ],
)  # fmt: skip
def test_totals_that_do_not_fit_are_told(env: str, distribution: str, told: str) -> None:
    assert _notes(env, "vec.num_envs", distribution) == [f"[sweep.vec.total_agents] {told}"]


@pytest.mark.parametrize("env", ["squared", "rware"])
def test_powers_of_two_that_fit_are_not_told(env: str) -> None:
    assert _notes(env, "vec.num_envs", "uniform_pow2") == []


def test_a_sweep_of_the_agents_of_one_environment_is_told() -> None:
    (told,) = _notes("rware", "env.num_agents", "int_uniform")
    assert told.startswith("[sweep.env.num_agents] sweeps the agents of one environment: 4.0 keeps")
    assert "total_agents = 4096" in told


def test_another_argument_of_the_environment_is_not_told() -> None:
    assert _notes("rware", "env.width", "int_uniform") == []
    assert _notes("squared", "env.size", "int_uniform") == []
