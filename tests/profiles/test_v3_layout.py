"""What a good call comes to, and what is offered for a bad one."""

from __future__ import annotations

from typing import Any

import pytest

from profilecheck.document import UNKNOWN
from profilecheck.profiles.v3_layout import CANDIDATES, Layout, candidates, layout
from profilecheck.profiles.v3_make import decide

# layouts


def test_workers_share_the_environments_and_the_batches() -> None:
    kwargs = {"backend": "Multiprocessing", "num_envs": 12, "num_workers": 6, "batch_size": 4}
    assert layout(kwargs) == Layout(
        backend="Multiprocessing",
        workers=6,
        environments=12,
        envs_per_worker=2,
        batch=4,
        workers_per_batch=2,
        batches=3,
    )


def test_auto_is_resolved() -> None:
    auto = {"num_workers": "auto", "batch_size": "auto"}
    assert layout({"backend": "Multiprocessing", "num_envs": 8, **auto}) == Layout(
        "Multiprocessing", 8, 8, 1, 4, 4, 2
    )


def test_what_is_left_out_is_one_worker_for_each_environment_and_one_batch() -> None:
    assert layout({"backend": "Multiprocessing", "num_envs": 4}) == Layout(
        "Multiprocessing", 4, 4, 1, 4, 4, 1
    )


def test_serial_takes_the_batch_for_the_number_of_environments() -> None:
    kwargs = {"backend": "Serial", "num_envs": 8, "num_workers": 4, "batch_size": 2}
    assert layout(kwargs) == Layout("Serial", 0, 2, 2, 2, 0, 1)


def test_ray_has_one_batch_in_flight() -> None:
    kwargs = {"backend": "Ray", "num_envs": 8, "num_workers": 4, "batch_size": 4}
    assert layout(kwargs) == Layout("Ray", 4, 8, 2, 4, 2, 1)


def test_a_native_is_one_environment_whatever_else_is_given() -> None:
    assert layout({"num_workers": 7, "batch_size": UNKNOWN}) == Layout(
        "PufferEnv", 0, 1, 1, 1, 0, 1
    )


def test_batches_in_flight_are_rounded_down() -> None:
    kwargs = {"backend": "Multiprocessing", "num_envs": 8, "batch_size": 3, "zero_copy": False}
    found = layout(kwargs)
    assert found is not None and found.batches == 2


@pytest.mark.parametrize(
    "kwargs",
    [
        {"backend": "Multiprocessing", "num_envs": 100, "num_workers": 6},
        {"backend": "Multiprocessing", "num_envs": UNKNOWN, "num_workers": 6},
        {"backend": "Multiprocessing", "num_envs": 6, "num_workers": UNKNOWN},
        {"backend": "Serial", "num_envs": 6, "batch_size": UNKNOWN},
        {"backend": UNKNOWN, "num_envs": 1},
        {"backend": "np", "num_envs": 1},
        {"num_envs": 4},
    ],
)
def test_no_layout_where_something_is_wrong_or_unknown(kwargs: dict[str, Any]) -> None:
    assert layout(kwargs) is None


# candidates


def offered(kwargs: dict[str, Any], cause: str, key: str, cores: int = 8) -> list[Any]:
    """The values offered for one key, in order, without those that fail elsewhere."""
    (fault,) = [f for f in decide(kwargs, cores=cores) if f.cause == cause]
    changes = [change for change in candidates(fault, kwargs) if key in change]
    good = [c for c in changes if not any(f.refuses for f in decide({**kwargs, **c}, cores=cores))]
    return [change[key] for change in good]


def parallel(**kwargs: Any) -> dict[str, Any]:
    return {"backend": "Multiprocessing", **kwargs}


def test_workers_around_the_given_number() -> None:
    kwargs = parallel(num_envs=100, num_workers=6)
    assert offered(kwargs, "envs-by-workers", "num_workers") == [5, 4, 2, 1]
    assert offered(kwargs, "envs-by-workers", "num_workers", 64)[:4] == [5, 4, 2, 10]


