"""Changes to a file as unified diffs that ``git apply`` and ``patch -p1`` take."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from typing import Final

_NOTHING: Final = "/dev/null"
_PLAIN_FILE: Final = "100644"
_EXECUTABLE: Final = "100755"
_HEADER: Final = "diff --git "
_NO_LINE_END: Final = "\n\\ No newline at end of file\n"
_PLAIN: Final = re.compile(rb"[!#-\[\]-~]+")
_ESCAPES: Final = {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 34: '"', 92: "\\"}


def patch(path: str, before: str | None, after: str | None, *, executable: bool = False) -> str:
    """The diff that makes ``after`` of ``before`` in the file ``path``; empty where they are equal.

    ``path`` is posix and relative to where the patch will be applied. None is no file: one is made or
    deleted, ``executable`` or not. Lines end at ``\\n`` alone, as they do for git, and keep a ``\\r`` before it:
    who saves the text must write it without translating line ends. Surrogates in a path or text stand for
    bytes that are not UTF-8 (``surrogateescape``).

    The header of git's own is written only for what no other can say (empty files, the mode of a new one):
    with it ``git apply`` takes paths as those of the whole repository, and in a folder of it does nothing at all
    and says nothing either.
    """
    return "".join(_patch(path, before, after, _EXECUTABLE if executable else _PLAIN_FILE))


def joined(patches: Iterable[str]) -> str:
    """One patch of several. Those with a header of git's own come last: one without would be read as the rest of a
    header before it, where that has no lines of its own to follow."""
    return "".join(sorted(patches, key=lambda one: one.startswith(_HEADER)))


def _patch(path: str, before: str | None, after: str | None, mode: str) -> Iterator[str]:
    if before == after:
        return
    old, new = _quoted(f"a/{path}"), _quoted(f"b/{path}")
    if "" in (before, after) or (mode == _EXECUTABLE and None in (before, after)):
        yield f"{_HEADER}{old} {new}\n"
        if before is None:
            yield f"new file mode {mode}\n"
        if after is None:
            yield f"deleted file mode {mode}\n"
    old, new = _NOTHING if before is None else old, _NOTHING if after is None else new
    for line in difflib.unified_diff(_lines(before), _lines(after), old, new):
        yield line if line.endswith("\n") else line + _NO_LINE_END


def _lines(text: str | None) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+", text or "")


def _quoted(name: str) -> str:
    """A name as git quotes it. Spaces are quoted too: ``patch`` ends a name at one."""
    data = name.encode("utf-8", "surrogateescape")
    if _PLAIN.fullmatch(data):
        return name
    return f'"{"".join(map(_quoted_byte, data))}"'


def _quoted_byte(byte: int) -> str:
    if byte in _ESCAPES:
        return "\\" + _ESCAPES[byte]
    return chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}"
