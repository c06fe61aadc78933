"""From a document to the experiments in it: sections under the names that profiles use.

An INI file is one experiment. In TOML, JSON and YAML an experiment is anchored by a ``vec`` (or
``vectorization``) table that is PufferLib's by its names, at any depth; ``train``, ``base``,
``policy``, ``rnn`` and ``sweep`` count only as its siblings, and flat dotted keys
(``vec.num_envs: 8``) are settings. A file without such a table may itself be one: see ``top``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Final, Literal

from profilecheck.document import UNKNOWN, Call, Document, Section, Setting
from profilecheck.profiles import anchors, api_names
from profilecheck.profiles.launch_lines import Launch
from profilecheck.profiles.texts import title_before_comment

ANCHORS = anchors.ANCHORS
SIBLINGS = ("base", "policy", "rnn", "sweep", "train")

ENVIRONMENT: Final = "env"
"""The table of the environment's own arguments, which other programs have too."""

Asked = Literal["comment", "options"]
"""Who names the target of a file: a comment in it, or the command line or the settings."""

_FLAT: Final = re.compile(r"[\w.\[\]-]+")
_NESTED: Final = re.compile(r"\.parameters(?=\.|\Z)")
_DEEPEST: Final = 200
"""How many parts of a path are looked at, at most: dots in one key may make any number of them."""
_MERGE: Final = "<<"
"""The key of what YAML merges into a table and the reader could not follow."""
_HYDRA: Final = frozenset({"_target_", "_partial_", "_recursive_", "_convert_", "_args_"})
"""Keys that Hydra takes for itself, before it passes on the others."""
_SCHEMA: Final = "$schema"
"""The key with which a JSON file names its schema."""
_SWEPT: Final = frozenset(
    {"value", "values", "choices", "distribution", "min", "max", "low", "high", "parameters"}
)
"""Keys of a search space: the table that has one stands for many values."""


@dataclass(frozen=True, slots=True)
class Block:
    """One experiment of a document. ``prefix`` is the path of the table that holds its sections
    (``""`` at top level); ``sections`` and ``settings`` have the names that profiles use.
    ``open_sections`` are those to which something outside adds values: what they lack is not known.
    ``call`` is the call in Python whose arguments they are, ``launch`` the command line whose flags they
    are; ``loaded`` is true of Python values that PufferLib's own loader put together, default.ini and all."""

    document: Document
    prefix: str
    sections: tuple[Section, ...]
    settings: tuple[Setting, ...]
    open_sections: frozenset[str] = frozenset()
    call: Call | None = None
    launch: Launch | None = None
    loaded: bool = False


def blocks(
    document: Document, *, asked: Asked | None = None, file: str | None = None
) -> list[Block]:
    """The experiments of a document; none where it holds no section that anchors one.

    ``asked`` says who named a target, if anyone did; ``file`` is the file's whole path, where that is
    not the document's.
    """
    if document.format == "ini":
        return [_whole(document)] if _ini_counts(document) else []
    file = file or document.path
    return list(_anchored(document, asked, file)) or _at_top(document, asked, file)


def launched(document: Document, file: str) -> list[Block]:
    """The top level of a file that is started, as one experiment: any table of a config will do there."""
    if document.format == "ini":
        held = {section.name for section in document.sections}
        return [_whole(document)] if held & {"vec", ENVIRONMENT, *SIBLINGS} else []
    at_top = top(document)
    place = Place("", next(filter(at_top.__contains__, ANCHORS), ANCHORS[0]))
    _fill(document, {"": place})
    is_empty = not place.sections and not place.settings and ENVIRONMENT not in at_top
    if is_empty or place.target or of_sweeper("", file):
        return []
    return [_block(document, place, composed=_is_composed(document))]


def _whole(document: Document) -> Block:
    return Block(document, "", document.sections, document.settings)


def _ini_counts(document: Document) -> bool:
    meant = {s.name: title_before_comment(s.name) or s.name for s in document.sections}
    named = {s.key for s in document.settings if meant.get(s.section) == "base"}
    return "vec" in meant.values() or bool(named & {"env_name", "package"})


# Tables called vec


@dataclass(slots=True)
class Place:
    """What lies under one prefix, with the names that profiles use, if one of its tables is ``anchor``."""

    prefix: str
    anchor: str
    sections: list[Section] = field(default_factory=list)
    settings: list[Setting] = field(default_factory=list)

    @property
    def vec(self) -> Mapping[str, object]:
        """The values in its vec table."""
        return {s.key: s.value for s in self.settings if s.section == "vec"}

    @property
    def target(self) -> str | None:
        """What Hydra is to call with the vec table, where that is not PufferLib's."""
        target = self.vec.get("_target_")
        if not isinstance(target, str) or target.partition(".")[0] == api_names.ROOT:
            return None
        return target


