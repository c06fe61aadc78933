"""Migrate 3.0 to 4.0: print the diff, and write it when asked.

Paths are files or folders: configs, scripts, launch lines and pins. Without --write nothing of them is
changed: the diff goes to standard output, as `git apply` and `patch -p1` take it, and what is to be
decided to standard error. --write changes all files or none, and saves the patch that takes it back.

Exit codes: 0 done, or nothing to do; 1 something is left to a person: a file that cannot be
migrated as it stands, what 4.0 refuses of the result, what has to be ported by hand or, with
--check, anything that would change, and a pin of 3.0 that stays; 2 wrong usage or something unreadable.
"""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from profilecheck.cli import judging
from profilecheck.cli.output import CLEAN, FAILED, FOUND, Output, UsageError
from profilecheck.migrate.told import endings, formats, is_ledger
from profilecheck.migrate.told.asked import Places, asked, grouped, listed, notes
from profilecheck.migrate.told.words import (
    Once,
    asks,
    numbering,
    still,
    summary,
    told_findings,
    why,
)
from profilecheck.telling import counted

if TYPE_CHECKING:
    from profilecheck.migrate.ledger import FileLedger, Ledger
    from profilecheck.migrate.request import Request

DIFF = "diff"
_LISTED = 20
"""How many files that ask the same are listed, at most."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments to its parser."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file or a folder")
    parser.add_argument("--to", metavar="PROFILE", default="4.0", help="the target (default: 4.0)")
    facts = parser.add_argument_group("what the files do not say")
    facts.add_argument(
        "--agents-per-env",
        metavar="N",
        help="agents in one environment, or in one of the games that a 3.0 environment runs ([env] num_envs; default: known only of upstream's own)",
    )
    facts.add_argument("--host", metavar="NAME", help="a machine declared in the settings")
    facts.add_argument("--cores", metavar="N", help="physical cores of the machine")
    facts.add_argument("--threads", metavar="N", help="hardware threads of the machine")
    facts.add_argument(
        "--decide",
        metavar="[PATH:]KEY=VALUE",
        action="append",
        default=[],
        help="answer a question, for all files or for one; may be repeated",
    )
    facts.add_argument("--pin", metavar="COMMIT", help="let pins name this commit of 4.0")
    what = parser.add_argument_group("what is done")
    what.add_argument("--write", action="store_true", help="write the files: all or none")
    what.add_argument(
        "--check",
        action="store_true",
        help="write nothing, exit 1 where something would change or is left to a person, or a pin of 3.0 stays",
    )
    what.add_argument(
        "--unfinished",
        action="store_true",
        help="let --write leave files out that cannot be migrated, and write what 4.0 still refuses",
    )
    parser.add_argument(
        "--exclude",
        metavar="PATTERN",
        action="append",
        help="leave out these files or folders, as .gitignore would; may be repeated",
    )
    parser.add_argument(
        "--no-gitignore",
        dest="gitignore",
        action="store_false",
        help="in folders, look at what git ignores too",
    )
    how = parser.add_argument_group("how it is told")
    how.add_argument(
        "--format",
        choices=formats(),
        default=DIFF,
        help="diff (default); table for people; html, json, markdown: the whole account",
    )
    how.add_argument(
        "--ledger",
        metavar="FILE",
        action="append",
        default=[],
        help=f"also write the account to a file ({', '.join(sorted(endings()))}); may be repeated",
    )
    how.add_argument(
        "-v", "--verbose", action="store_true", help="name every file that something is said of"
    )
    how.add_argument("-q", "--quiet", action="store_true", help="no notes, no summary")


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Print what would be done, or do it."""
    from profilecheck.choices import ChoiceError
    from profilecheck.migrate import told
    from profilecheck.migrate.decisions import see_that_all_answer
    from profilecheck.migrate.run import migrate_paths, without_pins
    from profilecheck.migrate.told.diff import root_of_all

    judging.refuse_paths(arguments.paths, None)
    if judging.STDIN in arguments.paths:
        raise UsageError("standard input has no file to migrate: name files or folders")
    if arguments.write and arguments.check:
        raise UsageError("--check writes nothing: leave out --write or --check")
    if arguments.unfinished and not arguments.write:
        raise UsageError("--unfinished is about --write: give that too")
    request, exclude, root = _request(arguments)
    account = partial(
        migrate_paths, arguments.paths, exclude=exclude, root=root, gitignore=arguments.gitignore
    )
    ledger = account(request)
    try:
        needless = see_that_all_answer(
            request.answers,
            ledger.files,
            (file for other in request.without() for file in account(other).files),
        )
    except ChoiceError as error:
        raise UsageError(f"--decide {error}") from error
    if arguments.unfinished:
        ledger = without_pins(ledger)
    try:
        folder = root_of_all(ledger)
    except ValueError as error:
        raise UsageError("the files lie on several drives: name those of one") from error
    reports = _reports(arguments.ledger, ledger)
    text = told.tell(arguments.format, ledger, color=output.color, width=output.width)
    (output.write if output.color or arguments.format == "table" else output.exactly)(text)
    output.flush()
    places = Places(all=arguments.verbose)
    for line in _account(ledger, arguments.format, places):
        output.fail(line)
    if arguments.format == DIFF and not arguments.quiet:
        for line in filter(None, [*_notes(ledger, places), numbering(ledger)]):
            output.fail(line)
    for key in () if arguments.quiet else needless:
        output.fail(f"note: {key} is not needed: with what else is given nothing asks for it")
    if places.cut and not arguments.quiet:
        output.fail("not every file is named here: -v names all of them, as --ledger does")
    if arguments.format == DIFF and folder != Path.cwd():
        output.fail(f"the diff is to be applied in {folder}")
    code, written = _done(arguments, ledger, reports, output)
    if not arguments.quiet:
        output.fail(summary(ledger, written=written))
    return code


