"""How the INI loader of 3.0 and 4.0 turns settings into a nested config, and where it fails.

Every key of every section becomes an option of an argparse parser: ``[base] k`` is ``--k`` and
``[s] k`` is ``--s.k``, each ``_`` written ``-``; fixed flags are there already. The parsed names are
then split at their dots and put into nested dicts, in the order of the parser's options.

Source: pufferlib 3.0.0 pufferl.py, load_config; the same steps in 8e3e754 pufferlib/pufferl.py.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from profilecheck.profiles.base import Name

Cause = Literal[
    "fixed-flag",
    "same-flag",
    "no-flag",
    "scalar-and-section",
    "flag-and-section",
    "section-replaced",
]


@dataclass(frozen=True, slots=True)
class LoaderFault:
    """One reason why a config does not load, or does not load as it is written.

    ``fixed-flag``: ``name`` becomes a flag that the loader has of its own. ``same-flag``: it becomes
    the flag of ``other``. ``no-flag``: nothing of it is left to name a flag. In these argparse
    raises. ``scalar-and-section``: ``name`` is a plain value where ``other`` needs a section, so
    unpacking raises AttributeError. ``flag-and-section``: the section of ``name`` has the name of a
    fixed flag, whose plain value stands in its way all the same. ``section-replaced``: the plain value takes the place of a
    section that comes before it (``other`` is a setting in it) or is empty, and the load goes on.
    """

    cause: Cause
    name: Name
    flag: str
    other: Name | None = None

    @property
    def raises(self) -> bool:
        """True where the load fails."""
        return self.cause != "section-replaced"


class Option(NamedTuple):
    """One setting as the loader's parser knows it: its flag (``--vec.num-envs``), its name in the parsed
    namespace, as argparse derives it (``vec.num_envs``), and its value or only the type of it."""

    name: Name
    value: object
    flag: str
    destination: str


def option(name: Name, value: object) -> Option:
    """A setting as the loader's parser knows it."""
    section, key = name
    flag = ("--" + (key if section == "base" else f"{section}.{key}")).replace("_", "-")
    return Option(name, value, flag, flag.lstrip("-").replace("-", "_"))


def name_read(name: Name) -> Name:
    """The name by which the run finds a setting: argparse makes ``_`` of each ``-``, in sections too.

    ``[base]`` is known by its name alone; whatever else is written there becomes a key of the top level.
    """
    section, key = name
    return (section if section == "base" else section.replace("-", "_"), key.replace("-", "_"))


NONE_DOES: Final[Mapping[str, frozenset[str]]] = {"3.0": frozenset({"env"})}
"""Sections that may be None instead of a table, by generation: make takes None for no env_kwargs; what else
is unpacked, or cast to a dict, may not be."""
_AROUND_NAMES: Final = "'\"[](){},;"


def names_meant(env_name: str) -> tuple[tuple[str, str], ...]:
    """The names that the text of ``[base] env_name`` is meant to hold, each after the piece that the loader
    takes for one: it splits the text at blanks, and keeps quotes, commas and brackets.

    ``puffer train NAME`` finds a file where NAME is such a piece.
    """
    found: list[tuple[str, str]] = []
    for piece in env_name.split():
        if piece[0] in "#;":  # the loader takes a comment for names, which nobody asks for
            break
        names = (part.strip(_AROUND_NAMES) for part in piece.split(","))
        found += [(piece, name) for name in names if name]
    return tuple(found)


def faults(
    settings: Iterable[tuple[Name, object]],
    fixed_flags: Collection[str],
    sections: Collection[str] = (),
    optional: Collection[str] = (),
) -> tuple[LoaderFault, ...]:
    """What goes wrong while the settings load; they come in the order of the merged INI.

    The loader stops at the first flag that argparse refuses, and unpacks only where there is none.
    ``sections`` are those that the runtime takes to be tables even where they hold nothing, ``optional``
    those of them for which None does as well.
    """
    types = tuple((name, _type(value)) for name, value in settings)
    return _faults(types, frozenset(fixed_flags), tuple(sections), frozenset(optional))


def _type(value: object) -> type:
    """All that matters of a value."""
    if isinstance(value, dict):
        return dict
    return type(None) if value is None else object


@lru_cache(maxsize=64)
def _faults(
    types: tuple[tuple[Name, type], ...],
    fixed_flags: frozenset[str],
    sections: tuple[str, ...],
    optional: frozenset[str],
) -> tuple[LoaderFault, ...]:
    """The faults; most changes that are tried change nothing of them."""
    options = [option(*one) for one in types]
    return (
        *_flags(options, fixed_flags),
        *_below_flags(options, fixed_flags),
        *_nesting(options, sections, optional),
    )


def _flags(options: list[Option], fixed_flags: Collection[str]) -> Iterable[LoaderFault]:
    seen: dict[str, Name | None] = {f"--{flag}": None for flag in fixed_flags}
    for option in options:
        flag = option.flag
        if not option.destination:
            yield LoaderFault("no-flag", option.name, flag)
        elif flag not in seen:
            seen[flag] = option.name
        elif (other := seen[flag]) is None:
            yield LoaderFault("fixed-flag", option.name, flag)
        else:
            yield LoaderFault("same-flag", option.name, flag, other)


def _below_flags(options: list[Option], fixed_flags: Collection[str]) -> Iterable[LoaderFault]:
    """The sections that a fixed flag stands in the way of, each once. ``help`` holds no value."""
    flags = {flag.replace("-", "_") for flag in fixed_flags} - {"help"}
    seen: set[str] = set()
    for option in options:
        top, dot, _ = option.destination.partition(".")
        if dot and top in flags and top not in seen:
            seen.add(top)
            yield LoaderFault("flag-and-section", option.name, f"--{top.replace('_', '-')}")


def _nesting(
    options: list[Option], sections: Collection[str], optional: Collection[str]
) -> Iterable[LoaderFault]:
    """The tables that a plain value stands in the way of, each once."""
    plain: dict[str, Option] = {}
    tables: dict[str, Option] = {}
    blocked: set[str] = set()
    for option in options:
        path = option.destination
        for top in _above(path):
            if top in plain and plain[top].value is not dict and top not in blocked:
                blocked.add(top)
                scalar = plain[top]
                yield LoaderFault("scalar-and-section", scalar.name, scalar.flag, option.name)
            tables.setdefault(top, option)
        if path in tables and path not in plain:
            yield LoaderFault("section-replaced", option.name, option.flag, tables[path].name)
        plain.setdefault(path, option)
    for section in sections:
        alone = plain.get(section)
        if alone is None or section in tables or alone.value is dict:
            continue
        if alone.value is object or section not in optional:
            yield LoaderFault("section-replaced", alone.name, alone.flag)


def _above(path: str) -> Iterable[str]:
    """The tables that a dotted name lies in, from the top."""
    dot = path.find(".")
    while dot >= 0:
        yield path[:dot]
        dot = path.find(".", dot + 1)
