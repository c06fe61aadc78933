"""A throughput of workers that had to share cores.

## What it checks

Reports that say that workers shared cores (`oversubscribed`), or with more workers than the machine has physical cores, or than it has hardware threads where
only these are told; cores count as a number, in words where they are asked for (`16 (32 threads)`, `Ryzen 9 5950X (16 cores)`), and in a sentence that says what it was
run on ("run on a laptop with 8 physical cores") and is the only one on cores; and those with `overwork` that do not tell the cores. Silent for a backend that starts no processes, for several nodes, and where the
report itself says that nothing was oversubscribed.

## Why it matters

Workers that share cores wait for each other: such a number is of that machine's scheduler, too, and often lies below that of fewer workers. 3.0
refuses more workers than physical cores but with `overwork=True`.

## Example

```json
{
  "simulation_steps_per_second": 1200000,
  "num_envs": 64,
  "num_workers": 32,
  "backend": "Multiprocessing",
  "cpu": "AMD Ryzen 9 5950X",
  "cores": 16
}
```

## Use instead

```json
{
  "simulation_steps_per_second": 1200000,
  "num_envs": 64,
  "num_workers": 16,
  "backend": "Multiprocessing",
  "cpu": "AMD Ryzen 9 5950X",
  "cores": 16
}
```

## Fix

Measure with at most as many workers as physical cores.

## Sources

pufferlib 3.0.0 vector.py, Multiprocessing: `num_workers > cpu_cores and not overwork`.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck import telling
from profilecheck.benchmarks import Benchmark
from profilecheck.profiles import report_names as names
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reports._shared import EFFECT, SEVERITY, STAGE, is_serial, told


def check_report(benchmark: Benchmark) -> Iterator[Hit]:
    """A finding where workers certainly shared cores, or were let."""
    if is_serial(benchmark) or "ray" in benchmark.text(names.BACKEND):
        return
    if benchmark.failed or (benchmark.count(names.NODES) or 1) > 1:
        return
    said = benchmark.get(names.OVERSUBSCRIBED)
    workers = benchmark.get(names.WORKERS)
    if said is not None and said.value is True:
        yield Hit(f"{told(benchmark)} is oversubscribed: its workers shared cores", said)
    if said is not None or benchmark.own:
        return
    for fact in (names.CORES, names.THREADS):
        count, of = benchmark.count(names.WORKERS), benchmark.count(fact)
        if count and of:
            if count > of:
                yield Hit(
                    f"{told(benchmark)} is of {telling.told(count)} workers on {telling.told(of)} "
                    f"{fact}: they shared cores; measure with at most {telling.told(of)}",
                    workers,
                )
            return
    overwork = benchmark.get(names.OVERWORK)
    if overwork is not None and overwork.value is True and not benchmark.tells(names.CORES):
        yield Hit(
            f"{told(benchmark)} is with overwork, which lets workers share cores: tell how many "
            "physical cores there were",
            overwork,
        )


RULE = Rule(
    code="PC806",
    name="oversubscribed-number",
    severity=SEVERITY,
    effect=EFFECT,
    stage=STAGE,
    check_report=check_report,
)
