"""Which calls a Python file itself expects to raise."""

from __future__ import annotations

import ast
from typing import Final

from profilecheck.sources.python.flow import RAISES, Flow
from profilecheck.sources.python.marks import is_expected_to_fail
from profilecheck.sources.python.scopes import Names
from profilecheck.sources.python.syntax import FUNCTIONS, last

_CONTEXTS: Final = frozenset({"raises", "suppress", "assertRaises", "assertRaisesRegex"})
_TAKERS: Final = _CONTEXTS - {"suppress"}
"""What is given something to call that is to raise."""
DEPTH: Final = 8
"""How many functions are followed to those that call them, at most."""
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
            if isinstance(outer, ast.Try) and self._is_tried(outer, child):
                return True
            if self._is_under(outer, child):
                return True
            if isinstance(outer, FUNCTIONS):
                return self._in_function(outer, child, depth)
        return False

    def is_tested(self, node: ast.AST) -> bool:
        """Whether a call stands under what says that it raises."""
        return any(self._is_under(outer, child) for outer, child in self.names.around(node))

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
        return len(statement.body) == 1 or (bool(later) and self._fails(later[0]))

    def _fails(self, statement: ast.stmt) -> bool:
        """Whether a statement says that a test has failed."""
        return self.flow.left(statement) == RAISES

    def _expects(self, context: ast.expr) -> bool:
        """Whether a context manager is one under which something is to raise, or may be."""
        if isinstance(context, ast.Name):
            found = self.names.reaching(context)
            if any(binding.how == "parameter" for binding in found):
                return not _WORDS.isdisjoint(context.id.lower().split("_"))
            values = [binding.value for binding in found if binding.value is not None]
            return any(_calls_one(value, _CONTEXTS) for value in values)
        return _calls_one(context, _CONTEXTS)

    def _in_function(self, function: ast.AST, child: ast.AST, depth: int) -> bool:
        """Whether all that a function, or a lambda, does is expected to raise."""
        if isinstance(function, ast.Lambda):
            taker = self.names.parents.get(function)
            return isinstance(taker, ast.Call) and function in taker.args and _is(taker, _TAKERS)
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
        taker = self.names.parents.get(use)
        if isinstance(taker, ast.Call) and use in taker.args and _is(taker, _TAKERS):
            return True
        called = isinstance(taker, ast.Call) and taker.func is use
        return called and depth > 0 and self.at(use, depth - 1)


def _calls_one(node: ast.expr, names: frozenset[str]) -> bool:
    return any(isinstance(inner, ast.Call) and _is(inner, names) for inner in ast.walk(node))


def _is(call: ast.Call, names: frozenset[str]) -> bool:
    return last(call.func) in names
