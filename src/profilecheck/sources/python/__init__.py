"""Python source as a Document: what it imports and uses of a package, and the calls it makes of it.

Nothing is imported or run. The reader knows no package: it is told the roots that matter.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
import warnings
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from profilecheck.document import Call, Comment, Document, Guard, Item, Problem, Use
from profilecheck.findings import Span
from profilecheck.sources.python.asked import Asked
from profilecheck.sources.python.calls import Calls
from profilecheck.sources.python.commands import Commands
from profilecheck.sources.python.doubts import Doubts
from profilecheck.sources.python.expected import Expected
from profilecheck.sources.python.flow import Flow
from profilecheck.sources.python.guards import CATCHES, CATCHES_KEYS, guard
from profilecheck.sources.python.items import Items, Key, base_of
from profilecheck.sources.python.lines import LINE_END, Lines
from profilecheck.sources.python.replaced import Replaced
from profilecheck.sources.python.scopes import ANY, Names
from profilecheck.sources.python.sites import Sites
from profilecheck.sources.python.starts import SETTERS, is_setter
from profilecheck.sources.python.syntax import imported
from profilecheck.sources.python.values import Values
from profilecheck.sources.python.versions import Versions
from profilecheck.sources.shell.commands import Reader
from profilecheck.sources.tables import BYTE_ORDER_MARK

_READ = re.compile(
    r"profilecheck|target\s*=|ignore(?:-file)?\s*\[|#\s*(?:%%|In\s?\[)", re.IGNORECASE
)
"""What the comments hold that are read: directives, well or badly addressed, and the marks of cells. Cutting a
text into tokens for others costs more than all else."""


def read(text: str, path: str, roots: frozenset[str], marks: Sequence[str] = ()) -> Document:
    """The uses and calls of the packages ``roots`` in a module's text, and the commands that it starts with
    one of ``marks`` in them, in the order of the file.

    A text that is no Python of this interpreter's version is a fatal problem at the place where it
    stops being it.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text, path)
    except SyntaxError as error:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        message = f"this is no Python {version}: {error.msg}"
        problem = Problem("syntax", message, _error_span(error, text))
        return Document(path, "python", text, problems=(problem,), comments=_comments(text))
    except (ValueError, RecursionError, MemoryError) as error:
        problem = Problem("syntax", f"no Python: {error}", Span(1, 1, 1, 1))
        return Document(path, "python", text, problems=(problem,))
    reader = _Reader(tree, text, roots)
    uses, calls = reader.uses(), reader.calls()
    started = reader.started(marks)
    return Document(
        path,
        "python",
        text,
        comments=_comments(text),
        uses=uses,
        calls=calls,
        items=reader.items(),
        replaced=reader.replaced,
        commands=tuple(sorted(started.commands, key=lambda command: command.span)),
        stretches=tuple(started.stretches),
    )


