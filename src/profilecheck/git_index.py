"""Which files git tracks, by the index of a repository.

git itself is never run: a repository's settings may have it run any program. The format is that of git's
``gitformat-index``, versions 2, 3 and 4. A split index, which keeps most of itself elsewhere, and a sparse one, which
has folders in place of the files in them, are not read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from profilecheck.files import read_file

LARGEST: Final = 1 << 28
"""Bytes of an index that is read, at most: millions of files."""
_SIGNATURE: Final = b"DIRC"
_HEADER: Final = 12
_STAT: Final = 40
"""Bytes of an entry before the name of its object: times, places, mode, owner and size."""
_EXTENDED: Final = 0x4000
_HASHES: Final = {"sha1": 20, "sha256": 32}
_FORMAT: Final = re.compile(rb"(?im)^\s*objectformat\s*=\s*\"?(\w+)")
_ELSEWHERE: Final = (b"link", b"sdir")
"""Extensions of an index that is split, or sparse: it has not all paths."""


class NotRead(Exception):
    """An index that says nothing: it has not all paths, is of a version that is not known, or broken."""


@dataclass(eq=False)
class Index:
    """The index at ``path``, of a repository whose settings are at ``config``. It is read when it is asked
    something, and once."""

    path: str
    config: str = ""

    def has(self, path: str, *, folder: bool) -> bool | None:
        """Whether a file is tracked, or any in a folder; paths are posix, from the work tree. None where that
        is not known."""
        try:
            if not self._mentions(os.fsencode(path), b"/" if folder else b"\0"):
                return False
            names, folders = self._tracked
        except (NotRead, UnicodeError):
            return None
        return path in names or (folder and path in folders)

    def _mentions(self, path: bytes, end: bytes) -> bool:
        """Whether a path can be in the index, without a parse where its paths stand there in full."""
        data = self._data
        full = data[7:8] in (b"\2", b"\3") and not any(one in data for one in _ELSEWHERE)
        full = full and len(data) <= LARGEST
        return not full or path + end in data or path + b"\0" in data

    @cached_property
    def _data(self) -> bytes:
        try:
            data = read_file(self.path, LARGEST + 1)
        except FileNotFoundError:
            return _SIGNATURE + b"\0\0\0\2" + b"\0\0\0\0"
        except (OSError, ValueError):
            return b""
        return data

    @cached_property
    def _tracked(self) -> tuple[frozenset[str], frozenset[str]]:
        if len(self._data) > LARGEST:
            raise NotRead
        names = frozenset(map(os.fsdecode, paths(self._data, self._hash())))
        folders: set[str] = set()
        for name in names:
            above = name.rpartition("/")[0]
            while above and above not in folders:
                folders.add(above)
                above = above.rpartition("/")[0]
        return names, frozenset(folders)

    def _hash(self) -> int:
        try:
            found = _FORMAT.search(read_file(self.config, 1 << 20))
        except (OSError, ValueError):
            found = None
        return _HASHES.get(found[1].decode().lower() if found else "sha1", _HASHES["sha1"])


def paths(data: bytes, size: int = _HASHES["sha1"]) -> list[bytes]:
    """The paths of an index whose objects have names of ``size`` bytes, in its order, a path that is in conflict
    more than once. Raises NotRead."""
    version = int.from_bytes(data[4:8], "big")
    if data[:4] != _SIGNATURE or version not in (2, 3, 4):
        raise NotRead
    try:
        found, end = _entries(data, version, int.from_bytes(data[8:12], "big"), size)
        if any(one in _ELSEWHERE for one in _extensions(data, end, size)):
            raise NotRead
    except (IndexError, ValueError) as error:
        raise NotRead from error
    return found


def _entries(data: bytes, version: int, count: int, size: int) -> tuple[list[bytes], int]:
    """The paths of the entries, and where these end. Raises IndexError and ValueError for a broken index."""
    found: list[bytes] = []
    at, name = _HEADER, b""
    for _ in range(count):
        flags = at + _STAT + size
        extended = version > 2 and data[flags] & (_EXTENDED >> 8)
        start = flags + (4 if extended else 2)
        kept = b""
        if version == 4:
            dropped, start = _number(data, start)
            if dropped > len(name):
                raise ValueError
            kept = name[: len(name) - dropped]
        end = data.index(b"\0", start)
        name = kept + data[start:end]
        found.append(name)
        # Before version 4 zeros fill an entry up to a multiple of eight bytes, one at least.
        at = end + 1 if version == 4 else at + (end - at + 8) // 8 * 8
    if at > len(data):
        raise ValueError
    return found, at


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of as many bytes as it needs, and where it ends."""
    value = data[at] & 0x7F
    while data[at] & 0x80:
        at += 1
        value = ((value + 1) << 7) | (data[at] & 0x7F)
    return value, at + 1


def _extensions(data: bytes, at: int, size: int) -> Iterator[bytes]:
    """The names of the extensions behind the entries."""
    while at + 8 <= len(data) - size:
        yield data[at : at + 4]
        at += 8 + int.from_bytes(data[at + 4 : at + 8], "big")
