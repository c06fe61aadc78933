"""3.0.0's own Python files: nothing is wrong with them as 3.0 but what really is, and as 4.0 all that is stale is found."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from profilecheck.checking import check_paths
from profilecheck.findings import FileReport, Finding, Severity
from profilecheck.hosts import declared
from profilecheck.options import Options
from profilecheck.profiles.api_names import Missing, status

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.heavy,
    pytest.mark.usefixtures("without_offers"),
]

BROKEN = ("environments/", "ocean/tactical/")
"""Where 3.0.0 itself imports what it no longer has: facts of the release, each of them a true finding."""


@pytest.fixture(scope="module")
def package(oracle: Path) -> Path:
    """The folder of the installed package."""
    (found,) = (oracle.parent.parent / "lib").glob("python3*/site-packages/pufferlib")
    return found


def verdicts(package: Path, target: str) -> list[FileReport]:
    files = sorted((*package.rglob("*.py"), *(package.parent / "examples").rglob("*.py")))
    options = Options(target=target, host=declared(64, None, "tests"))
    return check_paths([str(path) for path in files], options, root=package)


def errors(report: FileReport) -> list[Finding]:
    return [finding for finding in report.findings if finding.severity is Severity.ERROR]


def test_as_3_0_only_its_own_stale_imports_are_errors(package: Path) -> None:
    found = verdicts(package, "3.0")
    assert len(found) > 150
    for report in found:
        for finding in errors(report):
            assert finding.code in ("PC401", "PC402"), finding
            assert any(part in report.path for part in BROKEN), finding


def test_as_4_0_every_stale_import_is_found(package: Path) -> None:
    checked = 0
    for report in verdicts(package, "4.0"):
        stale = set(_stale(ast.parse(report.text))) if report.text else set()
        text = " ".join(
            f"{finding.message} " for finding in report.findings if finding.code.startswith("PC4")
        )
        for name in stale:
            assert f"no {name} " in text, (report.path, name)
            checked += 1
    assert checked > 100


def _stale(tree: ast.Module) -> list[str]:
    """What the unguarded import statements name that 4.0 lacks, by a plain look at each."""
    guarded = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Try, ast.If))
        for inner in ast.walk(node)
    }
    names = [
        name
        for node in ast.walk(tree)
        if id(node) not in guarded
        for name in _imported(node)
        if name.split(".")[0] == "pufferlib"
    ]
    told = (status(name, "4.0", name) for name in names)
    return [found.part for found in told if isinstance(found, Missing)]


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [node.module]
    return []
