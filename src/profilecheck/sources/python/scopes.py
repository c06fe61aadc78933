"""What the names of a Python module are bound to, read from its syntax tree and never run.

A scope is a module, a function, a class or a comprehension. For a name at a place, ``reaching``
gives the bindings that may be in force there: what stands nearest before it in straight lines of
statements, all that branches and loops may have left, and for the names of an outer scope all that
this scope ever binds.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Literal, TypeAlias

from profilecheck.sources.python.syntax import (
    COMPREHENSIONS,
    FUNCTIONS,
    LOOPS,
    assigned,
    binds_before,
    imported,
    may_be_passed,
)

How = Literal["import", "value", "parameter", "definition", "opaque"]

ScopeNode: TypeAlias = (
    ast.Module
    | ast.FunctionDef
    | ast.AsyncFunctionDef
    | ast.Lambda
    | ast.ClassDef
    | ast.ListComp
    | ast.SetComp
    | ast.DictComp
    | ast.GeneratorExp
)
ANY = "*"
"""Stands for every name, where a star import may bring any."""
_LISTS = ("body", "orelse", "finalbody", "handlers")
"""The fields of a node that list statements, and the handlers of a ``try``."""


@dataclass(frozen=True, slots=True, eq=False)
class Binding:
    """One place that binds a name.

    ``how``: an import (``target`` is the dotted name that it stands for), a value (``value`` is the
    expression), a parameter (``value`` is its default, if it has one), a function or class
    (``node`` is it), or opaque: the target of a loop, an unpacking, an augmented assignment,
    ``del``. ``statement`` is the statement that does it.
    """

    name: str
    how: How
    node: ast.AST
    statement: ast.AST
    target: str | None = None
    value: ast.expr | None = None


@dataclass(slots=True, eq=False)
class Scope:
    """One namespace: its bindings by name, and the scope around it."""

    node: ScopeNode
    parent: Scope | None
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    outer: dict[str, Scope] = field(default_factory=dict)
    """Names declared ``global`` or ``nonlocal``, and the scope they belong to."""
    shared: set[str] = field(default_factory=set)
    """Names that another scope binds too (``global``, ``nonlocal``), at a time that is not known."""
    stars: list[tuple[str, ast.ImportFrom]] = field(default_factory=list)
    """Modules that are imported with a star, in order."""

    def add(self, binding: Binding) -> None:
        """Note a binding where the name belongs."""
        home = self.outer.get(binding.name, self)
        if home is not self:
            binding = Binding(binding.name, "opaque", binding.node, binding.statement)
            home.shared.add(binding.name)
        home.bindings.setdefault(binding.name, []).append(binding)


Bound: TypeAlias = dict[ast.AST, list[Binding]]
Blocks: TypeAlias = dict[tuple[ast.AST, str], list[tuple[int, ast.AST]]]
"""Statements by the node and field of it that lists them, each with its index there, in order."""


class Names:
    """All scopes of a module, with the parents of every node."""

    def __init__(self, tree: ast.Module, package: str = "") -> None:
        self.package = package
        self.parents: dict[ast.AST, ast.AST] = {}
        self.scopes: dict[ast.AST, Scope] = {}
        self.module = Scope(tree, None)
        self.scopes[tree] = self.module
        self.slots: dict[ast.AST, tuple[str, int]] = {}
        self.reads: dict[str, list[ast.Name]] = {}
        self._placed: dict[tuple[ast.AST, str], tuple[Bound, Bound, Blocks]] = {}
        self._collect(tree)

    def scope_of(self, node: ast.AST) -> Scope:
        """The scope in which a node is evaluated."""
        child, current = node, self.parents.get(node)
        while current is not None:
            scope = self.scopes.get(current)
            if scope is not None and not self._outside(child, current):
                return scope
            child, current = current, self.parents.get(current)
        return self.module

    def statement_of(self, node: ast.AST) -> ast.AST:
        """The innermost statement that holds a node (the node itself where it is one)."""
        current: ast.AST | None = node
        while current is not None and not isinstance(current, (ast.stmt, ast.Module)):
            current = self.parents.get(current)
        return current if current is not None else self.module.node

    def around(self, node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
        """Each node around ``node`` with that of its children which holds it, innermost first."""
        child, current = node, self.parents.get(node)
        while current is not None:
            yield current, child
            child, current = current, self.parents.get(current)

    def reaching(self, node: ast.Name) -> list[Binding]:
        """The bindings that may be in force where a name is read; none where it is not bound here."""
        own = self.scope_of(node)
        scope: Scope | None = own.outer.get(node.id, own)
        while scope is not None:
            found = scope.bindings.get(node.id)
            if found and (scope is own or not isinstance(scope.node, ast.ClassDef)):
                if scope is own and node.id not in own.shared:
                    return self._before(node, own)
                return list(found)
            scope = scope.parent
        return []

    def starred(self, node: ast.Name) -> str | None:
        """The dotted name that a name which nothing binds may have from the last star import before it."""
        scope: Scope | None = self.scope_of(node)
        while scope is not None:
            if scope.stars:
                return f"{scope.stars[-1][0]}.{node.id}"
            scope = scope.parent
        return None

    def _before(self, node: ast.Name, scope: Scope) -> list[Binding]:
        """Those of a scope's own bindings that may reach a place in that scope."""
        home, found = scope.node, scope.bindings[node.id]
        if isinstance(home, (ast.Lambda, *COMPREHENSIONS)):
            return list(found)
        by_statement, holders, blocks = self._places(scope, node.id)
        possible: list[Binding] = []
        for outer, child in self.around(self.statement_of(node)):
            for sibling in self._earlier(outer, child, blocks):
                held = holders[sibling]
                possible += [b for b in held if b not in possible]
                if sibling in by_statement and not may_be_passed(sibling):
                    return possible[-1:] if len(possible) == len(held) else possible
                if _exhaustive(sibling, holders):
                    return possible
            if outer is home:
                break
            if isinstance(outer, LOOPS) or (isinstance(outer, ast.Try) and child not in outer.body):
                possible += [b for b in holders.get(outer, ()) if b not in possible]
            elif outer in by_statement:
                possible += [b for b in by_statement[outer] if b not in possible]
            if outer in by_statement and binds_before(outer, child):
                return possible
        possible += [b for b in found if b.how == "parameter" and b not in possible]
        return possible

    def _places(self, scope: Scope, name: str) -> tuple[Bound, Bound, Blocks]:
        """The bindings of a name by the statement that makes them, and by all that holds it; and where
        these stand in the lists of statements."""
        if (scope.node, name) not in self._placed:
            by_statement: Bound = {}
            holders: Bound = {}
            for binding in scope.bindings[name]:
                by_statement.setdefault(binding.statement, []).append(binding)
                holders.setdefault(binding.statement, []).append(binding)
                for outer, _ in self.around(binding.statement):
                    if outer is scope.node:
                        break
                    holders.setdefault(outer, []).append(binding)
            blocks: Blocks = {}
            for holder in holders:
                if holder in self.slots:
                    field_, index = self.slots[holder]
                    blocks.setdefault((self.parents[holder], field_), []).append((index, holder))
            for block in blocks.values():
                block.sort(key=itemgetter(0))
            self._placed[scope.node, name] = by_statement, holders, blocks
        return self._placed[scope.node, name]

    def _earlier(self, outer: ast.AST, child: ast.AST, blocks: Blocks) -> Iterator[ast.AST]:
        """The statements that hold a binding and stand before ``child`` in the same list of ``outer``,
        the nearest first. Before the ``else`` of a loop or ``try`` stands its body."""
        name, index = self.slots.get(child, ("handlers", 0))
        if name == "handlers":
            return
        block = blocks.get((outer, name), [])
        for _, holder in reversed(block[: bisect_left(block, index, key=itemgetter(0))]):
            yield holder
        if name != "body" and isinstance(outer, (ast.Try, *LOOPS)):
            for _, holder in reversed(blocks.get((outer, "body"), [])):
                yield holder

    def _outside(self, child: ast.AST, scope: ast.AST) -> bool:
        """Whether a child of a scope's node is evaluated in the scope around it."""
        if isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return self.slots.get(child, ("", 0))[0] != "body"
        if isinstance(scope, ast.Lambda):
            return child is not scope.body
        if isinstance(scope, ast.ClassDef):
            return self.slots.get(child, ("", 0))[0] != "body"
        return False

    def _collect(self, tree: ast.Module) -> None:
        todo: list[ast.AST] = [tree]
        nodes: list[ast.AST] = []
        while todo:
            node = todo.pop()
            nodes.append(node)
            children = list(ast.iter_child_nodes(node))
            for child in children:
                self.parents[child] = node
            for name in _LISTS:
                block = getattr(node, name, None)
                if isinstance(block, list):
                    self.slots.update({child: (name, i) for i, child in enumerate(block)})
            todo += reversed(children)
        for node in nodes:
            if isinstance(node, (*FUNCTIONS, ast.ClassDef, *COMPREHENSIONS)):
                self.scopes[node] = Scope(node, None)
        for node, scope in self.scopes.items():
            if node is not tree:
                scope.parent = self.scope_of(node)
        for node in nodes:
            if isinstance(node, ast.Global):
                self.scope_of(node).outer.update(dict.fromkeys(node.names, self.module))
            elif isinstance(node, ast.Nonlocal):
                self._nonlocal(node)
        for node in nodes:
            self._bind(node)

    def _nonlocal(self, node: ast.Nonlocal) -> None:
        own = self.scope_of(node)
        outer = own.parent
        while outer is not None and not isinstance(outer.node, FUNCTIONS):
            outer = outer.parent
        if outer is not None:
            own.outer.update(dict.fromkeys(node.names, outer))

    def _bind(self, node: ast.AST) -> None:
        if isinstance(node, ast.Import):
            self._imports(node)
        elif isinstance(node, ast.ImportFrom):
            self._imports_from(node)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            self.reads.setdefault(node.id, []).append(node)
        elif isinstance(node, ast.Name):
            self._stored(node)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self.scope_of(node).add(Binding(node.name, "definition", node, node))
        elif isinstance(node, ast.ExceptHandler) and node.name:
            self.scope_of(node).add(Binding(node.name, "opaque", node, node))
        elif isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name:
            self._opaque(node.name, node)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            self._opaque(node.rest, node)
        if isinstance(node, FUNCTIONS):
            self._parameters(node)

    def _opaque(self, name: str, node: ast.AST) -> None:
        self.scope_of(node).add(Binding(name, "opaque", node, self.statement_of(node)))

    def _imports(self, node: ast.Import) -> None:
        scope = self.scope_of(node)
        for alias in node.names:
            if alias.asname:
                scope.add(Binding(alias.asname, "import", alias, node, alias.name))
            else:
                root = alias.name.partition(".")[0]
                scope.add(Binding(root, "import", alias, node, root))

    def _imports_from(self, node: ast.ImportFrom) -> None:
        scope = self.scope_of(node)
        module = self.absolute(node)
        for alias in node.names:
            if alias.name == "*":
                scope.stars.append((module, node))
            else:
                target = f"{module}.{alias.name}" if module else alias.name
                scope.add(Binding(alias.asname or alias.name, "import", alias, node, target))

    def connected(self, roots: frozenset[str]) -> frozenset[str]:
        """The names of the module that may have to do with the packages ``roots``: imported from
        them, or assigned, defined or handed on from what has to do with them."""
        found: set[str] = set()
        bindings = [
            b for scope in self.scopes.values() for bs in scope.bindings.values() for b in bs
        ]
        mentions: dict[str, list[str]] = {}
        for binding in bindings:
            if binding.how == "import" and (binding.target or "").partition(".")[0] in roots:
                found.add(binding.name)
            inside = binding.value if binding.how == "value" else None
            if binding.how == "definition":
                inside = binding.node  # type: ignore[assignment]
            for node in ast.walk(inside) if inside is not None else ():
                if isinstance(node, ast.Name):
                    mentions.setdefault(node.id, []).append(binding.name)
                elif (by_name := imported(node)) is not None:
                    found.update([binding.name] if by_name[0].partition(".")[0] in roots else ())
        for scope in self.scopes.values():
            for module, _ in scope.stars:
                if module.partition(".")[0] in roots:
                    return frozenset({*mentions, *(b.name for b in bindings), ANY})
        todo = list(found)
        while todo:
            for name in mentions.get(todo.pop(), ()):
                if name not in found:
                    found.add(name)
                    todo.append(name)
        return frozenset(found)

    def absolute(self, node: ast.ImportFrom) -> str:
        """The module that is imported from. A relative one is below ``package``, else ``.`` stays."""
        if not node.level:
            return node.module or ""
        parts = self.package.split(".") if self.package else []
        if node.level - 1 > len(parts) or not parts:
            return "." * node.level + (node.module or "")
        base = parts[: len(parts) - (node.level - 1)]
        return ".".join([*base, node.module] if node.module else base)

    def _stored(self, node: ast.Name) -> None:
        statement = self.statement_of(node)
        value = assigned(self.parents.get(node), node)
        how: How = "value" if value is not None and isinstance(node.ctx, ast.Store) else "opaque"
        scope = self.scope_of(node)
        if isinstance(self.parents.get(node), ast.NamedExpr):
            while isinstance(scope.node, COMPREHENSIONS) and scope.parent is not None:
                scope = scope.parent
        scope.add(Binding(node.id, how, node, statement, None, value))

    def _parameters(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        scope = self.scopes[node]
        arguments = node.args
        plain = [*arguments.posonlyargs, *arguments.args]
        defaults: dict[ast.arg, ast.expr | None] = dict(
            zip(reversed(plain), reversed(arguments.defaults), strict=False)
        )
        defaults.update(zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True))
        for arg in (*plain, *arguments.kwonlyargs):
            scope.add(Binding(arg.arg, "parameter", arg, node, None, defaults.get(arg)))
        for arg in filter(None, (arguments.vararg, arguments.kwarg)):
            scope.add(Binding(arg.arg, "parameter", arg, node))


def _exhaustive(statement: ast.AST, holders: Bound) -> bool:
    """Whether every way through a statement binds the name."""

    def binds(block: list[ast.stmt]) -> bool:
        return any(
            inner in holders and (not may_be_passed(inner) or _exhaustive(inner, holders))
            for inner in block
        ) or any(
            isinstance(inner, (ast.Return, ast.Raise, ast.Continue, ast.Break)) for inner in block
        )

    if isinstance(statement, ast.If):
        return binds(statement.body) and binds(statement.orelse)
    if isinstance(statement, ast.Try):
        if any(handler in holders and handler.name for handler in statement.handlers):
            return False
        handled = all(binds(handler.body) for handler in statement.handlers)
        return binds(statement.finalbody) or (binds(statement.body) and handled)
    return isinstance(statement, (ast.With, ast.AsyncWith)) and binds(statement.body)
