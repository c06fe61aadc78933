"""PC675 sweep-mean."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

VEC = "[vec]\ntotal_agents = 4096\n"


def test_a_mean_is_not_read() -> None:
    text = f"{VEC}[sweep.train.gamma]\nmean = 0.98\n"
    found = finds(text, "PC675", at=(4, 1), severity="info", target="4.0")
    assert "not read by 4.0" in found.message


def test_several_means_are_one_finding() -> None:
    text = f"{VEC}[sweep.train.gamma]\nmean = 0.98\n[sweep.train.clip_coef]\nmean = 0.2\n"
    found = finds(text, "PC675", at=(4, 1), target="4.0")
    assert "(2 of them)" in found.message
    (note,) = found.notes
    assert "[sweep.train.clip_coef]" in note.message
    assert note.span is not None and note.span.line == 6


def test_no_mean() -> None:
    quiet(f"{VEC}[sweep.train.gamma]\nmin = 0.9\n", "PC675", target="4.0")


def test_a_mean_that_is_no_sweeps() -> None:
    quiet(f"{VEC}[env]\nmean = 0.5\n", "PC675", target="4.0")


def test_3_0_needs_it() -> None:
    quiet("[vec]\nnum_envs = 8\n[sweep.train.gamma]\nmean = 0.98\n", "PC675")
