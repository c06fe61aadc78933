"""What the syntax of single nodes says, whatever is around them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
IMPORTERS = frozenset({"__import__", "import_module"})
"""The functions that import the module of a name."""
LOOPS = (ast.For, ast.AsyncFor, ast.While)


def last(node: ast.AST) -> str:
    """The last name of a dotted one."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def assigned(parent: ast.AST | None, node: ast.Name) -> ast.expr | None:
    """The expression that a simple assignment gives a name."""
    if isinstance(parent, ast.Assign) and node in parent.targets:
        return parent.value
    if isinstance(parent, ast.AnnAssign) and parent.target is node:
        return parent.value
    if isinstance(parent, ast.NamedExpr) and parent.target is node:
        return parent.value
    return None


def binds_before(outer: ast.AST, child: ast.AST) -> bool:
    """Whether what a statement itself binds (a loop's target, an exception's name) is bound in ``child``."""
    if isinstance(outer, (ast.For, ast.AsyncFor)):
        return child in outer.body
    return isinstance(outer, (ast.With, ast.AsyncWith, ast.ExceptHandler))


def may_be_passed(statement: ast.AST) -> bool:
    """Whether a statement may be passed without its inner statements being run."""
    return isinstance(statement, (ast.If, *LOOPS, ast.Try, ast.Match))


def elifs(statement: ast.If) -> Iterator[ast.If]:
    """An ``if`` and each ``elif`` of it."""
    current: ast.stmt = statement
    while isinstance(current, ast.If):
        yield current
        if len(current.orelse) != 1:
            return
        current = current.orelse[0]


def breaks(statements: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """The ``break`` statements that leave the loop whose body this is."""
    todo = list(statements)
    while todo:
        statement = todo.pop()
        if isinstance(statement, ast.Break):
            yield statement
        elif isinstance(statement, LOOPS):
            todo += statement.orelse
        elif not isinstance(statement, (*FUNCTIONS, ast.ClassDef, ast.expr)):
            todo += ast.iter_child_nodes(statement)


def imported(node: ast.AST) -> tuple[str, str] | None:
    """The module that a call imports by a name that is written out, and the one that it returns: that of
    ``import_module("a.b")`` is ``a.b``, that of ``__import__("a.b")`` is ``a``."""
    if (
        not isinstance(node, ast.Call)
        or not node.args
        or not isinstance(node.args[0], ast.Constant)
    ):
        return None
    name, importer = node.args[0].value, last(node.func)
    if not isinstance(name, str) or importer not in IMPORTERS or name.startswith("."):
        return None
    whole = importer != "__import__" or len(node.args) > 1 or bool(node.keywords)
    return name, name if whole else name.partition(".")[0]
