"""Python values as a Document, so that a mapping is judged as a file is."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from datetime import date, datetime, time
from numbers import Integral
from typing import Any, Final

from profilecheck.document import UNKNOWN, Document, Problem, Section, Setting, Whole
from profilecheck.findings import START
from profilecheck.sources.tables import MAX_DEPTH, join, known


def read_values(values: Mapping[str, object], name: str = "<values>") -> Document:
    """The settings in nested mappings, with the shape that a TOML or YAML file of them has.

    There is no text: every span is ``START``, and ``raw`` is the value's ``repr``. Mappings are
    sections; lists and tuples are values, and so is all else that ``plain`` knows.
    Mappings and lists that hold themselves, lie too deep (``MAX_DEPTH``) or fail to give their
    items are a fatal problem.
    """
    reader = _Reader()
    reader.entries("", values)
    return Document(
        name,
        "values",
        "",
        tuple(reader.sections),
        tuple(reader.settings),
        tuple(reader.problems),
    )


def plain(value: object) -> object:
    """A value as a file could hold it, which only Python's own code compares and writes.

    Subclasses become the type that they extend (an ``IntEnum`` and numpy's float64 are numbers),
    and whole numbers of another type (numpy's int64) become ``Whole``. Any other object is UNKNOWN: its class
    may answer ``==`` with an array, or raise. Elements of mappings are UNKNOWN alone, those of
    lists and sets make the whole unknown. ``value`` must not hold itself.
    """
    kind = type(value)  # what `isinstance` also asks for, `__class__`, may lie or raise
    if kind in _PLAIN:
        return known(value)
    for base in _TYPES:
        if issubclass(kind, base):
            return _as(base, value)
    if issubclass(kind, Integral):
        try:
            return Whole(int.__int__(operator.index(value)))  # type: ignore[arg-type]
        except Exception:
            return UNKNOWN
    return UNKNOWN


def written(value: object) -> str:
    """The ``repr`` of a value, which its class may fail to give."""
    try:
        return repr(value)
    except Exception:
        return f"<{type(value).__name__}>"


def text_of_key(key: object) -> str:
    """A mapping's key as the name of a setting, whatever its class makes of ``str``."""
    if issubclass(type(key), str):
        return str.__str__(key)
    try:
        return str.__str__(str(key))
    except Exception:
        return f"<{type(key).__name__}>"


_PLAIN: Final = frozenset(
    {bool, int, float, complex, str, bytes, type(None), type(...), type(UNKNOWN)}
    | {date, datetime, time}
)
_TYPES: Final[tuple[Any, ...]] = (int, float, str, list, tuple, set, frozenset, dict)
_PLAINLY: Final = {int: int.__int__, float: float.__float__, str: str.__str__}


def _as(base: Any, value: Any) -> object:
    """The value as its base type has it, without what a subclass makes of it."""
    if base in _PLAINLY:
        return known(_PLAINLY[base](value))
    if base is dict:
        return {plain(key): plain(element) for key, element in dict.items(value)}
    items = [plain(item) for item in base.__iter__(value)]
    if any(item is UNKNOWN for item in items):
        return UNKNOWN
    same = all(map(operator.is_, items, base.__iter__(value)))
    return value if type(value) is base and same else base(items)


def _elements(value: object) -> list[Any] | None:
    """The elements of a list or tuple; None for anything else."""
    for base in (list, tuple):
        if issubclass(type(value), base):
            return list(base.__iter__(value))  # type: ignore[arg-type]
    return None


class _Reader:
    def __init__(self) -> None:
        self.sections: list[Section] = []
        self.settings: list[Setting] = []
        self.problems: list[Problem] = []
        # The identities of the mappings and lists around what is read.
        self._around: list[int] = []

    def entries(self, path: str, values: Mapping[str, object]) -> None:
        """Collect a mapping whose path is ``path``."""
        if not self._enter(values):
            return
        for key, value in self._pairs(path, values):
            if issubclass(type(value), Mapping):
                self._section(join(path, key), value)  # type: ignore[arg-type]
                continue
            held = plain(value) if self._ends(value) else UNKNOWN
            self.settings.append(Setting(path, key, held, written(value), START, START, key))
            self._items(join(path, key), value)
        self._around.pop()

    def _pairs(self, path: str, values: Mapping[str, object]) -> list[tuple[str, object]]:
        try:
            return [(text_of_key(key), value) for key, value in values.items()]
        except Exception as error:
            where = f"the mapping {path}" if path else "the mapping"
            message = f"{where} fails to give its items: {type(error).__name__}"
            self.problems.append(Problem("syntax", message, START))
            return []

    def _section(self, path: str, values: Mapping[str, object]) -> None:
        self.sections.append(Section(path, START))
        self.entries(path, values)

    def _items(self, path: str, values: object) -> None:
        elements = _elements(values)
        if elements is None or not self._enter(values):
            return
        for index, item in enumerate(elements):
            if issubclass(type(item), Mapping):
                self._section(f"{path}[{index}]", item)
            else:
                self._items(f"{path}[{index}]", item)
        self._around.pop()

    def _ends(self, value: object) -> bool:
        """False where a list holds itself or lies too deep."""
        parts = _elements(value)
        if parts is None:
            if not issubclass(type(value), dict):
                return True
            parts = list(dict.values(value))  # type: ignore[arg-type]
        if not self._enter(value):
            return False
        ends = all(self._ends(part) for part in parts)
        self._around.pop()
        return ends

    def _enter(self, container: object) -> bool:
        """Go into a mapping or list; False, with a problem, where that might never end."""
        if len(self._around) < MAX_DEPTH and id(container) not in self._around:
            self._around.append(id(container))
            return True
        if not self.problems:
            message = f"more than {MAX_DEPTH} mappings and lists lie in each other"
            if id(container) in self._around:
                message = "a mapping or list holds itself"
            self.problems.append(Problem("too-deep", message, START))
        return False
