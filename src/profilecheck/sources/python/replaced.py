"""What a Python file itself puts into a package: names that it assigns, modules that it fakes, patches."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from profilecheck.sources.python.scopes import Names
from profilecheck.sources.python.values import Values

_MODULES = "sys.modules"


class Replaced:
    """The dotted names that one module replaces, of any package."""

    def __init__(self, names: Names, values: Values) -> None:
        self._names = names
        self._values = values

    def given(self) -> frozenset[str]:
        """Those that are there once the file has put them there: attributes, and keys of ``sys.modules``."""
        return frozenset(name for node in self._names.parents for name in self._given(node))

    def patched(self) -> frozenset[str]:
        """Those that a patch of a test puts something else for, which must be there before."""
        calls = (node for node in self._names.parents if isinstance(node, ast.Call))
        return frozenset(name for node in calls for name in self._patched(node))

    def _given(self, node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield from self._values.references(node)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            if self._is_modules(node.value):
                yield from self._text(node.slice)
        elif isinstance(node, ast.Call):
            yield from self._called(node)

    def _called(self, node: ast.Call) -> Iterator[str]:
        callee, arguments = node.func, node.args
        if isinstance(callee, ast.Name) and callee.id == "setattr":
            yield from self._attribute(arguments)
        elif isinstance(callee, ast.Attribute) and arguments:
            if callee.attr == "setdefault" and self._is_modules(callee.value):
                yield from self._text(arguments[0])
            elif callee.attr == "update" and self._is_modules(callee.value):
                yield from self._keys(arguments[0])
            elif callee.attr in ("dict", "setitem") and self._is_modules(arguments[0]):
                yield from self._keys(*arguments[1:2])

    def _patched(self, node: ast.Call) -> Iterator[str]:
        callee, arguments = node.func, node.args
        if isinstance(callee, ast.Attribute) and callee.attr in ("setattr", "object"):
            yield from self._attribute(arguments)
        last = callee.attr if isinstance(callee, ast.Attribute) else getattr(callee, "id", "")
        if last in ("patch", "setattr") and arguments:
            yield from self._text(arguments[0])

    def _attribute(self, arguments: list[ast.expr]) -> Iterator[str]:
        """The name that the first two arguments come to: an object and the name of its attribute."""
        if len(arguments) > 1:
            for owner in self._values.references(arguments[0]):
                for name in self._text(arguments[1]):
                    yield f"{owner}.{name}"

    def _is_modules(self, node: ast.expr) -> bool:
        return self._values.reference(node) == _MODULES or self._values.value(node) == _MODULES

    def _text(self, node: ast.expr) -> Iterator[str]:
        value = self._values.value(node)
        if isinstance(value, str):
            yield value

    def _keys(self, *nodes: ast.expr) -> Iterator[str]:
        """The keys of a dict as it is written, and a key by itself."""
        for node in nodes:
            if isinstance(node, ast.Dict):
                for key in filter(None, node.keys):
                    yield from self._text(key)
            else:
                yield from self._text(node)
