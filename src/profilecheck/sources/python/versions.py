"""Whether code stands in a branch of a test of the version: it is there on purpose, and another stands for the others."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from profilecheck.sources.python.asked import Asked
from profilecheck.sources.python.scopes import Names


class Versions:
    """Answers for one module."""

    def __init__(self, names: Names, asked: Asked) -> None:
        self.names = names
        self.asked = asked
        self._branches: dict[tuple[ast.AST, str], list[int]] = {}

    def at(self, node: ast.AST) -> bool:
        """Whether a branch around a place, or one before it that returns, is chosen by a test of the version."""
        return any(
            any(map(self.asked.of_version, _around(outer, child))) or self._is_behind(outer, child)
            for outer, child in self.names.around(node)
        )

    def _is_behind(self, outer: ast.AST, child: ast.AST) -> bool:
        """Whether such a test stands before a statement in its block, and a branch of it returns. One that
        raises or exits is no branch."""
        field, index = self.names.slots.get(child, ("handlers", 0))
        if field not in ("body", "orelse") or isinstance(outer, ast.Module):
            return False  # nothing returns from a module
        if (outer, field) not in self._branches:
            self._branches[outer, field] = [
                at for at, one in enumerate(getattr(outer, field)) if self._is_branch(one)
            ]
        return any(at < index for at in self._branches[outer, field][:1])

    def _is_branch(self, statement: ast.AST) -> bool:
        return (
            isinstance(statement, ast.If)
            and any(
                isinstance(last, ast.Return)
                for last in (*statement.body[-1:], *statement.orelse[-1:])
            )
            and self.asked.of_version(statement.test)
        )


def _around(outer: ast.AST, child: ast.AST) -> Iterator[ast.AST]:
    if isinstance(outer, (ast.If, ast.IfExp)) and child is not outer.test:
        yield outer.test
    elif isinstance(outer, ast.Match) and child is not outer.subject:
        yield outer.subject
