"""The texts that an expression may come to, where a loop or a call gives it several."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from profilecheck.sources.python.scopes import Binding, Names
from profilecheck.sources.python.values import Values

DEPTH: Final = 4
"""How many expressions are followed into each other, at most."""


class Texts:
    """Answers for one module."""

    def __init__(self, names: Names, values: Values) -> None:
        self.names = names
        self.values = values

    def of(self, node: ast.expr, depth: int = DEPTH) -> Iterator[str]:
        """The texts that an expression may be: one that is known, one for each round of a loop and each
        call of a function. Of a dotted name that only begins with what is known it is that beginning."""
        value = self.values.value(node)
        if isinstance(value, str):
            yield value
        elif depth and isinstance(node, ast.Name):
            for binding in self.names.reaching(node):
                yield from self._bound(binding, depth - 1)
        elif isinstance(node, ast.JoinedStr | ast.BinOp):
            yield from self._joined(node)

    def keys(self, node: ast.expr | None, depth: int = DEPTH) -> Iterator[str]:
        """The keys of the mapping that an expression is."""
        if node is None or not depth:
            return
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                yield from self.keys(value, depth - 1) if key is None else self.of(key)
        elif isinstance(node, ast.DictComp):
            yield from self.of(node.key)
        elif isinstance(node, ast.Name):
            for binding in self.names.reaching(node):
                yield from self.keys(binding.value, depth - 1)
        elif isinstance(node, ast.Call) and _method(node) == "fromkeys" and node.args:
            yield from filter(_is_text, self._items(node.args[0]))

    def _joined(self, node: ast.JoinedStr | ast.BinOp) -> Iterator[str]:
        parts = node.values if isinstance(node, ast.JoinedStr) else [node.left, node.right]
        found = ""
        for part in parts:
            value = self.values.value(part.value if isinstance(part, ast.FormattedValue) else part)
            if not isinstance(value, str):
                found = found.rpartition(".")[0]
                break
            found += value
        if found:
            yield found

    def _bound(self, binding: Binding, depth: int) -> Iterator[str]:
        parent = self.names.parents.get(binding.node)
        if binding.value is not None and binding.how == "value":
            yield from self.of(binding.value, depth)
        elif binding.how == "parameter" and isinstance(binding.statement, ast.FunctionDef):
            yield from self._given(binding, binding.statement, depth)
        elif isinstance(parent, ast.For | ast.comprehension):
            yield from filter(_is_text, self._items(parent.iter))
        elif isinstance(parent, ast.Tuple):
            loop = self.names.parents.get(parent)
            place = next(i for i, one in enumerate(parent.elts) if one is binding.node)
            if isinstance(loop, ast.For | ast.comprehension):
                items = (item for item in self._items(loop.iter) if isinstance(item, list | tuple))
                yield from filter(_is_text, (one[place] for one in items if place < len(one)))

    def _given(self, binding: Binding, function: ast.FunctionDef, depth: int) -> Iterator[str]:
        """What the calls of a function by name give one of its parameters."""
        places = [arg.arg for arg in (*function.args.posonlyargs, *function.args.args)]
        for use in self.names.reads.get(function.name, ()):
            call = self.names.parents.get(use)
            if isinstance(call, ast.Call) and call.func is use:
                by_name = dict(zip(places, call.args, strict=False))
                by_name |= {k.arg: k.value for k in call.keywords if k.arg is not None}
                if binding.name in by_name:
                    yield from self.of(by_name[binding.name], depth)

    def _items(self, node: ast.expr) -> Iterable[object]:
        """What a loop over an expression goes through."""
        method = _method(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
            keys = list(self.keys(node.func.value))
            return [(key, None) for key in keys] if method == "items" else keys
        value = self.values.value(node)
        return value if isinstance(value, list | tuple | set | dict) else list(self.keys(node))


def _method(node: ast.expr) -> str:
    called = node.func if isinstance(node, ast.Call) else None
    return called.attr if isinstance(called, ast.Attribute) else ""


def _is_text(value: object) -> bool:
    return isinstance(value, str)
