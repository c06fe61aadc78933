"""What the variables of a shell script are certain to hold where they are used.

A value is certain where one assignment in all of the script gives it, straight before what uses it: not in a
branch, a loop or a function, not to a command alone, and not where something else may have set it since.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from profilecheck.sources.shell.text import Piece
from profilecheck.sources.shell.words import LONGEST, Lexer, Token

ASSIGNMENT: Final = re.compile(r"[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=")
KEYWORDS: Final = frozenset(
    {"if", "then", "else", "elif", "do", "while", "until", "!", "{", "}", "fi", "done", "esac"}
)
_NAMED: Final = re.compile(r"(?<![\w.-])([A-Za-z_]\w*)=")
_SET: Final = re.compile(r"(?<![\w-])([A-Za-z_]\w*)(?:\[[^\]\n]*\])?\+?=")
_SETTERS: Final = re.compile(
    r"\b(?:read|for|select|getopts|printf[ \t]+-v|mapfile|readarray|unset|let|local)\b[^\n;|&)]*"
    r"|\(\([^)\n]*(?:=|\+\+|--)[^)\n]*\)|\$\{[A-Za-z_]\w*:="
)
"""What may set a variable, or take it away, beside an assignment."""
_BARE: Final = re.compile(r"(?<![$\w{./-])[A-Za-z_]\w*|(?<=\$\{)[A-Za-z_]\w*(?=:=)")
_DECLARES: Final = frozenset({"export", "readonly", "declare", "typeset"})
_PLAIN_OPTION: Final = re.compile(r"-[axrg]+")
_READS: Final = frozenset({"source", "."})
_HARMLESS: Final = re.compile(
    r"(?:^|/)(?:activate|conda\.sh|mamba\.sh|\.?bash_?rc|\.?(?:bash_)?profile|setup\.bash|modules?\.sh|init/\w+)\Z"
)
"""Files that set up an environment, and no variable that a script gave a name of its own."""
_OPENERS: Final = frozenset({"if", "while", "until", "for", "select", "case", "{"})
_CLOSERS: Final = frozenset({"fi", "done", "esac", "}"})
_GOES_ON: Final = frozenset({"|", "|&", "&&", "||"})
_BEFORE: Final = frozenset({"", "\n", ";"})
_BEHIND: Final = frozenset({"\n", ";", "&&", "||"})
_MOST: Final = 500
"""How many variables are kept in mind, at most."""
_NO_PLAIN_WORDS: Final = re.compile(r"[&|;<>()'\"\\`#]")
"""In a value, what a shell would take for a character where its writer means more."""


@dataclass(slots=True)
class Variables:
    """Follows a script word by word. ``texts`` and ``arrays`` are what is certain so far; ``closed`` says that
    the script's own assignments decide nothing, because another shell puts in its variables before."""

    text: str
    texts: dict[str, Piece]
    closed: bool = False
    arrays: dict[str, list[Token]] = field(default_factory=dict)
    _blocks: list[str] = field(default_factory=list)
    _words: list[Token] = field(default_factory=list)
    _before: str = ""
    _counts: Counter[str] = field(init=False)
    _touched: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self._counts = Counter(match[1] for match in _SET.finditer(self.text))
        self._touched = {
            name for match in _SETTERS.finditer(self.text) for name in _BARE.findall(match.group())
        }
        for name in self._counts.keys() | self._touched:
            self.texts.pop(name, None)

    def follow(self, lexer: Lexer) -> Iterator[Token]:
        """The words of a script, with those of the arrays that they name in their place."""
        for token in lexer.tokens():
            if token.operator:
                self._end(token.text)
            elif token.body is None:
                self._words.append(token)
            items = self.arrays.get(token.array) if token.array else None
            yield from [token] if items is None else items
        self._end("\n")

    def _end(self, operator: str) -> None:
        """Takes in a command that an operator ends."""
        words, self._words = self._words, []
        before, self._before = self._before, operator
        if not words and operator == "\n" and before in _GOES_ON:
            self._before = before
        rest = self._without_keywords(words)
        if rest and not rest[0].quoted and rest[0].text in _READS and not _is_harmless(rest):
            self.texts.clear()
            self.arrays.clear()
        if not self._blocks and before in _BEFORE and operator in _BEHIND and not self.closed:
            for token in _assigned(rest):
                self._assign(token)
        if operator == "(":
            self._blocks.append("(")
        elif operator == ")" and self._blocks and self._blocks[-1] == "(":
            self._blocks.pop()

    def _without_keywords(self, words: list[Token]) -> list[Token]:
        """A command without the keywords before it, which open and close blocks."""
        for at, word in enumerate(words):
            if word.quoted:
                return words[at:]
            if word.text in _CLOSERS and self._blocks:
                self._blocks.pop()
            elif word.text in _OPENERS:
                self._blocks.append(word.text)
            elif word.text == "function" and words[-1].text == "{":
                self._blocks.append("{")
            if word.text not in KEYWORDS:
                return words[at:]
        return []

    def _assign(self, token: Token) -> None:
        match = _NAMED.match(token.text)
        if match is None or self._counts[match[1]] != 1 or match[1] in self._touched:
            return
        if token.items is not None:
            self.arrays[match[1]] = token.items
            return
        value = token.piece[match.end() :]
        few = len(self.texts) < _MOST and len(value.text) <= LONGEST
        if few and not _NO_PLAIN_WORDS.search(value.text):
            self.texts[match[1]] = value


def _assigned(words: list[Token]) -> list[Token]:
    """The assignments that a command is, and that are for no command behind them."""
    if words and words[0].text in _DECLARES and not words[0].quoted:
        words = words[1:]
        while words and _PLAIN_OPTION.fullmatch(words[0].text):
            words = words[1:]
    return words if all(ASSIGNMENT.match(word.text) for word in words) else []


def _is_harmless(words: list[Token]) -> bool:
    return len(words) > 1 and _HARMLESS.search(words[1].text) is not None
