"""INI text as a Document: what configparser reads, and where everything stands.

The pass below keeps the states of ``RawConfigParser._read`` with default arguments, which are the
same in Python 3.10 to 3.13 (Lib/configparser.py): a line deeper than the key's goes on with its
value, whatever it holds; blank lines are part of a value; ``#`` and ``;`` open a comment only
where a line begins; the last ``]`` of a line closes a section's name. Where configparser stops at
a fault, the pass goes on, so that one run shows them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import accumulate
from typing import TypeVar

from profilecheck.document import Comment, Document, Problem, Section, Setting
from profilecheck.findings import Span

DEFAULT = "DEFAULT"
"""The section whose settings lie under those of every other one."""

_BYTE_ORDER_MARK = "\ufeff"
_LINE_END = re.compile(r"\r\n?|\n")
_DELIMITER = re.compile("[=:]")
_DIRECTIVE = re.compile(r"(?<=\s)[#;]\s*profilecheck:", re.IGNORECASE)
_STRING = re.compile(
    r"""#[^\n]*"""  # a comment of Python's, in which no string begins
    r"""|(?<!\w)[rbu]{0,2}(?:(?P<three>'''|\"{3})(?:\\.|(?!(?P=three)).)*(?P=three)"""
    r"""|(?P<one>['"])(?:\\.|(?!(?P=one))[^\\\n])*(?P=one))""",
    re.IGNORECASE | re.DOTALL,
)
_SHOWN = 40
"""How much of a line a message quotes, in characters."""


def read(text: str, path: str) -> Document:
    """Read INI text as configparser does, keeping positions; never raises.

    Lines end where ``open()`` ends them: at ``\\n``, ``\\r\\n`` and ``\\r`` only. A document that
    configparser refuses has a fatal problem. After a duplicate key or section both occurrences are
    kept, in the order of the file; lines before the first section and indented lines below a
    faulty one belong to no setting; a header without its ``]`` opens its section all the same.
    """
    reader = _Reader(text)
    reader.run()
    return Document(
        path,
        "ini",
        text,
        tuple(reader.sections),
        tuple(reader.settings),
        tuple(reader.problems),
        tuple(reader.comments),
    )


T = TypeVar("T")


def lay_over(
    merged: dict[str, dict[str, T]], sections: Iterable[str], items: Iterable[tuple[str, str, T]]
) -> None:
    """Lay the sections and items (section, key, what is there) of one more text over those of texts
    before it, as ``ConfigParser.read`` does."""
    for section in sections:
        merged.setdefault(section, {})
    for section, key, item in items:
        merged.setdefault(section, {})[key] = item


def in_force(merged: dict[str, dict[str, T]], section: str) -> dict[str, T]:
    """What is in force in a section, DEFAULT's under its own, in ``ConfigParser.items`` order.

    Raises KeyError where there is no such section.
    """
    return {**merged.get(DEFAULT, {}), **merged[section]}


