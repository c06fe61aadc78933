"""Where a report of a benchmark does not agree with itself: it was edited, or damaged."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose
from typing import Final

from profilecheck.bench.report import Report, Run, statistics_of
from profilecheck.telling import counted

_ROUNDED: Final = 1e-6
"""How far apart the same number may be after it was written by hand, as a part of it."""


def contradictions(report: Report) -> Iterator[str]:
    """A sentence for each. A run that failed tells no rate, need not have made all repeats, and may have failed because
    they had different checksums."""
    yield from _of_layout(report.run)
    yield from _of_cores(report)
    yield from _of_steps(report)
    if report.failures:
        return
    if len(report.samples) != report.run.repeats:
        repeats = counted(report.run.repeats, "repeat")
        yield f"{counted(len(report.samples), 'sample')}, and {repeats}"
    yield from _of_statistics(report)
    yield from _of_checksums(report)


def _of_layout(run: Run) -> Iterator[str]:
    """How the environments were handed out, which ``bench`` refuses to do in another way."""
    environments, workers = counted(run.envs, "environment"), counted(run.workers, "worker")
    if run.backend == "serial":
        if run.workers != 1:
            yield f"{workers}, and serial starts none"
        if run.start_method is not None:
            yield f"start method {run.start_method}, and serial starts nothing"
        if run.oversubscribed:
            yield "oversubscribed, and serial starts nothing"
    else:
        if run.start_method is None:
            yield "no start method, and multiprocessing starts workers by one"
        if run.envs % run.workers:
            yield f"{workers}, which have no equal shares of {environments}"
        elif run.mode == "async" and run.batch_size % (run.envs // run.workers):
            each = counted(run.envs // run.workers, "environment")
            yield f"batches of {run.batch_size}, and whole workers have {each} each"
    if run.batch_size != run.envs and (run.backend == "serial" or run.mode == "sync"):
        yield f"batches of {run.batch_size}, and a step is of all {environments}"
    elif run.envs // run.batch_size != run.buffers:
        buffers = counted(run.buffers, "buffer")
        yield f"{buffers}, and batches of {run.batch_size} of {environments}"
    elif run.envs % run.batch_size:
        yield f"batches of {run.batch_size} of {environments}, which leave some over"


def _of_cores(report: Report) -> Iterator[str]:
    """Whether workers shared cores, where that can be known."""
    run, hardware = report.run, report.hardware
    if run.backend == "serial" or hardware.cores is None:
        return
    cpus = min((one.cpus for one in hardware.limits), default=hardware.cores)
    on = counted(hardware.cores, "core")
    if cpus < hardware.cores:
        on = counted(f"{cpus:g}", "CPU")
    shared = run.workers > min(cpus, hardware.cores)
    if shared != bool(run.oversubscribed):
        told = "not told as oversubscribed" if shared else "told as oversubscribed"
        yield f"{counted(run.workers, 'worker')} on {on}, and {told}"
    elif run.workers > hardware.cores and not run.overwork:
        yield f"{counted(run.workers, 'worker')} on {on}, and without overwork"


def _of_steps(report: Report) -> Iterator[str]:
    run, agents = report.run, report.environment.agents
    steps = run.envs * run.steps_per_env
    if run.agent_steps != steps * agents:
        yield (
            f"{counted(run.agent_steps, 'agent step')}, and {run.steps_per_env} of {agents} in each of "
            f"{counted(run.envs, 'environment')} are {steps * agents}"
        )
    for number, one in enumerate(report.samples, 1):
        if one.agent_steps != run.agent_steps:
            made = counted(one.agent_steps, "agent step")
            yield f"sample {number} is of {made}, and the run of {run.agent_steps}"
        if run.agent_steps == steps * agents and one.environment_steps != steps:
            made = counted(one.environment_steps, "environment step")
            yield f"sample {number} is of {made}, and the run of {steps}"
        if one.live_agent_steps > one.agent_steps:
            yield f"sample {number} has {one.live_agent_steps} live of {counted(one.agent_steps, 'agent step')}"
        rate = one.agent_steps / one.seconds
        if not _same(rate, one.simulation_steps_per_second):
            yield (
                f"sample {number} tells {one.simulation_steps_per_second:g} steps per second, and its "
                f"{counted(one.agent_steps, 'step')} in {one.seconds:g} s are {rate:g}"
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


def _of_checksums(report: Report) -> Iterator[str]:
    found = {one.checksum for one in report.samples}
    if report.checksum is None:
        yield "no checksum"
    elif found and report.checksum not in found:
        yield "its checksum is not that of its samples"
    if len(found) > 1:
        yield "its samples have different checksums"


def _same(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=_ROUNDED, abs_tol=_ROUNDED)
