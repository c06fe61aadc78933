"""Starting the runtime that a config was checked for: ``profilecheck run``, and ``make`` in Python.

``installed.py`` finds it, without importing any of it; ``inis.py`` reads the INIs that its loader will read;
``line.py`` makes the command line under which that loader comes to the checked config; ``plan.py`` puts all of
it together; ``start.py`` starts it. What only one generation asks for is in a module of its own, ``v3.py``, ``v4.py``.
``make.py`` is apart from all of these: it starts environments of 3.x within this process.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, cast

from profilecheck.profiles.base import Name

if TYPE_CHECKING:
    from profilecheck.experiment import Mode
    from profilecheck.launch.installed import Runtime


class Generation(Protocol):
    """What a generation's module says of a launch."""

    def obstacles(self, runtime: Runtime, environment: str) -> Iterator[str]:
        """Why what is installed does not start an environment."""

    def unmade(self, runtime: Runtime, environment: str, package: object) -> Iterator[str]:
        """Why what is installed does not make an environment of a package, as far as its files tell for certain."""

    def notes(self, runtime: Runtime, environment: str) -> Iterator[str]:
        """What may keep it from starting, as far as files tell."""

    def start_method(
        self, mode: Mode, values: Mapping[Name, object], runtime: Runtime
    ) -> str | None:
        """How it starts processes under a mode with these values; None where it starts none."""


def generation(name: str) -> Generation | None:
    """The module of a generation; None for one that nothing can start yet."""
    try:
        module: ModuleType = importlib.import_module(f"{__name__}.v{name.partition('.')[0]}")
    except ModuleNotFoundError:
        return None
    return cast(Generation, module)
