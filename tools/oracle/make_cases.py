"""Keyword arguments for ``vector.make``: boundaries, and seeded random ones of every shape.

Values are what a config or a script can hold, right and wrong, so that every row of the decision
table is met, alone and together with others.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from make_oracle import encode

CORES: tuple[int | None, ...] = (None, 1, 2, 8, 64)
BACKENDS = ("PufferEnv", "Serial", "Multiprocessing", "Ray")


@dataclass(frozen=True)
class Case:
    """One call: the arguments of ``make``, how many creators are passed, what psutil answers."""

    kwargs: dict[str, Any]
    creators: int | None = None
    cores: int | None = 8

    def as_json(self) -> dict[str, Any]:
        """The case as the oracle reads it."""
        kwargs = {key: encode(value) for key, value in self.kwargs.items()}
        return {"kwargs": kwargs, "creators": self.creators, "cores": self.cores}


WRONG_BACKENDS: tuple[Any, ...] = (
    *("Native", "native", "serial", "SERIAL", "multiprocessing", "mp", "ray", "", "auto", "None"),
    *("vector.Serial", "pufferlib.vector.Serial", "Serial ", "Serial  # note", "vec\u00e9", "0"),
    *("np", "time", "make", "make_seeds", "autotune", "reset", "step", "RESET", "T", "psutil"),
    *("GymnasiumPufferEnv", "PettingZooPufferEnv", "_worker_process", "set_buffers", "pufferlib"),
    *("__class__", "__doc__", "__dict__", "__name__", "__new__", "__eq__", "__subclasshook__"),
    *(None, 0, 1, True, 1.5, [], ["Serial"], {}, {"name": "Serial"}, (), b"Serial", 1j),
)
"""No vectorizer: names the module lacks, names it has for something else, and what is no name."""

ODD_NUMBERS: tuple[Any, ...] = (
    *(0, -1, -2, -4, True, False, None, 0.0, 0.5, 1.0, 1.5, 2.0, 4.0, -1.0, 1e300, 5e-324),
    *(float("nan"), float("inf"), float("-inf"), 2**60, 2**63, -(2**63), 10**310),
    *("auto", "Auto", "4", "", " 4", "None", "%s", "%", [], [2], (), (2,), {}, {"a": 1}),
    *(b"4", 1j, 0j, {1}, frozenset()),
)
"""What stands where a count should stand."""

FLAGS: tuple[Any, ...] = (
    *(True, False, None, 0, 1, 2, -1, 0.0, 1.0, "True", "False", "", "auto", [], [0], {}, ()),
    float("nan"),
)

UNKNOWN_KEYS = ("sync_traj", "env_batch_size", "num_threads", "buf", "start_method", "env", "Seed")

ENV_ARGS: tuple[Any, ...] = (
    *(None, [], [1], (1,), (), "ab", "", 5, 0, {}, {"a": 1}, {0: []}, {1}, set(), b"ab", True),
    [[]],
)
ENV_KWARGS: tuple[Any, ...] = (
    *(None, {}, {"size": 1}, {"seed": 1}, {"buf": None}, {"seed": 1, "buf": None}, {1: 2}),
    *([], [1], [{}], (), "", "ab", 0, 5, True, {"buf"}, {0: {}}, set()),
)
SEEDS: tuple[Any, ...] = (0, 7, -1, None, "abc", [1, 2], 1.5)


def corners() -> Iterator[Case]:
    """Calls that only one row of the table decides, and that chance would hardly meet."""
    for backend in BACKENDS[1:]:
        named = {"backend": backend}
        yield Case({**named, "num_envs": 4, "num_workers": 10**310})
        yield Case({**named, "num_envs": 4, "num_workers": 10**310, "overwork": True})
        yield Case({**named, "num_envs": 4, "num_workers": float("inf"), "overwork": True})
        yield Case({**named, "num_envs": 10**310, "num_workers": 1})
        yield Case({**named, "num_envs": 2.0, "num_workers": 10**310})
        yield Case({**named, "num_envs": 4, "batch_size": float("nan")})
        yield Case({**named, "num_envs": 4, "batch_size": 5e-324})
        yield Case({**named, "env_args": {0: []}, "env_kwargs": [{}]}, creators=1)
        yield Case({**named, "env_args": [[]], "env_kwargs": {0: {}}}, creators=1)
        yield Case({**named, "env_args": 5, "env_kwargs": [{}], "num_envs": 2}, creators=2)
        yield Case({**named, "env_args": [[], 1], "env_kwargs": 5, "num_envs": 2}, creators=2)


def boundary() -> Iterator[Case]:
    """Every row of the table on either side of its edge, and every odd value in every place."""
    yield from corners()
    for backend in (*BACKENDS, *WRONG_BACKENDS):
        yield Case({"backend": backend})
        yield Case({"backend": backend, "num_envs": 4, "num_workers": 3, "nonsense": 1})
        yield Case({"backend": backend, "num_envs": 4, "num_workers": 2, "batch_size": 2})
    for backend, odd in itertools.product(BACKENDS, ODD_NUMBERS):
        named = {"backend": backend}
        yield Case({**named, "num_envs": odd})
        yield Case({**named, "num_envs": odd, "num_workers": 1})
        yield Case({**named, "num_envs": odd, "num_workers": "auto", "batch_size": "auto"})
        yield Case({**named, "num_envs": 4, "num_workers": odd})
        yield Case({**named, "num_envs": 4, "num_workers": odd, "batch_size": 2})
        yield Case({**named, "num_envs": 4, "batch_size": odd})
        yield Case({**named, "num_envs": 4, "batch_size": odd, "zero_copy": False})
        yield Case({**named, "num_envs": 4, "num_workers": 2, "batch_size": odd})
        yield Case({**named, "num_envs": 4, "num_workers": 2, "batch_size": odd, "zero_copy": 0})
    for backend, envs, workers in itertools.product(BACKENDS[1:], range(1, 9), range(1, 9)):
        kwargs = {"backend": backend, "num_envs": envs, "num_workers": workers}
        yield Case(kwargs, cores=4)
        yield Case({**kwargs, "overwork": True}, cores=4)
        for batch in ("auto", envs // workers, envs - 1, envs, envs + envs // workers):
            yield Case({**kwargs, "batch_size": batch})
            yield Case({**kwargs, "batch_size": batch, "zero_copy": False})
    for envs, cores in itertools.product((1, 2, 3, 4, 5, 6, 8, 9, 63, 64, 65), CORES):
        auto = {"num_envs": envs, "num_workers": "auto", "batch_size": "auto"}
        yield Case({"backend": "Multiprocessing", "num_envs": envs}, cores=cores)
        yield Case({"backend": "Multiprocessing", **auto}, cores=cores)
        yield Case({"backend": "Multiprocessing", **auto, "overwork": 1}, cores=cores)
    for backend, flag in itertools.product(BACKENDS, FLAGS):
        kwargs = {"backend": backend, "num_envs": 4}
        yield Case({**kwargs, "batch_size": 3, "zero_copy": flag})
        yield Case({**kwargs, "overwork": flag}, cores=2)
    yield from _shapes()


def _shapes() -> Iterator[Case]:
    """Shapes of creators and of their arguments."""
    for backend in BACKENDS:
        for args in ENV_ARGS:
            yield Case({"backend": backend, "env_args": args})
            for creators in (0, 1, 2):
                kwargs = {"backend": backend, "num_envs": 2, "env_args": args}
                yield Case({**kwargs, "env_kwargs": [{}] * 2}, creators)
        for keywords in ENV_KWARGS:
            yield Case({"backend": backend, "env_kwargs": keywords})
            yield Case({"backend": backend, "num_envs": 2, "env_kwargs": keywords, "batch_size": 1})
            for creators in (0, 1, 2):
                kwargs = {"backend": backend, "num_envs": 2, "env_kwargs": keywords}
                yield Case({**kwargs, "env_args": [[]] * 2}, creators)
        for first, second in itertools.product(ENV_KWARGS[:7], repeat=2):
            kwargs = {"backend": backend, "num_envs": 2, "env_args": [(), []]}
            yield Case({**kwargs, "env_kwargs": [first, second]}, 2)
            yield Case({**kwargs, "env_kwargs": [first, second], "batch_size": 1}, 2)
        for args in ([[], 1], [1, []], ["", []], [None, None]):
            kwargs = {"backend": backend, "num_envs": 2, "env_args": args}
            yield Case({**kwargs, "env_kwargs": [{}, 1]}, 2)
            yield Case({**kwargs, "env_kwargs": [1, {}]}, 2)


def sampled(seed: int, count: int) -> Iterator[Case]:
    """``count`` random cases, the same ones for the same seed."""
    draw = random.Random(seed)
    for _ in range(count):
        yield _sample(draw)


def _sample(draw: random.Random) -> Case:
    kwargs: dict[str, Any] = {}
    envs = _count(draw)
    if draw.random() < 0.95:
        kwargs["backend"] = _backend(draw)
    if draw.random() < 0.9:
        kwargs["num_envs"] = envs
    whole = envs if type(envs) is int and 0 < envs < 1000 else 4
    if draw.random() < 0.6:
        kwargs["num_workers"] = _part(draw, whole)
    if draw.random() < 0.6:
        kwargs["batch_size"] = _part(draw, whole)
    for flag, share in (("zero_copy", 0.4), ("overwork", 0.3)):
        if draw.random() < share:
            kwargs[flag] = draw.choice(FLAGS if draw.random() < 0.3 else (True, False))
    if draw.random() < 0.1:
        kwargs["seed"] = draw.choice(SEEDS)
    if draw.random() < 0.06:
        kwargs[draw.choice(UNKNOWN_KEYS)] = draw.choice((None, 1, "auto"))
    creators = None
    if draw.random() < 0.08:
        creators = draw.choice((whole, whole, whole, 1, 2, 0)) if whole < 20 else 2
        kwargs["env_args"] = _listed(draw, creators, ((), []), ENV_ARGS)
        kwargs["env_kwargs"] = _listed(draw, creators, ({}, {"size": 1}), ENV_KWARGS)
    elif draw.random() < 0.1:
        kwargs["env_args"] = draw.choice(ENV_ARGS)
    elif draw.random() < 0.12:
        kwargs["env_kwargs"] = draw.choice(ENV_KWARGS)
    keys = list(kwargs)
    draw.shuffle(keys)
    return Case({key: kwargs[key] for key in keys}, creators, draw.choice(CORES))


def _backend(draw: random.Random) -> Any:
    weights = (8, 22, 40, 22, 8)
    (backend,) = draw.choices((*BACKENDS, "wrong"), weights)
    return draw.choice(WRONG_BACKENDS) if backend == "wrong" else backend


def _count(draw: random.Random) -> Any:
    if draw.random() < 0.08:
        return draw.choice(ODD_NUMBERS)
    return draw.choice((1, 1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 9, 10, 12, 15, 16, 24, 32, 64, 100))


def _part(draw: random.Random, whole: int) -> Any:
    """A number of workers or of environments in a batch: mostly one that divides."""
    chance = draw.random()
    if chance < 0.12:
        return draw.choice(ODD_NUMBERS)
    if chance < 0.25:
        return "auto"
    if chance < 0.7:
        return draw.choice([n for n in range(1, whole + 1) if whole % n == 0])
    return draw.randint(1, whole + 4)


def _listed(draw: random.Random, count: int, good: tuple[Any, ...], any_: tuple[Any, ...]) -> Any:
    """One element for each creator; now and then a wrong one, too many of them, or no list."""
    chance = draw.random()
    if chance < 0.1:
        return draw.choice(any_)
    elements = [draw.choice(good) for _ in range(count)]
    if chance < 0.2:
        return [*elements, good[0]]
    if chance < 0.45 and elements:
        elements[draw.randrange(count)] = draw.choice(any_)
    return tuple(elements) if chance > 0.9 else elements
