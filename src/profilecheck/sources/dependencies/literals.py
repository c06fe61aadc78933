"""Requirements in the texts of Python files: literals, lists of them, names of either, and what is put together of them.

Nothing is run: what a variable puts into a text is not known.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from profilecheck.document import Requirement
from profilecheck.sources.dependencies.entries import Entries

_NAME: Final = re.compile(r"\s*(?P<name>[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*[\[<>=!~@;]")
"""How a requirement begins of which the rest is not known."""

_SOME: Final = "a condition"
"""The group of what is needed only where a condition holds."""

Names = Mapping[str, ast.expr]
"""The names that a module assigns once, with what they are."""


def assigned(tree: ast.Module) -> Names:
    """The names that the module assigns once, with what they are."""
    found: dict[str, list[ast.expr]] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node.value)
    return {name: values[0] for name, values in found.items() if len(values) == 1}


def resolved(node: ast.expr | None, names: Names) -> ast.expr | None:
    """What a name stands for, where that is known; any other expression as it is."""
    return names.get(node.id) if isinstance(node, ast.Name) else node


def requirements(
    entries: Entries, node: ast.expr | None, names: Names, group: str
) -> Iterator[Requirement]:
    """The requirements in an expression: a text, a list, lists that are added, either of two. The version is None
    where a variable puts it in."""
    seen: set[int] = set()
    pending = [(node, False)]
    while pending:
        written, some = pending.pop()
        one = resolved(written, names)
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, (ast.List, ast.Tuple, ast.Set)):
            pending += [(item, some) for item in reversed(one.elts)]
        elif isinstance(one, ast.Starred):
            pending.append((one.value, some))
        elif isinstance(one, ast.IfExp):
            pending += [(one.orelse, True), (one.body, True)]
        elif (found := _one(entries, one, group)) is not None:
            yield replace(found, conditional=True, group=group or _SOME) if some else found
        elif isinstance(one, ast.BinOp) and isinstance(one.op, ast.Add):
            pending += [(one.right, some), (one.left, some)]


def _one(entries: Entries, node: ast.expr, group: str) -> Requirement | None:
    """The requirement that a text is."""
    if isinstance(node, ast.Constant):
        if not isinstance(node.value, str):
            return None
        return entries.pip(node.value, entries.string(node, node.value), group=group)
    first = _beginning(node)
    match = _NAME.match(first) if first is not None else None
    if match is None or not entries.ours(match["name"]):
        return None
    span = entries.node(node)
    text = " ".join((ast.get_source_segment(entries.text, node) or first or "").split())
    return Requirement(match["name"], text, span, None, group=group)


def _beginning(node: ast.expr) -> str | None:
    """The literal that a text begins with to which something is added; None for any other expression."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return _beginning(node.values[0]) if node.values else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mod)):
        return _beginning(node.left)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return _beginning(node.func.value) if node.func.attr == "format" else None
    return None
