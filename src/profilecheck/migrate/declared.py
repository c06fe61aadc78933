"""Where --agents-per-env judges a result: in the parts of a file whose agents were counted by it, and in no other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import takewhile

from profilecheck.findings import Finding, Span
from profilecheck.migrate.ledger import Entry, Part
from profilecheck.options import Options
from profilecheck.profiles.v3_to_v4_agents import DECLARED, TOTAL


def judged(options: Options, entries: Iterable[Entry]) -> Options:
    """The options for a result of which these are the settings: the agents that are declared may be those of others."""
    return options if _is_declared(tuple(entries)) else replace(options, agents_per_env=None)


def findings(
    judge: Callable[[Options], Iterable[Finding]],
    options: Options,
    parts: Iterable[Part],
    carry: Callable[[Span], Span],
) -> tuple[Finding, ...]:
    """What ``judge`` finds in the result of a file, in each of its parts by the agents that were counted there.
    ``carry`` tells where a place of the source stands in the result."""
    own = [one for one in parts if not one.file]
    counted = [_is_declared(one.entries) for one in own]
    if options.agents_per_env is None or not any(counted):
        return tuple(judge(replace(options, agents_per_env=None)))
    if all(counted):
        return tuple(judge(options))
    starts = sorted(
        (_place(carry(start)), is_declared)
        for one, is_declared in zip(own, counted, strict=True)
        if (start := _start(one)) is not None
    )

    def is_declared(finding: Finding) -> bool:
        before = takewhile(lambda one: one[0] <= _place(finding.span), starts)
        return next(reversed([declared for _, declared in before]), False)

    found = [one for one in judge(options) if is_declared(one)]
    others = judge(replace(options, agents_per_env=None))
    found += [one for one in others if not is_declared(one)]
    return tuple(sorted(found, key=lambda one: _place(one.span)))


def _is_declared(entries: tuple[Entry, ...]) -> bool:
    """Whether the total is counted by what is declared; where it stays as it was, whether anything is."""
    totals = [one for one in entries if any(put.name == TOTAL for put in one.puts)]
    return any(DECLARED in one.reason for one in totals or entries)


def _start(part: Part) -> Span | None:
    """The start of the line on which a part begins; None where nothing of it stands in the file."""
    lines = [one.span.line for one in part.entries if one.span is not None]
    return Span(min(lines), 1, min(lines), 1) if lines else None


def _place(span: Span) -> tuple[int, int, int]:
    return span.cell, span.line, span.column
