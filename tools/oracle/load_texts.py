"""Cases for ``load_oracle.py``: whole INIs as people write them, over the shipped or an own default.ini.

    python tools/oracle/load_texts.py [--seed N] [--count N] > cases.jsonl

``load_cases.py`` has one fault or oddity a text; here everything comes together.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from typing import Any

NUMBERS = (
    *("1", "2", "4", "8", "64", "1024", "8_192", "0x10", "1e3", "5e7", "0.995", "-1", "+4", "4.0"),
    *("007", "1_", "2**3", "64*1024", "1,000", "1e400", "inf", ".5", "1e-12", "3j", "12345678901"),
)
WORDS = (
    *("auto", "None", "none", "True", "False", "true", "no", "cuda", "cpu", "adam", "muon", "é"),
    *("Serial", "'Serial'", '"Multiprocessing"', "PufferEnv", "float32", "a b", "a = b", "x:y"),
    *("pong # fast", "4 # four", "4 ; four", "; x", "100%%", "%%(seed)s", "''", "b'x'", "[1, 2]"),
    *("(1, 2)", "{}", "{'size': 11}", "[1,\n    2,\n    3]", "first\n    second", "1\n\n    2"),
    *("1\n    # a comment in between\n    2", "", "'a\n    b'", "...", "4 if 1 else 2", "{1, 2}"),
)
REFERENCES = {
    "vec": ("%(num_envs)s", "%(NUM_ENVS)s", "%(seed)s", "1%(num_workers)s"),
    "train": ("%(seed)s", "%(bptt_horizon)s", "%(minibatch_size)s", "[%(seed)s, %(gamma)s]"),
    "base": ("%(policy_name)s", "%(rnn_name)s2"),
}
"""What refers to a value that the section has in the shipped defaults; else it may refer to ``shared``."""
BROKEN_VALUES = ("%(absent)s", "50%", "%d", "%(self", "%(loop)s")

KEYS = {
    "base": ("package", "env_name", "policy_name", "rnn_name", "max_suggestion_cost"),
    "vec": ("backend", "num_envs", "num_workers", "batch_size", "zero_copy", "seed", "overwork"),
    "train": (
        *("total_timesteps", "learning_rate", "gamma", "batch_size", "minibatch_size"),
        *("bptt_horizon", "device", "optimizer", "precision", "seed", "compile", "env_batch_size"),
    ),
    "env": ("size", "num_agents", "frame_skip", "width", "reward-scale", "Name", "seed"),
    "policy": ("hidden_size", "cnn_channels"),
    "rnn": ("input_size", "hidden_size"),
    "sweep": ("metric", "goal", "downsample"),
    "sweep.train.gamma": ("distribution", "min", "max", "mean", "scale"),
    "DEFAULT": ("shared", "num_envs", "seed"),
    "notes": ("author", "loop"),
}
"""Sections in the order in which they mostly stand, with keys."""

FAULTS = (
    *("a key without a value\n", "[unclosed\n", "[vec]\nnum_envs = 2\nnum_envs = 2\n", "[]\n"),
    *("[train]\n[train]\n", "[env]\ntwo-words = 1\ntwo_words = 2\n", "[sweep.metric]\na = 1\n"),
    *("= 3\n", "[vec]\nnum-envs = 2\n", "[base]\ntag = x\n", "[env.size]\na = 1\n[x]\nb = 1\n"),
)
DEFAULTS = (
    "[base]\nenv_name = None\npolicy_name = Policy\nrnn_name = None\n[vec]\nnum_envs = 16\n"
    "backend: Multiprocessing\n[train]\nbptt_horizon = 32\nseed = %(shared)s\n[DEFAULT]\nshared = 7\n",
    "[DEFAULT]\nnum_envs = 3\n[base]\nenv_name = None\nrnn_name = Recurrent\n[vec]\nbackend = Ray\n"
    "batch_size = %(num_envs)s\n[env]\nsize = 5\n[rnn]\ninput_size = 8\n[train]\nGamma = 0.9\n",
)
"""Own default.ini files, of forks that nobody has."""


ENV_NAMES = (
    *('"case"', "'case'", "case, other", "other,case", "['case']", "['case', 'other']", "(case)"),
    *(
        "case other",
        "other case",
        "case # other",
        "case\n  other",
        "other\n  case",
        "case/a-v1 case",
    ),
    *("%(policy_name)s case", "case;", "case ; other"),
)
"""What is meant to be found by ``puffer train case``."""


def cases(seed: int, count: int) -> Iterator[dict[str, Any]]:
    """The shipped defaults alone, then ``count`` texts, some of them over an own default.ini."""
    yield {"text": "", "whole": True}
    for default in DEFAULTS:
        yield {"text": "", "default": default}
    draw = random.Random(seed)
    for _ in range(count):
        case = {"text": text(draw)}
        if draw.random() < 0.25:
            case["default"] = draw.choice(DEFAULTS)
        yield case
    for names in ENV_NAMES:
        yield {"text": f"[base]\nenv_name = {names}\n[vec]\nnum_envs = 4\n", "ask": "case"}


def text(draw: random.Random) -> str:
    """One INI."""
    names = [name for name in KEYS if draw.random() < (0.2 if name in RARE else 0.75)]
    if draw.random() < 0.3:
        draw.shuffle(names)
    parts = [_section(draw, name) for name in names]
    if draw.random() < 0.12:
        parts.insert(draw.randint(0, len(parts)), draw.choice(FAULTS))
    whole = "".join(parts)
    if draw.random() < 0.1:
        whole = whole.rstrip("\n")
    return whole.replace("\n", "\r\n") if draw.random() < 0.1 else whole


RARE = ("DEFAULT", "notes", "sweep", "sweep.train.gamma", "rnn")


def _section(draw: random.Random, name: str) -> str:
    lines = [f"[{name}]" + draw.choice(("", "", "", "  ", " # not in force"))]
    keys = draw.sample(KEYS[name], draw.randint(0, len(KEYS[name])))
    for key in keys:
        if draw.random() < 0.1:
            lines.append(draw.choice(("", "# a comment", "; another", "    # indented", "   ")))
        lines.append(_setting(draw, name, key))
    return "\n".join(lines) + "\n" + draw.choice(("", "\n", "\n\n"))


def _setting(draw: random.Random, section: str, key: str) -> str:
    if (section, key) == ("base", "env_name"):
        return f"env_name = {draw.choice(('case', 'case other', 'case-1'))}"
    chance = draw.random()
    if chance < 0.004:
        value = draw.choice(BROKEN_VALUES)
    elif chance < 0.06:
        value = draw.choice(REFERENCES.get(section, ("100%%",) * 9 + ("%(shared)s",)))
    else:
        value = draw.choice(NUMBERS if draw.random() < 0.55 else WORDS)
    written = draw.choice((key, key, key, key.upper(), key.title()))
    indent = "  " if draw.random() < 0.01 else ""
    return f"{indent}{written}{draw.choice((' = ', ' = ', '=', ': ', ' : ', ' =   '))}{value}"


def main() -> None:
    """Print the cases, a line each."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--count", type=int, default=360)
    arguments = parser.parse_args()
    for case in cases(arguments.seed, arguments.count):
        print(json.dumps(case))


if __name__ == "__main__":
    main()
