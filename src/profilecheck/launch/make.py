"""``make``: 3.0's ``vector.make``, with everything checked that can be before and right after it."""

from __future__ import annotations

import multiprocessing
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from profilecheck.api import ConfigError, Validated, validate
from profilecheck.choices import flag
from profilecheck.findings import Severity
from profilecheck.hosts import Host, this_machine
from profilecheck.launch import creating, creators, runtime, workers
from profilecheck.launch.contract import ConfigWarning
from profilecheck.launch.vecenv import Made, Vecenv
from profilecheck.profiles.python_calls import MAKE_OF, PARAMETERS
from profilecheck.profiles.v3_call import class_name
from profilecheck.profiles.v3_processes import FORK, STARTS_PROCESSES

OTHER_GENERATION = "PC102"
"""The rule that tells names of another generation all at once."""


def make(
    env_creator_or_creators: Any,
    env_args: Any = None,
    env_kwargs: Any = None,
    backend: Any = "PufferEnv",
    num_envs: Any = 1,
    seed: Any = 0,
    *,
    host: Host | int | None = None,
    ignore: Iterable[str] = (),
    strict: bool = True,
    **kwargs: Any,
) -> Vecenv:
    """The vecenv of ``pufferlib.vector.make`` with the same arguments, behind one that always closes.

    Before PufferLib is imported, the arguments are judged as ``validate`` judges them, on this machine or on
    ``host``, and the creators are looked at; warnings are given as ConfigWarning, also that the seed is not forwarded.
    ``ignore`` holds codes of rules. The first reset and the first step or recv are compared with what the vecenv
    says of itself; with ``strict=False`` what is wrong is a ConfigWarning.

    Raises ChoiceError where a creator is no callable, ConfigError with the nearest legal values where the
    arguments do not run, WrongRuntime where PufferLib 3.x is not installed, and whatever PufferLib and the
    creators raise. Its reset, step and recv may raise ContractError, and WorkerError where a worker has ended.
    """
    creators.refuse_others(env_creator_or_creators)
    flag("strict", strict)
    given = _given((env_creator_or_creators, env_args, env_kwargs, backend, num_envs, seed), kwargs)
    if host is None:
        host = replace(this_machine(), launching=True)
    valid = _validated(given, backend, host, ignore)
    values = valid.values["vec"]
    named = backend if isinstance(backend, str) else class_name(backend)
    start_method = _start_method()
    wrong = creators.fault(env_creator_or_creators, named, env_args, env_kwargs)
    if wrong is None and named == STARTS_PROCESSES and start_method != FORK:
        wrong = creators.unsendable(env_creator_or_creators, start_method)
    if wrong is not None:
        raise ConfigError(valid.findings, wrong)
    for finding in valid.findings:
        if finding.severity is Severity.WARNING:
            text = f"{finding.code} {finding.name}: {finding.message}"
            warnings.warn(text, ConfigWarning, stacklevel=2)
    module, version = runtime.vector()
    found = getattr(module, backend, None) if isinstance(backend, str) else backend
    called = env_creator_or_creators
    if found is module.Serial or found is module.Multiprocessing:
        in_workers = found is module.Multiprocessing
        called = creating.looked_at(called, in_workers=in_workers, strict=strict)
    own = module.make(
        called,
        env_args,
        env_kwargs,
        _guarded(backend, found, module),
        num_envs,
        seed,
        **kwargs,
    )
    release = runtime.release(module, version)
    made = Made(named or type(own).__name__, start_method, release, values, valid.findings)
    return Vecenv(own, module, made, strict)


def _validated(
    given: Mapping[str, object], backend: object, host: Host | int, ignore: Iterable[str]
) -> Validated:
    """What ``validate`` makes of the arguments. That make is 3.0's is beyond doubt: where names of another generation are
    all that is given, it is told of each what takes its place, and not that another target may be meant."""
    choices: dict[str, Any] = {
        "target": MAKE_OF,
        "defaults": "signature",
        "host": host,
        "ignore": ignore,
    }
    try:
        return validate(given, **choices)
    except ConfigError as error:
        refused = error
    if any(one.code == OTHER_GENERATION for one in refused.findings):
        validate({**given, "backend": backend}, **choices)
    raise refused


def _given(positional: tuple[object, ...], kwargs: Mapping[str, object]) -> dict[str, object]:
    """The arguments by name, without those that are make's own defaults."""
    defaults = (None, None, None, "PufferEnv", 1, 0)
    pairs = zip(PARAMETERS, positional, defaults, strict=True)
    return {name: value for name, value, own in pairs if value is not own} | dict(kwargs)


def _guarded(backend: Any, found: Any, module: Any) -> Any:
    """The backend as make takes it (``found``: its class); where it starts processes, none is left of one that raises."""
    if isinstance(found, type) and issubclass(found, module.Multiprocessing):
        return workers.build(found)
    return backend


def _start_method() -> str:
    """That of multiprocessing, without settling it where nobody has: the program may still do so."""
    settled = multiprocessing.get_start_method(allow_none=True)
    return settled or multiprocessing.get_all_start_methods()[0]
