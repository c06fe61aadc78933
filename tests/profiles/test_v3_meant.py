"""The backend that a misspelt name means, and what is judged by it."""

from __future__ import annotations

import pytest

from profilecheck.document import UNKNOWN
from profilecheck.profiles.v3_call import VECTORIZERS
from profilecheck.profiles.v3_make import decide, decide_as_meant, meant


@pytest.mark.parametrize(
    ("written", "backend"),
    [
        ("multiprocessing", "Multiprocessing"),
        ("Multiproccessing", "Multiprocessing"),
        ("vector.Serial", "Serial"),
        ("native", "PufferEnv"),
        ("RAY", "Ray"),
    ],
)
def test_a_near_miss_is_taken_for_what_it_misses(written: str, backend: str) -> None:
    assert meant({"backend": written})["backend"] == backend


@pytest.mark.parametrize(
    "written", ["Multithreading", "threads", "", "make", "np", None, UNKNOWN, 3]
)
def test_anything_else_is_not(written: object) -> None:
    assert meant({"backend": written})["backend"] is written


@pytest.mark.parametrize("backend", VECTORIZERS)
def test_a_backend_means_itself(backend: str) -> None:
    call = {"backend": backend, "num_envs": 100, "num_workers": 6}
    assert decide_as_meant(call) == decide(call)


def test_what_the_backend_would_refuse_comes_behind_its_name() -> None:
    call = {"backend": "ray", "num_envs": 8, "num_workers": 8, "batch_size": 9}
    assert [fault.cause for fault in decide_as_meant(call)] == [
        "backend-unknown",
        "ray-batch-over-envs",
    ]
