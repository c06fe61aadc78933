"""profilecheck.make with the real 3.0.0: environments of each kind really step, and whatever goes wrong ends."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import env
import pytest
import tomli

from tests.oracle.started import Ended, start

pytestmark = pytest.mark.oracle

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "fixtures" / "launch"

HEAD = """\
import gc, multiprocessing as mp, os, signal, sys, warnings
import profilecheck

def loaded():
    return "pufferlib" in sys.modules

def workers(creator, **more):
    return profilecheck.make(creator, backend="Multiprocessing", num_envs=2, overwork=True, **more)

"""
MAIN = "if __name__ == '__main__':\n    import numpy as np\n    import environments as e\n"
SOME = "zeros = np.zeros(6, np.int32)\n"


@dataclass(frozen=True, slots=True)
class Program:
    """What stands before the program's main part, that part, its exit code and what it tells."""

    before: str
    main: str
    code: int
    told: tuple[str, ...]

    @property
    def text(self) -> str:
        """The whole program."""
        body = "".join(f"    {line}\n" for line in (SOME + self.main).splitlines())
        return HEAD + self.before + MAIN + body


def fine(main: str, *told: str, before: str = "") -> Program:
    return Program(before, main + "print('came through')\n", 0, (*told, "came through"))


def fails(main: str, *told: str, before: str = "") -> Program:
    return Program(before, main, 1, told)


