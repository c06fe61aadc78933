"""PC5 against the real 3.0.0: each program is checked and then run, for some seconds at most."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import env
import pytest

from tests.rules.helpers import report

pytestmark = pytest.mark.oracle

LIMIT = 180.0
"""Seconds for a program to come to what is expected of it."""
STILL = 1.5
"""Seconds after which a program that should have gone on is held to wait for ever."""

HEAD = """\
import contextlib, functools, multiprocessing as mp
import gymnasium, numpy
import pufferlib, pufferlib.vector as pv

workers = dict(backend=pv.Multiprocessing, num_envs=2, overwork=True)
serial = dict(backend=pv.Serial, num_envs=2)


class Env(pufferlib.PufferEnv):
    def __init__(self, buf=None, seed=0):
        self.single_observation_space = gymnasium.spaces.Box(-1, 1, (1,), numpy.float32)
        self.single_action_space = gymnasium.spaces.Discrete(3)
        self.num_agents = 1
        super().__init__(buf)

    def reset(self, seed=None):
        self.observations[:] = 1
        return self.observations, []

    def step(self, actions):
        return self.observations, self.rewards, self.terminals, self.truncations, []

    def close(self):
        pass


def run(vecenv):
    with contextlib.closing(vecenv):
        print("observed", vecenv.reset()[0].ravel().tolist(), flush=True)


"""
GUARD = "if __name__ == '__main__':\n"
SPAWN = GUARD + "    mp.set_start_method('spawn')\n"
LOCAL = "def local(**kwargs):\n        return Env(**kwargs)\n"
WRAPPED = """\
import pufferlib.emulation


class Gym(gymnasium.Env):
    observation_space = gymnasium.spaces.Box(-1, 1, (1,), numpy.float32)
    action_space = gymnasium.spaces.Discrete(3)

    def reset(self, seed=None, options=None):
        return numpy.ones(1, numpy.float32), {}

    def step(self, action):
        return numpy.ones(1, numpy.float32), 0.0, False, False, {}


def wrapped(buf=None, seed=0):
    return pufferlib.emulation.GymnasiumPufferEnv(env=Gym(), buf=buf, seed=seed)


"""


@dataclass(frozen=True, slots=True)
class Program:
    """A program, the codes that are found in it, and how its run ends: with this text told."""

    text: str
    codes: frozenset[str]
    ends: Literal["fine", "raises", "waits", "fails"]
    told: str = ""


def fine(text: str, *codes: str, told: str = "observed [1.0, 1.0]") -> Program:
    return Program(text, frozenset(codes), "fine", told)


def raises(text: str, told: str, *codes: str) -> Program:
    return Program(text, frozenset(codes), "raises", told)


def waits(text: str, told: str, *codes: str) -> Program:
    return Program(text, frozenset(codes), "waits", told)


def fails(text: str, told: str, *codes: str) -> Program:
    """Its workers die: the program waits for them, or finds the pipe to them broken if they were quick."""
    return Program(text, frozenset(codes), "fails", told)


ZOO = """\
import pettingzoo, pufferlib.emulation


class Zoo(pettingzoo.ParallelEnv):
    metadata = {}
    possible_agents = agents = ["a", "b"]

    def observation_space(self, agent):
        return gymnasium.spaces.Box(-1, 1, (1,), numpy.float32)

    def action_space(self, agent):
        return gymnasium.spaces.Discrete(3)

    def reset(self, seed=None, options=None):
        return {a: numpy.ones(1, numpy.float32) for a in self.agents}, {a: {} for a in self.agents}


def wrapped(buf=None, seed=0):
    return pufferlib.emulation.PettingZooPufferEnv(env=Zoo(), buf=buf, seed=seed)


