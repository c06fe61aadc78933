"""PC202: backend."""

from __future__ import annotations

from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet


def test_fires_on_lower_case() -> None:
    finds("[vec]\nbackend = multiprocessing\n", "PC202", at=(2, 1))


def test_fires_on_native() -> None:
    finds("[vec]\nbackend = Native\n", "PC202")


def test_fires_on_none() -> None:
    finds("[vec]\nbackend = None\n", "PC202")


def test_fires_on_other_attribute() -> None:
    finds("[vec]\nbackend = make\n", "PC202")


def test_fires_on_empty() -> None:
    finds("[vec]\nbackend =\n", "PC202")


def test_is_silent_on_multiprocessing() -> None:
    quiet("[vec]\nbackend = Multiprocessing\n", "PC202")


def test_is_silent_on_quoted() -> None:
    quiet("[vec]\nbackend = 'Serial'\n", "PC202")


def test_is_silent_on_ray() -> None:
    quiet("[vec]\nbackend = Ray\n", "PC202")


def test_is_silent_on_pufferenv() -> None:
    quiet("[vec]\nbackend = PufferEnv\nnum_envs = 1\n", "PC202")


def test_is_silent_on_eval_section() -> None:
    quiet("[vec]\nnum_envs = 2\n[eval]\nbackend = x\n", "PC202")


def test_a_fork_may_have_backends_of_its_own() -> None:
    fork = Surroundings(fork="default.ini has names of its own ([vec] max_num_threads)")
    text = "[vec]\nbackend = Multithreading\n"
    found = finds(text, "PC202", severity="warning", surroundings=fork)
    assert any(note.message.startswith("one level down in a fork") for note in found.notes)
