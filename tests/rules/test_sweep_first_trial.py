"""PC679: the config with the search centre put in, as Protein and ParetoGenetic try it first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from profilecheck.profiles import profiles
from profilecheck.profiles.sweep_draws import centre
from tests.rules.helpers import finds, quiet, report

TRUTH = Path(__file__).parents[2] / "fixtures" / "truth" / "sweep_3.0.jsonl"
CASES = [json.loads(line) for line in TRUTH.read_text(encoding="utf-8").splitlines()]
HEAD = "[base]\npackage = ocean\nenv_name = puffer_tactical\n"


def config(vec: str, more: str = "") -> str:
    return f"{HEAD}[vec]\n{vec}\n{more}\n"


def test_the_centre_is_what_the_real_sweep_puts_in() -> None:
    read = profiles()["3.0"].read
    asked = [case for case in CASES if "centre" in case]
    assert len(asked) > 100
    for case in asked:
        table = {key: read(text) for key, text in case["table"].items()}
        found = centre(*(table[key] for key in ("distribution", "min", "max", "mean")))  # type: ignore[arg-type]
        assert found == case["centre"], case
        assert type(found) is type(case["centre"]), case


@pytest.mark.parametrize(
    ("vec", "told"),
    [
        ("backend = PufferEnv\nnum_envs = 1", "PufferEnv takes num_envs = 1, not 8"),
        ("num_envs = 16\nnum_workers = 16", "not divisible by num_workers = 16"),
        ("num_envs = 6\nnum_workers = 3\nbatch_size = 2", "not divisible by num_workers = 3"),
        ("num_envs = 6\nnum_workers = auto\nbatch_size = 3", "batch_size"),
    ],
)
def test_what_upstreams_own_sweep_of_num_envs_breaks(vec: str, told: str) -> None:
    found = finds(config(vec), "PC679", severity="error", mode="sweep")
    assert "num_envs = 8 (the mean of [sweep.vec.num_envs])" in found.message
    assert told in found.message
    quiet(config(vec), mode="train")


@pytest.mark.parametrize(
    "vec", ["", "num_envs = 8\nnum_workers = 4", "num_envs = 3", "backend = Serial\nnum_envs = 2"]
)
def test_what_runs_with_eight_environments(vec: str) -> None:
    quiet(config(vec), "PC679", mode="sweep")


def test_training_sizes_are_put_in_too() -> None:
    text = config("num_envs = 2", "[train]\nbatch_size = 8192")
    found = finds(text, "PC679", at=(7, 1), mode="sweep")
    assert "minibatch_size = 32768 (the mean of [sweep.train.minibatch_size])" in found.message


def test_a_mean_is_rounded_to_a_power_of_two() -> None:
    vec, mean = "num_envs = 6\nnum_workers = 3\nbatch_size = 6", "[sweep.vec.num_envs]\nmean = 6"
    found = finds(config(vec, mean), "PC679", mode="sweep")
    assert "num_envs = 8 (from mean = 6 of" in found.message
    quiet(config(vec, f"{mean}\ndistribution = int_uniform"), "PC679", mode="sweep")


@pytest.mark.parametrize("method", ["Random", "Carbs", "Nothing"])
def test_a_method_that_begins_elsewhere_is_not_judged(method: str) -> None:
    text = config("backend = PufferEnv\nnum_envs = 1", f"[sweep]\nmethod = {method}")
    quiet(text, "PC679", mode="sweep")


def test_the_other_method_that_begins_at_the_centre() -> None:
    text = config("backend = PufferEnv\nnum_envs = 1", "[sweep]\nmethod = ParetoGenetic")
    finds(text, "PC679", mode="sweep")


def test_a_sweep_that_does_not_begin_is_another_rules() -> None:
    text = config("backend = PufferEnv\nnum_envs = 1", "[sweep.env.size]\nmin = 1")
    quiet(text, "PC679", mode="sweep")


def test_an_error_of_the_file_itself_is_told_once() -> None:
    verdict = report(config("num_envs = 8\nbatch_size = []\nnum_workers = 2"), mode="sweep")
    assert "PC679" not in {finding.code for finding in verdict.findings}


def test_cores_count_on_a_declared_machine() -> None:
    text = config("num_envs = 4\nnum_workers = auto")
    finds(text, "PC679", mode="sweep", cores=4)
    quiet(text, "PC679", mode="sweep", cores=8)


def test_a_table_without_a_launcher_is_not_judged() -> None:
    quiet("vec: {backend: PufferEnv, num_envs: 1}\n", "PC679", name="x.yaml", mode="sweep")
    quiet(config("total_agents = 64"), "PC679", target="4.0", mode="sweep")