ENV = "import environments as e\nimport numpy as np\n"
WRITING = "import writing as w\n"
PROGRAMS: Mapping[str, Program] = {
    "never closed": fine("v = workers(e.Native)\nv.reset()\n"),
    "dropped": fine(
        "v = workers(e.Native)\nv.reset()\ndel v\ngc.collect()\nassert not mp.active_children()\n"
    ),
    "the body raises": fails(
        "with workers(e.Native) as v:\n    v.reset()\n    raise KeyError('of the body')\n",
        "KeyError: 'of the body'",
    ),
    "the body raises and so does close": fails(
        "with workers(Open) as v:\n    v.reset()\n    raise KeyError('of the body')\n",
        "closing failed too: NotImplementedError()",
        "KeyError: 'of the body'",
        before=ENV
        + "class Open(e.Native):\n    def close(self):\n        raise NotImplementedError\n",
    ),
    "close raises": fails(
        "with workers(Open) as v:\n    v.reset()\n",
        "NotImplementedError",
        before=ENV
        + "class Open(e.Native):\n    def close(self):\n        raise NotImplementedError\n",
    ),
    "closed twice, and used": fails(
        "v = workers(e.Native)\nv.reset()\nv.close()\nv.close()\nv.recv()\n",
        "WorkerError: the vecenv is closed",
    ),
    "interrupted": Program(
        "",
        "with workers(e.Native) as v:\n    v.reset()\n    os.kill(os.getpid(), signal.SIGINT)\n    v.step(zeros)\n",
        -2,
        ("KeyboardInterrupt",),
    ),
    "workers die in their constructor": fails(
        "workers(f).reset()\n",
        "nothing can be built",
        "WorkerError: ",
        before=ENV
        + "def f(**given):\n    if given:\n        raise OSError('nothing can be built')\n    return e.Native()\n",
    ),
    "workers raise in the first step": fails(
        "with workers(Odd) as v:\n    v.reset()\n    v.step(zeros)\n",
        "no step",
        "of 2 worker processes ended with exit code 1, and never answered",
        before=ENV
        + "class Odd(e.Native):\n    def step(self, actions):\n        raise OSError('no step')\n",
    ),
    "a worker raises later on": fails(
        "with workers(Odd) as v:\n    v.reset()\n    for _ in range(9):\n        v.step(zeros)\n",
        "no fifth step",
        "of 2 worker processes ended with exit code 1, and never answered",
        before=ENV
        + "class Odd(e.Native):\n    steps = 0\n    def step(self, actions):\n        self.steps += 1\n"
        "        if self.steps == 5:\n            raise OSError('no fifth step')\n        return super().step(actions)\n",
    ),
    "a worker is killed later on": fails(
        "with workers(e.Native) as v:\n    v.reset()\n    v.step(zeros)\n    v.step(zeros)\n"
        "    os.kill(v.processes[1].pid, signal.SIGKILL)\n    while True:\n        v.send(zeros)\n        v.recv()\n",
        "1 of 2 worker processes ended by SIGKILL, and never answered: did the machine",
    ),
    "a worker exits": fails(
        "with workers(Odd) as v:\n    v.reset()\n    v.step(zeros)\n",
        "ended with exit code 3, and never answered: something in it exits",
        before=ENV + "class Odd(e.Native):\n    def step(self, actions):\n        os._exit(3)\n",
    ),
    "what is not written is lost": fine(
        "for kind, told in w.LOST.items():\n"
        "    v = profilecheck.make(w.Losing, env_kwargs={'kind': kind}, backend='Serial', num_envs=2)\n"
        "    try:\n        v.reset(3)\n        v.step(zeros)\n"
        "    except profilecheck.ContractError as error:\n        assert told in str(error), (kind, error)\n"
        "    else:\n        raise AssertionError(kind)\n"
        "    assert not {'reset', 'step'} & set().union(*map(vars, v.envs))\n",
        before=WRITING,
    ),
    "what is not written is lost in workers too, spawned": fails(
        "mp.set_start_method('spawn')\nworkers(w.Losing, env_kwargs={'kind': 'dtype'}).reset()\n",
        "ContractError: Losing.reset() does not keep the contract:",
        "observations: dtype float64, expected float32, in an array of its own: the agents get",
        "WorkerError: ",
        before=WRITING,
    ),
    "what is not written is lost in workers of several": fails(
        "v = profilecheck.make(w.Losing, env_kwargs={'kind': 'rewards'}, backend='Multiprocessing', num_envs=2, num_workers=1)\n"
        "v.reset()\nv.step(zeros)\n",
        "ContractError: Losing.step() does not keep the contract:",
        "rewards: dtype float64, expected float32, in an array of its own: the agents get",
        before=WRITING,
    ),
    "a buffer that is dropped": fails(
        "profilecheck.make(drops, backend='Serial', num_envs=2).reset(1)\n",
        "ContractError: GymnasiumPufferEnv.reset() does not keep the contract:",
        before=ENV + "def drops(buf=None, seed=0):\n    return e.counter()\n",
    ),
    "what is lost asynchronously": fails(
        "v = profilecheck.make(w.Losing, env_kwargs={'kind': 'values'})\nv.reset()\nv.async_reset(1)\n",
        "ContractError: Losing.reset() does not keep the contract:",
        before=WRITING,
    ),
    "what is written is not lost, however it is": fine(
        "warnings.simplefilter('error', profilecheck.ConfigWarning)\n"
        "for kind in w.KINDS:\n"
        "    given = {'env_kwargs': {'kind': kind}, 'num_envs': 2}\n"
        "    several = {'backend': 'Multiprocessing', 'num_workers': 1}\n"
        "    for more in ({'backend': 'Serial'}, several):\n"
        "        with profilecheck.make(w.Fair, **given, **more) as v:\n"
        "            assert v.reset(2)[0][0].tolist() == [2, 2], kind\n"
        "            assert v.step(zeros + 1)[1].tolist() == [1] * 6, kind\n"
        "            assert v.step(zeros)[0][0].tolist() == [4, 4], kind\n",
        before=WRITING,
    ),
    "nothing is lost yet": fine(
        "profilecheck.make(Odd, backend='Serial', num_envs=2).reset(0)\n",
        "ConfigWarning: Odd.reset() does not keep the contract:",
        before=ENV
        + "class Odd(e.Native):\n    def reset(self, seed=None):\n        return np.zeros((3, 2)), []\n",
    ),
    "what is no environment of PufferLib": fine(
        "from gymnasium import make\n"
        "for creator, told in ((make, 'GymnasiumPufferEnv(env=...'), (e.Pair, 'PettingZooPufferEnv(env=...'), (len, 'expected a PufferEnv')):\n"
        "    def wrong(buf=None, seed=0, args={make: ['CartPole-v1'], len: ['']}.get(creator, ())):\n        return creator(*args)\n"
        "    for backend in ('Serial', 'Multiprocessing'):\n"
        "        try:\n            profilecheck.make(wrong, backend=backend)\n"
        "        except profilecheck.ContractError as error:\n"
        "            assert 'wrong() does not keep' in str(error) and told in str(error), error\n"
        "        else:\n            raise AssertionError(told)\n",
    ),
    "a seed that nothing is added to": fine(
        "with workers(e.Native) as v:\n"
        "    try:\n        v.reset(None)\n    except TypeError as error:\n        print(error)\n"
        "    assert v.reset(7)[0][0, 0] == 7\n",
        "seed = None: Multiprocessing adds a number to it: ",
    ),
    "copied": fine(
        "import copy, pickle\n"
        "v = profilecheck.make(e.Native, backend='Serial', num_envs=2)\nv.reset(3)\n"
        "for w in (copy.copy(v), copy.deepcopy(v), pickle.loads(pickle.dumps(v))):\n"
        "    assert isinstance(w, profilecheck.Vecenv) and w.profilecheck == v.profilecheck\n"
        "    assert w.reset(3)[0].tolist() == v.reset(3)[0].tolist()\n"
    ),
    "special methods": fine(
        "v = profilecheck.make(Box)\n"
        "assert (len(v), v[2], 4 in v, list(v), str(v), bool(v)) == (0, 4, True, [1], 'box', False)\n"
        "assert not callable(v) and isinstance(v, profilecheck.Vecenv) and len(v.reset()) == 2\n",
        before=ENV + "class Box(e.Native):\n    def __len__(self): return 0\n"
        "    def __getitem__(self, key): return key * 2\n    def __contains__(self, key): return key == 4\n"
        "    def __iter__(self): return iter([1])\n    def __str__(self): return 'box'\n",
    ),
    "no guard, spawned": fails(
        "",
        "WorkerError",
        before="mp.set_start_method('spawn', force=True)\n" + ENV + "workers(e.Native).reset()\n",
    ),
    "a lambda, spawned": fails(
        "mp.set_start_method('spawn')\nworkers(lambda **given: e.Native(**given))\n", "Can't pickle"
    ),
    "a lambda after another creator, spawned": fails(
        "mp.set_start_method('spawn')\n"
        "workers([e.Native, lambda **g: e.Native(**g)], env_args=[[], []], env_kwargs=[{}, {}])\n",
        "Can't pickle",
    ),
    "reset right after a step with infos": fine(
        "v = workers(e.pair)\n"
        "for _ in range(3):\n"
        "    v.reset(1)\n    v.step(np.zeros(4, np.int32))\n    v.step(np.zeros(4, np.int32))\n"
        "v.reset(1)\nassert v.reset(7)[0][0, 0] == 7\n"
    ),
    "a forked copy ends": fine(
        "with workers(e.Native) as v:\n"
        "    v.reset()\n"
        "    if os.fork() == 0:\n        sys.exit(0)\n"
        "    os.wait()\n"
        "    v.step(zeros)\n    v.step(zeros)\n"
    ),
    "it passes for pufferlib's own": fine(
        "import pufferlib.vector as pv\n"
        "v = profilecheck.make(e.Native, backend=pv.Serial, num_envs=2)\n"
        "assert isinstance(v, pv.Serial) and isinstance(v, profilecheck.Vecenv)\n"
        "v.mine = 3\nassert v.envs[0] is v.driver_env and v.mine == 3 and 'mine' in dir(v)\n"
        "del v.mine\nassert not hasattr(v, 'mine')\n"
        "v.reset()\nassert v.recv.__self__ is v\nv.step(zeros)\n"
        "assert v.recv.__self__ is not v and type(v.recv.__self__) is pv.Serial\n"
    ),
    "the start method is not settled": fine(
        "v = profilecheck.make(e.Native)\nmp.set_start_method('spawn')\n"
    ),
    "arrays of its own": fails(
        "profilecheck.make(Own).reset()\n",
        "ContractError: reset() does not keep the contract:",
        "observations: shape (4, 2), expected (3, 2): one row for each of the batch's 3 agents",
        "observations: dtype float64, expected float32",
        before=ENV
        + "class Own(e.Native):\n    def reset(self, seed=None):\n        return np.zeros((4, 2)), []\n",
    ),
    "arrays of its own, asynchronously": fails(
        "v = profilecheck.make(Own)\nv.async_reset(1)\nv.recv()\n",
        "rewards: dtype float64, expected float32",
        "agent ids: from 0 to 3, expected some of 0 to 2",
        before=ENV + "class Own(e.Native):\n    def reset(self, seed=None):\n"
        "        self.rewards, self.agent_ids = np.zeros(3), np.array([0, 1, 3])\n"
        "        return self.observations, []\n",
    ),
    "arrays of its own, not strict": fine(
        "v = profilecheck.make(Own, strict=False)\nv.reset()\n",
        "ConfigWarning: reset() does not keep the contract:",
        before=ENV
        + "class Own(e.Native):\n    def reset(self, seed=None):\n        return np.zeros((3, 2)), []\n",
    ),
    "a structured observation, cast": fails(
        "profilecheck.make(cast, backend='Serial', num_envs=2).reset()\n",
        "observations: dtype float32, expected uint8: they are the bytes of {",
        before=ENV + "def cast(buf=None, seed=0):\n    env = e.counter(buf, seed)\n"
        "    env.single_observation_space = e.Box(0, 255, (12,), np.float32)\n    return env\n",
    ),
    "the seed": fine(
        "profilecheck.make(e.Native, seed=7)\n", "ConfigWarning: PC225 seed-ignored: seed = 7"
    ),
    "a warning made an error": fails(
        "warnings.simplefilter('error', profilecheck.ConfigWarning)\nworkers(e.Native, seed=7)\n",
        "PC225",
    ),
    "a creator without buf": fails(
        "workers(f)\n",
        "does not take buf, which Multiprocessing passes to every environment",
        before="def f(seed=0):\n    pass\n",
    ),
}


