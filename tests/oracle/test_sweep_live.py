"""The rules on sweeps against the real 3.0.0, asked now."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import sweep_oracle
from sweep_cases import edges, sampled

from tests.rules.test_sweep_truth import CASES, faults

pytestmark = [pytest.mark.oracle, pytest.mark.heavy]

SEED = int(os.environ.get("PROFILECHECK_ORACLE_SEED", "20"))
COUNT = int(os.environ.get("PROFILECHECK_ORACLE_SWEEPS", "100"))


def test_a_sweep_has_an_error_exactly_where_the_real_one_raises(oracle: Path) -> None:
    for case in sweep_oracle.ask(oracle, sampled(SEED, COUNT)):
        codes, findings = faults(case)
        assert bool(codes) == ("type" in case), f"{case}\n{findings}"


def test_the_record_is_what_the_package_answers(oracle: Path) -> None:
    cases = [*edges(), *sampled(sweep_oracle.SEED, sweep_oracle.COUNT)]
    assert sweep_oracle.ask(oracle, cases) == CASES
