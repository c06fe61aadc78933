"""Reports of runs that were measured once, and are told as if each had been."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from profilecheck.bench.machine import this_machine
from profilecheck.bench.measure import measure
from profilecheck.bench.report import Report
from profilecheck.bench.reporting import made
from profilecheck.bench.workload import Layout, Workload
from profilecheck.hosts import Host
from tests.bench.helpers import SERIAL, SMALL, workers

Change = Callable[[dict[str, Any]], object]
TWO_CORES: Final = Host("here", False, 2, 4, ())
_MEASURED: Final = measure(SMALL, SERIAL)
_numbers = itertools.count()


def another(layout: Layout = SERIAL, workload: Workload = SMALL, host: Host = TWO_CORES) -> Report:
    """A report that agrees with itself, whatever was run. No two are of one run: each has seconds of its own."""
    slower = 1 + next(_numbers) / 1e6
    samples = [
        replace(
            one,
            seconds=one.seconds * slower,
            live_agent_steps=min(one.live_agent_steps, workload.agent_steps),
        )
        for one in _MEASURED.samples
    ]
    return made(
        workload,
        layout,
        replace(_MEASURED, samples=samples),
        created="2030-01-01T00:00:00+00:00",
        host=host,
        machine=this_machine(),
        load=(0.5, None),
    )


def by_workers(count: int = 2, batch: int = 4, **workload: int) -> Report:
    """The same by worker processes, with batches as they are ready."""
    layout = replace(workers(count=count, batch=batch), overwork=count > 2)
    return another(layout, replace(SMALL, **workload))


def edited(whole: Report, change: Change) -> Report:
    """A report with something else in it."""
    data = whole.model_dump()
    change(data)
    return Report.model_validate(data)


def changed(change: Change) -> Report:
    """A report of another run, with something else in it."""
    return edited(another(), change)