class _Reader:
    """One pass over the lines of a text."""

    def __init__(self, text: str) -> None:
        self.marked = text.startswith(_BYTE_ORDER_MARK)
        body = text[1:] if self.marked else text
        self.line_ends: list[str] | None = None
        if "\r" in body:
            self.line_ends = _LINE_END.findall(body)
            body = body.replace("\r\n", "\n").replace("\r", "\n")
        self.lines = body.split("\n")
        self.has_directives = "profilecheck:" in body.lower()

        self.sections: list[Section] = []
        self.settings: list[Setting] = []
        self.problems: list[Problem] = []
        self.comments: list[Comment] = []

        self.section: str | None = None
        self.text_before_section = False
        self.headers: dict[str, Span] = {}
        self.default_keys: dict[str, Span] = {}
        self.keys: dict[str, Span] = {}
        self.indent = 0
        # Whether a deeper line continues something, and whether that is the last setting's value.
        self.continues = False
        self.value_open = False
        # Lines below the first of the open value, and where the last one with text ends.
        self.further: list[str] = []
        self.further_end: tuple[int, int] | None = None

    def run(self) -> None:
        if self.marked:
            message = (
                "the file begins with a byte-order mark, which configparser takes for text "
                "before the first section: save it as UTF-8 without one"
            )
            self.problems.append(Problem("byte-order-mark", message, Span(1, 1, 1, 2)))
        for number, line in enumerate(self.lines, 1):
            content = line.strip()
            if not content:
                if self.value_open:
                    self.further.append("")
                continue
            indent = line.index(content[0])
            if content[0] in "#;":
                self._comment(number, indent, len(line), alone=True)
            elif self.continues and indent > self.indent:
                self._continue_value(number, indent, content)
            else:
                if self.further:
                    self._close_value()
                self.indent = indent
                self._statement(number, indent, content)
        if self.further:
            self._close_value()
        behind = {comment.span.line: comment for comment in self.comments if not comment.alone}
        if behind:
            quoted = dict(self._quoted(behind))
            told = (quoted.get(comment, comment) for comment in self.comments)
            self.comments = [comment for comment in told if comment is not None]

    def _quoted(self, behind: Mapping[int, Comment]) -> Iterator[tuple[Comment, Comment | None]]:
        """Those comments behind values that are part of a string to Python, which reads the values, each
        with the one behind that string, if there is one."""
        for setting in self.settings:
            span = setting.value_span
            found = [behind[n] for n in range(span.line, span.end_line + 1) if n in behind]
            if found and ("'" in setting.raw or '"' in setting.raw):
                lines = self.lines[span.line - 1 : span.end_line]
                starts = [0, *accumulate(len(line) + 1 for line in lines)]
                strings = [
                    (one.start(), one.end())
                    for one in _STRING.finditer("\n".join(lines), span.column - 1)
                    if one["three"] or one["one"]
                ]
                for one in found:
                    start = starts[one.span.line - span.line]
                    right = self._outside(one, [(a - start, b - start) for a, b in strings])
                    if right is not one:
                        yield one, right

    def _outside(self, comment: Comment, strings: Iterable[tuple[int, int]]) -> Comment | None:
        """The comment, or the next one on its line that begins in none of the strings."""
        number, at = comment.span.line, comment.span.column - 1
        line = self.lines[number - 1]
        for start, end in strings:
            if start < at < end:
                match = _DIRECTIVE.search(line, end) if end < len(line) else None
                if match is None:
                    return None
                at = match.start()
        if at == comment.span.column - 1:
            return comment
        return Comment(line[at:], self._span(number, at, len(line)), alone=False)

    def _statement(self, number: int, indent: int, content: str) -> None:
        """Read a line that continues nothing: a header, a setting or a fault."""
        self.value_open = False
        if content[0] == "[" and (name_end := content.rfind("]")) > 1:
            self._header(content[1:name_end], self._span(number, indent, indent + name_end + 1))
            self._directive(number, indent + name_end + 1)
        elif self.section is not None and (delimiter := _DELIMITER.search(content)):
            self._setting(self.section, number, indent, content, delimiter.start())
        else:
            self._fault(content, self._span(number, indent, indent + len(content)))

    def _header(self, name: str, span: Span) -> None:
        self.sections.append(Section(name, span))
        self.section = name
        self.continues = False
        if name == DEFAULT:  # configparser lets it come back, and remembers its keys
            self.keys = self.default_keys
            return
        self.keys = {}
        first = self.headers.setdefault(name, span)
        if first is not span:
            message = f"section [{_shown(name)}] was already opened on line {first.line}"
            self.problems.append(Problem("duplicate-section", message, span, first=first))

    def _setting(
        self, section: str, number: int, indent: int, content: str, delimiter: int
    ) -> None:
        written = content[:delimiter].rstrip()
        self.continues = self.value_open = bool(written)
        if not written:
            span = self._span(number, indent, indent + len(content))
            message = f"no key before {content[0]!r}"
            self.problems.append(Problem("syntax", message, span))
            return
        key = written.lower()
        value = content[delimiter + 1 :].lstrip()
        start = indent + 1
        end = start + len(content)
        key_span = Span(number, start, number, start + len(written))
        value_span = Span(number, end - len(value), number, end)
        first = self.keys.setdefault(key, key_span)
        if first is not key_span:
            message = (
                f"key {_shown(key)!r} is already set in [{_shown(section)}] on line {first.line}"
            )
            self.problems.append(Problem("duplicate-key", message, key_span, first=first))
        self.settings.append(Setting(section, key, value, value, key_span, value_span, written))
        if self.has_directives:
            self._directive(number, indent + delimiter + 1)

    def _fault(self, content: str, span: Span) -> None:
        """Note a line that configparser cannot read; go on as its writer is likely to mean it."""
        unclosed = content[0] == "[" and "]" not in content
        if unclosed:
            message = f"no ']' closes the section header {_shown(content)!r}"
        elif self.section is None:
            message = f"{_shown(content)!r} stands before the first section header"
        else:
            message = f"no '=' or ':' after {_shown(content)!r}"
        if self.section is None and not self.text_before_section:
            self.text_before_section = True
            self.problems.append(Problem("text-before-section", message, span))
        elif self.section is not None or unclosed:  # one cause, however many lines before a section
            self.problems.append(Problem("syntax", message, span))
        if unclosed and (name := content[1:].strip()):
            self.sections.append(Section(name, span))
            self.section = name
            self.keys = {}
            self.continues = False

    def _continue_value(self, number: int, indent: int, content: str) -> None:
        if not self.value_open:
            return
        self.further.append(content)
        self.further_end = (number, indent + 1 + len(content))
        if self.has_directives:
            self._directive(number, indent)

    def _close_value(self) -> None:
        """Give the last setting the further lines of its value."""
        if self.further_end is not None:
            setting = self.settings[-1]
            value_span = setting.value_span.to(Span(*self.further_end, *self.further_end))
            self.settings[-1] = replace(
                setting,
                value="\n".join([setting.raw, *self.further]).rstrip(),
                raw=self._source(value_span),
                value_span=value_span,
            )
            self.further_end = None
        self.further.clear()

    def _source(self, span: Span) -> str:
        """The text of a span over several lines, with its own line ends."""
        lines = self.lines[span.line - 1 : span.end_line]
        lines[0] = lines[0][span.column - 1 :]
        lines[-1] = lines[-1][: span.end_column - 1]
        if self.line_ends is None:
            return "\n".join(lines)
        ends = [*self.line_ends[span.line - 1 : span.end_line - 1], ""]
        return "".join(line + end for line, end in zip(lines, ends, strict=True))

    def _directive(self, number: int, start: int) -> None:
        """Note a comment for profilecheck behind a value, where configparser knows no comments."""
        line = self.lines[number - 1]
        match = _DIRECTIVE.search(line, start)
        if match is not None:
            self._comment(number, match.start(), len(line), alone=False)

    def _comment(self, number: int, start: int, end: int, *, alone: bool) -> None:
        text = self.lines[number - 1][start:end]
        self.comments.append(Comment(text, self._span(number, start, end), alone))

    def _span(self, number: int, start: int, end: int) -> Span:
        """The span of characters of a line, counted from 0 as in ``self.lines``."""
        before = 2 if self.marked and number == 1 else 1
        return Span(number, start + before, number, end + before)


def _shown(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
