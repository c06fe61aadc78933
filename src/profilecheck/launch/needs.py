"""What a launcher imports before all else, and what of that is not there: it is read, and nothing is imported."""

from __future__ import annotations

import ast
import json
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from profilecheck.files import read_file
from profilecheck.profiles import api_names
from profilecheck.profiles.launch_programs import MODULE
from profilecheck.profiles.launch_runs import COMPILED, COMPILED_NAME, INSTALLED_AS

_ASK: Final = """\
import importlib.util, json, sys
def there(name):
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return True
print(json.dumps([name for name in sys.argv[1:] if not there(name)]))
"""
"""Modules at top level are found without importing any."""
_PATIENCE: Final = 60
"""Seconds for which an interpreter may look."""


def told_missing(names: Iterable[str]) -> str:
    """Packages in words, with the distribution that has one where its name is another."""
    return ", ".join(
        f"{name} (install {INSTALLED_AS[name]})" if name in INSTALLED_AS else name for name in names
    )


def missing(folder: Path, python: str) -> tuple[str, ...]:
    """The packages that the launcher below ``folder`` imports whatever happens, and that ``python`` lacks.

    None where that cannot be told: what is said to be missing ends the launcher for certain.
    """
    wanted = {name.partition(".")[0] for name in _imports(folder)} - {api_names.ROOT}
    if not wanted:
        return ()
    words = [python, "-c", _ASK, *sorted(wanted)]
    try:
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE, check=True
        )
        lacking: list[str] = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return ()
    return tuple(name for name in lacking if not _is_beside(folder, name))


def _is_beside(folder: Path, name: str) -> bool:
    """Whether a source tree holds a module itself, as ``python -m`` finds it there."""
    return (folder / name).is_dir() or (folder / f"{name}.py").is_file()


def compiled_in(folder: Path) -> tuple[Path, ...]:
    """The files below a folder that may be the compiled part, for whatever Python."""
    found = (path for pattern in COMPILED for path in folder.glob(pattern))
    return tuple(sorted(path for path in found if path.is_file()))


def imported_by(
    suffixes: tuple[str, ...], compiled: Iterable[Path], module: str = COMPILED_NAME
) -> tuple[Path, ...]:
    """Those of a module's files that an interpreter imports, which takes names with one of these ends."""
    if not suffixes:
        return tuple(compiled)  # which it would import is not known
    names = {f"{module}{suffix}" for suffix in suffixes}
    return tuple(path for path in compiled if path.name in names)


def for_another(
    compiled: Iterable[Path], python: str, suffixes: tuple[str, ...], module: str = COMPILED_NAME
) -> str:
    """That a compiled module is there, and not for an interpreter."""
    names = ", ".join(path.as_posix() for path in compiled)
    return f"{names} is built for another Python: {python} imports {module}{suffixes[0]}"


def needs_compiled(folder: Path) -> bool:
    """Whether the launcher below ``folder`` imports its compiled part whatever happens."""
    return f"{api_names.ROOT}.{COMPILED_NAME}" in _imports(folder)


def _imports(folder: Path) -> frozenset[str]:
    """The names that the launcher imports whatever happens, and those that the package's own modules do then."""
    found: set[str] = set()
    waiting, seen = [MODULE], set[str]()
    while waiting:
        parts = waiting.pop().split(".")
        for module in (".".join(parts[: count + 1]) for count in range(len(parts))):
            if module not in seen:
                seen.add(module)
                names = set(imports_of(folder, module))
                found |= names
                waiting += sorted(one for one in names if one.startswith(f"{api_names.ROOT}."))
    return frozenset(found)


def imports_of(folder: Path, module: str) -> Iterator[str]:
    """The names that the text of one module below ``folder`` imports whatever happens; none where it cannot be read."""
    base = folder.joinpath(*module.split("."))
    is_package = (base / "__init__.py").is_file()
    try:
        path = base / "__init__.py" if is_package else base.with_suffix(".py")
        tree = ast.parse(read_file(path))
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return
    yield from _certain(tree.body, module if is_package else module.rpartition(".")[0])


def _certain(body: Iterable[ast.stmt], package: str) -> Iterator[str]:
    """The names of modules that statements of a module in a package import, with those of ``from`` after a dot.

    What stands in a condition may not be reached, and a ``try`` may go on without it, unless it only tells more.
    """
    for one in body:
        if isinstance(one, ast.Import):
            yield from (alias.name for alias in one.names)
        elif isinstance(one, ast.ImportFrom):
            above = package.split(".")[: 1 - one.level or None] if one.level else []
            base = ".".join([*above, *([one.module] if one.module else [])])
            yield from (f"{base}.{alias.name}" for alias in one.names)
        elif isinstance(one, ast.Try) and one.handlers and all(map(_raises, one.handlers)):
            yield from _certain(one.body, package)


def _raises(handler: ast.ExceptHandler) -> bool:
    return isinstance(handler.body[-1], ast.Raise)
