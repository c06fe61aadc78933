"""PC680: settings of [sweep] that end it."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

THREE = "[base]\npackage = orchard\nenv_name = apples\n[vec]\nnum_envs = 8\n[sweep]\n"
FOUR = "[base]\nenv_name = apples\n[vec]\ntotal_agents = 4096\n[sweep]\n"


@pytest.mark.parametrize(
    ("text", "raised"),
    [
        *(("auto", "TypeError"), ("None", "TypeError"), ("-3", "ValueError"), ("2.5", "TypeError")),
        *(("True", "TypeError"), ("[1]", "TypeError"), ("-2.5", "TypeError"), ("''", "TypeError")),
    ],
)
def test_downsample_in_3_0_as_the_real_function_takes_it(text: str, raised: str) -> None:
    found = finds(f"{THREE}downsample = {text}\n", "PC680", severity="error", mode="sweep")
    assert f"after its first run with {raised}" in found.message
    finds(f"{THREE}downsample = {text}\n", "PC680", severity="warning")


@pytest.mark.parametrize("text", ["0", "1", "10", "0.0", "False", "1e9"])
def test_downsample_that_works(text: str) -> None:
    quiet(f"{THREE}downsample = {text}\n", "PC680", mode="sweep")


@pytest.mark.parametrize(
    ("text", "raised"),
    [
        *(("sweep_only = ['gamma']", "AttributeError"), ("sweep_only = None", "AttributeError")),
        *(("max_runs = auto", "TypeError"), ("max_runs = None", "TypeError")),
        *(("gpus = 1.5", "TypeError"), ("gpus = all", "TypeError"), ("gpus = [1]", "TypeError")),
    ],
)
def test_what_ends_a_sweep_of_4_0_at_its_start(text: str, raised: str) -> None:
    found = finds(f"{FOUR}{text}\n", "PC680", severity="error", mode="sweep", target="4.0")
    assert f"at its start with {raised}" in found.message


@pytest.mark.parametrize(
    "text", ["sweep_only = gamma", "max_runs = 1.5", "gpus = 0", "gpus = 2", "gpus = None", "x = 1"]
)
def test_what_4_0_takes(text: str) -> None:
    quiet(f"{FOUR}{text}\n", "PC680", mode="sweep", target="4.0")


def test_another_programs_sweep_is_not_judged() -> None:
    text = "vec: {num_envs: 8}\nsweep: {downsample: auto}\n"
    quiet(text, "PC680", name="x.yaml", mode="sweep")
