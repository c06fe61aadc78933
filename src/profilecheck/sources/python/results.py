"""What becomes of what a call returns: which attributes of it are read, if nobody else may have it."""

from __future__ import annotations

import ast
from typing import Final

from profilecheck.sources.python.mentions import Mentions
from profilecheck.sources.python.scopes import Names, Scope
from profilecheck.sources.python.syntax import FUNCTIONS

_ONLY_LOOK: Final = frozenset(
    {"bool", "hasattr", "id", "isinstance", "len", "print", "repr", "type"}
)
"""Builtins that keep nothing of what they are given and do nothing to it."""
DEPTH: Final = 4
"""How many functions that hand a result on are followed, at most."""
CALLS: Final = 32
"""How many calls of a function are looked at, at most."""
_REACH_ALL: Final = frozenset(
    {
        *("eval", "exec", "globals", "locals", "vars"),
        *("_exit", "abort", "active_children", "execv", "execvp", "kill", "killpg"),
    }
)
"""What may reach a variable, or end processes, without naming what is ended."""


class Results:
    """Answers for one module."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._read: dict[tuple[ast.AST, str], frozenset[str] | None] = {}
        self._within: dict[tuple[ast.AST, str], bool] = {}
        inside = list(names.parents)
        self._mentions = Mentions(names, inside)
        words = {node.id for node in inside if isinstance(node, ast.Name)}
        words |= {node.attr for node in inside if isinstance(node, ast.Attribute)}
        words |= {node.name for node in inside if isinstance(node, ast.alias)}
        self._followed = words.isdisjoint(_REACH_ALL)

    def attributes(self, call: ast.Call) -> frozenset[str] | None:
        """All attributes that are read of a call's result, however late. None where the result is
        returned, stored, passed on or otherwise beyond what is followed."""
        if not self._followed:
            return None
        return self._attributes(call, DEPTH)

    def _attributes(self, call: ast.Call, depth: int) -> frozenset[str] | None:
        parent = self.names.parents.get(call)
        if isinstance(parent, ast.Return):
            return self._of_calls(parent, depth)
        if isinstance(parent, ast.Expr):
            return frozenset()
        if isinstance(parent, ast.Attribute):
            return frozenset({parent.attr})
        name = _only_target(parent)
        if name is None:
            return None
        scope = self.names.scope_of(name)
        until = self._replaced(name, scope)
        if until is not None:
            return until
        known = (scope.node, name.id)
        if known not in self._read:
            self._read[known] = self._read_of(name, scope)
        return self._read[known]

    def _of_calls(self, returned: ast.Return, depth: int) -> frozenset[str] | None:
        """What is read of what the calls of a function return, all in all; None where one of them escapes."""
        function = self.names.scope_of(returned).node
        if not depth or not isinstance(function, ast.FunctionDef) or function.decorator_list:
            return None
        if isinstance(self.names.scope_of(function).node, ast.ClassDef):
            return None
        found: set[str] = set()
        reads = self.names.reads.get(function.name, ())
        for read in reads if len(reads) <= CALLS else ():
            call = self.names.parents.get(read)
            is_it = [one.node for one in self.names.reaching(read)] == [function]
            if not is_it or not isinstance(call, ast.Call) or call.func is not read:
                return None
            more = self._attributes(call, depth - 1)
            if more is None:
                return None
            found |= more
        yields = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function))
        return None if yields or not 0 < len(reads) <= CALLS else frozenset(found)

    def _replaced(self, name: ast.Name, scope: Scope) -> frozenset[str] | None:
        """The attributes that are read of a variable before a later statement of the same block gives it
        another value or deletes it; None where none does, or it escapes before."""
        statement = self.names.parents[name]
        if name.id in scope.outer or name.id in scope.shared or statement not in self.names.slots:
            return None
        if not self._is_read_within(name.id, scope):
            return None
        read: set[str] = set()
        for later, uses in self._mentions.after(statement, name.id):
            for use in uses:
                parent = self.names.parents.get(use)
                if isinstance(use, ast.Constant):
                    return None
                if isinstance(use.ctx, ast.Load) and isinstance(parent, ast.Attribute):
                    read.add(parent.attr)
                elif isinstance(use.ctx, ast.Load) and not self._only_looks(use, parent):
                    return None
            if _sets_anew(later, name.id):
                return frozenset(read)
        return None

    def _is_read_within(self, name: str, scope: Scope) -> bool:
        """Whether all that reads a name stands in one scope."""
        if (scope.node, name) not in self._within:
            uses = self.names.reads.get(name, ())
            self._within[scope.node, name] = all(self.names.scope_of(use) is scope for use in uses)
        return self._within[scope.node, name]

    def _read_of(self, name: ast.Name, scope: Scope) -> frozenset[str] | None:
        """The attributes read of a variable, in its scope and all scopes within; None where it escapes."""
        if name.id in scope.outer or not isinstance(scope.node, (ast.Module, *FUNCTIONS)):
            return None
        read: set[str] = set()
        stepped = scope is not self.names.module
        for use in self._mentions.within(scope.node, name.id):
            if isinstance(use, ast.Constant):
                return None  # __all__, getattr, a format string
            if isinstance(use.ctx, ast.Store):
                continue
            parent = self.names.parents.get(use)
            if isinstance(parent, ast.Delete):
                stepped = True
            if isinstance(parent, ast.Attribute):
                read.add(parent.attr)
                stepped = stepped or self.names.scope_of(use) is scope
            elif not self._only_looks(use, parent):
                return None
            if self._is_in_endless_loop(use):
                return None
        return frozenset(read) if stepped else None

    def _only_looks(self, use: ast.Name, parent: ast.AST | None) -> bool:
        if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name):
            known = parent.func.id in _ONLY_LOOK and not self.names.reaching(parent.func)
            return known and parent.func is not use
        return isinstance(parent, ast.Compare | ast.Delete | ast.If | ast.Assert)

    def _is_in_endless_loop(self, use: ast.Name) -> bool:
        """Whether a use is in a loop that only an exception leaves: what follows it is never reached."""
        for outer, _ in self.names.around(use):
            if isinstance(outer, FUNCTIONS):
                return False
            if isinstance(outer, ast.While) and isinstance(outer.test, ast.Constant):
                leaves = (isinstance(n, ast.Break | ast.Return) for n in ast.walk(outer))
                if outer.test.value and not any(leaves):
                    return True
        return False


def _sets_anew(statement: ast.stmt, name: str) -> bool:
    """Whether a statement gives a variable another value, or deletes it."""
    if isinstance(statement, ast.Delete):
        return any(isinstance(one, ast.Name) and one.id == name for one in statement.targets)
    target = _only_target(statement)
    return target is not None and target.id == name and statement.value is not None  # type: ignore[attr-defined]


def _only_target(statement: ast.AST | None) -> ast.Name | None:
    """The one variable that a statement assigns its value to."""
    target: ast.expr | None = None
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    elif isinstance(statement, ast.AnnAssign):
        target = statement.target
    return target if isinstance(target, ast.Name) else None
