"""What comparisons, ``and``, ``or`` and ``not`` come to, where not all that takes part is known."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from profilecheck.document import UNKNOWN, Possible

Evaluate: TypeAlias = Callable[[ast.expr], object]

DEPTH: Final = 32
"""How deep ``not``, ``and`` and ``or`` are followed into each other, at most."""
_COMPARISONS: Final[Mapping[type[ast.cmpop], Callable[[Any, Any], object]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda item, holder: item in holder,
    ast.NotIn: lambda item, holder: item not in holder,
}
_SCALARS: Final = (bool, int, float, str, bytes, type(None))


def compared(node: ast.Compare, value: Evaluate) -> object:
    """A comparison of plain values: a bool, a possible one, or UNKNOWN. Raises TypeError where they cannot
    be compared."""
    told = ""
    left = value(node.left)
    for sign, side in zip(node.ops, node.comparators, strict=True):
        right = value(side)
        for one in (left, right):
            told = told or (one.told if isinstance(one, Possible) else "")
        first, second = _plain(left), _plain(right)
        if not isinstance(first, _SCALARS) or not _is_comparable(sign, first, second):
            return UNKNOWN
        if not _COMPARISONS[type(sign)](first, second):
            return Possible(False, told) if told else False
        left = right
    return Possible(True, told) if told else True


def chosen(node: ast.BoolOp, value: Evaluate) -> object:
    """What ``and`` or ``or`` gives where every part that decides is known."""
    found: object = UNKNOWN
    for part in node.values:
        found = value(part)
        decided = _truth_of(found)
        if not isinstance(decided, bool):
            return UNKNOWN
        if decided is isinstance(node.op, ast.Or):
            return found
    return found


def truth(node: ast.expr, value: Evaluate, depth: int = DEPTH) -> object:
    """Whether a test holds: a bool, a possible one, or UNKNOWN. One part decides where it can."""
    if not depth:
        return UNKNOWN
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        found = truth(node.operand, value, depth - 1)
        if isinstance(found, Possible):
            return Possible(not found.value, found.told)
        return not found if isinstance(found, bool) else UNKNOWN
    if isinstance(node, ast.BoolOp):
        ends = isinstance(node.op, ast.Or)
        parts = [truth(part, value, depth - 1) for part in node.values]
        if any(part is ends for part in parts):
            return ends
        if all(isinstance(part, bool) for part in parts):
            return not ends
        possible = next((part for part in parts if isinstance(part, Possible)), None)
        if any(isinstance(part, Possible) and part.value is ends for part in parts):
            return next(p for p in parts if isinstance(p, Possible) and p.value is ends)
        return possible if possible and UNKNOWN not in parts else UNKNOWN
    return _truth_of(value(node))


def _truth_of(value: object) -> object:
    if isinstance(value, Possible):
        inner = _truth_of(value.value)
        return Possible(inner, value.told) if isinstance(inner, bool) else UNKNOWN
    return bool(value) if isinstance(value, (*_SCALARS, list, tuple, set, dict)) else UNKNOWN


def _is_comparable(sign: ast.cmpop, left: object, right: object) -> bool:
    """Whether what is known of two values is enough. Identity is that of None, True and False."""
    if isinstance(sign, ast.In | ast.NotIn):
        inside = isinstance(right, list | tuple | set | dict)
        return inside and all(isinstance(item, _SCALARS) for item in right)  # type: ignore[attr-defined]
    if isinstance(sign, ast.Is | ast.IsNot):
        return any(one is None or isinstance(one, bool) for one in (left, right)) and isinstance(
            right, _SCALARS
        )
    return isinstance(right, _SCALARS)


def _plain(value: object) -> object:
    return value.value if isinstance(value, Possible) else value
