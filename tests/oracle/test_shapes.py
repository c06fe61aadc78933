"""What is told of a vecenv's shapes, against the real one with real workers."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.profiles.test_v3_follows import SEEN, agree

SCRIPT = Path(__file__).parent.parent.parent / "tools" / "oracle" / "shapes.py"
LIMIT = 120


@pytest.mark.oracle
def test_the_real_vecenvs_hand_over_what_was_recorded(oracle: Path) -> None:
    cases = [case for case in SEEN if case["kwargs"]["backend"] != "Ray"]  # ray is not in there
    asked = "".join(json.dumps(case["kwargs"]) + "\n" for case in cases)
    done = subprocess.run(
        [oracle, "-W", "ignore", SCRIPT],
        input=asked,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert answers == cases
    for answer in answers:
        agree(answer)
