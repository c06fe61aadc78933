"""From paths to a report: find the files, read each, look at what lies around it, judge it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypedDict

from profilecheck.discover import Found, discover
from profilecheck.engine import check_bytes, could_matter
from profilecheck.files import read_file
from profilecheck.findings import FileReport, Report, State, on_whole_file
from profilecheck.options import Options
from profilecheck.surroundings import Survey, look
from profilecheck.workers import spread

UNNAMED = "<stdin>"
UNNAMED_FORMAT = "stdin.ini"
"""What standard input without a name is read as."""


class Walk(TypedDict):
    """How paths become files, as ``check_paths`` takes it."""

    exclude: Sequence[str]
    root: Path
    gitignore: bool
    jobs: int | None


def check_paths(
    paths: Sequence[str],
    options: Options,
    *,
    exclude: Sequence[str] = (),
    root: Path,
    gitignore: bool = True,
    passed_over: bool = False,
    jobs: int | None = 1,
) -> list[FileReport]:
    """The verdicts on the files that paths stand for, and on the paths that stand for none.

    ``exclude`` holds patterns relative to ``root``. ``gitignore``: walks leave out what git ignores.
    ``passed_over``: also what they leave out, as skipped. At most ``jobs`` processes judge, None: as many
    as there are cores. Raises nothing for what is on disk: a path that gives nothing to read has the
    state ``unreadable``.
    """
    asked = options.target is not None
    found, problems = discover(
        paths,
        exclude=exclude,
        root=root,
        could_matter=partial(could_matter, asked=asked),
        gitignore=gitignore,
        passed_over=passed_over,
    )
    verdicts = [unreadable(problem.shown, problem.message) for problem in problems]
    return verdicts + spread(partial(_checker, options), found, jobs)


def _checker(options: Options) -> Callable[[Found], FileReport]:
    return partial(_check_file, options=options, survey=Survey())


def standard_input() -> bytes:
    """All of standard input. Raises OSError where it is closed or cannot be read."""
    if sys.stdin is None:
        raise OSError(None, "standard input is closed")
    return sys.stdin.buffer.read()


def check_standard_input(filename: str | None, options: Options) -> FileReport:
    """The verdict on standard input, as ``check_input``."""
    try:
        data = standard_input()
    except OSError as error:
        shown = UNNAMED if filename is None else Path(filename).as_posix()
        return unreadable(shown, f"cannot be read: {error.strerror or error}")
    return check_input(data, filename, options)


def check_input(data: bytes, filename: str | None, options: Options) -> FileReport:
    """The verdict on standard input, which is read as the file of that name would be, else as INI."""
    if filename is None:
        return _told(check_bytes(data, UNNAMED, options, name=UNNAMED_FORMAT))
    path = Path(filename)
    return _told(check_bytes(data, path.as_posix(), options, look(path), name=whole(path)))


def report_of(verdicts: Sequence[FileReport]) -> Report:
    """A report with its files in the order of their paths."""
    return Report(tuple(sorted(verdicts, key=lambda verdict: verdict.path)))


def unreadable(path: str, reason: str) -> FileReport:
    """The verdict on what cannot be read."""
    message = f"nothing was checked here: {reason}"
    finding = on_whole_file("PC001", "unreadable-file", message, path)
    return FileReport(path, State.UNREADABLE, findings=(finding,), reason=reason)


def _check_file(file: Found, options: Options, survey: Survey) -> FileReport:
    if file.skipped is not None:
        return FileReport(file.shown, State.SKIPPED, reason=file.skipped)
    try:
        data = read_file(file.path)
    except OSError as error:
        return unreadable(file.shown, f"cannot be read: {error.strerror or error}")
    around = survey.look(file.path)
    verdict = check_bytes(data, file.shown, options, around, name=whole(file.path))
    if verdict.state is State.UNREADABLE and not file.named:
        return replace(verdict, state=State.SKIPPED)
    return _told(verdict)


def _told(verdict: FileReport) -> FileReport:
    """An unreadable file with the finding that says so."""
    if verdict.state is State.UNREADABLE and not verdict.findings:
        return unreadable(verdict.path, verdict.reason or "cannot be read")
    return verdict


def whole(path: Path) -> str:
    """The whole path, posix, with its symlinks as they are."""
    return Path(os.path.abspath(path)).as_posix()  # noqa: PTH100 - pathlib would keep `..`
