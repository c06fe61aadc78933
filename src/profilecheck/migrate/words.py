"""Edits in the words of a command, wherever it stands: shell text, a list in JSON or YAML, the items of a YAML list.

Nothing but the words that change is touched: quotes, blanks, line continuations and comments stay, but for those
that a word which goes would leave behind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from profilecheck.document import Word
from profilecheck.findings import Edit, Span
from profilecheck.migrate.expansions import OF_MAKE, VARIABLE, Expansions, unquoted
from profilecheck.profiles.launch_flags import Given
from profilecheck.sources.shell.escapes import QUOTE
from profilecheck.sources.tables import Places

_QUOTES: Final = "'\""
_QUOTED: Final = ("'", '"')
_OPENING: Final = re.compile(r"(?<![\w'\"])[rRuUfFbB]{0,2}['\"]\Z")
"""Where a string of Python begins, before its text."""
_BEGINNING: Final = re.compile(r"(?P<kind>[rRuUfFbB]{0,2})(?P<quote>['\"])")
_LONGEST_OPENING: Final = 4
_HOLE: Final = re.compile(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|%[-+ #0]*[\d.*]*[a-zA-Z]")
"""What a string of Python puts in."""
_BY_PLACE: Final = re.compile(r"%[-+ #0]*[\d.*]*[a-zA-Z]|\{\d*(?:[:!][^{}]*)?\}")
"""What it puts in by its place among others, so that none of them may go."""
_IN_TEXT: Final = re.compile(r"[^'\"(\[]*\{")
"""The text of a string of Python that puts something in, and no expression."""
_WITHIN: Final = re.compile(
    rf"(?:(?<![\w'\"])[rRuUfFbB]{{0,2}})(?P<quote>{QUOTE})(?P<within>.*)(?P=quote)",
    re.DOTALL,
)
"""A word in quotes."""
_ITEM: Final = re.compile(
    r"[ \t]*(?:#[^\r\n]*)?(?:\r?\n[ \t]*(?:#[^\r\n]*)?)*(?P<dash>\r?\n[ \t]*-[ \t]+)"
)
"""What stands between two words that are items of a YAML list."""
_LISTS: Final = re.compile(r"\s*,\s*")
"""What stands between two words of a list in brackets."""
_LISTED: Final = re.compile(r"\s*,\s*\Z")
_PLAIN: Final = re.compile(r"(?:--?|/)[A-Za-z][\w./=-]*")
"""What YAML reads as a text without quotes, for sure."""
_FAR: Final = 4_000
"""How long the comments before a word may be, at most."""
_DASH: Final = re.compile(r"-[ \t]+\Z")
_NEAR: Final = 400
"""How far from a word its comma may be, at most."""
_BLANKS: Final = re.compile(r"(?:[ \t]|\\{1,2}\r?\n)*")
_BLANK: Final = re.compile(r"(?:[ \t]|\\{1,2}\r?\n)\Z")
_CONTINUED: Final = re.compile(r"[ \t]*\\{1,2}\r?\n[ \t>]*\Z")
_GOES_ON: Final = ("\\", "\\\\")
"""What joins a line to the next one: in a string of Python the backslash is escaped."""
_COMMENTED: Final = re.compile(r"(?P<goes_on>[ \t]*\\)\r?\n(?:[ \t]*#[^\n]*\n)+\Z")


class Uneditable(Exception):
    """A word that cannot be edited where it stands, with the reason for the user."""


@dataclass(slots=True)
class Words:
    """Collects the edits in one command of a text. ``make``: a Makefile puts in its variables first; ``python``: the
    words of a list are strings of Python, and their places are within the quotes. ``shell`` is false where no shell
    reads the text: Compose puts in variables itself."""

    text: str
    places: Places
    command: Sequence[Word]
    make: bool = False
    python: bool = False
    shell: bool = True
    edits: list[Edit] = field(default_factory=list)
    _dropped: list[tuple[int, int]] = field(default_factory=list)

    # Places

    def range(self, span: Span) -> tuple[int, int]:
        """The offsets of a place. What a Makefile puts in stands where its ``$`` does: all of it is meant."""
        start = self.places.offset(span.line, span.column)
        end = self.places.offset(span.end_line, span.end_column)
        if self.make and end > start and (reference := OF_MAKE.match(self.text, end - 1)):
            return start, reference.end()
        if self.python and self.text[end : end + 1] == self.text[start - 1 : start] in _QUOTED:
            opening = _OPENING.search(self.text, max(0, start - _LONGEST_OPENING), start)
            return (opening.start() if opening else start - 1), end + 1
        if self.python and end > start and (hole := _HOLE.match(self.text, end - 1)):
            return start, hole.end()
        return start, end

    def written(self, span: Span) -> str:
        """What stands at a place."""
        start, end = self.range(span)
        return self.text[start:end]

    def _inner(self, start: int, end: int) -> tuple[int, int]:
        """A stretch without the quotes around it."""
        found = _WITHIN.fullmatch(self.text, start, end)
        return found.span("within") if found else (start, end)

    def _value(self, word: Word, flag: str, span: Span) -> tuple[int, int]:
        """Where the value of a flag stands, with its quotes: a word of its own, or behind the flag's ``=``."""
        start, end = self.range(span)
        if span != word.after:
            return start, end
        first, last = self._inner(*self.range(word.span))
        return first + len(flag) + 1, min(end, last)

    def raw_value(self, word: Word, flag: str, span: Span) -> str:
        """The text of a flag's value, with its quotes."""
        start, end = self._value(word, flag, span)
        return self.text[start:end]

    def follows(self, given: Given) -> bool:
        """Whether a flag's value stands right behind it, and not where a variable is assigned."""
        if given.joined or given.value_span is None:
            return True
        gap = self.text[self.range(given.word.span)[1] : self.range(given.value_span)[0]]
        return bool(gap) and any(one.fullmatch(gap) for one in (_BLANKS, _LISTS, _ITEM))

    def raw_of(self, given: Given) -> str:
        """The text of a flag's value, with its quotes; nothing where it has none."""
        span = given.value_span
        return self.raw_value(given.word, given.flag, span) if span else ""

    def is_literal(self, given: Given) -> bool:
        """Whether a flag's value, which is known, stands in the line itself."""
        span = given.value_span
        if span is None or not isinstance(given.text, str):
            return False
        start, end = self._inner(*self._value(given.word, given.flag, span))
        return self.text[start:end].strip(_QUOTES) == given.text

    # Edits

    def _alone(self, *spans: Span) -> None:
        """Refuse to edit the place of a variable that holds several words."""
        for span in spans:
            if sum(word.span == span for word in self.command) > 1:
                held = self.written(span)
                raise Uneditable(
                    f"{held} holds several words of the line: write those for 4.0 where it is set"
                )

    def _put(self, start: int, end: int, text: str) -> None:
        self._see(start, end, text)
        self.edits.append(Edit(self.places.span(start, end), text))

    def _see(self, start: int, end: int, text: str = "") -> None:
        if self.python:
            lost = _BY_PLACE.search(self.text, start, end)
            if lost and lost.group() not in text:
                raise Uneditable(f"what {self.text[start:end]} puts in is told by its place")

    def reflag(self, word: Word, old: str, new: str) -> None:
        """Give the flag in a word another name."""
        self._alone(word.span)
        start, end = self._inner(*self.range(word.span))
        if not self.text.startswith(old, start, end):
            raise Uneditable(f"{old} is put together in a way that is not edited")
        self._put(start, start + len(old), new)

    def replace(self, word: Word, new: str) -> None:
        """Write another text for a word that is known."""
        self._alone(word.span)
        start, end = self._inner(*self.range(word.span))
        if self.text[start:end] != word.text:
            raise Uneditable(f"{word.text} comes from a variable")
        self._put(start, end, new)

    def put(self, word: Word, new: str) -> None:
        """Write another text for all of a word, quotes and all."""
        self._alone(word.span)
        self._put(*self.range(word.span), new)

    def instead(self, word: Word, last: Span, new: str) -> None:
        """Write a flag for one with its value, which may be a word of its own."""
        start, end = self._inner(*self.range(word.span))
        self._put(start, end, new)
        value = next((one for one in self.command if one.span == last), None)
        if last != word.span and value is not None:
            self.drop(value, last)

    def set_value(self, word: Word, flag: str, span: Span, known: str, new: str) -> None:
        """Write another value for a flag, whose text is known."""
        start, end = self._inner(*self._value(word, flag, span))
        if self.text[start:end] != known:
            raise Uneditable(
                f"the value of {flag} comes from a variable, and {new} takes its place"
            )
        self._put(start, end, new)

    def set_raw(self, word: Word, flag: str, span: Span, new: str) -> None:
        """Write another text for a flag's value, quotes and all."""
        self._alone(word.span, span)
        start, end = self._value(word, flag, span)
        self._put(start, end, new)

    def drop(self, first: Word, last: Span) -> None:
        """Take away the words from one to another, with what separates them from the others."""
        self._alone(first.span, last)
        start, end = self.range(first.span)[0], self.range(last)[1]
        self._see(start, end)
        if self._separator(first.span) is not None:
            self._drop_listed(start, end)
        else:
            self._dropped.append((start, end))

    def done(self) -> tuple[Edit, ...]:
        """All edits. Words that go and stand beside each other go together, so that nothing is left of their line."""
        merged: list[tuple[int, int]] = []
        for start, end in sorted(self._dropped):
            if merged and _BLANKS.fullmatch(self.text, merged[-1][1], start):
                start = merged.pop()[0]
            merged.append((start, end))
        for start, end in merged:
            commented = self._commented(start, end)
            if commented is not None:
                self._put(*commented.span("goes_on"), "")
                start, end = self._line(start)[0], self._line(end)[1]
            else:
                start, end = self._with_line(start, end)
            self._put(start, end, "")
        self._dropped.clear()
        return tuple(self.edits)

    def _commented(self, start: int, end: int) -> re.Match[str] | None:
        """What continues a command past the comments before its last words, as a Dockerfile may."""
        line, after = self._line(start)[0], self._line(end)[1]
        if self.text[line:start].strip() or self.text[end:after].strip():
            return None
        return _COMMENTED.search(self.text, max(0, line - _FAR), line)

    def _with_line(self, start: int, end: int) -> tuple[int, int]:
        """A stretch with its line where nothing else stands there, else with the blanks before it."""
        line, after = self._line(start)[0], self._line(end)[1]
        behind = self.text[end:after].strip()
        alone = not self.text[line:start].strip(" \t>")
        continued = _CONTINUED.search(self.text, max(0, line - _NEAR), start)
        if alone and (behind in _GOES_ON or (not behind and not continued)):
            return line, after
        if alone and not behind and continued:
            return continued.start(), end
        return self._with_blanks(start, end)

    def _drop_listed(self, start: int, end: int) -> None:
        if listed := _LISTED.search(self.text, max(0, start - _NEAR), start):
            self._put(listed.start(), end, "")
        elif listed := _LISTS.match(self.text, end):
            self._put(start, listed.end(), "")
        elif not _DASH.search(self.text, max(0, start - _NEAR), start):
            self._put(start, end, "")
        elif self.text[end : self._line(end)[1]].strip():
            self._put(self.text.rindex("-", 0, start), end, "")  # a comment behind it stays
        else:
            self._put(self._line(start)[0], self._line(end)[1], "")

    def _with_blanks(self, start: int, end: int) -> tuple[int, int]:
        """A stretch with the blanks before it; with those behind it, where it begins what holds it."""
        before = start
        while blank := _BLANK.search(self.text, max(0, before - 4), before):
            before = blank.start()
        if before < start:
            return before, end
        while self.text[end : end + 1] in (" ", "\t"):
            end += 1
        return start, end

    def replace_range(self, first: Word, last: Word, new: str) -> None:
        """Write one word for several that follow one another."""
        self._alone(first.span, last.span)
        start, end = self.range(first.span)[0], self.range(last.span)[1]
        opening = _BEGINNING.match(self.text, start) if self.python else None
        quote = opening["quote"] if opening else self.text[start]
        quote = quote if quote in _QUOTES else ""
        self._put(start, end, f"{self._kind(start)}{quote}{new}{quote}")

    def _kind(self, start: int) -> str:
        """What stands before the quotes of a word beside one of Python's that begins at an offset: a list is of texts or
        of bytes."""
        opening = _BEGINNING.match(self.text, start) if self.python else None
        return "b" if opening and "b" in opening["kind"].lower() else ""

    def insert(self, behind: Span, words: Sequence[str], puts_in: Sequence[str] = ()) -> None:
        """Write new words behind a place, as the words around it are written. One with quotes of its own is
        written as it stands, and so is an expression of Python, which is among ``puts_in``."""
        start, end = self.range(behind)
        between = self._separator(behind)
        if between is None:
            self._put(end, end, "".join(f" {word}" for word in words))
            return
        opening = self.text[self._inner(start, end)[0] - 1]
        quoted = opening in _QUOTES and self._inner(start, end) != (start, end)
        quote = opening if quoted else '"'
        kind = self._kind(start)
        for word in words:
            if self.python and word in puts_in:
                made = f"f{quote}{word}{quote}" if _IN_TEXT.match(word) else word
                self._put(end, end, f"{between}{made}")
                continue
            plain = word[:1] in _QUOTES or (
                not quoted and not self.python and _PLAIN.fullmatch(word)
            )
            self._put(end, end, f"{between}{word if plain else f'{kind}{quote}{word}{quote}'}")

    # Lists

    def _separator(self, place: Span) -> str | None:
        """What separates a word of a list from the others; None where the words are a shell's."""
        at = next((i for i, word in enumerate(self.command) if word.span == place), None)
        if at is None:
            at = next((i for i, word in enumerate(self.command) if word.after == place), 0)
        for one, other in ((at - 1, at), (at, at + 1)):
            if one >= 0 and other < len(self.command):
                gap = self._gap(self.command[one], self.command[other])
                if _LISTS.fullmatch(gap):
                    return gap
                if item := _ITEM.fullmatch(gap):
                    return item["dash"]
                if gap and _BLANKS.fullmatch(gap):
                    return None
        start, end = self.range(place)
        is_string = self.python and self._inner(start, end) != (start, end)
        return ", " if is_string else None

    @property
    def listed(self) -> bool:
        """Whether the words are those of a list, which no shell reads."""
        return self._separator(self.command[-1].span) is not None

    def _gap(self, one: Word, other: Word) -> str:
        start, end = self.range(one.span)[1], self.range(other.span)[0]
        return self.text[start:end] if start <= end else ""

    def _line(self, offset: int) -> tuple[int, int]:
        """Where the line of an offset begins, and where the next one does."""
        end = self.text.find("\n", offset)
        return self.places.line_start(offset), len(self.text) if end < 0 else end + 1

    # Variables

    @property
    def expansions(self) -> Expansions:
        """What may be written in the place of a word that puts something in."""
        return Expansions(self.make, self.python, self.shell and not self.listed)

    def assign(self, word: Word, new: str, uses: Sequence[Word]) -> bool:
        """Write another value where a variable is assigned, if a word is that variable and nothing uses it
        but the words ``uses``. False where that is not certain."""
        name = self.variable(word)
        if name is None or self._references(name) != sum(
            self.variable(one) == name for one in uses
        ):
            return False
        if len(re.findall(rf"(?<![\w.-]){name}[ \t]*[:?+!]*=", self.text)) != 1:
            return False
        value = re.search(
            rf"(?m)^[ \t]*{name}[ \t]*:{{0,3}}=[ \t]*([\"']?)(?P<value>{re.escape(word.text)})\1[ \t]*(?:#.*)?\r?$",
            self.text,
        )
        if value is None:
            return False
        self._put(*value.span("value"), new)
        return True

    def variable(self, word: Word) -> str | None:
        """The name of the variable that a word is."""
        inner = unquoted(self.written(word.span))[1]
        found = (OF_MAKE if self.make else VARIABLE).fullmatch(inner)
        return (found["name"] or found["braced"]) if found else None

    def _references(self, name: str) -> int:
        behind = r"(?![\w.-])" if self.make else r"(?!\w)"
        return len(re.findall(rf"\$[({{]?{name}{behind}", self.text))

    def strip(self, word: Word, prefix: str) -> bool:
        """Take away what a word that is known only in part begins with; False where it does not."""
        start, end = self._inner(*self.range(word.span))
        if not self.text.startswith(prefix, start, end):
            return False
        self._put(start, start + len(prefix), "")
        return True
