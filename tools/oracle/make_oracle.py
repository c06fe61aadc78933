"""Ask the real ``pufferlib.vector.make`` of 3.0.0 what it does with given keyword arguments.

    PYTHON tools/oracle/make_oracle.py [--real [--ray] [--limit SECONDS]] < cases.jsonl > verdicts.jsonl

PYTHON is the interpreter of an environment made by ``env.py``. One case a line:

    {"kwargs": {...}, "creators": null, "cores": 8}

``kwargs`` goes to ``make`` as it is, values written as ``encode`` writes them; ``creators`` is
the length of a list of creators, or null for one creator; ``cores`` is what
``psutil.cpu_count(logical=False)`` answers, null included.

Fast mode runs everything of ``make`` and of the constructors, but starts no process, and Ray's
actors never come to life. ``--real`` starts the workers, resets and steps, each case in a process
group of its own, which is killed when its time is up: ``hang`` is a verdict.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import json
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

# ---- cases as text ---------------------------------------------------------------------------


def encode(value: Any) -> Any:
    """A value as JSON knows it: what JSON lacks is a mapping with one key, ``$`` and its type."""
    if isinstance(value, list):
        return [encode(element) for element in value]
    if isinstance(value, (tuple, set, frozenset)):
        return {f"${type(value).__name__}": [encode(element) for element in value]}
    if isinstance(value, dict):
        if all(isinstance(key, str) and not key.startswith("$") for key in value):
            return {key: encode(element) for key, element in value.items()}
        return {"$dict": [[encode(key), encode(element)] for key, element in value.items()]}
    if isinstance(value, complex):
        return {"$complex": [value.real, value.imag]}
    if isinstance(value, bytes):
        return {"$bytes": list(value)}
    return value


def decode(value: Any) -> Any:
    """The inverse of ``encode``."""
    if isinstance(value, list):
        return [decode(element) for element in value]
    if not isinstance(value, dict):
        return value
    name = next(iter(value), "")
    if not name.startswith("$"):
        return {key: decode(element) for key, element in value.items()}
    content = value[name]
    if name == "$complex":
        return complex(*content)
    return _CONTAINERS[name]([decode(element) for element in content])


_CONTAINERS: dict[str, Callable[[Any], Any]] = {
    "$tuple": tuple,
    "$set": set,
    "$frozenset": frozenset,
    "$bytes": bytes,
    "$dict": dict,
}


# ---- the real thing ----------------------------------------------------------------------------


class Real:
    """The real module, and a good environment: it takes any argument, ``buf`` and ``seed``."""

    def __init__(self) -> None:
        with contextlib.redirect_stderr(io.StringIO()):  # gym's notice
            self.vector = importlib.import_module("pufferlib.vector")
        self.numpy = importlib.import_module("numpy")
        spaces = importlib.import_module("gymnasium.spaces")
        self.creator = _environment(self.vector.PufferEnv, spaces, self.numpy)
        self.cores: int | None = None
        psutil: Any = importlib.import_module("psutil")
        psutil.cpu_count = lambda logical=True: self.cores

    def make(self, case: dict[str, Any]) -> Any:
        """What ``make`` returns, or raises."""
        self.cores = case.get("cores")
        count = case.get("creators")
        creator = self.creator if count is None else [self.creator] * count
        return self.vector.make(creator, **decode(case["kwargs"]))


def _environment(base: Any, spaces: Any, numpy: Any) -> Any:
    class GoodEnv(base):  # type: ignore[misc]
        """Tells in its observations the seed it was built with."""

        def __init__(self, *args: Any, buf: Any = None, seed: Any = None, **kwargs: Any) -> None:
            self.single_observation_space = spaces.Box(-1e9, 1e9, (1,), numpy.float32)
            self.single_action_space = spaces.Discrete(3)
            self.num_agents = 1
            self.seed = -1 if seed is None else seed
            super().__init__(buf if isinstance(buf, dict) else None)

        def reset(self, seed: Any = None) -> Any:
            self.observations[:] = self.seed
            return self.observations, []

        def step(self, actions: Any) -> Any:
            return self.observations, self.rewards, self.terminals, self.truncations, []

        def close(self) -> None:
            pass

    return GoodEnv


def failure(error: BaseException) -> dict[str, Any]:
    """An exception as a verdict."""
    return {"verdict": "raise", "type": type(error).__name__, "message": str(error).strip()}


# ---- fast mode -----------------------------------------------------------------------------------


class Inert:
    """Stands in for a process or a pipe that is never started or used."""

    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

    def start(self) -> None: ...


class InertRay:
    """Stands in for the module ``ray``: actors are asked for, and never come to life."""

    def is_initialized(self) -> bool:
        return True

    def remote(self, *args: Any) -> InertRay:
        return self


def start_nothing() -> None:
    """Replace what starts processes. The constructors import it when they run."""
    module: Any = multiprocessing
    module.Process = Inert
    module.Pipe = lambda duplex=True: (Inert(), Inert())
    modules: dict[str, Any] = sys.modules
    modules["ray"] = InertRay()


def fast(real: Real, case: dict[str, Any]) -> dict[str, Any]:
    """Whether ``make`` accepts, and else the exception."""
    try:
        real.make(case)
    except Exception as error:
        return failure(error)
    return {"verdict": "accept"}


# ---- real mode -----------------------------------------------------------------------------------

STEPS = 3


class InlineRay:
    """Stands in for the module ``ray``, whose start takes longer than all the rest.

    Actors live in this process and do at once what they are told; as with ray itself, an error in
    an actor, its constructor included, only comes up in ``get``. ``--ray`` uses the real one: with
    ray 2.23.0 the cases of tests/oracle/test_really_started.py end the same way.
    """

    def is_initialized(self) -> bool:
        return True

    def shutdown(self) -> None: ...

    def remote(self, class_: Any) -> Any:
        return _Remote(lambda *args, **kwargs: _Actor(class_, args, kwargs))

    def get(self, handles: Any) -> Any:
        return [handle() for handle in handles]

    def wait(self, handles: Any, num_returns: int) -> Any:
        return handles[:num_returns], handles[num_returns:]


class _Remote:
    def __init__(self, call: Callable[..., Any]) -> None:
        self.remote = call


class _Actor:
    def __init__(self, class_: Any, args: Any, kwargs: Any) -> None:
        self._built = _attempt(lambda: class_(*args, **kwargs))

    def __getattr__(self, name: str) -> _Remote:
        return _Remote(
            lambda *args, **kwargs: _attempt(lambda: getattr(self._built(), name)(*args, **kwargs))
        )


def _attempt(call: Callable[[], Any]) -> Callable[[], Any]:
    """Do it now, give or raise the result when asked."""
    try:
        result = call()
    except Exception as error:
        caught = error

        def fail() -> Any:
            raise caught

        return fail
    return lambda: result


def run(real: Real, case: dict[str, Any], tell: Callable[[dict[str, Any]], None]) -> None:
    """Make, reset, step and close, and tell how far it came after every stage."""
    seen: dict[str, Any] = {"verdict": "hang", "batches": []}

    def at(stage: str) -> None:
        seen["stage"] = stage
        tell(seen)

    vecenv = None
    try:
        at("make")
        vecenv = real.make(case)
        seen["running"] = _count(vecenv)
        at("reset")
        vecenv.async_reset(42)
        at("recv")
        batch = vecenv.recv()
        seen["built_with"] = real.numpy.ravel(batch[0]).tolist()
        seen["batches"].append(real.numpy.ravel(batch[5]).tolist())
        for _ in range(STEPS):
            at("send")
            vecenv.send(vecenv.action_space.sample())
            at("recv")
            seen["batches"].append(real.numpy.ravel(vecenv.recv()[5]).tolist())
        at("close")
        vecenv.close()
        seen["verdict"] = "done"
    except Exception as error:
        seen.update(failure(error))
    tell({**seen, "end": True})


def _count(vecenv: Any) -> int:
    """How many environments (Serial), actors (Ray) or processes (Multiprocessing) there are."""
    return len(getattr(vecenv, "envs", None) or getattr(vecenv, "processes", None) or [vecenv])


def real_run(real: Real, case: dict[str, Any], limit: float) -> dict[str, Any]:
    """``run`` in a process group of its own, for at most ``limit`` seconds."""
    fork = multiprocessing.get_context("fork")
    receiver, sender = fork.Pipe(duplex=False)
    process = fork.Process(target=_child, args=(real, case, sender))
    process.start()
    assert process.pid is not None
    with contextlib.suppress(OSError):  # the child does the same, whoever is first
        os.setpgid(process.pid, process.pid)
    sender.close()
    told: dict[str, Any] = {"verdict": "hang", "stage": "make"}
    deadline = time.monotonic() + limit
    try:
        while not told.get("end") and receiver.poll(max(0.0, deadline - time.monotonic())):
            told = receiver.recv()
    except EOFError:
        told = {**told, "verdict": "died"}
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.join()
    told.pop("end", None)
    return told


def _child(real: Real, case: dict[str, Any], sender: Any) -> None:
    os.setpgid(0, 0)
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):  # the workers' tracebacks
        os.dup2(silence, stream)
    run(real, case, sender.send)
    os._exit(0)


def cases(lines: Any) -> Iterator[dict[str, Any]]:
    for line in lines:
        if line.strip():
            yield json.loads(line)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--real", action="store_true", help="start the workers and step")
    parser.add_argument("--ray", action="store_true", help="the real ray, not a stand-in for it")
    parser.add_argument("--limit", type=float, default=4.0, help="seconds for a case (real mode)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="oracle-") as folder:
        os.chdir(folder)  # the import leaves a symlink behind
        answer(arguments)
        os.chdir("/")


def answer(arguments: argparse.Namespace) -> None:
    """Every case of standard input, in order."""
    real = Real()
    if arguments.real:
        if not arguments.ray:
            modules: dict[str, Any] = sys.modules
            modules["ray"] = InlineRay()
    else:
        start_nothing()
    for case in cases(sys.stdin):
        verdict = real_run(real, case, arguments.limit) if arguments.real else fast(real, case)
        print(json.dumps(verdict), flush=arguments.real)


if __name__ == "__main__":
    main()
