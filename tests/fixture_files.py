"""Config files as tests: each says in its head how it is checked and what must be found in it.

In a comment (``#`` or ``;``), or for a format or an encoding without comments in a file beside it,
``NAME.expect``::

    # profilecheck-test: --target 3.0 --cores 64
    # expect: PC203 6:1 error

Options are those of ``profilecheck check``; where they name no machine, it has 1024 cores. What is
found must be what is expected, no more and no less, advice included.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from profilecheck.cli import main

FIXTURES = Path(__file__).parent.parent / "fixtures"
MACHINE = ("--cores", "1024")
"""Large enough for every config, so that no count of cores interferes where none is asked for."""

_OPTIONS = re.compile(r"^[#;]?\s*profilecheck-test:(?P<options>.*)$")
_EXPECT = re.compile(
    r"^[#;]?\s*expect:\s*(?P<code>PC\d{3})\s+(?P<line>\d+):(?P<column>\d+)\s+(?P<severity>\w+)\s*$"
)


@dataclass(frozen=True, slots=True, order=True)
class Expected:
    """One finding: where it stands, its code and how bad it is."""

    line: int
    column: int
    code: str
    severity: str

    def __str__(self) -> str:
        return f"{self.code} {self.line}:{self.column} {self.severity}"


@dataclass(frozen=True, slots=True)
class Case:
    """One config file: how it is checked and what must be found in it."""

    path: Path
    options: tuple[str, ...]
    expected: tuple[Expected, ...]


def read_case(path: Path) -> Case:
    """A case from a config's head, or from the file beside it. Raises ValueError on a bad line."""
    beside = path.with_name(f"{path.name}.expect")
    text = (beside if beside.exists() else path).read_bytes().decode("utf-8", "replace")
    options: list[str] = []
    expected: list[Expected] = []
    for line in re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")):
        if match := _OPTIONS.match(line):
            options += shlex.split(match["options"])
        elif match := _EXPECT.match(line):
            place = int(match["line"]), int(match["column"])
            expected.append(Expected(*place, match["code"], match["severity"]))
        elif re.match(r"^[#;]?\s*(profilecheck-test|expects?)\b", line):
            raise ValueError(f"{path}: not understood: {line}")
    if not {"--cores", "--threads", "--host"} & set(options):
        options += MACHINE
    return Case(path, tuple(options), tuple(sorted(expected)))


def configs(folder: Path) -> list[Path]:
    """The config files below a folder, without the files beside them that say what is expected."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".expect")


def run_json(
    argv: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> tuple[int, dict[str, Any], str]:
    """One run of the command line: its exit code, its JSON report, and standard error."""
    code = main([*argv, "--format", "json"])
    out, err = capsys.readouterr()
    report: dict[str, Any] = json.loads(out) if out else {}
    return code, report, err


def found_in(case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The JSON report on a case, checked in an empty folder, where nothing lies around it."""
    shutil.copyfile(case.path, tmp_path / case.path.name)
    code, report, err = run_json(["check", str(tmp_path / case.path.name), *case.options], capsys)
    assert report, err
    worst = {finding["severity"] for finding in report["findings"]}
    assert code == (1 if "error" in worst else 0), (code, report)
    return report


def findings_of(report: dict[str, Any]) -> tuple[Expected, ...]:
    """All findings of a JSON report as they would be expected."""
    return tuple(
        sorted(
            Expected(f["line"], f["column"], f["code"], f["severity"]) for f in report["findings"]
        )
    )


def told(report: dict[str, Any]) -> str:
    """A report in lines, for the message of a failed test: also the lines to expect it with."""
    lines = [f"{file['path']}: {file['state']} {file['profile']}" for file in report["files"]]
    for one in report["findings"]:
        place = f"{one['line']}:{one['column']}"
        lines.append(f"# expect: {one['code']} {place} {one['severity']}  -- {one['message']}")
        lines += [f"      {note['message']}" for note in one["notes"]]
    return "\n".join(lines)
