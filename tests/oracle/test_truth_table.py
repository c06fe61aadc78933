"""The decision table against what the real 3.0.0 answered, as recorded by tools/oracle/record.py."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from make_cases import Case
from make_oracle import decode

from profilecheck.document import UNKNOWN
from profilecheck.profiles.v3_layout import candidates, layout
from profilecheck.profiles.v3_make import REFUSED, TABLE, decide
from tests.oracle.answers import disagreement

FIXTURE = Path(__file__).resolve().parents[2] / "fixtures" / "truth" / "make_3.0.jsonl"


@cache
def truth() -> list[tuple[Case, str | None, str]]:
    """Every recorded case, with the type and message of what make raised (None where nothing)."""
    _, *lines = FIXTURE.read_text(encoding="utf-8").splitlines()
    rows: list[dict[str, Any]] = [json.loads(line) for line in lines]
    return [
        (
            Case(decode(row["kwargs"]), row.get("creators"), row["cores"]),
            row.get("type"),
            row.get("message", ""),
        )
        for row in rows
    ]


def test_it_was_the_released_package_that_answered() -> None:
    about = json.loads(FIXTURE.read_text(encoding="utf-8").partition("\n")[0])
    assert about["pufferlib"] == "3.0.0"
    assert about["vector.py"].startswith("a29a3d73")


def test_the_table_agrees_with_every_recorded_answer() -> None:
    differences = []
    for case, raised, message in truth():
        faults = decide(case.kwargs, cores=case.cores, creators=case.creators)
        if told := disagreement(faults, raised, message):
            differences.append((case, told))
    assert differences == []
    assert len(truth()) >= 3000


def test_both_answers_are_common_in_the_record() -> None:
    accepted = sum(raised is None for _, raised, _ in truth())
    assert 500 < accepted < 2500


UNRECORDED = {"reserved-argument", "num-envs-not-int"}
REFUSING = sorted({row.cause for row in TABLE if row.bite is REFUSED} - UNRECORDED)


@pytest.mark.parametrize("cause", REFUSING)
def test_the_record_holds_each_cause_of_a_refusal(cause: str) -> None:
    """reserved-argument is a positional and a keyword of one name, num-envs-not-int a number of numpy's:
    no recorded call has either."""
    for case, raised, _ in truth():
        faults = decide(case.kwargs, cores=case.cores, creators=case.creators)
        if raised and next(f for f in faults if f.refuses).cause == cause:
            return
    raise AssertionError(f"{cause} is the reason of no recorded refusal")


def test_what_is_unknown_never_makes_a_good_call_bad() -> None:
    draw = random.Random(0)
    for case, raised, _ in truth():
        if raised is None:
            hidden = draw.choice([*case.kwargs])
            kwargs = {**case.kwargs, hidden: UNKNOWN}
            faults = decide(kwargs, cores=case.cores, creators=case.creators)
            assert not any(fault.refuses for fault in faults), (kwargs, case.creators)


def test_what_is_unknown_leaves_only_faults_that_stay_true() -> None:
    """A refusal that is certain without a value must be one with every value."""
    draw = random.Random(1)
    for case, raised, _ in truth():
        hidden = draw.choice([*case.kwargs, "cores"])
        kwargs = {key: UNKNOWN if key == hidden else value for key, value in case.kwargs.items()}
        cores = UNKNOWN if hidden == "cores" else case.cores
        faults = decide(kwargs, cores=cores, creators=case.creators)
        if any(fault.refuses for fault in faults):
            assert raised is not None, (case, hidden)


def test_one_key_is_blamed_by_one_error() -> None:
    for case, _, _ in truth():
        faults = decide(case.kwargs, cores=case.cores, creators=case.creators)
        blamed = [fault.keys[0] for fault in faults if fault.severity.rank == 2]
        assert len(blamed) == len(set(blamed)), case


def test_a_layout_is_given_for_accepted_calls_only() -> None:
    for case, raised, _ in truth():
        if layout(case.kwargs, creators=case.creators) is None:
            continue
        faults = decide(case.kwargs, cores=case.cores, creators=case.creators)
        of_the_machine = {f.cause for f in faults if f.refuses}
        assert raised is None or of_the_machine & {"workers-over-cores", "cores-unknown-to-psutil"}


def test_candidates_are_few_and_change_one_key_each() -> None:
    for case, _, _ in truth():
        for fault in decide(case.kwargs, cores=case.cores, creators=case.creators):
            changes = list(candidates(fault, case.kwargs))
            assert len(changes) <= 64
            assert all(len(change) == 1 for change in changes)
