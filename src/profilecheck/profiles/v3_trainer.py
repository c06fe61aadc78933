"""A 3.0 [train] section as PuffeRL comes to see it, and the single checks on it.

A check answers None where all is well, else facts for a message. It may count on what the rows
before it in ``v3_train.TABLE`` have established about its keys.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from profilecheck.document import UNKNOWN
from profilecheck.profiles.v3_call import is_number
from profilecheck.profiles.v3_checks import TOO_LARGE

Facts = Mapping[str, object]
Check = Callable[["Trainer", str], "Facts | None"]

OPTIMIZERS: Final = ("adam", "muon")
PRECISIONS: Final = ("float32", "bfloat16")
COMPILE_MODES: Final = (
    *("default", "lite", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs"),
)
"""Modes of torch.compile in torch 2.13; older releases lack ``lite``."""

DEVICE: Final = re.compile(
    "(cpu|cuda|ipu|xpu|mkldnn|opengl|opencl|ideep|hip|ve|fpga|maia|xla|lazy|vulkan|mps|hpu|mtia"
    "|privateuseone|npu|musa|mlu)(:(0|[1-9][0-9]*))?"
)
"""Device strings that torch 2.13 reads, without ``meta``, on which nothing can be computed, and three
that its plug-ins add."""


@dataclass(frozen=True)
class Trainer:
    """One trainer: its [train] section and what is known of the environments' agents."""

    train: Mapping[str, object]
    agents: int | None
    least_agents: int
    backend: object
    single: bool

    def lacks(self, key: str) -> bool:
        """True where a key is not given."""
        return key not in self.train

    def knows(self, keys: Iterable[str]) -> bool:
        """True where every key is given and its value can be known."""
        return all(self.value(key) is not UNKNOWN for key in keys)

    def origin(self, keys: Iterable[str]) -> tuple[str, ...]:
        """The keys that decide some values: ``auto`` is decided by another key as well, and
        ``minibatch``, which is computed at once, by the smaller of two."""
        found: dict[str, None] = {}
        for key in keys:
            found.update(dict.fromkeys(self._origin(key)))
        return tuple(found)

    def _origin(self, key: str) -> tuple[str, ...]:
        if key == "minibatch":
            size, most = self.value("minibatch_size"), self.value("max_minibatch_size")
            if not is_number(size) or not is_number(most):
                return ("minibatch_size", "max_minibatch_size")
            return ("max_minibatch_size", "minibatch_size") if most < size else ("minibatch_size",)
        if key in _FOLLOWS and self.value(key) == "auto":
            return (key, _FOLLOWS[key])
        return (key,)

    def value(self, key: str) -> Any:
        """The value of a key; UNKNOWN where it is not given."""
        return self.train.get(key, UNKNOWN)

    @property
    def some_agents(self) -> int:
        """As many agents as there are, or as there are at least."""
        return self.least_agents if self.agents is None else self.agents

    @cached_property
    def horizon(self) -> int | None:
        """``bptt_horizon`` as a number of steps; None where that is not known or none."""
        horizon, batch = self.value("bptt_horizon"), self.value("batch_size")
        if horizon == "auto":
            if self.agents is None or not isinstance(batch, int):
                return None
            return batch // self.agents or None
        return horizon if isinstance(horizon, int) and horizon > 0 else None

    @cached_property
    def batch(self) -> int | None:
        """``batch_size`` as a number of steps; None where that is not known or none."""
        batch = self.value("batch_size")
        if batch == "auto":
            known = self.agents is not None and self.horizon is not None
            return self.agents * self.horizon if known else None  # type: ignore[operator]
        return batch if isinstance(batch, int) and batch > 0 else None

    @cached_property
    def least_batch(self) -> int | None:
        """What a batch holds at least, whatever the number of agents."""
        if self.batch is None and self.value("batch_size") == "auto" and self.horizon is not None:
            return self.least_agents * self.horizon
        return self.batch

    @cached_property
    def segments(self) -> int | None:
        """Rows of the experience buffer."""
        if self.batch is None or self.horizon is None:
            return None
        return self.batch // self.horizon

    @cached_property
    def minibatch(self) -> int | float | None:
        """The minibatch that is computed at once."""
        size, most = self.value("minibatch_size"), self.value("max_minibatch_size")
        return min(size, most) if is_number(size) and is_number(most) else None

    @cached_property
    def never_trains(self) -> bool:
        """True where the run is over before it begins: train() is never called."""
        total = self.value("total_timesteps")
        return is_number(total) and total <= 0

    @property
    def compiles(self) -> bool:
        """True where ``compile`` is known to be on."""
        value = self.value("compile")
        return value is not UNKNOWN and bool(value)


