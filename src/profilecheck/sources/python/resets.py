"""Two resets in a row of what a call returned: the place of the second."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Final

from profilecheck.sources.python.mentions import Mentions
from profilecheck.sources.python.scopes import Names

_RESET: Final = "reset"
_RESETS: Final = frozenset({_RESET, "async_reset"})
_TRAINER: Final = "PuffeRL"
"""The class of trainers that reset what they are given as soon as they are made."""
_LOOKED_AT: Final = frozenset(
    {
        *("action_space", "agents_per_batch", "driver_env", "emulated", "num_agents", "num_envs"),
        *("observation_space", "single_action_space", "single_observation_space"),
    }
)
"""Attributes that change nothing when they are read."""
_MOST: Final = 200
"""How many uses of a variable are looked at, at most."""


class Resets:
    """Answers for one module. ``reference`` gives the dotted name of what an expression is of the imports."""

    def __init__(self, names: Names, reference: Callable[[ast.expr], str | None]) -> None:
        self._names = names
        self._reference = reference
        self._mentions = Mentions(names, list(names.parents))

    def second(self, call: ast.Call) -> ast.Name | None:
        """The second of two resets that are certain to follow each other, with nothing between that a variable with
        the call's result takes part in; None where there are none."""
        parent = self._names.parents.get(call)
        if not isinstance(parent, ast.Assign) or len(parent.targets) != 1:
            return None
        target = parent.targets[0]
        if not isinstance(target, ast.Name):
            return None
        for statement in self._first.get(call, ()):
            found = self._next(statement, target.id)
            if found is not None:
                return found if self._is_alone(target, found) else None
        return None

    @cached_property
    def _first(self) -> Mapping[ast.AST, list[ast.stmt]]:
        """The statements that do nothing but reset a variable, by what gave it its value."""
        found: dict[ast.AST, list[ast.stmt]] = {}
        for node in self._names.parents:
            if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
                continue
            statement = self._whole(node.value, frozenset({_RESET}))
            bindings = self._names.reaching(node.value) if statement is not None else []
            if statement is not None and [one.how for one in bindings] == ["value"]:
                value = bindings[0].value
                if value is not None:
                    found.setdefault(value, []).append(statement)
        return found

    def _is_alone(self, target: ast.Name, until: ast.Name) -> bool:
        """Whether nothing but the variable itself has the result up to a place: no other name, no other function."""
        scope = self._names.scope_of(target)
        uses = self._names.reads.get(target.id, ())
        if target.id in scope.outer or target.id in scope.shared or len(uses) > _MOST:
            return False
        for use in uses:
            if self._names.scope_of(use) is not scope:
                return False
            if (use.lineno, use.col_offset) < (until.lineno, until.col_offset):
                method = self._names.parents.get(use)
                call = self._names.parents.get(method) if method is not None else None
                if isinstance(method, ast.Attribute):
                    called = isinstance(call, ast.Call) and call.func is method
                    if not called and method.attr not in _LOOKED_AT:
                        return False
                elif not (isinstance(method, ast.Call) and isinstance(call, ast.withitem)):
                    return False
        return True

    def _next(self, statement: ast.stmt, name: str) -> ast.Name | None:
        """The reset that follows another in its block."""
        for later, uses in self._mentions.after(statement, name):
            for use in uses:
                if not isinstance(use, ast.Name) or not isinstance(use.ctx, ast.Load):
                    return None
                if self._whole(use, _RESETS) is later or self._is_trained(use, later):
                    return use if len(uses) == 1 else None
                outer = self._names.parents.get(use)
                if not isinstance(outer, ast.Attribute) or outer.attr not in _LOOKED_AT:
                    return None
        return None

    def _whole(self, use: ast.Name, methods: frozenset[str]) -> ast.stmt | None:
        """The statement that does nothing but call one of these methods of a variable, and keep what it returns."""
        method = self._names.parents.get(use)
        if not isinstance(method, ast.Attribute) or method.attr not in methods:
            return None
        call = self._names.parents.get(method)
        statement = self._names.parents.get(call) if isinstance(call, ast.Call) else None
        if isinstance(statement, ast.Subscript):  # vecenv.reset()[0]
            statement = self._names.parents.get(statement)
        if not isinstance(statement, ast.Expr | ast.Assign) or statement not in self._names.slots:
            return None
        return statement if isinstance(call, ast.Call) and call.func is method else None

    def _is_trained(self, use: ast.Name, statement: ast.stmt) -> bool:
        """Whether a statement makes a trainer of a variable."""
        call: ast.AST | None = self._names.parents.get(use)
        if isinstance(call, ast.keyword):
            call = self._names.parents.get(call)
        if not isinstance(call, ast.Call) or self._names.parents.get(call) is not statement:
            return False
        made = (self._reference(call.func) or "").rpartition(".")[2]
        return isinstance(statement, ast.Expr | ast.Assign) and made == _TRAINER
