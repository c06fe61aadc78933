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


PLAIN = "class My(pufferlib.PufferEnv):\n    def step(self, actions): pass\n"
INSTANCES = {
    "of an environment": f"{PLAIN}pv.make(My(), **serial)",
    "of a class of its own": "class My:\n    pass\npv.make(My(), **serial)",
    "of a subclass": f"{PLAIN}class Mine(My):\n    pass\npv.make(Mine(), **serial)",
    "by a name": f"{PLAIN}env = My()\npv.make(env, **serial)",
    "one of a list": f"{PLAIN}pv.make([My(), My()], [[]] * 2, [{{}}] * 2, backend=pv.Serial, num_envs=2)",
}
CALLABLE = {
    "the class": f"{PLAIN}pv.make(My, **serial)",
    "with __call__": f"{PLAIN}    def __call__(self, buf=None, seed=0): return Env()\npv.make(My(), **serial)",
    "with a __call__ of its base": f"{PLAIN}    __call__ = make_env\nclass Mine(My):\n    pass\npv.make(Mine(), **serial)",
    "with one set later": f"{PLAIN}My.__call__ = make_env\npv.make(My(), **serial)",
    "of a base that is not known": "class My(Env):\n    pass\npv.make(My(), **serial)",
    "of a metaclass": "class My(metaclass=Meta):\n    pass\npv.make(My(), **serial)",
    "of a decorated class": "@deco\nclass My:\n    pass\npv.make(My(), **serial)",
    "that makes something else": "class My:\n    def __new__(cls): return make_env\npv.make(My(), **serial)",
    "a method of one": f"{PLAIN}    def build(self, buf=None, seed=0): return Env()\npv.make(My().build, **serial)",
    "an argument of a partial": f"{PLAIN}pv.make(functools.partial(make_env, My()), **serial)",
    "a keyword of the environments": f"{PLAIN}pv.make(make_env, env_kwargs={{'inner': My()}}, **serial)",
}


@pytest.mark.parametrize("text", INSTANCES.values(), ids=INSTANCES)
def test_it_finds_an_instance_that_cannot_be_called(text: str) -> None:
    found = finds(module("import pufferlib\n" + text), "PC504", name="a.py", severity="error")
    assert "an instance of the class" in found.message


@pytest.mark.parametrize("text", CALLABLE.values(), ids=CALLABLE)
def test_it_is_silent_on_what_may_be_called(text: str) -> None:
    quiet(module("import pufferlib\n" + text), "PC504", name="a.py")
