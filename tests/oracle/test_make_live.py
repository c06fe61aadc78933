"""The decision table, and the whole checker, against the real 3.0.0, asked now."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import record
from make_cases import BACKENDS, CORES, Case, boundary, sampled

from profilecheck.profiles.v3_make import decide
from tests.oracle.answers import disagreement
from tests.oracle.checker import differs, given_as_keywords, refusals

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.heavy,
    pytest.mark.usefixtures("without_offers"),
]

SEED = int(os.environ.get("PROFILECHECK_ORACLE_SEED", "20"))
COUNT = 20_000
JUDGED_FROM = int(os.environ.get("PROFILECHECK_ORACLE_EVERY", "4"))
"""One in so many cases is given to the whole checker; all are to the table."""


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    """The boundaries, and random cases besides."""
    return [*boundary(), *sampled(SEED, COUNT)]


@pytest.fixture(scope="module")
def asked(oracle: Path, cases: list[Case]) -> Iterator[Future[list[dict[str, Any]]]]:
    """What the real package answers to them; it thinks while the checker does."""
    with ThreadPoolExecutor() as pool:
        yield pool.submit(record.ask, oracle, cases)


def test_the_checker_agrees_with_the_real_package(
    cases: list[Case], asked: Future[list[dict[str, Any]]]
) -> None:
    """What make accepts carries no error of stage make; what it refuses carries one of its cause."""
    judged = cases[::JUDGED_FROM]
    found = [
        None if case.creators is not None else refusals(given_as_keywords(case)) for case in judged
    ]
    told = [
        differs(case, verdict["verdict"] == "accept", codes)
        for case, codes, verdict in zip(judged, found, asked.result()[::JUDGED_FROM], strict=True)
        if codes is not None
    ]
    assert [each for each in told if each][:10] == []
    assert len(told) >= 20_000 // JUDGED_FROM


def test_the_table_agrees_with_the_real_package(
    cases: list[Case], asked: Future[list[dict[str, Any]]]
) -> None:
    differences = []
    verdicts = asked.result()
    for case, verdict in zip(cases, verdicts, strict=True):
        faults = decide(case.kwargs, cores=case.cores, creators=case.creators)
        if told := disagreement(faults, verdict.get("type"), verdict.get("message", "")):
            differences.append((case, told))
    assert differences[:10] == []


def test_the_cases_are_many_and_of_every_kind(cases: list[Case]) -> None:
    assert len(cases) >= 20_000
    backends = [case.kwargs.get("backend", "PufferEnv") for case in cases]
    for backend in BACKENDS:
        assert backends.count(backend) > 1000
    for cores in CORES:
        assert sum(case.cores == cores for case in cases) > 1000
    assert sum(case.creators is not None for case in cases) > 1000


def test_the_record_is_what_the_package_answers(oracle: Path) -> None:
    text = record.record(oracle)
    recorded = record.FIXTURE.read_text(encoding="utf-8")
    assert text.splitlines()[1:] == recorded.splitlines()[1:] or _another_python(text, recorded)


def _another_python(text: str, recorded: str) -> bool:
    """Python's own messages change between versions; then only the verdicts are compared above."""
    return text.splitlines()[0] != recorded.splitlines()[0]
