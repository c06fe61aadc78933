"""The single checks of 3.0's ``vector.make``, each answering None where all is well, else facts.

Every check may count on what the rows before it in ``v3_make.TABLE`` have established.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeGuard

from profilecheck.document import UNKNOWN, Whole
from profilecheck.profiles.v3_call import CONSTRUCTOR_KEYS, SIGNATURE_KEYS, Call, is_number

Facts = Mapping[str, object]
Check = Callable[..., "Facts | None"]

TOO_LARGE: Final = 2**60
"""A list of this many elements is more than an address space holds: Python refuses at once."""


def _when(condition: object, **facts: object) -> Facts | None:
    return facts if condition else None


# num_envs and backend: every call


def num_envs_no_number(call: Call) -> Facts | None:
    return _when(not is_number(call.num_envs))


def num_envs_below_one(call: Call) -> Facts | None:
    return _when(call.num_envs < 1)


def num_envs_fractional(call: Call) -> Facts | None:
    whole = isinstance(call.num_envs, int) or call.num_envs.is_integer()
    return _when(not whole)


def always(call: Call, *keys: str) -> Facts | None:
    """For a row that is a fault as soon as it applies, whatever the values."""
    return {}


# backend PufferEnv: one call of the creator


def no_mapping(call: Call) -> Facts | None:
    value = call.value("env_kwargs")
    return _when(value and not isinstance(value, dict))


def no_iterable(call: Call) -> Facts | None:
    value = call.value("env_args")
    return _when(value and not hasattr(value, "__iter__"))


def list_of_creators(call: Call) -> Facts | None:
    return _when(call.creators is not None, creators=call.creators)


def keys_no_strings(call: Call) -> Facts | None:
    return _when(_first_bad([call.value("env_kwargs") or {}], _has_string_keys) is not None)


def more_than_one(call: Call) -> Facts | None:
    return _when(call.num_envs != 1)


# num_workers and batch_size, where given


def workers_no_number(call: Call) -> Facts | None:
    return _when(not is_number(call.num_workers))


def workers_zero(call: Call) -> Facts | None:
    return _when(call.num_workers == 0)


def ratio_too_large(call: Call) -> Facts | None:
    return _when(call.per_worker is None and isinstance(call.num_envs, int))


def ratio_not_finite(call: Call) -> Facts | None:
    ratio = call.per_worker
    too_large = ratio is None and isinstance(call.num_envs, int)
    return _when(not too_large and not _is_finite(ratio))


def _is_finite(ratio: float | None) -> TypeGuard[float]:
    return ratio is not None and math.isfinite(ratio)


def envs_by_workers(call: Call) -> Facts | None:
    ratio = call.per_worker
    return _when(_is_finite(ratio) and ratio != int(ratio), envs_per_worker=ratio)


def batch_no_number(call: Call) -> Facts | None:
    return _when(not is_number(call.batch_size))


def batch_beyond_float(call: Call) -> Facts | None:
    try:
        float(call.batch_size)
    except OverflowError:
        return {}
    return None


def ratio_zero(call: Call) -> Facts | None:
    return _when(call.per_worker == 0)


def batch_by_envs_per_worker(call: Call) -> Facts | None:
    """Only where the environments fill the workers: what a worker gets is not known before."""
    ratio = call.per_worker
    if not _is_finite(ratio) or not ratio or ratio != int(ratio):
        return None
    return _when(call.batch_size % ratio != 0, envs_per_worker=int(ratio))


# creators, env_args, env_kwargs


def creators_length(call: Call) -> Facts | None:
    return _when(
        call.creators is not None and call.creators != call.num_envs, creators=call.creators
    )


def length(key: str) -> Callable[[Call], Facts | None]:
    def test(call: Call) -> Facts | None:
        value = call.each(key)
        wrong = (
            call.creators is not None and hasattr(value, "__len__") and len(value) != call.num_envs
        )
        return {"length": len(value)} if wrong else None

    return test


def no_length(key: str) -> Callable[[Call], Facts | None]:
    return lambda call: _when(not hasattr(call.each(key), "__len__"))


def num_envs_float(call: Call) -> Facts | None:
    return _when(isinstance(call.num_envs, float))


def num_envs_too_large(call: Call) -> Facts | None:
    return _when(call.num_envs >= TOO_LARGE)


def args_element(call: Call) -> Facts | None:
    index = _first_bad(call.each("env_args"), _is_sequence)
    return _when(index is not None, index=index)


def kwargs_element(call: Call) -> Facts | None:
    index = _first_bad(call.each("env_kwargs"), _is_dict)
    return _when(index is not None, index=index)


def kwargs_element_first(call: Call) -> Facts | None:
    """make looks at env_args and env_kwargs element by element."""
    arguments = _first_bad(call.each("env_args"), _is_sequence)
    index = _first_bad(call.each("env_kwargs"), _is_dict, end=arguments)
    return _when(arguments is not None and index is not None, index=index)


def _is_sequence(value: object) -> bool:
    return isinstance(value, (list, tuple))


def _is_dict(value: object) -> bool:
    return isinstance(value, dict)


def _has_string_keys(value: object) -> bool:
    return not isinstance(value, dict) or all(isinstance(key, str) for key in value)


def _is_free_of_buf_and_seed(value: object) -> bool:
    return not isinstance(value, dict) or value.keys().isdisjoint({"buf", "seed"})


def _first_bad(
    container: Any, good: Callable[[object], bool], start: int = 0, end: int | None = None
) -> int | None:
    """The first index at which a container does not answer, or holds what is not good."""
    for index in range(start, len(container) if end is None else min(end, len(container))):
        try:
            element = container[index]
        except (TypeError, KeyError):
            return index
        if element is not UNKNOWN and not good(element):
            return index
    return None


# other keywords


def unknown_keys(call: Call) -> Iterable[str]:
    return [key for key in call.given if key not in CONSTRUCTOR_KEYS | SIGNATURE_KEYS]


def given(*names: str) -> Callable[[Call], Iterable[str]]:
    return lambda call: [key for key in call.given if key in names]


def beyond_serial(call: Call, key: str) -> Facts | None:
    """What asks for more than Serial does: it is one process that hands over its own arrays."""
    value = call.value(key)
    if key == "zero_copy":
        return _when(not value)
    if key == "num_workers":
        return _when(isinstance(value, (int, float)) and value > 1)
    return _when(bool(value))


def beyond_ray(call: Call, key: str) -> Facts | None:
    """What asks for more than Ray does: it copies, and counts no cores."""
    return _when(bool(call.value(key)))


# the constructors


def refuses_the_call(call: Call) -> Facts | None:
    return _when(not _answers_anything(call))


def _answers_anything(call: Call) -> bool:
    """``type.__subclasshook__`` takes whatever it is given, and answers NotImplemented."""
    return call.value("backend") == "__subclasshook__" and not CONSTRUCTOR_KEYS.intersection(
        call.given
    )


def answers_no_vecenv(call: Call) -> Facts | None:
    return _when(_answers_anything(call))


def driver_keys(call: Call) -> Facts | None:
    return _when(_first_bad(call.each("env_kwargs"), _has_string_keys, end=1) is not None)


def no_cores(call: Call) -> Facts | None:
    return _when(call.cores is None)


def workers_over_cores(call: Call) -> Facts | None:
    known = isinstance(call.cores, int)
    over = known and call.num_workers > call.cores and not call.value("overwork")
    return _when(over, cores=call.cores)


def batch_auto(call: Call) -> Facts | None:
    return _when(call.batch_size == "auto")


def serial_batch_no_integer(call: Call) -> Facts | None:
    explicit_none = call.has("batch_size") and call.given["batch_size"] is None
    return _when(explicit_none or not isinstance(call.batch_size, int))


def batch_negative(call: Call) -> Facts | None:
    return _when(call.batch_size < 0)


def batch_zero(call: Call) -> Facts | None:
    return _when(call.batch_size == 0)


def batch_too_large(call: Call) -> Facts | None:
    return _when(call.batch_size >= TOO_LARGE)


def _batches(call: Call) -> float:
    ratio: float = call.num_envs / call.batch_size
    return ratio


def batches_not_finite(call: Call) -> Facts | None:
    return _when(call.value("zero_copy") and not math.isfinite(_batches(call)))


def zero_copy_batches(call: Call) -> Facts | None:
    ratio = _batches(call)
    return _when(call.value("zero_copy") and _is_finite(ratio) and ratio != int(ratio))


def no_envs_per_worker(call: Call) -> Facts | None:
    return _when(call.num_envs // call.num_workers == 0)


def batch_float(call: Call) -> Facts | None:
    return _when(isinstance(call.batch_size, float))


def workers_no_integer(call: Call) -> Facts | None:
    return _when(isinstance(call.num_workers, (float, bool)))


def another_integer(key: str) -> Callable[[Call], Facts | None]:
    """numpy's whole numbers cannot give the size of a shared array."""
    return lambda call: _when(isinstance(call.value(key), Whole))


