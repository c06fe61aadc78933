"""The report formats: one small module each, found by folder.

A module of this package that defines ``render`` is a format, named as the module is. A format
gets a ``Report`` and gives one text; it neither prints nor reads anything.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from typing import Protocol

from profilecheck.findings import Report


class Renderer(Protocol):
    """What a format is.

    ``verbose`` counts the user's ``-v``; ``quiet`` asks for findings and nothing else; ``statistics``
    for how often each rule was found; ``color`` allows terminal escapes; ``width`` is how many cells a
    line of quoted source may take.
    """

    def __call__(
        self,
        report: Report,
        *,
        verbose: int,
        quiet: bool,
        statistics: bool,
        color: bool,
        width: int,
    ) -> str: ...


@cache
def _renderers() -> Mapping[str, Renderer]:
    found: dict[str, Renderer] = {}
    for module in pkgutil.iter_modules(__path__):
        if not module.name.startswith("_"):
            loaded = importlib.import_module(f"{__name__}.{module.name}")
            if hasattr(loaded, "render"):
                found[module.name] = loaded.render
    return found


def formats() -> tuple[str, ...]:
    """The names of all formats."""
    return tuple(_renderers())


def render(
    name: str,
    report: Report,
    *,
    verbose: int = 0,
    quiet: bool = False,
    statistics: bool = False,
    color: bool = False,
    width: int = 100,
) -> str:
    """A report in the format of that name. Raises KeyError where there is none."""
    renderer = _renderers()[name]
    return renderer(
        report, verbose=verbose, quiet=quiet, statistics=statistics, color=color, width=width
    )
