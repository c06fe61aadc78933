"""Whether a test asks what a package has: its version, an attribute of it, what a function of it takes, whether it is installed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from profilecheck.sources.python.scopes import Names
from profilecheck.sources.python.syntax import last

_OF_OBJECT = frozenset(
    {"hasattr", "getattr", "dir", "vars", "signature", "getfullargspec", "getargspec"}
)
_OF_ITSELF = frozenset({"__version__", "__code__", "__signature__"})
_BY_NAME = frozenset(
    {"find_spec", "find_module", "find_loader", "version", "importorskip", "import_module"}
    | {"get_distribution", "distribution", "__import__"}
)
_VERSION_OF = frozenset({"version", "get_distribution", "distribution"})
_LEAVES = frozenset({"exit", "_exit", "quit", "abort", "skip", "fail", "skipTest", "xfail"})
_SKIPS = frozenset({"skipif", "skipIf", "skipUnless"})
DEPTH = 3
"""Through how many names a test is followed, at most."""
MANY = 8
"""A name that may hold more values than this tells nothing."""


class Asked:
    """The questions that one module asks of the packages ``roots``. ``asks`` tells further nodes that ask."""

    def __init__(
        self, names: Names, roots: frozenset[str], asks: Callable[[ast.AST], bool] | None = None
    ) -> None:
        self._names = names
        self._roots = roots
        self._also = asks
        self._tests: dict[ast.AST, bool] = {}
        self._versions: dict[ast.AST, bool] = {}
        self._returns: dict[ast.AST, list[tuple[ast.Return, ast.expr]]] = {}
        self._any = any(self._asks(node) for node in names.parents)
        self._later = frozenset(self._after_exits()) if self._any else frozenset()

    def of(self, test: ast.AST) -> bool:
        """Whether an expression asks, itself or through names that hold the answer."""
        if not self._any:
            return False
        if test not in self._tests:
            self._tests[test] = self._found(test, self._asks)
        return self._tests[test]

    def of_version(self, test: ast.AST) -> bool:
        """Whether an expression asks for a version, itself or through names that hold the answer."""
        if test not in self._versions:
            self._versions[test] = self._found(test, self._asks_version)
        return self._versions[test]

    def before(self, statement: ast.AST) -> bool:
        """Whether a statement stands after one in its block that leaves it where the answer is no."""
        return statement in self._later

    def skipped(self, definition: ast.AST) -> bool:
        """Whether a function or class is a test that is skipped where the answer is no."""
        decorators: list[ast.expr] = getattr(definition, "decorator_list", [])
        return any(self._is_skip(decorator) for decorator in decorators)

    def _found(self, test: ast.AST, asks: Callable[[ast.AST], bool]) -> bool:
        todo, seen = [test], {test}
        for _ in range(DEPTH + 1):
            nodes = [node for one in todo for node in ast.walk(one)]
            if any(map(asks, nodes)):
                return True
            todo = [
                value
                for node in nodes
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
                for value in self._values(node)
                if value not in seen
            ]
            seen.update(todo)
        return False

    def _values(self, name: ast.Name) -> Iterator[ast.AST]:
        """What tells the value of a name: what it is given, and what a function of that name returns."""
        bindings = self._names.reaching(name)
        for binding in bindings if len(bindings) <= MANY else ():
            if isinstance(binding.node, ast.FunctionDef):
                for node, value in self._returned(binding.node):
                    yield from self._told(node, value)
            elif binding.value is not None:
                yield from self._told(binding.statement, binding.value)
            elif binding.how == "import":
                yield from self._tried_with(binding.statement)

    def _returned(self, function: ast.FunctionDef) -> list[tuple[ast.Return, ast.expr]]:
        if function not in self._returns:
            found = [
                (node, node.value)
                for node in ast.walk(function)
                if isinstance(node, ast.Return) and node.value is not None
            ]
            self._returns[function] = found if len(found) <= MANY else []
        return self._returns[function]

    def _told(self, statement: ast.AST, value: ast.expr) -> Iterator[ast.AST]:
        """A value, or for a flag the test or the imports that it tells the outcome of."""
        yield value
        if isinstance(value, ast.Constant):
            outer = self._names.parents.get(statement)
            if isinstance(outer, ast.If):
                yield outer.test
            yield from self._tried_with(statement)

    def _tried_with(self, statement: ast.AST) -> Iterator[ast.AST]:
        """The imports that are tried in the same ``try`` as a statement of it."""
        outer = self._names.parents.get(statement)
        if isinstance(outer, ast.ExceptHandler):
            outer = self._names.parents.get(outer)
        if isinstance(outer, ast.Try) and outer.handlers:
            yield from (node for node in outer.body if self._imports(node))

    def _asks(self, node: ast.AST) -> bool:
        if self._also is not None and self._also(node):
            return True
        if isinstance(node, ast.Attribute):
            return node.attr in _OF_ITSELF and self._is_root(node.value)
        if isinstance(node, ast.Call) and node.args:
            called, first = last(node.func), node.args[0]
            if called in _OF_OBJECT:
                return self._is_root(first)
            return called in _BY_NAME and self._is_text(first)
        if isinstance(node, ast.Name) and "version" in node.id.lower():
            return any(root in node.id.lower() for root in self._roots)
        return self._imports(node) and _is_tried(self._names, node)

    def _asks_version(self, node: ast.AST) -> bool:
        """Whether a node is a version or generation that may be the package's: not one of another import."""
        if isinstance(node, ast.Call):
            return last(node.func) in _VERSION_OF and self._asks(node)
        name = last(node).lower()
        if not ("version" in name or "generation" in name):
            return False
        root: ast.AST = node
        while isinstance(root, ast.Attribute):
            root = root.value
        bound = self._names.reaching(root) if isinstance(root, ast.Name) else []
        imported = {one.target or "" for one in bound if one.how == "import"}
        return not imported or any(one.partition(".")[0] in self._roots for one in imported)

    def _imports(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Import):
            return any(alias.name.partition(".")[0] in self._roots for alias in node.names)
        return isinstance(node, ast.ImportFrom) and (
            self._names.absolute(node).partition(".")[0] in self._roots
        )

    def _is_text(self, node: ast.expr) -> bool:
        return (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and node.value.partition(".")[0] in self._roots
        )

    def _is_root(self, node: ast.expr) -> bool:
        """Whether an expression is a package, or something of it."""
        while isinstance(node, ast.Attribute):
            node = node.value
        return isinstance(node, ast.Name) and any(
            (binding.target or "").partition(".")[0] in self._roots
            for binding in self._names.reaching(node)
        )

    def _after_exits(self) -> Iterator[ast.AST]:
        for holder in {*self._names.parents.values()}:
            for block in ("body", "orelse", "finalbody"):
                statements = getattr(holder, block, None)
                if isinstance(statements, list):
                    left = False
                    for statement in statements:
                        if left:
                            yield statement
                        left = left or self._leaves(statement)

    def _leaves(self, statement: ast.stmt) -> bool:
        if isinstance(statement, ast.If):
            return any(map(_ends, (statement.body, statement.orelse))) and self.of(statement.test)
        if isinstance(statement, ast.Assert):
            return self.of(statement.test)
        if isinstance(statement, (ast.Expr, ast.Assign)):
            called = [n for n in ast.walk(statement) if isinstance(n, ast.Call)]
            return any(
                self._is_skip(n) or (last(n.func) == "importorskip" and self._asks(n))
                for n in called
            )
        return False

    def _is_skip(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and last(node.func) in _SKIPS and self.of(node)


def _is_tried(names: Names, node: ast.AST) -> bool:
    outer = names.parents.get(node)
    return isinstance(outer, ast.Try) and node in outer.body and bool(outer.handlers)


def _ends(block: list[ast.stmt]) -> bool:
    """Whether a block is left at its end."""
    final = block[-1] if block else None
    if isinstance(final, ast.Expr) and isinstance(final.value, ast.Call):
        return last(final.value.func) in _LEAVES
    return isinstance(final, (ast.Raise, ast.Return, ast.Continue, ast.Break))
