"""Where a report of a benchmark does not agree with itself: it was edited, or damaged."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose
from typing import Final

from profilecheck.bench.report import Report, statistics_of

_ROUNDED: Final = 1e-6
"""How far apart the same number may be after it was written by hand, as a part of it."""


def contradictions(report: Report) -> Iterator[str]:
    """A sentence for each. A run that failed tells no rate, and need not have made all repeats."""
    if not report.failures:
        yield from _of_samples(report)
        yield from _of_statistics(report)
        if report.checksum is None:
            yield "no checksum"
    if len({one.checksum for one in report.samples}) > 1:
        yield "its samples have different checksums"


def _of_samples(report: Report) -> Iterator[str]:
    run = report.run
    if len(report.samples) != run.repeats:
        yield f"{len(report.samples)} samples, and {run.repeats} repeats"
    for number, one in enumerate(report.samples, 1):
        if one.agent_steps != run.agent_steps:
            yield f"sample {number} is of {one.agent_steps} agent steps, and the run of {run.agent_steps}"
        rate = one.agent_steps / one.seconds
        if not _same(rate, one.simulation_steps_per_second):
            yield (
                f"sample {number} tells {one.simulation_steps_per_second:g} steps per second, and its "
                f"{one.agent_steps} steps in {one.seconds:g} s are {rate:g}"
            )


def _of_statistics(report: Report) -> Iterator[str]:
    rates = [one.simulation_steps_per_second for one in report.samples]
    if not rates:
        return
    told, found = report.simulation_steps_per_second, statistics_of(rates)
    if told is None:
        yield f"its median is None, and that of its samples {found['median']}"
        return
    for name, value in found.items():
        if not _same(getattr(told, name), value):
            words = name.replace("_", " ")
            yield f"its {words} is {getattr(told, name)}, and that of its samples {value}"


def _same(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=_ROUNDED, abs_tol=_ROUNDED)
