"""What rules on reports have in common."""

from __future__ import annotations

from profilecheck.benchmarks import Benchmark, whole
from profilecheck.document import Setting
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles import report_names as names

SERIAL = ("serial", "native", "sync", "none", "single", "dummy")
"""What a backend is called, or begins with, that starts no processes."""
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
    return benchmark.text(names.BACKEND).rpartition(".")[2].startswith(SERIAL)


def starts_processes(benchmark: Benchmark) -> bool:
    """Whether a backend of worker processes is told."""
    return any(word in benchmark.text(names.BACKEND) for word in PROCESSES)


LEAST = 3
"""Repeats that a number is of, at least."""


def samples(benchmark: Benchmark) -> Setting | None:
    """The list of what each repeat measured."""
    lists = (one for one in benchmark.rates if isinstance(one.value, list))
    return benchmark.get(names.SAMPLES) or next(lists, None)


def repeats(benchmark: Benchmark) -> tuple[int | None, Setting | None]:
    """How often a number was measured, where that is known, and the place that tells it."""
    found = samples(benchmark)
    if found is not None and isinstance(found.value, list):
        return len(found.value), found
    told_count = benchmark.get(names.REPEATS)
    return whole(told_count), told_count
