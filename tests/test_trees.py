"""Small whole projects, checked by the real command line: the verdict on each file, and why.

``fixtures/trees/NAME.expect`` says what is run in a copy of ``fixtures/trees/NAME`` and what comes of
it: the arguments, the exit code, and for each file its state, the profile it was judged as (``-`` for
none), ``code@line:column`` of each finding, and behind ``|`` a sentence of the evidence.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_files import FIXTURES, MACHINE

TREES = sorted(path for path in (FIXTURES / "trees").iterdir() if path.is_dir())
SOURCE = Path(__file__).parent.parent / "src"


@dataclass
class Expectation:
    """What is run in a tree and what must come of it."""

    argv: list[str] = field(default_factory=list)
    exit: int = 0
    verdicts: dict[str, list[str]] = field(default_factory=dict)
    evidence: dict[str, str] = field(default_factory=dict)


def expectation(tree: Path) -> Expectation:
    """Read ``NAME.expect``."""
    found = Expectation()
    for line in tree.with_name(f"{tree.name}.expect").read_text(encoding="utf-8").splitlines():
        if line.startswith("argv:"):
            found.argv = line.removeprefix("argv:").split()
        elif line.startswith("exit:"):
            found.exit = int(line.removeprefix("exit:"))
        elif line and not line.startswith("#"):
            verdict, _, evidence = line.partition(" | ")
            path, *rest = verdict.split()
            found.verdicts[path] = rest
            found.evidence[path] = evidence
    return found


def run(argv: list[str], cwd: Path, **environ: str) -> tuple[int, dict[str, Any], str]:
    """One run in a process of its own: exit code, JSON report, standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "profilecheck", "check", *argv, "--format", "json"],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(SOURCE), **environ},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    report: dict[str, Any] = json.loads(done.stdout) if done.stdout else {}
    return done.returncode, report, done.stderr


def copied(tree: Path, tmp_path: Path) -> Path:
    """A copy of a tree as a repository of its own, with nothing around it."""
    copy = tmp_path / tree.name
    shutil.copytree(tree, copy)
    (copy / ".git").mkdir()
    return copy


def name(tree: Path) -> str:
    return tree.name


@pytest.mark.parametrize("tree", TREES, ids=name)
def test_every_file_of_a_tree_is_judged_for_what_it_is_meant_for(
    tree: Path, tmp_path: Path
) -> None:
    expected = expectation(tree)
    machine = () if "settings" in tree.name else MACHINE
    code, report, err = run([*expected.argv, *machine], copied(tree, tmp_path))
    assert not err
    found = {
        file["path"]: [
            file["state"],
            file["profile"] or "-",
            *(
                f"{one['code']}@{one['line']}:{one['column']}"
                for one in report["findings"]
                if one["path"] == file["path"]
            ),
        ]
        for file in report["files"]
    }
    assert found == expected.verdicts, json.dumps(report, indent=1)
    told = {
        file["path"]: "\n".join(one["message"] for one in file["evidence"])
        for file in report["files"]
    }
    for path, sentence in expected.evidence.items():
        assert sentence in told[path]
    assert code == expected.exit


@pytest.mark.heavy
@pytest.mark.parametrize("tree", TREES, ids=name)
def test_a_file_that_is_named_is_judged_as_one_that_is_met(tree: Path, tmp_path: Path) -> None:
    """As pre-commit runs it: every file by its name, in any order."""
    copy = copied(tree, tmp_path)
    expected = expectation(tree)
    named = [path for path, verdict in reversed(expected.verdicts.items())]
    machine = () if "settings" in tree.name else MACHINE
    code, report, _ = run([*named, *machine], copy)
    assert code == expected.exit
    states = {file["path"]: file["state"] for file in report["files"]}
    assert states == {path: verdict[0] for path, verdict in expected.verdicts.items()}


def test_in_a_fork_upstreams_names_weigh_less_and_that_is_said(tmp_path: Path) -> None:
    copy = copied(FIXTURES / "trees" / "fork_3", tmp_path)
    _, report, _ = run(["pufferlib/config", *MACHINE], copy)
    severities = {one["code"]: one["severity"] for one in report["findings"]}
    assert severities == {"PC203": "error", "PC105": "info", "PC103": "warning"}
    for one in report["findings"]:
        told = [note["message"] for note in one["notes"] if "in a fork" in note["message"]]
        assert len(told) == (one["code"] != "PC203")
