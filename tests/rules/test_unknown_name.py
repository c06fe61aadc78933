"""PC105: a name that no generation reads in that section."""

from __future__ import annotations

import pytest

import profilecheck
from profilecheck.findings import Stage
from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet

NEW = "[base]\nenv_name = a\n[vec]\ntotal_agents = 4096\n"
OLD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n"


def test_a_slip_with_the_nearest_name() -> None:
    found = finds(
        NEW + "[train]\nlearing_rate = 0.1\n", "PC105", at=(6, 1), severity="warning", target="4.0"
    )
    assert found.message == (
        "[train] learing_rate = 0.1 is no known name, and 4.0 ignores it; did you mean learning_rate?"
    )


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("numthreads", "num_threads"),
        ("total_agnets", "total_agents"),
        ("num_buffer", "num_buffers"),
    ],
)
def test_slips_in_vec(slip: str, meant: str) -> None:
    text = "[base]\nenv_name = a\n[vec]\n"
    found = finds(text + f"{slip} = 4\n", "PC105", target="4.0")
    assert found.message.endswith(f"did you mean {meant}?")


def test_a_name_that_is_like_no_other() -> None:
    found = finds(NEW + "[train]\ne3b_coef = 0.1\n", "PC105", target="4.0")
    assert found.message == (
        "[train] e3b_coef = 0.1 is no known name, and 4.0 ignores it; "
        "no known name is like it (`profilecheck profiles` lists them)"
    )


def test_a_slip_of_a_name_that_is_set_too() -> None:
    text = NEW + "[train]\nlearning_rate = 0.2\nlearing_rate = 0.1\n"
    found = finds(text, "PC105", target="4.0")
    assert found.message.endswith("did you mean learning_rate, which the file sets too?")


MEANT_IN_3_0: dict[str, dict[str, str | None]] = {
    "vec": {
        "n_envs": "num_envs",
        "num_env": "num_envs",
        "Workers": "num_workers",
        "n_procs": "num_workers",
        "batchsize": "batch_size",
        "batch": "batch_size",
        "vec": "backend",
        "zerocopy": "zero_copy",
    },
    "train": {
        "lr": "learning_rate",
        "learning_rates": "learning_rate",
        "lr_schedule": "anneal_lr",
        "epochs": "update_epochs",
        "batchsize": "batch_size",
        "mini_batch_size": "minibatch_size",
        "rollout_length": "bptt_horizon",
        "btpt_horizon": "bptt_horizon",
        "entropy_coef": "ent_coef",
        "clip_range": "clip_coef",
        "gama": "gamma",
        "gae_lamda": "gae_lambda",
        "save_interval": "checkpoint_interval",
        "num_env": "[vec] num_envs",
        "n_envs": "[vec] num_envs",
        "workers": "[vec] num_workers",
        "polcy_name": "[base] policy_name",
    },
    "base": {
        "enviroment_name": None,
        "random_seed": "[train] seed",
        "batch": None,
        "rnn_names": "rnn_name",
    },
}
MEANT_IN_4_0: dict[str, dict[str, str | None]] = {
    "vec": {"agents": "total_agents", "threads": "num_threads", "n_envs": None},
    "policy": {"hidden_dim": "hidden_size", "n_layers": "num_layers"},
    "train": {
        "epochs": "replay_ratio",
        "n_steps": "horizon",
        "lr": "learning_rate",
        "batch": None,
        "total_agent": "[vec] total_agents",
        "save_every": "[base] checkpoint_interval",
        "random_seed": "seed",
    },
}
CASES = [
    (target, section, key, meant)
    for target, words in (("3.0", MEANT_IN_3_0), ("4.0", MEANT_IN_4_0))
    for section, names in words.items()
    for key, meant in names.items()
]


@pytest.mark.parametrize(("target", "section", "key", "meant"), CASES)
def test_what_was_meant(target: str, section: str, key: str, meant: str | None) -> None:
    text = f"[{section}]\n{key} = 1\n"
    text = text + "env_name = a\n" if section == "base" else "[base]\nenv_name = a\n" + text
    message = finds(text, "PC105", target=target).message
    assert message.endswith(f"did you mean {meant}?" if meant else "lists them)"), message


@pytest.mark.parametrize(
    "key",
    [
        *("int_coef", "env_coef", "div_coef", "kl_coef", "adam_beta", "adam_beta3", "ent_coef_min"),
        *("num_minibatches", "minibatches", "max_steps", "beta", "eta", "target_entropy", "log"),
        *("max_epochs", "use_amp", "weight_decay", "horizon_length", "reward_clip", "noise"),
    ],
)
def test_no_guess_is_better_than_a_wrong_one(key: str) -> None:
    message = finds(OLD + f"[train]\n{key} = 1\n", "PC105").message
    assert "did you mean" not in message, message


def test_a_forks_own_name_is_a_candidate() -> None:
    fork = Surroundings(fork="x", fork_names=frozenset({("vec", "worker_wait")}))
    found = finds(NEW + "worker_wiat = 1\n", "PC105", target="4.0", surroundings=fork)
    assert found.message.endswith("did you mean worker_wait?")