def test_environments_around_the_given_number() -> None:
    kwargs = parallel(num_envs=100, num_workers=6)
    assert offered(kwargs, "envs-by-workers", "num_envs")[:4] == [102, 96, 108, 90]


def test_workers_that_the_machine_has_and_overwork_last() -> None:
    kwargs = parallel(num_envs=12, num_workers=12)
    (fault,) = decide(kwargs, cores=5)
    assert list(candidates(fault, kwargs)) == [
        {"num_workers": 4},
        {"num_workers": 3},
        {"num_workers": 2},
        {"num_workers": 1},
        {"overwork": True},
    ]


def test_environments_where_they_are_the_workers() -> None:
    assert offered(parallel(num_envs=6), "workers-over-cores", "num_envs", cores=4) == [4, 3, 2, 1]


def test_a_batch_that_fills_whole_workers() -> None:
    kwargs = parallel(num_envs=24, num_workers=6, batch_size=6)
    assert offered(kwargs, "batch-by-envs-per-worker", "batch_size") == [4, 8, 12, 24]


def test_workers_that_a_batch_fills() -> None:
    kwargs = parallel(num_envs=24, num_workers=4, batch_size=8)
    assert offered(kwargs, "batch-by-envs-per-worker", "num_workers") == [3, 6]


def test_a_batch_that_divides() -> None:
    kwargs = parallel(num_envs=8, batch_size=3)
    assert offered(kwargs, "zero-copy-batches", "batch_size") == [2, 4, 1, 8]


def test_environments_that_a_batch_divides() -> None:
    kwargs = parallel(num_envs=8, batch_size=3, overwork=True)
    assert offered(kwargs, "zero-copy-batches", "num_envs")[:3] == [9, 6, 12]


def test_an_even_number_of_environments_for_an_automatic_batch() -> None:
    kwargs = parallel(num_envs=5, num_workers="auto", batch_size="auto")
    assert offered(kwargs, "zero-copy-batches", "num_envs")[:3] == [4, 6, 2]


def test_workers_for_an_automatic_batch() -> None:
    kwargs = parallel(num_envs=4, batch_size="auto")
    assert offered(kwargs, "batch-auto-without-workers", "num_workers") == ["auto", 4, 2]


def test_a_batch_of_all_environments_where_it_was_more() -> None:
    kwargs = {"backend": "Serial", "num_envs": 6, "batch_size": 7}
    assert offered(kwargs, "serial-batch-exceeds-envs", "batch_size")[0] == 6


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("serial", "Serial"),
        ("vector.Serial", "Serial"),
        ("Native", "PufferEnv"),
        ("multiprocess", "Multiprocessing"),
        ("Ray ", "Ray"),
    ],
)
def test_the_backend_that_was_meant(written: str, meant: str) -> None:
    assert offered({"backend": written}, "backend-unknown", "backend") == [meant]


def test_no_backend_for_what_resembles_none() -> None:
    assert offered({"backend": "threads"}, "backend-unknown", "backend") == []


def test_a_native_with_several_environments() -> None:
    kwargs = {"num_envs": 4}
    assert offered(kwargs, "pufferenv-num-envs", "num_envs") == [1]
    assert offered(kwargs, "pufferenv-num-envs", "backend") == ["Multiprocessing", "Serial"]


@pytest.mark.parametrize(("written", "meant"), [("False", False), ("no", False), ("yes", True)])
def test_the_flag_that_was_meant(written: str, meant: bool) -> None:
    assert offered(parallel(zero_copy=written), "flag-not-bool", "zero_copy") == [meant]


def test_nothing_is_offered_for_what_has_no_nearby_value() -> None:
    kwargs = parallel(sync_traj=True)
    (fault,) = decide(kwargs)
    assert list(candidates(fault, kwargs)) == []


def test_a_huge_count_is_answered_at_once_and_within_bounds() -> None:
    kwargs = parallel(num_envs=2**59 + 1, num_workers=1000, batch_size=7)
    for fault in decide(kwargs):
        assert len(list(candidates(fault, kwargs))) <= CANDIDATES