def _run(python: Path, path: list[Path], text: str, folder: Path) -> Ended:
    folder.mkdir()
    (folder / "case.py").write_text(text, encoding="utf-8")
    return start([python, "case.py"], folder, path)


@pytest.fixture(scope="module")
def path(oracle: Path) -> list[Path]:
    """Where programs find profilecheck, what it needs, and the environments."""
    project = tomli.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    try:
        needed = env.beside(oracle, "profilecheck", *project["dependencies"])
        zoo = env.beside(oracle, "pettingzoo", "pettingzoo<=1.24.1", dependencies=False)
    except env.Impossible as reason:
        if os.environ.get("PROFILECHECK_REQUIRE_ORACLE") == "1":
            pytest.fail(str(reason))
        pytest.skip(f"not to be installed: {reason}")
    return [ROOT / "src", needed, zoo, EXAMPLES]


@pytest.fixture(scope="module")
def ended(
    oracle: Path, path: list[Path], tmp_path_factory: pytest.TempPathFactory
) -> Mapping[str, Ended]:
    """How every program ended."""
    folder = tmp_path_factory.mktemp("programs")

    def run(item: tuple[int, Program]) -> Ended:
        return _run(oracle, path, item[1].text, folder / str(item[0]))

    with ThreadPoolExecutor(max_workers=3) as pool:
        return dict(zip(PROGRAMS, pool.map(run, enumerate(PROGRAMS.values())), strict=True))


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_ends_as_it_should_and_leaves_no_process(
    ended: Mapping[str, Ended], name: str
) -> None:
    program, end = PROGRAMS[name], ended[name]
    assert (end.code, end.left) == (program.code, False), end.output
    assert not [told for told in program.told if told not in end.output], end.output


