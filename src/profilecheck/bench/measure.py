"""One whole benchmark: start, warm up, measure each repeat, close."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from profilecheck.bench.environment import Make, Synthetic
from profilecheck.bench.processes import Processes, refuse_start_method
from profilecheck.bench.rollout import Rollout
from profilecheck.bench.serial import Serial
from profilecheck.bench.vector import Vector
from profilecheck.bench.worker import usage_here
from profilecheck.bench.workload import BenchError, Layout, Refused, Workload
from profilecheck.signals import Ended, name_of

CLOCK: Final = "time.perf_counter"
INCLUDES: Final = (
    "choosing actions from all that was observed",
    "handing actions to the environments",
    "stepping the environments, with resets at the ends of episodes",
    "waiting for batches",
    "adding all that was handed over to the checksum",
)
EXCLUDES: Final = (
    "importing and starting processes",
    "making environments",
    "the first reset",
    "the warm-up",
    "closing",
)


@dataclass(frozen=True, slots=True)
class Sample:
    """What one repeat took. ``cpu_seconds`` are those of this process and of all workers."""

    seconds: float
    cpu_seconds: float
    live_agent_steps: int
    checksum: str


@dataclass(slots=True)
class Measured:
    """What a run gave, also one that failed: then ``failure`` says why, and ``failed_in`` when."""

    startup_seconds: float | None = None
    warmup_seconds: float | None = None
    samples: list[Sample] = field(default_factory=list)
    peak_bytes: int | None = None
    worker_peak_bytes: list[int] = field(default_factory=list)
    failed_in: str | None = None
    failure: str | None = None


class Interrupted(Ended):
    """Ctrl-C, or another signal that asks to end, in a run. ``measured`` is what it gave until then, told as a failure."""

    def __init__(self, measured: Measured, number: int) -> None:
        super().__init__(number)
        self.measured = measured


def measure(
    workload: Workload,
    layout: Layout,
    *,
    make: Make = Synthetic,
    progress: Callable[[int], None] = lambda done: None,
) -> Measured:
    """Run a benchmark to its end, or to its first failure, which is told in what it gives back; Interrupted has it
    where Ctrl-C, or SIGTERM within ``signals.one_end``, ended the run.

    ``progress`` is called between repeats with how many rounds are done, the warm-up being the first. Raises Refused where
    nothing can be run at all. Whatever is raised, nothing that was started is left.
    """
    refuse_start_method(layout)
    measured = Measured()
    stage = "start"
    try:
        began = time.perf_counter()
        with _vector(workload, layout, make) as vector:
            measured.startup_seconds = time.perf_counter() - began
            stage = "warm-up"
            measured.warmup_seconds = _sample(vector, workload, layout, workload.warmup).seconds
            progress(1)
            for repeat in range(1, workload.repeats + 1):
                stage = f"repeat {repeat}"
                sample = _sample(vector, workload, layout, workload.steps_per_env)
                measured.samples.append(sample)
                _refuse_other_work(measured.samples)
                progress(1 + repeat)
            stage = "end"
            measured.peak_bytes = usage_here().peak_bytes
            peaks = [used.peak_bytes for used in vector.usage()]
            measured.worker_peak_bytes = [peak for peak in peaks if peak is not None]
    except Refused:
        raise
    except BenchError as error:
        measured.failed_in, measured.failure = stage, str(error)
    except MemoryError as error:
        measured.failed_in, measured.failure = stage, f"the memory ran out: {error}"
    except KeyboardInterrupt as error:
        number = error.number if isinstance(error, Ended) else signal.SIGINT
        by_hand = number == signal.SIGINT
        measured.failed_in = stage
        measured.failure = "interrupted by Ctrl-C" if by_hand else f"ended by {name_of(number)}"
        raise Interrupted(measured, number) from error
    return measured


def _vector(workload: Workload, layout: Layout, make: Make) -> Vector:
    if layout.backend == "serial":
        return Serial(workload, make)
    return Processes(workload, layout, make)


def _sample(vector: Vector, workload: Workload, layout: Layout, steps: int) -> Sample:
    rollout = Rollout(vector, workload, layout.mode, steps)
    used = _cpu_seconds(vector)
    began = time.perf_counter()
    rollout.run()
    seconds = time.perf_counter() - began
    digests = rollout.digests
    return Sample(seconds, _cpu_seconds(vector) - used, digests.live, digests.checksum())


def _cpu_seconds(vector: Vector) -> float:
    return usage_here().cpu_seconds + sum(used.cpu_seconds for used in vector.usage())


def _refuse_other_work(samples: list[Sample]) -> None:
    """Raise BenchError where a repeat did not do what the first one did."""
    if samples[-1].checksum != samples[0].checksum:
        raise BenchError(
            f"its checksum {samples[-1].checksum[:12]} is not that of the first repeat, "
            f"{samples[0].checksum[:12]}: the environments are not deterministic"
        )
