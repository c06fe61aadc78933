"""TOML that says what a project needs: pyproject.toml with its tools' tables, pixi.toml, Pipfile."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from profilecheck.document import Document, Requirement, Setting
from profilecheck.sources.dependencies.entries import Entries, canonical

_STRING: Final = re.compile(
    r"""(?P<comment>\#[^\r\n]*)|(?P<quote>\"\"\"|'''|"|')(?P<text>(?:\\.|(?!(?P=quote)).)*)(?P=quote)""",
    re.DOTALL,
)
Kind = Literal["list", "pip", "poetry", "conda"]
"""How a table writes what it needs: lists as pip takes them, or a key a package."""


@dataclass(frozen=True, slots=True)
class _Table:
    """Tables that hold what a project needs, by a pattern for their path, with the key where they are lists.
    ``group`` names what is not the project's own dependency, unless the pattern has such a group."""

    pattern: re.Pattern[str]
    kind: Kind
    group: str = ""


def _table(pattern: str, kind: Kind, group: str = "") -> _Table:
    return _Table(re.compile(pattern), kind, group)


_PIXI: Final = r"(?:tool\.pixi\.)?(?:feature\.(?P<group>.+?)\.)?(?:target\.[^.]+\.)?"
_LISTS: Final = (
    _table(r"project\.dependencies", "list"),
    _table(r"project\.optional-dependencies\.(?P<group>.+)", "list"),
    _table(r"dependency-groups\.(?P<group>.+)", "list"),
    _table(r"tool\.uv\.(?:override|constraint)-dependencies", "list"),
    _table(r"tool\.(?:uv|rye)\.dev-dependencies", "list", "dev"),
    _table(r"tool\.pdm\.dev-dependencies\.(?P<group>.+)", "list"),
    _table(r"tool\.hatch\.envs\.(?P<group>.+?)\.(?:extra-)?dependencies", "list"),
)
_KEYS: Final = (
    _table(r"tool\.poetry\.dependencies", "poetry"),
    _table(r"tool\.poetry\.dev-dependencies", "poetry", "dev"),
    _table(r"tool\.poetry\.group\.(?P<group>.+)\.dependencies", "poetry"),
    _table(r"tool\.uv\.sources", "pip"),
    _table(r"packages", "pip"),
    _table(r"dev-packages", "pip", "dev"),
    _table(_PIXI + r"pypi-dependencies", "pip"),
    _table(_PIXI + r"dependencies", "conda"),
)
_NAMED: Final = ("project", "tool.poetry")
_EXTRAS: Final = "project.optional-dependencies"
_SOURCES: Final = "tool.uv.sources"
_OTHER_INDEX: Final = re.compile(
    r"tool\.uv\.(?:index-url|extra-index-url|find-links|no-index)"
    r"|(?:tool\.uv\.index|(?:tool\.(?:poetry|pdm)\.)?source)\[\d+\]\.url"
    r"|\.?(?:tool\.pixi\.)?pypi-options\..*"
)
_PUBLIC: Final = "pypi.org"


def read(entries: Entries, document: Document) -> Iterator[Requirement]:
    """The requirements of a TOML document, in the order of the file."""
    if document.broken:
        return
    values = [*document.settings, *(s.as_value for s in document.sections if s.as_value)]
    sourced = {canonical(one.key) for one in values if one.section == _SOURCES}
    other = any(map(_is_other_index, values))
    for one in sorted(_found(entries, values), key=lambda found: found.span):
        indexed = one.indexed and not other and canonical(one.name) not in sourced
        yield replace(one, indexed=indexed)


def of_script(entries: Entries, document: Document) -> Iterator[Requirement]:
    """The requirements of a document that is a script's own block."""
    own = next((s for s in document.settings if (s.section, s.key) == ("", "dependencies")), None)
    if own is not None and isinstance(own.value, list) and not document.broken:
        yield from _listed(entries, own, "")
    yield from read(entries, document)


def _found(entries: Entries, values: Sequence[Setting]) -> Iterator[Requirement]:
    names = [one for one in values if one.section in _NAMED and one.key == "name"]
    own = next((str(one.value) for one in names if entries.ours(one.value)), "")
    for setting in values:
        path = f"{setting.section}.{setting.key}"
        if own:  # what a package asks of itself is its own extras
            if setting.section in _NAMED and setting.key == "version":
                text, specifier = f'version = "{setting.value}"', f"=={setting.value}"
                yield Requirement(own, text, setting.span, specifier, own=True)
        elif isinstance(setting.value, list) and (table := _match(_LISTS, path)):
            extra = setting.section == _EXTRAS
            yield from (replace(one, extra=extra) for one in _listed(entries, setting, table[1]))
        elif entries.ours(setting.key) and (table := _match(_KEYS, setting.section)):
            yield from _keyed(entries, setting, *table)


def _match(tables: Sequence[_Table], path: str) -> tuple[_Table, str] | None:
    for table in tables:
        if match := table.pattern.fullmatch(path):
            return table, match.groupdict().get("group") or table.group
    return None


def _listed(entries: Entries, setting: Setting, group: str) -> Iterator[Requirement]:
    """The entries of a list. Each stands in its own quotes."""
    start = entries.start_of(setting.value_span)
    for match in _STRING.finditer(setting.raw):
        if match["comment"] is None:
            place = entries.span(start + match.start("text"), start + match.end("text"))
            found = entries.pip(match["text"], place, group=group)
            if found is not None:
                yield found


def _keyed(entries: Entries, setting: Setting, table: _Table, group: str) -> Iterator[Requirement]:
    """What a table's key asks of the package, once for each alternative."""
    several = setting.value if isinstance(setting.value, list) else [setting.value]
    name, place = setting.written or setting.key, setting.span
    for value in several:
        if table.kind == "conda":
            version = value.get("version", "*") if isinstance(value, Mapping) else value
            found = entries.conda(f"{name} {version}", place, group=group)
            made = found and replace(found, text=f'{name} = "{version}"')
        else:
            poetry = table.kind == "poetry"
            made = entries.table(name, value, place, group=group, poetry=poetry)
        if made is not None:
            yield replace(made, conditional=made.conditional or len(several) > 1)


def _is_other_index(setting: Setting) -> bool:
    """Whether a setting names an index that is not the public one."""
    path = f"{setting.section}.{setting.key}"
    return bool(_OTHER_INDEX.fullmatch(path)) and _PUBLIC not in str(setting.value)
