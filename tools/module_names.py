"""The names that a module's source binds at its top level, read from its syntax tree."""

from __future__ import annotations

import ast
from typing import Final

THIS_MODULE: Final = "sys.modules[__name__]"
SKIPPED: Final = ("__name__ == '__main__'", "TYPE_CHECKING", "typing.TYPE_CHECKING")
"""Tests that do not hold when a module is imported."""


class Binder(ast.NodeVisitor):
    """Collects what an import of a module binds, in all of its branches.

    ``stars`` are the modules that are imported with a star. ``open`` is true where names may come from
    what is not read: a ``__getattr__`` that answers to any name, ``globals()`` and the like.
    """

    def __init__(self, tree: ast.Module, module: str, package: bool) -> None:
        self.parts = module.split(".") if package else module.split(".")[:-1]
        self.names: set[str] = set()
        self.stars: list[str] = []
        self.open = False
        self.exported: list[str] | None = None
        self.aliases = {
            target.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and ast.unparse(node.value) == THIS_MODULE
            for target in node.targets
            if isinstance(target, ast.Name)
        } | {THIS_MODULE}
        for statement in tree.body:
            self.visit(statement)
        for node in ast.walk(tree):
            self._from_within(node)
        self.names.discard("__all__")

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if node.name == "__getattr__":
            answered = _answers(node)
            self.open |= answered is None
            self.names |= answered or set()
        else:
            self.names.add(node.name)

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815 - ast's own name

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.names.add(node.name)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        pass

    def visit_Import(self, node: ast.Import) -> None:
        self.names |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            if alias.name == "*":
                self.stars.append(self._absolute(node))
            else:
                self.names.add(alias.asname or alias.name)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store):
            self.names.add(node.id)

    def visit_Assign(self, node: ast.Assign) -> None:
        if any(ast.unparse(target) == "__all__" for target in node.targets):
            self._export(node.value)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if ast.unparse(node.target) == "__all__":
            self._export(node.value)
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        self.visit(node.test)
        skipped = ast.unparse(node.test) in SKIPPED
        for statement in node.orelse if skipped else [*node.body, *node.orelse]:
            self.visit(statement)

    def visit_MatchAs(self, node: ast.MatchAs | ast.MatchStar) -> None:
        if node.name is not None:
            self.names.add(node.name)
        self.generic_visit(node)

    visit_MatchStar = visit_MatchAs  # noqa: N815

    def _comprehension(self, node: ast.AST) -> None:
        """The targets of a comprehension are its own."""

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension  # noqa: N815

    def _from_within(self, node: ast.AST) -> None:
        """Names that a function gives its module: ``global``, or the module as an object."""
        if isinstance(node, ast.Global):
            self.names |= set(node.names)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            if ast.unparse(node.value) in self.aliases:
                self.names.add(node.attr)
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == "globals()":
            if isinstance(node.slice, ast.Constant):
                self.names.add(str(node.slice.value))
            else:
                self.open |= isinstance(node.ctx, ast.Store)
        elif isinstance(node, ast.Call):
            function = ast.unparse(node.func)
            self.open |= function == "globals().update"
            if function == "setattr" and node.args and ast.unparse(node.args[0]) in self.aliases:
                self.open = True

    def _absolute(self, node: ast.ImportFrom) -> str:
        base = self.parts[: len(self.parts) - node.level + 1] if node.level else []
        return ".".join([*base, *([node.module] if node.module else [])])

    def _export(self, value: ast.expr) -> None:
        try:
            names = [str(name) for name in ast.literal_eval(value)]
        except (ValueError, TypeError):
            self.open = True
        else:
            self.exported = [*(self.exported or []), *names]


def _answers(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str] | None:
    """The names to which a module's ``__getattr__`` answers; None where that may be any.

    Known is a body of tests of the name against texts that ends by raising.
    """
    asked = function.args.args[0].arg if function.args.args else ""
    *tests, last = function.body
    if not isinstance(last, ast.Raise):
        return None
    found: set[str] = set()
    for test in tests:
        if isinstance(test, ast.Expr) and isinstance(test.value, ast.Constant):
            continue
        if not isinstance(test, ast.If) or test.orelse or not isinstance(test.test, ast.Compare):
            return None
        left, operators, (right, *_) = test.test.left, test.test.ops, test.test.comparators
        if ast.unparse(left) != asked or not isinstance(operators[0], (ast.Eq, ast.In)):
            return None
        try:
            value = ast.literal_eval(right)
        except ValueError:
            return None
        found |= {value} if isinstance(value, str) else {str(one) for one in value}
    return found
