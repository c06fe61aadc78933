"""PC806: a throughput of workers that had to share cores."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet
from tests.rules.reports import NAME, written

CODE = "PC806"


def test_more_workers_than_cores() -> None:
    found = finds(written(num_workers=32), CODE, name=NAME, at=(5, 1))
    assert "32 workers on 16 physical cores" in found.message


def test_more_workers_than_hardware_threads() -> None:
    finds(written("cores", num_workers=65, threads=64), CODE, name=NAME)


def test_what_says_so_itself() -> None:
    finds(written(oversubscribed=True), CODE, name=NAME)


def test_overwork_where_no_cores_are_told() -> None:
    finds(written("cores", overwork=True), CODE, name=NAME)


def test_no_number_buries_the_message() -> None:
    found = finds(written(num_workers=10**400), CODE, name=NAME)
    assert len(found.message) < 300


def test_is_silent_on_a_worker_a_core() -> None:
    quiet(written(num_workers=16), CODE, name=NAME)


def test_is_silent_on_overwork_that_was_not_used() -> None:
    quiet(written(overwork=True), CODE, name=NAME)


def test_is_silent_between_cores_and_threads_where_the_cores_are_not_told() -> None:
    quiet(written("cores", num_workers=33, threads=64), CODE, name=NAME)


def test_is_silent_where_it_says_that_it_is_not() -> None:
    quiet(written(num_workers=32, oversubscribed=False), CODE, name=NAME)


@pytest.mark.parametrize("backend", ["Serial", "native", "Ray"])
def test_is_silent_on_backends_whose_workers_are_none_of_this_machines(backend: str) -> None:
    quiet(written(num_workers=32, backend=backend), CODE, name=NAME)


def test_is_silent_on_several_nodes() -> None:
    quiet(written(num_workers=32, nodes=4), CODE, name=NAME)


@pytest.mark.parametrize("cores", [None, "16 + 8", "many", True])
def test_is_silent_where_the_cores_are_no_number(cores: object) -> None:
    quiet(written(num_workers=32, cores=cores), CODE, name=NAME)
