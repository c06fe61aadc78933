"""What a Python file reads and sets, by keys, in what a call of something imported returned."""

from __future__ import annotations

import ast
from typing import Final

from profilecheck.sources.python.scopes import Names
from profilecheck.sources.python.values import Values

DEPTH: Final = 8
"""Through how many names and keys a value is followed, at most."""


class Items:
    """Follows the subscripts of one module to the calls whose results they are of."""

    def __init__(self, names: Names, values: Values) -> None:
        self._names = names
        self._values = values

    def of(self, node: ast.Subscript) -> tuple[ast.Call, tuple[str, ...]] | None:
        """The call and the keys that a whole subscript, which is in no other, is certain to be of."""
        outer = self._names.parents.get(node)
        if isinstance(outer, ast.Subscript) and outer.value is node and _key(outer) is not None:
            return None
        return self._followed(node, DEPTH)

    def _followed(self, node: ast.expr, depth: int) -> tuple[ast.Call, tuple[str, ...]] | None:
        if not depth:
            return None
        if isinstance(node, ast.Call):
            return node, ()
        if isinstance(node, ast.Subscript):
            key, held = _key(node), self._followed(node.value, depth - 1)
            return None if key is None or held is None else (held[0], (*held[1], key))
        if isinstance(node, ast.Name):
            bindings = self._names.reaching(node)
            if [binding.how for binding in bindings] == ["value"] and bindings[0].value is not None:
                return self._followed(bindings[0].value, depth - 1)
        return None


def _key(node: ast.Subscript) -> str | None:
    held = node.slice.value if isinstance(node.slice, ast.Constant) else None
    return held if isinstance(held, str) else None
