"""Check a config on this machine, and start what it is for.

The effective config is checked first, with the flags behind --, and an error keeps it from
starting. What is installed is found without importing it, and must be of the config's
generation. Its own loader reads only the INIs that were installed with it: the config is laid over them,
what differs is passed as flags, and what cannot be passed keeps it from starting too.

Exit codes: that of what was started; 0 after --dry-run; 1 where it is not to be started; 2 wrong
usage, or nothing that could be started.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from profilecheck.cli import judging
from profilecheck.cli.output import CLEAN, FOUND, Output, UsageError

if TYPE_CHECKING:
    from profilecheck.findings import FileReport, Severity
    from profilecheck.hosts import Host
    from profilecheck.launch.plan import Plan
    from profilecheck.options import Options
    from profilecheck.settings import Settings

TAKES_FLAGS = True
"""What stands behind ``--`` is for what is started."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments to its parser."""
    parser.usage = "profilecheck run CONFIG [options] [-- FLAG ...]"
    parser.add_argument("file", metavar="CONFIG", help="an INI, TOML, JSON or YAML file")
    judging.declare(parser)
    parser.add_argument(
        "--fail-on",
        choices=("error", "warning", "info"),
        help="the least severity of a finding that keeps it from starting (default: error)",
    )
    how = parser.add_argument_group("what is started")
    how.add_argument(
        "--env", metavar="NAME", help="the environment (default: the one of [base] env_name)"
    )
    how.add_argument(
        "--python",
        metavar="PATH",
        help="the interpreter whose PufferLib starts (default: this one)",
    )
    how.add_argument(
        "--over",
        choices=("installed", "default"),
        help="what CONFIG lies over: the installed default.ini and INI of its environment, or "
        "default.ini alone, so that it takes the place of that INI (default: the latter where "
        "CONFIG has a default.ini of its own, else the former)",
    )
    how.add_argument(
        "--dry-run",
        action="store_true",
        help="print the command, quoted for a shell, and start nothing",
    )
    how.add_argument(
        "--allow-unpassed",
        action="store_true",
        help="start it although settings cannot be passed: they are listed",
    )
    how.add_argument("--record", metavar="FILE", help="write what is started to a JSON file")
    how.add_argument(
        "-q", "--quiet", action="store_true", help="say only what is wrong, and what starts"
    )


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Start the config, or say why not."""
    from profilecheck.checking import whole
    from profilecheck.cli import launched
    from profilecheck.findings import Severity
    from profilecheck.launch.installed import NoRuntime, find
    from profilecheck.launch.plan import NothingToRun, Request, plan
    from profilecheck.surroundings import look

    path = arguments.file
    if path == judging.STDIN:
        raise UsageError("a run starts a config that is a file, not standard input")
    judging.refuse_paths([path], None)
    if arguments.record == judging.STDIN:
        raise UsageError("--record takes a file: standard output is for what starts")
    if arguments.defaults not in (None, "ini"):
        raise UsageError("default.ini lies below every config that is started: --defaults is ini")
    settings = judging.settings_for([path])
    least = Severity(arguments.fail_on or settings.fail_on or "error")
    options, asked = _options(arguments, settings)
    document = judging.document_of(path, path)
    if document.broken:
        from profilecheck.engine import check_document

        return _broken(check_document(document, options, look(Path(path))), output)
    request = Request(
        *(document, whole(Path(path)), options, look(Path(path)), arguments.env),
        *(tuple(arguments.behind), arguments.over),
    )
    try:
        runtime = find(arguments.python, Path.cwd())
    except NoRuntime as error:
        raise UsageError(str(error)) from error
    try:
        made = plan(request, runtime)
    except NothingToRun as error:
        raise UsageError(f"{document.path}: {error}") from error
    _say((f"refused: {line}" for line in made.mismatch), output)
    _print_reports(made.reports, output, least)
    allowed = arguments.allow_unpassed
    if not arguments.quiet:
        _say((*launched.on_host(options.host, asked), *launched.what_starts(made)), output)
    if allowed:
        _say(launched.starts_otherwise(made), output)
    refused = [f"refused: {line}" for line in launched.refusals(made, least, allowed=allowed)]
    if refused or made.mismatch:
        _say((*refused, *launched.after_refusal(made, allowed=allowed)), output)
        return FOUND
    if arguments.record is not None:
        _recordable(Path(arguments.record))
    if not arguments.dry_run:
        return _start(made, options.host, arguments.record, output)
    if arguments.record is not None:
        _say([f"nothing starts, so that no record is written to {arguments.record}"], output)
    output.exactly(f"{made.command}\n")
    return CLEAN


def _say(lines: Iterable[str], output: Output) -> None:
    for line in lines:
        output.fail(f"profilecheck run: {line}")


def _options(arguments: argparse.Namespace, settings: Settings) -> tuple[Options, Host]:
    """How to judge, and the machine that was declared. This one is about to run it."""
    from profilecheck.hosts import starting, this_machine

    options = judging.options_from(
        arguments, settings, select=settings.select, ignore=settings.ignore
    )
    return replace(options, host=starting(options.host, this_machine())), options.host


def _print_reports(reports: Iterable[FileReport], output: Output, least: Severity) -> None:
    """Advice is for ``check``, unless it keeps from starting: what may be wrong is told here, and nothing is fixed."""
    from profilecheck.findings import Report, Severity
    from profilecheck.report import render

    shown_from = min(least.rank, Severity.WARNING.rank)
    for report in reports:
        worse = tuple(
            replace(one, fix=None) for one in report.findings if one.severity.rank >= shown_from
        )
        if worse:
            shown = Report((replace(report, findings=worse),))
            output.fail(render("text", shown, quiet=True, width=output.width).rstrip())


def _recordable(path: Path) -> None:
    from profilecheck.launch.record import refuse
    from profilecheck.write import WriteError

    try:
        refuse(path)
    except WriteError as error:
        raise UsageError(f"--record: {error}") from error


def _start(made: Plan, host: Host, record: str | None, output: Output) -> int:
    from profilecheck import __version__
    from profilecheck.launch import record as records
    from profilecheck.launch.start import start
    from profilecheck.write import WriteError

    if not os.access(made.words[0], os.X_OK):
        raise UsageError(f"{made.words[0]} cannot be run")
    if record is not None:
        try:
            records.save(records.record(made, host, __version__), Path(record))
        except WriteError as error:
            raise UsageError(f"--record: {error}") from error
    output.fail(f"profilecheck run: {made.command}")
    output.flush()
    try:
        return start(made.words)
    except OSError as error:
        raise UsageError(f"{made.words[0]}: {error.strerror or error}") from error


def _broken(report: FileReport, output: Output) -> int:
    from profilecheck.findings import Severity

    _print_reports([report], output, Severity.ERROR)
    output.fail("profilecheck run: refused: its loader refuses this file")
    return FOUND
