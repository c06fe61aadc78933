"""Which modules and names each generation's Python package has, and what took the place of the others.

The tables are data, ``api/<generation>.json``: one line a module with the names that attribute access or
``from module import name`` finds in it, where ``*`` says that there may be more (compiled modules). A
module's submodules are lines of their own. ``tools/api_table.py`` builds them from the sdists of 0.7.3,
1.0.1, 2.0.6 and 3.0.0 and the wheel of pufferlib-core 3.0.23; for 3.0.0 they were compared with what the
imported modules hold. 4.0 is a source line and no release: its table is what was read of 8e3e754 and
052f0f5 (the file says what), and is not complete, so a name that no generation ever had is not judged
there. ``api/3.0-source.json`` holds what some commits after 3.0.0 added, which were never published.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final, TypeAlias

from profilecheck.profiles.api_changes import CHANGES
from profilecheck.profiles.releases import FIRST_4, FORK

ROOT: Final = "pufferlib"
GENERATIONS: Final = ("0.7", "1.0", "2.0", "3.0", "4.0")
"""Every generation whose table is known, oldest first. ``status`` knows the fork's beside them."""
KIN: Final[Mapping[str, tuple[str, ...]]] = {"3.0": ("3.0-source", FORK)}
"""Packages that go by a generation's name and have more than its release: what they have is no fault."""
GROWN: Final = frozenset({"pufferlib.ocean", "pufferlib.environments"})
"""Packages into which people put environments of their own: what no generation has may be one."""

_LATER_4: Final = {
    "pufferlib.selfplay": True,
    "pufferlib.pufferl.match": False,
    "pufferlib.pufferl.selfplay": False,
}
"""What came with 4.0's later revision (052f0f5), and whether it is a module. Source: 8e3e754 and 052f0f5
pufferlib/pufferl.py; the table of 4.0 is that of both."""
_OF_ANY_MODULE: Final = frozenset(
    [*dir(ModuleType), *dir(ModuleType(ROOT)), "__builtins__", "__cached__", "__file__", "__path__"]
)


_IMPORT: Final = re.compile(rf"^[ \t]*(?:import|from)[ \t]+{ROOT}\b", re.MULTILINE)


def is_imported(text: str) -> bool:
    """Whether a text that may be no Python imports the package on a line of its own."""
    return _IMPORT.search(text) is not None


@dataclass(frozen=True, slots=True)
class Known:
    """The generation has ``name``, a module or a name in one."""

    name: str
    module: bool


@dataclass(frozen=True, slots=True)
class Replacement:
    """What takes the place of a missing name: its dotted name in the target, or "", and a note."""

    name: str
    note: str

    @property
    def instead(self) -> str:
        """What to use, in words."""
        if not self.name:
            return self.note
        told = f"use {self.name}" if self.name != ROOT else f"its names are in {ROOT} itself"
        return told + (f" ({self.note})" if self.note else "")


@dataclass(frozen=True, slots=True)
class Missing:
    """The generation lacks ``part``, which is ``name`` or what it lies in.

    ``module`` says that the part is a module where it exists; ``generations`` are those that have it,
    oldest first, none for a name that never was.
    """

    name: str
    part: str
    module: bool
    generations: tuple[str, ...]
    instead: Replacement | None

    @property
    def within(self) -> str:
        """The module that lacks the part."""
        return self.part.rpartition(".")[0]

    @property
    def gone_in(self) -> str:
        """The generation that first lacked it again; "" where the latest has it or none ever had."""
        later = (
            GENERATIONS.index(self.generations[-1]) + 1 if self.generations else len(GENERATIONS)
        )
        return next(iter(GENERATIONS[later:]), "")


@dataclass(frozen=True, slots=True)
class CannotTell:
    """It is not known whether the generation has ``name``, and why."""

    name: str
    why: str


Status: TypeAlias = Known | Missing | CannotTell


@dataclass(frozen=True, slots=True)
class Table:
    """The modules of one package: names by module, open modules, and each ``__all__``."""

    generation: str
    release: str
    complete: bool
    modules: Mapping[str, frozenset[str]]
    open: frozenset[str]
    exported: Mapping[str, frozenset[str]]

    def has(self, name: str) -> bool:
        """Whether it has a module or a name of this dotted name."""
        module, _, last = name.rpartition(".")
        return name in self.modules or last in self.modules.get(module, ())


@cache
def tables() -> Mapping[str, Table]:
    """The tables by generation; the fork's and that of unpublished commits are under their own names."""
    return {
        table.generation: table
        for path in sorted(Path(__file__).with_name("api").glob("*.json"))
        for table in [_table(json.loads(path.read_text(encoding="utf-8")))]
    }


def _table(data: Mapping[str, object]) -> Table:
    modules = data["modules"]
    exported = data["exported"]
    assert isinstance(modules, dict) and isinstance(exported, dict)
    names = {module: frozenset(words.split()) for module, words in modules.items()}
    return Table(
        generation=str(data["generation"]),
        release=str(data["release"]),
        complete=data["complete"] is True,
        modules={module: found - {"*"} for module, found in names.items()},
        open=frozenset(module for module, found in names.items() if "*" in found),
        exported={module: frozenset(found) for module, found in exported.items()},
    )


