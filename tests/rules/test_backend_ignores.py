"""PC234: backend ignores."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def test_fires_on_serial() -> None:
    finds(
        "[vec]\nbackend = Serial\nnum_envs = 8\nbatch_size = 8\noverwork = True\n",
        "PC234",
        at=(5, 1),
        severity="info",
    )


def test_fires_on_ray() -> None:
    finds("[vec]\nbackend = Ray\nnum_envs = 8\nbatch_size = 8\nzero_copy = True\n", "PC234")


def test_is_silent_on_defaults() -> None:
    quiet("[vec]\nbackend = Serial\nnum_envs = 8\nbatch_size = 8\n", "PC234")


def test_is_silent_on_multiprocessing() -> None:
    quiet("[vec]\nnum_envs = 8\noverwork = True\n", "PC234")


@pytest.mark.parametrize("setting", ["num_workers = 1", "zero_copy = True", "overwork = False"])
def test_is_silent_on_what_serial_does_anyway(setting: str) -> None:
    quiet(f"[vec]\nbackend = Serial\nnum_envs = 8\nbatch_size = 8\n{setting}\n", "PC234")


@pytest.mark.parametrize("setting", ["zero_copy = False", "overwork = False"])
def test_is_silent_on_what_ray_does_anyway(setting: str) -> None:
    quiet(f"[vec]\nbackend = Ray\nnum_envs = 8\nbatch_size = 8\n{setting}\n", "PC234")


def test_fires_on_copies_that_serial_does_not_make() -> None:
    text = "[vec]\nbackend = Serial\nnum_envs = 8\nbatch_size = 8\nzero_copy = False\n"
    finds(text, "PC234", at=(5, 1))


HEAD = "import argparse, pufferlib.vector as pv\nfrom pufferlib.vector import Serial\n"


@pytest.mark.parametrize(
    "call",
    [
        "pv.make(f, backend=pv.Serial, num_envs=8, num_workers=4)",
        "pv.make(f, backend='Serial', num_envs=8, num_workers=4)",
        "pv.make(f, backend=Serial, num_envs=8, num_workers=4)",
        "pv.make(f, backend=Serial, num_envs=8, overwork=True)",
        "c = dict(num_envs=8, num_workers=4)\npv.make(f, backend=Serial, **c)",
    ],
)
def test_fires_on_a_value_that_is_written_for_this_call(call: str) -> None:
    finds(HEAD + call, "PC234", name="train.py", severity="info")


@pytest.mark.parametrize(
    "text",
    [
        "W = 4\npv.make(f, backend=Serial, num_envs=8, num_workers=W)",
        "B = pv.Serial\npv.make(f, backend=B, num_envs=8, num_workers=4)",
        "B = 'Serial'\npv.make(f, backend=B, num_envs=8, num_workers=4)",
        "def build(w=4): pv.make(f, backend=Serial, num_envs=8, num_workers=w)",
        "def build(b='Serial'): pv.make(f, backend=b, num_envs=8, num_workers=4)",
        "c = dict(num_envs=8, num_workers=4)\npv.make(f, backend=Serial, **c)\n"
        "pv.make(f, backend=pv.Multiprocessing, **c)",
        "pv.make(f, backend=Serial, num_envs=8, num_workers=1)",
        "pv.make(f, backend=Serial, num_envs=8, zero_copy=True)",
    ],
)
def test_is_silent_on_a_value_that_serves_other_backends(text: str) -> None:
    quiet(HEAD + text, "PC234", name="train.py")
