"""Where a call stands in its module, and what becomes of what it returns."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cached_property

from profilecheck.document import Again, Site
from profilecheck.findings import Span
from profilecheck.sources.python.flow import Flow
from profilecheck.sources.python.reach import Reach
from profilecheck.sources.python.resets import Resets
from profilecheck.sources.python.results import Results
from profilecheck.sources.python.scopes import Names
from profilecheck.sources.python.starts import Starts, calls_before, is_setter, is_tried
from profilecheck.sources.python.values import Values


class Sites:
    """The sites of one module's calls. ``place`` gives the span of a node."""

    def __init__(
        self, names: Names, values: Values, flow: Flow, place: Callable[[ast.AST], Span]
    ) -> None:
        self.names = names
        self.values = values
        self.flow = flow
        self.place = place

    def of(self, node: ast.Call) -> Site | None:
        """The site of a call; None where it calls a function of the module that makes the call meant."""
        if isinstance(node.func, ast.Name):
            bindings = self.names.reaching(node.func)
            if any(isinstance(binding.node, ast.FunctionDef) for binding in bindings):
                return None
        return Site(
            at_import=self._reach.at_import(node),
            in_library=self._in_library,
            attributes=self._results.attributes(node),
            start_method=self._starts.method_at(node),
            follows=self._follows(node),
            after_reset=self._after_reset(node),
        )

    def _after_reset(self, node: ast.Call) -> Again | None:
        found = self._resets.next_use(node)
        return None if found is None else Again(found.by, self.place(found.use), found.read)

    def _follows(self, node: ast.Call) -> frozenset[Span]:
        if not is_setter(node) or is_tried(self.names, node):
            return frozenset()
        before = calls_before(self.names, node)
        return frozenset(self.place(call.func) for call in before)

    @cached_property
    def _reach(self) -> Reach:
        return Reach(self.names)

    @cached_property
    def _in_library(self) -> bool:
        return self._reach.in_library()

    @cached_property
    def _results(self) -> Results:
        return Results(self.names)

    @cached_property
    def _resets(self) -> Resets:
        return Resets(self.names, self.values.reference)

    @cached_property
    def _starts(self) -> Starts:
        return Starts(self.names, self.values, self.flow)
