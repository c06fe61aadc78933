"""PC314 nccl-id."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

VEC = "[vec]\ntotal_agents = 4096\n"


def test_training_overwrites_it() -> None:
    text = f"[base]\nworld_size = 4\n{VEC}"
    found = finds(text, "PC314", at=(2, 1), severity="warning", target="4.0")
    assert (
        "overwritten: training starts as many processes as [train] gpus says, which is 1"
        in found.message
    )


def test_gpus_that_are_not_known_are_not_told() -> None:
    text = f"[base]\nworld_size = 4\n{VEC}"
    found = finds(text, "PC314", target="4.0", defaults="none")
    assert found.message.endswith("as many processes as [train] gpus says")


def test_eval_fails_on_it() -> None:
    text = f"[base]\nworld_size = 4\n{VEC}"
    finds(text, "PC314", at=(2, 1), severity="error", target="4.0", mode="eval")


@pytest.mark.parametrize("size", ["1", "0", "all"])
def test_one_process_or_none(size: str) -> None:
    quiet(f"[base]\nworld_size = {size}\n{VEC}", "PC314", target="4.0")


def test_several_gpus_are_asked_for_elsewhere() -> None:
    quiet(f"{VEC}[train]\ngpus = 4\n", "PC314", target="4.0")


@pytest.mark.parametrize(("key", "told"), [("rank", "itself"), ("gpu_id", "CUDA_VISIBLE_DEVICES")])
def test_rank_and_gpu_are_overwritten_too(key: str, told: str) -> None:
    text = f"[base]\n{key} = 1\n{VEC}"
    found = finds(text, "PC314", at=(2, 1), severity="warning", target="4.0")
    assert found.message.startswith(f"{key} = 1 is overwritten: ") and told in found.message
    quiet(text.replace("= 1", "= 0"), "PC314", target="4.0")
    quiet(text, "PC314", target="4.0", mode="eval")
    quiet(VEC, "PC314", target="4.0", default_ini=text)
