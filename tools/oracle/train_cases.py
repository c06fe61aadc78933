"""Cases for ``train_oracle.py``: every key of [train] with values of every kind, and its relations.

python tools/oracle/train_cases.py [--seed N] [--relations N] > cases.jsonl
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from typing import Any

SMALL = {"minibatch_size": "64", "bptt_horizon": "16", "total_timesteps": "10_000"}
"""A run that works with 8 agents: batches of 128 steps."""

KINDS = (
    *("None", "True", "False", "text", "'8'", "'0.5'", "false", "true"),
    *("0", "1", "-1", "2", "0.5", "2.5", "-0.5", "64.0", "1e400", "nan"),
    *("[]", "[1]", "(1,)", "{}", ""),
)
KEYS = (
    *("name", "project", "seed", "torch_deterministic", "cpu_offload", "optimizer"),
    *("anneal_lr", "precision", "total_timesteps", "learning_rate", "gamma", "gae_lambda"),
    *("update_epochs", "clip_coef", "vf_coef", "vf_clip_coef", "max_grad_norm", "ent_coef"),
    *("adam_beta1", "adam_beta2", "adam_eps", "data_dir", "checkpoint_interval", "batch_size"),
    *("minibatch_size", "max_minibatch_size", "bptt_horizon", "compile", "compile_mode"),
    *("compile_fullgraph", "vtrace_rho_clip", "vtrace_c_clip", "prio_alpha", "prio_beta0"),
    *("device", "use_rnn", "env", "num_envs"),
)
SKIPPED = {
    ("compile", text) for text in KINDS if text not in ("None", "False", "0", "{}", "[]", "")
}
"""What makes torch compile for minutes on a CPU."""
SKIPPED |= {("device", text) for text in ("0", "1", "2")}
"""What needs an accelerator."""

RELATIONS: dict[str, tuple[str, ...]] = {
    "batch_size": ("auto", "128", "192", "96", "1000", "64", "16", "0", "-128", "128.0", "True"),
    "bptt_horizon": ("auto", "8", "24", "7", "64", "32", "1", "0", "-16", "16.0"),
    "minibatch_size": ("128", "48", "96", "256", "32", "16", "0", "-64", "64.0", "auto"),
    "max_minibatch_size": ("64", "32", "24", "16", "48", "0", "-32", "32.0", "64.0"),
    "update_epochs": ("4", "0.5", "0.1", "0", "-1", "2.5"),
    "total_timesteps": ("1e4", "100", "128", "10", "1000", "0", "-5"),
}
AGENTS = (*((1, 8), (1, 8), (2, 4), (4, 2), (8, 1), (3, 1), (1, 1), (6, 2), (1, 128), (1, 3)),)


def cases(seed: int, relations: int) -> Iterator[dict[str, Any]]:
    """All single values, then the keys that are left out, then ``relations`` random ones."""
    for key in KEYS:
        for text in KINDS:
            if (key, text) not in SKIPPED:
                yield {"train": {**SMALL, key: text}, "agents_per_env": 8}
    for key in ("learning_rate", "adam_beta1", "adam_beta2", "adam_eps"):
        for text in (*KINDS, "1.0", "0.999", "-1e-12", "1e-12"):
            yield {"train": {**SMALL, "optimizer": "adam", key: text}, "agents_per_env": 8}
    for key in sorted({*KEYS} - {"use_rnn", "env", "num_envs"}):
        yield {"train": SMALL, "drop": [key], "agents_per_env": 8}
    yield from _words()
    yield from _checkpoints()
    yield from _parallel()
    chance = random.Random(seed)
    for _ in range(relations):
        changed = chance.sample(sorted(RELATIONS), chance.choice((1, 2, 2, 3, 3, 4, 6)))
        train = SMALL | {key: chance.choice(RELATIONS[key]) for key in changed}
        envs, agents = chance.choice(AGENTS)
        vec = {"num_envs": str(envs), "batch_size": str(envs)}
        yield {"train": train, "vec": vec, "agents_per_env": agents}


def _words() -> Iterator[dict[str, Any]]:
    words = {
        "optimizer": ("adam", "muon", "Adam", "adamw", "sgd"),
        "precision": ("float32", "bfloat16", "float16", "bf16", "fp32", "half", "float64", "nn"),
        "device": ("cpu", "cpu:0", "gpu", "CPU", "cuda0", "cpu # note"),
    }
    for key, texts in words.items():
        for text in texts:
            yield {"train": {**SMALL, key: text}, "agents_per_env": 8, "epochs": 1}
    for key in ("batch_size", "bptt_horizon"):
        yield {"train": {**SMALL, key: str(2**62)}, "agents_per_env": 8}
    for mode in ("fast", "None"):
        train = {**SMALL, "compile": "True", "compile_mode": mode}
        yield {"train": train, "agents_per_env": 8, "epochs": 0}


def _checkpoints() -> Iterator[dict[str, Any]]:
    for key, texts in {"data_dir": KINDS, "checkpoint_interval": ("1", "1.0", "True")}.items():
        for text in texts:
            train = {**SMALL, "checkpoint_interval": "1", key: text}
            yield {"train": train, "agents_per_env": 8, "epochs": 1}
    for backend in ("Serial", "Multiprocessing"):
        for seed in ("None", "1.0", "True", "'7'"):
            vec = {"backend": backend, "num_envs": "2", "batch_size": "2", "num_workers": "2"}
            yield {"train": {**SMALL, "seed": seed}, "vec": vec, "agents_per_env": 4}


def _parallel() -> Iterator[dict[str, Any]]:
    """Rows of the buffer against agents, where batches hold only some of them."""
    for envs, workers, batch, agents in ((4, 2, 2, 1), (4, 2, 4, 3), (4, 4, 1, 1), (2, 2, 1, 2)):
        vec = {"backend": "Multiprocessing", "overwork": "True"}
        vec |= {"num_envs": str(envs), "num_workers": str(workers), "batch_size": str(batch)}
        total = envs * agents
        for rows in (total - 1, total, total + 1, total + batch * agents, 2 * total):
            sizes = {"batch_size": str(8 * rows), "bptt_horizon": "8", "minibatch_size": "8"}
            yield {"train": {**SMALL, **sizes}, "vec": vec, "agents_per_env": agents}


def main() -> None:
    """Print the cases, a line each, each once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--relations", type=int, default=800)
    arguments = parser.parse_args()
    seen = set()
    for case in cases(arguments.seed, arguments.relations):
        line = json.dumps(case, sort_keys=True)
        if line not in seen:
            seen.add(line)
            print(line)


if __name__ == "__main__":
    main()
