"""The gathering of a node's counts as texts, so that it runs where profilecheck is not installed."""

from __future__ import annotations

from inspect import getsource
from typing import Any, Final

from profilecheck import cgroups, document, files, findings, hosts, limits, telling
from profilecheck.preflight import gather

MODULES: Final = (findings, document, files, telling, limits, cgroups, hosts, gather)
"""Each after those of ours that it imports. They need nothing but the standard library."""


def texts() -> list[tuple[str, str]]:
    """The name and the text of each module."""
    return [(module.__name__, getsource(module)) for module in MODULES]


def gather_from(modules: list[tuple[str, str]]) -> Any:
    """What ``gather`` gives, with modules made of these texts, whatever is installed.

    It is taken to other machines by itself, so that it uses nothing of this module.
    """
    import sys
    from types import ModuleType

    own = "profilecheck"
    kept = {name: module for name, module in sys.modules.items() if name.split(".")[0] == own}
    for name in kept:
        del sys.modules[name]
    try:
        sys.modules[own] = ModuleType(own)
        for name, text in modules:
            made = sys.modules[name] = ModuleType(name)
            exec(compile(text, name, "exec"), made.__dict__)
        return made.gather()
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] == own]:
            del sys.modules[name]
        sys.modules.update(kept)
