"""PC202: backend."""

from __future__ import annotations

import pytest

from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet, report


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


@pytest.mark.parametrize(
    "backend", ["multiprocessing", "Multiproccessing", "vector.Multiprocessing"]
)
def test_a_misspelt_name_hides_no_other_fault(backend: str) -> None:
    text = (
        f"[base]\nenv_name = x\n[vec]\nbackend = {backend}\nnum_envs = 100\nnum_workers = 6\n"
        "batch_size = 33\n"
    )
    found = [finding.code for finding in report(text).findings]
    assert found == ["PC202", "PC203", "PC211"]


def test_a_misspelt_name_is_not_the_cause_of_what_its_backend_would_do() -> None:
    text = "[vec]\nbackend = {}\nnum_envs = 8\nbatch_size = 4\n"
    finds(text.format("serial"), "PC221", severity="warning")
    quiet(text.format("threads"), "PC221")


def test_a_text_is_told_once_under_a_misspelt_name() -> None:
    text = "[vec]\nbackend = serial\nnum_envs = 8\nnum_workers = auto ; x\n"
    finds(text, "PC010", severity="error")
    quiet(text, "PC204")


def test_a_fork_s_own_backend_is_not_judged_as_another() -> None:
    fork = Surroundings(fork="a fork")
    text = "[vec]\nbackend = MultiprocessingX\nnum_envs = 100\nnum_workers = 6\n"
    quiet(text, "PC203", surroundings=fork)