def workers_negative(call: Call) -> Facts | None:
    return _when(call.num_workers < 0)


def no_slices(key: str) -> Callable[[Call], Facts | None]:
    return lambda call: _when(isinstance(call.each(key), dict))


def env_keys(call: Call) -> Facts | None:
    """An element past the driver's whose names are no strings, before one that has buf or seed."""
    kwargs = call.each("env_kwargs")
    index = _first_bad(kwargs, _has_string_keys, 1, call.built)
    taken = _first_bad(kwargs, _is_free_of_buf_and_seed, 0, call.built)
    return _when(index is not None and (taken is None or index < taken), index=index)


def buf_or_seed(call: Call) -> Facts | None:
    kwargs = call.each("env_kwargs")
    index = _first_bad(kwargs, _is_free_of_buf_and_seed, 0, call.built)
    if index is None:
        return None
    return {"index": index, "names": tuple(n for n in ("buf", "seed") if n in kwargs[index])}


def serial_batch_over_envs(call: Call) -> Facts | None:
    return _when(call.batch_size > call.num_envs)


# what make accepts


def hangs(test: Callable[[Call], Facts | None]) -> Callable[[Call], Facts | None]:
    """Multiprocessing waits for a dead worker for ever; Ray raises ActorDiedError."""

    def hang(call: Call) -> Facts | None:
        facts = test(call)
        return None if facts is None else {**facts, "hangs": call.kind == "Multiprocessing"}

    return hang


