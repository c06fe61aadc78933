"""A whole migration: from paths to a ledger, and from a ledger to files that are written."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from profilecheck.checking import whole
from profilecheck.config_folder import Change as Read
from profilecheck.config_folder import unchanged
from profilecheck.discover import Found, discover
from profilecheck.engine import could_matter
from profilecheck.files import read_file
from profilecheck.migrate.files import migrate_bytes
from profilecheck.migrate.ledger import FileLedger, Ledger
from profilecheck.migrate.places import root_of
from profilecheck.migrate.request import FROM, TO, Request
from profilecheck.profiles.launch_environments import PREFIX
from profilecheck.surroundings import Survey
from profilecheck.write import Change, WriteError, reverse, write_all

UNDO: Final = "profilecheck-undo.patch"
_ENV_NAME: Final = re.compile(rb"(?m)^env_name[ \t]*[=:].*")


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
    together = frozenset(os.path.realpath(one.path) for one in found if one.skipped is None)
    request = replace(request, alone=sum(one.skipped is None for one in found) == 1, paths=together)
    files = [FileLedger(one.shown, "unreadable", one.message) for one in problems]
    meant = [file for file in found if file.skipped is None]
    inis = [_one(file, request, survey) for file in meant if _is_ini(file)]
    files += inis
    later = partial(_as_migrated, _after(inis))
    files += [_one(file, request, survey, later) for file in meant if not _is_ini(file)]
    return Ledger(FROM, TO, tuple(sorted(_once(files), key=lambda file: file.path)))


def _is_ini(file: Found) -> bool:
    return file.shown.endswith(".ini")


def _as_migrated(after: Mapping[str, bytes], path: Path, text: str) -> str:
    """What an INI will hold, of what it holds."""
    data = after.get(os.path.realpath(path))
    return text if data is None else data.decode("utf-8")


def _after(inis: Iterable[FileLedger]) -> dict[str, bytes]:
    """What INIs will hold in 4.0, by their real paths; of those that are blocked only the environment's name is known."""
    found: dict[str, bytes] = {}
    for file in inis:
        after = _renamed(file.before) if file.status == "blocked" else file.after
        if after is not None:
            found[os.path.realpath(file.path)] = after
    return found


def _renamed(data: bytes) -> bytes:
    """An INI with the name of its environment in 4.0."""
    return _ENV_NAME.sub(lambda found: found[0].replace(PREFIX.encode(), b""), data)


def _one(
    file: Found,
    request: Request,
    survey: Survey,
    later: Read = unchanged,
) -> FileLedger:
    try:
        data = read_file(file.path)
    except OSError as error:
        return FileLedger(file.shown, "unreadable", f"cannot be read: {error.strerror or error}")
    around = survey.look(file.path)
    return migrate_bytes(
        data,
        file.shown,
        request,
        around,
        name=whole(file.path),
        exists=os.path.lexists,
        later=later,
    )


def _once(files: Sequence[FileLedger]) -> Iterator[FileLedger]:
    """The files, with one change for each: a link to another one is left, and so is a hard link to one of
    which something else would be made."""
    places: dict[str, FileLedger] = {}
    inodes: dict[tuple[int, int] | str, FileLedger] = {}
    for file in sorted(files, key=lambda one: (Path(one.path).is_symlink(), one.path)):
        if file.status == "unreadable":
            yield file
            continue
        first = places.setdefault(os.path.realpath(file.path), file)
        if first is not file:
            yield _left(file, f"the same file as {first.path}")
            continue
        if file.status != "changed":
            yield file
            continue
        twin = inodes.setdefault(_inode(file.path), file)
        same = twin.after == file.after
        yield file if same else _left(file, f"the same file as {twin.path}, whose place decides")


def _left(file: FileLedger, reason: str) -> FileLedger:
    return FileLedger(file.path, "left", reason, file.before)