NO_GUARD = """\
import multiprocessing, profilecheck
multiprocessing.set_start_method("spawn", force=True)
import environments
profilecheck.make(environments.Native, backend="Multiprocessing", num_envs=2, overwork=True).reset()
"""


def test_a_program_that_each_worker_runs_again(
    oracle: Path, path: list[Path], tmp_path: Path
) -> None:
    end = _run(oracle, path, NO_GUARD, tmp_path / "again")
    assert (end.code, end.left) == (1, False), end.output
    assert "each worker that spawn starts runs " in end.output
    assert "backend='Serial'" not in end.output


@pytest.fixture
def step(oracle: Path, path: list[Path], tmp_path: Path) -> Callable[..., list[dict[str, Any]]]:
    """What stepping.py tells of the backends."""

    def run(method: str, *backends: str, more: tuple[Path, ...] = ()) -> list[dict[str, Any]]:
        command: list[str | Path] = [oracle, EXAMPLES / "stepping.py", method, *backends]
        end = start(command, tmp_path, [*path, *more])
        assert (end.code, end.left) == (0, False), end.output
        return [json.loads(line) for line in end.output.splitlines() if line.startswith('{"kind')]

    return run


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_environments_step_as_without_it(
    step: Callable[..., list[dict[str, Any]]], method: str
) -> None:
    answers = step(method, "PufferEnv", "Serial", "Multiprocessing")
    made = [(answer["backend"], answer["kind"]) for answer in answers]
    kinds = ("Native", "counter", "pair")
    twice = [("Multiprocessing", kind) for kind in kinds for _ in range(2)]
    assert made == [("PufferEnv", "Native"), *(("Serial", kind) for kind in kinds), *twice]
    for answer in answers:
        assert answer["same"] and answer["instance"] and answer["lazy"], answer
        assert (answer["start_method"], answer["version"]) == (method, "3.0.0")


