"""Files that are laid over others: what rests on an option that they leave out is a warning that says so."""

from __future__ import annotations

import pytest

from profilecheck.document import UNKNOWN
from tests.rules.helpers import finds, quiet

HYDRA = "defaults: [base]\n"
WORKERS = "vec: {backend: Multiprocessing, num_envs: 40, num_workers: 40"
BATCHES = "vec: {backend: Multiprocessing, num_envs: 12, num_workers: 12, batch_size: 8"


@pytest.mark.parametrize("head", [HYDRA, "# @package _global_\n"])
def test_too_many_workers(head: str) -> None:
    found = finds(head + WORKERS + "}\n", "PC210", name="a.yaml", cores=32, severity="warning")
    assert found.message.startswith("if no overwork is given elsewhere: num_workers = 40 is above")
    assert not any(repr(UNKNOWN) in note.message for note in found.notes)
    quiet(head + WORKERS + "}\n", "PC210", name="a.yaml", cores=64)


def test_batches_that_need_zero_copy_off() -> None:
    found = finds(HYDRA + BATCHES + "}\n", "PC211", name="a.yaml", severity="warning")
    assert found.message.startswith("if no zero_copy is given elsewhere: ")


def test_a_file_of_a_group() -> None:
    text = WORKERS.removeprefix("vec: {").replace(", ", "\n") + "\n"
    finds(text, "PC210", name="conf/vec/big.yaml", cores=32, severity="warning")


@pytest.mark.parametrize("more", ["overwork: true", "overwork: '${overwork}'", "overwork: '???'"])
def test_an_option_that_is_given_decides(more: str) -> None:
    quiet(HYDRA + WORKERS + f", {more}}}\n", "PC210", name="a.yaml", cores=32)
    finds(
        HYDRA + WORKERS + ", overwork: false}\n", "PC210", name="a.yaml", cores=32, severity="error"
    )


def test_nothing_is_supposed_of_what_others_give_as_a_rule() -> None:
    quiet(
        HYDRA + "vec: {num_envs: 40, num_workers: 40, batch_size: 7}\n",
        "PC210",
        name="a.yaml",
        cores=8,
    )
    quiet(
        HYDRA + "vec: {backend: Multiprocessing, num_envs: 40}\n", "PC210", name="a.yaml", cores=8
    )
    quiet(
        "[base]\nenv_name = a\n[vec]\nnum_envs = 40\nnum_workers = 40\nbackend = Multiprocessing\n",
        "PC210",
        cores=32,
        defaults="none",
    )
