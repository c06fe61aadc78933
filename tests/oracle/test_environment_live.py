"""The environments of 3.0.0 against the real env_creator, asked now."""

from __future__ import annotations

from pathlib import Path

import environment_oracle
import pytest

from tests.rules.test_unknown_environment import CASES

pytestmark = pytest.mark.oracle


def test_the_record_is_what_the_package_answers(oracle: Path) -> None:
    assert environment_oracle.ask(oracle, environment_oracle.cases()) == CASES
