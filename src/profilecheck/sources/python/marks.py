"""What the marks of a test say of it: that it is skipped, or expected to fail."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Final

from profilecheck.sources.python.scopes import Names

_FAILS: Final = frozenset({"expectedFailure", "xfail"})
_SKIPS: Final = "skip"
_WHERE: Final = {"skipif": True, "skipIf": True, "skipUnless": False}
"""The marks that skip a test where their first argument is true, or is not."""
_OF_MODULE: Final = "pytestmark"


def is_skipped(names: Names, function: ast.AST, truth: Callable[[ast.expr], object]) -> bool:
    """Whether a function is a test, or one in a class or module of tests, that is certain to be skipped."""
    for mark, call in _marks(names, function):
        if mark == _SKIPS:
            return True
        test = call.args[0] if call is not None and call.args else None
        if mark in _WHERE and test is not None and truth(test) is _WHERE[mark]:
            return True
    return False


def is_expected_to_fail(names: Names, function: ast.AST) -> bool:
    """Whether a function is a test, or one in a class or module of tests, that is expected to fail."""
    return any(mark in _FAILS for mark, _ in _marks(names, function))


def _marks(names: Names, function: ast.AST) -> Iterator[tuple[str, ast.Call | None]]:
    """The marks of a function and of what it stands in, each by its name and as it is called."""
    yield from _decorators(function)
    for outer, _ in names.around(function):
        if isinstance(outer, ast.ClassDef):
            yield from _decorators(outer)
        if isinstance(outer, ast.ClassDef | ast.Module):
            for binding in names.scopes[outer].bindings.get(_OF_MODULE, ()):
                marks = binding.value
                for mark in marks.elts if isinstance(marks, ast.List | ast.Tuple) else [marks]:
                    yield from _mark(mark)


def _decorators(node: ast.AST) -> Iterator[tuple[str, ast.Call | None]]:
    for decorator in getattr(node, "decorator_list", ()):
        yield from _mark(decorator)


def _mark(node: ast.expr | None) -> Iterator[tuple[str, ast.Call | None]]:
    call = node if isinstance(node, ast.Call) else None
    named = call.func if call is not None else node
    if isinstance(named, ast.Attribute):
        yield named.attr, call
    elif isinstance(named, ast.Name):
        yield named.id, call
