"""A throughput that may be one of simulation or of training.

## What it checks

Reports whose number is called `sps`, `steps_per_second` or the like, and that say nowhere (in another throughput's name, a value, the prose of the page,
what the time includes) whether environments alone were stepped or learning is in the time.

## Why it matters

The environments alone are often ten times as fast as training end to end, or more. Side by side the two say nothing.

## Example

```json
{
  "sps": 1200000,
  "num_envs": 64,
  "num_workers": 8,
  "backend": "Multiprocessing"
}
```

## Use instead

```json
{
  "simulation_steps_per_second": 1200000,
  "num_envs": 64,
  "num_workers": 8,
  "backend": "Multiprocessing"
}
```

## Fix

Call it `simulation_steps_per_second` or `training_steps_per_second`.

## Sources

docs/bench.md of profilecheck. 3.0.0 pufferl.py, `mean_and_log`: the `SPS` that PufferLib's trainer logs is end to end.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.benchmarks import Benchmark
from profilecheck.profiles import report_names as names
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reports._shared import EFFECT, SEVERITY, STAGE, told


def check_report(benchmark: Benchmark) -> Iterator[Hit]:
    """A finding where nothing tells simulation from training."""
    if benchmark.own or not benchmark.rates or benchmark.tells(names.INCLUDES):
        return
    if any(names.tells_phase(names.plain(one.key)) for one in benchmark.rates):
        return
    texts = [one.value for one in benchmark.told if isinstance(one.value, str)]
    if any(map(names.speaks_of_phase, (benchmark.page, *texts, *benchmark.tables))):
        return
    yield Hit(
        f"{told(benchmark)} may be of simulation or of training: call it "
        "simulation_steps_per_second or training_steps_per_second",
        benchmark.headline,
    )


RULE = Rule(
    code="PC805",
    name="unclear-steps",
    severity=SEVERITY,
    effect=EFFECT,
    stage=STAGE,
    check_report=check_report,
)
