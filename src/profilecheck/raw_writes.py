"""The single steps in which ``write`` writes; none is undone here."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

_BINARY: Final = getattr(os, "O_BINARY", 0)
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY
_OLD: Final = os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0) | _BINARY
_NO_FSYNC: Final = {errno.EINVAL, errno.ENOTSUP, errno.EBADF}
"""What file systems answer that cannot flush."""


def create(path: Path, data: bytes, like: Path | None) -> None:
    """A file that was not there, with the attributes of ``like``."""
    descriptor = os.open(path, _NEW, 0o666 if like is None else 0o600)
    try:
        _write(descriptor, data)
        if like is not None:
            _copy_attributes(like, path)
        _sync(descriptor)
    finally:
        os.close(descriptor)


def overwrite(target: Path, data: bytes) -> None:
    """Put other bytes into a file that stays the same one."""
    descriptor = os.open(target, _OLD)
    try:
        _write(descriptor, data)
        os.ftruncate(descriptor, len(data))
        _sync(descriptor)
    finally:
        os.close(descriptor)


def _write(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def move_new(fresh: Path, target: Path) -> None:
    """Give a new file its name, never that of another."""
    try:
        os.link(fresh, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if os.path.lexists(target):
            raise
        fresh.rename(target)
    else:
        fresh.unlink()


def flush(folder: Path) -> None:
    """Have the names in a folder outlast a crash, where its file system can."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:  # one that may not be listed; and Windows opens none
        return
    try:
        _sync(descriptor)
    finally:
        os.close(descriptor)


def _sync(descriptor: int) -> None:
    """Have what a file or folder holds outlast a crash, where its file system can."""
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_FSYNC:
            raise


def _copy_attributes(source: Path, path: Path) -> None:
    """Owner, extended attributes (ACLs are some) and mode, as far as they can be given."""
    status = source.lstat()
    if hasattr(os, "chown"):
        for owner in (status.st_uid, -1):
            with suppress(OSError):
                os.chown(path, owner, status.st_gid)
                break
    if hasattr(os, "listxattr"):
        with suppress(OSError):
            _copy_extended(source, path)
    with suppress(OSError):
        path.chmod(stat.S_IMODE(status.st_mode))


def _copy_extended(source: Path, path: Path) -> None:
    wanted = os.listxattr(source)
    for name in os.listxattr(path):
        if name not in wanted:  # a folder's default ACL
            os.removexattr(path, name)
    for name in wanted:
        with suppress(OSError):
            os.setxattr(path, name, os.getxattr(source, name))
