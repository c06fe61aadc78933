"""What uses the result of a call next, once the module has reset it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from profilecheck.sources.python.mentions import Mentions
from profilecheck.sources.python.scopes import Names

_RESET: Final = "reset"
_MOST: Final = 200
"""How many uses of a variable are looked at, at most."""


@dataclass(frozen=True)
class NextUse:
    """The variable where it is used, by which method of it or by what takes it, and what is read of it until then."""

    use: ast.Name
    by: str
    read: frozenset[str]


class Resets:
    """Answers for one module. ``reference`` gives the dotted name of what an expression is of the imports."""

    def __init__(self, names: Names, reference: Callable[[ast.expr], str | None]) -> None:
        self._names = names
        self._reference = reference
        self._mentions = Mentions(names, list(names.parents))

    def next_use(self, call: ast.Call) -> NextUse | None:
        """What is certain to use the result of a call next after a reset, with nothing but reads of its attributes
        between; None where there is none, or the result is held elsewhere too."""
        parent = self._names.parents.get(call)
        if not isinstance(parent, ast.Assign) or len(parent.targets) != 1:
            return None
        target = parent.targets[0]
        if not isinstance(target, ast.Name):
            return None
        for statement in self._first.get(call, ()):
            found = self._next(statement, target.id)
            if found is not None:
                use, by, between = found
                before = self._read_alone(target, use)
                return None if before is None else NextUse(use, by, between | before)
        return None

    @cached_property
    def _first(self) -> Mapping[ast.AST, list[ast.stmt]]:
        """The statements that do nothing but reset a variable, by what gave it its value."""
        found: dict[ast.AST, list[ast.stmt]] = {}
        for node in self._names.parents:
            if not isinstance(node, ast.Attribute) or node.attr != _RESET:
                continue
            if not isinstance(node.value, ast.Name):
                continue
            statement = self._whole(node)
            bindings = self._names.reaching(node.value) if statement is not None else []
            if statement is not None and [one.how for one in bindings] == ["value"]:
                value = bindings[0].value
                if value is not None:
                    found.setdefault(value, []).append(statement)
        return found

    def _read_alone(self, target: ast.Name, until: ast.Name) -> frozenset[str] | None:
        """The attributes that are read of a variable up to a place; None where another name or function has its value."""
        scope = self._names.scope_of(target)
        uses = self._names.reads.get(target.id, ())
        if target.id in scope.outer or target.id in scope.shared or len(uses) > _MOST:
            return None
        read = set()
        for use in uses:
            if self._names.scope_of(use) is not scope:
                return None
            if (use.lineno, use.col_offset) < (until.lineno, until.col_offset):
                outer = self._names.parents.get(use)
                call = self._names.parents.get(outer) if outer is not None else None
                if isinstance(outer, ast.Attribute):
                    if not isinstance(call, ast.Call) or call.func is not outer:
                        read.add(outer.attr)
                elif not (isinstance(outer, ast.Call) and isinstance(call, ast.withitem)):
                    return None
        return frozenset(read)

    def _next(self, statement: ast.stmt, name: str) -> tuple[ast.Name, str, frozenset[str]] | None:
        """The use that follows a reset in its block, by what it is, and the attributes that are read between."""
        read: set[str] = set()
        for later, uses in self._mentions.after(statement, name):
            for use in uses:
                if not isinstance(use, ast.Name) or not isinstance(use.ctx, ast.Load):
                    return None
                outer = self._names.parents.get(use)
                if isinstance(outer, ast.Attribute) and self._whole(outer) is later:
                    by = outer.attr
                else:
                    by = self._taken_by(use, later)
                if by:
                    return (use, by, frozenset(read)) if len(uses) == 1 else None
                if not isinstance(outer, ast.Attribute):
                    return None
                read.add(outer.attr)
        return None

    def _whole(self, method: ast.Attribute) -> ast.stmt | None:
        """The statement that does nothing but call a method, and keep what it returns."""
        call = self._names.parents.get(method)
        if not isinstance(call, ast.Call) or call.func is not method:
            return None
        statement = self._names.parents.get(call)
        if isinstance(statement, ast.Subscript):  # vecenv.reset()[0]
            statement = self._names.parents.get(statement)
        if not isinstance(statement, ast.Expr | ast.Assign) or statement not in self._names.slots:
            return None
        return statement

    def _taken_by(self, use: ast.Name, statement: ast.stmt) -> str:
        """The dotted name of what a statement hands a variable to, where that is all it does; else empty."""
        call: ast.AST | None = self._names.parents.get(use)
        if isinstance(call, ast.keyword):
            call = self._names.parents.get(call)
        if not isinstance(call, ast.Call) or self._names.parents.get(call) is not statement:
            return ""
        return (
            self._reference(call.func) or "" if isinstance(statement, ast.Expr | ast.Assign) else ""
        )
