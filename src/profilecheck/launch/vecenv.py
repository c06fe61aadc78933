"""The vecenv that ``make`` returns: pufferlib's own behind one that closes it and checks what it hands over first.

Whatever is asked of it is asked of pufferlib's own; it passes for an instance of the same class. Once the
first reset and the first step have kept the contract, their calls are those of pufferlib's own.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import warnings
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Final

from profilecheck.findings import Finding
from profilecheck.launch import workers
from profilecheck.launch.contract import ConfigWarning, ContractError, contract_of, problems
from profilecheck.launch.ends import MOMENT, WorkerError, ended, first_gone
from profilecheck.launch.runtime import vector
from profilecheck.launch.watch import watch
from profilecheck.launch.written import First, armed, firsts
from profilecheck.profiles.v3_contract import Handing

_CHECKED: Final = ("reset", "async_reset", "step", "send", "recv")
"""The calls that are pufferlib's own once the contract was kept."""
_SPECIAL: Final = (
    *("__len__", "__bool__", "__iter__", "__next__", "__call__", "__contains__"),
    *("__getitem__", "__setitem__", "__delitem__"),
)
"""Methods that an environment may have for Python's own syntax, which looks for them in the class."""


@dataclass(frozen=True, slots=True)
class Made:
    """What ``make`` made: the class of its backend, the start method of worker processes at that time (only
    Multiprocessing uses it), the version of PufferLib, the arguments in force and the findings on them."""

    backend: str
    start_method: str
    version: str
    values: Mapping[str, object]
    findings: tuple[Finding, ...]


@dataclass(slots=True)
class _State:
    """``own`` is pufferlib's vecenv, ``module`` its ``vector``; ``sent``: actions were, so that what comes is a step;
    ``owner`` is the process that made it, ``firsts`` its environments in that process."""

    own: Any
    module: Any
    strict: bool
    processes: list[BaseProcess]
    last_resort: Callable[[], None]
    owner: int
    firsts: Sequence[First] = ()
    sent: bool = False
    closed: bool = False

    def calls_back(self, name: str) -> bool:
        """Whether a method is the function of ``vector`` that calls the parts of it on the object it is given."""
        return getattr(type(self.own), name, None) is getattr(self.module, name)


