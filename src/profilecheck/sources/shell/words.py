"""Shell text as words and operators, with the place of each: quotes, comments, here-documents, arrays.

No shell is run, and nothing that a shell would put in is guessed: a variable whose value is not certain, a
substitution or a pattern in a word is a hole in it. What this grammar does not know it takes for a plain
character.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from profilecheck.sources.shell.escapes import decoded
from profilecheck.sources.shell.text import ANY, HOLES, ONE, Piece

_OPERATOR: Final = re.compile(r"&&|\|\||;;&?|;&|\|&|[;&|()]")
_REDIRECTION: Final = re.compile(r"\d*(?:<<<|<<-?|<>|>>|>\||<&|>&|<|>)|&>>?")
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_ARRAY: Final = re.compile(r"[A-Za-z_]\w*\+?=\Z")
_VARIABLE: Final = re.compile(r"\$(?:[A-Za-z_]\w*|[0-9@*#?!$-])")
_ANSI: Final = re.compile(r"\$'((?:[^'\\]|\\.)*)'", re.DOTALL)
_LIST: Final = re.compile(r"\$\{([A-Za-z_]\w*)\[[@*]\]\}")
_PLACEHOLDER: Final = re.compile(r"<[A-Za-z][\w .|-]*>")
"""What documentation writes for a word to fill in, where a shell would redirect."""
_PAGE_PLACEHOLDER: Final = re.compile(r"<(?![(<&=\s])[^<>\n`\"']{0,80}(?<!\s)>")
"""The same on a page, where nothing is run as it stands."""
_TEMPLATE: Final = re.compile(r"\{\{.{0,200}?\}\}|\{%.{0,200}?%\}")
"""What Jinja, just or Helm puts in."""
_PATTERN: Final = "*?["
_ALTERNATIVES: Final = re.compile(r"\{[^{}\s]*(?:,|\.\.)[^{}\s]*\}")
_BRACES: Final = {"{": "}", "(": ")"}
_MAX_DEPTH: Final = 100
_KNOWN: Final = re.compile(r"\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})")
_ASSIGNED: Final = re.compile(r"[A-Za-z_]\w*\+?=")
_NOT_FIRST: Final = re.compile(
    r"(?!(?:if|then|else|elif|do|while|until|!|\{)\Z)(?![A-Za-z_]\w*\+?=)"
)
_PARTED: Final = "\ue002"
"""Stands where the value of a variable is split into words."""
_NAMES: Final = 100
"""How long the name of a variable is, at most, where a value is assigned to it."""
_BLANK: Final = re.compile(r"[ \t\n]+")
LONGEST: Final = 2_000
"""How long a value may be, at most, that is put in."""
MOST: Final = 200_000
"""How much is put in, at most, in one text."""


@dataclass(slots=True)
class Token:
    """A word, or an operator that ends a command. ``text`` has holes for what is not known; ``places``
    are the offsets of its characters. ``array`` is set for a word that is nothing but ``${NAME[@]}``;
    ``items`` for an assignment of one: ``NAME=(...)``. ``body`` is a here-document that the redirection
    before it feeds to its command, and ``values`` what the shell puts into that."""

    text: str
    places: list[int]
    start: int
    end: int
    operator: bool = False
    quoted: bool = False
    array: str | None = None
    items: list[Token] | None = None
    body: Piece | None = None
    put: bool = False
    values: Mapping[str, Piece] | None = None

    @property
    def piece(self) -> Piece:
        """Its text as shell text of its own, as ``bash -c`` reads it."""
        return Piece(self.text, self.places)


@dataclass(slots=True)
class _Pending:
    delimiter: str
    dashed: bool
    token: Token


@dataclass(slots=True)
class Lexer:
    """Reads one piece. ``comments`` are the offsets of each ``#`` and of the end of its line;
    ``substitutions`` the commands whose output is put in, each with the variables that are known there.
    ``values`` are the variables that are known where the reader is; where not ``splits``, none is put in
    that the shell might split into words, or might not. ``page``: it is shown in one, to be filled in."""

    piece: Piece
    values: Mapping[str, Piece] = field(default_factory=dict)
    splits: bool = True
    page: bool = False
    comments: list[tuple[int, int]] = field(default_factory=list)
    substitutions: list[tuple[Piece, Mapping[str, Piece]]] = field(default_factory=list)
    at: int = 0
    first: bool = True
    put: int = 0
    pending: list[_Pending] = field(default_factory=list)

    def tokens(self) -> Iterator[Token]:
        """The words and operators, in their order. A redirection and its target are neither, but for
        a here-document."""
        text = self.piece.text
        while self.at < len(text):
            char = text[self.at]
            if char in " \t\r\f\v":
                self.at += 1
            elif self._continues():
                self.at += self._continues()
            elif char == "\n":
                yield self._operator(self.at, self.at + 1)
                self._here_documents()
            elif char == "#" and self._begins_word():
                self._comment()
            elif redirection := self._redirection():
                yield from self._target(redirection)
            elif operator := _OPERATOR.match(text, self.at):
                yield self._operator(*operator.span())
            else:
                yield from self._words()

    def _begins_word(self) -> bool:
        return self.at == 0 or self.piece.text[self.at - 1] in " \t\r\n\f\v;&|()"

    def _continues(self) -> int:
        """How long a line continuation here is; 0 where there is none."""
        text = self.piece.text
        if text.startswith("\\\n", self.at):
            return 2
        return 3 if text.startswith("\\\r\n", self.at) else 0

    def _operator(self, start: int, end: int) -> Token:
        self.at = end
        self.first = True
        places = self.piece.places
        text = self.piece.text[start:end]
        return Token(text, list(places[start:end]), places[start], places[end - 1] + 1, True)

    def _comment(self) -> None:
        end = self.piece.text.find("\n", self.at)
        end = len(self.piece.text) if end < 0 else end
        last = end - 1 if self.piece.text[end - 1] == "\r" else end
        self.comments.append((self.piece.places[self.at], self.piece.places[last - 1] + 1))
        self.at = end

    def _redirection(self) -> re.Match[str] | None:
        text = self.piece.text
        if text[self.at] not in "<>&0123456789":
            return None
        if text[self.at].isdigit() and not self._begins_word():
            return None
        if self._placeholder():
            return None
        if text[self.at : self.at + 2] in ("<(", ">("):
            return None
        return _REDIRECTION.match(text, self.at)

    def _placeholder(self) -> re.Match[str] | None:
        return (_PAGE_PLACEHOLDER if self.page else _PLACEHOLDER).match(self.piece.text, self.at)

    def _target(self, redirection: re.Match[str]) -> Iterator[Token]:
        """What a redirection is from or to; a here-document is kept, to be filled where it stands."""
        self.at = redirection.end()
        text = self.piece.text
        while self.at < len(text) and (text[self.at] in " \t" or self._continues()):
            self.at += self._continues() or 1
        if self.at >= len(text) or text[self.at] in "\n;&|()":
            return
        target = next(iter(_parted(self._word())), None)
        if target is None:
            return
        kind = redirection.group().lstrip("0123456789")
        if kind in ("<<", "<<-"):
            target.body = Piece("", [])
            target.values = None if target.quoted else dict(self.values)
            self.pending.append(_Pending(target.text, kind == "<<-", target))
            yield target
        elif kind == "<<<":
            target.body = target.piece
            yield target

    def _here_documents(self) -> None:
        for one in self.pending:
            text, start = self.piece.text, self.at
            while self.at < len(text):
                end = text.find("\n", self.at)
                end = len(text) if end < 0 else end
                line = text[self.at : end].rstrip("\r")
                line_start, self.at = self.at, min(end + 1, len(text))
                if (line.lstrip("\t") if one.dashed else line) == one.delimiter:
                    one.token.body = self.piece[start:line_start]
                    break
            else:
                one.token.body = self.piece[start:]
        self.pending.clear()

    # Words

    def _words(self) -> Iterator[Token]:
        """The words that one comes to once the values of variables are put in."""
        word = self._word()
        self.first = self.first and not _NOT_FIRST.match(word.text)
        yield from _parted(word)

    def _word(self) -> Token:
        text, places = self.piece.text, self.piece.places
        start = self.at
        chars: list[str] = []
        offsets: list[int] = []
        word = Token("", offsets, places[start], 0)
        while self.at < len(text):
            char = text[self.at]
            if char == "<" and (match := self._placeholder()):
                self._hole(ONE, self.at, match.end(), chars, offsets)
            elif text.startswith(("<(", ">("), self.at):
                end = self._closing(self.at + 1)
                inner = end - 1 if text[end - 1] == ")" else end
                self.substitutions.append((self.piece[self.at + 2 : inner], dict(self.values)))
                self._hole(ONE, self.at, end, chars, offsets)
            elif char == "{" and (match := _TEMPLATE.match(text, self.at)):
                self._hole(ANY, self.at, match.end(), chars, offsets)
            elif char in " \t\n\r\f\v;&|<>)" or self._continues():
                if not self._continues():
                    break
                self.at += self._continues()
            elif char == "(":
                if not self._parenthesis(chars, offsets, word):
                    break
            elif escaped := _ANSI.match(text, self.at):
                word.quoted = True
                read = decoded(self.piece[escaped.start(1) : escaped.end(1)])
                chars += read.text
                offsets += read.places
                self.at = escaped.end()
            elif char in "'\"":
                word.quoted = True
                self._quoted(char, chars, offsets)
            elif char == "\\":
                self._take(self.at + 1, chars, offsets)
                self.at = min(self.at + 2, len(text))
            elif char in "$`":
                within = _ASSIGNED.match("".join(chars[:_NAMES]))
                self._expansion(ONE if within else ANY, chars, offsets)
            elif char in _PATTERN:
                self._hole(ANY, self.at, self.at + 1, chars, offsets)
            elif char == "{" and (match := _ALTERNATIVES.match(text, self.at)):
                self._hole(ANY, self.at, match.end(), chars, offsets)
            else:
                self._take(self.at, chars, offsets)
                self.at += 1
        if self.at == start:  # an operator's character where none can stand
            self._take(self.at, chars, offsets)
            self.at += 1
        word.text, word.end = "".join(chars), places[self.at - 1] + 1
        word.put = text[start] == "$"
        array = _LIST.fullmatch(text[start : self.at].strip('"'))
        word.array = array[1] if array else None
        return word

    def _take(self, at: int, chars: list[str], offsets: list[int]) -> None:
        if at < len(self.piece.text):
            chars.append(self.piece.text[at])
            offsets.append(self.piece.places[at])

    def _parenthesis(self, chars: list[str], offsets: list[int], word: Token) -> bool:
        """An array behind ``NAME=``, a pattern or a substitution (``<(...)``) within a word; False where a
        parenthesis opens no part of one."""
        if _ARRAY.match("".join(chars)):
            self.at += 1
            word.items = [token for token in self._items() if not token.operator]
            return True
        if not chars:
            return False
        last = chars[-1]
        if last not in "@?*+!$":
            return False
        self._hole(ANY, self.at, self._closing(self.at), chars, offsets)
        return True

    def _items(self) -> Iterator[Token]:
        """The words up to the parenthesis that closes an array."""
        for token in self.tokens():
            if token.operator and token.text == ")":
                return
            yield token

    def _quoted(self, quote: str, chars: list[str], offsets: list[int]) -> None:
        text = self.piece.text
        self.at += 1
        while self.at < len(text) and text[self.at] != quote:
            if text[self.at] == "{" and (match := _TEMPLATE.match(text, self.at)):
                self._hole(ONE, self.at, match.end(), chars, offsets)
            elif quote == "'":
                self._take(self.at, chars, offsets)
                self.at += 1
            elif self._continues():
                self.at += self._continues()
            elif text[self.at] == "\\" and text[self.at + 1 : self.at + 2] in ("$", "`", '"', "\\"):
                self._take(self.at + 1, chars, offsets)
                self.at += 2
            elif text[self.at] in "$`":
                self._expansion(ONE, chars, offsets)
            else:
                self._take(self.at, chars, offsets)
                self.at += 1
        self.at = min(self.at + 1, len(text))

    def _expansion(self, hole: str, chars: list[str], offsets: list[int]) -> None:
        text, start = self.piece.text, self.at
        following = text[start + 1 : start + 2]
        known = _KNOWN.match(text, start)
        if known and self._put(known, hole, chars, offsets):
            self.at = known.end()
        elif text[start] == "`":
            end = text.find("`", start + 1)
            end = len(text) if end < 0 else end
            self.substitutions.append((self.piece[start + 1 : end], dict(self.values)))
            self._hole(hole, start, min(end + 1, len(text)), chars, offsets)
        elif following in _BRACES:
            many = _LIST.match(text, start) is not None
            end = self._closing(start + 1)
            if following == "(" and not text.startswith("$((", start):
                inner = end - 1 if text[end - 1] == ")" else end
                self.substitutions.append((self.piece[start + 2 : inner], dict(self.values)))
            self._hole(ANY if many else hole, start, end, chars, offsets)
        elif match := _VARIABLE.match(text, start):
            many = match.group() in ("$@", "$*")
            self._hole(ANY if many else hole, start, match.end(), chars, offsets)
        else:
            self._take(start, chars, offsets)
            self.at += 1

    def _put(self, name: re.Match[str], hole: str, chars: list[str], offsets: list[int]) -> bool:
        """Puts in the value of a variable, where it is known. Words stand where they are written, but for the
        program and a single value, which stand where the variable does."""
        value = self.values.get(name[1] or name[2])
        if value is None or self.put > MOST:
            return False
        parts = _BLANK.search(value.text) is not None
        if hole == ANY and parts and not self.splits:
            return False
        self.put += len(value.text)
        text = value.text
        places = list(value.places)
        if self.first or not (parts or text.startswith("-")):
            places = [self.piece.places[name.start()]] * len(text)
        if hole == ANY:
            text = re.sub(r"[ \t\n]", _PARTED, text)
            text = "".join(ANY if char in _PATTERN or char in HOLES else char for char in text)
        chars += text
        offsets += places
        return True

    def _hole(self, hole: str, start: int, end: int, chars: list[str], offsets: list[int]) -> None:
        chars.append(hole)
        offsets.append(self.piece.places[start])
        self.at = end

    def _closing(self, start: int) -> int:
        """Behind the bracket that closes the one at ``start``, quotes and brackets within skipped."""
        text = self.piece.text
        expected: list[str] = []
        at = start
        while at < len(text):
            char = text[at]
            if char == "\\":
                at += 1
            elif char == "'" and expected and expected[0] == ")":
                end = text.find("'", at + 1)
                at = len(text) if end < 0 else end
            elif char in _BRACES:
                expected.append(_BRACES[char])
            elif expected and char == expected[-1]:
                expected.pop()
            at += 1
            if not expected or len(expected) > _MAX_DEPTH:
                return min(at, len(text))
        return len(text)


def _parted(word: Token) -> Iterator[Token]:
    """The words that one is split into, none where a value that is not quoted is empty. Those that stand
    elsewhere have their place there."""
    inside = range(word.start, word.end)
    elsewhere = bool(word.places) and word.places[0] not in inside
    if _PARTED not in word.text and not elsewhere:
        empty = not word.text and not word.quoted and word.items is None
        if not (empty and word.put):
            yield word
        return
    at = 0
    for text in word.text.split(_PARTED):
        places = word.places[at : at + len(text)]
        at += len(text) + 1
        if not text:
            continue
        start = word.start if places[0] in inside else places[0]
        end = word.end if places[-1] in inside or places[0] in inside else places[-1] + 1
        yield replace(word, text=text, places=places, start=start, end=end, quoted=True, array=None)
