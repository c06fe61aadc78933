"""What lists and mappings of a Python module hold."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from profilecheck.document import UNKNOWN


def is_flat(value: object) -> bool:
    """Whether a list or dict holds no other, nor what is not known."""
    inside = value.values() if isinstance(value, dict) else value
    return isinstance(inside, Iterable) and not any(
        isinstance(item, (list, dict)) or item is UNKNOWN for item in inside
    )


def item_of(value: object, key: ast.expr) -> object:
    """What a list or dict holds under a key that is written out; else UNKNOWN."""
    if isinstance(key, ast.Constant) and isinstance(value, (list, dict)):
        try:
            found: object = value[key.value]  # type: ignore[index]
        except (LookupError, TypeError):
            return UNKNOWN
        return found
    return UNKNOWN


def is_unpacked(node: ast.Dict, child: ast.AST) -> bool:
    """Whether a dict is given as ``**child`` in another."""
    pairs = zip(node.keys, node.values, strict=True)
    return any(key is None and value is child for key, value in pairs)
