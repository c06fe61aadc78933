"""What a Python file reads and sets, by keys, in what a call of something imported returned."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from profilecheck.document import Handling
from profilecheck.sources.python.scopes import Names
from profilecheck.sources.python.values import Values

DEPTH: Final = 8
"""Through how many names and keys a value is followed, at most."""


_METHODS: Final[Mapping[str, Handling]] = {"get": "asked", "pop": "read", "setdefault": "set"}
"""The methods of a mapping whose first argument is a key of it, and what they do with one that is missing."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key, and the node that writes it out."""

    text: str
    node: ast.AST


@dataclass(frozen=True, slots=True)
class Held:
    """What is read or set: by ``keys`` in what ``call`` returned, at the place of ``node``."""

    call: ast.Call
    keys: tuple[Key, ...]
    node: ast.AST
    how: Handling


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
                yield Held(*held, node, self._how(node))
            return
        base, given = _written(node)
        held = self._followed(base, DEPTH) if base is not None else None
        if held is not None:
            for mapping in given:
                yield from _below(*held, mapping)

    def _how(self, node: ast.AST) -> Handling:
        """What a subscript, or a method given a key, does with a key that is not there."""
        if isinstance(node, ast.Subscript):
            outer = self._names.parents.get(node)
            sets = isinstance(node.ctx, ast.Store) and not isinstance(outer, ast.AugAssign)
            return "set" if sets else "read"
        assert isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        return _METHODS[node.func.attr]

    def _followed(self, node: ast.AST, depth: int) -> tuple[ast.Call, tuple[Key, ...]] | None:
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


def _key(node: ast.AST) -> Key | None:
    """The key by which a subscript, or a method of a mapping, reads or sets; None where it is not written out."""
    if isinstance(node, ast.Subscript):
        return _text(node.slice)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        return _text(node.args[0]) if node.func.attr in _METHODS else None
    return None


def _text(node: ast.AST | None) -> Key | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return Key(node.value, node)
    return None


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


def _below(call: ast.Call, keys: tuple[Key, ...], node: ast.AST) -> Iterator[Held]:
    """Each key of a mapping that is written out, and of those in it."""
    pairs: list[tuple[Key | None, ast.AST]] = []
    if isinstance(node, ast.Dict):
        pairs = [(_text(key), value) for key, value in zip(node.keys, node.values, strict=True)]
    elif isinstance(node, ast.keyword):
        pairs = [(_named(node), node.value)]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict":
        pairs = [(_named(one), one.value) for one in node.keywords]
    for key, value in pairs:
        if key is not None:
            yield Held(call, (*keys, key), key.node, "set")
            yield from _below(call, (*keys, key), value)


def _named(keyword: ast.keyword) -> Key | None:
    return Key(keyword.arg, keyword) if keyword.arg is not None else None
