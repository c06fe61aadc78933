"""Writing users' files: all or none, and never over what changed meanwhile.

Nothing else of profilecheck writes. What is new is written in full beside each file and moved over it, so that
a file is the old or the new one at any moment, and the old one stays at hand until all are done.
"""

from __future__ import annotations

import errno
import os
import secrets
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from profilecheck.files import read_file
from profilecheck.patches import joined, patch
from profilecheck.raw_writes import create, flush, move_new, overwrite
from profilecheck.signals import Held, held


class WriteError(Exception):
    """Files that cannot be written. The message says which and why; nothing was changed, unless it says so."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a file held when it was read, and is to hold. ``before`` is None for a new file, ``after`` to delete it."""

    path: Path
    before: bytes | None
    after: bytes | None


def encode(text: str, like: bytes) -> bytes:
    """The bytes of an edited text: UTF-8, with a byte-order mark where ``like``, the file's bytes before, has one.

    Raises UnicodeDecodeError where ``like`` is not UTF-8: its text has lost bytes, and so would the file.
    """
    like.decode("utf-8")
    data = text.encode("utf-8")
    return BOM_UTF8 + data if like.startswith(BOM_UTF8) and not data.startswith(BOM_UTF8) else data


def reverse(changes: Sequence[Change], root: Path | None = None) -> str:
    """The patch that takes all changes back, for ``git apply`` and ``patch -p1`` in ``root`` (default: this folder).

    To be made before ``write_all``, and saved as UTF-8 with ``surrogateescape``, line ends as they are. Its
    paths are those of the files that links lead to. Raises WriteError where a file lies outside ``root``.
    """
    base = Path(os.path.realpath(root or Path()))
    parts = []
    for change in changes:
        file = Path(os.path.realpath(change.path))
        if not file.is_relative_to(base):
            raise WriteError(f"{change.path}: outside {base}, where no patch reaches it")
        path = file.relative_to(base).as_posix()
        executable = os.name != "nt" and os.access(file, os.X_OK)
        parts.append(patch(path, _text(change.after), _text(change.before), executable=executable))
    return joined(parts)


def _text(data: bytes | None) -> str | None:
    return None if data is None else data.decode("utf-8", "surrogateescape")


def write_all(changes: Sequence[Change]) -> None:
    """Make all changes, or none.

    Every file must still hold its ``before`` (a new one must not exist), and no file may be meant twice.
    A symlink stays, and the file that it leads to is changed. Mode, owner, extended attributes and ACLs are
    kept, as far as the system lets us. A file with several hard links is written in place, because moving
    another over one name would part it from the others: killed at that moment, it may be left half
    written, with its old bytes in a ``.profilecheck-*.tmp`` beside it. Requests to end (Ctrl-C) wait for
    the moment when all files are old, or all new. Raises WriteError.
    """
    with held() as signals:
        _Writing(signals).run(changes)


@dataclass(slots=True)
class _Step:
    """One change, and the files that it takes. ``target`` is the file itself, no link to it."""

    change: Change
    target: Path
    status: os.stat_result | None
    """Of the old file; None where there is none."""
    saved: Path | None = None
    """A copy of the old file."""
    fresh: Path | None = None
    """The new file, in full, before it takes its place."""
    made: tuple[int, ...] | None = None
    """What tells the new file from any other."""

    @property
    def in_place(self) -> bool:
        """Whether other names of the file would be parted from this one if it were replaced."""
        status = self.status
        return status is not None and status.st_nlink > 1 and self.change.after is not None

    @property
    def one_file(self) -> tuple[object, ...]:
        """What only another name of the same file has too."""
        if self.status is not None:
            return _inode(self.status)
        return (*_inode(self.target.parent.stat()), self.target.name)


