"""What a good 3.0 ``vector.make`` call comes to, and which changes might make a bad one good."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from profilecheck.document import UNKNOWN
from profilecheck.profiles.v3_call import VECTORIZERS, Call, backends_like, is_number
from profilecheck.profiles.v3_make import Fault, Untold, decide


@dataclass(frozen=True, slots=True)
class Layout:
    """How many of what runs where.

    ``workers`` counts worker processes: 0 where the environments run in the calling process, and
    ``envs_per_worker`` then are those in that process. ``batch`` is the number of environments
    that one ``recv`` hands over, ``batches`` how many such batches are in flight, rounded down.
    Ray only ever steps its first batch.
    """

    backend: str
    workers: int
    environments: int
    envs_per_worker: int
    batch: int
    workers_per_batch: int
    batches: int


def layout(
    kwargs: Mapping[str, object], *, creators: int | None = None, untold: Untold = frozenset()
) -> Layout | None:
    """The layout of ``make(creator, **kwargs)``; None where a value is unknown or an error stands,
    other than those that nobody is told of and that leave its values usable."""
    call = Call(kwargs, creators=creators)
    if call.kind not in VECTORIZERS or _errs(kwargs, creators, untold) or call.num_envs is UNKNOWN:
        return None
    envs = int(call.num_envs)
    if call.kind == "PufferEnv":
        return Layout("PufferEnv", 0, 1, 1, 1, 0, 1)
    if call.batch_size is UNKNOWN:
        return None
    batch = int(call.batch_size)
    if call.kind == "Serial":
        return Layout("Serial", 0, batch, batch, batch, 0, 1)
    if call.num_workers is UNKNOWN:
        return None
    workers = int(call.num_workers)
    per_worker = max(1, envs // workers)
    batches = 1 if call.kind == "Ray" else envs // batch
    return Layout(call.kind, workers, envs, per_worker, batch, batch // per_worker, batches)


def _errs(kwargs: Mapping[str, object], creators: int | None, untold: Untold) -> bool:
    faults = decide(kwargs, creators=creators, untold=untold)
    return any(fault.blames(untold) for fault in faults)


CANDIDATES: Final = 64
"""How many candidates there are for one fault, at most."""
FOR_ONE_KEY: Final = 16
"""How many of them are for one key, at most."""
REACH: Final = 4096
"""How far from the given value a candidate is looked for."""

Change = dict[str, object]


def candidates(fault: Fault, kwargs: Mapping[str, object]) -> Iterator[Change]:
    """Changes of one key each that might mend a fault, the blamed key first, nearest first.

    They are meant for this fault alone: whoever offers them must first see whether the whole
    call passes ``decide`` with them. There are none where no nearby value could help.
    """
    mend = _MENDS.get(fault.cause)
    if mend is None:
        return iter(())
    return islice(_distinct(mend(Call(kwargs), fault), kwargs), CANDIDATES)


def _distinct(changes: Iterable[Change], kwargs: Mapping[str, object]) -> Iterator[Change]:
    seen: list[Change] = []
    for change in changes:
        ((key, value),) = change.items()
        same = kwargs.get(key, UNKNOWN)
        if change not in seen and not (same == value and type(same) is type(value)):
            seen.append(change)
            yield change


def _outward(around: object, fits: Callable[[int], bool], highest: int | None = None) -> list[int]:
    """The positive integers that fit, nearest to ``around`` first, the lower of two first."""
    centre = _centre(around)
    found: list[int] = []
    furthest = REACH if highest is None else min(REACH, max(centre, highest - centre + 1))
    for distance in range(furthest):
        low, high = centre - distance, centre + distance
        if low >= 1 and (highest is None or low <= highest) and fits(low):
            found.append(low)
        if distance and high >= 1 and (highest is None or high <= highest) and fits(high):
            found.append(high)
        if len(found) >= FOR_ONE_KEY:
            break
    return found


def _centre(value: object) -> int:
    if isinstance(value, float):
        return round(value) if math.isfinite(value) else 1
    return abs(value) if isinstance(value, int) else 1


def _set(key: str, values: Iterable[object]) -> Iterator[Change]:
    return ({key: value} for value in values)


def _envs(call: Call) -> int | None:
    """num_envs where it is a positive integer that other values can be derived from."""
    envs = call.num_envs
    return envs if isinstance(envs, int) and envs >= 1 else None


def _workers(call: Call) -> int | None:
    """num_workers where it was given as a number that divides num_envs."""
    envs, workers = _envs(call), call.given.get("num_workers")
    if envs is None or not isinstance(workers, int) or workers < 1 or envs % workers:
        return None
    return workers


def _divisors(call: Call, highest: int | None = None) -> Iterator[Change]:
    """Worker counts that divide num_envs, around the given one."""
    envs = _envs(call)
    if envs is None:
        return
    given: Any = call.num_workers if is_number(call.num_workers) else envs
    top = envs if highest is None else min(highest, envs)
    yield from _set("num_workers", _outward(min(given, top), lambda w: envs % w == 0, top))


def _batches(call: Call, *, whole: bool = True) -> Iterator[Change]:
    """Batch sizes that fill whole workers and, if ``whole``, divide num_envs."""
    envs = _envs(call)
    if envs is None:
        return
    per_worker = envs // (_workers(call) or envs)
    given = call.batch_size if is_number(call.batch_size) else max(1, envs // 2)

    def fits(batch: int) -> bool:
        return batch % per_worker == 0 and not (whole and envs % batch)

    yield from _set("batch_size", _outward(min(given, envs), fits, envs))


def _multiples(call: Call, of: object) -> Iterator[Change]:
    """Environment counts that are a multiple, around the given one."""
    if isinstance(of, int) and of >= 1:
        centre = max(_centre(call.num_envs), of)
        low = max(1, centre // of - FOR_ONE_KEY // 2)
        values = [of * factor for factor in range(low, low + FOR_ONE_KEY + 1)]
        yield from _set("num_envs", _nearest(values, centre))


def _nearest(values: Iterable[int], centre: int) -> list[int]:
    return sorted(values, key=lambda value: (abs(value - centre), value))


def _mend_envs(call: Call, fault: Fault) -> Iterator[Change]:
    envs = call.num_envs
    if isinstance(envs, float) and math.isfinite(envs):
        yield from _set("num_envs", [n for n in (math.floor(envs), math.ceil(envs)) if n >= 1])
    yield {"num_envs": max(1, _centre(envs)) if is_number(envs) else 1}


def _mend_native(call: Call, fault: Fault) -> Iterator[Change]:
    yield {"num_envs": 1}
    yield from _set("backend", ("Multiprocessing", "Serial"))


def _mend_workers(call: Call, fault: Fault) -> Iterator[Change]:
    yield from _divisors(call)
    yield {"num_workers": "auto"}


def _mend_envs_by_workers(call: Call, fault: Fault) -> Iterator[Change]:
    yield from _divisors(call)
    yield from _multiples(call, call.num_workers)


def _mend_batch(call: Call, fault: Fault) -> Iterator[Change]:
    yield from _batches(call)
    yield from _batches(call, whole=False)


def _mend_batch_by_workers(call: Call, fault: Fault) -> Iterator[Change]:
    yield from _mend_batch(call, fault)
    envs, batch = _envs(call), call.batch_size
    if envs is None or not isinstance(batch, int) or batch < 1:
        return
    workers = _outward(call.num_workers, lambda w: envs % w == 0 and batch % (envs // w) == 0, envs)
    yield from _set("num_workers", workers)
    if (count := _workers(call)) is not None:
        sizes = _outward(envs // count, lambda size: batch % size == 0, batch)
        yield from _set("num_envs", _nearest([size * count for size in sizes], envs))


def _mend_batch_auto(call: Call, fault: Fault) -> Iterator[Change]:
    yield {"num_workers": "auto"}
    yield from _divisors(call)
    yield from _batches(call)


def _mend_zero_copy(call: Call, fault: Fault) -> Iterator[Change]:
    yield from _batches(call)
    envs, batch = _envs(call), call.batch_size
    if call.given.get("batch_size") == "auto":
        yield from _set("num_envs", _outward(envs, lambda n: n % 2 == 0))
    elif isinstance(batch, int) and batch >= 1:
        yield from _multiples(call, math.lcm(batch, _workers(call) or 1))
        yield from _multiples(call, batch)
    yield {"zero_copy": False}


def _mend_batch_over_envs(call: Call, fault: Fault) -> Iterator[Change]:
    if (envs := _envs(call)) is not None:
        yield {"batch_size": envs}
    yield from _mend_batch(call, fault)
    yield from _multiples(call, call.batch_size)


def _mend_cores(call: Call, fault: Fault) -> Iterator[Change]:
    cores = fault.facts.get("cores")
    if isinstance(cores, int) and cores >= 1:
        yield from _divisors(call, cores)
        if "num_envs" in fault.keys:
            yield from _set("num_envs", _outward(cores, lambda n: n <= cores))
    yield {"overwork": True}


def _mend_runs_fewer(call: Call, fault: Fault) -> Iterator[Change]:
    yield {"batch_size": call.num_envs}


def _mend_backend(call: Call, fault: Fault) -> Iterator[Change]:
    yield from _set("backend", backends_like(fault.facts["backend"]))


def _mend_no_cores(call: Call, fault: Fault) -> Iterator[Change]:
    yield {"backend": "Serial"}


def _mend_flag(call: Call, fault: Fault) -> Iterator[Change]:
    key = fault.keys[0]
    value = call.given[key]
    off = isinstance(value, str) and value.strip().lower() in (
        "",
        "0",
        "false",
        "no",
        "off",
        "none",
    )
    yield {key: False if off else fault.facts["counts_as"]}


_MENDS: Final[Mapping[str, Callable[[Call, Fault], Iterator[Change]]]] = {
    "num-envs-type": _mend_envs,
    "num-envs-below-one": _mend_envs,
    "num-envs-not-integer": _mend_envs,
    "num-envs-float": _mend_envs,
    "num-envs-not-int": _mend_envs,
    "backend-unknown": _mend_backend,
    "backend-not-a-vectorizer": _mend_backend,
    "pufferenv-num-envs": _mend_native,
    "num-workers-type": _mend_workers,
    "num-workers-zero": _mend_workers,
    "num-workers-not-finite": _mend_workers,
    "num-workers-not-int": _mend_workers,
    "num-workers-negative": _mend_workers,
    "envs-per-worker-zero": _mend_workers,
    "envs-by-workers": _mend_envs_by_workers,
    "batch-by-envs-per-worker": _mend_batch_by_workers,
    "batch-auto-without-workers": _mend_batch_auto,
    "batch-size-type": _mend_batch,
    "batch-size-too-large": _mend_batch,
    "batch-zero": _mend_batch,
    "batch-negative": _mend_batch,
    "ray-batch-zero": _mend_batch,
    "zero-copy-batches": _mend_zero_copy,
    "batches-rotate": _mend_zero_copy,
    "serial-batch-exceeds-envs": _mend_batch_over_envs,
    "batch-over-envs-copying": _mend_batch_over_envs,
    "ray-batch-over-envs": _mend_batch_over_envs,
    "workers-over-cores": _mend_cores,
    "cores-unknown-to-psutil": _mend_no_cores,
    "serial-runs-fewer": _mend_runs_fewer,
    "ray-first-batch-only": _mend_runs_fewer,
    "flag-not-bool": _mend_flag,
}
