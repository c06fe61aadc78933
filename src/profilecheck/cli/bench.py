"""Time steps of synthetic environments; compare and plot the reports.

`bench run` (or `bench` alone) makes deterministic environments of a known cost, vectorizes them in
this process or in workers over shared memory, and times them. PufferLib takes no part. The same seed is
the same work, with the same checksum, on every backend. --output writes the report, a JSON with all that makes the number reproducible.

`bench compare A B` gives B's rate by A's with its uncertainty, and refuses reports that differ in
anything but what --vary names. `bench plot REPORT...` draws their samples, and how they scale over
workers.

Exit codes: 0 measured or compared, 1 the run failed or the reports cannot be compared, 2 wrong usage,
something that could not be read, or settings that are not run.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from profilecheck.bench.workload import (
    Layout,
    Refused,
    Workload,
    option,
    refuse_astray,
)
from profilecheck.cli.benched import STDOUT, compare, plot, writable, write
from profilecheck.cli.output import CLEAN, FAILED, FOUND, Output, UsageError
from profilecheck.telling import counted, told

if TYPE_CHECKING:
    from profilecheck.bench.measure import Measured
    from profilecheck.bench.report import Report

_OF_WORKLOAD = {
    "envs": "environments",
    "agents": "agents in one environment",
    "observation_size": "float32 values that one agent observes",
    "work": "units of work in one step of one environment, each some 50 ns",
    "steps_per_env": "timed steps of each environment, in each repeat",
    "warmup": "steps of each environment before, which are not timed",
    "repeats": "how often it is measured, at least 3",
    "seed": "of the environments: the same seed is the same work",
}


_ACTIONS = ("run", "compare", "plot")
_OF_WORKERS = ("overwork", "timeout")


def declare(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments to its parser. What is not given stays None, so that it can be told."""
    parser.usage = (
        "profilecheck bench [run] [options of run]\n"
        "       profilecheck bench compare A B [--vary NAMES]\n"
        "       profilecheck bench plot REPORT... --output FILE [--vary NAMES] [--force]\n"
        "                               [-q]"
    )
    # Not with `choices`: of an option that does not exist the value would be told, as no action.
    parser.add_argument("action", nargs="?", metavar="|".join(_ACTIONS), help="(default: run)")
    parser.add_argument(
        "reports",
        nargs="*",
        metavar="REPORT",
        help="compare: two, A and B; plot: any; - is standard input",
    )
    usual, layout = Workload(), Layout()
    what = parser.add_argument_group("run: what is done")
    for name, about in _OF_WORKLOAD.items():
        default = getattr(usual, name)
        what.add_argument(
            option(name), dest=name, type=int, metavar="N", help=f"{about} (default: {default})"
        )
    who = parser.add_argument_group("run: who does it")
    who.add_argument(
        "--backend",
        choices=("serial", "multiprocessing"),
        help=f"this process alone, or workers (default: {layout.backend})",
    )
    who.add_argument(
        "--mode",
        choices=("sync", "async"),
        help="all environments at once (default), or batches as they are ready",
    )
    who.add_argument(
        "--start-method",
        choices=("spawn", "forkserver", "fork"),
        help=f"how workers are started (default: {layout.start_method})",
    )
    who.add_argument(
        "--workers", type=int, metavar="N", help=f"processes (default: {layout.workers})"
    )
    who.add_argument(
        "--batch-size",
        type=int,
        metavar="N",
        help="environments that are handed over at once (default: all)",
    )
    who.add_argument(
        "--overwork",
        action="store_true",
        default=None,
        help="allow more workers than physical cores",
    )
    who.add_argument(
        "--timeout",
        type=float,
        metavar="S",
        help=f"seconds that one answer of a worker may take (default: {layout.timeout:g})",
    )
    kept = parser.add_argument_group("run and plot: what is written")
    kept.add_argument(
        "--output", metavar="FILE", help="the report (- prints it), or the picture, .svg or .png"
    )
    kept.add_argument(
        "--force", action="store_true", default=None, help="also over a file that exists"
    )
    kept.add_argument(
        "-q", "--quiet", action="store_true", default=None, help="say only what is wrong"
    )
    compared = parser.add_argument_group("compare and plot")
    compared.add_argument(
        "--vary",
        metavar="NAMES",
        action="append",
        help="in what the reports are meant to differ, such as workers,batch-size; may be repeated",
    )


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Measure or compare, and give the exit code."""
    action = arguments.action or "run"
    if action not in _ACTIONS:
        raise UsageError(f"invalid choice: {told(action)} (choose from {', '.join(_ACTIONS)})")
    given = {
        name
        for name, value in vars(arguments).items()
        if value not in (None, []) and name != "action"
    }
    theirs = {"reports", "vary"}
    written = {"output", "force", "quiet"}
    foreign = {
        "run": given & theirs,
        "compare": given - theirs,
        "plot": given - theirs - written,
    }[action]
    if foreign:
        name = min(foreign)
        word = told(arguments.reports[0]) if name == "reports" else option(name)
        raise UsageError(f"{word} is nothing that `bench {action}` takes")
    try:
        if action == "compare":
            return compare(arguments.reports, arguments.vary or (), output)
        if action == "plot":
            return plot(
                arguments.reports,
                arguments.vary or (),
                arguments.output,
                output,
                force=bool(arguments.force),
                quiet=bool(arguments.quiet),
            )
        return _measure(arguments, output)
    except Refused as error:
        raise UsageError(str(error)) from error


def _measure(arguments: argparse.Namespace, output: Output) -> int:
    try:
        from profilecheck.bench import reporting
        from profilecheck.bench.measure import Interrupted, measure
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "numpy":
            raise
        raise UsageError("it needs numpy: pip install 'profilecheck[bench]'") from error
    from profilecheck.bench import machine
    from profilecheck.bench.buffers import bytes_needed
    from profilecheck.bench.judged import judge
    from profilecheck.bench.report import text_of
    from profilecheck.hosts import this_machine
    from profilecheck.signals import held, one_end

    workload, layout = _asked(arguments)
    refuse_astray(workload, layout)
    bytes_needed(workload)
    path = writable(arguments.output, force=bool(arguments.force))
    host = this_machine()
    for finding in judge(workload, layout, host):
        output.fail(f"{finding.severity.value} {finding.code} {finding.name}: {finding.message}")
    created, load = reporting.now(), machine.load()
    interrupted: Interrupted | None = None
    unwritten: UsageError | None = None
    with one_end():
        with _progress(workload, output) as progress:
            try:
                measured = measure(workload, layout, progress=progress)
            except Interrupted as error:
                interrupted, measured = error, error.measured
        if interrupted is not None and not measured.samples:
            _tell_interrupted(measured, workload, None, output)
            raise interrupted
        with held():  # what is measured is not lost while it is written
            report = reporting.made(
                workload,
                layout,
                measured,
                created=created,
                host=host,
                machine=machine.this_machine(),
                load=(load, machine.load()),
            )
            if path is not None:  # first: whoever reads the rest may be gone
                try:
                    write(path, text_of(report).encode(), force=bool(arguments.force))
                except UsageError as error:
                    unwritten = error
    try:
        if arguments.output == STDOUT or unwritten is not None:
            output.write(text_of(report))
        elif measured.failure is None and not arguments.quiet:
            output.write(_summary(report))
    except OSError:
        if interrupted is None:
            raise
    if unwritten is not None:
        output.fail(f"profilecheck bench: error: {unwritten}; the report is on standard output")
    if interrupted is not None:
        _tell_interrupted(measured, workload, arguments.output, output)
        raise interrupted
    if measured.failure is not None:
        _tell_failure(measured, workload, arguments.output, output)
    return FAILED if unwritten is not None else FOUND if measured.failure is not None else CLEAN


def _asked(arguments: argparse.Namespace) -> tuple[Workload, Layout]:
    given = {name: value for name, value in vars(arguments).items() if value is not None}
    workload = Workload(**{name: given[name] for name in _OF_WORKLOAD if name in given})
    serial = given.get("backend") == "serial"
    for name in _OF_WORKERS:
        if serial and name in given:
            raise UsageError(f"{option(name)}: serial has no workers; leave it out")
    chosen: dict[str, Any] = {"batch_size": workload.envs}
    if serial:
        chosen |= {"workers": 1, "start_method": None}
    names = ("backend", "mode", "start_method", "workers", "batch_size", "overwork", "timeout")
    chosen |= {name: given[name] for name in names if name in given}
    return workload, Layout(**chosen)


@contextmanager
def _progress(workload: Workload, output: Output) -> Iterator[Callable[[int], None]]:
    """Show on a terminal how far it is. Between repeats only: nothing is drawn while time is taken."""
    if not output.watched:
        yield lambda rounds: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    console = Console(stderr=True)
    with Progress(*columns, console=console, auto_refresh=False, transient=True) as bar:
        task = bar.add_task("warm-up", total=workload.repeats)
        bar.refresh()

        def show(rounds: int) -> None:
            bar.update(task, completed=rounds - 1, description="repeats", refresh=True)

        yield show


def _tell_failure(
    measured: Measured, workload: Workload, given: str | None, output: Output
) -> None:
    done = f" (after {_of_all(measured, workload)})" if measured.samples else ""
    output.fail(f"profilecheck bench: failed in {measured.failed_in}: {measured.failure}{done}")
    if measured.samples:
        output.fail(f"profilecheck bench: {_kept(given)}")


def _tell_interrupted(
    measured: Measured, workload: Workload, given: str | None, output: Output
) -> None:
    kept = _kept(given) if measured.samples else "no report is made"
    done = _of_all(measured, workload)
    output.fail(f"profilecheck bench: {measured.failure} after {done}: {kept}")


def _of_all(measured: Measured, workload: Workload) -> str:
    return f"{len(measured.samples)} of {workload.repeats} repeats"


def _kept(given: str | None) -> str:
    """What becomes of the repeats that a run which came to no end has made."""
    if given is None:
        return "no report is made (--output FILE keeps what was measured)"
    return "the report has what was measured, and is incomplete"


def _summary(report: Report) -> str:
    from profilecheck.bench.report import busy

    run, rates = report.run, report.simulation_steps_per_second
    assert rates is not None
    agents = report.environment.agents
    how = f"{run.backend} ({run.start_method})" if run.start_method else run.backend
    lines = [
        f"{how}, {run.mode}: {counted(f'{run.envs:,}', 'environment')} of {counted(f'{agents:,}', 'agent')}"
        + (
            f" on {counted(f'{run.workers:,}', 'worker')}, {run.batch_size} at once"
            if run.start_method
            else ""
        ),
        f"  {run.repeats} repeats of {run.agent_steps:,} agent steps" + _taking_part(report),
        f"  median {rates.median:,.0f} agent steps/s "
        f"({rates.minimum:,.0f} to {rates.maximum:,.0f}, the middle half within {rates.spread:.1%})",
        f"  checksum {(report.checksum or '')[:16]}",
        "  of the environments alone: nothing is trained",
    ]
    if run.oversubscribed:
        lines.append("  oversubscribed: workers share cores, so this is no number for a headline")
    if (words := busy(report)) is not None:
        lines.append(f"  {words}")
    return "\n".join(lines) + "\n"


def _taking_part(report: Report) -> str:
    """How many of the steps are of agents with a true mask, where not all are."""
    live = report.samples[0].live_agent_steps
    if live == report.run.agent_steps:
        return ""
    return f", {live:,} of them of agents that take part (the others have left their episode)"
