"""What a Python file reads and sets, by keys, in what a call of something imported returned."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from profilecheck.document import Handling
from profilecheck.sources.python.scopes import Names
from profilecheck.sources.python.syntax import last
from profilecheck.sources.python.values import Values

DEPTH: Final = 8
"""Through how many names and keys a value is followed, at most."""


_METHODS: Final[Mapping[str, Handling]] = {"get": "asked", "pop": "read", "setdefault": "set"}
"""The methods of a mapping whose first argument is a key of it, and what they do with one that is missing."""
_ASKING: Final = frozenset({"get", "keys", "items", "__contains__"})
"""The methods of a mapping that tell what keys it has."""
_LISTING: Final = frozenset({"set", "frozenset", "list", "tuple", "sorted", "dict"})
"""What lists the keys of the mapping that it is given."""
_FILLS: Final = ("update", "merge", "override")
"""What stands in the name of a function that writes one mapping over another."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key, and the node that writes it out."""

    text: str
    node: ast.AST


@dataclass(frozen=True, slots=True)
class Held:
    """What is read or set: by ``keys`` in what ``call`` returned, at the place of ``node``. ``doubted``: the file goes
    on without it."""

    call: ast.Call
    keys: tuple[Key, ...]
    node: ast.AST
    how: Handling
    doubted: bool = False


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
                how = self._how(node)
                yield Held(*held, node, how, doubted=how == "asked" and self._is_tested(node))
            return
        filled = _filled(node)
        held = self._followed(filled, DEPTH) if filled is not None else None
        if held is not None:
            yield Held(*held, node, "filled")
        base, given = _written(node)
        held = self._followed(base, DEPTH) if base is not None else None
        if held is not None:
            for mapping in given:
                yield from _below(*held, mapping)

    def asks(self, node: ast.AST) -> bool:
        """Whether a node asks what keys there are in what a call returned."""
        if isinstance(node, ast.Compare):
            within = any(isinstance(sign, (ast.In, ast.NotIn)) for sign in node.ops)
            return within and any(map(self._is_held, node.comparators))
        if not isinstance(node, ast.Call):
            return False
        if isinstance(node.func, ast.Attribute):
            asks = node.func.attr in _ASKING or _does_without(node)
            return asks and self._is_held(node.func.value)
        return last(node.func) in _LISTING and any(map(self._is_held, node.args[:1]))

    def _is_held(self, node: ast.expr) -> bool:
        held = self._followed(node, DEPTH)
        return held is not None and self._values.reference(held[0].func) is not None

    def _is_tested(self, node: ast.AST, depth: int = 3) -> bool:
        """Whether the file goes on without a value that may be None: it compares it, tests it, has another for it."""
        outer = self._names.parents.get(node)
        if isinstance(outer, ast.BoolOp):
            return outer.values[-1] is not node or self._is_tested(outer, depth)
        if isinstance(outer, (ast.If, ast.IfExp, ast.While, ast.Assert)):
            return outer.test is node
        if isinstance(outer, ast.Call):
            does_without = _does_without(outer) and node in outer.args[1:]
            return does_without or last(outer.func) in ("bool", "isinstance")
        if isinstance(outer, ast.NamedExpr) and self._is_tested(outer, depth):
            return True
        targets = (
            outer.targets if isinstance(outer, ast.Assign) else [getattr(outer, "target", None)]
        )
        if depth and isinstance(outer, (ast.Assign, ast.AnnAssign, ast.NamedExpr)):
            reads = [
                use
                for one in targets
                if isinstance(one, ast.Name)
                for use in self._names.reads.get(one.id, ())
            ]
            return any(self._is_tested(use, depth - 1) for use in reads)
        return isinstance(outer, (ast.Compare, ast.UnaryOp))

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
    if isinstance(node, ast.Subscript):
        return node
    return _keyed(node) or _written(node)[0] or _filled(node)


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


def _filled(node: ast.AST) -> ast.expr | None:
    """The mapping that a node gives keys which are not written out, as far as it is known which one."""
    base, given = _written(node)
    if base is None:
        if not isinstance(node, ast.Call) or not node.args[1:]:
            return None
        fills = any(word in last(node.func).lower() for word in _FILLS)
        return _known(node.args[0]) if fills else None
    known = _known(base)
    return known if known is not base or not all(map(_is_written_out, given)) else None


def _known(node: ast.expr) -> ast.expr:
    """The mapping in which another one stands, or is looked for, under a key that is not written out."""
    inner: ast.expr | None = node
    while inner is not None:
        if isinstance(inner, ast.Subscript):
            node = inner.value if _key(inner) is None else node
            inner = inner.value
        elif isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute):
            if inner.func.attr not in _METHODS:
                break
            node = inner.func.value if _key(inner) is None else node
            inner = inner.func.value
        else:
            break
    return node


def _is_written_out(node: ast.AST) -> bool:
    """Whether no key of what is given is unknown."""
    if isinstance(node, ast.keyword):
        return node.arg is not None
    if isinstance(node, ast.Dict):
        return all(_text(key) is not None for key in node.keys)
    if isinstance(node, ast.Call):
        plain = last(node.func) == "dict" and not node.args
        return plain and all(map(_is_written_out, node.keywords))
    return isinstance(node, ast.Constant)


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
            if not _is_written_out(value):
                yield Held(call, (*keys, key), key.node, "filled")
            yield from _below(call, (*keys, key), value)


def _named(keyword: ast.keyword) -> Key | None:
    return Key(keyword.arg, keyword) if keyword.arg is not None else None
