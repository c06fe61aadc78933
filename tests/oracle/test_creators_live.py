"""``validate`` with lists of creators and of their arguments, against the real 3.0.0, asked now."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import record
from make_cases import Case

from profilecheck import ConfigError, validate
from tests.oracle.checker import refusals

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.heavy,
    pytest.mark.usefixtures("without_offers"),
]


def creator(*args: object, **kwargs: object) -> None:
    """Stands for an environment's class; it is never called here."""


ARGS: list[Any] = ["absent", None, [], [[]], [[], []], [[], [], []], {}, 7]
KWARGS: list[Any] = [
    *("absent", None, {}, {"size": 1}, [{}], [{}, {}], [{}, {}, {}], [{}, 1], 7),
]


def test_every_combination_is_judged_as_the_real_make_judges_it(oracle: Path) -> None:
    shapes = [
        (backend, envs, creators, args, kwargs)
        for backend in ("PufferEnv", "Serial", "Multiprocessing", "Ray")
        for envs in (1, 2, 3)
        for creators in (None, 1, 2, 3)
        for args in ARGS
        for kwargs in KWARGS
    ]
    cases = []
    for backend, envs, creators, args, kwargs in random.Random(20).sample(shapes, 500):
        given = {"backend": backend, "num_envs": envs, "env_args": args, "env_kwargs": kwargs}
        cases.append(Case({k: v for k, v in given.items() if v != "absent"}, creators, 8))
    for case, answer in zip(cases, record.ask(oracle, cases), strict=True):
        passed = creator if case.creators is None else [creator] * case.creators
        try:
            made = validate(
                {**case.kwargs, "env_creator_or_creators": passed}, target="3.0", host=8
            )
            refused = refusals(made.findings)
        except ConfigError as error:
            refused = refusals(error.findings)
        assert bool(refused) == (answer["verdict"] != "accept"), (case, answer)
