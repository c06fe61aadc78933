"""The commands that a Python module starts: ``subprocess.run([...])``, ``os.system("...")`` and their kin.

What is not written out in them is a hole in a word, as a variable is in a shell's text.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Final

from profilecheck.findings import Span
from profilecheck.sources.python.escapes import unescaped
from profilecheck.sources.python.scopes import Names, Scope
from profilecheck.sources.python.values import Values
from profilecheck.sources.shell.commands import Reader
from profilecheck.sources.shell.text import ANY, ONE, Piece
from profilecheck.sources.shell.words import Lexer, Token

_BY_ARGS: Final = frozenset(
    f"subprocess.{name}" for name in ("run", "call", "check_call", "check_output", "Popen")
)
_BY_TEXT: Final = frozenset(
    {
        "os.system",
        "os.popen",
        "subprocess.getoutput",
        "subprocess.getstatusoutput",
        "asyncio.create_subprocess_shell",
    }
)
_BY_LIST: Final = frozenset({"os.execv", "os.execvp", "os.execve", "os.execvpe"})
_BY_WORDS: Final = {
    "asyncio.create_subprocess_exec": 0,
    "os.execl": 1,
    "os.execlp": 1,
}
"""Calls whose arguments are the words, and where these begin."""
_CALLS: Final = frozenset(
    name.rpartition(".")[2] for name in (*_BY_ARGS, *_BY_TEXT, *_BY_LIST, *_BY_WORDS)
)
_PYTHON: Final = "sys.executable"
_LITERAL: Final = re.compile(
    r"(?P<prefix>[A-Za-z]*)(?P<quote>\"{3}|'{3}|[\"'])(?P<text>.*)(?P=quote)", re.DOTALL
)
_PART: Final = re.compile(r"\{\{|\}\}|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
"""A value in an f-string, or a brace that is none."""
_FORMAT: Final = re.compile(r"\{[^{}]*\}")
_PERCENT: Final = re.compile(r"%(?:\(\w+\))?[-+ #0]*[\d.*]*[a-zA-Z]")
_ADDERS: Final = frozenset({"append", "extend"})
_OTHER: Final = frozenset({"insert", "pop", "remove", "clear", "reverse", "sort"})
"""How a list is changed, at its end or elsewhere."""
_READERS: Final = _CALLS | {"print", "len", "str", "join", "info", "debug", "warning", "error"}
"""Calls that leave a list as it is."""
_DEPTH: Final = 64
_MOST: Final = 5_000
"""How many expressions are looked at for one call, at most."""
_MOST_OF_ALL: Final = 100_000
_LONGEST: Final = 50_000
"""How long a text or a list that is put together may be, at most."""
_Words = list[Token]


class Commands:
    """Takes in the commands of one module. ``place`` gives the span of a node."""

    def __init__(
        self, names: Names, values: Values, place: Callable[[ast.AST], Span], reader: Reader
    ) -> None:
        self.names = names
        self.values = values
        self.place = place
        self.reader = reader
        self._left = 0
        self._left_of_all = _MOST_OF_ALL

    def _goes_on(self, depth: int) -> bool:
        """Whether one more expression is looked at."""
        self._left -= 1
        self._left_of_all -= 1
        return depth > 0 and self._left > 0 and self._left_of_all > 0

    def take(self, wanted: Callable[[ast.Call], bool]) -> None:
        """Takes in what each wanted call of the module starts."""
        for node in self.names.parents:
            if isinstance(node, ast.Call):
                self._left = _MOST
                known = len(self.reader.commands)
                self._call(node, wanted)
                for command in self.reader.commands[known:]:
                    self._stretch(command.span, node)

    def _stretch(self, command: Span, call: ast.Call) -> None:
        """Says which lines the statement takes that writes out a command, or the call that starts it."""
        at = bisect_right(self._statements, (command.line, len(self.reader.text))) - 1
        found = [] if at < 0 else [self._statements[at]]
        found.append((call.lineno, call.end_lineno or call.lineno))
        for first, last in found:
            if first <= command.line and command.end_line <= last and first < last:
                self.reader.stretches.append(Span(first, 1, last, 1))
                return

    @cached_property
    def _statements(self) -> list[tuple[int, int]]:
        """The lines of the statements that hold no others and take several."""
        return sorted(
            (node.lineno, node.end_lineno)
            for node in self.names.parents
            if isinstance(node, ast.stmt) and node.end_lineno and not hasattr(node, "body")
            if node.end_lineno > node.lineno
        )

    def _call(self, node: ast.Call, wanted: Callable[[ast.Call], bool]) -> None:
        if isinstance(node.func, ast.Attribute) and node.func.attr not in _CALLS:
            return
        name = self.values.reference(node.func)
        if name is None or not wanted(node):
            return
        keywords = {keyword.arg: keyword.value for keyword in node.keywords}
        first = node.args[0] if node.args else keywords.get("args") or keywords.get("cmd")
        if name in _BY_TEXT or (name in _BY_ARGS and self._is_on(keywords.get("shell"))):
            text = self._text(first, ANY, _DEPTH) if first else None
            if text is not None:
                self.reader.script(text)
        elif name in _BY_WORDS:
            self._run(self._words(node.args[_BY_WORDS[name] :], _DEPTH))
        elif name in _BY_LIST and len(node.args) > 1:
            self._run(self._list(node.args[1], _DEPTH))
        elif name in _BY_ARGS and first is not None and "shell" not in keywords:
            self._run(self._list(first, _DEPTH))

    def _is_on(self, shell: ast.expr | None) -> bool:
        return isinstance(shell, ast.Constant) and shell.value is True

    def _run(self, words: _Words | None) -> None:
        if words:
            self.reader.run(words)

    def _words(self, nodes: Sequence[ast.expr], depth: int) -> _Words:
        found: _Words = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                more = self._list(node.value, depth)
                found += [self._hole(node)] if more is None else more
            else:
                found.append(self._word(node, depth))
        return found

    def _list(self, node: ast.expr, depth: int) -> _Words | None:
        """The words of an expression for a list; None where it is not known at all."""
        if not self._goes_on(depth):
            return None
        if isinstance(node, (ast.List, ast.Tuple)):
            if any(map(_is_bytes, node.elts)) and not all(map(_is_literal, node.elts)):
                return None  # what is put in are bytes, which have other methods
            return self._words(node.elts, depth - 1)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = self._list(node.left, depth - 1), self._list(node.right, depth - 1)
            if left is None:
                return None
            known = right is not None and len(left) + len(right) <= _LONGEST
            return left + (right if known and right else [self._hole(node.right)])
        if isinstance(node, ast.Call):
            return self._split(node, depth - 1)
        if isinstance(node, ast.Name):
            return self._named(node, depth - 1)
        return None

    def _split(self, node: ast.Call, depth: int) -> _Words | None:
        """The words of a text that is split: by ``shlex``, or at its blanks."""
        held: ast.expr | None = None
        if self.values.reference(node.func) == "shlex.split" and node.args:
            held = node.args[0]
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "split":
            held = node.func.value if _is_at_blanks(node) else None
        text = self._text(held, ANY, depth) if held is not None else None
        if text is None or re.search(r"[;&|<>()$`#]", text.text):
            return None
        text = Piece(re.sub(r"[\r\n]", " ", text.text), text.places)
        return [token for token in Lexer(text).tokens() if not token.operator]

    def _named(self, node: ast.Name, depth: int) -> _Words | None:
        """The words of a list that a name stands for, with a hole for those that are added to it."""
        scope: Scope | None = self.names.scope_of(node)
        while scope is not None and node.id not in scope.bindings:
            scope = scope.parent
        found = scope.bindings[node.id] if scope else []
        first = [b for b in found if not isinstance(b.statement, ast.AugAssign)]
        if len(first) != 1 or first[0].how != "value" or first[0].value is None:
            return None
        changed = self._changes.get(node.id, set())
        words = None if changed & _OTHER else self._list(first[0].value, depth)
        if words is None:
            return None
        return [*words, self._hole(node)] if changed or len(found) > 1 else words

    @cached_property
    def _changes(self) -> Mapping[str, set[str]]:
        """The methods by which the list of a name may be changed where it is read, by the name."""
        found: dict[str, set[str]] = {}
        for node in self.names.parents:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                if node.attr in _ADDERS or node.attr in _OTHER:
                    found.setdefault(node.value.id, set()).add(node.attr)
            elif isinstance(node, ast.Call) and _name(node.func) not in _READERS:
                for argument in node.args:
                    if isinstance(argument, ast.Name):
                        found.setdefault(argument.id, set()).add("extend")
            elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
                kind = "pop" if isinstance(node.ctx, ast.Del) else "insert"
                if not isinstance(node.ctx, ast.Load):
                    found.setdefault(node.value.id, set()).add(kind)
        return found

    def _hole(self, node: ast.expr) -> Token:
        start, end = self._offsets(node)
        return Token(ANY, [start], start, end, quoted=True)

    def _word(self, node: ast.expr, depth: int) -> Token:
        start, end = self._offsets(node)
        if self.values.reference(node) == _PYTHON:
            return Token("python", [start] * 6, start, end, quoted=True)
        text = self._text(node, ONE, depth)
        if text is None:
            return Token(ONE, [start], start, end, quoted=True)
        if text.places and text.places[0] > start:  # a literal, behind its quote
            start, end = text.places[0], text.places[-1] + 1
            literal = _LITERAL.fullmatch(self.reader.text, *self._offsets(node))
            if isinstance(node, ast.JoinedStr) and literal:
                start, end = literal.span("text")  # what it puts in too
        return Token(text.text, list(text.places), start, end, quoted=True)

    def _text(self, node: ast.expr, hole: str, depth: int) -> Piece | None:
        """An expression as a text, with holes for what is not written out; None where all of it is one."""
        if isinstance(node, ast.Constant):
            value = node.value
            if isinstance(value, bytes) and value.isascii():
                value = value.decode("ascii")
            return self._literal(node, value) if isinstance(value, str) else None
        if isinstance(node, ast.JoinedStr):
            return self._joined(node, hole)
        if not self._goes_on(depth):
            return None
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            return _holes(self._text(node.left, hole, depth - 1), _PERCENT, hole)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = (self._text(n, hole, depth - 1) for n in (node.left, node.right))
            long = sum(len(part.text) for part in (left, right) if part) > _LONGEST
            if long or (left is None and right is None):
                return None
            parts = [
                part or Piece(hole, [self._offsets(side)[0]])
                for part, side in ((left, node.left), (right, node.right))
            ]
            return Piece(
                "".join(part.text for part in parts),
                [place for part in parts for place in part.places],
            )
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "format":
                return _holes(self._text(node.func.value, hole, depth - 1), _FORMAT, hole)
            return self._together(node, depth - 1)
        if isinstance(node, ast.Name):
            bindings = self.names.reaching(node)
            if len(bindings) == 1 and bindings[0].how == "value" and bindings[0].value is not None:
                found = self._text(bindings[0].value, hole, depth - 1)
                if found is not None and not re.search(r"\s", found.text):
                    return Piece(found.text, [self._offsets(node)[0]] * len(found.text))
                return found
        return None

    def _together(self, node: ast.Call, depth: int) -> Piece | None:
        """The text of words that are joined by blanks: ``" ".join(command)``."""
        assert isinstance(node.func, ast.Attribute)
        between = node.func.value
        joins = node.func.attr == "join" and len(node.args) == 1
        if not joins or not isinstance(between, ast.Constant) or between.value != " ":
            return None
        text, places = "", list[int]()
        for word in self._list(node.args[0], depth) or ():
            text += f" {word.text}" if text else word.text
            places += [word.start, *word.places] if places else word.places
        return Piece(text, places) if text else None

    def _literal(self, node: ast.expr, value: str) -> Piece:
        """A text with the place of each character; all are at its start where they cannot be told."""
        start, end = self._offsets(node)
        match = _LITERAL.fullmatch(self.reader.text, start, end)
        if match and match["text"].replace("\r\n", "\n") == value and "\r" not in match["text"]:
            return Piece(value, range(match.start("text"), match.end("text")))
        if match and "\r" not in match["text"]:
            inner = Piece(match["text"], range(match.start("text"), match.end("text")))
            found = unescaped(inner)
            if found is not None and found.text == value:
                return found
        return Piece(value, [start] * len(value))

    def _joined(self, node: ast.JoinedStr, hole: str) -> Piece:
        """An f-string. Its own positions differ between releases of Python: they are found in its text."""
        start, end = self._offsets(node)
        told = "".join(
            str(part.value) if isinstance(part, ast.Constant) else hole for part in node.values
        )
        match = _LITERAL.fullmatch(self.reader.text, start, end)
        if match is not None:
            whole = Piece(match["text"], range(match.start("text"), match.end("text")))
            found = _holes(whole, _PART, hole)
            for read in (found, unescaped(found) if found is not None else None):
                if read is not None and read.text == told:
                    return read
        return Piece(told, [start] * len(told))

    def _offsets(self, node: ast.expr) -> tuple[int, int]:
        span = self.place(node)
        places = self.reader.places
        return places.offset(span.line, span.column), places.offset(span.end_line, span.end_column)


def _is_literal(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant)


def _is_bytes(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, bytes)


def _is_at_blanks(split: ast.Call) -> bool:
    """Whether a call of a text's ``split`` divides it at its blanks."""
    given = [one.value if isinstance(one, ast.Constant) else ... for one in split.args]
    return not split.keywords and (given in ([], [None], [" "]))


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _holes(piece: Piece | None, pattern: re.Pattern[str], hole: str) -> Piece | None:
    """A text with a hole in place of each match; braces that are doubled are one."""
    if piece is None:
        return None
    text, places, at = "", list[int](), 0
    for match in pattern.finditer(piece.text):
        text += piece.text[at : match.start()]
        places += piece.places[at : match.start() + 1]
        text += match.group()[0] if match.group() in ("{{", "}}") else hole
        at = match.end()
    return Piece(text + piece.text[at:], [*places, *piece.places[at:]])