class _Writing:
    """One run: what is prepared, what is begun, and what to clear away."""

    def __init__(self, signals: Held) -> None:
        self._signals = signals
        self._temporaries: list[Path] = []
        self._begun: list[_Step] = []

    def run(self, changes: Sequence[Change]) -> None:
        """Make all changes, or none."""
        try:
            self._make(changes)
        except BaseException as error:
            left = self._undo()
            if left or isinstance(error, WriteError):
                raise WriteError(f"{error}; {left or 'nothing was changed'}") from error
            raise
        finally:
            for path in self._temporaries:
                with suppress(OSError):
                    path.unlink()

    def _make(self, changes: Sequence[Change]) -> None:
        steps: dict[tuple[object, ...], _Step] = {}
        for change in changes:
            with _telling(change):
                step = _step(change)
                other = steps.setdefault(step.one_file, step)
            if other is not step:
                raise WriteError(f"{change.path}: the same file as {other.change.path}")
        wanted = [step for step in steps.values() if step.change.before != step.change.after]
        for step in wanted:
            with _telling(step.change):
                self._prepare(step)
            if self._signals.signal is not None:
                raise WriteError("interrupted")
        for step in wanted:
            with _telling(step.change):
                _check(step)
                self._begun.append(step)
                _commit(step)
        for folder, step in {step.target.parent: step for step in wanted}.items():
            with _telling(step.change):
                flush(folder)

    def _prepare(self, step: _Step) -> None:
        """Write all that the change and its undoing need, beside the file."""
        if step.status is not None:
            if not os.access(step.target, os.W_OK):
                raise PermissionError(errno.EACCES, "it is read-only")
            step.saved = self._temporary(step, step.change.before or b"")
            _keep_times(step.saved, step.status)
        if step.change.after is not None and not step.in_place:
            step.fresh = self._temporary(step, step.change.after)
            step.made = _stamp(step.fresh.lstat())

    def _temporary(self, step: _Step, data: bytes) -> Path:
        """A file beside the old one, with its attributes, that holds ``data``."""
        path = step.target.with_name(f".profilecheck-{secrets.token_hex(8)}.tmp")
        self._temporaries.append(path)
        create(path, data, None if step.status is None else step.target)
        return path

    def _undo(self) -> str:
        """Put back every file that was begun. Says what could not be, and where its old bytes are."""
        left = []
        for step in reversed(self._begun):
            try:
                _take_back(step)
            except OSError as error:
                if step.saved is None:
                    left.append(f"{step.change.path} is new and stays: {error.strerror}")
                    continue
                self._temporaries.remove(step.saved)
                left.append(
                    f"{step.change.path} could not be put back ({error.strerror}): what it held is in {step.saved}"
                )
        return "; ".join(left)


def _step(change: Change) -> _Step:
    """The file that a change means, seen to hold what it should."""
    if change.before is None:
        folder = Path(os.path.realpath(change.path.parent, strict=True))
        step = _Step(change, folder / change.path.name, None)
    else:
        target = Path(os.path.realpath(change.path, strict=True))
        step = _Step(change, target, target.lstat())
    _check(step)
    return step


def _check(step: _Step) -> None:
    """See that the file is still what it was."""
    if step.status is None:
        with suppress(FileNotFoundError):
            step.target.lstat()
            raise FileExistsError(errno.EEXIST, "it exists already")
    elif (
        _identity(step.target.lstat()) != _identity(step.status)
        or read_file(step.target) != step.change.before
    ):
        raise WriteError(f"{step.change.path}: it changed since it was read")


def _commit(step: _Step) -> None:
    if step.change.after is None:
        step.target.unlink()
    elif step.fresh is None:
        overwrite(step.target, step.change.after)
    elif step.status is not None:
        step.fresh.replace(step.target)
    else:
        move_new(step.fresh, step.target)


def _take_back(step: _Step) -> None:
    """Make a file what it was. Raises OSError, also where another took its place meanwhile."""
    if step.in_place:
        _put_back(step)
        return
    try:
        now = _stamp(step.target.lstat())
    except FileNotFoundError:
        now = None
    if step.status is None:
        if now is not None and now == step.made:
            step.target.unlink()
    elif now != _stamp(step.status):
        if now not in (None, step.made) or step.saved is None:
            raise FileExistsError(errno.EEXIST, "another file took its place")
        step.saved.replace(step.target)


def _put_back(step: _Step) -> None:
    """Give a file its old bytes and times, in place."""
    if step.status is not None and read_file(step.target) != step.change.before:
        overwrite(step.target, step.change.before or b"")
        _keep_times(step.target, step.status)


def _keep_times(path: Path, status: os.stat_result) -> None:
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def _inode(status: os.stat_result) -> tuple[int, int]:
    return (status.st_dev, status.st_ino)


def _stamp(status: os.stat_result) -> tuple[int, ...]:
    """What a file keeps when it is moved, and another has not: numbers of inodes are soon used again."""
    return (*_inode(status), status.st_size, status.st_mtime_ns)


def _identity(status: os.stat_result) -> tuple[int, ...]:
    """What changes when a file does, and not when it is read."""
    return (
        *_stamp(status),
        *(status.st_mode, status.st_uid, status.st_gid, status.st_nlink, status.st_ctime_ns),
    )


@contextmanager
def _telling(change: Change) -> Iterator[None]:
    """What the system refuses, as a WriteError of the file."""
    try:
        yield
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else None
        raise WriteError(f"{change.path}: {why or error}") from error
