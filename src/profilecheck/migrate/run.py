"""A whole migration: from paths to a ledger, and from a ledger to the changes that are written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from profilecheck.checking import whole
from profilecheck.discover import Found, discover
from profilecheck.engine import could_matter
from profilecheck.files import read_file
from profilecheck.migrate.files import migrate_bytes
from profilecheck.migrate.ledger import FileLedger, Ledger
from profilecheck.migrate.request import FROM, TO, Request
from profilecheck.surroundings import Survey
from profilecheck.write import Change


def migrate_paths(
    paths: Sequence[str],
    request: Request,
    *,
    exclude: Sequence[str] = (),
    root: Path,
    gitignore: bool = True,
) -> Ledger:
    """The account of what a migration makes of the files that paths stand for. Writes nothing.

    A path that gives nothing to read has the status ``unreadable``; raises nothing for what is on disk.
    """
    found, problems = discover(
        paths,
        exclude=exclude,
        root=root,
        could_matter=partial(could_matter, asked=True),
        gitignore=gitignore,
    )
    survey = Survey()
    files = [FileLedger(one.shown, "unreadable", one.message) for one in problems]
    files += [_one(file, request, survey) for file in found if file.skipped is None]
    return Ledger(FROM, TO, tuple(sorted(files, key=lambda file: file.path)))


def _one(file: Found, request: Request, survey: Survey) -> FileLedger:
    try:
        data = read_file(file.path)
    except OSError as error:
        return FileLedger(file.shown, "unreadable", f"cannot be read: {error.strerror or error}")
    around = survey.look(file.path)
    return migrate_bytes(data, file.shown, request, around, name=whole(file.path))


def changes(ledger: Ledger) -> list[Change]:
    """What is to be written: the files that change, and the new ones beside them."""
    made = [Change(Path(file.path), file.before, file.after) for file in ledger.changed]
    for file in ledger.files:
        made += [Change(Path(new.path), None, new.text.encode()) for new in file.beside]
    return made
