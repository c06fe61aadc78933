"""What a launch of 3.0 asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from profilecheck.launch.needs import compiled_in, for_another, imported_by, needs_compiled
from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_runs import COMPILED
from profilecheck.profiles.v3_processes import BACKEND, STARTS_PROCESSES

if TYPE_CHECKING:
    from profilecheck.experiment import Mode
    from profilecheck.launch.installed import Runtime


def obstacles(runtime: Runtime, environment: str) -> Iterator[str]:
    """The trainer imports its compiled kernel, which NO_TRAIN leaves out. Every environment is in the package."""
    folder = runtime.folder
    if not needs_compiled(folder):
        return
    compiled = compiled_in(folder)
    if not compiled:
        yield f"{folder} holds no {COMPILED[0]}: its trainer ends with ImportError without it"
    elif not imported_by(runtime.suffixes, compiled):
        wrong = for_another(compiled, runtime.python, runtime.suffixes)
        yield f"{wrong}; its trainer ends with ImportError without that: install PufferLib for this Python"


def notes(runtime: Runtime, environment: str) -> Iterator[str]:
    """Nothing."""
    yield from ()


def start_method(mode: Mode, values: Mapping[Name, object], runtime: Runtime) -> str | None:
    """Multiprocessing starts its workers by Python's own default, which nothing of 3.0 changes; eval makes one Serial
    environment whatever [vec] says."""
    if mode == "eval":
        return None
    return runtime.start_method if values.get(BACKEND) == STARTS_PROCESSES else None
