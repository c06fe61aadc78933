"""Python values as a Document, so that a mapping is judged as a file is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from profilecheck.document import UNKNOWN, Document, Problem, Section, Setting
from profilecheck.findings import START
from profilecheck.sources.tables import MAX_DEPTH, join, known


def read_values(values: Mapping[str, object], name: str = "<values>") -> Document:
    """The settings in nested mappings, with the shape that a TOML or YAML file of them has.

    There is no text: every span is ``START``, and ``raw`` is the value's ``repr``. Mappings are
    sections; lists and tuples without mappings are values, and so is any other object, as it is.
    Mappings and lists that hold themselves or lie too deep (``MAX_DEPTH``) are a fatal problem.
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
        for name, value in values.items():
            key = str(name)
            if isinstance(value, Mapping):
                self._section(join(path, key), value)
                continue
            plain = value if self._is_known(value) else UNKNOWN
            self.settings.append(Setting(path, key, plain, _raw(value), START, START, key))
            if isinstance(value, (list, tuple)):
                self._items(join(path, key), value)
        self._around.pop()

    def _section(self, path: str, values: Mapping[str, object]) -> None:
        self.sections.append(Section(path, START))
        self.entries(path, values)

    def _items(self, path: str, values: Sequence[object]) -> None:
        if not self._enter(values):
            return
        for index, item in enumerate(values):
            if isinstance(item, Mapping):
                self._section(f"{path}[{index}]", item)
            elif isinstance(item, (list, tuple)):
                self._items(f"{path}[{index}]", item)
        self._around.pop()

    def _is_known(self, value: object) -> bool:
        """Whether no part of a value is a mapping or has something to fill in."""
        if not isinstance(value, (list, tuple)):
            return not isinstance(value, Mapping) and known(value) is not UNKNOWN
        if not self._enter(value):
            return False
        is_known = all(self._is_known(item) for item in value)
        self._around.pop()
        return is_known

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


def _raw(value: object) -> str:
    """The ``repr`` of a value, which its class may fail to give."""
    try:
        return repr(value)
    except Exception:
        return f"<{type(value).__name__}>"