def status(name: str, generation: str, module: str = "") -> Status:
    """Whether a generation (or ``FORK``) has the dotted name ``pufferlib...``.

    ``module`` is how much of the name an import statement takes for a module, so that it must be one.
    An attribute of an object is not known, nor is a name of an open module. A star (``pufferlib.vector.*``)
    asks for the module.
    """
    table = tables().get(generation) if generation in (*GENERATIONS, FORK) else None
    root, *parts = name.removesuffix(".*").split(".")
    if table is None or root != ROOT:
        return CannotTell(name, f"there is no table of {generation if root == ROOT else root}")
    at = ROOT
    for index, part in enumerate(parts):
        child = f"{at}.{part}"
        if child in table.modules:
            at = child
            continue
        must_be_module = module == child or module.startswith(f"{child}.")
        if not must_be_module and (part in table.modules[at] or part in _OF_ANY_MODULE):
            if index + 1 < len(parts):
                return CannotTell(name, f"{child} is an object of which no more is known")
            return Known(name, module=False)
        if at in table.open and not must_be_module:
            return CannotTell(name, f"not all names of {at} are known")
        return _missing(name, child, table, must_be_module)
    return Known(name, module=True)


def later_than(release: str, name: str) -> Missing | None:
    """What of a name of 4.0 came only after the commit ``release``; None for every other name."""
    if release != FIRST_4:
        return None
    for part, module in _LATER_4.items():
        if name == part or name.startswith(f"{part}."):
            return Missing(name, part, module, (), None)
    return None


def _missing(name: str, part: str, table: Table, must_be_module: bool) -> Missing | CannotTell:
    known = [
        found
        for found in tables().values()
        if (part in found.modules if must_be_module else found.has(part))
    ]
    for kin in known:
        if kin.generation in KIN.get(table.generation, ()):
            return CannotTell(name, f"{kin.release} has {part}")
    if not known and part.rpartition(".")[0] in GROWN:
        return CannotTell(name, f"{part} may be an environment of one's own")
    if not known and not table.complete:
        return CannotTell(name, f"{part} may have come with a commit that was not read")
    return Missing(
        name=name,
        part=part,
        module=any(part in found.modules for found in known),
        generations=tuple(found.generation for found in known if found.generation in GENERATIONS),
        instead=_instead(name, part, table.generation),
    )


def _instead(name: str, part: str, target: str) -> Replacement | None:
    """What takes the place of ``name`` in ``target``, followed from generation to generation."""
    for generation in _steps(part, target):
        row = _row(name, generation)
        if row is None:
            continue
        old, new, note = row
        if not new:
            return Replacement("", note)
        moved = new + name[len(old) :]
        found = status(moved, target)
        if isinstance(found, Known):
            return Replacement(moved, note)
        if isinstance(found, Missing) and found.generations:
            return found.instead
        return Replacement("", note) if note else None
    return None


def _steps(part: str, target: str) -> Iterator[str]:
    """The generations that may have changed a name on its way to ``target``, oldest first."""
    if target == FORK:
        yield from (*_steps(part, "3.0"), FORK)
        return
    end = GENERATIONS.index(target) + 1
    older = [i for i, g in enumerate(GENERATIONS[:end]) if tables()[g].has(part)]
    yield from GENERATIONS[older[-1] + 1 : end] if older else (target,)


def _row(name: str, generation: str) -> tuple[str, str, str] | None:
    """The row of the longest old name that is ``name`` or holds it."""
    rows = _rows(generation)
    while name:
        if name in rows:
            return (name, *rows[name])
        name = name.rpartition(".")[0]
    return None


@cache
def _rows(generation: str) -> Mapping[str, tuple[str, str]]:
    return {old: (new, note) for old, new, note in CHANGES.get(generation, ())}


def elsewhere(missing: Missing, target: str) -> str:
    """The dotted name of what the target has in another module than the one it is looked for in; empty where it has
    none by that name, or several, or something takes its place."""
    name = missing.part.rpartition(".")[2]
    table = tables().get(target)
    if table is None or missing.instead or missing.module or name.startswith("_"):
        return ""
    found = [module for module, names in table.modules.items() if name in names]
    if len(found) != 1 or name in sys.stdlib_module_names:
        return ""
    return f"{found[0]}.{name}"


def exported(module: str, generation: str) -> frozenset[str] | None:
    """The names that ``from module import *`` brings; None where they are not all known."""
    table = tables().get(generation)
    if table is None or module not in table.modules or module in table.open:
        return None
    if module in table.exported:
        return table.exported[module]
    return frozenset(name for name in table.modules[module] if not name.startswith("_"))


@cache
def mark_of(name: str) -> str | None:
    """The one of 3.0 and 4.0 that a dotted name speaks for: it has the name where the other lacks it.

    None for a name of both or of neither, for one of which it cannot be told, and for a name of 4.0
    that a generation before 3.0 had too.
    """
    for has, lacks in (("3.0", "4.0"), ("4.0", "3.0")):
        found = status(name, lacks)
        if not isinstance(found, Missing) or not isinstance(status(found.part, has), Known):
            continue
        stale = isinstance(status(name, has), Missing)
        return None if stale or (has == "4.0" and len(found.generations) > 1) else has
    return None
