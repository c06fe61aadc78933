"""The functions and classes of a module that an expression is, or holds, and what a call of them takes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Final, TypeAlias

from profilecheck.document import Definition, Unpicklable
from profilecheck.findings import Span
from profilecheck.sources.python.reach import is_main_guard
from profilecheck.sources.python.scopes import Binding, Names
from profilecheck.sources.python.syntax import FUNCTIONS
from profilecheck.sources.python.values import Values

DEPTH: Final = 8
"""How many expressions are followed into each other, at most."""
PARTIALS: Final = frozenset({"functools.partial"})
_CHANGES: Final = frozenset(
    {"append", "clear", "extend", "insert", "pop", "popitem", "remove", "setdefault", "update"}
)
_READS_ALL: Final = frozenset({"eval", "exec", "locals", "vars"})
_PICKLES_ITSELF: Final = frozenset({"__reduce__", "__reduce_ex__", "__getnewargs__"})
_OBJECT: Final = "object"
_CALL: Final = "__call__"
REST: Final = "**"
"""Stands for a function's other keywords among what it never reads."""

Function: TypeAlias = ast.FunctionDef | ast.Lambda


class Definitions:
    """Answers for one module. ``place`` gives the span of a node."""

    def __init__(self, names: Names, values: Values, place: Callable[[ast.AST], Span]) -> None:
        self.names = names
        self.values = values
        self.place = place

    def of(self, node: ast.expr) -> tuple[Definition, ...]:
        """Those that an expression certainly is or, as a list, a mapping or a partial, holds."""
        return tuple(dict.fromkeys(self._of(node, DEPTH)))

    def _of(self, node: ast.expr | None, depth: int) -> Iterator[Definition]:
        if node is None or not depth:
            return
        if isinstance(node, ast.Lambda):
            yield self._function(node, "lambda")
        elif isinstance(node, ast.Name):
            yield from self._named(node, depth - 1)
        elif isinstance(node, ast.List | ast.Tuple | ast.Dict):
            held = node.values if isinstance(node, ast.Dict) else node.elts
            for each in held:
                yield from self._of(
                    each.value if isinstance(each, ast.Starred) else each, depth - 1
                )
        elif isinstance(node, ast.ListComp):
            yield from self._of(node.elt, depth - 1)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult | ast.BitOr):
            yield from self._of(node.left, depth - 1)
            yield from self._of(node.right, depth - 1)
        elif isinstance(node, ast.Call):
            yield from self._called(node, depth - 1)
        elif isinstance(node, ast.Attribute):
            yield from self._method(node, depth - 1)

    def _named(self, node: ast.Name, depth: int) -> Iterator[Definition]:
        bindings = self.names.reaching(node)
        if len(bindings) != 1:
            return
        binding = bindings[0]
        if isinstance(binding.node, ast.FunctionDef) and _is_plain(binding):
            yield self._function(binding.node, "function")
        elif isinstance(binding.node, ast.ClassDef) and _is_plain(binding):
            yield self._class(binding.node)
        elif binding.how == "value" and not (
            _is_container(binding.value) and node.id in self._changed
        ):
            yield from self._of(binding.value, depth)

    @cached_property
    def _changed(self) -> frozenset[str]:
        """The names whose lists and mappings the module may change."""
        return frozenset(
            node.id
            for node in self.names.parents
            if isinstance(node, ast.Name) and _is_changed(self.names.parents[node])
        )

    # What calls give

    def _called(self, node: ast.Call, depth: int) -> Iterator[Definition]:
        if self.values.reference(node.func) in PARTIALS:
            yield from self._partial(node, depth)
        elif isinstance(node.func, ast.Name):
            bindings = self.names.reaching(node.func)
            if not bindings and node.func.id in {"dict", "list", "tuple"}:
                for each in (*node.args, *(keyword.value for keyword in node.keywords)):
                    yield from self._of(each, depth)
            elif len(bindings) == 1 and _is_plain(bindings[0]):
                yield from self._made(bindings[0].node, depth)

    def _partial(self, node: ast.Call, depth: int) -> Iterator[Definition]:
        """The function with what is left of its parameters, and what does not pickle among the arguments."""
        given = {keyword.arg for keyword in node.keywords}
        unknown = None in given or any(isinstance(each, ast.Starred) for each in node.args)
        count = len(node.args) - 1
        for inner in self._of(node.args[0], depth) if node.args else ():
            if unknown or inner.parameters is None or count > len(inner.positional):
                yield replace(inner, parameters=None)
                continue
            placed = frozenset(inner.positional[:count])
            yield replace(
                inner,
                parameters=inner.parameters - placed,
                positional=inner.positional[count:],
                required=inner.required - placed - {name for name in given if name},
            )
        for each in (*node.args[1:], *(keyword.value for keyword in node.keywords)):
            for held in self._of(each, depth):
                yield replace(held, parameters=None, bases=None)

    def _made(self, callee: ast.AST, depth: int) -> Iterator[Definition]:
        """What a call of a class or function of the module gives: an instance, or what its one
        ``return`` returns."""
        if isinstance(callee, ast.ClassDef):
            yield from self._instance(callee)
        elif isinstance(callee, ast.FunctionDef):
            own = [n for n in ast.walk(callee) if self._is_in(n, callee)]
            returns = [node for node in own if isinstance(node, ast.Return)]
            if len(returns) == 1 and not any(isinstance(n, ast.Yield | ast.YieldFrom) for n in own):
                yield from self._of(returns[0].value, depth)

    def _is_in(self, node: ast.AST, function: ast.FunctionDef) -> bool:
        kinds = (ast.Return, ast.Yield, ast.YieldFrom)
        return isinstance(node, kinds) and self.names.scope_of(node).node is function

    def _method(self, node: ast.Attribute, depth: int) -> Iterator[Definition]:
        """A method of an instance: it is pickled with the instance."""
        for owner in self._of(node.value, depth):
            if owner.kind == "instance":
                yield replace(owner, parameters=None, bases=None)

    def _instance(self, node: ast.ClassDef) -> Iterator[Definition]:
        methods = _methods(node)
        if "__new__" in methods or node.keywords:
            return
        plain = all(isinstance(base, ast.Name) and base.id == _OBJECT for base in node.bases)
        why = self._unpicklable(node)
        if not plain or not _PICKLES_ITSELF.isdisjoint(methods):
            why = None
        call = methods.get(_CALL)
        made = Definition("instance", node.name, self.place(node), unpicklable=why)
        if call is not None and not call.decorator_list:
            yield self._taking(made, call, bound=True)
        else:
            yield replace(made, bases=self._uncalled(node))

    def _uncalled(self, node: ast.ClassDef, depth: int = DEPTH) -> frozenset[str] | None:
        """The classes from elsewhere that a class inherits from, where neither it nor one of the file that it
        inherits from says how its instances are called; None where one may."""
        if node.keywords or node.decorator_list or not depth or _CALL in self._set_attributes:
            return None
        if _CALL in self.names.scopes[node].bindings:
            return None
        found: set[str] = set()
        for base in node.bases:
            bindings = self.names.reaching(base) if isinstance(base, ast.Name) else []
            own = bindings[0].node if len(bindings) == 1 else None
            name = self.values.reference(base)
            if isinstance(own, ast.ClassDef):
                more = self._uncalled(own, depth - 1)
            elif name is not None:
                more = frozenset({name})
            else:
                plain = isinstance(base, ast.Name) and base.id == _OBJECT and not bindings
                more = frozenset() if plain else None
            if more is None:
                return None
            found |= more
        return frozenset(found)

    @cached_property
    def _set_attributes(self) -> frozenset[str]:
        """The attributes that the module sets, of whatever object."""
        stored = (n for n in self.names.parents if isinstance(n, ast.Attribute))
        return frozenset(node.attr for node in stored if not isinstance(node.ctx, ast.Load))

    # What definitions take

    def _function(self, node: Function, kind: str) -> Definition:
        name = node.name if isinstance(node, ast.FunctionDef) else "<lambda>"
        why: Unpicklable | None = "lambda" if kind == "lambda" else self._unpicklable(node)
        plain = Definition(
            "lambda" if kind == "lambda" else "function", name, self.place(node), unpicklable=why
        )
        return replace(self._taking(plain, node), returns=self._returned(node))

    def _returned(self, node: Function) -> str:
        """What of the imports a function calls in the one ``return`` that it ends with; nothing where it is none."""
        value: ast.expr | None = None
        if isinstance(node, ast.Lambda):
            value = node.body
        elif isinstance(node.body[-1], ast.Return):
            own = (n for n in ast.walk(node) if self._is_in(n, node))
            value = node.body[-1].value if len(list(own)) == 1 else None
        return (self.values.reference(value.func) or "") if isinstance(value, ast.Call) else ""

    def _class(self, node: ast.ClassDef) -> Definition:
        plain = Definition(
            "class", node.name, self.place(node), unpicklable=self._unpicklable(node)
        )
        init = self._constructor(node)
        return plain if init is None else self._taking(plain, init, bound=True)

    def _constructor(self, node: ast.ClassDef) -> ast.FunctionDef | None:
        methods = _methods(node)
        init = methods.get("__init__")
        if "__new__" in methods or node.keywords or init is None or init.decorator_list:
            return None
        return init

    def _taking(self, plain: Definition, node: Function, *, bound: bool = False) -> Definition:
        given = node.args
        by_place = [*given.posonlyargs, *given.args]
        with_default = by_place[len(by_place) - len(given.defaults) :] if given.defaults else []
        required = {a.arg for a in by_place if a not in with_default}
        required |= {
            a.arg for a, d in zip(given.kwonlyargs, given.kw_defaults, strict=True) if d is None
        }
        own = {by_place[0].arg} if bound and by_place else set()
        named = {a.arg for a in (*given.args, *given.kwonlyargs)}
        return replace(
            plain,
            parameters=frozenset(named - own),
            positional=tuple(a.arg for a in by_place if a.arg not in own),
            rest=given.kwarg is not None,
            required=frozenset(required - own),
            unused=frozenset(self._unused(node)),
        )

    def _unused(self, node: Function) -> set[str]:
        """The parameters that a function never reads. One that does nothing, or may read all, is said
        to read them."""
        body = node.body if isinstance(node.body, list) else [node.body]
        inside = [inner for statement in body for inner in ast.walk(statement)]
        read = {inner.id for inner in inside if isinstance(inner, ast.Name)}
        if not any(isinstance(inner, ast.Call) for inner in inside) or read & _READS_ALL:
            return set()
        names = {a.arg for a in (*node.args.args, *node.args.kwonlyargs)} - read
        if node.args.kwarg is not None and node.args.kwarg.arg not in read:
            names.add(REST)
        return names

    def _unpicklable(self, node: ast.AST) -> Unpicklable | None:
        for outer, child in self.names.around(node):
            if isinstance(outer, FUNCTIONS):
                return "local"
            if isinstance(outer, ast.If) and child in outer.body and is_main_guard(outer.test):
                return "guarded"
        return None


def _is_plain(binding: Binding) -> bool:
    """Whether a definition is what it says, without a decorator that may put something else in its place."""
    return binding.how == "definition" and not getattr(binding.node, "decorator_list", None)


def _is_changed(parent: ast.AST) -> bool:
    """Whether what holds a name's use changes what the name is bound to."""
    if isinstance(parent, ast.Attribute):
        return parent.attr in _CHANGES
    if isinstance(parent, ast.Subscript):
        return not isinstance(parent.ctx, ast.Load)
    return isinstance(parent, ast.AugAssign)


def _is_container(value: ast.expr | None) -> bool:
    return not isinstance(value, ast.Lambda | ast.Name | ast.Attribute)


def _methods(node: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    return {inner.name: inner for inner in node.body if isinstance(inner, ast.FunctionDef)}
