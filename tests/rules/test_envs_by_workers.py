"""PC203: envs by workers."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def test_fires_on_plain() -> None:
    finds("[vec]\nnum_envs = 100\nnum_workers = 6\n", "PC203", at=(3, 1), severity="error")


def test_fires_on_more_workers_than_envs() -> None:
    finds("[vec]\nnum_envs = 4\nnum_workers = 8\n", "PC203")


def test_fires_on_serial_too() -> None:
    finds("[vec]\nbackend = Serial\nnum_envs = 9\nnum_workers = 2\n", "PC203", at=(4, 1))


def test_fires_on_set_decides() -> None:
    finds(
        "[vec]\nnum_envs = 100\nnum_workers = 10\nbatch_size = 100\n",
        "PC203",
        set_="vec.num_workers=6",
        at=(2, 1),
    )


def test_fires_on_json() -> None:
    finds(
        '{"vec": {"num_envs": 9, "backend": "Serial", "num_workers": 2}}\n', "PC203", name="a.json"
    )


def test_is_silent_on_divides() -> None:
    quiet("[vec]\nnum_envs = 100\nnum_workers = 5\nbatch_size = 100\n", "PC203")


def test_is_silent_on_auto() -> None:
    quiet("[vec]\nnum_envs = 6\nnum_workers = auto\n", "PC203")


def test_is_silent_on_default_is_auto() -> None:
    quiet("[vec]\nnum_envs = 6\n", "PC203")


def test_is_silent_on_pufferenv_returns_before() -> None:
    quiet("[vec]\nbackend = PufferEnv\nnum_envs = 1\nnum_workers = 3\n", "PC203")


def test_is_silent_on_other_error_first() -> None:
    quiet("[vec]\nnum_envs = 0\nnum_workers = 3\n", "PC203")


def test_is_silent_on_unknown_value() -> None:
    quiet("vec:\n  backend: Serial\n  num_envs: ${n}\n  num_workers: 3\n", "PC203", name="a.yaml")


def test_is_silent_on_what_a_sweep_draws() -> None:
    text = "[vec]\nnum_envs = 100\nnum_workers = 6\nbatch_size = 50\n"
    quiet(text, "PC203", mode="sweep")  # default.ini sweeps num_envs


def test_fires_in_a_sweep_that_draws_neither() -> None:
    text = "[vec]\nbackend = Ray\nnum_envs = 100\nnum_workers = 6\n"
    finds(text, "PC203", mode="sweep", defaults="none")


def test_a_share_that_is_hardly_a_fraction_is_told_as_none_that_is_whole() -> None:
    text = "[base]\nenv_name = x\n[vec]\nnum_envs = 1000000007\nnum_workers = 999999937\n"
    assert finds(text, "PC203").message.endswith("would get a little more than 1 environment")
    text = text.replace("1000000007", "1999999873")
    assert finds(text, "PC203").message.endswith("would get a little less than 2 environments")


MODULE = """\
import sys, pytest, pufferlib.vector as pv

N = 100
W = 6
{before}
pv.make(f, backend=pv.Multiprocessing, num_envs=N, num_workers=W)
"""


@pytest.mark.parametrize(
    "before",
    [
        "if N % W: sys.exit('no')",
        "if N % W != 0: raise ValueError(N)",
        "assert N % W == 0",
        "assert not N % W, 'no'",
        "def check(n, w):\n    if n % w: raise ValueError(n)\ncheck(N, W)",
        "def check():\n    assert N % W == 0\ncheck()",
        "def require(ok, message):\n    if not ok: sys.exit(message)\nrequire(N % W == 0, 'no')",
        "sys.exit()",
    ],
)
def test_is_silent_behind_what_keeps_the_call_from_being_reached(before: str) -> None:
    quiet(MODULE.format(before=before), "PC203", name="train.py")


@pytest.mark.parametrize(
    "before",
    [
        "if N < W: sys.exit('no')",
        "assert N >= W",
        "def check(n, w):\n    if n < w: raise ValueError(n)\ncheck(N, W)",
        "def require(ok, message):\n    if not ok: sys.exit(message)\nrequire(N > W, 'no')",
        "if not ready(): sys.exit()",
        "print(N % W)",
    ],
)
def test_fires_behind_a_check_of_something_else(before: str) -> None:
    finds(MODULE.format(before=before), "PC203", name="train.py")
