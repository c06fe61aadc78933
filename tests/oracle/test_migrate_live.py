"""3.0.0's own Python files are planned: each rewritten one compiles, and what 4.0 says of it is what the plan names."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from profilecheck.engine import check_bytes
from profilecheck.findings import Severity
from profilecheck.migrate.files import migrate_bytes
from profilecheck.migrate.ledger import FileLedger
from profilecheck.migrate.request import Request
from profilecheck.options import Options
from tests.migrate.helpers import standing

pytestmark = [pytest.mark.oracle, pytest.mark.heavy]


@pytest.fixture(scope="module")
def ledgers(oracle: Path) -> list[FileLedger]:
    """The plan of every file of the package and of its examples."""
    (packages,) = (oracle.parent.parent / "lib").glob("python3*/site-packages")
    files = sorted((*packages.glob("pufferlib/**/*.py"), *packages.glob("examples/*.py")))
    return [
        migrate_bytes(path.read_bytes(), path.relative_to(packages).as_posix(), Request())
        for path in files
    ]


def test_all_are_planned(ledgers: list[FileLedger]) -> None:
    assert len(ledgers) > 150
    assert {one.status for one in ledgers} == {"by-hand", "changed", "left"}
    examples = {one.path: one.status for one in ledgers if one.path.startswith("examples/")}
    assert examples.pop("examples/pufferl.py") == "changed"
    assert set(examples.values()) == {"by-hand"}


def test_what_is_rewritten_is_python(ledgers: list[FileLedger]) -> None:
    rewritten = [one for one in ledgers if one.after is not None]
    assert rewritten
    for one in rewritten:
        ast.parse(one.after or b"")


def test_what_is_left_is_what_the_plan_names(ledgers: list[FileLedger]) -> None:
    for one in ledgers:
        result = one.after if one.after is not None else one.before
        found = check_bytes(result, one.path, Options(target="4.0")).findings
        places = standing(one.before, (port.span for port in one.ports))
        errors = standing(result, (f.span for f in found if f.severity is Severity.ERROR))
        assert errors <= places, one.path
        assert not one.errors


def test_a_second_run_changes_nothing(ledgers: list[FileLedger]) -> None:
    for one in ledgers:
        if one.after is not None:
            assert migrate_bytes(one.after, one.path, Request()).after is None