_FOLLOWS: Final = {"batch_size": "bptt_horizon", "bptt_horizon": "batch_size"}


def _when(condition: object, **facts: object) -> Facts | None:
    return facts if condition else None


def always(trainer: Trainer, key: str) -> Facts | None:
    """For a row that is a fault wherever its key is (or is missing)."""
    return {}


def missing_when_compiling(trainer: Trainer, key: str) -> Facts | None:
    return _when(trainer.compiles)


def no_bool(trainer: Trainer, key: str) -> Facts | None:
    return _when(not isinstance(trainer.value(key), bool))


def no_device(trainer: Trainer, key: str) -> Facts | None:
    """None means the CPU; an integer is the index of an accelerator."""
    device = trainer.value(key)
    if isinstance(device, str):
        return _when(not DEVICE.fullmatch(device))
    index = isinstance(device, int) and not isinstance(device, bool) and device >= 0
    return _when(device is not None and not index)


def seed_does_not_add(trainer: Trainer, key: str) -> Facts | None:
    """Serial, Multiprocessing and Ray's Serials add the environment's index; the first two must."""
    seed = trainer.value(key)
    if trainer.backend not in ("Serial", "Multiprocessing", "Ray"):
        return None
    refused = seed is None and trainer.backend == "Multiprocessing"
    return _when(refused or not (seed is None or isinstance(seed, (int, float, complex))))


# batch_size and bptt_horizon


def both_auto(trainer: Trainer, key: str) -> Facts | None:
    return _when(trainer.value("batch_size") == "auto" == trainer.value("bptt_horizon"))


def no_size(trainer: Trainer, key: str) -> Facts | None:
    value = trainer.value(key)
    return _when(value != "auto" and not is_number(value))


def size_below_one(trainer: Trainer, key: str) -> Facts | None:
    value = trainer.value(key)
    return _when(value != "auto" and value < 1)


def size_too_large(trainer: Trainer, key: str) -> Facts | None:
    value = trainer.value(key)
    return _when(value != "auto" and value >= TOO_LARGE)


def size_float(trainer: Trainer, key: str) -> Facts | None:
    return _when(isinstance(trainer.value(key), float))


def batch_below_agents(trainer: Trainer, key: str) -> Facts | None:
    """bptt_horizon = auto is batch_size // agents, and then divides."""
    auto = trainer.value("bptt_horizon") == "auto" != trainer.value("batch_size")
    below = auto and trainer.value("batch_size") < trainer.some_agents
    return _when(below, agents=trainer.some_agents)


def agents_over_segments(trainer: Trainer, key: str) -> Facts | None:
    segments = trainer.segments
    over = segments is not None and trainer.some_agents > segments
    return _when(over, segments=segments, agents=trainer.some_agents)


# minibatch_size and max_minibatch_size


def no_number(trainer: Trainer, key: str) -> Facts | None:
    return _when(not is_number(trainer.value(key)))


def size_zero(trainer: Trainer, key: str) -> Facts | None:
    """A division by the minibatch that is computed at once, or by its maximum."""
    zero = trainer.minibatch == 0 if key == "minibatch_size" else trainer.value(key) == 0
    return _when(zero and trainer.value(key) == 0)


def minibatch_over_max(trainer: Trainer, key: str) -> Facts | None:
    size, most = trainer.value("minibatch_size"), trainer.value("max_minibatch_size")
    return _when(size > most and size % most != 0)


def batch_below_minibatch(trainer: Trainer, key: str) -> Facts | None:
    batch = trainer.batch
    below = batch is not None and batch < trainer.value("minibatch_size")
    return _when(below, batch=batch, agents=trainer.agents, horizon=trainer.horizon)


def no_finite_number(trainer: Trainer, key: str) -> Facts | None:
    value = trainer.value(key)
    try:
        finite = is_number(value) and math.isfinite(value)
    except OverflowError:  # an integer that no float holds
        finite = False
    return _when(not finite)


