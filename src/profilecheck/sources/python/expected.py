"""Which calls a Python file itself expects to raise."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, TypeVar

from profilecheck.sources.python.exits import wants_error
from profilecheck.sources.python.flow import RAISES, Flow
from profilecheck.sources.python.marks import is_expected_to_fail
from profilecheck.sources.python.scopes import Names
from profilecheck.sources.python.syntax import FUNCTIONS, last

DEPTH: Final = 8
"""How many functions are followed to those that call them, at most."""
Kind = TypeVar("Kind", bound=ast.AST)
_SUPPRESSES: Final = "suppress"
_MANAGERS: Final = frozenset({"contextmanager", "asynccontextmanager"})
_WORDS: Final = frozenset({"expectation", "expected"})
"""How a test names a context that another place decides on."""


class Expected:
    """Answers for one module."""

    def __init__(self, names: Names, flow: Flow) -> None:
        self.names = names
        self.flow = flow
        self._seen: dict[ast.AST, bool] = {}

    def at(self, node: ast.AST, depth: int = DEPTH) -> bool:
        """Whether a call is expected to raise: it is all that a ``try`` holds, whose handlers do not raise
        again, or all but what says that it should not come so far; or it stands where a test says that
        it raises, in the test or in a function that is only called there."""
        for outer, child in self.names.around(node):
            if self._is_handled(outer, child):
                return True
            if isinstance(outer, FUNCTIONS):
                return self._in_function(outer, child, depth)
        return False

    def is_tested(self, node: ast.AST) -> bool:
        """Whether a call stands under what says that it raises."""
        return any(self._is_under(outer, child) for outer, child in self.names.around(node))

    def _is_handled(self, outer: ast.AST, child: ast.AST) -> bool:
        return self._is_under(outer, child) or (
            isinstance(outer, ast.Try) and self._is_tried(outer, child)
        )

    def _is_under(self, outer: ast.AST, child: ast.AST) -> bool:
        """Whether a statement is a context manager's under which something is to raise, or may be."""
        if not isinstance(outer, ast.With | ast.AsyncWith) or child not in outer.body:
            return False
        return any(self._expects(item.context_expr) for item in outer.items)

    def _is_tried(self, statement: ast.Try, child: ast.AST) -> bool:
        if child not in statement.body or not statement.handlers:
            return False
        nodes = (node for handler in statement.handlers for node in ast.walk(handler))
        if any(isinstance(node, ast.Raise) for node in nodes):
            return False
        later = statement.body[statement.body.index(child) + 1 :]
        alone = len(statement.body) - len(later) == 1
        return (alone and all(map(_only_leaves, later))) or (bool(later) and self._fails(later[0]))

    def _fails(self, statement: ast.stmt) -> bool:
        """Whether a statement says that a test has failed."""
        return self.flow.left(statement) == RAISES

    def _expects(self, context: ast.expr, depth: int = DEPTH) -> bool:
        """Whether a context manager is one under which something is to raise, or may be."""
        if isinstance(context, ast.Name):
            found = self.names.reaching(context)
            if any(binding.how == "parameter" for binding in found):
                return not _WORDS.isdisjoint(context.id.lower().split("_"))
            values = [binding.value for binding in found if binding.value is not None]
            return depth > 0 and any(self._expects(value, depth - 1) for value in values)
        calls = (node for node in ast.walk(context) if isinstance(node, ast.Call))
        return any(self._makes_one(call, depth) for call in calls)

    def _makes_one(self, call: ast.Call, depth: int) -> bool:
        """Whether a call makes such a context manager: by its name, or by what the module defines it to do."""
        name = last(call.func)
        if name == _SUPPRESSES or wants_error(name):
            return True
        made = self._defined(call.func)
        if isinstance(made, ast.ClassDef):
            return any(map(_may_hold, self._own(made, "__exit__", ast.Return)))
        if not isinstance(made, ast.FunctionDef | ast.AsyncFunctionDef) or not depth:
            return False
        if any(last(mark) in _MANAGERS for mark in made.decorator_list):
            return any(map(self._is_handled_within, self._inside(made, ast.Yield)))
        returned = (one.value for one in self._inside(made, ast.Return) if one.value is not None)
        return any(self._expects(value, depth - 1) for value in returned)

    def _is_handled_within(self, node: ast.AST) -> bool:
        """Whether the function that a node stands in handles what it raises."""
        for outer, child in self.names.around(node):
            if isinstance(outer, FUNCTIONS):
                return False
            if self._is_handled(outer, child):
                return True
        return False

    def _defined(self, callee: ast.expr) -> ast.AST | None:
        """The function or class of the module that a name stands for."""
        bindings = self.names.reaching(callee) if isinstance(callee, ast.Name) else []
        return bindings[0].node if [one.how for one in bindings] == ["definition"] else None

    def _own(self, class_: ast.ClassDef, method: str, kind: type[Kind]) -> Iterator[Kind]:
        for one in class_.body:
            if isinstance(one, ast.FunctionDef) and one.name == method:
                yield from self._inside(one, kind)

    def _inside(self, function: ast.AST, kind: type[Kind]) -> Iterator[Kind]:
        """The nodes of a kind in a function, but for those in functions within it."""
        for node in ast.walk(function):
            if isinstance(node, kind) and self.names.scope_of(node).node is function:
                yield node

    def _in_function(self, function: ast.AST, child: ast.AST, depth: int) -> bool:
        """Whether all that a function, or a lambda, does is expected to raise."""
        if isinstance(function, ast.Lambda):
            return self._is_taken(function, depth)
        if function not in self._seen:
            self._seen[function] = False  # while it is looked at: a function that calls itself
            self._seen[function] = is_expected_to_fail(self.names, function) or (
                child not in getattr(function, "decorator_list", ())
                and self._is_only_expected(function, depth)
            )
        return self._seen[function]

    def _is_only_expected(self, function: ast.AST, depth: int) -> bool:
        """Whether every place that names a function expects it to raise, and there are such."""
        uses = self.flow.calls_of(function)
        return bool(uses) and all(self._use_is_expected(use, depth) for use in uses)

    def _use_is_expected(self, use: ast.Name, depth: int) -> bool:
        call = self.names.parents.get(use)
        if isinstance(call, ast.Call) and call.func is use:
            return depth > 0 and self.at(use, depth - 1)
        return self._is_taken(use, depth)

    def _is_taken(self, value: ast.expr, depth: int) -> bool:
        """Whether what is to be called is given to what wants it to raise: by its name, or as a function of
        the module that handles what its parameter raises."""
        call = self.names.parents.get(value)
        call = self.names.parents.get(call) if isinstance(call, ast.keyword) else call
        if not isinstance(call, ast.Call) or call.func is value or not depth:
            return False
        if wants_error(last(call.func)):
            return True
        taker = self._defined(call.func)
        if not isinstance(taker, ast.FunctionDef):
            return False
        given = self.flow.arguments(call, taker)
        parameter = next((arg.arg for arg, one in given.items() if one is value), "")
        uses = [
            use
            for use in self.names.reads.get(parameter, ())
            if any(binding.statement is taker for binding in self.names.reaching(use))
        ]
        return bool(uses) and all(self._use_is_handled(use, depth - 1) for use in uses)

    def _use_is_handled(self, use: ast.Name, depth: int) -> bool:
        call = self.names.parents.get(use)
        if isinstance(call, ast.Call) and call.func is use:
            return self._is_handled_within(use)
        return isinstance(call, ast.Attribute) or self._is_taken(use, depth)


def _only_leaves(statement: ast.stmt) -> bool:
    """Whether a statement does nothing that may fail but leave: ``break``, ``return env``."""
    if isinstance(statement, ast.Return):
        return isinstance(statement.value, ast.Name | ast.Constant | None)
    return isinstance(statement, ast.Break | ast.Continue | ast.Pass)


def _may_hold(returned: ast.Return) -> bool:
    """Whether what is returned may be true."""
    value = returned.value
    return value is not None and not (isinstance(value, ast.Constant) and not value.value)