def _inode(path: str) -> tuple[int, int] | str:
    """What only another name of the same file has too; its path where it is gone."""
    try:
        status = Path(path).stat()
    except OSError:
        return path
    return (status.st_dev, status.st_ino)


class Unfinished(WriteError):
    """A migration that is not written as it stands, with all that stands in its way."""

    def __init__(self, obstacles: Sequence[str]) -> None:
        super().__init__("; ".join(obstacles))
        self.obstacles = tuple(obstacles)


@dataclass(frozen=True, slots=True)
class Written:
    """What was written: how many files, and the patch that takes it back, to be applied in ``root``."""

    files: int
    undo: Path | None
    root: Path


def obstacles(ledger: Ledger, *, unfinished: bool = False) -> list[str]:
    """Why a ledger is not written: files that cannot be read or migrated, and what the target refuses.

    ``unfinished`` leaves out files that cannot be migrated, and writes what the target refuses.
    """
    found = [f"{file.path}: {file.reason}" for file in ledger.files if file.status == "unreadable"]
    if unfinished:
        return found
    for file in ledger.files:
        if file.status == "blocked":
            found.append(f"{file.path}: {file.reason}")
        errors = () if file.status == "left" else file.errors  # those of others are no result
        found += [f"{file.path}: {one.code} under {TO}: {one.message}" for one in errors]
    return found


def without_pins(ledger: Ledger) -> Ledger:
    """A ledger as it is written unfinished: while a file is blocked, pins stay, for they tell what it is of. One that
    is blocked over its pins alone stays blocked, and holds up no others."""
    if not any(map(_holds_up, ledger.files)):
        return ledger
    files = (
        file
        if file.held is None or (file.status == "blocked" and not _holds_up(file))
        else file.held
        for file in ledger.files
    )
    return replace(ledger, files=tuple(files))


def _holds_up(file: FileLedger) -> bool:
    """Whether a file is blocked over something else than its pins."""
    return file.status == "blocked" and (file.held is None or file.held.status == "blocked")


def write(
    ledger: Ledger, *, unfinished: bool = False, reports: Mapping[Path, bytes] | None = None
) -> Written:
    """Write the files that change, new ones, the patch that takes all back, and ``reports``: all or none.

    Every file must still hold what was read. Raises Unfinished where ``obstacles`` stand in the way, and
    WriteError; nothing was written then.
    """
    if unfinished:
        ledger = without_pins(ledger)
    if found := obstacles(ledger, unfinished=unfinished):
        raise Unfinished(found)
    named = _changes(ledger)
    try:
        root = root_of(change.path for change in named)
    except ValueError as error:
        raise WriteError(f"no patch reaches all files: {error}") from error
    made = list({_inode(str(change.path)): change for change in named}.values())
    undo = None
    if made:
        undo = _free(root)
        patch = reverse(named, root).encode("utf-8", "surrogateescape")
        made.append(Change(undo, None, patch))
    write_all([*made, *map(_report, (reports or {}).items())])
    return Written(len(named), undo, root)


def write_reports(reports: Mapping[Path, bytes]) -> None:
    """Write ledgers alone. Raises WriteError."""
    write_all([*map(_report, reports.items())])


def _changes(ledger: Ledger) -> list[Change]:
    made = [Change(Path(file.path), file.before, file.after) for file in ledger.changed]
    return made + [Change(Path(new.path), None, new.text.encode()) for new in ledger.beside]


def _report(report: tuple[Path, bytes]) -> Change:
    path, data = report
    try:
        return Change(path, read_file(path) if os.path.lexists(path) else None, data)
    except OSError as error:
        raise WriteError(f"{path}: {error.strerror or error}") from error


def _free(root: Path) -> Path:
    """A name for the patch that no file has yet."""
    stem, dot, ending = UNDO.partition(".")
    number, path = 1, root / UNDO
    while os.path.lexists(path):
        number += 1
        path = root / f"{stem}-{number}{dot}{ending}"
    return path
