"""The calls of what was imported, with the arguments that reach it through partials and wrappers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from profilecheck.document import Argument, Call
from profilecheck.findings import Span
from profilecheck.sources.python.definitions import PARTIALS, Definitions
from profilecheck.sources.python.scopes import Binding, Names
from profilecheck.sources.python.values import Values

Given: TypeAlias = Callable[[], Call]
"""The arguments of a call, read only where it turns out to matter."""

DEPTH: Final = 4
"""How many wrappers are followed, at most."""


class Calls:
    """Finds the calls of one module. ``place`` gives the span of a node, ``raw`` the
    text of a span."""

    def __init__(
        self,
        names: Names,
        values: Values,
        place: Callable[[ast.AST], Span],
        raw: Callable[[Span], str],
    ) -> None:
        self.names = names
        self.values = values
        self.place = place
        self.raw = raw
        self.definitions = Definitions(names, values, place)

    def of(self, node: ast.Call) -> Iterator[Call]:
        """What a call expression calls: each dotted name that it may be, with its arguments."""
        yield from self._called(node.func, partial(self._given, node), DEPTH)

    def _called(self, callee: ast.expr, given: Given, depth: int) -> Iterator[Call]:
        if not depth:
            return
        for name in self.values.references(callee) or self._starred(callee):
            yield replace(given(), name=name)
        if isinstance(callee, ast.Call):
            yield from self._partial(callee, given, depth)
        elif isinstance(callee, ast.Name):
            bindings = self.names.reaching(callee)
            for binding in bindings if len(bindings) == 1 else ():
                if binding.how == "value" and isinstance(binding.value, ast.Call):
                    yield from self._partial(binding.value, given, depth)
                elif isinstance(binding.node, ast.FunctionDef):
                    yield from self._wrapper(binding, given, depth)

    def _starred(self, callee: ast.expr) -> list[str]:
        if not isinstance(callee, ast.Name) or self.names.reaching(callee):
            return []
        name = self.names.starred(callee)
        return [] if name is None else [name]

    def _partial(self, maker: ast.Call, given: Given, depth: int) -> Iterator[Call]:
        if maker.args and self.values.reference(maker.func) in PARTIALS:
            bound = self._given(ast.Call(maker.func, maker.args[1:], maker.keywords))
            whole = _merged(bound, given())
            yield from self._called(maker.args[0], partial(_same, whole), depth - 1)

    def _wrapper(self, binding: Binding, given: Given, depth: int) -> Iterator[Call]:
        """A function of the module that only hands its keywords on: ``f(**kwargs)`` within it."""
        function = binding.node
        assert isinstance(function, ast.FunctionDef)
        rest = function.args.kwarg
        if rest is None or function.decorator_list:
            return
        for inner in ast.walk(function):
            if not isinstance(inner, ast.Call) or self.names.scope_of(inner).node is not function:
                continue
            passed = [k for k in inner.keywords if k.arg is None and _is(k.value, rest.arg)]
            if len(passed) == 1 and self._kept(function, rest.arg):
                others = [k for k in inner.keywords if k is not passed[0]]
                fixed = self._given(ast.Call(inner.func, inner.args, others))
                whole = _merged(fixed, _keywords(given(), function))
                yield from self._called(inner.func, partial(_same, whole), depth - 1)

    def _kept(self, function: ast.FunctionDef, name: str) -> bool:
        """Whether a function's keyword mapping is used once, to hand it on."""
        uses = [n for n in ast.walk(function) if isinstance(n, ast.Name) and n.id == name]
        return len(uses) == 1

    def _given(self, node: ast.Call) -> Call:
        """A call's arguments, each with the call that made it."""
        given = self._plainly(node)
        values: list[ast.expr] = [*node.args, *(k.value for k in node.keywords)]
        made = {self.place(value): self._made(value) for value in values}
        arguments = (
            replace(argument, made=made.get(argument.value_span)) for argument in given.arguments
        )
        return replace(given, arguments=tuple(arguments))

    def _made(self, value: ast.expr) -> Call | None:
        """The call of something imported whose result an expression is, or the one value of a name."""
        node: ast.expr | None = value
        if isinstance(value, ast.Name):
            bindings = self.names.reaching(value)
            node = bindings[0].value if [b.how for b in bindings] == ["value"] else None
        if not isinstance(node, ast.Call):
            return None
        name = self.values.reference(node.func)
        return None if name is None else replace(self._plainly(node), name=name)

    def _plainly(self, node: ast.Call) -> Call:
        arguments: list[Argument] = []
        rest = False
        for position, argument in enumerate(node.args):
            if isinstance(argument, ast.Starred):
                rest = True
                break
            arguments.append(self._argument(position, argument, argument))
        for keyword in node.keywords:
            if keyword.arg is not None:
                arguments.append(self._argument(keyword.arg, keyword.value, keyword))
                continue
            more = self._unpacked(keyword)
            if more is None:
                rest = True
            else:
                arguments += more
        callee = node.func
        return Call("", self.place(callee), tuple(arguments), rest)

    def _argument(self, key: str | int, value: ast.expr, whole: ast.AST) -> Argument:
        span, place = self.place(whole), self.place(value)
        name = Span(span.line, span.column, span.line, span.column + len(str(key)))
        if isinstance(key, int):
            name = place
        defined = self.definitions.of(value)
        return Argument(key, self.values.value(value), self.raw(place), name, place, defined)

    def _unpacked(self, keyword: ast.keyword) -> list[Argument] | None:
        """The arguments of ``**mapping``, at the places of its entries; None where it is not known."""
        found = self.values.value(keyword.value)
        if not isinstance(found, dict) or not all(isinstance(key, str) for key in found):
            return None
        entries = dict(self._entries(keyword.value))
        here = self.place(keyword)
        arguments = []
        for key, value in found.items():
            node = entries.get(key)
            if node is None:
                arguments.append(Argument(key, value, "", here, here))
            else:
                arguments.append(replace(self._argument(key, node[1], node[0]), value=value))
        return arguments

    def _entries(self, node: ast.expr) -> Iterator[tuple[str, tuple[ast.AST, ast.expr]]]:
        """The key and value nodes of the dict that an expression stands for, where it is one."""
        if isinstance(node, ast.Name):
            bindings = self.names.reaching(node)
            if len(bindings) == 1 and bindings[0].value is not None:
                yield from self._entries(bindings[0].value)
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if key is None:
                    yield from self._entries(value)
                elif isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value, (key, value)
        elif isinstance(node, ast.Call):
            for keyword in node.keywords:
                if keyword.arg is not None:
                    yield keyword.arg, (keyword, keyword.value)


def _same(call: Call) -> Call:
    return call


def _keywords(given: Call, function: ast.FunctionDef) -> Call:
    """A call of a function with those keywords only that its ``**`` parameter receives."""
    own = {arg.arg for arg in (*function.args.args, *function.args.kwonlyargs)}
    received = (a for a in given.arguments if isinstance(a.key, str) and a.key not in own)
    return replace(given, arguments=tuple(received))


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _merged(bound: Call, given: Call) -> Call:
    """What a partial's own arguments and those of its call come to: positions follow, keywords win."""
    offset = sum(isinstance(argument.key, int) for argument in bound.arguments)
    later = [
        replace(a, key=a.key + offset) if isinstance(a.key, int) else a for a in given.arguments
    ]
    named = {argument.key for argument in later}
    kept = [argument for argument in bound.arguments if argument.key not in named]
    return Call("", given.span, (*kept, *later), bound.rest or given.rest)