def test_they_step_on_ray_too(oracle: Path, step: Callable[..., list[dict[str, Any]]]) -> None:
    if os.environ.get("PROFILECHECK_RAY") != "1":
        pytest.skip("it installs Ray and starts a cluster: asked for with PROFILECHECK_RAY=1")
    try:
        ray = env.beside(oracle, "ray", "ray")
    except env.Impossible as reason:
        pytest.skip(f"ray cannot be installed: {reason}")
    answers = step("fork", "Ray", more=(ray,))
    assert [answer["kind"] for answer in answers] == ["Native", "counter", "pair"]
    assert all(answer["same"] and answer["instance"] for answer in answers), answers


NOTHING = """\
import sys, profilecheck
assert "pufferlib" not in sys.modules
for given in GIVEN:
    try:
        profilecheck.make(*given.pop("args"), **given)
    except Exception as error:
        print(type(error).__name__, error)
    assert "pufferlib" not in sys.modules
"""


def test_what_is_refused_imports_nothing(oracle: Path, path: list[Path], tmp_path: Path) -> None:
    refused = (
        '[{"args": ["envs.make"]}, {"args": [[len, None]]}, {"args": [dict], "backend": "Serial", "num_envs": 4, "num_workers": 3},'
        ' {"args": [dict], "backend": "Multiprocessing", "num_envs": 6, "num_workers": 6, "host": 2}]'
    )
    end = _run(oracle, path, NOTHING.replace("GIVEN", refused), tmp_path / "refused")
    assert end.code == 0, end.output
    for told in (
        "ChoiceError env_creator_or_creators = 'envs.make': expected a callable, and no text",
        "ChoiceError env_creator_or_creators[1] = None: expected a callable",
        "ConfigError error PC203",
        "try num_workers = 1, 2 or 4",
        "ConfigError error PC210",
    ):
        assert told in end.output, end.output
