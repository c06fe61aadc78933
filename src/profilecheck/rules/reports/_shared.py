"""What rules on reports have in common."""

from __future__ import annotations

from math import inf
from typing import TypeGuard

from profilecheck.benchmarks import Benchmark, whole
from profilecheck.document import Setting
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles import report_claims
from profilecheck.profiles import report_names as names
from profilecheck.prose import UNTOLD

SERIAL = ("serial", "native", "sync", "none", "single", "dummy")
"""What a backend is called, or begins with, that starts no processes."""
PUFFER_ENV = "pufferenv"
"""3.0's own name for a native environment that it steps as it is, in one process."""
PROCESSES = ("multiproc", "subproc", "process", "asyncvector", "forkserver")
"""What stands in the name of a backend that starts processes."""

SEVERITY, EFFECT, STAGE = Severity.WARNING, Effect.DIFFERENT, Stage.SILENT


def told(benchmark: Benchmark) -> str:
    """The number that a report is about, as a message begins."""
    headline = benchmark.headline
    if benchmark.own and not benchmark.rates:
        return "the throughput"
    return f"{headline.key} = {headline.raw}" if is_number(headline) else headline.key


def is_number(setting: Setting) -> bool:
    """Whether a value is one number, and no table or list of them."""
    return isinstance(setting.value, (int, float))


def is_serial(benchmark: Benchmark) -> bool:
    """Whether nothing but one process steps."""
    backend = benchmark.text(names.BACKEND).rpartition(".")[2].strip()
    return backend == PUFFER_ENV or backend.startswith(SERIAL)


def starts_processes(benchmark: Benchmark) -> bool:
    """Whether a backend of worker processes is told."""
    return any(word in benchmark.text(names.BACKEND) for word in PROCESSES)


LEAST = 3
"""Repeats that a number is of, at least."""
_ALIKE = 10
"""By what factor a repeat differs from the throughput, at most."""


def samples(benchmark: Benchmark) -> Setting | None:
    """The list of what each repeat measured."""
    rates = (one for one in benchmark.rates if isinstance(one.value, list))
    listed = (
        one
        for one in benchmark.told
        if _lists_repeats(one) or _lists_rates(one, benchmark.headline)
    )
    given = benchmark.get(names.SAMPLES)
    called = (given,) if given is not None and isinstance(given.value, (list, dict)) else ()
    return next((one for one in (*called, *rates, *listed) if _holds_any(one.value)), None)


def _holds_any(samples: object) -> bool:
    """Whether something in a list, or in the tables and lists in it, may be measured."""
    left = [samples]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            left += one.values()
        elif isinstance(one, list):
            left += one
        elif _may_be_measured(one):
            return True
    return False


def _may_be_measured(value: object) -> bool:
    """Whether a value may be a rate or a time, or be the name of a file that holds it."""
    if isinstance(value, str):
        named = value.strip().lower() not in UNTOLD and bool(set("./\\") & set(value))
        return named or any(map(str.isdigit, value))
    return is_measured(value)


def is_measured(value: object) -> TypeGuard[float]:
    """Whether a value is a number that may be measured: above 0, and an end to it."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < inf


def _lists_repeats(setting: Setting) -> bool:
    """Whether it is a list of what each repeat measured under a name that may be a count: ``runs: [1.1e6, 1.2e6]``."""
    value = setting.value
    if names.fact_of(names.plain(setting.key)) != names.REPEATS or not isinstance(value, list):
        return False
    return bool(value) and all(map(_is_repeat, value))


def _lists_rates(setting: Setting, headline: Setting) -> bool:
    """Whether it is a list of numbers of the size of the throughput under a name that lists of anything have: ``rates``."""
    values, rate = setting.value, headline.value
    if names.plain(setting.key) not in names.LISTS or not isinstance(values, list) or not values:
        return False
    numbers = [one for one in values if isinstance(one, (int, float)) and not isinstance(one, bool)]
    if len(numbers) < len(values):
        return False
    return not isinstance(rate, (int, float)) or all(
        rate <= one * _ALIKE and one <= rate * _ALIKE for one in numbers
    )


def _is_repeat(value: object) -> bool:
    if not isinstance(value, dict):
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    keys = [names.plain(str(key)) for key in value]
    facts = {names.fact_of(key) for key in keys}
    return names.ENVS not in facts and (names.SECONDS in facts or any(map(names.is_rate, keys)))


def repeats(benchmark: Benchmark) -> tuple[int | None, Setting | None]:
    """How often a number was measured, where that is known, and the place that tells it."""
    found = samples(benchmark)
    if found is not None and isinstance(found.value, (list, dict)):
        return len(found.value), found
    told_count = benchmark.get(names.REPEATS)
    if told_count is None and (said := said_repeats(benchmark)):
        return said[0], benchmark.headline
    return whole(told_count), told_count


def said_repeats(benchmark: Benchmark) -> tuple[int, str] | None:
    """How many repeats words say that there were, and these words, where nothing else tells of several."""
    said = report_claims.repeats_said(benchmark.prose.sentences)
    if said is None or samples(benchmark) or benchmark.get(names.REPEATS):
        return None
    if benchmark.get(names.SPREAD) or benchmark.prose.tells(names.SPREAD):
        return None
    return said
