"""Migrate 3.0 to 4.0: print the diff, and write it when asked.

Paths are files or folders: configs, scripts, launch lines and pins. Without --write nothing is
changed: the diff goes to standard output, as `git apply` takes it, and what is to be decided to
standard error.

Exit codes: 0 done, or nothing to do; 1 something is left to a person: a file that cannot be
migrated as it stands or, with --check, anything that would change; 2 wrong usage or something
unreadable.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from profilecheck.cli import judging
from profilecheck.cli.output import CLEAN, FAILED, FOUND, Output, UsageError

if TYPE_CHECKING:
    from profilecheck.migrate.ledger import FileLedger, Ledger
    from profilecheck.migrate.request import Request

UNDO = "profilecheck-undo.patch"


def declare(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments to its parser."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file or a folder")
    parser.add_argument("--to", metavar="PROFILE", default="4.0", help="the target (default: 4.0)")
    facts = parser.add_argument_group("what the files do not say")
    facts.add_argument(
        "--agents-per-env",
        metavar="N",
        help="agents in one environment (default: known only of upstream's own)",
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
        "--check", action="store_true", help="write nothing, exit 1 where something would change"
    )
    parser.add_argument(
        "--exclude",
        metavar="PATTERN",
        action="append",
        help="leave out these files or folders, as .gitignore would; may be repeated",
    )
    judging.declare_gitignore(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Print what would be done, or do it."""
    from profilecheck.migrate.run import migrate_paths

    judging.refuse_paths(arguments.paths, None)
    if judging.STDIN in arguments.paths:
        raise UsageError("standard input has no file to migrate: name files or folders")
    if arguments.write and arguments.check:
        raise UsageError("--check writes nothing: leave out --write or --check")
    request, exclude, root = _request(arguments)
    ledger = migrate_paths(
        arguments.paths, request, exclude=exclude, root=root, gitignore=arguments.gitignore
    )
    _unused(request, ledger)
    for file in ledger.changed:
        output.write(_diff(file))
    for line in _account(ledger):
        output.fail(line)
    if any(file.status == "unreadable" for file in ledger.files):
        return FAILED
    stuck = any(file.status == "blocked" for file in ledger.files)
    if arguments.check:
        return FOUND if stuck or ledger.changed else CLEAN
    if arguments.write and not stuck and ledger.changed:
        return _write(ledger, output)
    return FOUND if stuck else CLEAN


def _request(arguments: argparse.Namespace) -> tuple[Request, tuple[str, ...], Path]:
    from profilecheck.migrate.request import TO, Request

    if arguments.to != TO:
        raise UsageError(f"--to {arguments.to}: profilecheck migrates to {TO} alone")
    settings = judging.settings_for(arguments.paths)
    arguments.target, arguments.mode, arguments.set, arguments.defaults = None, None, [], None
    options = judging.options_from(arguments, settings)
    arguments.gitignore = judging.gitignore(arguments.gitignore, settings)
    exclude, root = settings.exclude, settings.root
    if arguments.exclude is not None:
        exclude, root = tuple(arguments.exclude), Path.cwd()
    answers = dict(_answer(text) for text in arguments.decide)
    return Request(options, answers, arguments.pin), exclude, root


def _answer(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or "." not in key:
        raise UsageError(f"--decide {text}: expected KEY=VALUE, as the question names the key")
    return key.strip(), value.strip()


def _unused(request: Request, ledger: Ledger) -> None:
    """Raise UsageError for an answer that no question asks for."""
    asked = {question.key for file in ledger.files for question in file.questions}
    asked |= {f"{file.path}:{q.key}" for file in ledger.files for q in file.questions}
    for key in request.answers:
        if key not in asked:
            raise UsageError(f"--decide {key}: nothing asks for it")


def _diff(file: FileLedger) -> str:
    from profilecheck.patches import patch

    assert file.after is not None
    return patch(file.path, file.before.decode("utf-8"), file.after.decode("utf-8"))


def _account(ledger: Ledger) -> Iterator[str]:
    """What a person has to know besides the diff."""
    for file in ledger.files:
        if file.status in ("blocked", "unreadable"):
            yield f"{file.path}: {file.status}: {file.reason}"
        for question in file.open:
            yield f"{file.path}: {question.key}: {question.asks}"
            for choice in question.choices:
                yield f"    --decide {question.key}={choice.answer}: {choice.does}"
        for error in file.errors:
            yield f"{file.path}: still {error.code} under {ledger.target}: {error.message}"


def _write(ledger: Ledger, output: Output) -> int:
    from profilecheck.migrate.run import changes
    from profilecheck.write import Change, WriteError, reverse, write_all

    made = changes(ledger)
    undo = _free(UNDO)
    try:
        patch = reverse(made).encode("utf-8", "surrogateescape")
        write_all([*made, Change(undo, None, patch)])
    except WriteError as error:
        return output.fail(f"profilecheck migrate: nothing was written: {error}")
    output.fail(f"{len(made)} files written; `git apply {undo}` takes it back")
    return CLEAN


def _free(name: str) -> Path:
    stem, dot, ending = name.partition(".")
    number = 1
    path = Path(name)
    while path.exists():
        number += 1
        path = Path(f"{stem}-{number}{dot}{ending}")
    return path
