"""What a Python file itself puts into a package: names that it assigns, modules that it fakes, patches."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from profilecheck.sources.python.scopes import Names
from profilecheck.sources.python.syntax import last
from profilecheck.sources.python.texts import Texts
from profilecheck.sources.python.values import Values

_MODULES = "sys.modules"
_OPTIONS: Final = frozenset({"clear", "create", "in_dict", "new_callable", "spec", "values"})
"""The keywords of a patch that are none of the names it replaces."""


class Replaced:
    """The dotted names that one module replaces, of the packages ``roots`` or any other."""

    def __init__(self, names: Names, values: Values, roots: frozenset[str]) -> None:
        self._names = names
        self._values = values
        self._roots = roots
        self._texts = Texts(names, values)

    def given(self) -> frozenset[str]:
        """Those that are there once the file has put them there: attributes, and keys of ``sys.modules``."""
        return frozenset(name for node in self._names.parents for name in self._given(node))

    def patched(self) -> frozenset[str]:
        """Those that a patch of a test puts something else for, which must be there before. A patch of
        what another module has imported (``trainer.vector.make``) reaches the package too."""
        calls = (node for node in self._names.parents if isinstance(node, ast.Call))
        found = {name for node in calls for name in self._patched(node)}
        return frozenset({*found, *(name for one in found for name in self._through(one))})

    def _through(self, name: str) -> Iterator[str]:
        """The names of the packages that a path through another module may mean."""
        first, *rest = name.split(".")
        if first in self._roots:
            return
        for at, part in enumerate(rest):
            if part in self._roots and rest[at + 1 :]:
                yield ".".join(rest[at:])
            if len(rest) - at > 1:
                yield from (f"{root}.{'.'.join(rest[at:])}" for root in self._roots)

    def _given(self, node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield from self._values.references(node)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            if self._is_modules(node.value):
                yield from self._texts.of(node.slice)
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.BitOr):
            if self._is_modules(node.target):
                yield from self._texts.keys(node.value)
        elif isinstance(node, ast.Call):
            yield from self._called(node)

    def _called(self, node: ast.Call) -> Iterator[str]:
        callee, arguments = node.func, node.args
        if isinstance(callee, ast.Name) and callee.id == "setattr":
            yield from self._attribute(arguments)
        elif isinstance(callee, ast.Attribute) and arguments:
            if callee.attr == "setdefault" and self._is_modules(callee.value):
                yield from self._texts.of(arguments[0])
            elif callee.attr == "update" and self._is_modules(callee.value):
                yield from self._texts.keys(arguments[0])
            elif callee.attr == "setitem" and self._is_modules(arguments[0]):
                yield from (name for key in arguments[1:2] for name in self._texts.of(key))
            elif callee.attr == "dict" and self._is_modules(arguments[0]):
                values = [k.value for k in node.keywords if k.arg == "values"]
                for mapping in (*arguments[1:2], *values):
                    yield from self._texts.keys(mapping)
                yield from _named(node)

    def _patched(self, node: ast.Call) -> Iterator[str]:
        callee, arguments = node.func, node.args
        if isinstance(callee, ast.Attribute) and callee.attr in ("setattr", "object"):
            yield from self._attribute(arguments)
        if last(callee) in ("patch", "setattr") and arguments:
            yield from self._texts.of(arguments[0])
        if last(callee) == "multiple" and arguments:
            owners = (*self._texts.of(arguments[0]), *self._values.references(arguments[0]))
            yield from (f"{owner}.{name}" for owner in owners for name in _named(node))

    def _attribute(self, arguments: list[ast.expr]) -> Iterator[str]:
        """The name that the first two arguments come to: an object and the name of its attribute."""
        if len(arguments) > 1:
            for owner in self._values.references(arguments[0]):
                for name in self._texts.of(arguments[1]):
                    yield f"{owner}.{name}"

    def _is_modules(self, node: ast.expr) -> bool:
        return self._values.reference(node) == _MODULES or self._values.value(node) == _MODULES


def _named(call: ast.Call) -> Iterator[str]:
    """The names that the keywords of a patch replace."""
    return (k.arg for k in call.keywords if k.arg is not None and k.arg not in _OPTIONS)
