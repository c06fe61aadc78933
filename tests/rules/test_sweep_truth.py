"""The rules on sweeps against what the real 3.0.0 answered (tools/oracle/sweep_oracle.py)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.rules.helpers import report, told

TRUTH = Path(__file__).parents[2] / "fixtures" / "truth" / "sweep_3.0.jsonl"
CASES: list[dict[str, Any]] = [
    json.loads(line) for line in TRUTH.read_text(encoding="utf-8").splitlines()
]


def ini(case: dict[str, Any]) -> str:
    """A case as a config that is otherwise in order."""
    lines = ["[vec]", "num_envs = 8", "[env]", "x = 1", "[sweep]"]
    lines += [f"{key} = {text}" for key, text in case["sweep"].items()]
    lines += ["[sweep.env.x]", *(f"{key} = {text}" for key, text in case["table"].items())]
    return "\n".join(lines) + "\n"


def faults(case: dict[str, Any]) -> tuple[list[str], str]:
    verdict = report(ini(case), mode="sweep")
    return [f.code for f in verdict.findings if f.severity == "error"], told(verdict)


@pytest.mark.heavy
def test_a_sweep_has_an_error_exactly_where_the_real_one_raises() -> None:
    for case in CASES:
        codes, findings = faults(case)
        assert bool(codes) == ("type" in case), f"{case}\n{findings}"


def test_the_record_holds_every_answer() -> None:
    answers = Counter(case.get("type") for case in CASES)
    for answer in (
        None,
        "AssertionError",
        "KeyError",
        "TypeError",
        "ValueError",
        "ZeroDivisionError",
    ):
        assert answers[answer] >= 20, answers
