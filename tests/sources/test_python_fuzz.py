"""Import forms made at random, with the truth that each carries: what is called, with what, at which line."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from profilecheck.sources.python import read

ROOTS = frozenset({"pufferlib"})
SEEDS = 300

Form = tuple[str, str]
"""An import statement, and what it calls ``pufferlib.vector.make`` by."""

FORMS: tuple[Form, ...] = (
    ("import pufferlib.vector", "pufferlib.vector.make"),
    ("import pufferlib, pufferlib.vector", "pufferlib.vector.make"),
    ("import pufferlib.vector as {a}", "{a}.make"),
    ("import pufferlib as {a}", "{a}.vector.make"),
    ("from pufferlib import vector", "vector.make"),
    ("from pufferlib import (\n{i}    vector as {a},\n{i})", "{a}.make"),
    ("from pufferlib.vector import make", "make"),
    ("from pufferlib.vector import Serial, make as {a}", "{a}"),
    ("from pufferlib.vector import make; {a} = make", "{a}"),
    ("import pufferlib.vector\n{i}{a} = pufferlib.vector", "{a}.make"),
)
OTHERS: tuple[Form, ...] = (
    ("import gym.vector as {a}", "{a}.make"),
    ("from gym.vector import make as {a}", "{a}"),
    ("def {a}(**kwargs): ...", "{a}"),
    ("import pufferlib.vector as {a}\n{i}{a} = other", "{a}.make"),
)
"""What calls another ``make``."""


@dataclass
class Made:
    """A text, and the calls of ``make`` in it: line, number of environments (None: not known)."""

    text: str
    calls: list[tuple[int, int | None]]


def made(seed: int) -> Made:
    rng = random.Random(seed)
    lines: list[str] = ["import os"]
    calls: list[tuple[int, int | None]] = []
    for block in range(rng.randint(1, 5)):
        depth = rng.choice((0, 0, 1))
        indent = "    " * depth
        if depth:
            lines.append(
                rng.choice((f"def f{block}(self):", f"class C{block}:", "if True:", "try:"))
            )
        is_ours = rng.random() < 0.7
        statement, callee = rng.choice(FORMS if is_ours else OTHERS)
        words = {"a": f"name{block}", "i": indent}
        lines += (indent + statement.format(**words)).split("\n")
        value, text = _value(rng, block, lines, indent)
        lines.append(f"{indent}x = {callee.format(**words)}(env, num_envs={text})")
        if is_ours:
            calls.append((len(lines), value))
        if depth and lines[-4:] and "try:" in lines:
            at = len(lines) - 1 - lines[::-1].index("try:")
            if all(line.startswith("    ") for line in lines[at + 1 :]):
                lines += ["finally:", "    pass"]
    return Made("\n".join(lines) + "\n", calls)


def _value(rng: random.Random, block: int, lines: list[str], indent: str) -> tuple[int | None, str]:
    number = rng.randint(1, 64)
    kinds: list[Callable[[], tuple[int | None, str]]] = [
        lambda: (number, str(number)),
        lambda: (number * 2, f"{number} * 2"),
        lambda: (None, "os.cpu_count()"),
        lambda: (None, f"unknown{block}"),
        lambda: (number, f"(n := {number})"),
        lambda: (number, f"{{'n': {number}}}['n']"),
    ]
    if rng.random() < 0.3:
        lines.append(f"{indent}N{block} = {number}")
        return number, f"N{block}"
    return rng.choice(kinds)()


@pytest.mark.parametrize("start", range(0, SEEDS, 50))
def test_made_imports_are_followed_to_their_calls(start: int) -> None:
    for seed in range(start, start + 50):
        one = made(seed)
        document = read(one.text, "made.py", ROOTS)
        assert not document.broken, one.text
        found = [
            (call.span.line, next(a.value for a in call.arguments if a.key == "num_envs"))
            for call in document.calls
            if call.name == "pufferlib.vector.make"
        ]
        told = [(line, value if isinstance(value, int) else None) for line, value in found]
        assert told == one.calls, one.text
