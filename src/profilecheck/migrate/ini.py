"""The edits that carry out a plan in an INI file.

A setting that goes becomes a comment where it stood, which says what became of it; one that goes to another
section is written below the last setting of that one. Every other byte stays.
"""

from __future__ import annotations

from collections.abc import Sequence

from profilecheck.document import Document, Section, Setting
from profilecheck.findings import Edit, Span, lines_of
from profilecheck.migrate.ledger import Entry
from profilecheck.migrate.plan import Plan
from profilecheck.migrate.struck import Lines, told
from profilecheck.profiles.base import text_of
from profilecheck.profiles.loader import name_read
from profilecheck.profiles.migration import Put
from profilecheck.profiles.texts import before_sure_comment, literal_before_comment


def edits(document: Document, plans: Sequence[Plan]) -> list[Edit]:
    """The edits by which the document comes to hold what its plan says: an INI is one experiment."""
    return [edit for plan in plans for edit in _Editor(document, plan).run()]


class _Editor:
    def __init__(self, document: Document, plan: Plan) -> None:
        self.document = document
        self.plan = plan
        self.lines = Lines(document.text, keeps=plan.keeps_struck)
        self.titles = {title.title: title.to for title in plan.part.titles}

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
        # a new section goes below all that the old ones get
        for section in sorted(new, key=lambda section: self._header(section) is None):
            self._insert(section, new[section])
        return self.lines.edits

    # One setting

    def _change(self, entry: Entry, setting: Setting, new: dict[str, list[str]]) -> None:
        title = self._title_of(setting.section)
        here = next((put for put in entry.puts if put.section == title), None)
        if here is not None and not here.as_written and self._goes(setting, here):
            here = None
        for put in entry.puts:
            if put is not here:
                text = setting.raw if put.as_written else escaped(put.value)
                new.setdefault(put.section, []).append(f"{put.key} = {text}")
        if here is None:
            span = setting.key_span.to(setting.value_span)
            last = max(span.line, span.end_line)
            self.lines.strike(span.line, span.column, last, told(entry))
            return
        if here.key != setting.key:
            self.lines.replace(setting.key_span, here.key)
        if not here.as_written:
            self.lines.replace(self._value_span(setting), self._spaced(setting, here))

    def _title_of(self, section: str) -> str | None:
        """What the section is called in the result."""
        return self.titles.get(section, name_read((section, ""))[0])

    def _goes(self, setting: Setting, here: Put) -> bool:
        """Whether a setting with another value is written anew: what a default.ini said is still to be seen where other
        files are migrated after it."""
        is_told = self.plan.lies_below and here.key != setting.key
        return is_told or self._has_comment_within(setting)

    def _has_comment_within(self, setting: Setting) -> bool:
        """Whether a comment has a line of its own between those of a value."""
        span = setting.value_span
        return any(span.line < one.span.line < span.end_line for one in self.document.comments)

    def _value_span(self, setting: Setting) -> Span:
        """The place of the value alone, without a comment that the loader reads with it."""
        span = setting.value_span
        meant = literal_before_comment(setting.raw) or before_sure_comment(setting.raw)
        if meant is None or span.line != span.end_line:
            return span
        return Span(span.line, span.column, span.line, span.column + len(meant))

    def _spaced(self, setting: Setting, put: Put) -> str:
        span = setting.value_span
        before = self.lines.lines[span.line - 1][: span.column - 1]
        text = escaped(put.value)
        return f" {text}" if before.endswith(("=", ":")) and self._begins_below(span) else text

    def _begins_below(self, span: Span) -> bool:
        """Whether nothing of a value stands on the line of its key."""
        empty = span.column == span.end_column and span.line == span.end_line
        return empty or not self.lines.lines[span.line - 1][span.column - 1 :].strip()

    # Sections

    def _retitle(self, title: str, to: str | None, reason: str, span: Span) -> None:
        line = self.lines.lines[span.line - 1]
        if to is None:
            column = 1 + len(self.lines.indent(span.line))
            self.lines.strike(span.line, column, span.line, f"dropped: {reason}")
            return
        at = line.index(title, line.index("["))
        self.lines.replace(Span(span.line, at + 1, span.line, at + 1 + len(title)), to)

    def _insert(self, section: str, texts: list[str]) -> None:
        """Write settings below the last one of a section, which is made where there is none."""
        written = [s for s in self.document.settings if self._title_of(s.section) == section]
        header = self._header(section)
        if header is None:
            last = self._last_line_of(self._neighbour(section))
            indent = self._indent_below(last)
            self.lines.below(last, ["", f"{indent}[{section}]", *_lines(texts, indent)])
            return
        line = header.span.line
        indent = self._indent_below(line)
        if written:
            last_one = max(written, key=lambda s: s.key_span.line)
            line = max(last_one.key_span.line, last_one.value_span.end_line)
            indent = self.lines.lines[last_one.key_span.line - 1][: last_one.key_span.column - 1]
        self.lines.below(line, _lines(texts, indent))

    def _indent_below(self, line: int) -> str:
        """How deep the next statement is: were a new one less so, that would go on with its value."""
        for number in range(line + 1, len(self.lines.lines) + 1):
            text = self.lines.lines[number - 1].strip()
            if text and text[0] not in "#;":
                return self.lines.indent(number)
        return ""

    def _header(self, section: str) -> Section | None:
        found = (s for s in self.document.sections if self._title_of(s.name) == section)
        return next(found, None)

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
        return max(lines, default=len(self.lines.lines))


def _lines(texts: list[str], indent: str) -> list[str]:
    """The lines of settings; the further ones of a value are deeper than its first."""
    lines: list[str] = []
    for text in texts:
        first, *further = lines_of(text)
        lines += [
            f"{indent}{first}".rstrip(),
            *(f"{indent}    {line.strip()}".rstrip() for line in further),
        ]
    return lines


def escaped(value: object) -> str:
    """The INI text that configparser and the loader read as a value."""
    return text_of(value).replace("%", "%%")
