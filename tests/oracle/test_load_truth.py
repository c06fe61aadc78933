"""Whole INIs, with defaults below, against what the real load_config of 3.0.0 makes of them.

Recorded by tools/oracle/load_oracle.py for the texts of tools/oracle/load_texts.py.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from profilecheck.blocks import Block
from profilecheck.document import Document
from profilecheck.engine import check_document, experiment_of
from profilecheck.findings import FileReport, Severity, Stage, State
from profilecheck.hosts import declared
from profilecheck.options import Options
from profilecheck.profiles import profiles
from profilecheck.sources.ini import read
from profilecheck.surroundings import Surroundings
from profilecheck.target import decide
from tests.profiles.test_loader import unpacked

pytestmark = pytest.mark.usefixtures("without_offers")

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tools" / "oracle"
FIXTURE = ROOT / "fixtures" / "truth" / "load_texts_3.0.jsonl"
V3 = profiles()["3.0"]
OPTIONS = Options(target="3.0", host=declared(1024, None, "tests"))
JUDGED = ("vec", "train", "env", "base")

Row = Mapping[str, Any]


@cache
def rows() -> list[Row]:
    """The recorded texts with their verdicts; the first is the shipped default.ini alone."""
    return [json.loads(line) for line in FIXTURE.read_text(encoding="utf-8").splitlines()]


def document(text: str, name: str = "config/case.ini") -> Document:
    """As Python's text files give it to configparser."""
    return read(text.replace("\r\n", "\n"), name)


def surroundings(row: Row) -> Surroundings:
    own = row.get("default")
    return Surroundings(default_ini=None if own is None else document(own, "config/default.ini"))


def effective(row: Row) -> dict[str, Any]:
    """The values by dotted name that the checker judges."""
    text = document(row["text"])
    block = Block(text, "", text.sections, text.settings)
    target = decide(block, OPTIONS, surroundings(row))
    experiment = experiment_of(block, target, V3, OPTIONS, surroundings(row))
    return judged(unpacked(experiment.config))


def loaded(row: Row) -> dict[str, Any]:
    """The values that the real loader hands to the run."""
    told = row["verdict"]["args"]
    whole = "default" in row or row.get("whole")
    shipped = {} if whole else rows()[0]["verdict"]["args"]
    tables = {name.rpartition(".")[0] for name in told}  # a dict took the place of a value
    kept = {name: value for name, value in shipped.items() if name not in tables}
    return judged({**kept, **told})


def judged(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the judged sections, without flags and what the loader writes over itself."""
    fixed = {flag.replace("-", "_") for flag in V3.fixed_flags}
    return {
        name: value
        for name, value in values.items()
        if name not in fixed
        and name != "train.use_rnn"
        and (name.partition(".")[0] in JUDGED or "." not in name)
    }


def verdict(row: Row) -> FileReport:
    return check_document(document(row["text"]), OPTIONS, surroundings(row))


def fails_to_load(report: FileReport) -> bool:
    return any(f.stage is Stage.LOAD and f.severity is Severity.ERROR for f in report.findings)


def differences(answers: list[Row]) -> list[Any]:
    """Texts on which the checker and the real loader differ, with what differs."""
    found: list[Any] = []
    for row in answers:
        if row["verdict"]["ok"]:
            ours, real = effective(row), loaded(row)
            if list(map(repr, sorted(ours.items()))) != list(map(repr, sorted(real.items()))):
                found.append((row["text"], dict(set(_shown(ours)) ^ set(_shown(real)))))
        report = verdict(row)
        if report.state is not State.SKIPPED and fails_to_load(report) == row["verdict"]["ok"]:
            found.append((row["text"], row["verdict"], report.findings))
    return found


def _shown(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(name, repr(value)) for name, value in values.items()]


def test_the_shipped_defaults_are_ours() -> None:
    assert not differences(rows()[:1])
    assert len(loaded(rows()[0])) > 40


@pytest.mark.heavy
def test_every_text_holds_what_the_real_loader_reads_or_refuses() -> None:
    assert differences(rows()) == []


def test_the_texts_are_of_every_kind() -> None:
    fine = [row for row in rows() if row["verdict"]["ok"]]
    assert len(fine) > 250
    assert len({row["verdict"]["type"] for row in rows() if not row["verdict"]["ok"]}) > 7
    assert sum("default" in row for row in fine) > 40
    assert sum("[vec]" in row["text"] for row in fine) > 150


@pytest.mark.oracle
def test_texts_of_another_seed_are_read_as_the_real_loader_reads_them(oracle: Path) -> None:
    assert differences(asked(oracle, "--seed", "6", "--count", "400")) == []


@pytest.mark.oracle
def test_the_record_is_what_the_loader_answers(oracle: Path) -> None:
    assert asked(oracle) == rows()


def asked(oracle: Path, *options: str) -> list[Row]:
    """What the real loader answers to the texts, asked now."""
    write = [sys.executable, str(TOOLS / "load_texts.py"), *options]
    cases = subprocess.run(write, check=True, capture_output=True, text=True).stdout
    ask = [str(oracle), str(TOOLS / "load_oracle.py")]
    answer = subprocess.run(ask, input=cases, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in answer.splitlines()]
