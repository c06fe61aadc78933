"""The real pufferlib 3.0.0, in an environment of its own.

PROFILECHECK_ORACLE_ENV names a directory to build it in, or to find it in; without it, it is built
in a temporary one. Where it cannot be built the tests skip with the reason, or fail if
PROFILECHECK_REQUIRE_ORACLE is 1.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "oracle"))

import env

from profilecheck import judge


@pytest.fixture(scope="session")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter that has the real package."""
    directory = os.environ.get("PROFILECHECK_ORACLE_ENV") or tmp_path_factory.mktemp("oracle")
    try:
        return env.build(Path(directory))
    except env.Impossible as reason:
        if os.environ.get("PROFILECHECK_REQUIRE_ORACLE") == "1":
            pytest.fail(str(reason))
        pytest.skip(f"the real package cannot be installed: {reason}")


@pytest.fixture
def without_offers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge without a look for what would mend a fault, which takes nine tenths of a check.

    For tests that compare what is found in thousands of cases; what is offered has tests of its own.
    """
    monkeypatch.setattr(judge, "TRIALS", 0)
