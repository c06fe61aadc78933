"""A report whose numbers do not agree with each other.

## What it checks

Reports that `profilecheck bench` wrote: all that `bench compare` refuses as a contradiction, such as a rate that is not steps by seconds, another median than that of
the samples, samples that are not as many as the repeats, steps that are not environments by agents by steps of each, more workers than cores that are not told
as oversubscribed. Of others' reports a median (`median`, `median_sps`) beside a list of samples of the same size: it has to be theirs, rounded or not;
and not more than one sample of a single repeat, or of none.

## Why it matters

It was edited, damaged, or put together from several runs: nobody knows which of its numbers was measured.

## Example

```json
{
  "simulation_steps_per_second": {"median": 2400000, "samples": [1190000, 1200000, 1210000]},
  "num_envs": 64,
  "num_workers": 8,
  "backend": "Multiprocessing"
}
```

## Use instead

```json
{
  "simulation_steps_per_second": {"median": 1200000, "samples": [1190000, 1200000, 1210000]},
  "num_envs": 64,
  "num_workers": 8,
  "backend": "Multiprocessing"
}
```

## Fix

Work the number out again from the samples, or measure again.

## Sources

docs/bench.md of profilecheck: what `bench compare` refuses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from statistics import median

from profilecheck.benchmarks import Benchmark, whole
from profilecheck.document import Setting
from profilecheck.profiles import report_names as names
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reports._shared import (
    EFFECT,
    SEVERITY,
    STAGE,
    is_measured,
    is_number,
    samples,
)

ALIKE = 10
"""By what factor a median differs from samples in the same unit, at most: others may be seconds, or millions."""
REPEATS = ("repeats", "repetitions", "num_repeats", "n_repeats", "repeat_count")
"""Names of a number of repeats, and of nothing else. Of two and more each may have several samples."""
TOLD = 3
"""How many contradictions are told, at most."""


def check_report(benchmark: Benchmark) -> Iterator[Hit]:
    """One finding that tells the first contradiction, with others as notes."""
    if benchmark.own:
        found = _of_our_own(benchmark)
        if found:
            more = (f"and {len(found) - TOLD} more",) if len(found) > TOLD else ()
            yield Hit(
                f"the report contradicts itself: {found[0]}",
                benchmark.headline,
                notes=(*found[1:TOLD], *more),
            )
        return
    listed = samples(benchmark)
    rates = _rates(listed.value) if listed is not None else []
    for one in benchmark.told if listed is not None and len(rates) > 1 else ():
        if names.plain(one.key) in REPEATS and whole(one) in (0, 1):
            yield Hit(f"{one.key} = {one.raw}, and there are {len(rates)} samples", one)
        if _is_median(one, listed) and not _may_be_median(one.value, rates):
            yield Hit(
                f"{one.key} = {one.raw} is not the median of the {len(rates)} samples, which is "
                f"{median(rates):.15g}",
                one,
            )


def _of_our_own(benchmark: Benchmark) -> list[str]:
    """What contradicts what in a file that is a report of ours, as ``bench compare`` reads it."""
    from profilecheck.bench.contradictions import contradictions
    from profilecheck.bench.report import read
    from profilecheck.bench.workload import BenchError

    if benchmark.document.format != "json":
        return []
    try:
        return list(contradictions(read(benchmark.document.text, benchmark.document.path)))
    except BenchError:  # other rules tell what it lacks
        return []


def _rates(value: object) -> list[float]:
    """The numbers that repeats are listed by: themselves, or the rate of each. None where one has none."""
    if not isinstance(value, list):
        return []
    found = [_rate(one) for one in value]
    known = [one for one in found if one is not None]
    return known if len(known) == len(found) else []


def _rate(value: object) -> float | None:
    if isinstance(value, dict):
        rates = [one for key, one in value.items() if names.is_rate(names.plain(str(key)))]
        value = rates[0] if len(rates) == 1 else None
    return float(value) if is_measured(value) else None


def _is_median(setting: Setting, listed: Setting | None) -> bool:
    """Whether a number is called the median of rates, or stands beside the samples as the median."""
    if listed is None or not is_number(setting) or isinstance(setting.value, bool):
        return False
    name = names.plain(setting.key)
    if name == "median":
        table = names.plain(setting.section.rpartition(".")[2])
        return setting.section == listed.section or names.is_rate(table)
    return names.is_rate(name) and "median" in name.split("_")


def _may_be_median(told: object, rates: Sequence[float]) -> bool:
    """Whether a number may be the median of others, rounded or cut off, or is in another unit."""
    assert isinstance(told, (int, float))
    middle = median(rates)
    if not middle <= told * ALIKE <= middle * ALIKE * ALIKE:
        return True
    _, digits, exponent = Decimal(str(told)).normalize().as_tuple()
    step = 10.0 ** int(exponent) if digits else 0.0
    exact = 1e-6 * middle
    return -max(step / 2, exact) <= middle - told < max(step, exact)


RULE = Rule(
    code="PC808",
    name="contradicting-report",
    severity=SEVERITY,
    effect=EFFECT,
    stage=STAGE,
    check_report=check_report,
)
