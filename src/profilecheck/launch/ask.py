"""What an interpreter would import of a package, told as JSON. It is run by that interpreter, as a text.

    PYTHON -c TEXT PACKAGE PROGRAM DISTRIBUTION...

Nothing of the package is imported: a module at top level is found without that. It needs nothing but the
standard library, of Python 3.8 or later.
"""

from __future__ import annotations

import importlib.machinery
import importlib.metadata
import importlib.util
import json
import multiprocessing
import os
import platform
import sys
import sysconfig
from typing import Any

MARK = "profilecheck asked: "
"""What the line with the answer begins with."""


def answer(package: str, program: str, distributions: list[str]) -> dict[str, Any]:
    """All that is asked."""
    return {
        "python": sys.executable,
        "python_version": platform.python_version(),
        "suffixes": importlib.machinery.EXTENSION_SUFFIXES,
        "start_method": multiprocessing.get_all_start_methods()[0],
        "folder": _folder(package),
        "distributions": [one for name in distributions for one in _distribution(name, program)],
    }


def _folder(package: str) -> str | None:
    """The folder that holds the package which would be imported."""
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        return None
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    return os.path.dirname(os.path.realpath(places[0])) if places else None  # noqa: PTH120


def _distribution(name: str, program: str) -> list[dict[str, Any]]:
    try:
        found = importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return []
    try:
        direct = json.loads(found.read_text("direct_url.json") or "{}")
    except ValueError:
        direct = {}
    return [
        {
            "name": name,
            "version": found.version,
            "script": _script(found, program),
            "editable": bool(direct.get("dir_info", {}).get("editable")),
            "commit": direct.get("vcs_info", {}).get("commit_id"),
        }
    ]


def _script(found: importlib.metadata.Distribution, program: str) -> str | None:
    """The program that the distribution installed, where it is still there."""
    names = {program, program + ".exe"}
    if not any(point.name == program for point in found.entry_points):
        return None
    placed = [str(found.locate_file(file)) for file in found.files or () if file.name in names]
    placed += [os.path.join(sysconfig.get_path("scripts"), name) for name in sorted(names)]  # noqa: PTH118
    there = (path for path in placed if os.path.isfile(path) and os.access(path, os.X_OK))  # noqa: PTH113
    return next(map(os.path.abspath, there), None)


if __name__ == "__main__":
    if sys.path and sys.path[0] == "":
        del sys.path[0]  # this folder, where an installed program does not look
    sys.stdout.write(f"\n{MARK}{json.dumps(answer(sys.argv[1], sys.argv[2], sys.argv[3:]))}\n")
