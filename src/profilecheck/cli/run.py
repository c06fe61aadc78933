"""Check a config on this machine, and start what it is for.

The effective config is checked first, with the flags behind --, and an error keeps it from
starting. What is installed is found without importing it, and must be of the config's
generation. Its own loader reads only the INIs that were installed with it: what differs from
them is passed as flags, and what cannot be passed keeps it from starting too.

Exit codes: that of what was started; 0 after --dry-run; 1 where it is not to be started; 2 wrong
usage, or nothing that could be started.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from profilecheck.cli import judging
from profilecheck.cli.output import CLEAN, FOUND, Output, UsageError

if TYPE_CHECKING:
    from profilecheck.findings import FileReport
    from profilecheck.hosts import Host
    from profilecheck.launch.plan import Plan
    from profilecheck.options import Options

TAKES_FLAGS = True
"""What stands behind ``--`` is for what is started."""
_CANNOT_SAY = {
    "json": "JSON has no tuples",
    "toml": "TOML has neither None nor tuples",
    "yaml": "YAML has no tuples",
}
"""What a format cannot say that an INI can."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments to its parser."""
    parser.usage = "profilecheck run CONFIG [options] [-- FLAG ...]"
    parser.add_argument("file", metavar="CONFIG", help="an INI, TOML, JSON or YAML file")
    judging.declare(parser)
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


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Start the config, or say why not."""
    from profilecheck.checking import whole
    from profilecheck.launch.installed import NoRuntime, find
    from profilecheck.launch.plan import NothingToRun, Request, plan
    from profilecheck.surroundings import look

    path = arguments.file
    if path == judging.STDIN:
        raise UsageError("a run starts a config that is a file, not standard input")
    judging.refuse_paths([path], None)
    if arguments.defaults not in (None, "ini"):
        raise UsageError("default.ini lies below every config that is started: --defaults is ini")
    options = _options(arguments)
    document = judging.document_of(path, path)
    if document.broken:
        from profilecheck.engine import check_document

        return _broken(check_document(document, options, look(Path(path))), output)
    file = whole(Path(path))
    flags = tuple(arguments.behind)
    request = Request(document, file, options, look(Path(path)), arguments.env, flags)
    try:
        made = plan(request, find(arguments.python, Path.cwd()))
    except (NothingToRun, NoRuntime) as error:
        raise UsageError(f"{document.path}: {error}") from error
    _tell(made, output)
    for one in made.unpassed:
        if one.matters and arguments.allow_unpassed:
            output.fail(f"profilecheck run: starts without what cannot be passed: {one.told}")
    refused = list(_refusals(made, allowed=arguments.allow_unpassed))
    if refused:
        for line in refused:
            output.fail(f"profilecheck run: refused: {line}")
        if made.words:
            output.fail(f"profilecheck run: it would have run: {made.command}")
        if any(one.matters for one in made.unpassed) and not arguments.allow_unpassed:
            output.fail(
                "profilecheck run: --allow-unpassed starts what cannot be passed as it is installed"
            )
        return FOUND
    if arguments.dry_run:
        output.exactly(f"{made.command}\n")
        return CLEAN
    return _start(made, options.host, arguments.record, output)


def _options(arguments: argparse.Namespace) -> Options:
    """How to judge. Where no machine is declared, this one is about to run it."""
    settings = judging.settings_for([arguments.file])
    options = judging.options_from(
        arguments, settings, select=settings.select, ignore=settings.ignore
    )
    if options.host.declared:
        return options
    return replace(options, host=replace(options.host, launching=True))


def _tell(made: Plan, output: Output) -> None:
    """What was found, what would start, and from which layers."""
    _print_reports(made.reports, output)
    for line in _told(made):
        output.fail(f"profilecheck run: {line}")


def _print_reports(reports: Iterable[FileReport], output: Output) -> None:
    """Advice is for ``check``: what may be wrong is told here."""
    from profilecheck.findings import Report, Severity
    from profilecheck.report import render

    for report in reports:
        worse = tuple(one for one in report.findings if one.severity is not Severity.INFO)
        if worse:
            shown = Report((replace(report, findings=worse),))
            output.fail(render("text", shown, quiet=True, width=output.width).rstrip())


def _told(made: Plan) -> Iterator[str]:
    from profilecheck.launch.quoting import quoted

    document = made.experiment.document
    why = "; ".join(one.message for one in made.experiment.target.evidence)
    yield f"{document.path} is for {made.experiment.profile.name}: {why}"
    yield f"what starts: {made.runtime.told}, by {made.runtime.python}; checked for {made.experiment.host.name}"
    if made.inis is not None:
        yield f"its loader reads {' and '.join(made.inis.paths)}"
    if document.format in _CANNOT_SAY:
        note = _CANNOT_SAY[document.format]
        yield f"{note}: --set SECTION.KEY=VALUE gives what {document.path} cannot say"
    flags: dict[str, list[str]] = {}
    for one in made.passed:
        source = document.path if one.value.layer.kind == "file" else one.value.layer.name
        flags.setdefault(source, []).append(one.flag)
    for source, passed in flags.items():
        yield f"passed from {source}: {quoted(passed)}"
    for left in made.unpassed:
        if not left.matters:
            yield f"not passed, and nothing reads it: {left.told}"
    if made.start_method is not None:
        yield f"its workers start by {made.start_method}"
    for note in made.notes:
        yield f"note: {note}"


def _refusals(made: Plan, *, allowed: bool) -> Iterator[str]:
    """Why it is not started. What cannot be passed is listed, and no reason where that is allowed."""
    yield from made.refusals
    if made.errors:
        yield f"{made.errors} error{'s' if made.errors > 1 else ''}"
    for one in made.unpassed:
        if one.matters and not allowed:
            yield f"cannot be passed: {one.told}"


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
    _print_reports([report], output)
    output.fail("profilecheck run: refused: its loader refuses this file")
    return FOUND
