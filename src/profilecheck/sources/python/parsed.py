"""What argparse is given to read where that is not the command line: whether an option's default may hold then."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from profilecheck.sources.python.scopes import Binding, Names

DEPTH: Final = 4
"""Through how many names what is given is followed, at most."""
_COMMAND_LINE: Final = "sys.argv"
_NAMESPACE: Final = "argparse.Namespace"


class Parsed:
    """Answers for one module. ``reference`` gives the dotted name of an expression, ``passed`` what the calls
    of a function of the module give for its parameter."""

    def __init__(
        self,
        names: Names,
        reference: Callable[[ast.expr], str | None],
        passed: Callable[[Binding], list[ast.expr]],
    ) -> None:
        self.names = names
        self.reference = reference
        self.passed = passed

    def may_leave(self, call: ast.Call, option: ast.Call) -> bool:
        """Whether a call of ``parse_args`` may leave an option at the default that ``add_argument`` gives it."""
        keywords = {keyword.arg: keyword.value for keyword in call.keywords}
        if None in keywords or any(isinstance(one, ast.Starred) for one in call.args):
            return False
        read = call.args[0] if call.args else keywords.get("args")
        into = call.args[1] if len(call.args) > 1 else keywords.get("namespace")
        if into is not None and not _is_none(into) and not self._is_empty(into):
            return False
        return read is None or self._leaves(read, option, DEPTH)

    def _leaves(self, read: ast.expr, option: ast.Call, depth: int) -> bool:
        if _is_none(read) or self.reference(read) == _COMMAND_LINE:
            return True
        if isinstance(read, ast.Subscript) and isinstance(read.slice, ast.Slice):
            return self.reference(read.value) == _COMMAND_LINE or (
                isinstance(read.value, ast.Name) and self._leaves(read.value, option, depth)
            )
        if isinstance(read, ast.List | ast.Tuple):
            words = [one.value if isinstance(one, ast.Constant) else None for one in read.elts]
            return not words or not _may_name(words, option)
        if not isinstance(read, ast.Name) or not depth:
            return False
        given = list(self._given(read))
        return bool(given) and all(self._leaves(one, option, depth - 1) for one in given)

    def _given(self, name: ast.Name) -> Iterator[ast.expr]:
        """What a name stands for; a parameter of a function that the file never calls for its default."""
        bindings = self.names.reaching(name)
        for binding in bindings if len(bindings) == 1 else ():
            if binding.how == "value" and binding.value is not None:
                yield binding.value
            elif binding.how == "parameter":
                function = getattr(binding.statement, "name", "")
                if self.names.reads.get(function):
                    yield from self.passed(binding)
                elif binding.value is not None:
                    yield binding.value

    def _is_empty(self, node: ast.expr) -> bool:
        """Whether an expression is a namespace that holds nothing yet."""
        if not isinstance(node, ast.Call) or node.args or node.keywords:
            return False
        return self.reference(node.func) == _NAMESPACE


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _may_name(words: Iterable[object], option: ast.Call) -> bool:
    """Whether one of some words of a command line may be an option's flag, or is not known. Flags may be
    cut short, and what has none is set by its place."""
    flags = [one.value for one in option.args if isinstance(one, ast.Constant)]
    texts = [flag for flag in flags if isinstance(flag, str) and flag.startswith("-")]
    if not texts:
        return True
    for word in words:
        if not isinstance(word, str):
            return True
        begun = word.partition("=")[0]
        long = word.startswith("--") and any(flag.startswith(begun) for flag in texts)
        if long or any(len(flag) == 2 and word.startswith(flag) for flag in texts):
            return True
    return False
