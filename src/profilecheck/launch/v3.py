"""What a launch of 3.0 asks for."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from profilecheck.config_folder import DEFAULT
from profilecheck.document import UNKNOWN
from profilecheck.files import read_file
from profilecheck.launch.needs import (
    compiled_in,
    for_another,
    imported_by,
    imports_of,
    needs_compiled,
)
from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_runs import BINDING, COMPILED, ENVIRONMENTS, MAKERS, OCEAN
from profilecheck.profiles.v3_environments import OCEAN as OCEAN_PACKAGE
from profilecheck.profiles.v3_environments import PREFIX, bare_of
from profilecheck.profiles.v3_processes import BACKEND, STARTS_PROCESSES

if TYPE_CHECKING:
    from profilecheck.experiment import Mode
    from profilecheck.launch.installed import Runtime

_ENDS: Final = (".so", ".pyd")
"""How the names of compiled modules end."""
_SO_THAT: Final = "so that its environments are compiled for this Python"


def obstacles(runtime: Runtime, environment: str) -> Iterator[str]:
    """The trainer imports its compiled kernel, which NO_TRAIN leaves out."""
    folder = runtime.folder
    if not needs_compiled(folder):
        return
    compiled = compiled_in(folder)
    if not compiled:
        yield f"{folder} holds no {COMPILED[0]}: its trainer ends with ImportError without it"
    elif not imported_by(runtime.suffixes, compiled):
        wrong = for_another(compiled, runtime.python, runtime.suffixes)
        yield f"{wrong}; its trainer ends with ImportError without that: install PufferLib for this Python"


def unmade(runtime: Runtime, environment: str, package: object) -> Iterator[str]:
    """There is no such package, or the environment is one of ocean that was not compiled.

    An environment that another package wraps needs what only an import would show.
    """
    if package is UNKNOWN:
        return
    if package == OCEAN_PACKAGE:
        yield from _not_compiled(runtime, environment)
    elif not _may_hold(runtime.folder / ENVIRONMENTS, str(package)):
        alone = f"; for the name {DEFAULT} the loader reads default.ini alone: give the environment's own name"
        yield (
            f"[base] package = {package}: load_env imports pufferlib.environments.{package}, which "
            f"{runtime.folder / ENVIRONMENTS} does not hold{alone if environment == DEFAULT else ''}"
        )


def _may_hold(folder: Path, name: str) -> bool:
    """Whether a folder may hold a module by a dotted name, in whatever form; one that is not there tells nothing."""
    *parts, last = name.split(".")
    try:
        if not folder.is_dir():
            return True
        within = folder.joinpath(*parts)
        return within.is_dir() and any(
            one.name.partition(".")[0] == last for one in within.iterdir()
        )
    except (OSError, ValueError):
        return True


def _not_compiled(runtime: Runtime, environment: str) -> Iterator[str]:
    """The module of the environment imports a binding that is not beside it, nor told of with the kernel."""
    folder, bare = runtime.folder, bare_of(environment)
    if PREFIX not in environment or not _is_of_its_module(folder / OCEAN, bare):
        return
    module = f"{OCEAN.replace('/', '.')}.{bare}"
    wanted = f"{module}.{BINDING}"
    names = imports_of(folder, f"{module}.{bare}")
    if not any(f"{name}.".startswith(f"{wanted}.") for name in names):
        return
    beside = folder / OCEAN / bare
    if any((beside / name).exists() for name in (BINDING, f"{BINDING}.py")) or _has_code(beside):
        return
    if needs_compiled(folder) and not imported_by(runtime.suffixes, compiled_in(folder)):
        return
    compiled = [one for one in beside.glob(f"{BINDING}*") if one.suffix in _ENDS]
    ends = (
        f"the environment ends with ImportError without that: install PufferLib again, {_SO_THAT}"
    )
    if not compiled:
        yield f"{beside} holds no {BINDING}*{_ENDS[0]}; {ends}"
    elif not imported_by(runtime.suffixes, compiled, BINDING):
        yield f"{for_another(compiled, runtime.python, runtime.suffixes, BINDING)}; {ends}"


def _has_code(package: Path) -> bool:
    """Whether a package may bring names that are no files in it."""
    try:
        return (package / "__init__.py").read_bytes().strip() != b""
    except FileNotFoundError:
        return False
    except OSError:
        return True


def _is_of_its_module(ocean: Path, name: str) -> bool:
    """Whether ocean makes an environment by importing its module: its table has a text for it."""
    file, table = MAKERS
    try:
        tree = ast.parse(read_file(ocean / file))
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return False
    for one in tree.body:
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Dict):
            named = any(isinstance(to, ast.Name) and to.id == table for to in one.targets)
            pairs = zip(one.value.keys, one.value.values, strict=True)
            if named and any(_is_text(key, name) and _is_text(value) for key, value in pairs):
                return True
    return False


def _is_text(node: ast.expr | None, text: str | None = None) -> bool:
    told = node.value if isinstance(node, ast.Constant) else None
    return isinstance(told, str) and text in (None, told)


def notes(runtime: Runtime, environment: str) -> Iterator[str]:
    """Nothing."""
    yield from ()


def start_method(mode: Mode, values: Mapping[Name, object], runtime: Runtime) -> str | None:
    """Multiprocessing starts its workers by Python's own default, which nothing of 3.0 changes; eval makes one Serial
    environment whatever [vec] says."""
    if mode == "eval":
        return None
    return runtime.start_method if values.get(BACKEND) == STARTS_PROCESSES else None
