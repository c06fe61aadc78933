"""PC681: what a sweep may draw, put into the config."""

from __future__ import annotations

import pytest

from profilecheck.findings import Effect, Severity
from profilecheck.profiles.sweep_draws import draws
from tests.rules.helpers import finds, quiet, report

HEAD = "[base]\nenv_name = my_env\n[vec]\nnum_envs = 8\n"
INTS = "distribution = int_uniform\nmin = {}\nmax = {}\nmean = 8\nscale = auto\n"
POWERS = "distribution = uniform_pow2\nmin = {}\nmax = {}\nmean = 8\nscale = auto\n"


def config(vec: str, swept: str, table: str, *bounds: object) -> str:
    return f"{HEAD}{vec}\n[sweep.{swept}]\n{table.format(*bounds)}"


def test_environments_that_workers_do_not_divide() -> None:
    text = config("num_workers = 2", "vec.num_envs", INTS, 1, 16)
    found = finds(text, "PC681", at=(7, 1), severity="warning")
    assert found.message == (
        "a trial fails with some of what [sweep.vec.num_envs] draws, num_envs = 1, 3, 5 and others: num_envs = 1 is not "
        "divisible by num_workers = 2: each worker would get 0.5 environments; the sweep ends there (only a sweep meets this)"
    )
    assert found.notes[-1].message == "try distribution = uniform_pow2 with min = 2"
    found = finds(text, "PC681", at=(7, 1), severity="error", mode="sweep")
    assert "only a sweep" not in found.message


@pytest.mark.parametrize(
    ("vec", "swept", "table", "bounds"),
    [
        ("num_workers = 2", "vec.num_envs", POWERS, (2, 16)),
        ("num_workers = 1\nbatch_size = 8", "vec.num_envs", INTS, (8, 9)),
        ("num_workers = auto", "vec.num_envs", POWERS, (1, 16)),
        ("backend = Serial\nbatch_size = 4", "vec.num_envs", INTS, (4, 16)),
        ("num_workers = 4", "env.size", INTS, (1, 16)),
        ("num_workers = 4", "train.update_epochs", INTS, (1, 8)),
    ],
)
def test_silent_where_every_value_runs(
    vec: str, swept: str, table: str, bounds: tuple[int, int]
) -> None:
    text = config(vec, swept, table, *bounds)
    if "batch_size = 8" in vec:
        finds(text, "PC681")  # 8 % 9: the one value of two that fails
    else:
        quiet(text, "PC681")


def test_workers_above_the_cores_of_a_declared_machine() -> None:
    text = config("overwork = False", "vec.num_workers", POWERS, 2, 8)
    found = finds(text, "PC681", cores=4)
    assert "draws, num_workers = 8: num_workers = 8 is above the 4 physical cores" in found.message
    assert found.notes[-1].message == "try overwork = True; or max = 4 with mean = 4"
    quiet(text, "PC681", cores=8)


def test_the_other_swept_settings_have_what_the_sweep_starts_from() -> None:
    text = config("", "vec.num_workers", INTS, 1, 4)
    found = finds(text, "PC681")
    assert "num_workers = 1, 3, beside num_envs = 8, which the sweep may draw too" in found.message


def test_minibatches_above_the_batch() -> None:
    train = "[train]\nbatch_size = 16384"
    swept = "train.minibatch_size"
    table = "min = 4096\nmax = 65536\nmean = 8192\n"
    found = finds(f"{HEAD}{train}\n[sweep.{swept}]\n{table}", "PC681")
    assert "minibatch_size = 32768, 65536: batch_size = 16384 is less" in found.message
    assert found.notes[-1].message == "try max = 16384"
    quiet(f"{HEAD}{train}\n[sweep.{swept}]\n{table.replace('65536', '16384')}", "PC681")


def test_upstreams_own_sweep_is_judged_where_a_sweep_is_asked_for() -> None:
    text = f"{HEAD}num_workers = 2"
    quiet(text, "PC681")
    found = finds(text, "PC681", at=(5, 1), mode="sweep")
    assert "what [sweep.vec.num_envs] draws, num_envs = 1:" in found.message
    quiet(text, "PC681", mode="sweep", set_="sweep.vec.num_envs.min=2")


def test_random_stays_near_its_mean() -> None:
    text = f"{HEAD}num_workers = 2\n[sweep]\nmethod = Random"
    quiet(text, "PC681", mode="sweep")
    finds(f"{text}\n[sweep.vec.num_envs]\nscale = 2", "PC681", mode="sweep")


