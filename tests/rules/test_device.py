"""PC618 device."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_gpu() -> None:
    finds(TRAIN + "device = gpu\n", "PC618", at=(6, 1), severity="error")


def test_case_counts() -> None:
    finds(TRAIN + "device = CPU\n", "PC618", at=(6, 1))


def test_no_colon() -> None:
    finds(TRAIN + "device = cuda0\n", "PC618", at=(6, 1))


def test_true() -> None:
    finds(TRAIN + "device = True\n", "PC618", at=(6, 1))


def test_a_negative_index() -> None:
    finds(TRAIN + "device = -1\n", "PC618", at=(6, 1))


def test_silent_cuda() -> None:
    quiet(TRAIN + "device = cuda\n", "PC618")


def test_silent_an_index() -> None:
    quiet(TRAIN + "device = cuda:1\n", "PC618")


def test_silent_cpu() -> None:
    quiet(TRAIN + "device = cpu\n", "PC618")


def test_silent_apple() -> None:
    quiet(TRAIN + "device = mps\n", "PC618")


def test_silent_a_plug_in() -> None:
    quiet(TRAIN + "device = npu:0\n", "PC618")


def test_silent_the_index_of_an_accelerator() -> None:
    quiet(TRAIN + "device = 0\n", "PC618")


def test_eval_moves_the_policy_there_as_well() -> None:
    found = finds(TRAIN + "device = gpu\n", "PC618", at=(6, 1), severity="error", mode="eval")
    assert any("try device = cuda" in note.message for note in found.notes)


def test_eval_reads_nothing_else_of_train() -> None:
    quiet(TRAIN + "device = cpu\noptimizer = sgd\nbptt_horizon = 0\n", mode="eval")


def test_eval_a_comment_behind_the_device_is_told_once() -> None:
    finds(TRAIN + "device = cpu  ; here\n", "PC010", severity="error", mode="eval")
    quiet(TRAIN + "device = cpu  ; here\n", "PC618", mode="eval")
