"""A tree of configs to measure on: the same one for the same seed."""

from __future__ import annotations

import random
from pathlib import Path

ENVIRONMENTS = ("ferry", "orchard", "caravan", "harbour", "quarry", "meadow", "glacier", "foundry")

CONFIG = """\
; {name}: one of the configs that benchmarks/run.py generates
[base]
package = {environment}
env_name = {environment}-{number}
policy_name = Policy
rnn_name = Recurrent

[vec]
backend = Multiprocessing
num_envs = {envs}
num_workers = {workers}
batch_size = {batch}

[env]
size = {size}
reward_scale = 0.5
frame_skip = 4
# as the paper has it
seed_offset = {number}

[policy]
hidden_size = {hidden}

[rnn]
input_size = {hidden}
hidden_size = {hidden}

[train]
total_timesteps = {steps}
learning_rate = {rate}
gamma = 0.995
gae_lambda = 0.95
minibatch_size = 32768
max_minibatch_size = 32768
bptt_horizon = 64
update_epochs = 1
{extra}
[sweep.train.learning_rate]
distribution = log_normal
min = 0.00001
mean = 0.01
max = 0.1
scale = 0.5
"""

FAULTS = (
    *("", "", "", "", "", "", "optimizer = sgd\n", "precision = fp32\n", "anneal_lr = false\n"),
    *("env_batch_size = 8\n", "device = cuda # the big one\n", "learing_rate = 0.1\n"),
)
"""Half of the files are clean."""


def write(folder: Path, count: int, seed: int = 0) -> Path:
    """Write ``count`` configs into folders below ``folder``; the first of them, which is clean."""
    draw = random.Random(seed)
    for number in range(count):
        environment = ENVIRONMENTS[number % len(ENVIRONMENTS)]
        path = folder / environment / f"{number:04}.ini"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_config(draw, environment, number, number == 0), encoding="utf-8")
    return folder / ENVIRONMENTS[0] / "0000.ini"


def _config(draw: random.Random, environment: str, number: int, clean: bool) -> str:
    workers = draw.choice((2, 4, 8, 16))
    each = draw.choice((1, 2, 4, 8))
    odd = 0 if clean or draw.random() < 0.8 else 1
    return CONFIG.format(
        name=f"{environment} {number}",
        environment=environment,
        number=number,
        envs=workers * each + odd,
        workers=workers,
        batch=workers * each // 2,
        size=draw.randint(5, 50),
        hidden=draw.choice((64, 128, 256)),
        steps=draw.choice(("100_000_000", "5e7", "300_000_000")),
        rate=round(draw.uniform(0.0001, 0.05), 5),
        extra="" if clean else draw.choice(FAULTS),
    )
