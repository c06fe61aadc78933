"""The decision table against the real 3.0.0, asked now."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
import record
from make_cases import BACKENDS, CORES, Case, boundary, sampled

from profilecheck.profiles.v3_layout import candidates
from profilecheck.profiles.v3_make import decide
from tests.oracle.answers import disagreement

pytestmark = pytest.mark.oracle

SEED = int(os.environ.get("PROFILECHECK_ORACLE_SEED", "20"))
COUNT = 20_000
OFFERS = 4_000


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    """The boundaries, and random cases besides."""
    return [*boundary(), *sampled(SEED, COUNT)]


def test_the_table_agrees_with_the_real_package(oracle: Path, cases: list[Case]) -> None:
    differences = []
    verdicts = record.ask(oracle, cases)
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


def test_every_offered_change_is_accepted_by_the_real_package(
    oracle: Path, cases: list[Case]
) -> None:
    offered = list(islice(_offers(cases), OFFERS))
    verdicts = record.ask(oracle, offered)
    refused = [
        (case, verdict)
        for case, verdict in zip(offered, verdicts, strict=True)
        if verdict["verdict"] != "accept"
    ]
    assert refused == []
    assert len(offered) == OFFERS


def _offers(cases: list[Case]) -> Iterator[Case]:
    """Changed calls that pass the table, the nearest two for each fault of the random cases."""
    for case in reversed(cases):
        for fault in decide(case.kwargs, cores=case.cores, creators=case.creators):
            changed = (
                Case({**case.kwargs, **change}, case.creators, case.cores)
                for change in islice(candidates(fault, case.kwargs), 8)
            )
            yield from islice(filter(_passes, changed), 2)


def _passes(case: Case) -> bool:
    faults = decide(case.kwargs, cores=case.cores, creators=case.creators)
    return not any(fault.refuses for fault in faults)


def test_the_record_is_what_the_package_answers(oracle: Path) -> None:
    text = record.record(oracle)
    recorded = record.FIXTURE.read_text(encoding="utf-8")
    assert text.splitlines()[1:] == recorded.splitlines()[1:] or _another_python(text, recorded)


def _another_python(text: str, recorded: str) -> bool:
    """Python's own messages change between versions; then only the verdicts are compared above."""
    return text.splitlines()[0] != recorded.splitlines()[0]
