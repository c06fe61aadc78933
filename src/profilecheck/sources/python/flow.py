"""Which places of a Python module are certain never to be reached.

They stand in a branch of a test whose outcome is known, behind a statement that nothing goes past, or
in a function that only such places call.
"""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final, Literal, TypeAlias

from profilecheck.sources.python.exits import Exits, suppresses
from profilecheck.sources.python.marks import is_skipped
from profilecheck.sources.python.scopes import Names
from profilecheck.sources.python.syntax import breaks, elifs
from profilecheck.sources.python.values import Values

DEPTH: Final = 3
"""How many functions are followed into each other, at most."""
MOST: Final = 256
"""How many calls are looked at with the values of their arguments, at most."""

Way: TypeAlias = Literal["raise", "return", "loop"]
"""How a statement that nothing goes past is left: by what ends the function's caller too, by a return, or
within a loop."""
Ways: TypeAlias = frozenset[Way] | None
"""All ways in which a statement is left, where nothing goes past it; else None."""

RAISES: Final[frozenset[Way]] = frozenset({"raise"})


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Flow:
    """Answers for one module, or for a function of it in a call whose arguments ``values`` knows."""

    def __init__(
        self, names: Names, values: Values, depth: int = DEPTH, exits: Exits | None = None
    ) -> None:
        self.names = names
        self.values = values
        self.depth = depth
        self.exits = exits or Exits(names, values)
        self._left: dict[ast.AST, Ways] = {}
        self._run: dict[tuple[ast.AST, str], int] = {}
        self._truths: dict[ast.expr, object] = {}
        self._looked = [0]

    def never(self, node: ast.AST, within: ast.AST | None = None) -> bool:
        """Whether a place is certain never to be reached, by what is known of the function ``within``, or
        else of the module."""
        for outer, child in self.names.around(node):
            if self._is_other_branch(outer, child) or self._is_behind(outer, child):
                return True
            if outer is within:
                return False
            if self._lists(child) and outer in self._never_run:
                return True
        return False

    def truth(self, test: ast.expr) -> object:
        """Whether a test holds: a bool, a possible one, or UNKNOWN."""
        if test not in self._truths:
            self._truths[test] = self.values.truth(test)
        return self._truths[test]

    def left(self, statement: ast.AST) -> Ways:
        """How a statement is left that nothing goes past."""
        if statement not in self._left:
            self._left[statement] = None  # while it is looked at: a function that calls itself
            self._left[statement] = self._ways(statement)
        return self._left[statement]

    def calls_of(self, function: ast.AST) -> list[ast.Name]:
        """The places that name a function of the module, but for those within it."""
        uses = self.names.reads.get(getattr(function, "name", ""), ())
        return [use for use in uses if function not in self._functions_around(use)]

    def arguments(self, call: ast.Call, function: ast.FunctionDef) -> dict[ast.arg, ast.expr]:
        """What a call of a function gives its parameters, as far as it is written out."""
        by_place = [*function.args.posonlyargs, *function.args.args]
        by_name = {arg.arg: arg for arg in (*by_place, *function.args.kwonlyargs)}
        passed = itertools.takewhile(lambda one: not isinstance(one, ast.Starred), call.args)
        found = dict(zip(by_place, passed, strict=False))
        found |= {by_name[k.arg]: k.value for k in call.keywords if k.arg in by_name}
        return found

    def within(self, call: ast.Call, function: ast.FunctionDef) -> Flow | None:
        """The flow of a function in one call of it, with the values of its arguments that are known. None
        where that is further than is looked."""
        if not self.depth or self._looked[0] >= MOST:
            return None
        given = self.arguments(call, function)
        values: dict[ast.AST, object] = {
            arg: self.values.value(value) for arg, value in given.items()
        }
        self._looked[0] += 1
        inner = Flow(self.names, self.values.within(values), self.depth - 1, self.exits)
        inner._looked = self._looked
        return inner

    def ends(self, call: ast.expr) -> bool:
        """Whether an expression is a call that never comes back."""
        if not isinstance(call, ast.Call):
            return False
        if self.exits.is_exit(call):
            return True
        function = self.exits.function(call)
        if function is None or function not in self.exits.raising:
            return False
        inside = self.within(call, function)
        if inside is None or inside.block(function.body) != RAISES:
            return False
        returns = self.exits.returns.get(function, ())
        return all(inside.never(node, function) for node in returns)

    def block(self, statements: Iterable[ast.AST]) -> Ways:
        """How a list of statements is left that nothing goes past."""
        return next((ways for ways in map(self.left, statements) if ways is not None), None)

    def _ways(self, statement: ast.AST) -> Ways:
        if isinstance(statement, ast.Return):
            return frozenset({"return"})
        if isinstance(statement, ast.Raise):
            return RAISES
        if isinstance(statement, ast.Break | ast.Continue):
            return frozenset({"loop"})
        if isinstance(statement, ast.Assert):
            return RAISES if self.truth(statement.test) is False else None
        if isinstance(statement, ast.Expr):
            return RAISES if self.ends(statement.value) else None
        if isinstance(statement, ast.If):
            return self._ways_of_if(statement)
        if isinstance(statement, ast.While):
            endless = self.truth(statement.test) is True and not any(breaks(statement.body))
            return RAISES if endless else None
        if isinstance(statement, ast.With | ast.AsyncWith):
            return None if suppresses(statement) else self.block(statement.body)
        if isinstance(statement, ast.Try):
            return self._ways_of_try(statement)
        if isinstance(statement, ast.Match) and statement.cases:
            last = statement.cases[-1]
            if (
                last.guard is None
                and isinstance(last.pattern, ast.MatchAs)
                and not last.pattern.pattern
            ):
                return self._all(case.body for case in statement.cases)
        return None

    def _ways_of_if(self, statement: ast.If) -> Ways:
        """Those of an ``if``. Every ``elif`` of it is looked at before: there may be thousands."""
        chain = list(elifs(statement))
        for later in reversed(chain[1:]):
            self._left[later] = self._ways_of_one(later)
        return self._ways_of_one(statement)

    def _ways_of_one(self, statement: ast.If) -> Ways:
        truth = self.truth(statement.test)
        if isinstance(truth, bool):
            return self.block(statement.body if truth else statement.orelse)
        return self._all((statement.body, statement.orelse))

    def _ways_of_try(self, statement: ast.Try) -> Ways:
        last = self.block(statement.finalbody)
        if last is not None:
            return last
        body = self.block((*statement.body, *statement.orelse))
        handled = self._all(handler.body for handler in statement.handlers)
        if body is None or not statement.handlers:
            return body
        return None if handled is None else body | handled

    def _all(self, blocks: Iterable[list[ast.stmt]]) -> Ways:
        found: frozenset[Way] = frozenset()
        for statements in blocks:
            ways = self.block(statements)
            if ways is None:
                return None
            found |= ways
        return found

    def _is_other_branch(self, outer: ast.AST, child: ast.AST) -> bool:
        if isinstance(outer, ast.If | ast.While):
            truth = self.truth(outer.test) if child is not outer.test else None
            return truth is False if self._lists(child) == "body" else truth is True
        if isinstance(outer, ast.IfExp):
            truth = self.truth(outer.test) if child is not outer.test else None
            return truth is False if child is outer.body else truth is True
        if isinstance(outer, ast.BoolOp):
            ends = isinstance(outer.op, ast.Or)
            earlier = outer.values[: outer.values.index(child)] if child in outer.values else []
            return any(self.truth(value) is ends for value in earlier)
        return False

    def _lists(self, child: ast.AST) -> str:
        """The field that lists a statement, or nothing."""
        return self.names.slots[child][0] if child in self.names.slots else ""

    def _is_behind(self, outer: ast.AST, child: ast.AST) -> bool:
        """Whether a statement stands behind one of the same list that nothing goes past."""
        name, index = self.names.slots.get(child, ("handlers", 0))
        if name == "handlers":
            return False
        if (outer, name) not in self._run:
            block: list[ast.AST] = getattr(outer, name)
            ends = (i for i, one in enumerate(block) if self.left(one) is not None)
            self._run[outer, name] = next(ends, len(block))
        if index > self._run[outer, name]:
            return True
        return name == "orelse" and isinstance(outer, ast.Try) and bool(self.block(outer.body))

    @cached_property
    def _never_run(self) -> frozenset[ast.AST]:
        """The functions that are never run: tests that are skipped, and what only places that are never
        reached name, where some do."""
        functions = [n for n in self.names.scopes if isinstance(n, _FUNCTIONS)]
        found: set[ast.AST] = {one for one in functions if is_skipped(self.names, one, self.truth)}
        defined = Counter(one.name for one in functions)
        live: dict[ast.AST, int] = {}
        inside: dict[ast.AST, list[tuple[ast.Name, ast.AST]]] = {}
        for one in functions:
            uses = self.calls_of(one) if defined[one.name] == 1 else []
            if not uses or one.decorator_list or one.name in self._texts:
                continue
            reached = [use for use in uses if not self._is_passed(use)]
            live[one] = len(reached)
            for use in reached:
                for outer in self._functions_around(use):
                    inside.setdefault(outer, []).append((use, one))
        todo: list[ast.AST] = [*found, *(one for one, count in live.items() if not count)]
        gone: set[ast.Name] = set()
        while todo:
            function = todo.pop()
            found.add(function)
            for use, named in inside.pop(function, ()):
                if use not in gone:
                    gone.add(use)
                    live[named] -= 1
                    todo += [] if live[named] else [named]
        return frozenset(found)

    def _is_passed(self, node: ast.AST) -> bool:
        """Whether a place is not reached when all that is around it is."""
        return any(
            self._is_other_branch(outer, child) or self._is_behind(outer, child)
            for outer, child in self.names.around(node)
        )

    def _functions_around(self, node: ast.AST) -> Iterator[ast.AST]:
        return (outer for outer, _ in self.names.around(node) if isinstance(outer, _FUNCTIONS))

    @cached_property
    def _texts(self) -> frozenset[str]:
        """What the module holds as texts: names that it exports, or looks up."""
        constants = (node for node in self.names.parents if isinstance(node, ast.Constant))
        return frozenset(node.value for node in constants if isinstance(node.value, str))
