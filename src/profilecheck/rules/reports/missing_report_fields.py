"""A throughput without what makes it reproducible.

## What it checks

Reports of benchmarks: JSON that `profilecheck bench` wrote, and JSON, YAML or the front matter of a Markdown page with a throughput (`sps`,
`simulation_steps_per_second`, ...) beside how many environments were vectorized how. Each has to tell the version or commit of PufferLib, Python, dependencies, CPU
model and cores, operating system, precision, backend, environments, workers, batch and start method where processes are started, the
GPU's driver and CUDA where one is used, how many steps were timed, what the time includes, and the warm-up. One finding names all that is missing.

What the prose of a page, its tables and other free texts (`notes`) tell counts: values as people write them (`Ubuntu 22.04`, `EPYC 7763 with 64 cores`,
`Python 3.11`, `float32`, `spawn`, a commit), and words that name what is asked for (`precision`, `warm-up`), but where their sentence says that it is not
known (`I forgot the precision`, `CPU: ?`). Steps and seconds of an episode, a warm-up, a horizon or a frame skip, or until something is learnt, are not those that were timed. So do the warm-up and the precision where it is said what is timed (`steps, after a warm-up of 64000 steps`). What a free text on the machine or the software may hold counts as told. Null in a report of
`profilecheck bench` says that it looked and found nothing.

## Why it matters

Each of them moves the number, several by more than the improvement that a report is to show. Without them nobody can measure it again, and
no other number can be compared with it.

## Example

```json
{
  "simulation_steps_per_second": 1200000,
  "num_envs": 64,
  "num_workers": 8,
  "backend": "Multiprocessing"
}
```

## Use instead

```json
{
  "simulation_steps_per_second": 1200000,
  "samples": [1190000, 1200000, 1210000],
  "num_envs": 64,
  "num_workers": 8,
  "batch_size": 32,
  "backend": "Multiprocessing",
  "start_method": "spawn",
  "pufferlib": "3.0.0",
  "python": "3.11.7",
  "dependencies": {"numpy": "1.26.4"},
  "cpu": "AMD Ryzen 9 5950X",
  "cores": 16,
  "os": "Linux 6.8",
  "precision": "float32",
  "agent_steps": 6400000,
  "includes": ["actions", "steps", "waiting"],
  "warmup_steps": 64000
}
```

## Fix

Tell what is missing. `profilecheck bench --output FILE` writes all of it.

## Sources

docs/bench.md of profilecheck; 3.0.0 vector.py: what backends do with batches, workers and start methods.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from profilecheck.benchmarks import Benchmark
from profilecheck.profiles import report_names as names
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reports._shared import (
    EFFECT,
    SEVERITY,
    STAGE,
    is_serial,
    starts_processes,
    told,
)

TIMED = "what the time includes"
ALWAYS = {
    names.REVISION: "version or commit of PufferLib",
    names.PYTHON: "Python version",
    names.DEPENDENCIES: "dependencies",
    names.CPU: "CPU model",
    names.CORES: "physical cores",
    names.SYSTEM: "operating system",
    names.PRECISION: "precision",
    names.BACKEND: "backend",
    names.ENVS: "environments",
    names.STEPS: "steps timed",
    names.INCLUDES: TIMED,
    names.WARM_UP: "warm-up",
}
IN_PROSE = {
    names.MACHINE: {names.CPU, names.CORES, names.SYSTEM, names.GPU, names.DRIVER, names.CUDA},
    names.SOFTWARE: {
        *(names.REVISION, names.PYTHON, names.DEPENDENCIES, names.SYSTEM, names.CUDA, names.DRIVER)
    },
}
"""What a free text may tell beside what it is called for."""
NO_GPU = ("none", "no", "false", "off", "0", "cpu")
NOT_NVIDIAS = ("amd", "radeon", "apple", "intel", "mi2", "mi3", "mps", "tpu")
CORES_IN_MODEL = re.compile(r"(?i)\d+\s*[- ]?(?:physical\s+)?(?:cores?\b|c\b|c/\d+t)")


def check_report(benchmark: Benchmark) -> Iterator[Hit]:
    """One finding that names all that is missing."""
    if benchmark.failed:
        return
    missing = list(_missing(benchmark))
    if missing:
        listed = missing[0] if missing[0] == TIMED else f"the {missing[0]}"
        if len(missing) > 1:
            listed = f"{', '.join([listed, *missing[1:-1]])} and {missing[-1]}"
        yield Hit(
            f"{told(benchmark)} cannot be measured again: the report does not tell {listed}",
            benchmark.headline,
        )


def _missing(benchmark: Benchmark) -> Iterator[str]:
    hidden = _perhaps_in_prose(benchmark)
    for fact, words in {**ALWAYS, **_sometimes(benchmark)}.items():
        if fact not in hidden and not benchmark.tells(fact):
            yield words


def _perhaps_in_prose(benchmark: Benchmark) -> set[str]:
    """What other values may tell, so that nobody can say that it is missing."""
    hidden: set[str] = set()
    for fact, others in IN_PROSE.items():
        if benchmark.text(fact):
            hidden |= others
    if benchmark.tells(names.THREADS) or CORES_IN_MODEL.search(benchmark.text(names.CPU)):
        hidden.add(names.CORES)
    if benchmark.tells(names.SECONDS):  # the rate times the seconds
        hidden.add(names.STEPS)
    return hidden


def _sometimes(benchmark: Benchmark) -> dict[str, str]:
    """What has to be told because of what else is."""
    asked: dict[str, str] = {}
    if not is_serial(benchmark):
        asked[names.WORKERS] = "workers"
        asked[names.BATCH] = "batch size"
    if starts_processes(benchmark):
        asked[names.START_METHOD] = "start method"
    gpu = benchmark.get(names.GPU)
    if gpu is not None and not benchmark.own and str(gpu.value).strip().lower() not in NO_GPU:
        asked[names.DRIVER] = "GPU driver"
        if not any(word in str(gpu.value).lower() for word in NOT_NVIDIAS):
            asked[names.CUDA] = "CUDA version"
    return asked


RULE = Rule(
    code="PC801",
    name="missing-report-fields",
    severity=SEVERITY,
    effect=EFFECT,
    stage=STAGE,
    check_report=check_report,
)
