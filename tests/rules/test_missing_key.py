"""PC301 missing-key."""

from __future__ import annotations

from pathlib import Path

import pytest

import profilecheck
from profilecheck.profiles import profiles
from tests.rules.helpers import finds, quiet

PROFILE = profiles()["4.0"]
WHOLE = "\n".join(
    f"[{section}]\n" + "\n".join(f"{key} = {text}" for key, text in keys.items())
    for section, keys in PROFILE.default_texts().items()
)
TYPED = """
[vec]
total_agents = 4096
num_buffers = 2
num_threads = 8

[policy]
hidden_size = 128
num_layers = 4

[train]
learning_rate = 0.01
min_lr_ratio = 0.0
anneal_lr = 1
beta1 = 0.9
beta2 = 0.9
eps = 1e-12
minibatch_size = 8192
replay_ratio = 1.0
total_timesteps = 1e7
max_grad_norm = 1.5
clip_coef = 0.2
vf_clip_coef = 0.2
vf_coef = 2.0
ent_coef = 0.001
gamma = 0.99
gae_lambda = 0.9
vtrace_rho_clip = 1.0
vtrace_c_clip = 1.0
prio_alpha = 0.8
prio_beta0 = 0.2
"""


def test_a_default_ini_of_its_own_has_to_be_complete() -> None:
    text = WHOLE.replace("horizon = 64\n", "").replace("gae_lambda = 0.9\n", "")
    line = text.split("\n").index("[train]") + 1
    found = finds(text, "PC301", at=(line, 1), severity="error", name="default.ini", target="4.0")
    assert "[train] lacks horizon, gae_lambda:" in found.message


def test_a_section_that_is_not_there_at_all() -> None:
    text = WHOLE[: WHOLE.index("[policy]")] + WHOLE[WHOLE.index("[torch]") :]
    found = finds(text, "PC301", at=(1, 1), name="default.ini", target="4.0")
    assert "[policy] lacks hidden_size, num_layers" in found.message


def test_eval_needs_an_nccl_id_and_no_checkpoints() -> None:
    text = WHOLE.replace("nccl_id = 'None'\n", "").replace("checkpoint_interval = 200\n", "")
    found = finds(text, "PC301", name="default.ini", target="4.0", mode="eval")
    assert "lacks nccl_id:" in found.message


def test_a_typed_config_may_be_completed_elsewhere() -> None:
    quiet(TYPED, "PC301", name="config.toml", target="4.0")


def test_upstreams_own_defaults_are_complete() -> None:
    for mode in ("train", "eval", "sweep"):
        quiet(WHOLE, "PC301", name="default.ini", target="4.0", mode=mode)


def test_what_the_trainer_sets_itself_may_be_missing() -> None:
    text = WHOLE.replace("rank = 0\n", "").replace("nccl_id = 'None'\n", "")
    quiet(text, "PC301", name="default.ini", target="4.0")


def test_an_environments_file_lies_on_default_ini() -> None:
    quiet("[vec]\ntotal_agents = 4096\n", "PC301", target="4.0")


def test_a_partial_file_is_not_judged_without_defaults_either() -> None:
    quiet("[vec]\ntotal_agents = 4096\n", "PC301", target="4.0", defaults="none")


def test_a_table_of_a_few_names_is_no_whole_config() -> None:
    quiet("[vec]\ntotal_agents = 4096\n", "PC301", name="config.toml", target="4.0")
    few = "[vec]\ntotal_agents = 4096\n[train]\ngamma = 0.9\n[policy]\nhidden_size = 128\n"
    quiet(few, "PC301", name="config.toml", target="4.0")


def test_a_sweep_with_protein_reads_more_than_one_without() -> None:
    text = WHOLE.replace("metric_distribution = linear\n", "").replace("\ngpus = 0\n", "\n")
    found = finds(text, "PC301", name="default.ini", target="4.0", mode="sweep")
    assert "[sweep] lacks gpus, metric_distribution:" in found.message
    found = finds(
        text.replace("= Protein", "= Random"),
        "PC301",
        name="default.ini",
        target="4.0",
        mode="sweep",
    )
    assert "[sweep] lacks gpus:" in found.message


@pytest.mark.parametrize(
    ("line", "lacks"),
    [
        ("puffer train squared", None),
        ("puffer eval squared", "[base] of config/default.ini lacks nccl_id: eval has"),
        ("puffer sweep squared", "[sweep] of config/default.ini lacks gpus: sweep has"),
        ("puffer train squared --slowly", "lacks network, encoder, decoder: --slowly has"),
        ("puffer eval mine", None),
    ],
)
def test_what_a_line_asks_of_the_default_ini_below_it(
    tmp_path: Path, line: str, lacks: str | None
) -> None:
    default = WHOLE.replace("nccl_id = 'None'\n", "").replace("\ngpus = 0\n", "\n")
    torch = default.index("[torch]")
    default = default[:torch] + default[default.index("[", torch + 1) :]
    (tmp_path / ".git").mkdir()
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "default.ini").write_text(default)
    (tmp_path / "config" / "squared.ini").write_text(
        "[base]\nenv_name = squared\n[env]\nsize = 11\n"
    )
    (tmp_path / "run.sh").write_text(f"{line}\n")
    report = profilecheck.check(str(tmp_path / "run.sh"), target="4.0")
    found = [one.message for one in report.findings if one.code == "PC301"]
    if lacks is None:
        assert not found
    else:
        (message,) = found
        assert lacks in message