class Vecenv:
    """A vecenv of PufferLib 3.x that always closes. ``profilecheck`` is what is known of how it was made."""

    profilecheck: Made

    def __new__(cls, own: Any, *given: object) -> Vecenv:
        """One of a class that has the special methods of pufferlib's own."""
        special = {name: _passed_on(name) for name in set(_SPECIAL).intersection(dir(type(own)))}
        made: Vecenv = object.__new__(type(cls.__name__, (cls,), special) if special else cls)
        return made

    def __init__(
        self, own: Any, module: Any, made: Made, strict: bool, copied: bool = False
    ) -> None:
        processes: list[BaseProcess] = []
        if isinstance(own, module.Multiprocessing):
            processes = own.processes
            weakref.finalize(own, workers.end, processes, os.getpid()).atexit = False
            watch(own, processes)
        last = partial(_close_at_exit, weakref.ref(self), processes, os.getpid())
        # a finalizer may run after multiprocessing has begun to wait for its processes
        atexit.register(last)
        self.__dict__["profilecheck"] = made
        # in a copy the environments' arrays are no parts of the vecenv's any more, in pufferlib's own as well
        seen = () if copied else firsts(own, module, strict)
        self.__dict__[_STATE] = _State(own, module, strict, processes, last, os.getpid(), seen)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """That of pufferlib's own: PuffeRL asks for it."""
        return type(_state(self).own) if _STATE in self.__dict__ else Vecenv

    def __getattr__(self, name: str) -> Any:
        return getattr(_state(self).own, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(_state(self).own, name, value)
        if name in _CHECKED:
            self.__dict__[name] = value

    def __delattr__(self, name: str) -> None:
        delattr(_state(self).own, name)
        self.__dict__.pop(name, None)

    def __dir__(self) -> list[str]:
        return sorted({*dir(_state(self).own), "profilecheck"})

    def __repr__(self) -> str:
        return repr(_state(self).own)

    def __str__(self) -> str:
        return str(_state(self).own)

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy is one of a copy of pufferlib's own, where that can be copied."""
        state = _state(self)
        return _again, (state.own, self.__dict__["profilecheck"], state.strict)

    def __enter__(self) -> Vecenv:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            self.close()
        except Exception as failed:
            if error is None:
                raise
            # the error of the body is the one to tell
            warnings.warn(f"closing failed too: {failed!r}", ConfigWarning, stacklevel=2)

    def close(self) -> None:
        """Close the environments and end the workers, also where closing an environment raises. It does nothing
        the second time, nor in a forked copy of the process, which the workers are not of."""
        state = _state(self)
        if state.closed or (state.processes and os.getpid() != state.owner):
            return
        state.closed = True
        atexit.unregister(state.last_resort)
        if state.processes:
            self.__dict__.update(dict.fromkeys(_CHECKED, _refuse))
        try:
            state.own.close()
        finally:
            workers.end(state.processes, state.owner)

    def reset(self, *args: Any, **kwargs: Any) -> Any:
        """As pufferlib's own; its first batch is checked."""
        state = _state(self)
        if state.calls_back("reset"):  # async_reset and recv
            return state.module.reset(self, *args, **kwargs)
        return _checked(self, "reset", state.own.reset(*args, **kwargs))

    def step(self, *args: Any, **kwargs: Any) -> Any:
        """As pufferlib's own; its first batch is checked."""
        state = _state(self)
        if state.calls_back("step"):  # send and recv
            return state.module.step(self, *args, **kwargs)
        state.sent = True
        return _checked(self, "step", state.own.step(*args, **kwargs))

    def async_reset(self, *args: Any, **kwargs: Any) -> Any:
        """As pufferlib's own; workers that have ended are not waited for, nor infos that came already."""
        state = _state(self)
        if state.processes and (args or "seed" in kwargs):
            workers.refuse_seed(args[0] if args else kwargs["seed"])
        with armed(state.firsts):
            return _answered(self, state.own.async_reset, *args, **kwargs)

    def send(self, *args: Any, **kwargs: Any) -> Any:
        """As pufferlib's own."""
        state = _state(self)
        state.sent = True
        with armed(state.firsts):
            return state.own.send(*args, **kwargs)

    def recv(self) -> Any:
        """As pufferlib's own; its first batch is checked, and workers that have ended are not waited for."""
        return _checked(self, "recv", _answered(self, _state(self).own.recv))


_STATE: Final = "_profilecheck"


def _passed_on(name: str) -> Callable[..., Any]:
    def method(self: Vecenv, *args: Any) -> Any:
        own = _state(self).own
        return getattr(type(own), name)(own, *args)

    return method


def _again(own: Any, made: Made, strict: bool) -> Vecenv:
    return Vecenv(own, vector()[0], made, strict, True)


def _state(vecenv: Vecenv) -> _State:
    try:
        state: _State = vecenv.__dict__[_STATE]
    except KeyError:
        raise AttributeError("the vecenv is not made yet") from None
    return state


def _answered(vecenv: Vecenv, call: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What a call returns once all workers have answered. Closes the vecenv where one has ended instead."""
    state = _state(vecenv)
    if not state.processes:
        return call(*args, **kwargs)
    try:
        workers.wait(state.own, state.module.MAIN)
        workers.forget_infos(state.own, state.module)
        return call(*args, **kwargs)
    except BrokenPipeError as error:
        gone = first_gone(state.processes, MOMENT) or state.processes
        told = ended(state.processes, gone)
        _end(vecenv)
        raise told from error
    except WorkerError:
        _end(vecenv)
        raise


def _end(vecenv: Vecenv) -> None:
    with contextlib.suppress(Exception):  # its workers are gone: that is what to tell
        vecenv.close()


def _checked(vecenv: Vecenv, call: Handing, handed: object) -> object:
    """What was handed over. From the first step on that keeps the contract, all calls are pufferlib's own.
    Raises ContractError."""
    state = _state(vecenv)
    found = problems(contract_of(state.own), call, handed)
    if found:
        error = ContractError(call, found)
        if state.strict:
            raise error
        warnings.warn(str(error), ConfigWarning, stacklevel=3)
    if state.sent:
        # a reset may wait for ever at any time where there are workers, and is no part of a loop that counts
        for name in _CHECKED[2:] if state.processes else _CHECKED:
            vecenv.__dict__.setdefault(name, getattr(state.own, name))
    return handed


def _refuse(*args: object, **kwargs: object) -> None:
    raise WorkerError("the vecenv is closed: its workers have ended")


def _close_at_exit(vecenv: weakref.ref[Vecenv], processes: list[BaseProcess], owner: int) -> None:
    """The last resort, in the process that made the vecenv."""
    if os.getpid() != owner:
        return
    left = vecenv()
    if left is not None:
        with contextlib.suppress(Exception):  # there is nobody left to tell
            left.close()
    workers.end(processes, owner)
