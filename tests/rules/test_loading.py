"""Files that do not load have an error of stage load, and no other file has: as the real loader says."""

from __future__ import annotations

import json
from pathlib import Path

from profilecheck.findings import FileReport, Severity, Stage
from tests.rules.helpers import report

TRUTH = Path(__file__).parents[2] / "fixtures" / "truth" / "load_3.0.jsonl"
ROWS = [json.loads(line) for line in TRUTH.read_text(encoding="utf-8").splitlines()]

CODES = {
    "ArgumentError": {"PC015"},
    "AttributeError": {"PC014"},
    "DuplicateOptionError": {"PC006"},
    "DuplicateSectionError": {"PC007"},
    "InterpolationDepthError": {"PC008"},
    "InterpolationMissingOptionError": {"PC008"},
    "InterpolationSyntaxError": {"PC008"},
    "MissingSectionHeaderError": {"PC003", "PC004", "PC005"},
    "ParsingError": {"PC004"},
    "ValueError": {"PC015"},
}


def load_errors(verdict: FileReport) -> set[str]:
    errors = [f for f in verdict.findings if f.severity is Severity.ERROR]
    return {f.code for f in errors if f.stage is Stage.LOAD and f.code.startswith("PC0")}


def judged(text: str) -> set[str]:
    return load_errors(report(text, name="case.ini"))


def test_what_loads_has_no_error_of_that_stage() -> None:
    fine = [row["text"] for row in ROWS if row["verdict"]["ok"]]
    assert not {text: found for text in fine if (found := judged(text))}
    assert len(fine) > 100


def test_what_does_not_load_has_one_of_its_cause() -> None:
    named = [row for row in ROWS if "[vec]" in row["text"] or "env_name" in row["text"]]
    failed = [(row["text"], row["verdict"]["type"]) for row in named if not row["verdict"]["ok"]]
    assert not [(text, kind) for text, kind in failed if not judged(text) & CODES[kind]]
    assert {kind for _, kind in failed} == set(CODES)
