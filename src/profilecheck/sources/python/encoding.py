"""The encoding that a Python file declares for itself (PEP 263)."""

from __future__ import annotations

import io
import tokenize
from codecs import BOM_UTF8
from typing import Final

from profilecheck.document import Problem
from profilecheck.findings import Span

_UTF8: Final = frozenset({"utf-8", "utf-8-sig"})
_ASCII: Final = bytes(range(128)) + b"?" * 128
_DECLARES: Final = b"coding"


def declared(data: bytes) -> str | Problem | None:
    """The text of a file as Python reads it, or why it does not; None where the file declares nothing or
    UTF-8."""
    first, second, *_ = [*data[:4096].splitlines()[:2], b"", b""]
    line = 1 if _DECLARES in first else 2
    if _DECLARES not in first + second:
        return None
    try:
        name, _ = tokenize.detect_encoding(io.BytesIO(_head(data, first, second)).readline)
        return None if name in _UTF8 else data.decode(name)
    except SyntaxError as error:
        if data.startswith(BOM_UTF8):
            told = "it begins with the byte order mark of UTF-8 and declares another encoding"
        else:
            told = str(error)
    except LookupError:
        told = f"{name} is no encoding of texts"
    except UnicodeDecodeError as error:
        line = len(data[: error.start].splitlines() or [b""])
        told = f"byte 0x{data[error.start]:02x} is not {name}, which the file declares"
    except UnicodeError:
        told = f"its bytes are not {name}, which it declares"
    return Problem("syntax", f"Python refuses this file: {told}", Span(line, 1, line, 1))


def _head(data: bytes, first: bytes, second: bytes) -> bytes:
    """The lines that may declare it. What else they hold may be of any encoding."""
    mark = BOM_UTF8 if data.startswith(BOM_UTF8) else b""
    lines = (first.removeprefix(mark), second)
    return mark + b"".join(line.translate(_ASCII) + b"\n" for line in lines)
