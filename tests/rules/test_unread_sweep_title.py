"""PC113: a swept parameter whose name 3.0 does not read.

What becomes of each name was asked of the real load_config and sweep.
"""

from __future__ import annotations

import pytest

from profilecheck.findings import Effect, Severity
from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet

HEAD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n"
RANGE = "distribution = uniform\nmin = 1\nmax = 8\nmean = 4\nscale = auto\n"


def swept(name: str, more: str = "") -> str:
    return f"{HEAD}[sweep.{name}]\n{RANGE}{more}"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("trian.gamma", "[trian], which is no section that 3.0 reads: no run differs by it"),
        ("trian.gamma", "; did you mean [sweep.train.gamma]?"),
        ("Train.gamma", "; did you mean [sweep.train.gamma]?"),
        ("Train.gama", "; did you mean [sweep.train.gamma]?"),
        ("envs.size", "; did you mean [sweep.env.size]?"),
        ("ppo.gamma", "; did you mean [sweep.train.gamma]?"),
        ("reward.foo", "; remove it, or give the title of a setting that it reads"),
        ("train.lerning_rate", "[train] lerning_rate, which 3.0 does not read: no run differs"),
        ("train.lerning_rate", "; did you mean [sweep.train.learning_rate]?"),
        ("train.env_batch_size", "a name of 2.0 that 3.0 does not read"),
        ("train.env_batch_size", "; use [sweep.vec.batch_size]"),
        ("train.backend", "; did you mean [sweep.vec.backend]?"),
        ("gamma", "gamma at the top of the config, where 3.0 does not read it"),
        ("gamma", "; did you mean [sweep.train.gamma]?"),
        ("lr", "; did you mean [sweep.train.learning_rate]?"),
        ("base.rnn_name", "its keys lie at the top: no run differs by it; use [sweep.rnn_name]"),
    ],
)
@pytest.mark.parametrize("mode", ["sweep", "train"])
def test_names_that_no_run_reads(name: str, told: str, mode: str) -> None:
    found = finds(swept(name), "PC113", at=(5, 1), severity="warning", mode=mode)
    assert told in found.message
    assert found.effect is Effect.IGNORED
    assert found.message.endswith("(only a sweep meets this)") == (mode == "train")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("vec.batchsize", "did you mean [sweep.vec.batch_size]?"),
        ("vec.envs_per_worker", "a name of 1.0 that 3.0 does not read"),
        ("vec.learning_rate", "did you mean [sweep.train.learning_rate]?"),
    ],
)
def test_make_refuses_what_it_does_not_know(name: str, told: str) -> None:
    for mode, severity in (("sweep", "error"), ("train", "warning"), ("eval", "warning")):
        found = finds(swept(name), "PC113", at=(5, 1), severity=severity, mode=mode)
        assert "vector.make raises `Invalid argument` in the first run" in found.message
        assert told in found.message
        assert found.effect is Effect.RAISES


def test_one_process_without_a_vectorization_ignores_it() -> None:
    text = swept("vec.batchsize").replace("num_envs = 8", "num_envs = 1\nbackend = PufferEnv")
    found = finds(text, "PC113", severity="warning", mode="sweep")
    assert "no run differs by it" in found.message


def test_a_title_that_the_file_has_is_told_with_its_line() -> None:
    more = f"[sweep.train.gamma]\n{RANGE}"
    found = finds(swept("trian.gamma", more), "PC113", mode="sweep")
    assert "did you mean [sweep.train.gamma] (line 11)?" in found.message
    assert found.fix is None


def test_the_title_is_corrected() -> None:
    found = finds(swept("trian.gamma"), "PC113")
    assert found.fix is not None
    assert not found.fix.safe
    assert [edit.text for edit in found.fix.edits] == ["sweep.train.gamma"]


def test_a_fork_may_read_it() -> None:
    fork = Surroundings(fork="default.ini has names of its own ([vec] x)")
    found = finds(swept("train.mine"), "PC113", surroundings=fork, mode="sweep")
    assert found.severity is Severity.INFO


YAML = "vec: {num_envs: 8}\nsweep:\n  trian:\n    gamma: {distribution: uniform, min: 0, max: 1, mean: 0.5, scale: auto}\n"


def test_a_typed_file_that_is_laid_over_default_ini() -> None:
    finds(YAML, "PC113", at=(4, 5), name="a.yaml", defaults="ini")
    quiet(YAML, "PC113", name="a.yaml")


@pytest.mark.parametrize(
    "name",
    [
        *("train.gamma", "vec.num_envs", "vec.num_workers", "train.minibatch_size"),
        *("env.size", "policy.width", "rnn.size", "env.map.size", "fps", "max_runs", "rnn_name"),
        *("train.horizon", "vec.total_agents", "parameters.train.parameters.gamma"),
    ],
)
def test_what_is_read_and_what_other_rules_tell(name: str) -> None:
    quiet(swept(name), "PC113", mode="sweep")


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("reward.foo", "[reward]\nbar = 1\n"),
        ("train.mine", "[train]\nmine = 1\n"),
    ],
)
def test_what_the_config_itself_holds(name: str, more: str) -> None:
    quiet(swept(name, more), "PC113", mode="sweep")
    quiet(swept(name), "PC113", mode="sweep", default_ini=HEAD + more)


def test_what_a_default_ini_leaves_to_its_environments() -> None:
    quiet(swept("reward.foo"), "PC113", name="default.ini")
    finds(swept("trian.gamma"), "PC113", name="default.ini")


def test_4_0_has_a_rule_of_its_own() -> None:
    text = swept("trian.gamma").replace("num_envs", "total_agents")
    quiet(text, "PC113", target="4.0")