def _request(arguments: argparse.Namespace) -> tuple[Request, tuple[str, ...], Path]:
    from profilecheck.choices import ChoiceError, commit
    from profilecheck.migrate.decisions import answers_of
    from profilecheck.migrate.request import TO, Request

    if arguments.to != TO:
        raise UsageError(f"--to {arguments.to}: profilecheck migrates to {TO} alone")
    try:
        answers = answers_of(arguments.decide)
    except ChoiceError as error:
        raise UsageError(f"--decide {error}") from error
    try:
        pin = commit(arguments.pin)
    except ChoiceError as error:
        raise UsageError(f"--pin {error}") from error
    settings = judging.settings_for(arguments.paths)
    arguments.target, arguments.mode, arguments.set, arguments.defaults = None, None, [], None
    options = judging.options_from(arguments, settings)
    exclude, root = settings.exclude, settings.root
    if arguments.exclude is not None:
        exclude, root = tuple(arguments.exclude), Path.cwd()
    return Request(options, answers, pin), exclude, root


def _reports(paths: list[str], ledger: Ledger) -> dict[Path, bytes]:
    """The ledgers that are asked for as files. Raises UsageError for a place that cannot be meant."""
    from profilecheck.migrate.told import tell

    reports: dict[Path, bytes] = {}
    taken = {os.path.realpath(file.path) for file in ledger.files}
    for given in paths:
        path = Path(given)
        form = endings().get(path.suffix.lower())
        if form is None:
            known = ", ".join(sorted(endings()))
            raise UsageError(f"--ledger {given}: its ending tells the format, one of {known}")
        place = os.path.realpath(path)
        if place in taken or any(_same(path, Path(file.path)) for file in ledger.files):
            raise UsageError(f"--ledger {given}: it is one of the files that are migrated")
        if place in {os.path.realpath(other) for other in reports}:
            raise UsageError(f"--ledger {given}: it is given twice")
        _see_that_free(path)
        reports[path] = tell(form, ledger).encode("utf-8", "surrogateescape")
    return reports


