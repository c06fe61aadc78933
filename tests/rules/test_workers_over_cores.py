"""PC210: workers over cores."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def test_fires_on_plain() -> None:
    finds(
        "[vec]\nnum_envs = 64\nnum_workers = 32\n", "PC210", cores=16, at=(3, 1), severity="error"
    )


def test_fires_on_auto_counts_as_num_envs() -> None:
    finds("[vec]\nnum_envs = 64\n", "PC210", cores=16, at=(2, 1))


def test_fires_on_psutil_answers_none() -> None:
    finds("[vec]\nnum_envs = 2\nbackend = Multiprocessing\n", "PC210", cores="none")


def test_fires_on_even_overwork_on_none() -> None:
    finds(
        "[vec]\nnum_envs = 2\nbackend = Multiprocessing\noverwork = True\n", "PC210", cores="none"
    )


def test_is_silent_on_fits() -> None:
    quiet("[vec]\nnum_envs = 64\nnum_workers = 16\n", "PC210", cores=16)


def test_is_silent_on_overwork() -> None:
    quiet("[vec]\nnum_envs = 64\nnum_workers = 32\noverwork = True\n", "PC210", cores=16)


def test_is_silent_on_serial() -> None:
    quiet("[vec]\nbackend = Serial\nnum_envs = 64\nbatch_size = 64\n", "PC210", cores=16)


def test_is_silent_on_ray_has_no_check() -> None:
    quiet("[vec]\nbackend = Ray\nnum_envs = 64\nbatch_size = 64\n", "PC210", cores=16)


def test_is_silent_on_cores_unknown() -> None:
    quiet("[vec]\nnum_envs = 64\n", "PC210", cores=None, threads=8)


def test_is_silent_on_eval() -> None:
    quiet("[vec]\nnum_envs = 64\n", "PC210", cores=16, mode="eval")


COUNTED_OTHERWISE = (
    'def test(monkeypatch):\n    monkeypatch.setattr("psutil.cpu_count", lambda logical=True: 512)\n',
    "import psutil\ndef test(monkeypatch):\n    monkeypatch.setattr(psutil, 'cpu_count', lambda logical: 512)\n",
    "def test(monkeypatch):\n    monkeypatch.setattr(v.psutil, 'cpu_count', lambda logical: 512)\n",
    "from unittest import mock\n@mock.patch('psutil.cpu_count', return_value=512)\ndef test(count):\n    pass\n",
    "import psutil\npsutil.cpu_count = lambda logical: 512\n",
)
IN_A_TEST = (
    "def test_many():\n    v.make(f, backend='Multiprocessing', num_envs=256, num_workers=256)\n"
)


@pytest.mark.parametrize("replaced", COUNTED_OTHERWISE)
def test_a_file_that_replaces_the_count_of_cores_counts_its_own(replaced: str) -> None:
    quiet(
        f"import pufferlib.vector as v\n{replaced}{IN_A_TEST}", "PC210", name="test_it.py", cores=64
    )


@pytest.mark.parametrize(
    "other", ["", "def test(monkeypatch):\n    monkeypatch.setattr('os.cpu_count', lambda: 512)\n"]
)
def test_another_count_is_not_asked_for(other: str) -> None:
    finds(f"import pufferlib.vector as v\n{other}{IN_A_TEST}", "PC210", name="test_it.py", cores=64)
