"""What a Python file reads and sets, by keys, in what a call of something imported returned."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from profilecheck.sources.python.scopes import Names
from profilecheck.sources.python.values import Values

DEPTH: Final = 8
"""Through how many names and keys a value is followed, at most."""


_BY_KEY: Final = frozenset({"get", "pop", "setdefault"})
"""The methods of a mapping whose first argument is a key of it."""


@dataclass(frozen=True, slots=True)
class Held:
    """What is read or set: by ``keys`` in what ``call`` returned, at the place of ``node``."""

    call: ast.Call
    keys: tuple[str, ...]
    node: ast.AST


class Items:
    """Follows what one module reads and sets by keys to the calls whose results it is of."""

    def __init__(self, names: Names, values: Values) -> None:
        self._names = names
        self._values = values

    def of(self, node: ast.AST) -> Iterator[Held]:
        """What a node is certain to read or set: a whole subscript, which is in no other, a method given a key, a
        mapping that is written over another or in its place."""
        if isinstance(node, ast.Subscript) or _by_key(node) is not None:
            outer = self._names.parents.get(node)
            if isinstance(outer, ast.Attribute) and isinstance(node, ast.expr):
                outer = self._names.parents.get(outer)
            if (outer is not None and _keyed(outer) is node) or _does_without(node):
                return
            held = self._followed(node, DEPTH)
            if held is not None:
                yield Held(*held, node)
            return
        base, given = _written(node)
        held = self._followed(base, DEPTH) if base is not None else None
        if held is not None:
            for mapping in given:
                yield from _below(*held, mapping)

    def _followed(self, node: ast.AST, depth: int) -> tuple[ast.Call, tuple[str, ...]] | None:
        if not depth:
            return None
        key, base = _key(node), _keyed(node)
        if base is not None:
            held = self._followed(base, depth - 1)
            return None if key is None or held is None else (held[0], (*held[1], key))
        if isinstance(node, ast.Call):
            return node, ()
        if isinstance(node, ast.Name):
            bindings = self._names.reaching(node)
            if [binding.how for binding in bindings] == ["value"] and bindings[0].value is not None:
                return self._followed(bindings[0].value, depth - 1)
        return None


def base_of(node: ast.AST) -> ast.expr | None:
    """The mapping that a node reads or sets keys of; None where it does no such thing."""
    return node if isinstance(node, ast.Subscript) else _keyed(node) or _written(node)[0]


def _keyed(node: ast.AST) -> ast.expr | None:
    """What a subscript with a known key, or a method given one, is of; a subscript with another key is of nothing known."""
    if isinstance(node, ast.Subscript):
        return node.value if _key(node) is not None else None
    return _by_key(node)


def _by_key(node: ast.AST) -> ast.expr | None:
    """The mapping of which a call asks for a known key."""
    if not isinstance(node, ast.Call) or _key(node) is None:
        return None
    return node.func.value if isinstance(node.func, ast.Attribute) else None


def _does_without(node: ast.AST) -> bool:
    """Whether a method is given what to return where the key is missing."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("get", "pop")
        and len(node.args) + len(node.keywords) > 1
    )


def _key(node: ast.AST) -> str | None:
    """The key by which a subscript, or a method of a mapping, reads or sets; None where it is not written out."""
    if isinstance(node, ast.Subscript):
        return _text(node.slice)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        return _text(node.args[0]) if node.func.attr in _BY_KEY else None
    return None


def _text(node: ast.AST | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _written(node: ast.AST) -> tuple[ast.expr | None, tuple[ast.AST, ...]]:
    """The mapping that a node writes over, and what it writes there."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
        return (target, (node.value,)) if isinstance(target, ast.Subscript) else (None, ())
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.BitOr):
        return node.target, (node.value,)
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "update"
    ):
        return node.func.value, (*node.args, *node.keywords)
    return None, ()


def _below(call: ast.Call, keys: tuple[str, ...], node: ast.AST) -> Iterator[Held]:
    """Each key of a mapping that is written out, and of those in it."""
    pairs: list[tuple[str | None, ast.AST, ast.AST]] = []
    if isinstance(node, ast.Dict):
        pairs = [
            (_text(key), key, value)
            for key, value in zip(node.keys, node.values, strict=True)
            if key is not None
        ]
    elif isinstance(node, ast.keyword):
        pairs = [(node.arg, node, node.value)]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict":
        pairs = [(one.arg, one, one.value) for one in node.keywords]
    for key, place, value in pairs:
        if key is not None:
            yield Held(call, (*keys, key), place)
            yield from _below(call, (*keys, key), value)