def places(document: Document) -> list[Place]:
    """Every prefix below which a table called vec has a known name, in the order of the file."""
    found: dict[str, Place] = {}
    tables = [_path(document, section.name).rpartition(".") for section in document.sections]
    known = anchors.vec_names()
    held = [(path, key) for path, _, key in tables]
    held += [(s.section, s.key) for s in _settings(document)]
    for path, key in held:
        prefix, _, last = path.rpartition(".")
        if last in ANCHORS and key in known and prefix not in found:
            found[prefix] = Place(prefix, last)
    _fill(document, found)
    return list(found.values())


def _fill(document: Document, found: Mapping[str, Place]) -> None:
    """Put what a document holds into the places that it belongs to."""
    where: dict[str, list[tuple[Place, str]]] = {}
    for section in document.sections:
        for place, name in _at(_path(document, section.name), found, where):
            _take_section(place, replace(section, name=name))
    for setting in _settings(document):
        for place, name in _at(setting.section, found, where):
            if not _inside_a_value(name):
                place.settings.append(replace(setting, section=name))


def _settings(document: Document) -> list[Setting]:
    return [_flattened(document, setting) for setting in document.settings]


def _path(document: Document, name: str) -> str:
    """The path of a table. W&B's nested ``parameters`` stand for nothing in it."""
    if document.format == "values" or not name.startswith("parameters."):
        return name
    return "parameters" + _NESTED.sub("", name[len("parameters") :])


def _flattened(document: Document, setting: Setting) -> Setting:
    path, _, key = setting.key.rpartition(".")
    section = _path(document, setting.section)
    if not path or not _FLAT.fullmatch(setting.key):
        return setting if section == setting.section else replace(setting, section=section)
    return replace(setting, section=f"{section}.{path}" if section else path, key=key)


def _at(
    path: str, found: Mapping[str, Place], where: dict[str, list[tuple[Place, str]]]
) -> list[tuple[Place, str]]:
    """The places that a table belongs to, and its name there."""
    if path not in where:
        where[path] = list(_named(path, found))
    return where[path]


def _named(path: str, found: Mapping[str, Place]) -> Iterator[tuple[Place, str]]:
    parts = path.split(".")
    for depth, root in enumerate(parts[:_DEEPEST]):
        place = found.get(".".join(parts[:depth]))
        if place is not None and (root == place.anchor or root in SIBLINGS):
            yield place, ".".join(["vec" if root == place.anchor else root, *parts[depth + 1 :]])


def _take_section(place: Place, section: Section) -> None:
    parent, _, key = section.name.partition(".")
    if _inside_a_value(parent) or _inside_a_value(section.name.rpartition(".")[0]):
        return
    if key and "." not in key and parent != "sweep" and anchors.is_known(parent, key):
        place.settings.append(_as_value(section, parent, key))
    elif parent != "vec" or not key:
        place.sections.append(section)


def _inside_a_value(name: str) -> bool:
    """Whether a table belongs to the value of a known name, or to a table in [vec], which none reads."""
    parent, _, rest = name.partition(".")
    key = re.split(r"[.\[]", rest, maxsplit=1)[0]
    if parent == "vec":
        return bool(key)
    return parent != "sweep" and bool(key) and anchors.is_known(parent, key)


def _as_value(section: Section, parent: str, key: str) -> Setting:
    """A table where a value belongs: itself, where it may be one; else a search space, which stands
    for values that are not known."""
    given = section.as_value or Setting(parent, key, UNKNOWN, "", section.span, section.span, key)
    value = given.value
    if not anchors.takes(parent, key, "dict") or _is_search_space(value):
        value = UNKNOWN
    return replace(given, section=parent, key=key, value=value)


def _is_search_space(value: object) -> bool:
    return isinstance(value, dict) and not _SWEPT.isdisjoint(value)


def _anchored(document: Document, asked: Asked | None, file: str) -> Iterator[Block]:
    composed = _is_composed(document)
    found = places(document)
    prefixes = {place.prefix for place in found}
    for place in found:
        beside = {(s.section, s.key) for s in place.settings}
        if _is_swept(place.prefix, prefixes):
            continue
        if document.format == "values" or (
            anchors.is_vec(place.vec, beside, asked=asked is not None)
            and place.target is None
            and not of_sweeper(place.prefix, file)
        ):
            yield _block(document, place, composed=composed or _is_sweep(place.prefix))


def _is_swept(prefix: str, prefixes: Collection[str]) -> bool:
    """Whether a table lies in the [sweep] of another experiment, so that its [vec] is one of search spaces."""
    outer, dot, _ = f".{prefix}.".rpartition(".sweep.")
    return bool(dot) and outer.strip(".") in prefixes


def of_sweeper(prefix: str, file: str) -> bool:
    """Whether a table is that of a Hydra sweeper, whose values are overrides to be tried in turn."""
    return "sweeper" in (*prefix.split("."), *PurePosixPath(file).parent.parts)


