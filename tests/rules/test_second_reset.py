"""PC509: two resets in a row of environments with infos."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

CODE = "PC509"
NAME = "train.py"
HEAD = (
    "import pufferlib.emulation as e, pufferlib.vector\nfrom pufferlib.pufferl import PuffeRL\n"
    "def gym(buf=None, seed=0):\n    return e.GymnasiumPufferEnv(env=Env(), buf=buf, seed=seed)\n"
    "def zoo(buf=None, seed=0): return e.PettingZooPufferEnv(env=Env(), buf=buf, seed=seed)\n"
    "def native(buf=None, seed=0): return Mine(buf=buf, seed=seed)\n"
    "def either(buf=None, seed=0):\n    if seed: return Mine(buf)\n    return e.GymnasiumPufferEnv(buf=buf)\n"
)
LINE = HEAD.count("\n") + 2


def made(creator: str, then: str, backend: str = "Multiprocessing") -> str:
    return f"{HEAD}v = pufferlib.vector.make({creator}, num_envs=2, backend='{backend}')\n{then}\nv.close()\n"


@pytest.mark.parametrize(
    ("creator", "then", "at"),
    [
        ("gym", "v.reset()\nv.reset()", (LINE + 1, 1)),
        ("zoo", "o, i = v.reset()\nv.async_reset(7)", (LINE + 1, 1)),
        ("gym", "o = v.reset()[0]\nprint(o)\nv.reset(seed=3)", (LINE + 2, 1)),
        ("gym", "v.reset()\np = Policy(v.driver_env)\nt = PuffeRL(c, v, p)", (LINE + 2, 16)),
        ("gym", "v.reset()\nt = PuffeRL(c, vecenv=v, policy=p)", (LINE + 1, 23)),
        ("gym", "try:\n    v.reset()\n    v.reset()\nfinally: v.close()", (LINE + 2, 5)),
        ("[gym] * 2, [[]] * 2, [{}] * 2", "v.reset()\nv.reset()", (LINE + 1, 1)),
        (
            "lambda buf=None, seed=0: e.GymnasiumPufferEnv(env=Env(), buf=buf)",
            "v.reset()\nv.reset()",
            (LINE + 1, 1),
        ),
    ],
)
def test_a_reset_that_waits_for_ever(creator: str, then: str, at: tuple[int, int]) -> None:
    finds(made(creator, then), CODE, at=at, severity="error", name=NAME)


@pytest.mark.parametrize(
    ("creator", "then", "backend"),
    [
        ("gym", "v.reset()\nv.reset()", "Serial"),
        ("native", "v.reset()\nv.reset()", "Multiprocessing"),
        ("either", "v.reset()\nv.reset()", "Multiprocessing"),
        ("unknown", "v.reset()\nv.reset()", "Multiprocessing"),
        ("[gym, native], [[]] * 2, [{}] * 2", "v.reset()\nv.reset()", "Multiprocessing"),
        ("gym", "v.reset()", "Multiprocessing"),
        ("gym", "v.async_reset(1)\nv.async_reset(1)", "Multiprocessing"),
        ("gym", "v.reset()\nv.step(a)\nv.reset()", "Multiprocessing"),
        ("gym", "v.reset()\nv.send(a)\nv.reset()", "Multiprocessing"),
        ("gym", "v.reset()\nrun(v)\nv.reset()", "Multiprocessing"),
        ("gym", "w = v\nv.reset()\nw.step(a)\nv.reset()", "Multiprocessing"),
        ("gym", "step = v.step\nv.reset()\nstep(a)\nv.reset()", "Multiprocessing"),
        ("gym", "def go(): v.step(a)\nv.reset()\ngo()\nv.reset()", "Multiprocessing"),
        ("gym", "if x: v.reset()\nv.reset()", "Multiprocessing"),
        ("gym", "v.reset()\nif x: v.reset()", "Multiprocessing"),
        ("gym", "v.reset()\nv = other()\nv.reset()", "Multiprocessing"),
        ("gym", "v.reset()\nfor _ in x: v.step(a)\nv.reset()", "Multiprocessing"),
    ],
)
def test_silent(creator: str, then: str, backend: str) -> None:
    quiet(made(creator, then, backend), CODE, name=NAME)
