"""Cases for ``load_oracle.py``: arguments of a launch line, those that argparse takes and those that it refuses.

python tools/oracle/launch_cases.py [--seed N] [--random N] > cases.jsonl
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator

INI = """[base]
env_name = case
package = ocean
rnn_name = Recurrent

[vec]
num_envs = 8
num_workers = 4
overwork = False

[env]
width = 8
speed = 0.5
name = maze
nothing = None
sizes = [1, 2]
pair = (1, 2)
deep = {}
wide-open = 1

[train]
total_timesteps = 1e7
minibatch_size = auto
anneal_lr = True
"""

FLAGS = (
    *(
        "--vec.num-envs",
        "--vec.num-workers",
        "--vec.batch-size",
        "--vec.backend",
        "--vec.zero-copy",
    ),
    *(
        "--vec.overwork",
        "--vec.seed",
        "--train.total-timesteps",
        "--train.minibatch-size",
        "--train.device",
    ),
    *("--train.anneal-lr", "--train.learning-rate", "--train.gamma", "--env.width", "--env.speed"),
    *("--env.name", "--env.nothing", "--env.sizes", "--env.pair", "--env.deep", "--env.wide-open"),
    *("--package", "--rnn-name", "--policy-name", "--env-name", "--max-suggestion-cost"),
    *("--wandb", "--neptune", "--tag", "--fps", "--save-frames", "--max-runs", "--render-mode"),
    *("--load-model-path", "--local-rank", "--sweep.metric", "--sweep.train.gamma.min"),
)
ODD = (
    *(
        "--vec.num_envs",
        "--vec.num-w",
        "--vec.num",
        "--vec",
        "--t",
        "--ta",
        "--w",
        "--wandb-p",
        "--train.gam",
    ),
    *(
        "--env.w",
        "--env.wi",
        "--env.x",
        "--foo",
        "--vec.total-agents",
        "--train.horizon",
        "--Vec.num-envs",
    ),
    *(
        "--train.use-rnn",
        "--",
        "-",
        "-x",
        "-vec.num-envs",
        "---",
        "--env.n",
        "--ne",
        "--render",
        "--load",
    ),
)
VALUES = (
    *(
        "8",
        "8_0",
        "8.0",
        "1e6",
        "auto",
        "Auto",
        "-1",
        "-4.5",
        "-.5",
        "-1e-5",
        "0",
        "",
        "abc",
        "inf",
        "nan",
    ),
    *(
        "True",
        "False",
        "None",
        "cuda",
        "a b",
        "-a b",
        "a=b",
        "0x10",
        "08",
        " 8",
        "\u0662",
        "human",
        "rgb",
    ),
)


def fixed() -> Iterator[list[str]]:
    """Each flag alone, with each value in both ways, and what is odd."""
    for flag in (*FLAGS, *ODD):
        if flag != "--":  # alone, only some versions of argparse refuse it
            yield [flag]
        for value in VALUES:
            yield [flag, value]
            yield [f"{flag}={value}"]
    yield []
    yield ["stray"]
    yield ["--vec.num-envs", "8", "9"]
    yield ["--wandb", "True"]
    yield ["--vec.num-envs", "--tag", "x"]
    yield ["--vec.num-envs", "8", "--vec.num-envs", "16"]


def drawn(rng: random.Random) -> list[str]:
    """Some flags and words in a row."""
    words: list[str] = []
    for _ in range(rng.randint(1, 4)):
        flag = rng.choice(FLAGS if rng.random() < 0.8 else ODD)
        how = rng.random()
        if how < 0.45:
            words += [flag, rng.choice(VALUES)]
        elif how < 0.8:
            words.append(f"{flag}={rng.choice(VALUES)}")
        else:
            words.append(flag)
        if rng.random() < 0.05:
            words.append(rng.choice(VALUES))
    return words


def main() -> None:
    """One case a line."""
    options = argparse.ArgumentParser()
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--random", type=int, default=0)
    chosen = options.parse_args()
    rng = random.Random(chosen.seed)
    for argv in (*fixed(), *(drawn(rng) for _ in range(chosen.random))):
        print(json.dumps({"text": INI, "argv": argv, "whole": True}))


if __name__ == "__main__":
    main()
