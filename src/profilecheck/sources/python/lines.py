"""The lines of a Python text, and where the nodes of its syntax tree stand in them."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from typing import Final

from profilecheck.findings import Span

LINE_END: Final = re.compile(r"\r\n|\r|\n")


class Lines:
    """A text by its lines."""

    def __init__(self, text: str) -> None:
        self._lines = LINE_END.split(text)
        self._inner: dict[int, list[int]] = {}
        """The bytes of a line, in UTF-8, that begin no character, where there are such."""

    def place(self, node: ast.AST) -> Span:
        """The span of a node: the tree counts columns in bytes of UTF-8, a span in code points."""
        line, end_line = getattr(node, "lineno", 1), getattr(node, "end_lineno", None) or 1
        start = self._column(line, getattr(node, "col_offset", 0))
        return Span(
            line, start, end_line, self._column(end_line, getattr(node, "end_col_offset", 0) or 0)
        )

    def raw(self, span: Span) -> str:
        """The text of a span, its lines joined by ``\\n``."""
        lines = self._lines[span.line - 1 : span.end_line]
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        return "\n".join(lines)

    def before(self, span: Span) -> str:
        """What stands on its first line before a span."""
        return self._lines[span.line - 1][: span.column - 1]

    def _column(self, line: int, offset: int) -> int:
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        if text.isascii():
            return offset + 1
        if line not in self._inner:
            inside = text.encode("utf-8", "surrogatepass")
            self._inner[line] = [at for at, byte in enumerate(inside) if byte & 0xC0 == 0x80]
        return offset - bisect_left(self._inner[line], offset) + 1
