"""The one shape that every source yields: a document of settings in sections.

A rule never knows whether a setting came from an INI file, a TOML table or a mapping in YAML.
This module imports nothing of profilecheck but ``findings``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from profilecheck.findings import Span


class Unknown:
    """The type of ``UNKNOWN``. It has no truth value, so that no rule takes it for false."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNKNOWN"

    def __reduce__(self) -> str:
        return "UNKNOWN"  # pickled by name, so that it stays the one object

    def __bool__(self) -> bool:
        raise TypeError("UNKNOWN has no truth value: compare with `is UNKNOWN`")


UNKNOWN: Final = Unknown()
"""A value that cannot be known without running code or resolving something outside the file."""


class Whole(int):
    """A whole number whose type is not int (numpy's int64): not every runtime takes it for one."""

    __slots__ = ()


Format = Literal["ini", "toml", "json", "yaml", "values"]


@dataclass(frozen=True, slots=True)
class Setting:
    """One key with its value.

    ``section`` is the dotted path of the table that holds it (``vec``, ``sweep.train.horizon``,
    ``""`` at top level). ``key`` is the key as its loader knows it (INI: lower-cased);
    ``written`` is the key as it stands in the file. ``value`` is the typed value, or ``UNKNOWN``;
    in an INI document it is the text as configparser would join it, before interpolation, and the
    profile decides what it means. ``raw`` is the source text of the value, exactly.
    ``value_span`` is empty (start equals end) where there is no value text.
    """

    section: str
    key: str
    value: object
    raw: str
    key_span: Span
    value_span: Span
    written: str = ""

    @property
    def span(self) -> Span:
        """From the start of the key to the end of the value's first line, or of the value."""
        if self.value_span.end_line == self.key_span.line:
            return self.key_span.to(self.value_span)
        return self.key_span


@dataclass(frozen=True, slots=True)
class Section:
    """One table: its dotted name and the span of its header (INI, TOML) or of its key.

    ``as_value`` is the same table as one value of the table that holds it (``env_kwargs: {...}``),
    where the format nests tables and this one has a key.
    """

    name: str
    span: Span
    as_value: Setting | None = field(default=None, compare=False, repr=False)


ProblemKind = Literal[
    "not-utf8",
    "byte-order-mark",
    "syntax",
    "text-before-section",
    "duplicate-key",
    "duplicate-section",
    "nul-byte",
    "too-deep",
]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is wrong with the text itself, found while reading it.

    ``fatal`` means that the format's own loader refuses the file. ``span`` is where; for a
    duplicate it is the second occurrence and ``first`` is the first one.
    """

    kind: ProblemKind
    message: str
    span: Span
    fatal: bool = True
    first: Span | None = None


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, from its mark (``#`` or ``;``) to the end of the line. ``alone`` on its line, or not."""

    text: str
    span: Span
    alone: bool


@dataclass(frozen=True, slots=True)
class Document:
    """A file as settings in sections, with all that is wrong with its text.

    ``settings`` and ``sections`` are in the order of the file and complete up to the first fatal
    problem at least. A typed format repeats a key only where its own loader would; the last
    occurrence is then the one in force.
    """

    path: str
    format: Format
    text: str
    sections: tuple[Section, ...] = ()
    settings: tuple[Setting, ...] = ()
    problems: tuple[Problem, ...] = ()
    comments: tuple[Comment, ...] = field(default=())

    @property
    def broken(self) -> bool:
        """True where the format's own loader refuses this text."""
        return any(problem.fatal for problem in self.problems)
