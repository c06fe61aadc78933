"""Where a module mentions a name: as a variable, or as a text that may be the name of one."""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from profilecheck.sources.python.scopes import Names
from profilecheck.sources.python.syntax import FUNCTIONS

Mention: TypeAlias = ast.Name | ast.Constant
_LEAVES: Final = (ast.Return, ast.Raise, ast.Break, ast.Continue)


class Mentions:
    """All mentions of names, each looked for once and kept by the places that are asked for."""

    def __init__(self, names: Names, nodes: Iterable[ast.AST]) -> None:
        self._names = names
        self._of: dict[str, list[Mention]] = {}
        self._scopes: dict[str, dict[ast.AST, list[Mention]]] = {}
        self._blocks: dict[str, dict[tuple[ast.AST, str], dict[int, list[Mention]]]] = {}
        self._ends: dict[tuple[ast.AST, str], list[int]] = {}
        for node in nodes:
            if isinstance(node, ast.Name):
                self._of.setdefault(node.id, []).append(node)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                self._of.setdefault(node.value, []).append(node)

    def within(self, scope: ast.AST, name: str) -> list[Mention]:
        """The mentions of a name in a module or function, and in all that it holds."""
        if name not in self._scopes:
            found: dict[ast.AST, list[Mention]] = {}
            for mention in self._of.get(name, ()):
                for outer, _ in self._names.around(mention):
                    if isinstance(outer, (ast.Module, *FUNCTIONS)):
                        found.setdefault(outer, []).append(mention)
            self._scopes[name] = found
        return self._scopes[name].get(scope, [])

    def after(self, statement: ast.AST, name: str) -> Iterator[tuple[ast.stmt, list[Mention]]]:
        """The statements that follow one in its block and mention a name, in their order, with the mentions;
        as far as the block runs on to its next ``return``, ``raise``, ``break`` or ``continue``."""
        field, index = self._names.slots[statement]
        place = (self._names.parents[statement], field)
        block: list[ast.stmt] = getattr(*place)
        mentions = self._in_blocks(name).get(place, {})
        following = list(mentions)
        ends = self._ends_of(place, block)
        end = bisect_right(ends, index)
        last = ends[end] if end < len(ends) else len(block)
        for at in following[bisect_right(following, index) :]:
            if at > last:
                return
            yield block[at], mentions[at]

    def _in_blocks(self, name: str) -> dict[tuple[ast.AST, str], dict[int, list[Mention]]]:
        """The mentions of a name by each block that they stand in and the index of the statement there."""
        if name not in self._blocks:
            found: dict[tuple[ast.AST, str], dict[int, list[Mention]]] = {}
            for mention in self._of.get(name, ()):
                for outer, child in self._names.around(mention):
                    if child not in self._names.slots:
                        continue
                    field, index = self._names.slots[child]
                    found.setdefault((outer, field), {}).setdefault(index, []).append(mention)
            self._blocks[name] = {place: dict(sorted(at.items())) for place, at in found.items()}
        return self._blocks[name]

    def _ends_of(self, place: tuple[ast.AST, str], block: list[ast.stmt]) -> list[int]:
        if place not in self._ends:
            self._ends[place] = [at for at, one in enumerate(block) if isinstance(one, _LEAVES)]
        return self._ends[place]
