"""PC304 out-of-range."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

VEC = "[vec]\ntotal_agents = 4096\n"


def test_no_buffers() -> None:
    found = finds(f"{VEC}num_buffers = 0\n", "PC304", at=(3, 1), severity="error", target="4.0")
    assert "SIGFPE" in found.message
    assert [note.message for note in found.notes] == ["try num_buffers = 2"]


def test_a_fraction_that_reads_as_no_buffers() -> None:
    found = finds(f"{VEC}num_buffers = 0.5\n", "PC304", target="4.0")
    assert "num_buffers = 0.5, read as 0:" in found.message


def test_more_buffers_than_agents() -> None:
    found = finds("[vec]\ntotal_agents = 4\nnum_buffers = 8\n", "PC304", at=(3, 1), target="4.0")
    assert "is more than total_agents = 4" in found.message


@pytest.mark.parametrize(
    ("section", "setting"),
    [
        ("policy", "hidden_size = 0"),
        ("train", "minibatch_size = 0"),
        ("train", "total_timesteps = 1e30"),
        ("base", "checkpoint_interval = 0"),
    ],
)
def test_other_sections(section: str, setting: str) -> None:
    finds(f"{VEC}[{section}]\n{setting}\n", "PC304", at=(4, 1), target="4.0")


def test_a_batch_beyond_a_c_int_names_both() -> None:
    text = "[vec]\ntotal_agents = 1_048_576\n[train]\nhorizon = 4096\n"
    found = finds(text, "PC304", at=(2, 1), target="4.0")
    assert "[train] horizon = 4096" in found.notes[0].message


def test_one_cause_is_one_error() -> None:
    verdict = quiet(f"{VEC}num_buffers = 0\nnum_threads = 7\n", "PC305", target="4.0")
    assert [f.code for f in verdict.findings if f.severity == "error"] == ["PC304"]


def test_a_minibatch_of_zero_is_not_reported_as_a_relation_too() -> None:
    quiet(f"{VEC}[train]\nminibatch_size = 0\n", "PC656", target="4.0")


@pytest.mark.parametrize(
    "setting", ["num_buffers = 1", "num_buffers = 4096", "num_threads = 0", "num_threads = -1"]
)
def test_in_range(setting: str) -> None:
    quiet(f"{VEC}{setting}\n", "PC304", target="4.0")


def test_eval_with_a_single_agent() -> None:
    quiet("[vec]\ntotal_agents = 1\n", "PC304", target="4.0", mode="eval")


def test_a_sweep_writes_no_checkpoints() -> None:
    text = f"[base]\ncheckpoint_interval = 0\n{VEC}"
    quiet(text, "PC304", target="4.0", mode="sweep")


def test_what_is_not_known() -> None:
    quiet("vec:\n  total_agents: 8\n  num_buffers: ${n}\n", "PC304", name="c.yaml", target="4.0")
