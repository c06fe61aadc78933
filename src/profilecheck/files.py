"""Reading files: regular ones only, and without ever waiting for one."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_ITSELF: Final = getattr(os, "O_NOFOLLOW", 0)
_CHUNK: Final = 1 << 20


def read_file(path: str | Path, limit: int | None = None, *, follow: bool = True) -> bytes:
    """The bytes of a regular file, or its first ``limit``. Never waits for a writer.

    Raises OSError, also for what is no regular file and, without ``follow``, for a symlink.
    """
    descriptor = os.open(path, _FLAGS if follow else _FLAGS | _ITSELF)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(None, "not a regular file")
        data = b""
        # A file's size may be 0 although it holds something (/proc), or change meanwhile.
        wanted = status.st_size + 1 if limit is None else min(status.st_size + 1, limit)
        while more := os.read(descriptor, wanted):
            data += more
            wanted = _CHUNK if limit is None else min(_CHUNK, limit - len(data))
        return data
    finally:
        os.close(descriptor)