def minibatch_by_horizon(trainer: Trainer, key: str) -> Facts | None:
    size, horizon = trainer.minibatch, trainer.horizon
    if size is None or horizon is None:
        return None
    return _when(size // horizon * horizon != size, minibatch=size, horizon=horizon)


def minibatch_by_horizon_at_any_max(trainer: Trainer, key: str) -> Facts | None:
    """A max_minibatch_size that is not known saves no minibatch: __init__ takes only one that divides it, and
    what divides it is a multiple of the horizon only where it is one itself."""
    size, horizon = trainer.value("minibatch_size"), trainer.horizon
    if trainer.value("max_minibatch_size") is not UNKNOWN or not is_number(size) or horizon is None:
        return None
    return _when(size // horizon * horizon != size, minibatch=size, horizon=horizon)


def minibatch_below_one(trainer: Trainer, key: str) -> Facts | None:
    """Any negative minibatch leaves train() without a minibatch or torch without rows."""
    return _when(trainer.value(key) < 0)


def no_epochs_at_all(trainer: Trainer, key: str) -> Facts | None:
    return _when(trainer.value(key) <= 0)


def no_minibatches(trainer: Trainer, key: str) -> Facts | None:
    """train() takes int(update_epochs * batch_size / minibatch) minibatches."""
    epochs, size = trainer.value("update_epochs"), trainer.minibatch
    if size is None or size <= 0:
        return None
    if trainer.batch is None:
        return None
    none = epochs * trainer.batch < size
    return _when(none, batch=trainer.batch, minibatch=size)


# compile, optimizer, precision


def no_compile_mode(trainer: Trainer, key: str) -> Facts | None:
    mode = trainer.value(key)
    return _when(trainer.compiles and mode is not None and mode not in COMPILE_MODES)


def no_optimizer(trainer: Trainer, key: str) -> Facts | None:
    return _when(trainer.value(key) not in OPTIMIZERS)


def no_precision(trainer: Trainer, key: str) -> Facts | None:
    return _when(trainer.value(key) not in PRECISIONS)


def adam(test: Check) -> Check:
    """A check that only Adam makes."""
    return _under("adam", test)


def muon(test: Check) -> Check:
    """A check that Muon makes, once it steps."""
    return _under("muon", test)


def _under(optimizer: str, test: Check) -> Check:
    def checked(trainer: Trainer, key: str) -> Facts | None:
        return test(trainer, key) if trainer.value("optimizer") == optimizer else None

    return checked


def negative(trainer: Trainer, key: str) -> Facts | None:
    return _when(trainer.value(key) < 0)


def no_beta(trainer: Trainer, key: str) -> Facts | None:
    return _when(not 0 <= trainer.value(key) < 1)


def betas_mixed(trainer: Trainer, key: str) -> Facts | None:
    """torch takes two floats; a whole 0 is none."""
    betas = trainer.value("adam_beta1"), trainer.value("adam_beta2")
    floats = all(isinstance(beta, float) for beta in betas)
    return _when(trainer.value("optimizer") == "adam" and not floats)


# evaluate() and train()


def segments_by_agents(trainer: Trainer, key: str) -> Facts | None:
    """A batch of several agents writes to whole rows: what is left at the end does not fit."""
    segments, agents = trainer.segments, trainer.some_agents
    odd = segments is not None and segments >= agents and segments % agents
    return _when(odd and not trainer.single, segments=segments, agents=agents)


def no_epochs(trainer: Trainer, key: str) -> Facts | None:
    total, batch = trainer.value("total_timesteps"), trainer.least_batch
    below = batch is not None and 0 < total < batch
    return _when(below, batch=batch, agents=trainer.agents)


def no_float_text(trainer: Trainer, key: str) -> Facts | None:
    """clip_grad_norm_ calls float() on it."""
    value = trainer.value(key)
    return _when(not is_number(value) and not (isinstance(value, str) and _is_float(value)))


def _is_float(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def zero(trainer: Trainer, key: str) -> Facts | None:
    return _when(trainer.value(key) == 0)


def no_text(trainer: Trainer, key: str) -> Facts | None:
    return _when(not isinstance(trainer.value(key), str))


def below_one(trainer: Trainer, key: str) -> Facts | None:
    return _when(trainer.never_trains)


def no_switch(trainer: Trainer, key: str) -> Facts | None:
    """Only truth counts. 0 and 1 do what they seem to do, and so does None."""
    value = trainer.value(key)
    seems = value is None or isinstance(value, bool) or (is_number(value) and value in (0, 1))
    return _when(not seems, counts_as=bool(value))
