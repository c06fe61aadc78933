"""The command of a container in YAML: ``entrypoint`` and ``command`` of Compose, ``command`` and ``args`` of Kubernetes.

Each is a list of words, or a text. Those of one container come together: what the first names is run with the others
as its arguments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from profilecheck.sources.shell.commands import Reader
from profilecheck.sources.shell.text import Piece
from profilecheck.sources.shell.words import Lexer, Token

ARGUMENTS: Final = ("args",)
KEYS: Final = ("entrypoint", "command", *ARGUMENTS)
"""In the order in which they are run."""


@dataclass(slots=True)
class Containers:
    """Collects the parts of the containers of one file, and takes each container in where it ends."""

    reader: Reader
    _open: dict[int, dict[str, list[Token] | Piece]] = field(default_factory=dict)

    def add(self, column: int, key: str, part: list[Token] | Piece) -> None:
        """Takes in what one key at a column gives: the words of a list, or a text."""
        self._open.setdefault(column, {})[key] = part

    def close(self, column: int) -> None:
        """Says that a line begins at a column: what is deeper has ended."""
        for ended in [at for at in self._open if at > column]:
            self._take(self._open.pop(ended))

    def _take(self, parts: dict[str, list[Token] | Piece]) -> None:
        given = [parts[key] for key in KEYS if key in parts]
        if len(given) == 1 and isinstance(given[0], Piece):
            if not parts.keys() <= set(ARGUMENTS):
                self.reader.script(given[0])
        elif not parts.keys() <= set(ARGUMENTS):
            words = [word for part in given for word in _words(part)]
            if words:
                self.reader.run(words)


def _words(part: list[Token] | Piece) -> Iterator[Token]:
    """The words of a part. A text is split as a shell splits it, and run by none."""
    if not isinstance(part, Piece):
        yield from part
        return
    for token in Lexer(part).tokens():
        if not token.operator:
            yield token
        elif re.search(r"\S", token.text):
            return