def batch_over_envs_copying(call: Call) -> Facts | None:
    return _when(not call.value("zero_copy") and call.batch_size > call.num_envs)


def batch_over_envs(call: Call) -> Facts | None:
    return _when(call.batch_size > call.num_envs)


def batches_rotate(call: Call) -> Facts | None:
    odd = 0 < call.batch_size < call.num_envs and call.num_envs % call.batch_size
    return _when(not call.value("zero_copy") and odd, evaluate_raises=True)


def batch_below_envs(call: Call) -> Facts | None:
    return _when(0 < call.batch_size < call.num_envs, runs=call.batch_size)


def flag_no_bool(call: Call, key: str) -> Facts | None:
    """0 and 1 do what they seem to do."""
    value = call.value(key)
    seems = isinstance(value, bool) or (isinstance(value, (int, float)) and value in (0, 1))
    return None if seems else {"counts_as": bool(value)}


def tolerated(call: Call, key: str) -> Facts | None:
    value = call.value(key)
    if key == "num_envs":
        return _when(isinstance(value, (bool, float)))
    if key == "batch_size":
        return _when(call.has(key) and isinstance(value, bool))
    if key == "num_workers":
        return _when(isinstance(value, (bool, float)) or value < 0)
    if call.kind == "PufferEnv":
        kinds = (list, tuple) if key == "env_args" else (dict,)
        return _when(value is not None and not isinstance(value, kinds))
    return _when(call.creators is not None and isinstance(value, dict))