class _Reader:
    def __init__(self, tree: ast.Module, text: str, roots: frozenset[str]) -> None:
        self.names = Names(tree)
        self.values = Values(self.names)
        self.text = text
        self.lines = Lines(text)
        self.place, self.raw = self.lines.place, self.lines.raw
        self.roots = roots
        self.connected = self.names.connected(roots)
        self._calls = Calls(self.names, self.values, self.place, self.raw)
        self._flow = Flow(self.names, self.values)
        self._doubts = Doubts(self.names, self._flow)
        self._expected = Expected(self.names, self._flow)
        self._items = Items(self.names, self.values)
        self._sites = Sites(self.names, self.values, self._flow, self.place)
        self._asked = Asked(self.names, roots)
        self._versions = Versions(self.names, self._asked)
        replaced = Replaced(self.names, self.values, roots)
        self._given = replaced.given()
        self.replaced = self._given | replaced.patched()

    def uses(self) -> tuple[Use, ...]:
        """What is imported and read; what the file itself puts there is its own."""
        found = [use for node in self.names.parents for use in self._uses(node)]
        if self._given:
            found = [
                replace(use, guard=use.guard or "optional")
                if _below(use.name, self._given)
                else use
                for use in found
            ]
        return tuple(sorted(dict.fromkeys(found), key=lambda use: (use.span, use.name)))

    def _uses(self, node: ast.AST) -> Iterator[Use]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if self._wanted(alias.name):
                    place = self.place(alias)
                    yield Use(alias.name, alias.name, place, True, self._guard(node))
        elif isinstance(node, ast.ImportFrom):
            module = self.names.absolute(node)
            for alias in node.names if self._wanted(module) else ():
                name = f"{module}.{alias.name}"
                yield Use(name, module, self.place(alias), True, self._guard(node))
        elif (by_name := imported(node)) is not None and self._wanted(by_name[0]):
            yield Use(by_name[0], by_name[0], self.place(node), True, self._guard(node))
        elif isinstance(node, ast.Attribute) and self._is_read(node) and self._may_matter(node):
            for name in self.values.references(node):
                if self._wanted(name):
                    yield Use(name, "", self.place(node), False, self._guarded(node))

    def _may_matter(self, node: ast.expr) -> bool:
        root: ast.expr = node
        while isinstance(root, ast.Attribute | ast.Subscript):
            root = root.value
        if not isinstance(root, ast.Name):
            module = imported(root)
            if module is not None and self._wanted(module[0]):
                return True
            return any(isinstance(n, ast.Name) and n.id in self.connected for n in ast.walk(node))
        return root.id in self.connected or ANY in self.connected

    def _is_read(self, node: ast.Attribute) -> bool:
        """Whether an attribute is read, and is not itself only read for an attribute of it."""
        parent = self.names.parents.get(node)
        inner = isinstance(parent, ast.Attribute) and parent.value is node
        return isinstance(node.ctx, ast.Load) and not inner

    def _guard(self, node: ast.AST, catches: frozenset[str] = CATCHES) -> Guard | None:
        """What guards a place, or that it is never reached."""
        return "dead" if self._flow.never(node) else guard(self.names, self._asked, node, catches)

    def _guarded(self, node: ast.expr) -> Guard | None:
        """What guards a use or a call, or the import that it goes through."""
        own = self._guard(node)
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if own is None and isinstance(root, ast.Name):
            bindings = self.names.reaching(root)
            guards = {self._guard(b.statement) for b in bindings if b.how == "import"}
            if len(guards) == 1:
                return guards.pop()
        return own

    def calls(self) -> tuple[Call, ...]:
        """The calls of what is imported that may be reached; what the file puts in its place is its own."""
        found = [
            call
            for node in self.names.parents
            if isinstance(node, ast.Call) and (self._may_matter(node.func) or is_setter(node))
            for call in self._called(node)
            if not _below(call.name, self.replaced) and not self._flow.never(node)
        ]
        unique = {(call.name, call.span): call for call in found}
        told = _with_shared(unique.values())
        return tuple(sorted(told, key=lambda call: (call.span, call.name)))

    def started(self, marks: Sequence[str]) -> Reader:
        """The commands that the module starts."""
        found = Reader(self.text, marks)
        if any(mark in self.text for mark in marks):
            Commands(self.names, self.values, self.place, found).take(self._is_started)
        return found

    def _is_started(self, node: ast.Call) -> bool:
        """Whether what a call starts may be meant to run."""
        reached = not self._flow.never(node) and not self._expected.is_tested(node)
        return reached and not self._versions.at(node)

    def items(self) -> tuple[Item, ...]:
        """What is read and set, by keys, in the results of calls that may be reached."""
        found = []
        asked: Asked | None = None
        for node in self.names.parents:
            base = base_of(node)
            if base is None or not self._may_matter(base):
                continue
            for held in self._items.of(node):
                name = self.values.reference(held.call.func)
                if name and self._wanted(name):
                    guarded = self._guard(node, CATCHES_KEYS) or self._guarded(held.call.func)
                    asked = asked or Asked(self.names, self.roots, self._items.asks)
                    doubted = (
                        held.doubted or guard(self.names, asked, node, frozenset()) is not None
                    )
                    keys = tuple(key.text for key in held.keys)
                    places = tuple(self._key_place(key) for key in held.keys)
                    span = self.place(held.node)
                    found.append(Item(name, keys, span, guarded, places, held.how, doubted))
        return tuple(sorted(found, key=lambda item: item.span))

    def _key_place(self, key: Key) -> Span:
        """Where a key is written out, without the value that a keyword gives it."""
        span = self.place(key.node)
        if not isinstance(key.node, ast.keyword):
            return span
        return Span(span.line, span.column, span.line, span.column + len(key.text))

    def _called(self, node: ast.Call) -> Iterator[Call]:
        for call in self._calls.of(node):
            if self._wanted(call.name) or call.name in SETTERS:
                site = self._sites.of(node)
                call = self._doubts.without(node, call, self.place)
                expected, guarded = self._expected.at(node), self._guarded(node.func)
                yield replace(
                    call,
                    expected=expected,
                    site=site,
                    guard=guarded,
                    versioned=self._versions.at(node),
                )

    def _wanted(self, name: str) -> bool:
        return name.partition(".")[0] in self.roots


def _with_shared(calls: Collection[Call]) -> Iterator[Call]:
    """Calls whose arguments say which of them others have too."""
    places = Counter(place for call in calls for place in {one.key_span for one in call.arguments})
    for call in calls:
        if any(places[one.key_span] > 1 for one in call.arguments):
            arguments = (replace(a, shared=places[a.key_span] > 1) for a in call.arguments)
            call = replace(call, arguments=tuple(arguments))
        yield call


def _below(name: str, given: frozenset[str]) -> bool:
    parts = name.split(".")
    return any(".".join(parts[:end]) in given for end in range(1, len(parts) + 1))


def _comments(text: str) -> tuple[Comment, ...]:
    """The comments of a text that may hold one that is read, as far as it can be cut into tokens."""
    found: list[Comment] = []
    if not _READ.search(text):
        return ()
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                line, column = token.start
                span = Span(line, column + 1, line, column + 1 + len(token.string))
                alone = not token.line[:column].strip()
                found.append(Comment(token.string, span, alone))
    except (tokenize.TokenError, SyntaxError, ValueError):
        pass
    return tuple(found)


def _error_span(error: SyntaxError, text: str) -> Span:
    line, column = error.lineno or 1, max(error.offset or 1, 1)
    lines = LINE_END.split(text)
    end = len(lines[line - 1]) + 1 if line <= len(lines) else column
    return Span(line, column, line, max(column, end))
