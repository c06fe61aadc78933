"""PC504: creator-not-callable."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet
from tests.rules.python_files import module

FIRES = {
    "serial": "pv.make('envs.make_env', **serial)",
    "workers": "v = pv.make('envs.make_env', **workers)\nv.close()",
    "the default backend": "pv.make('envs.make_env')",
    "a backend that is not known": "pv.make('envs.make_env', backend=sys.argv[1], num_envs=4)",
    "by keyword": "pv.make(env_creator_or_creators='envs:Env', **serial)",
    "by a constant": "NAME = 'envs.make_env'\npv.make(NAME, **serial)",
    "a name": "pv.make('CartPole-v1', **serial)",
    "None": "pv.make(None, **serial)",
    "a number": "pv.make(4, **serial)",
    "a mapping": "pv.make({'env': Env}, **serial)",
    "one of a list": "pv.make([Env, Env, 'envs.Env', Env], [[]] * 4, [{}] * 4, **serial)",
    "unknown keywords": "pv.make('envs.make_env', **make_env())",
}


@pytest.mark.parametrize("text", FIRES.values(), ids=FIRES)
def test_it_finds_a_literal(text: str) -> None:
    finds(module(text), "PC504", name="train.py", severity="error")


def test_it_stands_at_the_creator() -> None:
    finding = finds(module("pv.make('envs.make_env', **serial)"), "PC504", name="a.py", at=(6, 9))
    assert "'envs.make_env'" in finding.message


SILENT = {
    "a class": "pv.make(Env, **serial)",
    "a list of classes": "pv.make([Env] * 4, [[]] * 4, [{}] * 4, **serial)",
    "an attribute": "import envs\npv.make(envs.make_env, **serial)",
    "a result": "pv.make(make_env('envs.make_env'), **serial)",
    "a lambda": "pv.make(lambda **k: Env(**k), **serial)",
    "a partial": "pv.make(functools.partial(make_env, 'x'), **serial)",
    "a parameter": "def f(creator):\n    pv.make(creator, **serial)",
    "one of two": "name = 'x'\nif sys.argv:\n    name = Env\npv.make(name, **serial)",
    "resolved": "import importlib\npv.make(getattr(importlib.import_module('envs'), 'Env'), **serial)",
    "in env_kwargs": "pv.make(Env, env_kwargs={'name': 'envs.make_env'}, **serial)",
    "none given": "pv.make(**make_env())",
    "expected to raise": "import pytest\nwith pytest.raises(Exception):\n    pv.make('x', **serial)",
}


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT)
def test_it_is_silent_of_all_else(text: str) -> None:
    quiet(module(text), "PC504", name="train.py")
