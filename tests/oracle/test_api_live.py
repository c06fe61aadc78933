"""The table of 3.0's modules and names against the real package, imported and read."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from profilecheck.profiles.api_names import Missing, status, tables
from profilecheck.sources import python

pytestmark = pytest.mark.oracle

LOOK = """
import importlib, json, sys
found = {}
for name in json.load(sys.stdin):
    try:
        found[name] = dir(importlib.import_module(name))
    except Exception:
        pass
print(json.dumps(found), file=sys.__stdout__)
"""
OPTIONAL = {"pygame", "torch", "Policy", "Recurrent"}
"""Names that a module has only where another package is installed."""
BROKEN = {"tactical.py"}
"""Files of the release that use what it lacks (``pufferlib.namespace``)."""
IMPORTABLE = {
    "pufferlib",
    "pufferlib.vector",
    "pufferlib.emulation",
    "pufferlib.spaces",
    "pufferlib.ocean",
}


def test_imported_modules_hold_what_the_table_says(oracle: Path, tmp_path: Path) -> None:
    table = tables()["3.0"]
    run = subprocess.run(
        [oracle, "-c", LOOK],
        input=json.dumps(list(table.modules)),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    imported = json.loads(run.stdout.splitlines()[-1])
    assert set(imported) >= IMPORTABLE
    for module, names in imported.items():
        for name in names:
            assert not isinstance(status(f"{module}.{name}", "3.0"), Missing), (module, name)
        assert table.modules[module] - OPTIONAL <= set(names), module


@pytest.mark.parametrize("pattern", ["pufferlib/*.py", "examples/*.py", "pufferlib/ocean/*/*.py"])
def test_what_the_package_and_its_examples_use_is_there(oracle: Path, pattern: str) -> None:
    (site,) = oracle.parent.parent.glob("lib/python*/site-packages")
    files = [path for path in site.glob(pattern) if path.name not in BROKEN]
    assert files
    for path in files:
        document = python.read(
            path.read_text(encoding="utf-8"), path.name, frozenset({"pufferlib"})
        )
        assert not document.broken
        for use in document.uses:
            found = status(use.name, "3.0", use.module)
            assert not isinstance(found, Missing), (path.name, use, found)