def _block(document: Document, place: Place, *, composed: bool) -> Block:
    if document.format == "values":
        return Block(document, place.prefix, tuple(place.sections), tuple(place.settings))
    opened = {s.section for s in place.settings if s.key == _MERGE}
    if composed:
        opened |= {"vec", *(section.name for section in place.sections)}
    return Block(
        document,
        place.prefix,
        tuple(place.sections),
        tuple(_final(place.settings)),
        frozenset(opened),
    )


def _final(settings: Iterable[Setting]) -> Iterator[Setting]:
    """The settings that reach PufferLib. Of a list where one value belongs, one is chosen elsewhere."""
    for setting in settings:
        if setting.key == _MERGE or setting.key in _HYDRA:
            continue
        if isinstance(setting.value, list) and not anchors.takes(
            setting.section, setting.key, "list"
        ):
            setting = replace(setting, value=UNKNOWN)
        yield setting


def with_environment(block: Block) -> Block:
    """The same with the table of the environment's own arguments that lies beside a typed one: names in it
    tell nothing of PufferLib, but its loader hands them on."""
    document = block.document
    if document.format not in ("toml", "json", "yaml"):
        return block
    path = f"{block.prefix}.{ENVIRONMENT}".lstrip(".")
    held = (_flattened(document, setting) for setting in document.settings)
    settings = [replace(one, section=ENVIRONMENT) for one in held if one.section == path]
    sections = []
    for one in document.sections:
        parent, _, key = one.name.rpartition(".")
        if one.name == path:
            sections.append(replace(one, name=ENVIRONMENT))
        elif parent == path:
            settings.append(_as_value(one, ENVIRONMENT, key))
    return replace(
        block,
        sections=(*block.sections, *sections),
        settings=(*block.settings, *_final_of_environment(settings)),
    )


def _final_of_environment(settings: Iterable[Setting]) -> Iterator[Setting]:
    """Whatever is merged in from elsewhere is one more value that is not known."""
    for one in settings:
        if one.key not in _HYDRA:
            yield replace(one, value=UNKNOWN) if one.key == _MERGE else one


def _is_sweep(prefix: str) -> bool:
    """Whether a table is that of a W&B sweep, which is laid over what the program has by itself."""
    return prefix.rpartition(".")[2] == "parameters"


def _is_composed(document: Document) -> bool:
    """Whether Hydra composes the file with others."""
    return any(map(_is_defaults_list, document.settings)) or any(
        re.match(r"#\s*@package\b", comment.text) for comment in document.comments
    )


# The top level of a file as [vec]


def top(document: Document) -> dict[str, Setting | Section]:
    """What stands at top level, without Hydra's own: each key with its setting, or with its table."""
    found: dict[str, Setting | Section] = {
        setting.key: setting
        for setting in document.settings
        if not setting.section and not _is_defaults_list(setting)
    }
    return found | {s.name: s for s in document.sections if s.name and "." not in s.name}


def beside_tables(document: Document) -> list[Setting]:
    """The settings at top level that are in no table, by a dotted key either, and are not Hydra's."""
    return [
        one
        for one in top(document).values()
        if isinstance(one, Setting)
        and one.key not in _HYDRA
        and one.key != _MERGE
        and not _flattened(document, one).section
    ]


def _is_defaults_list(setting: Setting) -> bool:
    """Whether this is the list of the configs that Hydra puts below a file."""
    if setting.section or setting.key != "defaults":
        return False
    return setting.value is UNKNOWN or type(setting.value) is list


def in_group(file: str) -> bool:
    """Whether a file lies in a folder called vec, as one choice of a Hydra group does."""
    return file.rpartition("/")[0].rpartition("/")[2] in ANCHORS


def _at_top(document: Document, asked: Asked | None, file: str) -> list[Block]:
    """The top level as [vec]: keyword arguments that are kept for ``vector.make``, or a group file.

    Where only the options name a target, which they do for every file, all names must be known. Another
    key beside the arguments is the program's own, unless it may be a slip of one.
    """
    names = top(document)
    place = Place("", "vec")
    for name, held in names.items():
        if isinstance(held, Setting):
            if (
                in_group(file)
                or name == _MERGE
                or name in _HYDRA
                or anchors.is_meant_for_vec(name, names)
            ):
                place.settings.append(replace(held, section="vec"))
        elif anchors.is_known("vec", name):
            place.settings.append(_as_value(held, "vec", name))
    if document.format == "values" or not _counts_at_top(names, place, asked, file):
        return []
    place.sections.append(Section("vec", next(iter(names.values())).span))
    return [_block(document, place, composed=in_group(file) or _is_composed(document))]


def _counts_at_top(
    names: Mapping[str, object], place: Place, asked: Asked | None, file: str
) -> bool:
    if in_group(file):
        return anchors.is_vec(place.vec) and place.target is None
    if asked is None or not anchors.is_call(names.keys()):
        return False
    return asked == "comment" or not strange(names)


def strange(names: Iterable[str]) -> list[str]:
    """The names at top level that no generation knows in [vec]."""
    own = _HYDRA | {_SCHEMA}
    return [name for name in names if name not in own and not anchors.is_known("vec", name)]
