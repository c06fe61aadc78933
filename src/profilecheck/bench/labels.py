"""What the words of a picture say of reports: that in which they differ beside each, and what they have in common below."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

from profilecheck.bench.compare import SERIAL, applying, facts, same, values_told
from profilecheck.bench.report import Report
from profilecheck.telling import counted

Named = Sequence[tuple[str, Report]]
SCALING: Final = frozenset({"workers", "batch-size", "oversubscribed"})
"""What may differ without a word: it follows from the number of workers."""
_LINES: Final = 4
"""Lines of one label, at most."""
_UNBROKEN: Final = "\xa0"
"""A space at which no line ends."""


def telling(reports: Named, besides: Collection[str] = ()) -> list[str]:
    """Of each report that in which it differs from others, and that applies to it."""
    found = [applying(report) for _, report in reports]
    names = facts(reports[0][1])
    differing = [
        name
        for name in names
        if name not in {*besides, "oversubscribed"}
        and not all(same(name, found[0].get(name), one.get(name)) for one in found)
    ]
    told = {name: values_told(name, [one.get(name) for one in found]) for name in differing}
    return [
        ", ".join(f"{name} {told[name][at]}" for name in differing if name in one)
        for at, one in enumerate(found)
    ]


def labels(reports: Named) -> list[str]:
    """The same, with the name where that is needed to tell one from another."""
    found = telling(reports)
    counts = Counter(found)
    return [
        ": ".join(filter(None, (label, name))) if counts[label] > 1 or not label else label
        for label, (name, _) in zip(found, reports, strict=True)
    ]


def wrapped(text: str, width: int, lines: int = _LINES) -> str:
    """A text as it can be drawn: in lines of a width, no more than there is room for, and without what a picture in SVG must
    not hold. What stands between two commas is broken only where it is long, so that no number stands without its unit."""
    if not text.isprintable():
        text = text.encode("unicode_escape").decode("ascii")
    parts = text.split(", ")
    whole = (one.replace(" ", _UNBROKEN) if len(one) <= width // 2 else one for one in parts)
    text = ", ".join(whole)
    told = textwrap.fill(text, width, max_lines=lines, placeholder=" ...", break_on_hyphens=False)
    return told.replace(_UNBROKEN, " ")


def footnote(reports: Named) -> str:
    """What is true of all reports."""
    run, hardware, environment = (
        [report.run for _, report in reports],
        [report.hardware for _, report in reports],
        [report.environment for _, report in reports],
    )
    parts = [
        _common([f"{one.name} {one.revision}" for one in environment]),
        _common([counted(one.envs, "environment") for one in run]),
        _common([f"{counted(one.agents, 'agent')} in each" for one in environment]),
        _common([f"work {one.work}" for one in environment]),
        _common([one.backend for one in run]),
        _common([one.mode for one in run]),
        _common([one.start_method for one in run]),
        _common([None if one.backend == SERIAL else counted(one.workers, "worker") for one in run]),
        _common([f"batches of {one.batch_size}" if one.mode == "async" else None for one in run]),
        _common([one.cpu_model or "a CPU not known" for one in hardware]),
        _common([f"{one.cores or '?'} cores" for one in hardware]),
    ]
    return ", ".join([*filter(None, parts), "environments alone: nothing is trained"])


def _common(values: Sequence[str | None]) -> str | None:
    """The one value of all; None where they differ, which is told beside each."""
    return values[0] if len(set(values)) == 1 else None
