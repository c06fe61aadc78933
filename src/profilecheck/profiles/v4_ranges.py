"""Values that 4.0 reads and cannot work with: what is out of range, and what then happens.

Sources: PufferLib 754d725 src/bindings.cu, src/pufferlib.cu create_pufferl_impl, train_impl;
8e3e754 src/vecenv.h create_static_vec, pufferlib/pufferl.py _train; 052f0f5 src/kernels.cu
puf_kaiming_init.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from profilecheck.document import Unknown
from profilecheck.profiles.base import Name
from profilecheck.profiles.v4_numbers import INT, LONG, Get, double, whole

INTS: Final[tuple[Name, ...]] = (
    ("vec", "total_agents"),
    ("vec", "num_buffers"),
    ("vec", "num_threads"),
    ("train", "horizon"),
    ("train", "minibatch_size"),
    ("policy", "hidden_size"),
    ("policy", "num_layers"),
    ("base", "cudagraphs"),
    ("base", "seed"),
)
"""Values that the native trainer holds as a C int."""

LONGS: Final[tuple[Name, ...]] = (("train", "total_timesteps"),)
"""Values that it holds as a C long."""

LEAST: Final[tuple[tuple[Name, int, str], ...]] = (
    (("vec", "total_agents"), 1, "there is no agent to train"),
    (("vec", "num_buffers"), 1, "the agents are divided by it, which ends the process (SIGFPE)"),
    (("train", "minibatch_size"), 1, "batches are divided by it"),
    (("policy", "hidden_size"), 1, "an assertion on the weights' size ends the process"),
    (("policy", "num_layers"), 0, "no memory of a negative size can be had"),
)
"""The least that each may be as a C int, and what happens below."""


@dataclass(frozen=True, slots=True)
class OutOfRange:
    """A value that cannot work: the key to blame, what else took part, and why."""

    name: Name
    reason: str
    others: tuple[Name, ...] = ()
    legal: tuple[int, ...] = ()


def out_of_range(get: Get, mode: str) -> Iterator[OutOfRange]:
    """All values out of range in a run of a mode (train, eval or sweep), given a getter."""
    yield from _too_large(get)
    for name, least, reason in LEAST:
        value = whole(get(*name))
        if value is not None and value < least and not (mode == "eval" and name[0] == "train"):
            read = "" if value == double(get(*name)) else f", read as {value}"
            yield OutOfRange(name, f"{read}: {reason}; use {least} or more", legal=(least,))
    if mode != "eval":
        yield from _relations(get, mode)


def _too_large(get: Get) -> Iterator[OutOfRange]:
    for names, kind, word in ((INTS, INT, "int"), (LONGS, LONG, "long")):
        for name in names:
            number = double(get(*name))
            if number is None or isinstance(number, Unknown):
                continue
            if not math.isfinite(number) or int(number) not in kind:
                reason = f" does not fit a C {word}: what is read instead is undefined"
                yield OutOfRange(name, reason)


def _relations(get: Get, mode: str) -> Iterator[OutOfRange]:
    agents, buffers = whole(get("vec", "total_agents")), whole(get("vec", "num_buffers"))
    horizon = whole(get("train", "horizon"))
    if agents and buffers and 0 < agents < buffers:
        yield OutOfRange(
            ("vec", "num_buffers"),
            f" is more than total_agents = {agents}: each buffer serves total_agents / num_buffers"
            " = 0 agents, so nothing is trained",
            others=(("vec", "total_agents"),),
            legal=(agents,),
        )
    if agents and horizon and agents > 0 and horizon > 0 and agents * horizon not in INT:
        yield OutOfRange(
            ("vec", "total_agents"),
            f" x horizon = {horizon} is {agents * horizon} agent steps: more than a C int holds",
            others=(("train", "horizon"),),
        )
    if mode == "train" and double(get("base", "checkpoint_interval")) == 0:
        yield OutOfRange(
            ("base", "checkpoint_interval"),
            ": the first epoch divides by it, which raises ZeroDivisionError",
            legal=(1,),
        )
