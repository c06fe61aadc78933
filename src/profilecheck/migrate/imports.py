"""Imports of names that the target has in another module: the edits that take them from there."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from profilecheck.document import Document, Use
from profilecheck.findings import Edit, Span
from profilecheck.profiles.api_names import ROOT
from profilecheck.profiles.v3_to_v4_python import MOVED
from profilecheck.sources.notebook import python_of
from profilecheck.sources.python.imports import FromImport, from_imports
from profilecheck.sources.python.lines import LINE_END, Lines

_BETWEEN: Final = re.compile(r"\s*,\s*")


@dataclass(frozen=True, slots=True)
class Moved:
    """The edits, and the uses that are mended by them."""

    edits: tuple[Edit, ...] = ()
    uses: frozenset[Use] = frozenset()


def moved(document: Document, uses: Collection[Use]) -> Moved:
    """What can be rewritten of these uses: taken by ``from``, or read as an attribute of the package itself."""
    wanted = {use.span: use for use in uses if use.name in MOVED}
    if not wanted:
        return Moved()
    edits: list[Edit] = []
    mended: list[Use] = []
    for statement in from_imports(python_of(document)):
        taken = [span for _, span in statement.names if span in wanted]
        made = list(_taken(statement, taken, document.text)) if taken else []
        if made:
            edits += made
            mended += [wanted[span] for span in taken]
    read = [use for use in wanted.values() if not use.importing]
    made, done = _read(document, read)
    return Moved((*edits, *made), frozenset((*mended, *done)))


def _taken(statement: FromImport, taken: list[Span], text: str) -> Iterator[Edit]:
    """A statement by which all names, or one of several, come from elsewhere; nothing where that is not plain."""
    lines, names = Lines(text), [span for _, span in statement.names]
    where = {MOVED[f"{statement.module}.{n}"] for n, span in statement.names if span in taken}
    if len(where) != 1:
        return
    (module,) = where
    if len(taken) == len(names):
        yield Edit(statement.module_span, module)
        return
    if len(taken) > 1:
        return
    at = names.index(taken[0])
    before, after = (names[at - 1], taken[0]) if at else (taken[0], names[1])
    between = Span(before.end_line, before.end_column, after.line, after.column)
    if not _BETWEEN.fullmatch(lines.raw(between)):
        return
    start = Span(
        statement.span.line, statement.span.column, statement.span.line, statement.span.column
    )
    newline = LINE_END.search(text)
    alone = not statement.indent.strip()
    end = (newline[0] if newline else "\n") + statement.indent if alone else "; "
    yield Edit(start, f"from {module} import {lines.raw(taken[0])}{end}")
    if at:
        yield Edit(Span(before.end_line, before.end_column, after.end_line, after.end_column), "")
    else:
        yield Edit(Span(before.line, before.column, after.line, after.column), "")


def _read(document: Document, uses: list[Use]) -> tuple[list[Edit], list[Use]]:
    """Attributes of the package, as ``import pufferlib`` binds it, where a module-level import comes first."""
    lines = Lines(document.text)
    plain = [use for use in uses if lines.raw(use.span) == use.name]
    if not plain:
        return [], []
    modules = {MOVED[use.name] for use in plain}
    imports = [
        use
        for use in document.uses
        if use.importing and use.guard is None and lines.before(use.span).strip() == "import"
        if not lines.before(use.span)[0].isspace() and lines.raw(use.span) == use.name
    ]
    edits: list[Edit] = []
    for module in modules:
        first = next((use for use in imports if use.name in (ROOT, module)), None)
        if first is None or any(use.span < first.span for use in plain):
            return [], []
        if first.name != module:
            edits.append(Edit(first.span, module))
    edits += [Edit(use.span, f"{MOVED[use.name]}.{use.name.rpartition('.')[2]}") for use in plain]
    return edits, plain