def _see_that_free(path: Path) -> None:
    from profilecheck.files import read_file

    try:
        held = read_file(path) if os.path.lexists(path) else b""
    except OSError as error:
        raise UsageError(f"--ledger {path}: {error.strerror or error}") from error
    if held and not is_ledger(held):
        raise UsageError(f"--ledger {path}: a file is there that is no ledger: name another")


def _same(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except OSError:
        return False


def _account(ledger: Ledger, form: str, places: Places) -> Iterator[str]:
    """What a person has to know besides what was printed."""
    stuck = [
        (file.path, f"{file.status}: {why(file)}")
        for file in ledger.files
        if file.status == "unreadable" or (file.status == "blocked" and form == DIFF)
    ]
    for said, found in grouped(stuck):
        yield f"{places.told(found, 'file')}: {said}"
    if form != DIFF:
        return
    for one in asked(ledger):
        if not one.question.open:
            continue
        where = "" if one.has_place else f"{places.told(one.labels, 'file')}: "
        yield f"{where}{one.key}: {asks(one.question)}"
        for option, does in one.options:
            yield f"    {option}: {does}"
        if one.question.meanwhile:
            yield f"    until then: {one.question.meanwhile}"
        yield from (
            f"    {told}"
            for told in (None if places.all else listed(one.labels, _LISTED), one.alone)
            if told
        )
    left = [
        (file.path, still(one, ledger.target))
        for file in ledger.files
        for one in told_findings(file)
    ]
    for said, found in grouped(left):
        yield f"{places.told(found, 'file')}: {said}"
    ports = [
        (f"{file.path}:{port.span.start}", (port.what, port.how))
        for file in ledger.files
        for port in file.ports
    ]
    once = Once()
    for (what, how), found in grouped(ports):
        yield f"{places.told(found)}: to port by hand: {what}: {once.told(how, found[0])}"


def _notes(ledger: Ledger, places: Places) -> Iterator[str]:
    """What no edit can express, once, with the files that it is said of."""
    for remark, paths in notes(ledger).items():
        yield f"{places.told(paths, 'file')}: note: {remark}"


def _done(
    arguments: argparse.Namespace, ledger: Ledger, reports: dict[Path, bytes], output: Output
) -> tuple[int, bool]:
    """Write what is to be written; gives the exit code, and whether the files are changed."""
    from profilecheck.migrate.run import Unfinished, obstacles, write, write_reports
    from profilecheck.write import WriteError

    code = _code(arguments, ledger)
    try:
        if not arguments.write or obstacles(ledger, unfinished=arguments.unfinished):
            write_reports(reports)
        if not arguments.write:
            return code, False
        written = write(ledger, unfinished=arguments.unfinished, reports=reports)
    except Unfinished as error:
        hint = "" if arguments.unfinished else " (--unfinished changes the others)"
        output.fail(f"no file was changed, because of what is left{hint}:")
        for line in error.obstacles:
            output.fail(f"    {line}")
        return max(code, FOUND), False
    except WriteError as error:
        return output.fail(f"profilecheck migrate: nothing was written: {error}"), False
    if written.undo is not None:
        back = _command(written.undo, written.root)
        output.fail(f"{counted(written.files, 'file')} written; `{back}` takes it back")
    return code, True


def _code(arguments: argparse.Namespace, ledger: Ledger) -> int:
    if any(file.status == "unreadable" for file in ledger.files):
        return FAILED
    if arguments.check and (ledger.changed or ledger.beside or any(map(_is_pinned, ledger.files))):
        return FOUND
    return FOUND if any(map(_stuck, ledger.files)) else CLEAN


def _stuck(file: FileLedger) -> bool:
    return file.status == "blocked" or bool(file.errors or file.ports)


def _is_pinned(file: FileLedger) -> bool:
    """Whether a file pins 3.0 still, with no commit given that it is to pin: that contradicts all that is of 4.0."""
    from profilecheck.migrate.pins import PIN

    return any(question.key == PIN for question in file.open)


def _command(undo: Path, root: Path) -> str:
    where = "" if root == Path.cwd() else f"-C {shlex.quote(str(root))} "
    return f"git {where}apply {undo.name}"
