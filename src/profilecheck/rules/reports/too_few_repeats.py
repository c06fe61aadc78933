"""A throughput of fewer than three repeats.

## What it checks

Reports of benchmarks that tell how often the number was measured, by a count or by their samples, or in words that
leave no doubt (`repeats | 1` in a table, "we only ran it once"). A run that failed or was interrupted, and says so, is judged by the samples that it
gives; without any it is left alone.

## Why it matters

Of one or two numbers nobody can tell what is due to the change and what to the machine: repeats of the same run differ by some percent, on a busy machine
by half.

## Example

```json
{
  "simulation_steps_per_second": 1200000,
  "repeats": 1,
  "num_envs": 64,
  "num_workers": 8,
  "backend": "Multiprocessing"
}
```

## Use instead

```json
{
  "simulation_steps_per_second": 1200000,
  "repeats": 3,
  "samples": [1190000, 1200000, 1210000],
  "num_envs": 64,
  "num_workers": 8,
  "backend": "Multiprocessing"
}
```

## Fix

Measure at least three times, each from a reset, and give all samples.

## Sources

docs/bench.md of profilecheck: how much three samples tell.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.benchmarks import Benchmark
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reports._shared import (
    EFFECT,
    LEAST,
    SEVERITY,
    STAGE,
    repeats,
    said_repeats,
    samples,
    told,
)
from profilecheck.telling import counted, cut


def check_report(benchmark: Benchmark) -> Iterator[Hit]:
    """A finding where the count is known and too small."""
    count, place = repeats(benchmark)
    if count is None or count >= LEAST or (benchmark.failed and not _gives_samples(benchmark)):
        return
    ended = ", of a run that came to no end" if benchmark.failed else ""
    said = said_repeats(benchmark)
    words = f" ({cut(said[1])!r})" if said else ""
    yield Hit(
        f"{told(benchmark)} is of {counted(count, 'repeat')}{words}{ended}: at least {LEAST} tell "
        "what differs by chance",
        place,
    )


def _gives_samples(benchmark: Benchmark) -> bool:
    given = samples(benchmark)
    return given is not None and bool(given.value)


RULE = Rule(
    code="PC802",
    name="too-few-repeats",
    severity=SEVERITY,
    effect=EFFECT,
    stage=STAGE,
    check_report=check_report,
)
