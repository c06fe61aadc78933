"""What make refuses before PufferLib is imported; tests/oracle/test_make_started.py has what it does with it."""

from __future__ import annotations

import functools
import sys
from pathlib import Path
from typing import Any

import pytest

import profilecheck
from profilecheck.launch.creators import fault, unsendable
from profilecheck.launch.runtime import vector


def creator(buf: Any = None, seed: int = 0) -> Any:
    """One that make can call."""
    raise AssertionError("nothing is made here")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Puts a package named pufferlib where Python finds it first."""

    def install(text: str) -> None:
        package = tmp_path / "pufferlib"
        package.mkdir()
        (package / "__init__.py").write_text(text, encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, "pufferlib", raising=False)

    return install


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("__version__ = 4.0\nraise OSError", "PufferLib 4.0 is installed: make starts 3.x"),
        ("__version__ = '2.0.6'\nraise OSError", "PufferLib 2.0.6 is installed"),
        ("raise OSError", "tells no version"),
    ],
)
def test_another_generation_is_refused_and_not_imported(
    installed: Any, text: str, told: str
) -> None:
    installed(text)
    with pytest.raises(profilecheck.WrongRuntime) as refused:
        profilecheck.make(creator)
    assert told in str(refused.value)
    assert "pufferlib" not in sys.modules


@pytest.mark.parametrize(
    ("name", "use"),
    [("total_agents", "use [vec] num_envs"), ("num_buffers", "remove it; nothing takes its place")],
)
def test_a_name_of_4_0_is_told_with_what_takes_its_place(name: str, use: str) -> None:
    given: dict[str, Any] = {name: 8}
    with pytest.raises(profilecheck.ConfigError) as refused:
        profilecheck.make(creator, **given)
    told = str(refused.value)
    assert f"[vec] {name} = 8 is a name of 4.0" in told and use in told
    assert "target" not in told


@pytest.mark.parametrize("many", [False, True])
def test_a_creator_that_cannot_be_sent_is_refused_before_anything_is_made(
    monkeypatch: pytest.MonkeyPatch, many: bool
) -> None:
    def inner(buf: Any = None, seed: int = 0) -> Any:
        return creator(buf, seed)

    monkeypatch.setattr("multiprocessing.get_start_method", lambda allow_none: "spawn")
    given: Any = [creator, inner] if many else inner
    lists: dict[str, Any] = {"env_args": [[], []], "env_kwargs": [{}, {}]} if many else {}
    with pytest.raises(profilecheck.ConfigError) as refused:
        profilecheck.make(
            given, backend="Multiprocessing", num_envs=2, num_workers=1, batch_size=2, **lists
        )
    told = str(refused.value)
    assert told.startswith(
        "env_creator_or_creators[1] = " if many else "env_creator_or_creators = "
    )
    assert "cannot be sent to workers that start by spawn" in told
    assert "define it at the top of a module" in told
    assert unsendable([creator, profilecheck.make], "spawn") is None


def test_what_is_imported_already_is_not_looked_for(
    installed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed("__version__ = 3.0")
    monkeypatch.setitem(sys.modules, "pufferlib", type(sys)("pufferlib"))
    sys.modules["pufferlib"].__version__ = 4.0  # type: ignore[attr-defined]
    with pytest.raises(profilecheck.WrongRuntime, match=r"PufferLib 4\.0 is installed"):
        vector()


def test_without_pufferlib_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, "pufferlib", raising=False)
    with pytest.raises(profilecheck.WrongRuntime, match=r"pip install pufferlib==3\.0\.0"):
        vector()


@pytest.mark.parametrize("given", ["envs.make", ["envs.make"], None, 3, [creator, None], b"x"])
def test_what_is_no_callable_is_refused(given: object) -> None:
    with pytest.raises(profilecheck.ChoiceError, match="expected a callable"):
        profilecheck.make(given, backend="Serial", num_envs=1)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"num_envs": 100, "num_workers": 6, "host": 64}, "try num_workers = 2, 4 or 5"),
        ({"num_envs": 4, "num_workers": 4, "host": 2}, "PC210"),
        ({"num_envs": 2, "sync_traj": False}, "sync_traj"),
        ({"num_envs": 2, "total_agents": 4}, "total_agents"),
    ],
)
def test_settings_that_do_not_run_are_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(profilecheck.ConfigError, match=told):
        profilecheck.make(creator, backend="Multiprocessing", **given)


def test_so_many_creators_as_environments() -> None:
    with pytest.raises(
        profilecheck.ConfigError, match=r"PC207(.|\n)*such as \[\[\], \.\.\.\] and \[\{\}, "
    ):
        profilecheck.make([creator, creator], backend="Serial", num_envs=2)
    with pytest.raises(profilecheck.ConfigError, match="PC207"):
        profilecheck.make([creator], [[]], [{}], backend="Serial", num_envs=2)


def test_what_is_ignored_is_left_to_pufferlib(installed: Any) -> None:
    installed("__version__ = 4.0")
    with pytest.raises(profilecheck.WrongRuntime):
        profilecheck.make(creator, backend="Serial", num_envs=4, num_workers=3, ignore=["PC203"])


@pytest.mark.parametrize("strict", [None, 0, "no"])
def test_strict_is_a_flag(strict: Any) -> None:
    with pytest.raises(profilecheck.ChoiceError, match="strict"):
        profilecheck.make(creator, strict=strict)


def needs(size: int, buf: Any = None, seed: int = 0) -> None:
    """A creator that needs more."""


def lacks(buf: Any = None) -> None:
    """A creator that takes no seed."""


@functools.wraps(lacks)
def wrapped(*args: Any, **kwargs: Any) -> None:
    """What a decorator makes of it takes anything."""


class Env:
    """A class whose objects make others."""

    def __init__(self, buf: Any = None, seed: int = 0) -> None:
        pass

    def __call__(self, buf: Any = None) -> None:
        pass


@pytest.mark.parametrize(
    ("given", "backend", "args", "kwargs"),
    [
        (creator, "Serial", None, None),
        (needs, "Serial", [3], None),
        (needs, "Serial", None, {"size": 3}),
        ([needs, creator], "Serial", [[3], []], [{}, {}]),
        (functools.partial(needs, 3), "Multiprocessing", None, None),
        (lacks, "PufferEnv", None, None),
        (wrapped, "Multiprocessing", None, None),
        (Env, "Ray", None, None),
        (dict, "Serial", None, None),
        (lacks, None, None, None),
    ],
)
def test_creators_that_can_be_called(
    given: Any, backend: str | None, args: Any, kwargs: Any
) -> None:
    assert fault(given, backend, args, kwargs) is None


@pytest.mark.parametrize(
    ("given", "backend", "kwargs", "told"),
    [
        (lacks, "Multiprocessing", None, "does not take seed, which Multiprocessing passes"),
        (needs, "PufferEnv", None, "needs size, which make does not pass"),
        (creator, "Serial", {"size": 3}, "does not take size of env_kwargs"),
        (
            needs,
            "Serial",
            {"sise": 3},
            "does not take sise of env_kwargs (did you mean size?): make",
        ),
        ([creator, lacks], "Serial", [{}, {}], "env_creator_or_creators[1] = <function lacks"),
        (Env(), "Serial", None, "does not take seed"),
        (functools.partial(lacks), "Ray", None, "its actors die"),
    ],
)
def test_creators_that_cannot(given: Any, backend: str, kwargs: Any, told: str) -> None:
    assert told in (fault(given, backend, None, kwargs) or "")


def test_a_creator_that_cannot_be_called_is_refused() -> None:
    with pytest.raises(profilecheck.ConfigError, match="does not take seed"):
        profilecheck.make(lacks, backend="Serial", num_envs=2)
