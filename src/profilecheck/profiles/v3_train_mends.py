"""Changes that might mend a fault of 3.0's trainer, nearest to the given values first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Final

from profilecheck.profiles.v3_call import is_number
from profilecheck.profiles.v3_make import Fault
from profilecheck.profiles.v3_trainer import OPTIMIZERS, PRECISIONS, Trainer

Change = dict[str, object]

FOR_ONE_KEY: Final = 4
"""How many candidates there are for one key."""
USUAL_HORIZON: Final = 64


def candidates(fault: Fault, trainer: Trainer) -> Iterator[Change]:
    """Changes of one key of [train] each, the likeliest key first.

    They are meant for this fault alone: whoever offers them must first see whether the whole
    section passes with them.
    """
    mend = _MENDS.get(fault.cause)
    return iter(()) if mend is None else mend(trainer, fault)


def _set(key: str, values: Iterable[object]) -> Iterator[Change]:
    return ({key: value} for value in islice(values, FOR_ONE_KEY))


def _multiples(of: int, around: int, highest: int | None = None) -> list[int]:
    """The nearest positive multiples, the lower of two first."""
    middle = around // of
    found = (of * factor for factor in range(max(1, middle - 3), middle + 4))
    fitting = [number for number in found if highest is None or number <= highest]
    return sorted(fitting, key=lambda number: (abs(number - around), number))


def _divisors(number: int, around: int) -> list[int]:
    """The divisors of a number, nearest first."""
    found: set[int] = set()
    divisor = 1
    while divisor * divisor <= min(number, 2**32):
        if number % divisor == 0:
            found |= {divisor, number // divisor}
        divisor += 1
    return sorted(found, key=lambda candidate: (abs(candidate - around), candidate))


def _size(trainer: Trainer, key: str) -> int | None:
    value = trainer.value(key)
    return value if isinstance(value, int) and value > 0 else None


def _batch_below_minibatch(trainer: Trainer, fault: Fault) -> Iterator[Change]:
    batch, horizon, size = trainer.batch, trainer.horizon, _size(trainer, "minibatch_size")
    if batch is None or size is None:
        return
    if horizon is not None:
        yield from _set("minibatch_size", _multiples(horizon, batch, batch))
    if trainer.value("batch_size") != "auto":
        rows = (horizon or 1) * (trainer.agents or trainer.least_agents)
        yield from _set("batch_size", (rows * factor for factor in _upward(-(-size // rows))))
    elif trainer.agents is not None:
        least = -(-size // trainer.agents)
        enough = (n for n in _divisors(size, least) if n >= least)
        yield from _set("bptt_horizon", enough)


def _upward(start: int) -> Iterable[int]:
    return range(max(1, start), max(1, start) + FOR_ONE_KEY)


def _minibatch_by_horizon(trainer: Trainer, fault: Fault) -> Iterator[Change]:
    key, size, horizon = fault.keys[0], trainer.minibatch, trainer.horizon
    if not isinstance(size, int) or size < 1 or horizon is None:
        return
    yield from _set(key, _multiples(horizon, size))
    if trainer.value("bptt_horizon") != "auto":
        yield from _set("bptt_horizon", _divisors(size, horizon))


def _max_minibatch(trainer: Trainer, fault: Fault) -> Iterator[Change]:
    size, most = _size(trainer, "minibatch_size"), _size(trainer, "max_minibatch_size")
    if size is not None and most is not None:
        yield from _set("minibatch_size", _multiples(most, size))
        yield from _set("max_minibatch_size", _divisors(size, most))


def _rows(trainer: Trainer, fault: Fault) -> Iterator[Change]:
    """Batches of whole rows for each agent, horizons that leave as many rows as there are agents."""
    horizon, batch, agents = trainer.horizon, trainer.batch, trainer.some_agents
    if horizon is not None and batch is not None and trainer.value("batch_size") != "auto":
        yield from _set("batch_size", _multiples(horizon * agents, batch))
    if trainer.value("bptt_horizon") != "auto":
        yield {"batch_size": "auto"}
        if batch is not None and batch >= agents:
            steps = (n for n in range(batch // agents, 0, -1) if (batch // n) % agents == 0)
            yield from _set("bptt_horizon", islice(steps, 0, 64))
    else:
        yield from _set("batch_size", [agents * USUAL_HORIZON])


def _whole(trainer: Trainer, fault: Fault) -> Iterator[Change]:
    key = fault.keys[0]
    value = trainer.value(key)
    if isinstance(value, float) and value.is_integer() and value >= 1:
        yield {key: int(value)}
    if key in ("batch_size", "bptt_horizon"):
        yield {key: "auto"}


def _epochs(trainer: Trainer, fault: Fault) -> Iterator[Change]:
    if trainer.least_batch is not None:
        yield {"total_timesteps": trainer.least_batch}


def _minibatches(trainer: Trainer, fault: Fault) -> Iterator[Change]:
    yield {"update_epochs": 1}
    if is_number(trainer.value("update_epochs")) and trainer.batch and trainer.horizon:
        held = int(trainer.value("update_epochs") * trainer.batch) // trainer.horizon
        if held > 0:
            yield {"minibatch_size": held * trainer.horizon}


def _one_of(*values: object) -> Callable[[Trainer, Fault], Iterator[Change]]:
    return lambda trainer, fault: _set(fault.keys[0], values)


_MENDS: Final[Mapping[str, Callable[[Trainer, Fault], Iterator[Change]]]] = {
    "agents-over-segments": _rows,
    "batch-below-minibatch": _batch_below_minibatch,
    "both-auto": lambda trainer, fault: _set("bptt_horizon", [USUAL_HORIZON]),
    "compile-mode": _one_of("default", "max-autotune-no-cudagraphs"),
    "device": _one_of("cuda", "cpu"),
    "horizon-auto-zero": _rows,
    "max-minibatch": _max_minibatch,
    "minibatch-by-horizon": _minibatch_by_horizon,
    "no-epochs": _epochs,
    "no-minibatches": _minibatches,
    "optimizer": _one_of(*OPTIMIZERS),
    "precision": _one_of(*PRECISIONS),
    "segments-by-agents": _rows,
    "size-below-one": _whole,
    "size-float": _whole,
    "size-type": _whole,
    "torch-deterministic": _one_of(True, False),
}
