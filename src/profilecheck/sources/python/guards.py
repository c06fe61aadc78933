"""What keeps an import, or the use of what was imported, from failing where it is not installed."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from profilecheck.document import Guard
from profilecheck.sources.python.asked import Asked
from profilecheck.sources.python.scopes import Names
from profilecheck.sources.python.syntax import last

CATCHES = frozenset(
    {"ImportError", "ModuleNotFoundError", "AttributeError", "Exception", "BaseException"}
)
CATCHES_KEYS = frozenset({"KeyError", "LookupError", "Exception", "BaseException"})
"""What catches the failure of a key that is not there."""
_ASKS = frozenset({"hasattr", "find_spec", "version", "importorskip", "parse", "Version"})


def guard(
    names: Names, asked: Asked, node: ast.AST, catches: frozenset[str] = CATCHES
) -> Guard | None:
    """What guards a place that is reached: the nearest of a ``try`` that catches the failure (its handlers too, which
    only run where the body failed), ``TYPE_CHECKING``, and a test of what is installed: around it, or
    before it where the file leaves the block by it. ``catches`` are the exceptions that the failure is one of."""
    for outer, child in names.around(node):
        if isinstance(outer, ast.ExceptHandler) and _catches(outer.type, catches):
            return "optional"
        if isinstance(outer, ast.Try) and child in outer.body:
            if any(_catches(handler.type, catches) for handler in outer.handlers):
                return "optional"
        elif isinstance(outer, (ast.With, ast.AsyncWith)) and child in outer.body:
            if any(_suppresses(item.context_expr, catches) for item in outer.items):
                return "optional"
        elif isinstance(outer, (ast.If, ast.IfExp)) and child is not outer.test:
            found = _tested(outer.test)
            in_body = child is outer.body if isinstance(outer, ast.IfExp) else child in outer.body
            if found == "version" or (found == "typing" and in_body):
                return found
            if asked.of(outer.test):
                return "version"
        elif _chosen(outer, child, asked):
            return "version"
        if asked.before(child) or asked.skipped(outer):
            return "version"
    return None


def _chosen(outer: ast.AST, child: ast.AST, asked: Asked) -> bool:
    """Whether a case of a ``match``, or a later part of ``and`` and ``or``, is chosen by a test."""
    if isinstance(outer, ast.Match):
        return child is not outer.subject and asked.of(outer.subject)
    if isinstance(outer, ast.BoolOp):
        earlier = itertools.takewhile(lambda value: value is not child, outer.values)
        return any(asked.of(value) for value in earlier)
    return False


def _catches(type_: ast.expr | None, catches: frozenset[str]) -> bool:
    if type_ is None:
        return True
    types = type_.elts if isinstance(type_, ast.Tuple) else [type_]
    return any(last(one) in catches for one in types)


def _suppresses(expression: ast.expr, catches: frozenset[str]) -> bool:
    return (
        isinstance(expression, ast.Call)
        and last(expression.func) in ("suppress", "raises")
        and any(_catches(argument, catches) for argument in expression.args)
    )


def _tested(test: ast.expr) -> Guard | None:
    if any(last(node) == "TYPE_CHECKING" for node in ast.walk(test)):
        return None if isinstance(test, ast.UnaryOp) else "typing"
    if any(name in _ASKS or "version" in name.lower() for name in _names(test)):
        return "version"
    return None


def _names(test: ast.expr) -> Iterator[str]:
    return (name for node in ast.walk(test) if (name := last(node)))
