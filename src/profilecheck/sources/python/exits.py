"""Which calls end a program, or may: those of ``sys.exit`` and the like, and of functions that raise."""

from __future__ import annotations

import ast
import re
from functools import cached_property
from typing import Final, TypeAlias

from profilecheck.sources.python.scopes import Names
from profilecheck.sources.python.syntax import last
from profilecheck.sources.python.values import Values

_EXITS: Final = frozenset(
    {
        *("sys.exit", "os._exit", "os.abort", "os.execv", "os.execvp"),
        *("pytest.skip", "pytest.fail", "pytest.xfail", "pytest.exit"),
    }
)
_BUILTINS: Final = frozenset({"exit", "quit"})
_OF_TESTS: Final = frozenset({"fail", "skipTest"})
_OF_PARSERS: Final = frozenset({"error", "exit"})
_SUPPRESSES: Final = frozenset({"subTest", "suppress"})
_RAISES: Final = re.compile(
    r"(?:^|_)(?:raises|throws|expects?)(?:_|$)|_(?:raise|throw)$"
    r"|(?:^|[a-z])(?:Raises|Throws)(?![a-z])|^expects?(?=[A-Z])"
)
"""How what tests call says that it takes an error for right: ``pytest.raises``, ``RaisesGroup``,
``assertRaisesRegex``, ``assert_raises``, ``expect_error``, ``should_raise``."""

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class Exits:
    """Answers for one module."""

    def __init__(self, names: Names, values: Values) -> None:
        self.names = names
        self.values = values

    def is_exit(self, call: ast.Call) -> bool:
        """Whether a call itself ends the program, or the test that it stands in."""
        callee = call.func
        if isinstance(callee, ast.Name) and callee.id in _BUILTINS:
            return not self.names.reaching(callee)
        if isinstance(callee, ast.Attribute):
            owner = last(callee.value)
            if callee.attr in _OF_TESTS and owner == "self":
                return True
            if callee.attr in _OF_PARSERS and "parser" in owner.lower():
                return True
        return self.values.reference(callee) in _EXITS

    def function(self, call: ast.expr) -> ast.FunctionDef | None:
        """The function of the module that a call by name runs at once, where nothing else may stand for it."""
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            return None
        bindings = self.names.reaching(call.func)
        found = bindings[0].node if len(bindings) == 1 else None
        plain = isinstance(found, ast.FunctionDef) and not found.decorator_list
        return found if plain and found not in self._yielding else None  # type: ignore[return-value]

    @cached_property
    def raising(self) -> frozenset[ast.AST]:
        """The functions of the module that may raise on purpose or exit, or call one by name that may."""
        callers: dict[str, list[Function]] = {}
        todo: list[Function] = []
        for node in self.names.parents:
            if not isinstance(node, ast.Raise | ast.Assert | ast.Call):
                continue
            home = self.names.scope_of(node).node
            if not isinstance(home, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            if not isinstance(node, ast.Call) or self.is_exit(node):
                todo.append(home)
            elif isinstance(node.func, ast.Name):
                callers.setdefault(node.func.id, []).append(home)
        found: set[ast.AST] = set()
        while todo:
            function = todo.pop()
            if function not in found:
                found.add(function)
                todo += callers.get(function.name, ())
        return frozenset(found)

    @cached_property
    def returns(self) -> dict[ast.AST, list[ast.Return]]:
        """The ``return`` statements of each function that has some."""
        found: dict[ast.AST, list[ast.Return]] = {}
        for node in self.names.parents:
            if isinstance(node, ast.Return):
                found.setdefault(self.names.scope_of(node).node, []).append(node)
        return found

    @cached_property
    def _yielding(self) -> frozenset[ast.AST]:
        yields = (n for n in self.names.parents if isinstance(n, ast.Yield | ast.YieldFrom))
        return frozenset(self.names.scope_of(node).node for node in yields)


def suppresses(statement: ast.With | ast.AsyncWith) -> bool:
    """Whether a program goes on behind a ``with`` in which something is raised."""
    contexts = (item.context_expr for item in statement.items)
    words = (last(node) for context in contexts for node in ast.walk(context))
    return any(word in _SUPPRESSES or wants_error(word) for word in words)


def wants_error(name: str) -> bool:
    """Whether a context manager, or what is given something to call, is named as one that wants an error."""
    return bool(_RAISES.search(name))
