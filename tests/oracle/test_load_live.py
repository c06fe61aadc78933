"""The loader's faults against the real load_config, on files that no record holds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.profiles.test_loader import expected, found

TOOLS = Path(__file__).resolve().parents[2] / "tools" / "oracle"

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.heavy,
    pytest.mark.usefixtures("without_offers"),
]


def test_random_files_load_or_fail_as_we_say(oracle: Path) -> None:
    generate = [sys.executable, str(TOOLS / "load_cases.py"), "--seed", "11", "--random", "300"]
    cases = subprocess.run(generate, check=True, capture_output=True, text=True).stdout
    ask = [str(oracle), str(TOOLS / "load_oracle.py")]
    answer = subprocess.run(ask, input=cases, check=True, capture_output=True, text=True).stdout
    rows = [json.loads(line) for line in answer.splitlines()]
    assert len(rows) > 500
    assert not [row for row in rows if expected(row) not in found(row["text"])]
