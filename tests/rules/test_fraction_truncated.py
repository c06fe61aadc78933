"""PC303 fraction-truncated."""

from __future__ import annotations

import pytest

from profilecheck.findings import Edit
from tests.rules.helpers import finds, quiet

VEC = "[vec]\ntotal_agents = 4096\n"


def test_a_sweeps_number_of_buffers() -> None:
    found = finds(
        f"{VEC}num_buffers = 4.78896\n", "PC303", at=(3, 1), severity="warning", target="4.0"
    )
    assert "num_buffers = 4.78896 is cut to 4" in found.message


def test_the_fix_writes_what_is_read() -> None:
    found = finds(f"{VEC}num_buffers = 4.78896\n", "PC303", target="4.0")
    assert found.fix is not None
    (edit,) = found.fix.edits
    assert isinstance(edit, Edit) and edit.text == "4"
    assert (edit.span.line, edit.span.column, edit.span.end_column) == (3, 15, 22)


@pytest.mark.parametrize(
    ("section", "key", "value"),
    [
        ("policy", "num_layers", "7.44"),
        ("policy", "hidden_size", "128.5"),
        ("vec", "num_threads", "2.5"),
        ("base", "seed", "42.5"),
        ("base", "cudagraphs", "0.5"),
    ],
)
def test_each_whole_number(section: str, key: str, value: str) -> None:
    text = f"[base]\nenv_name = e\n[{section}x]\n[vec]\n[policy]\n".replace(
        f"[{section}]\n", f"[{section}]\n{key} = {value}\n"
    )
    found = finds(text, "PC303", target="4.0")
    assert f"{key} = {value} is cut to" in found.message


def test_true_is_one() -> None:
    found = finds(f"{VEC}num_buffers = True\n", "PC303", target="4.0")
    assert "num_buffers = True is read as 1" in found.message


def test_a_comment_is_left_as_it_is() -> None:
    found = finds(f"{VEC}num_buffers = 4.5 # from a sweep\n", "PC303", target="4.0")
    assert found.fix is None


@pytest.mark.parametrize("value", ["4", "4.0", "8e0", "auto"])
def test_whole_numbers_and_no_numbers(value: str) -> None:
    quiet(f"{VEC}num_buffers = {value}\n", "PC303", target="4.0")


def test_what_is_cut_to_nothing_is_out_of_range_instead() -> None:
    quiet(f"{VEC}num_buffers = 0.5\n", "PC303", target="4.0")


def test_floats_may_be_fractions() -> None:
    text = f"{VEC}[train]\ngamma = 0.995\nreplay_ratio = 1.5\ntotal_timesteps = 1e7\n"
    quiet(text, "PC303", target="4.0")


def test_switches_may_be_true() -> None:
    text = f"[base]\nprofile = True\nreset_state = False\n{VEC}[train]\nanneal_lr = True\n"
    quiet(text, "PC303", target="4.0")


def test_a_default_is_not_reported() -> None:
    quiet(VEC, "PC303", target="4.0", default_ini="[base]\n[vec]\nnum_buffers = 2.5\n")