@pytest.mark.parametrize("word", ["[1]", "{}", "uniform", "log_normal", "nothing"])
def test_silent_what_other_rules_tell_of_a_distribution(word: str) -> None:
    text = config("num_workers = 2", "vec.num_envs", INTS, 1, 16).replace("int_uniform", word)
    quiet(text, "PC681", mode="sweep")


def test_a_value_that_is_wrong_already_is_told_once() -> None:
    text = config("num_workers = 3", "vec.num_workers", INTS, 1, 8)
    codes = [one.code for one in report(text).findings if one.severity is Severity.ERROR]
    assert codes == ["PC203"]


V4 = "[base]\nenv_name = my_env\n[vec]\ntotal_agents = 1024\nnum_buffers = 2\n[train]\nhorizon = 64\n"


def test_a_trial_that_4_0_skips_is_no_error() -> None:
    text = f"{V4}[sweep.train.minibatch_size]\n{INTS.format(4096, 65536)}"
    found = finds(text, "PC681", target="4.0", severity="warning", mode="sweep")
    assert "minibatch_size = 4097, 4098, 4099 and others, beside horizon = 64" in found.message
    assert found.message.endswith("; such a trial is skipped")
    assert found.notes[-1].message == "try distribution = uniform_pow2"


def test_a_sweep_of_4_0_of_which_nothing_runs_is_one() -> None:
    text = f"{V4}[sweep.train.minibatch_size]\n{POWERS.format(2**20, 2**22)}"
    found = finds(text, "PC681", target="4.0", severity="error", mode="sweep")
    assert (
        "a trial fails with all that [sweep.train.minibatch_size] draws, such as" in found.message
    )


def test_a_trial_that_4_0_starts_although_it_writes_past_its_arrays_is_an_error() -> None:
    text = V4.replace("1024", "384") + f"[sweep.vec.total_agents]\n{POWERS.format(96, 768)}"
    found = finds(text, "PC681", target="4.0", severity="error", mode="sweep", agents_per_env=6)
    assert found.message.endswith("total_agents must be a multiple of 2 x 6")
    assert found.effect is Effect.DIFFERENT


@pytest.mark.parametrize("mode", ["train", "sweep"])
def test_silent_a_sweep_of_4_0_that_fits(mode: str) -> None:
    text = f"{V4}[sweep.train.minibatch_size]\n{POWERS.format(4096, 65536)}"
    quiet(text, "PC681", target="4.0", mode=mode)


def test_a_table_that_no_loader_reads_is_not_judged() -> None:
    text = "vec: {backend: Serial, num_envs: 8}\nsweep: {vec: {num_envs: {min: 1, max: 16}}}\n"
    quiet(text, "PC681", name="x.yaml", mode="sweep")


def test_long_ranges_are_looked_at_in_part() -> None:
    found = draws("Protein", "int_uniform", 1, 10**9, 5, "auto")
    assert len(found) <= 34
    assert {1, 2, 3, 10**9 - 1, 10**9} <= {*found}
    assert draws("Protein", "int_uniform", 1, 4, 2, "auto") == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("low", "high", "distribution"),
    [(4, 4, "int_uniform"), (8, 2, "int_uniform"), (0, 4, "uniform_pow2"), ("a", 4, "uniform"), (0.5, 1, "logit_normal"), (1, 2, [])],
)  # fmt: skip
def test_a_range_that_is_none_draws_nothing(
    low: object, high: object, distribution: object
) -> None:
    assert draws("Protein", distribution, low, high, 3, "auto") == ()  # type: ignore[arg-type]


def test_each_cause_is_told_with_a_value_of_its_own() -> None:
    swept = "[sweep.train.total_timesteps]\ndistribution = log_normal\nmin = 1000\nmax = 1e6\nmean = 1e5\nscale = auto\n"
    own = "[env]\nnum_envs = 1024\n[train]\ntotal_timesteps = 50_000_000\nbptt_horizon = 64\nminibatch_size = 8192\n"
    text = config("backend = Serial\nbatch_size = 4", "vec.num_envs", POWERS, 1, 16)
    text = text.replace("env_name = my_env", "package = ocean\nenv_name = puffer_squared")
    report_of = report(f"{text}{own}{swept}", mode="sweep", agents_per_env=1)
    found = next(one for one in report_of.findings if one.code == "PC681")
    assert "num_envs = 1, 2, 4 and others: batch_size = 4 is above num_envs = 1: " in found.message
    assert "; with num_envs = 4, total_timesteps = 100000.0 is less than one batch" in found.message
