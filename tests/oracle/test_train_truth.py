"""Whole INIs against the recorded answers of the real 3.0.0 trainer: an error where it fails, at that
stage, and none where it trains.

Recorded by tools/oracle/train_oracle.py.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from profilecheck.engine import check_bytes
from profilecheck.findings import Severity
from profilecheck.hosts import declared
from profilecheck.options import Options
from profilecheck.profiles import profiles

pytestmark = pytest.mark.usefixtures("without_offers")

FIXTURE = Path(__file__).resolve().parents[2] / "fixtures" / "truth" / "train_3.0.jsonl"
ROWS = [json.loads(line) for line in FIXTURE.read_text(encoding="utf-8").splitlines()]
HOST = declared(1024, None, "the oracle's")
STAGES = ("init", "first-step", "train", "ok")
DEFAULTS = profiles()["3.0"].default_texts()["train"]

Row = Mapping[str, Any]


def text(row: Row) -> str:
    """The INI of a run. Where [train] lacks a key it is a default.ini of its own, with nothing below it."""
    vec = {"backend": "Serial", "num_envs": "1", **row.get("vec", {})}
    for key in ("num_workers", "batch_size"):  # as make has them where nothing is passed
        vec.setdefault(key, vec["num_envs"])
    train = {"device": "cpu", **row.get("train", {})}
    if "drop" in row:
        train = {k: v for k, v in {**DEFAULTS, **train}.items() if k not in row["drop"]}
    sections = {"base": {"env_name": "case"}, "vec": vec, "train": train}
    return "".join(
        f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())
        for name, keys in sections.items()
    )


def stages(row: Row) -> set[str]:
    """The stages at which the checker says that the run fails."""
    options = Options(target="3.0", host=HOST, agents_per_env=row["agents_per_env"])
    name = "default.ini" if "drop" in row else "case.ini"
    report = check_bytes(text(row).encode(), name, options)
    return {f.stage.value for f in report.findings if f.severity is Severity.ERROR} or {"ok"}


def first(found: set[str]) -> str:
    """Where a run that fails at all these stages stops."""
    return min(found, key=("load", "make", *STAGES).index)


@pytest.mark.heavy
@pytest.mark.parametrize("stage", STAGES)
def test_the_checker_says_at_which_stage_the_run_fails(stage: str) -> None:
    """A later fault may be told besides: it would be met once this one is mended."""
    rows = [row for row in ROWS if row["verdict"]["stage"] == stage]
    assert [(text(row), found) for row in rows if first(found := stages(row)) != stage] == []
    assert len(rows) > 30
