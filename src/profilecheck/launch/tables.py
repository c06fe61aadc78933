"""Tables in tables of a typed file, as a loader of INIs has them: [env] maze = {width: 3} is [env.maze] width = 3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from profilecheck.layers import Config, Value
from profilecheck.profiles.base import Name

_ORDER: Final = ("defaults", "project", "file", "override")
"""The kinds of layers, the lowest first."""


def spread(checked: Config, installed: Config) -> Config:
    """The checked config with the settings of such tables in the place of each, where what is installed has it as a
    section: they lie over that section, as those of an INI do. Every other value stays as it is."""
    values = dict(checked.values)
    for value in checked.values.values():
        if not _is_section(value, installed):
            continue
        del values[value.name]
        for one in _settings(value, installed):
            there = values.get(one.name)
            if there is None or _rank(there) <= _rank(one):
                values[one.name] = one
    return replace(checked, values=values, _by_section={}, _own={})


def _is_section(value: Value, installed: Config) -> bool:
    section = _section(value.name)
    table = value.value
    return (
        bool(value.section)
        and isinstance(table, dict)
        and bool(table)
        and all(isinstance(key, str) for key in table)
        and value.name not in installed.values
        and any(one == section or one.startswith(f"{section}.") for one in installed.sections)
    )


def _settings(value: Value, installed: Config) -> Iterator[Value]:
    assert isinstance(value.value, dict)
    for key, inner in value.value.items():
        one = replace(value, section=_section(value.name), key=key, value=inner, text=None)
        if _is_section(one, installed):
            yield from _settings(one, installed)
        else:
            yield one


def _section(name: Name) -> str:
    return ".".join(name)


def _rank(value: Value) -> int:
    return _ORDER.index(value.layer.kind)
