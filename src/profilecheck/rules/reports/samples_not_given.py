"""A throughput without its samples and without a spread.

## What it checks

Reports of benchmarks that give neither what each repeat measured nor how far repeats lay apart, or that give a spread alone (an info). A report
that says that it is of fewer than three repeats is told so (PC802) and not this; one whose prose tells of samples, repeats or a spread is left alone.

Samples are a list: `samples`, `raw`, `measurements`, of rates (`sps: [...]`), of numbers or of tables with a rate or seconds in `runs`, `repeats` or
`trials`, of numbers of the size of the throughput in `rates`, `values` or `per_run`, or any of these words beside a rate's (`sps_per_run`,
`simulation_sps_runs`), and hold something that may be measured: a number above 0, a text with one, the name of a file. A spread is `std`, `stderr`, `sem`, `iqr`, `ci95`, `range`, `min`,
`max`, `percentiles`, `p95` and the like, before or behind a rate's name (`std_sps`, `sps_min`), or `1.2M ± 30k`.

## Why it matters

One number does not say whether another one is faster. The samples do, and any statistic can be made of them later.

## Example

```json
{
  "simulation_steps_per_second": 1200000,
  "repeats": 5,
  "num_envs": 64,
  "num_workers": 8,
  "backend": "Multiprocessing"
}
```

## Use instead

```json
{
  "simulation_steps_per_second": 1200000,
  "repeats": 5,
  "samples": [1180000, 1190000, 1200000, 1210000, 1260000],
  "num_envs": 64,
  "num_workers": 8,
  "backend": "Multiprocessing"
}
```

## Fix

Give all samples, in the order in which they were measured.

## Sources

docs/bench.md of profilecheck: two reports are compared by their samples.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.benchmarks import Benchmark
from profilecheck.findings import Severity
from profilecheck.profiles import report_names as names
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reports._shared import (
    EFFECT,
    LEAST,
    SEVERITY,
    STAGE,
    repeats,
    samples,
    told,
)


def check_report(benchmark: Benchmark) -> Iterator[Hit]:
    """A finding where no list of samples is given."""
    count, _ = repeats(benchmark)
    few = count is not None and count < LEAST
    if few or benchmark.failed or not benchmark.rates or samples(benchmark) is not None:
        return
    if any(map(benchmark.prose.tells, (names.SAMPLES, names.REPEATS, names.SPREAD))):
        return
    if benchmark.get(names.SPREAD) is not None or _is_with_spread(benchmark.headline.value):
        yield Hit(
            f"{told(benchmark)} has a spread and no samples: give what each repeat measured",
            benchmark.headline,
            severity=Severity.INFO,
        )
    else:
        yield Hit(
            f"{told(benchmark)} has no samples and no spread: give what each of at least "
            f"{LEAST} repeats measured",
            benchmark.headline,
        )


def _is_with_spread(value: object) -> bool:
    """Whether a number is written with how far it may lie off: ``1.2M ± 30k``."""
    return isinstance(value, str) and any(mark in value for mark in ("±", "+/-", "+-"))


RULE = Rule(
    code="PC803",
    name="samples-not-given",
    severity=SEVERITY,
    effect=EFFECT,
    stage=STAGE,
    check_report=check_report,
)
