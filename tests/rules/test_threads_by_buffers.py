"""PC307 threads-by-buffers."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def vec(threads: object, buffers: object) -> str:
    return f"[vec]\ntotal_agents = 4096\nnum_buffers = {buffers}\nnum_threads = {threads}\n"


def test_threads_are_left_over() -> None:
    found = finds(vec(19, 4), "PC307", at=(4, 1), severity="warning", target="4.0")
    assert "leaves 3 threads unused: each buffer steps with 4" in found.message
    assert found.notes[-1].message == "try num_threads = 16 or 20"


def test_a_default_that_the_files_buffers_do_not_divide() -> None:
    text = "[vec]\ntotal_agents = 4095\nnum_buffers = 5\n"
    found = finds(text, "PC307", at=(3, 1), target="4.0")
    assert "num_threads = 16 over num_buffers = 5 leaves 1 thread unused" in found.message


def test_minus_one_is_not_all_threads() -> None:
    found = finds(vec(-1, 4), "PC307", at=(4, 1), target="4.0")
    assert "does not mean all threads: each buffer gets 1" in found.message


@pytest.mark.parametrize(
    ("threads", "buffers"), [(16, 4), (8, 8), (16, 4.78896), (16.5, 8), (16, 1)]
)
def test_threads_that_divide(threads: object, buffers: object) -> None:
    quiet(vec(threads, buffers), "PC307", target="4.0")


@pytest.mark.parametrize("threads", [0, 1, 3, 7])
def test_fewer_threads_than_buffers_are_in_use_upstream(threads: int) -> None:
    quiet(vec(threads, 8), "PC307", target="4.0")


@pytest.mark.parametrize(("threads", "buffers"), [("auto", 4), (16, 0), (16, "auto")])
def test_what_fails_otherwise_is_reported_otherwise(threads: object, buffers: object) -> None:
    quiet(vec(threads, buffers), "PC307", target="4.0")


def test_a_table_that_leaves_the_buffers_open() -> None:
    quiet("[vec]\nnum_threads = 17\n", "PC307", name="c.toml", target="4.0")


def test_silent_default_threads_beside_agents_that_are_unserved() -> None:
    """num_buffers = 5 is one cause: it divides neither."""
    text = "[vec]\ntotal_agents = 4096\nnum_buffers = 5\n"
    finds(text, "PC305", target="4.0")
    quiet(text, "PC307", target="4.0")
    finds(text.replace("4096", "4095"), "PC307", target="4.0")
    finds(text + "num_threads = 16\n", "PC307", target="4.0")
