"""The ``from module import name`` statements of a Python text, each part with its place."""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass
from typing import Final

from profilecheck.findings import Span
from profilecheck.sources.python.lines import Lines

_MODULE: Final = re.compile(r"from[ \t]+(?P<module>[\w.]+)[ \t]+import\b")


@dataclass(frozen=True, slots=True)
class FromImport:
    """One statement: its place, its module's, and each name that it takes, with its place, ``as`` and all.

    ``indent`` is what stands before it on its line: blank where it is the first statement there.
    """

    span: Span
    module: str
    module_span: Span
    names: tuple[tuple[str, Span], ...]
    indent: str


def from_imports(text: str) -> list[FromImport]:
    """The statements of a text that is Python, but those whose module is written over several lines, or relative."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(text)
    lines = Lines(text)
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        span = lines.place(node)
        match = _MODULE.match(lines.raw(span))
        if match is None or node.module is None or match["module"] != node.module:
            continue
        start, end = (span.column + at for at in match.span("module"))
        place = Span(span.line, start, span.line, end)
        names = tuple((alias.name, lines.place(alias)) for alias in node.names)
        found.append(FromImport(span, node.module, place, names, lines.before(span)))
    return found
