"""PC305 unserved-agents."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def vec(agents: object, buffers: object) -> str:
    return f"[vec]\ntotal_agents = {agents}\nnum_buffers = {buffers}\n"


def test_agents_are_left_over() -> None:
    found = finds(vec(4096, 5), "PC305", at=(3, 1), severity="warning", target="4.0")
    assert "leaves 1 agent unserved: each buffer serves 819" in found.message


def test_what_fits_is_suggested() -> None:
    found = finds(vec(4096, 5), "PC305", target="4.0")
    assert found.notes[-1].message == (
        "try num_buffers = 2, 4 or 8; or total_agents = 4090, 4095 or 4100"
    )


def test_buffers_are_counted_as_c_reads_them() -> None:
    found = finds(vec(16384, 6.8738), "PC305", target="4.0")
    assert "num_buffers = 6.8738 (read as 6) leaves 4 agents unserved" in found.message


def test_a_file_that_gives_only_the_agents() -> None:
    found = finds("[vec]\ntotal_agents = 4097\n", "PC305", at=(2, 1), target="4.0")
    assert "num_buffers = 2" in found.notes[0].message


def test_one_agent_an_environment_is_the_same() -> None:
    finds(vec(4096, 5), "PC305", target="4.0", agents_per_env=1)


def test_a_table_without_defaults() -> None:
    finds(vec(4096, 5), "PC305", name="c.toml", target="4.0")


@pytest.mark.parametrize(
    ("agents", "buffers"), [(4096, 2), (4096, 4.78896), (4095, 5), (1, 1), (4096, 4096)]
)
def test_agents_that_divide(agents: object, buffers: object) -> None:
    quiet(vec(agents, buffers), "PC305", target="4.0")


@pytest.mark.parametrize(("agents", "buffers"), [(4096, 0), (4096, "auto"), (3, 8), ("many", 3)])
def test_what_fails_otherwise_is_reported_otherwise(agents: object, buffers: object) -> None:
    quiet(vec(agents, buffers), "PC305", target="4.0")


def test_several_agents_an_environment_are_worse() -> None:
    quiet(vec(4096, 5), "PC305", target="4.0", agents_per_env=8)


def test_eval_serves_whom_it_shows() -> None:
    quiet(vec(4096, 5), "PC305", target="4.0", mode="eval")


def test_a_table_that_leaves_the_buffers_open() -> None:
    quiet("[vec]\ntotal_agents = 4097\n", "PC305", name="c.toml", target="4.0")


def test_nothing_of_the_files_own() -> None:
    quiet("[vec]\nnum_threads = 8\n", "PC305", target="4.0")
