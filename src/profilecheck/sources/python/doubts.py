"""What the checks before a call may rule out: ``if not fits(n, w): sys.exit()`` above ``make(num_envs=n)``.

Where a check is known to let through what is given, it says nothing; where it is known to stop the
program, the call is never reached (``flow``). In between, nobody knows that the values of its names ever
come to the call.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from profilecheck.document import UNKNOWN, Argument, Call, Possible
from profilecheck.findings import Span
from profilecheck.sources.python.exits import suppresses
from profilecheck.sources.python.flow import RAISES, Flow, Way
from profilecheck.sources.python.scopes import Names
from profilecheck.sources.python.syntax import LOOPS, elifs, last

DEPTH: Final = 4
"""Through how many names a check is followed, and to how many callers a function, at most."""
_CHECKS: Final = re.compile(r"_*(assert|check|ensure|require|validate|verify)(?![a-z])", re.I)
"""How functions are called that raise where something does not hold."""
_ALL: Final[frozenset[Way]] = frozenset({"raise", "return", "loop"})

_HOLDERS: Final = (ast.ExceptHandler, ast.If, ast.Try, ast.With, ast.AsyncWith, *LOOPS)

Words = frozenset[str]
"""Names, dotted where an attribute or a key that is written out is read of one: ``args.num_envs``."""
NONE: Final[Words] = frozenset()


class Doubts:
    """Answers for one module, or for a function of it in one call, as its ``flow`` does."""

    def __init__(self, names: Names, flow: Flow) -> None:
        self.names = names
        self.flow = flow
        self._known: dict[tuple[ast.AST, frozenset[Way]], Words] = {}
        self._read: dict[tuple[ast.expr, int], Words] = {}
        self._blocks: dict[tuple[ast.AST, str], list[tuple[int, Words]]] = {}

    def without(self, node: ast.Call, call: Call, place: Callable[[ast.AST], Span]) -> Call:
        """A call with those arguments UNKNOWN that a check before it may rule out."""
        doubted = self._at(node)
        if not doubted:
            return call
        written = [*node.args, *(k.value for k in node.keywords if k.arg is not None)]
        by_place = {place(value): self._words(value) for value in written}
        mappings = [k.value for k in node.keywords if k.arg is None]
        from_mappings = frozenset(word for value in mappings for word in self._words(value))

        def words(argument: Argument) -> Words:
            if argument.value_span in by_place:
                return by_place[argument.value_span]
            return frozenset(
                {*(f"{word}.{argument.key}" for word in from_mappings), *from_mappings}
            )

        arguments = (
            replace(one, value=UNKNOWN) if _meet(words(one), doubted) else one
            for one in call.arguments
        )
        return replace(call, arguments=tuple(arguments))

    def _at(self, node: ast.AST) -> Words:
        """What the checks turn on that stand before a place and around it, and before and around the one
        call of the function that it is in."""
        found: set[str] = set()
        place: ast.AST | None = node
        for _ in range(DEPTH):
            caller: ast.AST | None = None
            for outer, child in self.names.around(place) if place is not None else ():
                found |= self._around(outer, child) | self._before(outer, child)
                if caller is None and isinstance(outer, ast.FunctionDef):
                    caller = self._only_call(outer)
            place = caller
        return frozenset(found)

    def _only_call(self, function: ast.AST) -> ast.AST | None:
        uses = self.flow.calls_of(function)
        call = self.names.parents.get(uses[0]) if len(uses) == 1 else None
        return call if isinstance(call, ast.Call) and call.func is uses[0] else None

    def _around(self, outer: ast.AST, child: ast.AST) -> Words:
        """What a test turns on that decides whether a part of it is come to."""
        if isinstance(outer, ast.If | ast.While | ast.IfExp) and child is not outer.test:
            slot = self.names.slots.get(child)
            in_body = slot[0] == "body" if slot else child is getattr(outer, "body", None)
            return NONE if self._passes(outer.test, in_body) else self._words(outer.test)
        if isinstance(outer, ast.BoolOp):
            goes_on = isinstance(outer.op, ast.And)
            earlier = outer.values[: outer.values.index(child)] if child in outer.values else []
            return self._all(self._words(v) for v in earlier if not self._passes(v, goes_on))
        return NONE

    def _passes(self, test: ast.expr, wanted: bool) -> bool:
        truth = self.flow.truth(test)
        return (truth.value if isinstance(truth, Possible) else truth) is wanted

    def _before(self, outer: ast.AST, child: ast.AST) -> Words:
        name, index = self.names.slots.get(child, ("handlers", 0))
        if name == "handlers":
            return NONE
        if (outer, name) not in self._blocks:
            block: list[ast.AST] = getattr(outer, name)
            words = ((i, self.of(one, _ALL)) for i, one in enumerate(block))
            self._blocks[outer, name] = [(i, found) for i, found in words if found]
        return self._all(words for i, words in self._blocks[outer, name] if i < index)

    def of(self, statement: ast.AST, ways: frozenset[Way]) -> Words:
        """What it turns on whether a statement is left in one of some ways."""
        if (statement, ways) not in self._known:
            self._known[statement, ways] = NONE  # while it is looked at
            self._known[statement, ways] = self._all(self._of(statement, ways))
        return self._known[statement, ways]

    def _of(self, statement: ast.AST, ways: frozenset[Way]) -> Iterator[Words]:
        if isinstance(statement, ast.Assert):
            if not self._passes(statement.test, True):
                yield self._words(statement.test)
        elif isinstance(statement, ast.Expr | ast.Assign | ast.AnnAssign | ast.Return):
            inside = ast.walk(statement.value) if statement.value is not None else ()
            yield from (self._called(node) for node in inside if isinstance(node, ast.Call))
        elif isinstance(statement, ast.If):
            yield from self._of_if(statement, ways)
        elif isinstance(statement, LOOPS):
            yield from self._of_block((*statement.body, *statement.orelse), ways - {"loop"})
        elif isinstance(statement, ast.With | ast.AsyncWith):
            if not suppresses(statement):
                yield from self._of_block(statement.body, ways)
        elif isinstance(statement, ast.Try):
            handlers = [inner for handler in statement.handlers for inner in handler.body]
            yield from self._of_block((*handlers, *statement.orelse, *statement.finalbody), ways)
            if not handlers or self._leaves(handlers, ways):
                yield from self._of_block(statement.body, ways)

    def _of_if(self, statement: ast.If, ways: frozenset[Way]) -> Iterator[Words]:
        tests: list[ast.expr] = []
        decide = 0
        for one in elifs(statement):
            tests.append(one.test)
            certain = self._passes(one.test, True)
            is_last = not (len(one.orelse) == 1 and isinstance(one.orelse[0], ast.If))
            blocks = [] if self._passes(one.test, False) else [one.body]
            blocks += [one.orelse] if is_last and not certain else []
            for block in blocks:
                yield from self._of_block(block, ways)
                decide = len(tests) if self._leaves(block, ways) else decide
            if certain:
                break
        yield from map(self._words, tests[:decide])

    def _of_block(self, statements: Iterable[ast.AST], ways: frozenset[Way]) -> Iterator[Words]:
        return (self.of(statement, ways) for statement in statements)

    def _leaves(self, statements: Iterable[ast.AST], ways: frozenset[Way]) -> bool:
        """Whether a statement of a block, or within one, is left in one of some ways."""
        todo = [(statement, ways) for statement in statements]
        while todo:
            statement, wanted = todo.pop()
            if wanted & (self.flow.left(statement) or frozenset()):
                return True
            inner = wanted - {"loop"} if isinstance(statement, LOOPS) else wanted
            if isinstance(statement, _HOLDERS):
                todo += [(one, inner) for one in ast.iter_child_nodes(statement)]
        return False

    def _called(self, call: ast.Call) -> Words:
        """What it turns on whether a call comes back: of a function of the module what its own checks turn
        on, of another what it is given, where its name says that it checks."""
        function = self.flow.exits.function(call)
        if function is None:
            owner = call.func.value if isinstance(call.func, ast.Attribute) else None
            read = [*call.args, *(k.value for k in call.keywords), *([owner] if owner else [])]
            return self._all(map(self._words, read)) if _CHECKS.match(last(call.func)) else NONE
        if function not in self.flow.exits.raising:
            return NONE
        given = self.flow.arguments(call, function)
        inside = self.flow.within(call, function)
        if inside is None:
            return self._all(map(self._words, given.values()))
        inner = Doubts(self.names, inside)
        found = self._all(inner.of(statement, RAISES) for statement in function.body)
        parameters = {arg.arg: value for arg, value in given.items()}
        own = self.names.scopes[function].bindings
        heads = {word: word.partition(".")[0] for word in found}
        passed = (self._words(parameters[h]) for h in heads.values() if h in parameters)
        return self._all([*passed, frozenset(w for w, head in heads.items() if head not in own)])

    def _words(self, node: ast.expr, depth: int = DEPTH) -> Words:
        """The names that an expression reads, and those that their values are made of. Modules, functions
        and classes are none."""
        if (node, depth) not in self._read:
            self._read[node, depth] = NONE  # while it is looked at
            self._read[node, depth] = self._found(node, depth)
        return self._read[node, depth]

    def _found(self, node: ast.expr, depth: int) -> Words:
        found: set[str] = set()
        todo: list[ast.AST] = [node]
        while todo:
            one = todo.pop()
            dotted = _dotted(one)
            if dotted is None:
                todo += ast.iter_child_nodes(one)
                continue
            name, word = dotted
            bindings = self.names.reaching(name)
            if all(binding.how in ("definition", "import") for binding in bindings):
                continue
            found.add(word)
            for binding in bindings if word == name.id and depth else ():
                if binding.how == "value" and binding.value is not None:
                    found |= self._words(binding.value, depth - 1)
        return frozenset(found)

    def _all(self, many: Iterable[Words]) -> Words:
        return frozenset(word for words in many for word in words)


def _dotted(node: ast.AST) -> tuple[ast.Name, str] | None:
    """A name with the attributes and keys that are read of it."""
    parts: list[str] = []
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.Attribute):
            parts.append(node.attr)
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            parts.append(str(node.slice.value))
        else:
            return None
        node = node.value
    return node, ".".join((node.id, *reversed(parts)))


def _meet(words: Words, doubted: Words) -> bool:
    """Whether one of some names is, holds or is held by one of others."""
    return any(
        f"{word}.".startswith(f"{other}.") or f"{other}.".startswith(f"{word}.")
        for word in words
        for other in doubted
    )
