"""The report of a benchmark: all that makes its numbers reproducible. The one truth for its JSON and its schema."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import quantiles
from typing import Annotated, Final, Literal

from annotated_types import Ge, Gt, Le
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from profilecheck.bench.workload import BenchError
from profilecheck.telling import counted, cut

_MOST: Final = 2**53
"""No count is larger: beyond it, readers of JSON disagree on numbers."""
Count = Annotated[int, Ge(1), Le(_MOST)]
Whole = Annotated[int, Ge(0), Le(_MOST)]
Seconds = Annotated[float, Gt(0)]
Positive = Annotated[float, Gt(0)]


class Part(BaseModel):
    """Types are not bent, and what a later version adds is not refused."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore", allow_inf_nan=False)


class Pins(Part):
    """Versions of what is measured and by what."""

    profilecheck: str
    pufferlib: str | None = Field(
        description="as installed beside it, null where it is not; it is never imported"
    )


class Software(Part):
    """What ran it."""

    python: str
    implementation: str
    compiler: str = Field(description="that Python was built with; the benchmark compiles nothing")
    dependencies: dict[str, str | None] = Field(
        description="packages with their versions; numpy alone takes part in what is timed"
    )


class Environment(Part):
    """What was stepped."""

    name: str
    revision: str
    agents: Count
    observation_size: Count = Field(description="values that one agent observes")
    precision: str = Field(description="their type")
    work: Whole = Field(description="units of work in one step of one environment")
    episode_steps: Count


class Limit(Part):
    """What lets processes use fewer CPUs than there are hardware threads."""

    kind: str
    cpus: Positive
    source: str


class Hardware(Part):
    """The machine. Null is what it does not tell."""

    system: str = Field(description="name and release of the operating system")
    architecture: str
    cpu_model: str | None
    sockets: Count | None
    numa_nodes: Count | None
    cores: Count | None = Field(description="physical ones")
    threads: Count | None = Field(description="hardware threads")
    limits: list[Limit]
    memory_bytes: Count | None
    gpus: list[str] = Field(description="models; none of them takes part")
    gpu_driver: str | None
    cuda: str | None
    load_before: float | None = Field(description="average of the last minute, as the run began")
    load_after: float | None


class Run(Part):
    """How the environments were vectorized, and how often they were stepped."""

    backend: Literal["serial", "multiprocessing"]
    mode: Literal["sync", "async"]
    start_method: Literal["spawn", "forkserver", "fork"] | None = Field(
        description="the one in effect; null where nothing is started"
    )
    envs: Count
    workers: Count = Field(description="processes that step; 1 with serial, which starts none")
    batch_size: Count = Field(description="environments that are handed over at once")
    buffers: Count = Field(description="batches in flight")
    zero_copy: bool = Field(description="batches are views of the memory that workers write")
    overwork: bool = Field(description="whether more workers than physical cores were allowed")
    oversubscribed: bool | None = Field(
        description="whether workers had to share cores; null where that cannot be known"
    )
    seed: Whole
    warmup_steps_per_env: Whole
    steps_per_env: Count
    repeats: Count = Field(description="as asked for")
    agent_steps: Count = Field(description="that each repeat makes, of agents with masks too")


class Timing(Part):
    """What the seconds are of."""

    clock: str
    includes: list[str]
    excludes: list[str]
    startup_seconds: Seconds | None
    warmup_seconds: Annotated[float, Ge(0)] | None


class Sample(Part):
    """One repeat."""

    seconds: Seconds
    cpu_seconds: Annotated[float, Ge(0)] = Field(description="of all processes")
    agent_steps: Count
    environment_steps: Count
    live_agent_steps: Whole = Field(description="agent steps whose mask was true")
    simulation_steps_per_second: Positive = Field(description="agent steps by seconds")
    checksum: str


class Statistics(Part):
    """Agent steps per second over all samples."""

    median: Positive
    minimum: Positive
    maximum: Positive
    lower_quartile: Positive
    upper_quartile: Positive
    spread: Annotated[float, Ge(0)] = Field(
        description="between the quartiles, as a part of the median"
    )


class Memory(Part):
    """Bytes."""

    shared_bytes: Whole = Field(description="of the buffers; 0 where nothing is shared")
    main_peak_bytes: Count | None = Field(description="resident, of the process that was timed")
    worker_peak_bytes: list[Whole] = Field(description="resident, of each worker")


class Failure(Part):
    """Why a run ended before its last repeat."""

    stage: str
    message: str


class Report(Part):
    """One run of ``profilecheck bench``."""

    kind: Literal["profilecheck-bench"]
    version: Literal[1] = Field(description="fields are only added within a version")
    created: str = Field(description="when it began, UTC, as ISO 8601")
    command: list[str]
    pins: Pins
    software: Software
    environment: Environment
    hardware: Hardware
    run: Run
    timing: Timing
    samples: list[Sample]
    simulation_steps_per_second: Statistics | None = Field(
        description="of the environments alone; null where a run failed"
    )
    training_steps_per_second: Statistics | None = Field(
        description="end to end, with learning; null: nothing is trained here"
    )
    checksum: str | None = Field(
        description="of all that agents saw: the same work gives the same, on every backend"
    )
    memory: Memory
    failures: list[Failure]


def statistics_of(rates: Sequence[float]) -> dict[str, float]:
    """What ``Statistics`` holds, of one rate or more."""
    lower, median, upper = (
        quantiles(rates, n=4, method="inclusive") if len(rates) > 1 else [*rates] * 3
    )
    return {
        "median": median,
        "minimum": min(rates),
        "maximum": max(rates),
        "lower_quartile": lower,
        "upper_quartile": upper,
        "spread": (upper - lower) / median,
    }


def text_of(report: Report) -> str:
    """The report as JSON."""
    return report.model_dump_json(indent=2) + "\n"


def busy(report: Report) -> str | None:
    """The words on a machine that had other work as the run began; None where it had not, or does not tell."""
    load, threads = report.hardware.load_before, report.hardware.threads
    if load is None or threads is None or load + report.run.workers <= threads + 0.5:
        return None
    on = counted(f"{threads:,}", "hardware thread")
    return f"the machine was busy: load {load:.1f} as it began, on {on}"


def read(text: str | bytes, name: str) -> Report:
    """The report that a text holds. Raises BenchError where it holds none."""
    try:
        return Report.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        if first["loc"] == ("kind",):
            raise BenchError(
                f"{name}: no report of a benchmark that `profilecheck bench` wrote"
            ) from error
        if first["loc"] == ("version",):
            raise BenchError(
                f"{name}: no report of a benchmark of a version that is known here"
            ) from error
        place = ".".join(map(str, first["loc"]))
        more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
        what = f"{place}: {first['msg']}" if place else first["msg"]
        raise BenchError(f"{name}: no report of a benchmark: {cut(what, 200)}{more}") from error
