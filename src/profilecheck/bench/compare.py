"""Two reports side by side: the ratio of their rates with its uncertainty, where they may be compared at all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from statistics import median
from typing import Final, TypeVar

from profilecheck.bench.contradictions import contradictions
from profilecheck.bench.report import Report, Timing
from profilecheck.report._cells import escaped
from profilecheck.report._words import listed
from profilecheck.telling import counted

T = TypeVar("T")
V = TypeVar("V")
LEAST_SAMPLES: Final = 3
CONFIDENCE: Final = 0.95
_FEW: Final = 3
"""How many reports are named with what they have in common, at most."""
_KEPT: Final = 0.1
"""The part of its memory by which a machine may tell less of it at another time, at most. Sizes that are sold lie further apart."""
_MOST_DIGITS: Final = 17
"""Behind the point: more tell no two numbers apart."""
_LOW: Final = 0.1
_HIGH: Final = 1e4
"""Between these a ratio is told with digits behind the point."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something in which two reports differ: by the name that ``--vary`` takes, or None where nothing excuses it."""

    name: str | None
    message: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """B's rate by A's: the ratio of the medians, and the interval that holds it with the given confidence.

    ``varied`` are the differences that were asked for.
    """

    ratio: float
    low: float
    high: float
    confidence: float
    varied: tuple[Difference, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether the interval leaves out that both are the same."""
        return not self.low <= 1.0 <= self.high

    @property
    def told(self) -> str:
        """The numbers, with as many digits as it takes to see that the interval leaves out 1, where it does."""
        edge, digits = self.low if self.ratio > 1 else self.high, 3
        while self.differs and digits < _MOST_DIGITS and round(edge, digits) == 1:
            digits += 1
        ratio, low, high = (_number(one, digits) for one in (self.ratio, self.low, self.high))
        return f"{ratio} ({low} to {high} with {self.confidence:.1%} confidence)"


def _number(ratio: float, digits: int) -> str:
    """A ratio with digits behind the point, or with four that count where these would be zeros, or too many."""
    return f"{ratio:.{digits}f}" if _LOW <= ratio < _HIGH else f"{ratio:#.4g}"


class NotComparable(Exception):
    """Two reports whose ratio would mean nothing, with all reasons."""

    def __init__(self, differences: Sequence[Difference]) -> None:
        self.differences = tuple(differences)
        super().__init__("\n".join(one.message for one in differences))


def compare(a: Report, b: Report, vary: Collection[str] = ()) -> Comparison:
    """Compare two reports that differ in nothing but what ``vary`` names. Raises NotComparable."""
    found = differences([("A", a), ("B", b)])
    refused = [one for one in found if one.name is None or one.name not in vary]
    if refused:
        raise NotComparable(refused)
    compared = ratio(_rates(a), _rates(b), tuple(found))
    if not (compared.low > 0 and isfinite(compared.high)):
        raise NotComparable([Difference(None, "their rates are too far apart for a ratio")])
    return compared


def _rates(report: Report) -> list[float]:
    return [one.simulation_steps_per_second for one in report.samples]


def facts(report: Report) -> dict[str, object]:
    """All that has to be the same, by the names that ``--vary`` takes."""
    run, hardware, environment = report.run, report.hardware, report.environment
    return {
        "backend": run.backend,
        "mode": run.mode,
        "start-method": run.start_method,
        "envs": run.envs,
        "workers": run.workers,
        "batch-size": run.batch_size,
        "zero-copy": run.zero_copy,
        "oversubscribed": run.oversubscribed,
        "agents": environment.agents,
        "obs-size": environment.observation_size,
        "precision": environment.precision,
        "work": environment.work,
        "environment": f"{environment.name} {environment.revision}",
        "seed": run.seed,
        "steps-per-env": run.steps_per_env,
        "warmup": run.warmup_steps_per_env,
        "timing": _timing(report.timing),
        "profilecheck": report.pins.profilecheck,
        "python": f"{report.software.implementation} {report.software.python}",
        "compiler": report.software.compiler,
        "numpy": report.software.dependencies.get("numpy"),
        "system": hardware.system,
        "architecture": hardware.architecture,
        "cpu": hardware.cpu_model,
        "sockets": hardware.sockets,
        "numa-nodes": hardware.numa_nodes,
        "cores": hardware.cores,
        "threads": hardware.threads,
        "memory": hardware.memory_bytes,
        "limits": sorted((one.kind, one.cpus) for one in hardware.limits),
        "gpus": hardware.gpus,
    }


def _timing(timing: Timing) -> list[str]:
    """The clock, then what the seconds are with and without; in which order these were told is no difference."""
    parts = ("with", timing.includes), ("without", timing.excludes)
    return [
        timing.clock,
        *(f"{word} {one}" for word, told in parts for one in sorted(set(told))),
    ]


def same(fact: str, one: object, other: object) -> bool:
    """Whether two values of a fact are alike: of memory a kernel keeps something for itself, each another part."""
    if fact == "memory" and isinstance(one, int) and isinstance(other, int):
        return abs(one - other) <= _KEPT * max(one, other)
    return one == other


SERIAL: Final = "serial"
"""The backend that starts no processes."""
_OF_PROCESSES: Final = ("start-method", "workers")
"""What a serial run has none of, whatever stands in its report."""


def applying(report: Report) -> dict[str, object]:
    """The same, but for what a run as this one has not."""
    run, found = report.run, facts(report)
    without = _OF_PROCESSES if run.backend == SERIAL else ()
    if run.mode == "sync":
        without = (*without, "batch-size")  # all environments, whatever their number
    return {name: value for name, value in found.items() if name not in without}


_SAME_WORK: Final = (
    *("envs", "agents", "obs-size", "precision", "work", "environment", "seed", "steps-per-env"),
)


def differences(reports: Sequence[tuple[str, Report]]) -> list[Difference]:
    """All that speaks against comparing reports, which are told by their names: each in one line, whatever they hold."""
    found = _differences(reports)
    return [Difference(one.name, escaped(one.message)) for one in found]


def _differences(reports: Sequence[tuple[str, Report]]) -> list[Difference]:
    found = [
        Difference(None, f"{name}: {reason}")
        for name, report in reports
        for reason in _unfit(report)
    ]
    runs = _grouped((name, _measured(report)) for name, report in reports if report.samples)
    found += [
        Difference(None, f"{_some(names)} are of the same run: it was measured once")
        for _, names in runs
        if len(names) > 1
    ]
    known = [(name, facts(report)) for name, report in reports]
    for fact in known[0][1]:
        groups = _grouped(((name, own[fact]) for name, own in _with(fact, known)), fact)
        if len(groups) > 1:
            told = values_told(fact, [value for value, _ in groups])
            listing = ", ".join(
                f"{value} in {_some(who)}" for value, (_, who) in zip(told, groups, strict=True)
            )
            found.append(Difference(fact, f"{fact}: {listing}"))
    works = _grouped(
        ((name, report.checksum), [own[fact] for fact in _SAME_WORK])
        for (name, report), (_, own) in zip(reports, known, strict=True)
    )
    for _, who in works:
        sums = _grouped((name, checksum[:12]) for name, checksum in who if checksum)
        if len(sums) > 1:
            listing = ", ".join(f"{checksum} in {_some(names)}" for checksum, names in sums)
            found.append(Difference(None, f"checksum: {listing}, for the same work"))
    return found


def _measured(report: Report) -> tuple[str, list[float]]:
    """What no two runs have in common."""
    return report.created, [one.seconds for one in report.samples]


def _with(
    fact: str, known: Sequence[tuple[str, dict[str, object]]]
) -> Iterator[tuple[str, dict[str, object]]]:
    """Those of which a fact can be told: where backends differ, that says of a serial run that it has no workers."""
    mixed = fact in _OF_PROCESSES and len({own["backend"] for _, own in known}) > 1
    return (one for one in known if not (mixed and one[1]["backend"] == SERIAL))


def _grouped(pairs: Iterable[tuple[T, V]], fact: str = "") -> list[tuple[V, list[T]]]:
    """Each value, of a fact, with all that have it, in their order. Values need not be hashable."""
    groups: list[tuple[V, list[T]]] = []
    for who, value in pairs:
        for known, others in groups:
            if same(fact, known, value):
                others.append(who)
                break
        else:
            groups.append((value, [who]))
    return groups


def _some(names: Sequence[str]) -> str:
    """The first ones, and how many more there are."""
    more = len(names) - _FEW
    shown = [*names[:_FEW], f"{more} more"] if more > 0 else names
    return listed([*shown])


def _unfit(report: Report) -> list[str]:
    """Why a report is good for no comparison."""
    made = f"incomplete, {len(report.samples)} of {counted(report.run.repeats, 'repeat')}"
    reasons = [f"{made}: failed in {one.stage}: {one.message}" for one in report.failures]
    if len(report.samples) < LEAST_SAMPLES and not reasons:
        given = counted(len(report.samples), "sample")
        reasons.append(f"{given}: at least {LEAST_SAMPLES} are needed")
    else:
        reasons += contradictions(report)
    return reasons


def values_told(name: str, values: Sequence[object]) -> list[str]:
    """Values of a fact side by side: of timings, which are long, what not all have in common."""
    if name != "timing":
        return [value_told(name, one) for one in values]
    parts = [one for one in values if isinstance(one, list)]
    own = [[part for part in one if not all(part in other for other in parts)] for one in parts]
    return [_some(one) or "nothing more" for one in own]


def value_told(name: str, value: object) -> str:
    """The value of a fact, as it is told."""
    if value is None:
        return "none" if name == "start-method" else "not known"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "memory" and isinstance(value, int):
        return f"{value / 2**30:.4g} GiB"
    if isinstance(value, list):
        return listed([*map(_part_told, value)]) or "none"
    return str(value)


def _part_told(value: object) -> str:
    """A part of a fact: a limit is its kind and its CPUs."""
    if isinstance(value, tuple):
        return " ".join(f"{one:g}" if isinstance(one, float) else str(one) for one in value)
    return str(value)


def ratio(
    a: Sequence[float], b: Sequence[float], varied: tuple[Difference, ...] = ()
) -> Comparison:
    """The ratio of the medians, with an interval by ranks: the quotients of each sample of B by each of A, in order, without
    as many at either end as the Mann-Whitney test lets go.

    By ranks and not by a bootstrap, because runs have few samples: drawn again from three or five, medians hardly move, and the
    interval comes out far too narrow. Ranks suppose nothing of how samples are distributed, and give the confidence that they
    reach: with three samples each, 90 % is all there is. The interval is of what varies from repeat to repeat within the two runs. How two runs
    of the same differ (other load, other memory addresses), only several runs can show.
    """
    quotients = sorted(two / one for one in a for two in b)
    left_out, confidence = _left_out(len(a), len(b))
    middle = median(b) / median(a)
    # Of unusual samples the ratio of medians may lie outside; an interval that leaves out its own middle helps nobody.
    low = min(quotients[left_out], middle)
    high = max(quotients[-1 - left_out], middle)
    return Comparison(middle, low, high, confidence, varied)


def _left_out(n: int, m: int) -> tuple[int, float]:
    """How many of the n x m quotients may be left out at each end, and the confidence that is left."""
    ways = _ways(n, m)
    total = sum(ways)
    tail = ways[0]
    count = 0
    while 2 * (tail + ways[count + 1]) <= (1 - CONFIDENCE) * total:
        count += 1
        tail += ways[count]
    return count, 1 - 2 * tail / total


def _ways(n: int, m: int) -> list[int]:
    """In how many orders of n and m samples the Mann-Whitney statistic is 0, 1, ... n x m.

    The coefficients of the Gaussian binomial: the product of (1 - q^(m+i)) / (1 - q^i) for i = 1 ... n.
    """
    size = n * m + 1
    ways = [1] + [0] * (size - 1)
    for i in range(1, n + 1):
        for at in range(size - 1, m + i - 1, -1):
            ways[at] -= ways[at - m - i]
        for at in range(i, size):
            ways[at] += ways[at - i]
    return ways
