"""A throughput that is compared with one of other hardware.

## What it checks

Reports with a number to compare with (`baseline`, `published_sps`, `reference`, `paper`, ...; also written as `700k`) whose machine is another, or is not told. Silent where
the report says that it is the same, where its own machine is not told (in a value, or in a sentence that says what it was measured on), and where a text tells of the
other number or of several.

## Why it matters

A published number is of its machine. What is gained over it may be the machine's.

## Example

```json
{
  "simulation_steps_per_second": 1200000,
  "cpu": "AMD Ryzen 9 5950X",
  "baseline": {"simulation_steps_per_second": 700000, "cpu": "Intel Xeon E5-2680"},
  "num_envs": 64,
  "num_workers": 8,
  "backend": "Multiprocessing"
}
```

## Use instead

```json
{
  "simulation_steps_per_second": 1200000,
  "cpu": "AMD Ryzen 9 5950X",
  "baseline": {"simulation_steps_per_second": 900000, "cpu": "AMD Ryzen 9 5950X"},
  "num_envs": 64,
  "num_workers": 8,
  "backend": "Multiprocessing"
}
```

## Fix

Measure the other one on the same machine, and say so.

## Sources

docs/bench.md of profilecheck: what `bench compare` refuses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from profilecheck.benchmarks import Benchmark
from profilecheck.document import Setting
from profilecheck.profiles import report_claims
from profilecheck.profiles import report_names as names
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reports._shared import EFFECT, SEVERITY, STAGE, told

MACHINES = (names.CPU, names.GPU, names.MACHINE, names.CORES)
THEIRS = re.compile(r"(?i)\b(?:baseline|published|reference|compared|paper)")
"""What a text speaks of that tells of the other number."""
WRITTEN = re.compile(r"\s*~?\d[\d,_]*(?:\.\d+)?\s?([kKMB])?\s*")
"""A number in words: ``700k``."""
SAME = re.compile(r"(?i)\bsame\b|\bidentical\b|\bthis (?:machine|host|hardware)\b")


def check_report(benchmark: Benchmark) -> Iterator[Hit]:
    """A finding where the other machine is another, or is not told."""
    number = next(filter(_is_number, benchmark.compared), None)
    if number is None or benchmark.failed or _says_the_same(benchmark):
        return
    known = [(fact, benchmark.of_compared(fact)) for fact in MACHINES]
    theirs = [(fact, one) for fact, one in known if one is not None]
    name = f"{number.section}.{number.key}" if number.section else number.key
    for fact, their in theirs:
        own = benchmark.get(fact)
        if own is not None and not _alike(own.value, their.value):
            yield Hit(
                f"{told(benchmark)} is compared with {name} = {number.raw} of other hardware: "
                f"{fact} {their.raw}, and here {own.raw}",
                number,
            )
            return
    if theirs or any(map(benchmark.prose.about(THEIRS).tells, MACHINES)):
        return
    in_words = report_claims.tell_own_machine(benchmark.prose.sentences)
    if in_words or any(benchmark.get(fact) for fact in MACHINES):
        yield Hit(
            f"{told(benchmark)} is compared with {name} = {number.raw}, whose hardware is not "
            "told: measure it on this machine, and say so",
            number,
        )


def _is_number(setting: Setting) -> bool:
    """Whether it is a throughput to compare with, and no other number of the other run."""
    value = setting.value
    name = names.plain(setting.key)
    if isinstance(value, str) and (match := WRITTEN.fullmatch(value)):
        # Without a unit `baseline: "3.0"` is a version.
        return bool(match[1]) or names.is_rate(names.without_baseline(name))
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return False
    return name in names.NUMBERS or names.is_rate(names.without_baseline(name))


def _says_the_same(benchmark: Benchmark) -> bool:
    for one in (*benchmark.compared, *benchmark.told):
        if isinstance(one.value, str) and SAME.search(one.value):
            return True
        if names.plain(one.key).endswith(("same_hardware", "same_machine")) and one.value is True:
            return True
    return SAME.search(benchmark.page) is not None


def _alike(one: object, other: object) -> bool:
    """Whether two descriptions may be of the same thing: all words of the shorter stand in the longer."""
    if type(one) is not type(other):
        return True
    if not isinstance(one, str) or not isinstance(other, str):
        return one == other
    first, second = (set(re.findall(r"[a-z0-9]+", text.lower())) for text in (one, other))
    return first <= second or second <= first


RULE = Rule(
    code="PC807",
    name="other-hardware",
    severity=SEVERITY,
    effect=EFFECT,
    stage=STAGE,
    check_report=check_report,
)
