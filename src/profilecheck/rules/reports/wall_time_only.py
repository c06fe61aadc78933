"""A time without the steps that it took.

## What it checks

Reports that call themselves a benchmark and tell a time, the environments and the machine, but neither a throughput nor how many steps were made.

## Why it matters

Another number of environments, another batch or another horizon makes other steps in the same time. What took less time may be slower.

## Example

```json
{
  "title": "Benchmark of the ferry",
  "wall_time": 41.5,
  "cpu": "AMD Ryzen 9 5950X",
  "num_envs": 64,
  "num_workers": 8
}
```

## Use instead

```json
{
  "title": "Benchmark of the ferry",
  "wall_time": 41.5,
  "agent_steps": 6400000,
  "cpu": "AMD Ryzen 9 5950X",
  "num_envs": 64,
  "num_workers": 8
}
```

## Fix

Make the same number of steps in every run, and tell it.

## Sources

docs/bench.md of profilecheck.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.benchmarks import Benchmark
from profilecheck.profiles import report_names as names
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reports._shared import EFFECT, SEVERITY, STAGE, told


def check_report(benchmark: Benchmark) -> Iterator[Hit]:
    """A finding where a time is all that is told."""
    if benchmark.own or benchmark.rates or benchmark.failed or benchmark.tells(names.STEPS):
        return
    yield Hit(
        f"{told(benchmark)} is a time alone: tell how many agent steps it took",
        benchmark.headline,
    )


RULE = Rule(
    code="PC804",
    name="wall-time-only",
    severity=SEVERITY,
    effect=EFFECT,
    stage=STAGE,
    check_report=check_report,
)
