"""A Jupyter notebook as one Python document: the code of its cells, one below the other.

What is IPython's own (magics, shell commands, help) is taken out in place, so that everything else stands
where it stood. A cell that is no Python then is taken out too.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from profilecheck.document import Document, Problem
from profilecheck.findings import Cells, Span
from profilecheck.sources import magics, python

ENDING: Final = ".ipynb"

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_PYTHON: Final = re.compile(r"i?python\d*(?:\.\d+)*$|$", re.IGNORECASE)
_ON_PYTHON: Final = frozenset({"time", "timeit", "capture", "prun", "memit", "mprun", "px"})
"""Magics of a whole cell that run it as Python, in the notebook's own names."""
_ON_STATEMENT: Final = re.compile(
    r"(\s*)%(?:time|timeit|prun|memit)\b(?:\s+-\w+(?:\s+\d+)?)*(?=\s+[^\s-])"
)
_ESCAPED: Final = re.compile(r"\s*(?:[%!]|\?{1,2}\w|[,;/](?=\w)|[\w.]+\?{1,2}\s*$)")
_COMMAND: Final = re.compile(
    r"\s*(?:pip3?|conda|mamba|uv|cd|ls|ll|cat|cp|mv|rm|mkdir|rmdir|man|less|more)(?:\s+[^\s=(.\[]|\s*$)"
)
"""Magics that IPython takes without their mark."""
_ASSIGNED: Final = re.compile(r"(\s*[A-Za-z_][\w\s,.\[\]'\"]*=\s*)[%!]\s*\S")
_TOKEN: Final = re.compile(
    r"""(?P<long>\"{3}|'{3}) | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | \#.* | (?P<open>[(\[{]) |
    (?P<close>[)\]}])""",
    re.VERBOSE,
)


class NotANotebook(ValueError):
    """A file with a notebook's ending that is none, or none of Python. The message says why."""


def read(data: bytes, path: str, roots: frozenset[str], marks: Sequence[str] = ()) -> Document:
    """The uses and calls of the packages ``roots`` in the cells of code of a notebook, and the commands that
    they start with one of ``marks`` in them.

    A cell that is no Python is a problem where it imports one of them. Raises NotANotebook.
    """
    numbers: list[int] = []
    starts: list[int] = []
    given: list[str] = []
    plain: list[str] = []
    problems: list[Problem] = []
    line = 1
    for number, text in _code(_notebook(data)):
        numbers.append(number)
        starts.append(line)
        lines = _LINE_END.split(text)
        code = _python(lines)
        if (error := _error("\n".join(code))) is not None:
            if _imports(code, roots):
                problems.append(_problem(error, lines, line))
            code = [""] * len(lines)
        given += [*lines, ""]
        plain += [*code, ""]
        line += len(lines) + 1
    document = python.read("\n".join(plain), path, roots, marks)
    text = "\n".join(given)
    typed = magics.commands(text, starts, marks)
    commands = sorted((*document.commands, *typed.commands), key=lambda command: command.span)
    return replace(
        document,
        text=text,
        comments=tuple(sorted((*document.comments, *typed.comments), key=lambda one: one.span)),
        commands=tuple(commands),
        stretches=(*document.stretches, *typed.stretches),
        problems=(*problems, *document.problems),
        cells=Cells(tuple(numbers), tuple(starts)) if numbers else None,
    )


def python_of(document: Document) -> str:
    """The text of a document that Python reads: of a notebook without what is IPython's own."""
    if document.cells is None:
        return document.text
    lines = document.text.split("\n")
    plain: list[str] = []
    starts = document.cells.starts
    for start, end in zip(starts, (*starts[1:], len(lines) + 1), strict=True):
        cell = lines[start - 1 : end - 1]
        code = _python(cell)
        plain += code if _error("\n".join(code)) is None else [""] * len(cell)
    return "\n".join(plain)


