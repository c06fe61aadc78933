"""What the tests of the typed readers share: the shape that a document must have, told anew.

``flattened`` says in a few lines what sections and settings a loader's result has to become; the
readers get there from the text. ``check_places`` holds every span against the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from random import Random

from profilecheck.document import UNKNOWN, Document, Setting
from profilecheck.findings import Span

_LINE_END = re.compile(r"\r\n?|\n")


def at(text: str, span: Span) -> str:
    """The text of a span, lines and columns counted as editors do."""
    starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
    start = starts[span.line - 1] + span.column - 1
    end = starts[span.end_line - 1] + span.end_column - 1
    assert 0 <= start <= end <= len(text), span
    return text[start:end]


def check_places(document: Document) -> None:
    """Every span lies in the text, and those of keys, values and comments hold what they say."""
    text = document.text
    for setting in document.settings:
        assert at(text, setting.key_span) == setting.written
        assert at(text, setting.value_span) == setting.raw
    for section in document.sections:
        at(text, section.span)
    for comment in document.comments:
        assert at(text, comment.span) == comment.text
        assert comment.text.startswith("#")
    for problem in document.problems:
        at(text, problem.span)
        if problem.first is not None:
            at(text, problem.first)
            assert problem.first < problem.span


def shape(document: Document) -> tuple[list[str], list[tuple[str, str, str]]]:
    """Sections, and settings with their values as ``told`` tells them."""
    return (
        sorted(section.name for section in document.sections),
        sorted((s.section, s.key, told(s.value)) for s in document.settings),
    )


def told(value: object) -> str:
    """The ``repr`` of a value, which tells 1 from True and 1.0, with keys in order."""
    if isinstance(value, list):
        return f"[{', '.join(map(told, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(sorted(f'{key!r}: {told(item)}' for key, item in value.items()))}}}"
    return repr(value)


def flattened(value: object) -> tuple[list[str], list[tuple[str, str, str]]]:
    """The ``shape`` that a document must have whose loader yields ``value``."""
    sections: list[str] = []
    settings: list[tuple[str, str, str]] = []
    for section, key, plain in _flattened("", value):
        if key is None:
            sections.append(section)
        else:
            settings.append((section, key, told(plain)))
    return sorted(sections), sorted(settings)


def _flattened(path: str, value: object) -> Iterator[tuple[str, str | None, object]]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            name = f"{path}[{index}]"
            if isinstance(item, dict):
                yield name, None, None
            if isinstance(item, (dict, list)):
                yield from _flattened(name, item)
    elif isinstance(value, dict):
        for name, item in value.items():
            key = str(name)
            inner = f"{path}.{key}" if path else key
            if isinstance(item, dict):
                yield inner, None, None
            else:
                yield path, key, _plain(item)
            if isinstance(item, (dict, list)):
                yield from _flattened(inner, item)


def _plain(value: object) -> object:
    if isinstance(value, list):
        items = [_plain(item) for item in value]
        return UNKNOWN if any(item is UNKNOWN for item in items) else items
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if not isinstance(value, str):
        return value
    unfilled = value == "???" or any(mark in value for mark in ("${", "{{", "{%"))
    return UNKNOWN if unfilled else value


def values(document: Document) -> Mapping[tuple[str, str], object]:
    """The values by section and key; no key may stand twice."""
    found = {(s.section, s.key): s.value for s in document.settings}
    assert len(found) == len(document.settings)
    return found


def setting(document: Document, key: str, section: str = "") -> Setting:
    """The one setting of that name."""
    (found,) = (s for s in document.settings if (s.section, s.key) == (section, key))
    return found


def names(document: Document) -> list[str]:
    """The names of the sections, in order."""
    return [section.name for section in document.sections]


def kinds(document: Document) -> list[str]:
    """The kinds of the problems, in order."""
    return [problem.kind for problem in document.problems]


def mutated(rng: Random, text: str, alphabet: tuple[str, ...]) -> str:
    """``text`` with a few pieces cut out, put in, doubled or swapped."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.choice((0, 0, 1, 1, 2, 5, 20)))
        piece = rng.choice(
            (
                "",
                rng.choice(alphabet),
                rng.choice(alphabet) + rng.choice(alphabet),
                text[start:end] * 2,
                text[start:end][::-1],
            )
        )
        text = text[:start] + piece + text[end:]
    return text
