"""What an environment returns first, compared with the arrays that the agents are given.

Those are the buffers that it is to write into: what it returns reaches nobody. That it differs from them is no fault
where they were written all the same; where they were not, it is lost.

Source: pufferlib 3.0.0, vector.py Serial and _worker_process, pufferlib.py PufferEnv (async_reset, send, recv).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, Literal

from profilecheck.launch.contract import ConfigWarning, ContractError
from profilecheck.profiles.v3_contract import HANDED, OBSERVATIONS, PER_ENV, REWARDS, WRITTEN

Call = Literal["reset", "step"]
_CALLS: Final[tuple[Call, ...]] = ("reset", "step")


class First:
    """An environment until its first step, whose ``reset`` and ``step`` are looked at while it is armed.

    ``given`` are the arrays that it is to write into; None where its own attributes are what is handed over. While a
    call of it runs, the environment is as it was made: it may copy itself, or call its own methods.
    """

    def __init__(self, env: Any, given: Mapping[str, Any] | None, strict: bool) -> None:
        self._env = env
        self._given = given
        self._strict = strict
        self._kept: dict[str, object] | None = None
        self._over = False

    def arm(self) -> None:
        """Stand between the environment and who calls it. One without attributes of its own stays as it is."""
        own = getattr(self._env, "__dict__", None)
        if self._over or self._kept is not None or not isinstance(own, dict):
            return
        self._kept = {name: own[name] for name in _CALLS if name in own}
        own.update(reset=self._reset, step=self._step)

    def disarm(self) -> None:
        """Leave the environment as it was."""
        if self._kept is None:
            return
        own = vars(self._env)
        for name in _CALLS:
            own.pop(name, None)
        own.update(self._kept)
        self._kept = None

    def _reset(self, *args: Any, **kwargs: Any) -> object:
        returned = self._called("reset", args, kwargs)
        self.arm()
        return returned

    def _step(self, *args: Any, **kwargs: Any) -> object:
        returned = self._called("step", args, kwargs)
        self._over = True
        return returned

    def _called(self, call: Call, args: Sequence[Any], kwargs: Mapping[str, Any]) -> object:
        self.disarm()
        arrays = {name: self._handed(name) for name in HANDED[call] if name in WRITTEN}
        before = {name: array.copy() for name, array in arrays.items() if array is not None}
        returned = getattr(self._env, call)(*args, **kwargs)
        self._judge(call, before, returned)
        return returned

    def _handed(self, name: str) -> Any:
        """The array that the agents get; None where it is none of numpy's, nor like one."""
        return _array(getattr(self._env, name, None) if self._given is None else self._given[name])

    def _judge(self, call: Call, before: Mapping[str, Any], returned: object) -> None:
        """Raises ContractError."""
        if not isinstance(returned, tuple) or len(returned) != len(HANDED[call]):
            return  # whoever unpacks it says so
        lost: list[str] = []
        doubtful: list[str] = []
        for name, value in zip(HANDED[call], returned, strict=True):
            if name in before:
                told, certain = self._problem(name, before[name], value)
                (lost if certain else doubtful).extend(told)
        where = f"{type(self._env).__name__}.{call}"
        if lost and self._strict:
            raise ContractError(where, lost + doubtful)
        if lost or doubtful:
            error = ContractError(where, lost + doubtful)
            warnings.warn(str(error), ConfigWarning, stacklevel=4)

    def _problem(self, name: str, before: Any, value: object) -> tuple[list[str], bool]:
        """What is wrong with an array, if anything, and whether that is certain."""
        import numpy as np

        handed = self._handed(name)
        own = getattr(self._env, name, handed)
        array = _array(value if _is_array(value) else own)
        if (
            array is None
            or handed is None
            or np.may_share_memory(array, handed)
            or not _same(before, handed)
        ):
            return [], True
        fits = array.dtype == handed.dtype and array.shape == handed.shape
        attribute = _array(own)
        replaced = attribute is not None and not np.may_share_memory(attribute, handed)
        if array.size == handed.size and _same(_as(array, handed), handed):
            # nothing is lost yet. What never ends may well replace terminals by others that are never set
            if not replaced and (fits or name != OBSERVATIONS):
                return [], True
            certain = replaced and name in (OBSERVATIONS, REWARDS)
        else:
            certain = True
        return [_told(name, array, handed)], certain


@contextmanager
def armed(environments: Sequence[First]) -> Iterator[None]:
    """Have them looked at, for one call of the vecenv that has them."""
    for one in environments:
        one.arm()
    try:
        yield
    finally:
        for one in environments:
            one.disarm()


def firsts(vecenv: Any, module: Any, strict: bool) -> Sequence[First]:
    """The environments that a vecenv has in this process; ``module`` is pufferlib's ``vector``."""
    if isinstance(vecenv, module.PufferEnv):
        own = type(vecenv).recv is module.PufferEnv.recv
        return [First(vecenv, None, strict)] if own else ()
    if not isinstance(vecenv, module.Serial):
        return ()
    found, start = [], 0
    for env, agents in zip(vecenv.envs, getattr(vecenv, PER_ENV), strict=True):
        rows = slice(start, start + agents)
        found.append(First(env, {name: getattr(vecenv, name)[rows] for name in WRITTEN}, strict))
        start += agents
    return found


def _told(name: str, array: Any, handed: Any) -> str:
    wrong = []
    if array.shape != handed.shape:
        wrong.append(f"shape {array.shape}, expected {handed.shape}, ")
    if array.dtype != handed.dtype:
        wrong.append(f"dtype {array.dtype}, expected {handed.dtype}, ")
    return (
        f"{name}: {''.join(wrong)}{'in ' if wrong else ''}an array of its own: the agents get the one "
        f"that it was given (buf), which this call left as it was"
    )


def _is_array(value: object) -> bool:
    return bool(getattr(value, "shape", ())) and hasattr(value, "dtype")


def _array(value: object) -> Any:
    """As numpy's, a tensor that lies in the same memory too; None for what cannot be one."""
    import numpy as np

    if not _is_array(value):
        return None
    try:
        array = np.asarray(value)
    except Exception:  # whatever a device or a library raises
        return None
    return None if array.dtype.hasobject else array


def _as(array: Any, other: Any) -> Any:
    """An array as an assignment to another one of that size would have it."""
    import numpy as np

    with np.errstate(all="ignore"):
        return array.astype(other.dtype).reshape(other.shape)


def _same(first: Any, second: Any) -> bool:
    return first.shape == second.shape and bool(
        ((first == second) | ((first != first) & (second != second))).all()
    )
