"""Python values as one experiment: a whole config, or the keyword arguments of ``vector.make``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from profilecheck.blocks import ANCHORS, SIBLINGS, Block, blocks
from profilecheck.document import UNKNOWN, Document, Section, Setting
from profilecheck.findings import START
from profilecheck.profiles import loaded, profiles
from profilecheck.profiles.anchors import vec_names
from profilecheck.profiles.v3_call import CREATORS, class_name
from profilecheck.sources.values import plain, read_values, text_of_key, written

VALUES = "<values>"
_ROOTS = {**dict.fromkeys(ANCHORS, "vec"), **{name: name for name in SIBLINGS}}


class Astray(ValueError):
    """Arguments of ``vector.make`` stand beside sections, and nothing says what is to become of them."""


@dataclass(frozen=True, slots=True)
class Given:
    """A mapping as it is judged.

    ``flat``: it holds keyword arguments, no sections. ``values`` are the values as they were given,
    by dotted name (``vec.backend``): in ``block`` those that cannot be judged are UNKNOWN.
    """

    block: Block
    flat: bool
    values: Mapping[str, object]

    @property
    def document(self) -> Document:
        """What was read."""
        return self.block.document


def read_mapping(config: Mapping[Any, object]) -> Given:
    """The experiment that a mapping is. Raises Astray."""
    try:
        pairs = {text_of_key(key): value for key, value in config.items()}
    except Exception:  # read_values says so
        pairs = {"vec": config}
    document = read_values(pairs, VALUES)
    if document.broken:
        return Given(Block(document, "", (), ()), False, {})
    if not any(map(_opens_section, pairs, pairs.values())):
        return read_keywords(pairs)
    if loaded.is_loaded(pairs):
        return _loaded(pairs)
    _refuse_astray(pairs)
    return _nested(document, pairs)


def read_keywords(pairs: Mapping[str, object]) -> Given:
    """Keyword arguments as [vec]. A mapping in them is part of an argument, not a section."""
    document = Document(
        VALUES,
        "values",
        "",
        (Section("vec", START),),
        tuple(
            Setting("vec", key, plain(value), written(value), START, START, key)
            for key, value in pairs.items()
        ),
    )
    block = Block(document, "", document.sections, document.settings)
    values = {f"vec.{key}": value for key, value in pairs.items()}
    return Given(_as_judged(block, values), True, values)


def _loaded(pairs: Mapping[str, object]) -> Given:
    """What PufferLib's own loader returned: what stands at top level is [base], but for its flags, and in
    other sections than [sweep] a mapping is a value."""
    tables: dict[str, Mapping[Any, object]] = {"base": loaded.base_of(pairs)}
    for name, value in pairs.items():
        if _is_mapping(value) and name not in tables["base"]:
            tables |= _tables(name, value)  # type: ignore[arg-type]
    sections = tuple(Section(name, START) for name in tables)
    settings = tuple(
        Setting(name, key, plain(value), written(value), START, START, key)
        for name, table in tables.items()
        for key, value in ((text_of_key(key), value) for key, value in table.items())
        if (name, key) not in loaded.ADDED and not (name.startswith("sweep") and _is_mapping(value))
    )
    document = Document(VALUES, "values", "", sections, settings)
    values = {
        f"{name}.{text_of_key(key)}": value
        for name, table in tables.items()
        for key, value in table.items()
    }
    block = Block(document, "", sections, settings, loaded=True)
    return Given(_as_judged(block, values), False, values)


def _tables(name: str, table: Mapping[Any, object]) -> dict[str, Mapping[Any, object]]:
    """A table by its name, with those in it where it is one of a sweep."""
    found = {name: table}
    if name.partition(".")[0] == "sweep":
        for key, value in table.items():
            if _is_mapping(value):
                found |= _tables(f"{name}.{text_of_key(key)}", value)  # type: ignore[arg-type]
    return found


def _opens_section(key: str, value: object) -> bool:
    """Whether a key is a section's: a table under its name, or one such as vec.num_envs."""
    root, dot, _ = key.partition(".")
    return root in _ROOTS and (bool(dot) or _is_mapping(value))


def _refuse_astray(pairs: Mapping[str, object]) -> None:
    """Names that only [vec] has are lost beside sections."""
    sections = [key for key, value in pairs.items() if _opens_section(key, value)]
    elsewhere = {
        name
        for profile in profiles().values()
        for section in profile.tables
        if section != "vec"
        for name in profile.names(section)
    }
    astray = [key for key in pairs if key in vec_names() - elsewhere]
    if astray:
        others = (f', "{key}": ...' for key in sections[:1] if key.partition(".")[0] not in ANCHORS)
        raise Astray(
            f"{', '.join(astray)} stands beside {', '.join(sections)} and in no section: a whole "
            f'config has it in "vec", {{"vec": {{"{astray[0]}": ...}}{"".join(others)}}}'
        )


def _nested(document: Document, pairs: Mapping[str, object]) -> Given:
    """A whole config. What it holds beside the known sections is none of ours."""
    given = {_canonical(path) or path: value for path, value in _parts("", pairs)}
    found = blocks(document)
    if found and not found[0].prefix:
        return Given(_as_judged(found[0], given), False, given)
    sections = tuple(
        Section(name, section.span)
        for section in document.sections
        if (name := _canonical(section.name)) is not None
    )
    settings = tuple(
        replace(setting, section=name)
        for setting in document.settings
        if (name := _canonical(setting.section)) is not None
    )
    return Given(_as_judged(Block(document, "", sections, settings), given), False, given)


def _as_judged(block: Block, values: Mapping[str, object]) -> Block:
    """The arguments of make that are classes and functions, as far as they are judged: a backend's class
    by its name, a list of creators by its length."""
    judged: dict[str, object] = {}
    if (name := class_name(values.get("vec.backend"))) is not None:
        judged["backend"] = name
    creators = values.get(f"vec.{CREATORS}")
    if issubclass(type(creators), (list, tuple)):
        judged[CREATORS] = [UNKNOWN] * len(creators)  # type: ignore[arg-type]
    settings = (
        replace(setting, value=judged.get(setting.key, setting.value))
        if setting.section == "vec"
        else setting
        for setting in block.settings
    )
    return replace(block, settings=tuple(settings)) if judged else block


def _canonical(path: str) -> str | None:
    """The path under the names that profiles use; None outside their sections."""
    root, dot, rest = path.partition(".")
    return _ROOTS[root] + dot + rest if root in _ROOTS else None


def _parts(path: str, values: Mapping[Any, object]) -> Iterator[tuple[str, object]]:
    """All that a mapping and those in it hold, by dotted path."""
    for key, value in values.items():
        where = f"{path}.{text_of_key(key)}" if path else text_of_key(key)
        yield where, value
        if _is_mapping(value):
            yield from _parts(where, value)  # type: ignore[arg-type]


def _is_mapping(value: object) -> bool:
    return issubclass(type(value), Mapping)
