"""Which constants of a module are bound anew where no statement names them.

A star import may do it, ``globals()``, ``exec``, and whoever has the module as an object.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final, Literal, TypeAlias

from profilecheck.sources.python.scopes import ANY, Binding, Names
from profilecheck.sources.python.syntax import IMPORTERS, LOOPS, last

_WORD: Final = re.compile(r"[^\W\d]\w*")
_NAMESPACES: Final = frozenset({"globals", "locals", "vars"})
_READS: Final = frozenset({"__contains__", "__getitem__", "copy", "get", "items", "keys", "values"})
_LOOKS: Final = frozenset(
    {
        *(
            "bool",
            "dict",
            "dir",
            "eval",
            "getattr",
            "hasattr",
            "id",
            "isinstance",
            "len",
            "list",
            "print",
        ),
        *(
            "sorted",
            "str",
            "type",
            "getmembers",
            "getsource",
            "getdoc",
            "getfile",
            "main",
            "testmod",
        ),
    }
)
"""What is given a module, or its names as a mapping, and binds none of them."""

Kind: TypeAlias = Literal["module", "mapping"]


class Rebound:
    """Answers for one module."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def may_be(self, binding: Binding, read: ast.AST) -> bool:
        """Whether what a statement of the module binds to a name may be another's when it is read."""
        if not self._acts or binding not in self.names.module.bindings.get(binding.name, ()):
            return False
        inside = self.names.scope_of(read) is self.names.module
        return any(
            self._comes_between(act, binding.statement, read if inside else None)
            for act in (*self._acts.get(ANY, ()), *self._acts.get(binding.name, ()))
        )

    def _comes_between(self, act: ast.AST, bound: ast.AST, read: ast.AST | None) -> bool:
        if self.names.scope_of(act) is not self.names.module:
            return True
        if any(isinstance(outer, LOOPS) for outer, _ in self.names.around(act)):
            return True
        return _place(bound) < _place(act) and (read is None or _place(act) < _place(read))

    @cached_property
    def _acts(self) -> dict[str, list[ast.AST]]:
        """The places that bind names unseen, by the names that they bind; under ANY where it may be any."""
        found: dict[str, list[ast.AST]] = {}
        for _, statement in self.names.module.stars:
            found.setdefault(ANY, []).append(statement)
        for node, names in (*self._executed(), *self._through()):
            for name in names:
                found.setdefault(name, []).append(node)
        return found

    def _executed(self) -> Iterator[tuple[ast.AST, Iterable[str]]]:
        for call in self._calls(self.names.reads.get("exec", ())):
            code, spaces = call.args[:1], call.args[1:]
            if spaces:
                continue  # which ``_through`` sees where it is the module's own
            text = code[0].value if code and isinstance(code[0], ast.Constant) else None
            words = set(_WORD.findall(text)) if isinstance(text, str) else {ANY, "global"}
            own = self.names.scope_of(call) is self.names.module
            if own or (isinstance(text, str) and "global" in words):
                yield call, words

    def _through(self) -> Iterator[tuple[ast.AST, Iterable[str]]]:
        """What is bound through the module as an object, and through the mapping of its names."""
        for node, kind in followed(self.names, self._starts()):
            yield self.names.parents[node], _bound(self.names, node, kind)

    def _starts(self) -> Iterator[tuple[ast.AST, Kind]]:
        for word in _NAMESPACES:
            for call in self._calls(self.names.reads.get(word, ())):
                own = word == "globals" or self.names.scope_of(call) is self.names.module
                if own and not call.args:
                    yield call, "mapping"
        for read in self.names.reads.get("__name__", ()):
            holder = self.names.parents.get(read)
            named = isinstance(holder, ast.Subscript) and last(holder.value) == "modules"
            imported = isinstance(holder, ast.Call) and last(holder.func) in IMPORTERS
            if holder is not None and (named or imported):
                yield holder, "module"

    def _calls(self, reads: Iterable[ast.Name]) -> Iterator[ast.Call]:
        """The calls of a builtin."""
        for read in reads:
            call = self.names.parents.get(read)
            if isinstance(call, ast.Call) and call.func is read and not self.names.reaching(read):
                yield call


def followed(
    names: Names, starts: Iterable[tuple[ast.AST, Kind]]
) -> Iterator[tuple[ast.AST, Kind]]:
    """The uses of some objects, and of the mappings of their names, through the names that they are given."""
    todo = list(starts)
    seen: set[ast.AST] = set()
    while todo:
        node, kind = todo.pop()
        parent = names.parents.get(node)
        if node in seen or parent is None:
            continue
        seen.add(node)
        if isinstance(parent, ast.Assign | ast.NamedExpr) and parent.value is node:
            targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
            for target in targets:
                if isinstance(target, ast.Name):
                    todo += [(read, kind) for read in names.reads.get(target.id, ())]
        elif kind == "module" and _is_mapping_of(parent, node):
            todo.append((parent, "mapping"))
        else:
            yield node, kind


def written(names: Names, mapping: ast.AST) -> Iterable[str]:
    """The names that a use of a mapping itself sets in it; ANY where they are not known."""
    parent = names.parents.get(mapping)
    if isinstance(parent, ast.Attribute):
        return _by_method(names, parent)
    if isinstance(parent, ast.Subscript) and parent.value is mapping:
        return () if isinstance(parent.ctx, ast.Load) else named(parent.slice)
    return (ANY,) if isinstance(parent, ast.AugAssign) else ()


def _bound(names: Names, node: ast.AST, kind: Kind) -> Iterable[str]:
    """The names that a use of the module, or of the mapping, binds."""
    parent = names.parents.get(node)
    if isinstance(parent, ast.Attribute) and kind == "module":
        return () if isinstance(parent.ctx, ast.Load) else (parent.attr,)
    if isinstance(parent, ast.Call) and parent.func is not node:
        if last(parent.func) in ("setattr", "delattr", "setitem"):
            return named(*parent.args[1:2])
        return () if last(parent.func) in _LOOKS else (ANY,)
    return written(names, node)


def _by_method(names: Names, method: ast.Attribute) -> Iterable[str]:
    call = names.parents.get(method)
    if method.attr in _READS or not isinstance(call, ast.Call):
        return ()
    if method.attr != "update":
        return named(*call.args[:1])
    given = [name for one in call.args for name in _keys(one)]
    return [*given, *(keyword.arg or ANY for keyword in call.keywords)]


def _is_mapping_of(parent: ast.AST, module: ast.AST) -> bool:
    if isinstance(parent, ast.Call):
        return last(parent.func) == "vars" and module in parent.args
    return isinstance(parent, ast.Attribute) and parent.attr == "__dict__"


def named(*key: ast.expr) -> Iterable[str]:
    """The name that a key is, or ANY where it is not known."""
    return [
        k.value if isinstance(k, ast.Constant) and isinstance(k.value, str) else ANY for k in key
    ]


def _keys(mapping: ast.expr) -> Iterable[str]:
    if not isinstance(mapping, ast.Dict):
        return (ANY,)
    return [name for key in mapping.keys for name in (named(key) if key else (ANY,))]


def _place(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
