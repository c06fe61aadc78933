"""[train], [sweep] and [base] beside a table vec: judged where their names are PufferLib's trainer's."""

from __future__ import annotations

import pytest

from profilecheck import ConfigError, Severity, validate
from tests.rules.helpers import finds, quiet, report

VEC = "vec: {num_envs: 4, backend: Serial}\n"
TRAIN = (
    "train: {optimizer: Adam, precision: fp32, batch_size: 100, minibatch_size: 8192, "
    "bptt_horizon: 64, horizon: 3, num_envs: 4}\n"
)
ANY = "train: {optimizer: Adam, batch_size: 100, minibatch_size: 8192, update_epochs: 4, clip_coef: 0.2}\n"
OWN = {
    "optimizer": "Adam",
    "precision": "fp32",
    "batch_size": 100,
    "minibatch_size": 8192,
    "bptt_horizon": 64,
}
JUDGED = ["PC605", "PC607", "PC608"]


def codes(text: str, **options: object) -> list[str]:
    return sorted(f.code for f in report(text, name="a.yaml", **options).findings)  # type: ignore[arg-type]


@pytest.mark.parametrize("target", ["3.0", None])
def test_a_table_of_pufferlibs_trainer_is_judged_by_what_it_gives(target: str | None) -> None:
    assert codes(VEC + TRAIN, target=target) == JUDGED
    for code in JUDGED:
        found = finds(VEC + TRAIN, code, name="a.yaml", target=target, severity="warning")
        assert found.message.startswith("if PufferLib's own trainer reads [train]: ")


def test_it_is_judged_as_an_ini_without_defaults() -> None:
    ini = "[base]\nenv_name = a\n[vec]\nnum_envs = 4\nbackend = Serial\n[train]\noptimizer = Adam\n"
    ini += "precision = fp32\nbatch_size = 100\nminibatch_size = 8192\nbptt_horizon = 64\n"
    found = report(ini, defaults="none").findings
    assert sorted(f.code for f in found) == JUDGED
    assert {f.severity for f in found} == {Severity.ERROR}


def test_with_defaults_ini_it_is_what_it_is_in_an_ini() -> None:
    finds(VEC + TRAIN, "PC607", name="a.yaml", defaults="ini", severity="error")


def test_what_the_table_leaves_out_is_not_known() -> None:
    text = "vec: {overwork: true, backend: Multiprocessing}\ntrain: {bptt_horizon: 64, prio_alpha: 0.5, batch_size: 64}\n"
    quiet(text, name="a.yaml", agents_per_env=2)


@pytest.mark.parametrize(
    "train",
    [
        ANY,  # all of PPO's names
        "train: {bptt_horizon: x, lr: 0.1, batch_size: y}\n",  # one borrowed name
        "train: {minibatch_size: x, update_epochs: y, gae_lambda: z}\n",
        "",
    ],
)
def test_another_trainers_table_is_not_judged(train: str) -> None:
    quiet(VEC + train, name="a.yaml")


def test_the_target_line_says_that_a_table_is_not_judged() -> None:
    told = [one.message for one in report(VEC + ANY, name="a.yaml").evidence]
    assert told[-1].startswith("[train] is not judged, because optimizer, batch_size")
    for other in (
        report(VEC + TRAIN, name="a.yaml"),
        report(VEC + ANY, name="a.yaml", defaults="ini"),
        report("vec: {total_agents: 8}\n" + ANY, name="a.yaml", target="4.0"),
        report("[vec]\nnum_envs = 4\n[train]\noptimizer = muon\n"),
    ):
        assert not any("not judged" in one.message for one in other.evidence)


def test_base_that_names_the_environment_speaks_for_train() -> None:
    text = VEC + "base: {env_name: a}\ntrain: {optimizer: Adam}\n"
    finds(text, "PC607", name="a.yaml", severity="warning")


def test_base_and_rnn_are_judged_as_well() -> None:
    text = "vec: {num_envs: 1, backend: PufferEnv}\nbase: {env_name: a, rnn_name: Recurrent}\n"
    found = finds(text, "PC231", name="a.yaml", severity="warning")
    assert found.message.startswith("if PufferLib's own trainer reads [base]: ")
    finds(VEC + "base: {env_name: a, rnn_name: true}\n", "PC018", name="a.yaml", severity="warning")
    quiet("vec: {num_envs: 1}\nbase: {env_name: a, rnn_name: Recurrent}\n", "PC231", name="a.yaml")


SWEEP = (
    "sweep: {method: bayes, metric: environment/score, train: {gamma: {distribution: uniform, min: 0.9, "
    "max: 0.99, mean: 0.95, scale: auto}}}\n"
)
KNOWN = "train: {bptt_horizon: 64, minibatch_size: 8192}\n"


def test_a_sweep_of_upstreams_shape_is_judged() -> None:
    for code in ("PC672", "PC678"):
        found = finds(VEC + KNOWN + SWEEP, code, name="a.yaml", severity="warning", mode="sweep")
        assert found.message.startswith("if PufferLib's own trainer reads [sweep]: ")
    quiet(VEC + SWEEP, name="a.yaml")
    other = (
        "sweep: {method: bayes, metric: {name: environment/score}, parameters: {gamma: {min: 1}}}\n"
    )
    for code in ("PC670", "PC672", "PC678"):
        quiet(VEC + KNOWN + other, code, name="a.yaml", mode="sweep")


def test_validate_judges_them_as_an_ini() -> None:
    with pytest.raises(ConfigError) as caught:
        validate({"vec": {"num_envs": 4, "backend": "Serial"}, "train": OWN})
    codes = [f.code for f in caught.value.findings if f.severity is Severity.ERROR]
    assert codes == [
        "PC603",
        "PC607",
        "PC608",
    ]  # of 2 agents: what is not given, make has not either
    assert not any("own trainer" in f.message for f in caught.value.findings)
    validate({"vec": {"num_envs": 4, "backend": "Serial"}, "train": {"optimizer": "Adam"}})
