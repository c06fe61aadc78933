"""How a module has processes started: its calls of ``set_start_method`` and what is in force at a place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from profilecheck.document import UNKNOWN
from profilecheck.sources.python.flow import Flow
from profilecheck.sources.python.reach import is_main_guard
from profilecheck.sources.python.scopes import Names
from profilecheck.sources.python.syntax import FUNCTIONS, last
from profilecheck.sources.python.values import Values

SETTERS: Final = frozenset(
    {"multiprocessing.set_start_method", "torch.multiprocessing.set_start_method"}
)
"""The functions that set it for the whole process. What ``get_context`` returns is a context of its own."""
SETTER: Final = "set_start_method"
METHODS: Final = frozenset({"fork", "forkserver", "spawn"})
_ASKS_PLATFORM: Final = frozenset({"sys.platform", "platform.system", "os.name"})


class Starts:
    """Answers for one module."""

    def __init__(self, names: Names, values: Values, flow: Flow) -> None:
        self.names = names
        self.values = values
        setters = (n for n in names.parents if isinstance(n, ast.Call) and is_setter(n))
        self.calls = [call for call in setters if not flow.never(call)]

    def method_at(self, node: ast.AST) -> object:
        """How processes are started at a place: the method that the module is certain to set before, None
        where the module asks and says nothing of it, else UNKNOWN. ``fork`` counts wherever it is set."""
        if not self.calls:
            return UNKNOWN if self._asks_platform else None
        methods = {self._method(call) for call in self.calls}
        if len(methods) > 1 or UNKNOWN in methods:
            return UNKNOWN
        method = methods.pop()
        if method == "fork" or any(self._is_before(call, node) for call in self.calls):
            return method
        return UNKNOWN

    def _method(self, call: ast.Call) -> object:
        given = call.args[:1] or [k.value for k in call.keywords if k.arg == "method"]
        method = self.values.value(given[0]) if given else UNKNOWN
        return method if isinstance(method, str) and method in METHODS else UNKNOWN

    def _is_before(self, setter: ast.Call, node: ast.AST) -> bool:
        """Whether a call of the setter is certain to come before a place, in a run of the module."""
        if self.values.reference(setter.func) not in SETTERS:
            return False
        if not isinstance(self.names.parents.get(setter), ast.Expr):
            return False
        home = self.names.scope_of(setter).node
        if not isinstance(home, (ast.Module, *FUNCTIONS)):
            return False
        for outer, child in self.names.around(setter):
            if outer is home:
                break
            if isinstance(outer, ast.Try) and (child not in outer.body or not _is_forced(setter)):
                return False
            guarded = (
                isinstance(outer, ast.If) and child in outer.body and is_main_guard(outer.test)
            )
            if not guarded and not isinstance(outer, ast.Try | ast.With | ast.Expr):
                return False
        place = self.names.scope_of(node).node
        if place is home or home in (outer for outer, _ in self.names.around(node)):
            later = getattr(node, "lineno", 0) > setter.lineno
            return later or (isinstance(home, ast.Module) and place is not home)
        return False

    @cached_property
    def _asks_platform(self) -> bool:
        attributes = (n for n in self.names.parents if isinstance(n, ast.Attribute | ast.Name))
        likely = (n for n in attributes if last(n) in {"platform", "system", "name"})
        return any(self.values.reference(node) in _ASKS_PLATFORM for node in likely)


def calls_before(names: Names, node: ast.Call) -> Iterator[ast.Call]:
    """The calls that are certain to come before one, in the same function or in the module's own
    statements: those of the simple statements before it in the blocks around it."""
    for outer, child in names.around(node):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(outer, field, None)
            if isinstance(block, list) and child in block:
                for statement in block[: block.index(child)]:
                    yield from _certain(statement)
        if isinstance(outer, FUNCTIONS):
            return


def is_tried(names: Names, node: ast.Call) -> bool:
    """Whether a ``try`` of the same function handles what a call raises."""
    for outer, child in names.around(node):
        if isinstance(outer, ast.Try) and outer.handlers and child in outer.body:
            return True
        if isinstance(outer, FUNCTIONS):
            return False
    return False


def _certain(statement: ast.AST) -> Iterator[ast.Call]:
    if isinstance(statement, ast.With):
        for inner in statement.body:
            yield from _certain(inner)
    elif isinstance(statement, ast.Expr | ast.Assign | ast.AnnAssign) and statement.value:
        yield from _unconditional(statement.value)


def _unconditional(expression: ast.expr) -> Iterator[ast.Call]:
    """The call that an expression is, and those in its arguments."""
    if isinstance(expression, ast.Call):
        yield expression
        for inner in (*expression.args, *(keyword.value for keyword in expression.keywords)):
            yield from _unconditional(inner)
    elif isinstance(expression, ast.Attribute):
        yield from _unconditional(expression.value)


def is_setter(node: ast.Call) -> bool:
    """Whether a call is one of something named like the function that sets it."""
    return last(node.func) == SETTER


def _is_forced(call: ast.Call) -> bool:
    given = call.args[1:2] + [k.value for k in call.keywords if k.arg == "force"]
    return any(isinstance(value, ast.Constant) and value.value is True for value in given)
