"""Whether code stands in a branch of a test of the version: it is there on purpose, and another stands for the others."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from profilecheck.sources.python.asked import Asked
from profilecheck.sources.python.scopes import Names


def by_version(names: Names, asked: Asked, node: ast.AST) -> bool:
    """Whether a branch around a place, or one before it that returns, is chosen by a test of the version."""
    return any(
        asked.of_version(test)
        for outer, child in names.around(node)
        for test in (*_around(outer, child), *_before(outer, child))
    )


def _around(outer: ast.AST, child: ast.AST) -> Iterator[ast.AST]:
    if isinstance(outer, (ast.If, ast.IfExp)) and child is not outer.test:
        yield outer.test
    elif isinstance(outer, ast.Match) and child is not outer.subject:
        yield outer.subject


def _before(outer: ast.AST, child: ast.AST) -> Iterator[ast.AST]:
    """The tests before a statement in its block of which a branch returns. One that raises or exits is no branch."""
    if isinstance(outer, ast.Module):  # nothing returns from one
        return
    for block in (getattr(outer, "body", None), getattr(outer, "orelse", None)):
        if isinstance(block, list) and child in block:
            for statement in block[: block.index(child)]:
                if isinstance(statement, ast.If) and any(
                    isinstance(last, ast.Return)
                    for last in (*statement.body[-1:], *statement.orelse[-1:])
                ):
                    yield statement.test