"""


def reset_with(
    then: str, creator: str = "wrapped", how: str = "workers", head: str = WRAPPED
) -> str:
    """A program that tells of its first reset, and of all that comes after."""
    body = f"v.reset(); print('once', flush=True); {then}; print('all done', flush=True)"
    return (
        f"{head}{GUARD}    v = pv.make({creator}, **{how})\n"
        f"    with contextlib.closing(v):\n        {body}\n"
    )


def spawned(creator: str, before: str = "", **more: str) -> str:
    given = "".join(f", {key}={value}" for key, value in more.items())
    main = f"def main():\n    {before or 'pass'}\n    run(pv.make({creator}{given}, **workers))\n"
    return main + SPAWN + "    main()\n"


ACT = "v.step(v.action_space.sample())"
PROGRAMS: Mapping[str, Program] = {
    "reset twice": waits(reset_with("v.reset()"), "once", "PC509"),
    "reset, then by the trainer": waits(reset_with("v.async_reset(7)"), "once", "PC509"),
    "reset twice, serial": fine(reset_with("v.reset()", how="serial"), told="all done"),
    "reset twice, native": fine(reset_with("v.reset()", "Env"), told="all done"),
    "PettingZoo reset twice": waits(reset_with("v.reset()", head=ZOO), "once", "PC509"),
    "PettingZoo reset twice, serial": fine(
        reset_with("v.reset()", how="serial", head=ZOO), told="all done"
    ),
    "reset after steps": fine(reset_with(f"{ACT}; {ACT}; v.reset()"), told="all done"),
    "no guard, forked": fine("run(pv.make(Env, **workers))\n", "PC501"),
    "no guard, spawned": fails(
        "mp.set_start_method('spawn', force=True)\nrun(pv.make(Env, **workers))\n",
        "finished its bootstrapping phase",
        "PC501",
    ),
    "no guard around the call of the function": fails(
        "mp.set_start_method('forkserver', force=True)\n"
        "def main():\n    run(pv.make(Env, **workers))\nmain()\n",
        "finished its bootstrapping phase",
        "PC501",
    ),
    "no guard, serial": fine(
        "mp.set_start_method('spawn', force=True)\nrun(pv.make(Env, **serial))\n"
    ),
    "guard, spawned": fine(SPAWN + "    run(pv.make(Env, **workers))\n"),
    "fork said": fine("mp.set_start_method('fork')\nrun(pv.make(Env, **workers))\n"),
    "never closed": waits(
        "def f():\n    v = pv.make(Env, **workers)\n    v.reset()\n    print('done', flush=True)\n"
        + GUARD
        + "    f()\n",
        "done",
        "PC502",
    ),
    "its driver is closed": waits(
        GUARD
        + "    v = pv.make(Env, **workers)\n    v.driver_env.close()\n    print('done', flush=True)\n",
        "done",
        "PC502",
    ),
    "its processes are ended": fine(
        GUARD
        + "    v = pv.make(Env, **workers)\n    for p in v.processes:\n        p.terminate()\n",
        told="",
    ),
    "a lambda, spawned": raises(spawned("lambda **k: Env(**k)"), "Can't pickle", "PC503"),
    "a nested function, spawned": raises(
        spawned("local", LOCAL), "Can't pickle local object", "PC503"
    ),
    "a local class, spawned": raises(
        spawned("L", "class L(Env):\n        pass"), "Can't pickle local object", "PC503"
    ),
    "an instance of one, spawned": raises(
        spawned("L()", "class L:\n        def __call__(self, **k):\n            return Env(**k)"),
        "Can't pickle local object",
        "PC503",
    ),
    "its method, spawned": raises(
        spawned("L().f", "class L:\n        def f(self, **k):\n            return Env(**k)"),
        "Can't pickle local object",
        "PC503",
    ),
    "a partial, spawned": raises(
        spawned("functools.partial(local)", LOCAL), "Can't pickle local object", "PC503"
    ),
    "an argument, spawned": raises(
        "def f(g, **k):\n    return Env(**k)\n" + spawned("f", env_kwargs="{'g': lambda: 1}"),
        "Can't pickle",
        "PC503",
    ),
    "under the guard, spawned": fails(
        SPAWN + "    " + LOCAL + "    run(pv.make(local, **workers))\n",
        "Can't get attribute 'local'",
        "PC503",
    ),
    "a lambda, forked": fine(
        GUARD + "    run(pv.make(lambda **k: Env(**k), **workers))\n", "PC503"
    ),
    "a lambda, spawned, serial": fine(SPAWN + "    run(pv.make(lambda **k: Env(**k), **serial))\n"),
    "an instance, spawned": fine(
        "class F:\n    def __call__(self, **k):\n        return Env(**k)\n    def f(self, **k):\n        return Env(**k)\n"
        + spawned("F().f", "run(pv.make(F(), **workers))")
    ),
    "a context of its own": fine(
        "c = mp.get_context('spawn')\n" + GUARD + "    run(pv.make(Env, **workers))\n"
    ),
    "text": raises("run(pv.make('envs.Env', **serial))\n", "must be a list of callables", "PC504"),
    "text, for workers": raises(
        GUARD + "    run(pv.make('envs.Env', **workers))\n", "must be a list of callables", "PC504"
    ),
    "text, native": raises("run(pv.make('envs.Env'))\n", "'str' object is not callable", "PC504"),
    "None": raises("run(pv.make(None, **serial))\n", "must be a list of callables", "PC504"),
    "no seed": raises(
        "run(pv.make(lambda buf=None: Env(buf), **serial))\n", "argument 'seed'", "PC505"
    ),
    "no buf": raises(
        "run(pv.make(lambda seed=0: Env(seed=seed), **serial))\n", "argument 'buf'", "PC505"
    ),
    "only by position": raises(
        "def f(buf=None, seed=0, /):\n    return Env(buf)\nrun(pv.make(f, **serial))\n",
        "positional-only",
        "PC505",
    ),
    "a position for seed": raises(
        "def f(seed, buf=None):\n    return Env(buf)\nrun(pv.make(functools.partial(f, 3), **serial))\n",
        "multiple values for argument 'seed'",
        "PC505",
    ),
    "no seed, for workers": fails(
        "def f(buf=None):\n    return Env(buf)\n" + GUARD + "    run(pv.make(f, **workers))\n",
        "argument 'seed'",
        "PC505",
    ),
    "needs buf": raises(
        "run(pv.make(lambda buf, seed=0: Env(buf), **serial))\n", "missing 1 required", "PC505"
    ),
    "needs buf, native": raises(
        "run(pv.make(lambda buf: Env(buf)))\n", "missing 1 required", "PC505"
    ),
    "needs another": raises(
        "def f(n, **k):\n    return Env(**k)\n" + GUARD + "    run(pv.make(f, **workers))\n",
        "missing 1 required",
        "PC505",
    ),
    "refuses a keyword": raises(
        "def f(buf=None, seed=0):\n    return Env(buf)\nrun(pv.make(f, env_kwargs={'n': 1}, **serial))\n",
        "argument 'n'",
        "PC505",
    ),
    "twice the same": raises(
        "def f(n, **k):\n    return Env(**k)\nrun(pv.make(f, [1], {'n': 1}, **serial))\n",
        "multiple values",
        "PC505",
    ),
    "bound seed": fine("run(pv.make(functools.partial(Env, seed=3), **serial))\n"),
    "a position and any": fine(
        "def f(buf=None, /, **k):\n    return Env(**k)\nrun(pv.make(f, **serial))\n"
    ),
    "neither, native": fine("run(pv.make(lambda: Env()))\n", told="observed [1.0]"),
    "buffer dropped": fine(
        "run(pv.make(lambda **k: Env(), **serial))\n", "PC508", told="observed [0.0, 0.0]"
    ),
    "buffer dropped by workers": fine(
        "def f(buf=None, seed=0):\n    return Env()\n" + GUARD + "    run(pv.make(f, **workers))\n",
        "PC508",
        told="observed [0.0, 0.0]",
    ),
    "set afterwards": raises(
        GUARD + "    v = pv.make(Env, **workers)\n    v.close()\n    mp.set_start_method('fork')\n",
        "context has already been set",
        "PC507",
    ),
    "forced afterwards": fine(
        GUARD
        + "    v = pv.make(Env, **workers)\n    v.close()\n    mp.set_start_method('spawn', force=True)\n",
        told="",
    ),
    "set after serial": fine(
        GUARD + "    v = pv.make(Env, **serial)\n    v.close()\n    mp.set_start_method('spawn')\n",
        told="",
    ),
}


def run(oracle: Path, program: Program, folder: Path, beside: Path) -> str:
    """How a program ends: its exit code and output, or that it waits, having told what is expected."""
    folder.mkdir()
    output = folder / "output"
    (folder / "case.py").write_text(HEAD + program.text, encoding="utf-8")
    with output.open("wb") as stream:
        process = subprocess.Popen(
            [oracle, "case.py"],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=stream,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": str(beside)},
        )
    try:
        deadline = time.monotonic() + LIMIT
        while process.poll() is None and time.monotonic() < deadline:
            told = output.read_text(errors="replace")
            if program.ends in ("waits", "fails") and program.told in told:
                time.sleep(STILL)
                if process.poll() is None or (program.ends == "fails" and process.returncode == 1):
                    return program.ends
                return f"ended with {process.returncode}: {told}"
            time.sleep(0.1)
        told = output.read_text(errors="replace")
        if process.returncode is None:
            return f"came to nothing: {told}"
        failed = "fails" if program.ends == "fails" else "raises"
        end = "fine" if process.returncode == 0 else failed
        return end if program.told in told else f"{end}: {told}"
    finally:
        with contextlib.suppress(ProcessLookupError):  # the workers are of its group
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.fixture(scope="module")
def ended(oracle: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """How every program ended."""
    try:
        zoo = env.beside(oracle, "pettingzoo", "pettingzoo<=1.24.1", dependencies=False)
    except env.Impossible as reason:
        if os.environ.get("PROFILECHECK_REQUIRE_ORACLE") == "1":
            pytest.fail(str(reason))
        pytest.skip(f"not to be installed: {reason}")
    folder = tmp_path_factory.mktemp("programs")
    with ThreadPoolExecutor(max_workers=4) as pool:
        places = (folder / str(number) for number in range(len(PROGRAMS)))
        answers = pool.map(
            lambda program, place: run(oracle, program, place, zoo), PROGRAMS.values(), places
        )
    return dict(zip(PROGRAMS, answers, strict=True))


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_ends_as_is_said_of_it(ended: Mapping[str, str], name: str) -> None:
    assert ended[name] == PROGRAMS[name].ends


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_is_said_of_the_program(name: str) -> None:
    """What fails carries an error of its cause; what runs carries none."""
    program = PROGRAMS[name]
    findings = report(HEAD + program.text, name="case.py").findings
    found = [finding for finding in findings if finding.code.startswith("PC5")]
    assert {finding.code for finding in found} == program.codes, findings
    errors = {finding.code for finding in found if finding.severity.value == "error"}
    assert errors == (program.codes if program.ends != "fine" else set())
