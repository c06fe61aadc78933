"""Environments of 3.0 in Python, which a person has to port to C bindings: told until the tree has those."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from profilecheck.blocks import Block
from profilecheck.document import Document, Setting
from profilecheck.migrate.ledger import Port
from profilecheck.migrate.plan import Plan
from profilecheck.migrate.request import Source
from profilecheck.migrate.struck import STRUCK
from profilecheck.profiles.v3_environments import OCEAN, bare_of
from profilecheck.profiles.v3_to_v4_env import FOREIGN, TO_BIND

_PACKAGE: Final = re.compile(r"[\"']?package[\"']?[ \t]*[=:][ \t]*[\"']?([\w.-]+)")
_BINDING: Final = ("ocean/{name}/binding.c", "*/ocean/{name}/binding.c")
"""Where a tree has a binding: in a checkout of 4.0, or in one that lies in it."""


def ports(source: Source, plans: Sequence[Plan], done: Sequence[Block]) -> Iterator[Port]:
    """What a person has to port of the experiments of a file: of those that are to be migrated, and of ``done`` ones,
    which were, as a comment has it that tells their package in 3.0."""
    for made in plans:
        if made.ports and not _are_bound(source, [s for s in made.settings if s is not None]):
            yield from made.ports
    if not done:
        return
    default = source.surroundings.default_ini
    package, line = _struck(source.document)
    if not package and default is not None:
        package, _ = _struck(default)
    if not package or package in (OCEAN, "None"):
        return
    for block in done:
        name = next(filter(_is_name, block.settings), None)
        if name is not None and not _are_bound(source, block.settings):
            where = f"line {line}" if line else "default.ini"
            how = f"{TO_BIND}; once it is there, remove the comment of {where} that tells 3.0's package"
            yield Port(name.span, FOREIGN.format(package=package), how)


def _struck(document: Document) -> tuple[str, int]:
    """The package that a comment of a migration has, and its line; nothing where there is none."""
    for found in STRUCK.finditer(document.text):
        if package := _PACKAGE.match(found["was"]):
            return package[1], document.text.count("\n", 0, found.start()) + 1
    return "", 0


def _are_bound(source: Source, settings: Sequence[Setting]) -> bool:
    """Whether the tree has a binding for each environment that is named."""
    names = [
        bare_of(name)
        for one in settings
        if _is_name(one) and isinstance(one.value, str)
        for name in one.value.split()
    ]
    return bool(names) and all(_is_bound(source, name) for name in names)


def _is_bound(source: Source, name: str) -> bool:
    if not re.fullmatch(r"\w+", name):
        return False
    return any(
        next(folder.glob(pattern.format(name=name)), None) is not None
        for folder in source.folders
        for pattern in _BINDING
    )


def _is_name(setting: Setting) -> bool:
    return (setting.section, setting.key) == ("base", "env_name")
