"""The keys that a 4.0 run reads: what is missing or cannot be cast ends it.

Sources: PufferLib 754d725 src/bindings.cu create_pufferl; 8e3e754 pufferlib/pufferl.py train,
_train, eval, sweep.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from profilecheck.document import Unknown
from profilecheck.profiles.base import Name

NATIVE: Final[Mapping[str, tuple[str, ...]]] = {
    "vec": ("total_agents", "num_buffers", "num_threads"),
    "train": (
        *("horizon", "learning_rate", "min_lr_ratio", "anneal_lr", "beta1", "beta2", "eps"),
        *("minibatch_size", "replay_ratio", "total_timesteps", "max_grad_norm", "clip_coef"),
        *("vf_clip_coef", "vf_coef", "ent_coef", "gamma", "gae_lambda", "vtrace_rho_clip"),
        *("vtrace_c_clip", "prio_alpha", "prio_beta0"),
    ),
    "policy": ("hidden_size", "num_layers"),
    "base": ("reset_state", "cudagraphs", "profile", "rank", "world_size", "gpu_id", "seed"),
}
"""Keys that the native trainer casts to a double."""

TRAINER_SETS: Final = frozenset({("base", "rank"), ("base", "world_size"), ("base", "gpu_id")})
"""What train and sweep set themselves before the native trainer reads it."""

EVAL_SETS: Final = frozenset({("base", "reset_state"), ("train", "horizon")})
"""What eval sets itself."""

PYTHON_FIRST: Final = frozenset(
    {
        ("train", "minibatch_size"),
        ("train", "horizon"),
        ("train", "total_timesteps"),
        ("vec", "total_agents"),
    }
)
"""What Python calculates with before the native trainer is made, so that text raises TypeError."""

PYTHON_LATER: Final[Mapping[Name, str]] = {
    ("base", "checkpoint_interval"): "in the first epoch",
    ("base", "eval_episodes"): "in the evaluation after training",
    ("sweep", "downsample"): "after training, before the log is saved",
}
"""Numbers that Python's part of train reads, and when."""

TEXTS: Final[Mapping[str, tuple[str, ...]]] = {
    "base": ("checkpoint_dir", "log_dir"),
    "sweep": ("metric",),
}
"""Texts that train reads."""

SWEEP: Final = ("method", "gpus", "max_runs")
"""Keys of [sweep] that sweep itself reads."""

PROTEIN: Final = ("metric_distribution", "early_stop_quantile")
"""Keys of [sweep] that the method Protein reads besides. Source: PufferLib 8e3e754 pufferlib/sweep.py Protein."""

TORCH: Final = ("network", "encoder", "decoder")
"""Keys of [torch] that --slowly reads. Source: PufferLib 8e3e754 pufferlib/torch_pufferl.py load_policy."""

PATHS: Final = ("checkpoint_dir", "log_dir")
"""Keys of [base] that train joins to paths before it makes the trainer. (The third part, env_name, is the
name that was asked for: a text, whatever the file has.) Source: PufferLib 8e3e754 pufferlib/pufferl.py
load_config, _train."""


def unloggable(value: object) -> bool:
    """Whether train cannot write the value into its log: json.dump raises on it.

    The log is written when training is done, with the whole config in it. Source: PufferLib 8e3e754
    pufferlib/pufferl.py _train.
    """
    if value is None or isinstance(value, (str, int, float, Unknown)):
        return False
    try:
        json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        return True
    return False


def native_numbers(mode: str) -> Iterator[Name]:
    """The keys of the config that the native trainer casts to a number under a mode."""
    given = EVAL_SETS if mode == "eval" else TRAINER_SETS
    for section, keys in NATIVE.items():
        for key in keys:
            if (section, key) not in given:
                yield section, key


def required(mode: str, method: object = "Protein") -> Iterator[Name]:
    """All keys without which a run of that mode ends; a sweep also by its ``method``."""
    yield from native_numbers(mode)
    if mode == "eval":
        yield "base", "nccl_id"
        return
    yield "train", "gpus"
    yield from PYTHON_LATER
    for section, keys in TEXTS.items():
        for key in keys:
            yield section, key
    if mode == "sweep":
        for key in (*SWEEP, *(PROTEIN if method == "Protein" else ())):
            yield "sweep", key


def required_by_some() -> Iterator[Name]:
    """All keys without which a run of some mode ends, or one under --slowly."""
    modes = (name for mode in ("train", "eval", "sweep") for name in required(mode))
    yield from dict.fromkeys([*modes, *(("torch", key) for key in TORCH)])
