"""What a benchmark is to do, within bounds."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, Literal

from profilecheck.telling import cut

Backend = Literal["serial", "multiprocessing"]
Mode = Literal["sync", "async"]
StartMethod = Literal["spawn", "forkserver", "fork"]

EPISODE: Final = 64
"""Steps of one episode."""
MOST_BYTES: Final = 1 << 30
"""What observations, actions and the rest may take together."""


class BenchError(Exception):
    """A benchmark that cannot be run, or that failed; the message is a sentence for the user."""


class Refused(BenchError):
    """What was asked for is not run at all."""


@dataclass(frozen=True, slots=True)
class Workload:
    """The environments and how often they are stepped: the same numbers are the same work everywhere.

    ``work`` is the cost of one step of one environment in fixed units, each a multiplication, an addition and
    a mask of small integers in Python, so that it is computed and not slept. ``observation_size`` counts the float32 values
    that one agent observes. ``steps_per_env`` are timed, in each of ``repeats``; ``warmup`` steps before them are not.
    """

    envs: int = 4
    agents: int = 1
    observation_size: int = 64
    work: int = 200
    steps_per_env: int = 1000
    warmup: int = 100
    repeats: int = 5
    seed: int = 0

    def __post_init__(self) -> None:
        for field in fields(self):
            _within(field.name, getattr(self, field.name))

    @property
    def rows(self) -> int:
        """Agents of all environments: the leading dimension of what they observe."""
        return self.envs * self.agents

    @property
    def agent_steps(self) -> int:
        """Agent steps that are timed in each repeat."""
        return self.rows * self.steps_per_env


@dataclass(frozen=True, slots=True)
class Layout:
    """Who steps the environments. ``batch_size`` counts the environments that are handed over at once.

    ``start_method`` is None where nothing is started. ``overwork`` allows more workers than physical cores.
    ``timeout`` is how many seconds a worker may take over one answer.
    """

    backend: Backend = "multiprocessing"
    mode: Mode = "sync"
    start_method: StartMethod | None = "spawn"
    workers: int = 2
    batch_size: int = 4
    overwork: bool = False
    timeout: float = 60.0

    def __post_init__(self) -> None:
        for name in ("workers", "batch_size", "timeout"):
            _within(name, getattr(self, name))


BOUNDS: Final[dict[str, tuple[int, int]]] = {
    "envs": (1, 4096),
    "agents": (1, 4096),
    "observation_size": (1, 1_000_000),
    "work": (0, 10_000_000),
    "steps_per_env": (1, 10_000_000),
    "warmup": (0, 1_000_000),
    "repeats": (3, 100),
    "seed": (0, 2**32 - 1),
    "workers": (1, 256),
    "batch_size": (1, 4096),
    "timeout": (1, 86_400),
}
"""The least and the most of each number. Fewer than three repeats have no spread to tell."""


def option(name: str) -> str:
    """The option of the command line that sets a field."""
    return "--" + ("obs-size" if name == "observation_size" else name.replace("_", "-"))


def _within(name: str, value: float) -> None:
    least, most = BOUNDS[name]
    if not least <= value <= most:
        raise Refused(f"{option(name)} {cut(str(value))}: expected {least} to {most}")


def refuse_astray(workload: Workload, layout: Layout) -> None:
    """Raise Refused for what no run can do, or where a setting would be ignored in silence.

    How workers and batches divide the environments is not judged here: the rules do.
    """
    envs, batch = workload.envs, layout.batch_size
    if layout.backend == "serial":
        if layout.workers != 1:
            raise Refused(f"--workers {layout.workers}: serial has none; leave it out")
        if layout.start_method is not None:
            raise Refused(f"--start-method {layout.start_method}: serial starts nothing")
        if batch != envs:
            raise Refused(
                f"--batch-size {batch}: serial hands over all {envs} environments at once"
            )
    elif layout.mode == "sync" and batch != envs:
        raise Refused(
            f"--batch-size {batch} with --mode sync: a step is of all {envs} environments; "
            "leave it out, or use --mode async"
        )