def test_3_0_refuses_it_in_vec() -> None:
    found = finds(OLD + "numworkers = 4\n", "PC105", severity="error")
    assert "raises `Invalid argument`; did you mean num_workers?" in found.message
    assert found.stage is Stage.MAKE


def test_pufferenv_ignores_it() -> None:
    text = "[base]\nenv_name = a\n[vec]\nbackend = PufferEnv\nnum_envs = 1\nbogus = 1\n"
    finds(text, "PC105", severity="warning")


def test_eval_replaces_vec() -> None:
    finds(OLD + "bogus = 1\n", "PC105", severity="warning", mode="eval")


def test_an_unknown_backend_may_be_pufferenv() -> None:
    text = "vec:\n  backend: ${backend}\n  num_envs: 8\n  bogus: 8\n"
    found = finds(text, "PC105", severity="warning", name="a.yaml")
    assert "refuses unless backend is PufferEnv" in found.message


def test_a_long_value_is_not_quoted() -> None:
    found = finds(NEW + f"bogus = {'x' * 31}\n", "PC105", target="4.0")
    assert found.message.startswith("[vec] bogus is no known name")


def test_a_key_of_default_that_vec_refuses() -> None:
    found = finds("[DEFAULT]\nbogus = 1\n" + OLD, "PC105", at=(2, 1), severity="error")
    assert "[DEFAULT] bogus = 1 enters every section: in [vec] it is no known name" in found.message


def test_an_override() -> None:
    finds(NEW, "PC105", target="4.0", set_="train.bogus=1")


def test_it_is_an_info_in_a_fork() -> None:
    fork = Surroundings(fork="default.ini has names of its own ([vec] x)")
    finds(NEW + "bogus = 1\n", "PC105", severity="info", target="4.0", surroundings=fork)


@pytest.mark.parametrize(
    "text",
    [
        NEW,
        NEW + "[env]\nbogus = 1\n",
        NEW + "[sweep]\nbogus = 1\n",
        NEW + "[sweep.train.horizon]\nbogus = 1\n",
        NEW + "[other]\nbogus = 1\n",
        NEW + "[train]\nhorizon = 8\n# bogus = 1\n",
        NEW + "[train]\nbptt_horizon = 8\n",
        NEW + "[train]\nnum_envs = 8\n",
        NEW + "horizon = 8\n",
        NEW + "[selfplay]\nenabled = 0\n",
    ],
)
def test_known_names_and_other_places_in_4_0(text: str) -> None:
    quiet(text, "PC105", target="4.0")


@pytest.mark.parametrize(
    "text",
    [
        OLD,
        OLD + "overwork = True\nenv_args = []\n",
        OLD + "[policy]\nbogus = 1\n[rnn]\nbogus = 1\n",
        "[DEFAULT]\nside = 8\n[base]\nenv_name = a\n[vec]\nbackend = PufferEnv\nnum_envs = 1\n[env]\nx = 1\n",
    ],
)
def test_known_names_and_other_places_in_3_0(text: str) -> None:
    quiet(text, "PC105")


@pytest.mark.parametrize("table", ["train", "base", "policy"])
def test_tables_that_a_script_of_the_users_own_reads(table: str) -> None:
    text = f"[vec]\ntotal_agents = 8\n[{table}]\nlr = 3e-4\n"
    quiet(text, "PC105", name="a.toml", target="4.0")


def test_the_forks_own_names() -> None:
    fork = Surroundings(fork="x", fork_names=frozenset({("vec", "worker_wait")}))
    quiet(NEW + "worker_wait = 1\n", "PC105", target="4.0", surroundings=fork)


def test_a_file_wholly_of_another_generation_has_one_finding() -> None:
    quiet(OLD + "bogus = 1\n", "PC105", target="4.0")


def test_the_argument_of_make_that_the_code_beside_a_config_passes() -> None:
    given = {"env_creator_or_creators": print, "backend": "Serial", "num_envs": 8}
    assert profilecheck.validate(given, target="3.0").findings == ()
    quiet(OLD + "env_creator_or_creators = x\n", "PC105")
    finds(OLD + "env_creator_or_creators = x\n", "PC209", severity="error")


def test_a_table_whose_backend_may_come_from_elsewhere() -> None:
    table = "vec:\n  num_envs: 1\n  foo: 1\n"
    found = finds(table, "PC105", name="a.yaml", severity="warning")
    assert "which vector.make refuses unless backend is PufferEnv" in found.message
    found = finds(table, "PC105", name="a.yaml", severity="warning", defaults="signature")
    assert "3.0 ignores it" in found.message


@pytest.mark.parametrize(
    ("section", "key", "meant"),
    [
        ("train", "horizen", "bptt_horizon"),
        ("train", "beta_1", "adam_beta1"),
        ("vec", "threads", "num_workers"),
    ],
)
def test_a_slip_of_what_another_generation_calls_it(section: str, key: str, meant: str) -> None:
    text = f"[base]\nenv_name = a\n[vec]\nnum_envs = 8\n[{section}]\n{key} = 8\n"
    if section == "vec":
        text = f"[base]\nenv_name = a\n[vec]\nnum_envs = 8\n{key} = 8\n"
    assert finds(text, "PC105").message.endswith(f"did you mean {meant}?")
