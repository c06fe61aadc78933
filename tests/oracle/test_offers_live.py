"""What the table and the whole checker suggest, put to the real 3.0.0."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
import record
from make_cases import Case, boundary, sampled

from profilecheck import judge
from profilecheck.profiles.v3_layout import candidates
from profilecheck.profiles.v3_make import decide
from tests.oracle.checker import differs, given_as_keywords, offered, refusals
from tests.oracle.test_make_live import COUNT, SEED

pytestmark = [pytest.mark.oracle, pytest.mark.heavy]

OFFERS = 1_000
SUGGESTED_FROM = int(os.environ.get("PROFILECHECK_ORACLE_EVERY", "50"))
"""One in so many cases is asked for what its findings suggest."""


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    """The boundaries, and random cases besides."""
    return [*boundary(), *sampled(SEED, COUNT)]


def test_every_suggestion_of_the_checker_is_accepted_by_the_real_package(
    oracle: Path, cases: list[Case], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is the only fault; else the real package complains of what the checker says is left."""
    single = [case for case in cases if case.creators is None]
    suggested = [each for case in single[::SUGGESTED_FROM] for each in offered(case)]
    answers = record.ask(oracle, [changed for *_, changed in suggested])
    wrong = []
    monkeypatch.setattr(judge, "TRIALS", 0)  # what each leads to is judged, and no more suggested
    for (finding, left, changed), answer in zip(suggested, answers, strict=True):
        accepted = answer["verdict"] == "accept"
        after = refusals(given_as_keywords(changed))
        told = differs(changed, accepted, after)
        if told or not after <= left:
            wrong.append((finding.code, finding.message, told, sorted(after - left), changed))
    assert wrong[:10] == []
    assert len(suggested) > 16_000 // SUGGESTED_FROM


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
