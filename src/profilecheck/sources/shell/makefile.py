"""The command lines in the recipes of a Makefile, with its own variables where their values are certain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from profilecheck.sources.shell.commands import DEPTH, Reader
from profilecheck.sources.shell.text import Piece, cut
from profilecheck.sources.shell.words import LONGEST, MOST

_LINE: Final = re.compile(r"[^\n]*(?:\n|\Z)")
_SILENT: Final = re.compile(r"[ \t]*[@+-]*[ \t]*")
_INLINE: Final = re.compile(r"[^\s#:=;][^#:=;\n]*::?(?![:=])[^#=;\n]*;")
"""A rule up to the recipe on its own line."""
_SET: Final = re.compile(
    r"[ ]*(?:(?:export|override|unexport|private)[ ]+)*(?P<name>[A-Za-z_][\w.-]*)[ \t]*"
    r"(?P<how>:{0,3}|\?|\+|!)=[ \t]*"
)
_ASSIGNS: Final = re.compile(r"(?<![\w.-])([A-Za-z_][\w.-]*)[ \t]*[:?+!]*=|\bdefine[ \t]+([\w.-]+)")
"""Where a variable is set for one target, or in several lines."""
_COMMENT: Final = re.compile(r"(?<!\\)#")
_REFERENCE: Final = re.compile(r"\$(?:\$|\((?P<name>[\w.-]+)\)|\{(?P<braced>[\w.-]+)\})")
_DEFINES: Final = re.compile(r"[ ]*(?:(?:export|override)[ ]+)*define[ \t]+(?P<name>[\w.-]+)")
_RUN: Final = (
    r"(?m)(?:^\t|[;&|({{!]|\b(?:do|then|else|time)(?=[ \t\\]))(?:[ \t@+-]|\\\r?\n)*(?:[A-Za-z_]\w*=[^\s;&|]*[ \t]+)*"
    r"\$[({{](?:call[ \t]+)?{}[,)}}]"
)
"""Where a command of a recipe is what a variable of several lines holds."""
_OPENS: Final = re.compile(r"[ ]*(?:ifn?eq|ifn?def|define)\b")
_CLOSES: Final = re.compile(r"[ ]*(?:endif|endef)\b")
_INCLUDES: Final = re.compile(r"[ ]*[-s]?include\b")


def take(reader: Reader) -> None:
    """Takes in the commands of a Makefile. A line of a recipe is one script, with those that continue it."""
    makefile = _Makefile(reader.text)
    for recipe in makefile.read(reader):
        reader.script(makefile.filled(cut(reader.text, recipe)))


@dataclass(slots=True)
class _Makefile:
    """Reads a Makefile; ``values`` are the variables that are assigned once, whatever the target."""

    text: str
    values: dict[str, Piece] = field(default_factory=dict)
    _counts: Counter[str] = field(default_factory=Counter)
    _found: dict[tuple[str, int], Piece | None] = field(default_factory=dict)
    _depth: int = 0
    _put: int = 0

    def read(self, reader: Reader) -> Iterator[list[tuple[int, int]]]:
        """The recipes as stretches of the text. They are run once all of the file is read."""
        found: list[list[tuple[int, int]]] = []
        lines: list[tuple[int, int]] = []
        defined = False
        for match in _LINE.finditer(self.text):
            start, end = match.span()
            lines.append((start, end))
            if match.group().rstrip("\r\n").endswith("\\") and start < len(self.text):
                continue
            first = lines[0][0]
            if _CLOSES.match(self.text, first, end):
                defined = False
            if defined or self.text[first : first + 1] == "\t":
                found.append(self._recipe(first, lines))
            elif self.text[first : first + 1] == "#":
                behind = len(self.text[first:end].partition("\n")[0].rstrip("\r"))
                reader.comments.append(reader.comment(first, first + behind))
            elif inline := _INLINE.match(self.text, first, end):
                found.append(self._recipe(inline.end(), lines))
            else:
                self._statement(cut(self.text, lines))
                define = _DEFINES.match(self.text, first, end)
                if define:
                    name = re.escape(define["name"])
                    defined = re.search(_RUN.format(name), self.text) is not None
            lines = []
            if start == len(self.text):
                break
        for name, count in self._counts.items():
            if count != 1:
                self.values.pop(name, None)
        return iter(found)

    def _recipe(self, start: int, lines: list[tuple[int, int]]) -> list[tuple[int, int]]:
        opening = _SILENT.match(self.text, start, lines[0][1])
        return [(opening.end() if opening else start, lines[0][1]), *lines[1:]]

    def _statement(self, piece: Piece) -> None:
        """Takes in what is no recipe. What a file that is included sets is not known."""
        if _OPENS.match(piece.text):
            self._depth += 1
        elif _CLOSES.match(piece.text):
            self._depth = max(0, self._depth - 1)
        elif _INCLUDES.match(piece.text):
            self.values.clear()
        match = _SET.match(piece.text)
        if match is None:
            self._counts.update(a or b for a, b in _ASSIGNS.findall(piece.text))
            return
        self._counts[match["name"]] += 1
        comment = _COMMENT.search(piece.text, match.end())
        value = piece[match.end() : comment.start() if comment else len(piece.text)]
        value = value[: len(value.text.rstrip())]
        if not self._depth and match["how"] not in ("?", "+", "!") and len(value.text) <= LONGEST:
            self.values[match["name"]] = value

    def filled(self, piece: Piece, depth: int = DEPTH) -> Piece:
        """A recipe as the shell gets it: with the values of variables, and one dollar for ``$$``. Words stand
        where they are written, but for the program and a single value, which stand where the variable does."""
        text, places, at = "", list[int](), 0
        for match in _REFERENCE.finditer(piece.text):
            start, end = match.span()
            value = self._value(match["name"] or match["braced"], depth)
            if match.group() == "$$":
                value = piece[start : start + 1]
            elif value is None:
                value = piece[start:end]
            elif _is_one(value) or not piece.text[:start].strip():
                value = Piece(value.text, [piece.places[start]] * len(value.text))
            text += piece.text[at:start] + value.text
            places += [*piece.places[at:start], *value.places]
            at = end
        return Piece(text + piece.text[at:], [*places, *piece.places[at:]])

    def _value(self, name: str | None, depth: int) -> Piece | None:
        """The value of a variable with those of others in it; None where it is not known, or too long."""
        if name not in self.values or not depth or self._put > MOST:
            return None
        key = (name, depth)
        if key not in self._found:
            value = self.filled(self.values[name], depth - 1)
            self._found[key] = value if len(value.text) <= LONGEST else None
        found = self._found[key]
        self._put += len(found.text) if found else 0
        return found


def _is_one(value: Piece) -> bool:
    """Whether a value is one word, and no flag."""
    return not value.text.startswith("-") and re.search(r"\s", value.text) is None