def _notebook(data: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise NotANotebook("it is no notebook: it is no JSON") from error
    if not isinstance(found, dict) or not isinstance(found.get("nbformat"), int):
        raise NotANotebook("it is no notebook: it has no nbformat")
    if not _PYTHON.match(_language(found)):
        raise NotANotebook("its cells are no Python")
    return found


def _language(notebook: Mapping[str, Any]) -> str:
    metadata = notebook.get("metadata")
    kinds = metadata if isinstance(metadata, dict) else {}
    for table, key in (("language_info", "name"), ("kernelspec", "language")):
        held = kinds.get(table)
        found = held.get(key) if isinstance(held, dict) else None
        if isinstance(found, str):
            return found
    return ""


def _code(notebook: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """The texts of the cells of code, each with its number among all cells."""
    cells = _list(notebook.get("cells"))
    for sheet in _list(notebook.get("worksheets")):  # before nbformat 4
        cells += _list(sheet.get("cells")) if isinstance(sheet, dict) else []
    for number, cell in enumerate(cells, 1):
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            source = cell.get("source", cell.get("input", ""))
            text = "".join(map(str, source)) if isinstance(source, list) else source
            if isinstance(text, str):
                yield number, text


def _list(value: object) -> list[Any]:
    return list(value) if isinstance(value, list) else []


def _error(code: str) -> SyntaxError | None:
    """Why a text is no Python; None where it is."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(code)
    except SyntaxError as error:
        return error
    except (ValueError, RecursionError, MemoryError) as error:
        return SyntaxError(str(error))
    return None


def _imports(code: Sequence[str], roots: frozenset[str]) -> bool:
    """Whether a cell that is no Python imports one of the packages, as far as can be told."""
    statement = re.compile(rf"\s*(?:from|import)\s+(?:{'|'.join(map(re.escape, roots))})\b")
    return any(statement.match(line) for line in code)


def _problem(error: SyntaxError, lines: Sequence[str], start: int) -> Problem:
    line = min(max(error.lineno or 1, 1), len(lines))
    end = len(lines[line - 1]) + 1
    column = min(max(error.offset or 1, 1), end)
    span = Span(start + line - 1, column, start + line - 1, end)
    return Problem("syntax", f"no Python: {error.msg}", span, fatal=False)


def _python(lines: Sequence[str]) -> list[str]:
    """The lines of a cell without what is IPython's own."""
    code = list(lines)
    first = next((i for i, line in enumerate(lines) if line.strip()), None)
    if first is not None and lines[first].startswith("%%"):
        if (lines[first][2:].split() or [""])[0] not in _ON_PYTHON:
            return [""] * len(lines)
        code[first] = ""
    scan = _Statements()
    for i, line in enumerate(code):
        if scan.inside_magic:
            scan.inside_magic = line.endswith("\\")
            code[i] = ""
            continue
        if scan.at_start and (plain := _without_magic(line)) is not None:
            scan.inside_magic = line.endswith("\\")
            code[i] = line = plain
        scan.read(line)
    return code


def _without_magic(line: str) -> str | None:
    """A line that begins a statement without what is IPython's in it; None where nothing is."""
    if found := _ON_STATEMENT.match(line):
        indent = found[1]
        # A statement before the one that the magic runs, as long as the magic's name.
        return f"{indent}0;".ljust(found.end()) + line[found.end() :]
    if found := _ASSIGNED.match(line):
        return f"{found[1]}get_ipython()"
    if _ESCAPED.match(line) or _COMMAND.match(line):
        return f"{line[: len(line) - len(line.lstrip())]}pass"
    return None


class _Statements:
    """Where statements begin: not within brackets, a long string, or behind a backslash."""

    def __init__(self) -> None:
        self.inside_magic = False
        self._depth = 0
        self._quotes = ""
        self._continued = False

    @property
    def at_start(self) -> bool:
        """Whether a statement may begin on the next line."""
        return not (self._depth or self._quotes or self._continued)

    def read(self, line: str) -> None:
        """Take in a line."""
        at = 0
        while at < len(line):
            if self._quotes:
                end = re.compile(rf"(?:\\.|(?!{self._quotes}).)*{self._quotes}").match(line, at)
                if end is None:
                    return
                self._quotes, at = "", end.end()
            token = _TOKEN.search(line, at)
            if token is None:
                break
            at = token.end()
            self._quotes = token["long"] or ""
            self._depth = max(0, self._depth + bool(token["open"]) - bool(token["close"]))
        self._continued = line.endswith("\\") and not self._quotes and "#" not in line
