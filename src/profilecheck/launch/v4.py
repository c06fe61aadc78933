"""What a launch of 4.0 asks for: a package that was compiled for the environment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from profilecheck.launch.needs import compiled_in, for_another, imported_by
from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_runs import BUILT, COMPILED

if TYPE_CHECKING:
    from profilecheck.experiment import Mode
    from profilecheck.launch.installed import Runtime


def obstacles(runtime: Runtime, environment: str) -> Iterator[str]:
    """The package is not compiled, or for another Python or environment."""
    folder, compiled = runtime.folder, _compiled(runtime)
    build = f"run ./build.sh {environment} there"
    if compiled is None and (others := compiled_in(folder)):
        wrong = for_another(others, runtime.python, runtime.suffixes)
        yield f"{wrong}: {build} with this Python"
    elif compiled is None:
        yield f"{folder} holds no {COMPILED[0]}: {build}"
    elif not _holds(compiled, environment):
        other = _built(folder, compiled)
        of = f"is for {other}, not for {environment}" if other else f"is not for {environment}"
        yield f"{compiled} {of}: {build}"
    elif (other := _built(folder, compiled)) not in (None, environment):
        yield f"{compiled} is for {other}, as what build.sh left tells, not for {environment}: {build}"


def unmade(runtime: Runtime, environment: str, package: object) -> Iterator[str]:
    """Nothing: an environment is compiled in."""
    yield from ()


def notes(runtime: Runtime, environment: str) -> Iterator[str]:
    """What files do not tell."""
    compiled = _compiled(runtime)
    if compiled is not None and _built(runtime.folder, compiled) is None:
        yield f"{compiled} does not tell for sure that it is for {environment}: the launcher looks itself"


def start_method(mode: Mode, values: Mapping[Name, object], runtime: Runtime) -> str | None:
    """4.0 steps environments in threads."""
    return None


def _compiled(runtime: Runtime) -> Path | None:
    found = imported_by(runtime.suffixes, compiled_in(runtime.folder))
    return max(found, key=lambda path: path.stat().st_mtime_ns, default=None)


def _holds(compiled: Path, environment: str) -> bool:
    """Whether a file may hold a name as C does, ended by a zero byte. It may be the end of another text."""
    return environment.encode() + b"\0" in compiled.read_bytes()


def _built(folder: Path, compiled: Path) -> str | None:
    """The environment whose library build.sh made last before it linked the file."""
    before, after = BUILT
    linked = compiled.stat().st_mtime_ns
    libraries = [
        path for path in folder.glob(f"{before}*{after}") if path.stat().st_mtime_ns <= linked
    ]
    last = max(libraries, key=lambda path: path.stat().st_mtime_ns, default=None)
    return None if last is None else last.name[len(Path(before).name) : -len(after)]
