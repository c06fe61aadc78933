"""Comments that are addressed to profilecheck, read in one place.

``# profilecheck: target=4.0`` says what a file is for. ``# profilecheck: ignore[PC203] reason``
silences findings: on a line of its own those of the next line that is no comment, behind a value
those of its own line; ``ignore-file[...]`` those of the whole file. Without brackets it silences
every rule. A comment may hold several directives; a reason in free words may follow them.

What resembles a directive and is none is a ``Fault``; prose that resembles none is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from profilecheck.directive_slips import AUTO, About, Slip, is_near, of_pin, slip, unknown_target
from profilecheck.document import Comment, Document
from profilecheck.findings import Span
from profilecheck.profiles import profiles
from profilecheck.profiles.names import GENERATIONS


@dataclass(frozen=True, slots=True)
class Asked:
    """A target that a comment asks for: a profile's name, or ``auto``."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Word:
    """One word between the brackets of a suppression: a code, the beginning of codes, or a name."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Ignored:
    """A suppression as it is written. ``words`` None: it stands without brackets, for every rule."""

    whole_file: bool
    words: tuple[Word, ...] | None
    comment: Comment
    span: Span


@dataclass(frozen=True, slots=True)
class Fault:
    """What resembles a directive and is not in force. ``message`` says what would be right."""

    about: About
    message: str
    span: Span


Directive: TypeAlias = Asked | Ignored | Fault

_OPENING: Final = re.compile(r"[#;]\s*profilecheck\s*:\s*", re.IGNORECASE)
# A comment on a line of its own may be a setting that was commented out, with what stood behind it.
_OPENING_BEHIND: Final = re.compile(rf"(?:^|(?<=\s)){_OPENING.pattern}", re.IGNORECASE)
_TARGET: Final = re.compile(
    r"target\s*=(?![=<>~])\s*(?P<value>\"[^\"]*\"|'[^']*'|[^\s,;]*)", re.IGNORECASE
)
_AND_ANOTHER: Final = re.compile(r"\s*(?:[,;&|/]|and\b|or\b)\s*v?(\d+\.\d+)\s*$", re.IGNORECASE)
_CODED: Final = re.compile(r"ignore(?P<file>-file)?\s*\[(?P<words>[^\]]*)\]", re.IGNORECASE)
_BARE: Final = re.compile(
    r"ignore(?P<file>-file)?\s*(?=$|[,;:.#(–—]|--|-\s)(?!\W*PC\d)(?![:(]\s*[a-z\d]+-[a-z\d])",
    re.IGNORECASE,
)
_GAP: Final = re.compile(r"[\s,;.]*")
_MISADDRESSED: Final = re.compile(
    r"[#;]\s*(?P<tool>[a-z]\w*(?:-\w+)*)\s*[:=–—-]*\s*(?=target\s*=\s*\S|ignore(?:-file)?\s*\[[^\]]*\])",
    re.IGNORECASE,
)
_QUOTES: Final = "\"'`“”‘’"


def directives(document: Document) -> Iterator[Directive]:
    """What the comments of a document ask of profilecheck, in its order."""
    for comment in document.comments:
        opening = (_OPENING.match if comment.alone else _OPENING_BEHIND.search)(comment.text)
        if opening:
            yield from _read(comment, opening.end())
        elif match := _MISADDRESSED.match(comment.text):
            yield from _misaddressed(comment, match)


def beginning(comment: Comment) -> int:
    """Where a comment begins to be addressed to profilecheck; its start where it is not."""
    opening = (_OPENING.match if comment.alone else _OPENING_BEHIND.search)(comment.text)
    return opening.start() if opening else 0


def asked(document: Document) -> Asked | None:
    """The target that comments put in force: the first that is one; None without such a comment."""
    targets = (one for one in directives(document) if isinstance(one, Asked))
    return next((one for one in targets if one.name != AUTO), None)


def faults(document: Document, about: About) -> Iterator[Fault]:
    """What resembles a directive about something and is not in force."""
    for one in directives(document):
        if isinstance(one, Fault) and one.about == about:
            yield one


def _read(comment: Comment, at: int) -> Iterator[Directive]:
    """The directives of a comment from ``at`` on, up to the reason."""
    text = comment.text.rstrip()
    first = True
    while at < len(text):
        if match := _TARGET.match(text, at):
            yield _target(comment, match)
        elif match := _CODED.match(text, at):
            yield _ignored(comment, match)
        elif match := _BARE.match(text, at):
            yield Ignored(match["file"] is not None, None, comment, _span(comment, match))
            return
        else:
            if found := slip(text, at, first=first):
                yield _fault(comment, found)
            return
        gap = _GAP.match(text, match.end())
        at = gap.end() if gap else match.end()
        first = False


def _target(comment: Comment, match: re.Match[str]) -> Asked | Fault:
    value = match["value"].strip(_QUOTES).strip().rstrip(".)" + _QUOTES).lower()
    name = re.sub(r"^v(?=\d)", "", value)
    if said := of_pin(name):
        return _fault(comment, Slip("target", match.start(), match.end(), said))
    if name != AUTO and name not in profiles():
        return _fault(comment, Slip("target", match.start(), match.end(), unknown_target(name)))
    other = _AND_ANOTHER.match(comment.text, match.end())
    if other and other[1] != name and other[1] in GENERATIONS:
        said = f"asks for {name} and {other[1]}: a file is for one of them"
        return _fault(comment, Slip("target", match.start(), other.end(), said))
    return Asked(name, _span(comment, match))


def _ignored(comment: Comment, match: re.Match[str]) -> Ignored | Fault:
    words = tuple(
        Word(word.group(), _span(comment, word))
        for word in re.compile(r"[^\s,;\"']+").finditer(comment.text, *match.span("words"))
    )
    if not words:
        return _fault(comment, Slip("other", *match.span(), "names no rule and silences nothing"))
    return Ignored(match["file"] is not None, words, comment, _span(comment, match))


def _misaddressed(comment: Comment, match: re.Match[str]) -> Iterator[Fault]:
    """A whole directive behind a name of the tool that is misspelt or lacks its colon."""
    if not is_near(match["tool"].replace("-", ""), "profilecheck"):
        return
    about: About = "target" if comment.text[match.end()] in "tT" else "other"
    said = "is not addressed to profilecheck: write `profilecheck:` before it"
    yield _fault(comment, Slip(about, match.start("tool"), len(comment.text), said))


def _fault(comment: Comment, found: Slip) -> Fault:
    written = comment.text[found.start : found.end].strip()
    shown = written if len(written) <= 60 else f"{written[:57]}..."
    start = comment.span.column + found.start
    line = comment.span.line
    span = Span(line, start, line, start + max(len(written), 1))
    return Fault(found.about, f"`{shown}` {found.said}", span)


def _span(comment: Comment, match: re.Match[str]) -> Span:
    line, column = comment.span.line, comment.span.column
    end = match.start() + len(match.group().rstrip())
    return Span(line, column + match.start(), line, column + end)
