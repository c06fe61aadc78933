"""The edits that carry out a plan in an INI file.

A setting that goes becomes a comment where it stood, which says what became of it; one that goes to another
section is written below the last setting of that one. Every other byte stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from profilecheck.document import Document, Setting
from profilecheck.findings import Edit, Span
from profilecheck.migrate.ledger import Entry
from profilecheck.migrate.plan import Plan
from profilecheck.profiles.base import text_of
from profilecheck.profiles.migration import Put
from profilecheck.profiles.texts import before_sure_comment, literal_before_comment

_LINE_END = re.compile(r"\r\n?|\n")


def edits(document: Document, plan: Plan) -> list[Edit]:
    """The edits by which the document comes to hold what the plan says."""
    return _Editor(document, plan).run()


@dataclass(slots=True)
class _Editor:
    document: Document
    plan: Plan
    lines: list[str] = field(init=False)
    newline: str = field(init=False)
    at_starts: list[Edit] = field(default_factory=list)
    at_ends: list[Edit] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lines = _LINE_END.split(self.document.text)
        found = _LINE_END.search(self.document.text)
        self.newline = found[0] if found else "\n"

    def run(self) -> list[Edit]:
        new: dict[str, list[str]] = {}
        for entry, setting in self.plan.steps:
            if setting is None:
                for put in entry.puts:
                    new.setdefault(put.section, []).append(f"{put.key} = {escaped(put.value)}")
            elif entry.changes:
                self._change(entry, setting, new)
        for title in self.plan.part.titles:
            self._retitle(title.title, title.to, title.reason, title.span)
        for section, texts in new.items():
            self._insert(section, texts)
        return [*self.at_starts, *self.at_ends]

    # One setting

    def _change(self, entry: Entry, setting: Setting, new: dict[str, list[str]]) -> None:
        title = self._title_of(setting.section)
        here = next((put for put in entry.puts if put.section == title), None)
        for put in entry.puts:
            if put is not here:
                text = setting.raw if put.as_written else escaped(put.value)
                new.setdefault(put.section, []).append(f"{put.key} = {text}")
        if here is None:
            self._strike(setting, self._where(entry))
            return
        if here.key != setting.key:
            self.at_starts.append(Edit(setting.key_span, here.key))
        if not here.as_written:
            self.at_starts.append(Edit(self._value_span(setting), self._spaced(setting, here)))

    def _title_of(self, section: str) -> str | None:
        """What the section is called in the result."""
        for title in self.plan.part.titles:
            if title.title == section:
                return title.to
        return section

    def _where(self, entry: Entry) -> str:
        if not entry.puts:
            return (
                f"dropped: {entry.reason}"
                if entry.action == "dropped"
                else f"{entry.action}: {entry.reason}"
            )
        places = " and ".join(f"[{put.section}] {put.key}" for put in entry.puts)
        return f"now {places}"

    def _strike(self, setting: Setting, told: str) -> None:
        first, last = setting.key_span.line, max(setting.key_span.line, setting.value_span.end_line)
        self._insert_at(first, setting.key_span.column, "# 3.0: ")
        for line in range(first + 1, last + 1):
            text = self.lines[line - 1]
            if text.strip() and text.strip()[0] not in "#;":
                self._insert_at(line, 1 + len(text) - len(text.lstrip()), "# ")
        self._end(last, f"  -> {on_one_line(told)}")

    def _value_span(self, setting: Setting) -> Span:
        """The place of the value alone, without a comment that the loader reads with it."""
        span = setting.value_span
        meant = literal_before_comment(setting.raw) or before_sure_comment(setting.raw)
        if meant is None or span.line != span.end_line:
            return span
        return Span(span.line, span.column, span.line, span.column + len(meant))

    def _spaced(self, setting: Setting, put: Put) -> str:
        empty = setting.value_span.column == setting.value_span.end_column
        text = escaped(put.value)
        return (
            f" {text}" if empty and setting.value_span.line == setting.value_span.end_line else text
        )

    # Sections

    def _retitle(self, title: str, to: str | None, reason: str, span: Span) -> None:
        line = self.lines[span.line - 1]
        if to is None:
            column = 1 + len(line) - len(line.lstrip())
            self._insert_at(span.line, column, "# 3.0: ")
            self._end(span.line, f"  -> dropped: {on_one_line(reason)}")
            return
        at = line.index(title, line.index("["))
        self.at_starts.append(Edit(Span(span.line, at + 1, span.line, at + 1 + len(title)), to))

    def _insert(self, section: str, texts: list[str]) -> None:
        """Write settings below the last one of a section, which is made where there is none."""
        written = [s for s in self.document.settings if self._title_of(s.section) == section]
        header = next(
            (s for s in self.document.sections if self._title_of(s.name) == section), None
        )
        if header is None:
            self._end(
                self._last_line_of(self._neighbour(section)),
                self._block([f"[{section}]", *texts], gap=True),
            )
            return
        line, indent = header.span.line, ""
        if written:
            last = max(written, key=lambda s: s.key_span.line)
            line = max(last.key_span.line, last.value_span.end_line)
            indent = self.lines[last.key_span.line - 1][: last.key_span.column - 1]
        self._end(line, self._block(texts, indent=indent))

    def _neighbour(self, section: str) -> str | None:
        """The section after which a new one goes: [base] before [vec] before the others."""
        names = [s.name for s in self.document.sections]
        for name in ("base", "vec", "env", "policy", "train"):
            if name in names and name != section:
                if section == "vec" and name == "base":
                    return name
                break
        plain = [name for name in names if not name.startswith("sweep")]
        return plain[-1] if plain else (names[-1] if names else None)

    def _last_line_of(self, section: str | None) -> int:
        lines = [s.span.line for s in self.document.sections if s.name == section]
        own = (s for s in self.document.settings if s.section == section)
        lines += [max(s.key_span.line, s.value_span.end_line) for s in own]
        return max(lines, default=len(self.lines))

    def _block(self, texts: list[str], *, indent: str = "", gap: bool = False) -> str:
        """Whole lines below another one; the further lines of a value are deeper than its first."""
        lines = [""] if gap else []
        for text in texts:
            first, *further = _LINE_END.split(text)
            lines += [indent + first, *(f"{indent}    {line.strip()}".rstrip() for line in further)]
        return "".join(self.newline + line for line in lines)

    # Places

    def _insert_at(self, line: int, column: int, text: str) -> None:
        self.at_starts.append(Edit(Span(line, column, line, column), text))

    def _end(self, line: int, text: str) -> None:
        column = len(self.lines[line - 1]) + 1
        self.at_ends.append(Edit(Span(line, column, line, column), text))


def escaped(value: object) -> str:
    """The INI text that configparser and the loader read as a value."""
    return text_of(value).replace("%", "%%")


def on_one_line(text: str) -> str:
    """A text without line breaks."""
    return " ".join(text.split())
