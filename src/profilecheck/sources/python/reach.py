"""Which places of a Python module are reached when it is imported."""

from __future__ import annotations

import ast
from functools import cached_property
from typing import Final, TypeAlias

from profilecheck.sources.python.scopes import Names
from profilecheck.sources.python.syntax import FUNCTIONS

_ASKS_WHO_RUNS: Final = frozenset({"__name__", "current_process", "parent_process"})
"""What a module asks to know whether it is the program itself."""
_CONDITIONS = (ast.If, ast.IfExp, ast.While, ast.Match)
_DEFINES = (
    *(ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
    *(ast.Pass, ast.Delete, ast.Assert),
)
_SETS_UP: Final = frozenset(
    {
        *("set_start_method", "basicConfig", "setLevel", "filterwarnings", "simplefilter"),
        *("append", "insert", "setdefault", "update", "register"),
    }
)

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
"""What is called by its name."""


def is_main_guard(test: ast.expr) -> bool:
    """Whether a test is true only where the module is the program: ``__name__ == "__main__"``."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return any(map(is_main_guard, test.values))
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return False
    sides = {ast.dump(side) for side in (test.left, test.comparators[0])}
    return isinstance(test.ops[0], ast.Eq) and sides == _GUARD


_GUARD: Final = {ast.dump(ast.Name("__name__", ast.Load())), ast.dump(ast.Constant("__main__"))}


class Reach:
    """Answers for one module."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._asking: dict[ast.AST, bool] = {}
        self._first_asking: dict[tuple[ast.AST, str], int] = {}
        self._read: dict[ast.expr, set[str]] = {}

    def at_import(self, node: ast.AST) -> bool:
        """Whether importing the module is certain to reach a place: no condition stands around it in
        the module's own statements, or it is in a function that is called from such a place."""
        home = self._home(node)
        return home is self.names.module.node or home in self._reached

    def _home(self, node: ast.AST) -> ast.AST | None:
        """The function, or the module, that is certain to come to a place once it is run, but for its
        own conditions; None where there is none."""
        conditional = False
        for outer, child in self.names.around(node):
            if self._is_asked_before(outer, child):
                return None
            if isinstance(outer, FUNCTIONS) and self.names.scope_of(child).node is outer:
                return outer
            if isinstance(outer, ast.ExceptHandler | ast.GeneratorExp):
                return None
            if isinstance(outer, _CONDITIONS):
                if self._asks_who_runs(outer):
                    return None
                conditional = True
        return None if conditional else self.names.module.node

    @cached_property
    def _reached(self) -> frozenset[ast.AST]:
        """The functions that importing the module is certain to call."""
        called: dict[ast.AST | None, list[ast.AST]] = {}
        for node in self.names.parents:
            function = self._called(node) if isinstance(node, ast.Call) else None
            if function is not None:
                called.setdefault(self._home(node), []).append(function)
        found: set[ast.AST] = set()
        todo = called.get(self.names.module.node, [])
        while todo:
            function = todo.pop()
            if function not in found:
                found.add(function)
                todo = [*todo, *called.get(function, ())]
        return frozenset(found)

    def _called(self, call: ast.Call) -> ast.AST | None:
        """The function that a call by name runs: that of the name, or the constructor of its class.
        None where something may stand in its place, or put off its run."""
        bindings = self.names.reaching(call.func) if isinstance(call.func, ast.Name) else []
        if len(bindings) != 1 or bindings[0].how != "definition":
            return None
        called = bindings[0].node
        if isinstance(called, ast.ClassDef) and not called.decorator_list:
            own = (
                n for n in called.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"
            )
            called = next(own, called)
        if not isinstance(called, ast.FunctionDef | ast.AsyncFunctionDef) or called.decorator_list:
            return None
        return None if self._is_generator(called) else called

    def _is_generator(self, function: Function) -> bool:
        yields = (n for n in ast.walk(function) if isinstance(n, ast.Yield | ast.YieldFrom))
        return any(self.names.scope_of(node).node is function for node in yields)

    def _is_asked_before(self, outer: ast.AST, child: ast.AST) -> bool:
        """Whether a statement before ``child`` in the same block of ``outer`` asks who runs it."""
        name, index = self.names.slots.get(child, ("handlers", 0))
        if name == "handlers":
            return False
        if (outer, name) not in self._first_asking:
            block: list[ast.AST] = getattr(outer, name)
            asking = (i for i, one in enumerate(block) if self._asks_who_runs(one))
            self._first_asking[outer, name] = next(asking, len(block))
        return self._first_asking[outer, name] < index

    def _asks_who_runs(self, statement: ast.AST) -> bool:
        """Whether a statement turns on which process runs it, or on a name that says so."""
        if statement not in self._asking:
            test = getattr(statement, "test", None)
            read = self._reads(test) if isinstance(test, ast.expr) else set()
            self._asking[statement] = not read.isdisjoint(_ASKS_WHO_RUNS)
        return self._asking[statement]

    def _reads(self, test: ast.expr) -> set[str]:
        """The names and attributes that a test reads, and those that the values of its names do."""
        found = set(_words(test))
        for node in ast.walk(test):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                for binding in self.names.reaching(node):
                    if binding.value is not None and binding.value not in self._read:
                        self._read[binding.value] = _words(binding.value)
                    found |= self._read[binding.value] if binding.value is not None else set()
        return found

    def in_library(self) -> bool:
        """Whether the module's own statements only import and define: it is there to be imported."""
        tree = self.names.module.node
        assert isinstance(tree, ast.Module)
        defines = any(isinstance(n, (*FUNCTIONS, ast.ClassDef)) for n in tree.body)
        return defines and all(map(self._only_defines, tree.body))

    def _only_defines(self, statement: ast.stmt) -> bool:
        if isinstance(statement, ast.Expr):
            return isinstance(statement.value, ast.Constant) or _sets_up(statement.value)
        if isinstance(statement, ast.If | ast.Try):
            guarded = isinstance(statement, ast.If) and "__name__" in _words(statement.test)
            inner = (n for n in ast.walk(statement) if isinstance(n, ast.stmt))
            own = (n for n in inner if n is not statement and self._is_own(n))
            return not guarded and all(map(self._only_defines, own))
        if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
            return statement.value is None or not self._runs(statement.value)
        return isinstance(statement, _DEFINES)

    def _is_own(self, statement: ast.stmt) -> bool:
        return self.names.scope_of(statement) is self.names.module

    def _runs(self, value: ast.expr) -> bool:
        """Whether an expression calls a function of the module, or reads the command line."""
        called = [node.func for node in ast.walk(value) if isinstance(node, ast.Call)]
        return any(
            name.attr.startswith("parse_")
            if isinstance(name, ast.Attribute)
            else isinstance(name, ast.Name)
            and any(isinstance(b.node, FUNCTIONS) for b in self.names.reaching(name))
            for name in called
        )


def _words(node: ast.expr) -> set[str]:
    """The names and attributes that an expression reads."""
    inside = list(ast.walk(node))
    return {n.id for n in inside if isinstance(n, ast.Name)} | {
        n.attr for n in inside if isinstance(n, ast.Attribute)
    }


def _sets_up(value: ast.expr) -> bool:
    """Whether an expression is a call with which a library, too, sets something for the whole process."""
    return isinstance(value, ast.Call) and bool(_words(value.func) & _SETS_UP)
