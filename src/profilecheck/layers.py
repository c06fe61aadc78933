"""One experiment's values: defaults, then the file, then overrides; each value knows its layer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from profilecheck.blocks import Block
from profilecheck.document import UNKNOWN, Document, Setting
from profilecheck.launches import given_settings, read_flags
from profilecheck.profiles.base import Name, Profile
from profilecheck.profiles.launch_flags import Given
from profilecheck.profiles.launch_lines import Launch, mode_told
from profilecheck.profiles.launch_runs import ENVIRONMENT, by_position
from profilecheck.profiles.loader import name_read
from profilecheck.profiles.texts import depends_on_its_reader
from profilecheck.sources.ini import DEFAULT, in_force, lay_over
from profilecheck.sources.interpolation import InterpolationFault, interpolate

Defaults = Literal["ini", "signature", "none"]


@dataclass(frozen=True, slots=True)
class Layer:
    """Where a value comes from. ``kind`` is defaults (built in), project (a default.ini found in
    the tree), file (the checked file) or override (``--set``); ``name`` is how it is told."""

    kind: Literal["defaults", "project", "file", "override"]
    name: str

    @property
    def own(self) -> bool:
        """True for what the checked file or an override gives, false for what lies below it."""
        return self.kind in ("file", "override")


FILE = Layer("file", "this file")
GIVEN = Layer("file", "given")
"""The layer of Python values, which stand in no file."""
OVERRIDE = Layer("override", "--set")


@dataclass(frozen=True, slots=True)
class Value:
    """One effective value: what it is, its layer, and the setting that gave it, if it stands in a file.

    ``text`` is the INI text after interpolation; None where the value did not come from an INI.
    ``supposed`` is true of what something outside may add: not even whether it is there is known.
    """

    section: str
    key: str
    value: object
    layer: Layer
    setting: Setting | None = None
    text: str | None = None
    supposed: bool = False

    @property
    def name(self) -> Name:
        """Section and key."""
        return (self.section, self.key)


class Text(NamedTuple):
    """What stands in an INI before it is read, with its layer, and its setting if it stands in a file."""

    text: str
    layer: Layer
    setting: Setting | None = None


@dataclass(frozen=True, slots=True)
class Override:
    """``--set section.key=text``, or something else that lies over the file as that does."""

    section: str
    key: str
    text: str
    layer: Layer = OVERRIDE


@dataclass(frozen=True, slots=True)
class BadInterpolation:
    """A value that the loader cannot interpolate, with configparser's reason."""

    setting: Setting
    section: str
    fault: InterpolationFault


@dataclass(frozen=True, slots=True)
class Config:
    """The effective settings of one experiment, by section and key.

    ``sections`` are all sections that exist in any layer, empty ones too. ``flags`` are those of a launch
    line, as its launcher reads them. ``complete`` is false where what lies below them is not known.
    """

    values: Mapping[Name, Value]
    sections: frozenset[str] = frozenset()
    bad_interpolations: tuple[BadInterpolation, ...] = ()
    flags: tuple[Given, ...] = ()
    complete: bool = True
    _by_section: dict[str, dict[str, Value]] = field(
        default_factory=dict, compare=False, repr=False
    )
    _own: dict[Name, Value] = field(default_factory=dict, compare=False, repr=False)

    def get(self, section: str, key: str) -> Value | None:
        """The value in force, or None where no layer sets it."""
        return self.values.get((section, key))

    def value(self, section: str, key: str, default: object = UNKNOWN) -> object:
        """The bare value in force; ``default`` where no layer sets it."""
        found = self.values.get((section, key))
        return default if found is None else found.value

    def section(self, section: str) -> Mapping[str, Value]:
        """All values of one section by key, in the order of the layers."""
        if not self._by_section:
            for (name, key), value in self.values.items():
                self._by_section.setdefault(name, {})[key] = value
        return self._by_section.get(section, {})

    def own(self) -> Iterator[Value]:
        """The values that the checked file or an override gives."""
        if not self._own:
            self._own.update(
                (name, v) for name, v in self.values.items() if v.layer.own and not v.supposed
            )
        return iter(self._own.values())

    def changed(self, changes: Mapping[Name, object]) -> Config:
        """The same config with some values changed, as an edit of the file would change them: what another file
        sets would be set in this one too."""
        values, own, tables = dict(self.values), dict(self._own), dict(self._by_section)
        for name, new in changes.items():
            old = values.get(name) or Value(*name, new, FILE)
            setting = old.setting if old.layer.kind == "file" else None
            value = replace(old, value=new, layer=FILE, text=None, supposed=False, setting=setting)
            values[name] = value
            if own:
                own[name] = value
            if tables:
                section, key = name
                tables[section] = {**tables.get(section, {}), key: value}
        return Config(
            values, self.sections, self.bad_interpolations, self.flags, self.complete, tables, own
        )


def build(
    block: Block,
    profile: Profile,
    *,
    defaults: Defaults,
    project: Document | None = None,
    carried_over: Document | None = None,
    environment: Document | Sequence[Document] | Literal["none"] | None = None,
    overrides: Sequence[Override] = (),
) -> Config:
    """Put one experiment together as the real loaders do.

    ``project`` is a default.ini of the tree; it takes the place of the profile's own. ``carried_over``
    is what one of another generation will give, over the profile's own. ``environment`` is
    the INI that a launch line names, or that a run lays below the block; without one nothing below a
    line is known but which types it has ("none": it names none but default.ini). Of several, one of which the loader
    takes, that is known which they all say. Overrides are read as an INI value would be and may add keys.
    """
    raw = _below(block, profile, defaults, project, carried_over)
    if block.launch is not None:
        config = _launched(raw, block.launch, profile, environment)
        return _overridden(config, block, profile, overrides)
    if isinstance(environment, Document):
        _lay_environment(raw, environment)
    if block.document.format == "ini":
        lay_over(raw, (header.name for header in block.sections), _texts(block.settings, FILE))
        config = _loaded(raw, profile)
    else:
        config = _over(_loaded(raw, profile), block, profile)
    return _overridden(config, block, profile, overrides)


def _overridden(
    config: Config, block: Block, profile: Profile, overrides: Sequence[Override]
) -> Config:
    values, sections = dict(config.values), set(config.sections)
    for override in overrides:
        written = (override.section, override.key)
        name = name_read(written) if block.document.format == "ini" else written
        read = tellable(profile.read(override.text))
        values[name] = Value(*name, read, override.layer, None, override.text)
        sections.add(name[0])
    return Config(
        values, frozenset(sections), config.bad_interpolations, config.flags, config.complete
    )


def tellable(value: object) -> object:
    """The value, or UNKNOWN where no message could tell it.

    Python refuses to write an integer of thousands of digits (0xfff...), and a class may fail to
    write its objects: a rule that quotes the value must not fail on it.
    """
    if value is None or isinstance(value, (str, bool, float)):
        return value
    try:
        repr(value)
    except Exception:
        return UNKNOWN
    return value


Raw = dict[str, dict[str, Text]]
"""Texts by section and key, as configparser holds them."""


def _below(
    block: Block,
    profile: Profile,
    defaults: Defaults,
    project: Document | None,
    carried_over: Document | None,
) -> Raw:
    if defaults == "none":
        return {}
    raw: Raw = {}
    if defaults == "signature":
        layer = Layer("defaults", f"vector.make of {profile.name}")
        signature = ((*name, Text(str(value), layer)) for name, value in profile.signature.items())
        lay_over(raw, (), signature)
        return raw
    if project is not None:
        layer = Layer("project", project.path)
        sections = (section.name for section in project.sections)
        lay_over(raw, sections, _texts(project.settings, layer))
        return raw
    revision = profile.revision(name_read((s.section, s.key)) for s in block.settings)
    name = f"{profile.name} default.ini" + (f" ({revision.title})" if revision else "")
    layer = Layer("defaults", name)
    raw = {
        section: {key: Text(text, layer) for key, text in keys.items()}
        for section, keys in profile.default_texts(revision).items()
    }
    if carried_over is not None:
        lay_over(raw, (), _texts(carried_over.settings, Layer("project", carried_over.path)))
    return raw


def _texts(settings: Iterable[Setting], layer: Layer) -> Iterator[tuple[str, str, Text]]:
    for setting in settings:
        text = setting.value if isinstance(setting.value, str) else ""
        yield setting.section, setting.key, Text(text, layer, setting)


def _loaded(raw: Raw, profile: Profile) -> Config:
    """What the loader reads from texts that lie over one another.

    A setting has the name that the run finds it by. Where that is taken, argparse refuses the second, which
    keeps the name that it is written by.
    """
    values: dict[Name, Value] = {}
    bad: dict[int, BadInterpolation] = {}
    tables = {section: in_force(raw, section) for section in raw if section != DEFAULT}
    for section, held in tables.items():
        texts = {key: one.text for key, one in held.items()}
        for key, (text, layer, setting) in held.items():
            read: object
            name = taken = name_read((section, key))
            if name in values or name[1] in tables.get(name[0], ()):
                name = (section, key)
                if (other := values.get(taken)) is not None and layer.own and not other.layer.own:
                    values[taken] = replace(other, value=UNKNOWN)  # which is meant, nothing tells
            if setting is not None and setting.value is UNKNOWN:
                values[name] = Value(*name, UNKNOWN, layer, setting, text)
                continue
            try:
                if "%" in text:
                    text = interpolate(text, key, texts, section)
                read = tellable(profile.read(text))
            except InterpolationFault as fault:
                read = UNKNOWN
                if setting is not None:
                    bad.setdefault(id(setting), BadInterpolation(setting, section, fault))
            values[name] = Value(*name, read, layer, setting, text)
    sections = {name_read((section, ""))[0] for section in tables}
    return Config(values, frozenset(sections | {name for name, _ in values}), tuple(bad.values()))


def _launched(
    raw: Raw,
    launch: Launch,
    profile: Profile,
    environment: Document | Sequence[Document] | Literal["none"] | None,
) -> Config:
    """The values that a launcher's flags give, over those of the INIs that it reads."""
    if isinstance(environment, Document):
        environment = (environment,)
    if environment is None or environment == "none":
        below = _loaded(raw, profile)
        types = _types(below, [])
    else:
        read = [(one.path, _over_ini(raw, one, profile)) for one in environment]
        below = _any_of(read)
        base = below if len(read) == 1 else _loaded(raw, profile)
        types = _types(base, [config for _, config in read])
    complete = environment is not None and below.complete
    flags = read_flags(launch, profile.name, types, complete=complete)
    values = dict(below.values)
    if environment is None:
        values = {name: _hidden(value) for name, value in values.items()}
    for setting in given_settings(flags):
        name = (setting.section, setting.key)
        if name == ENVIRONMENT and by_position(profile.name, mode_told(launch, profile.name)):
            continue  # what is launched has another name
        values[name] = Value(*name, tellable(setting.value), FILE, setting)
    return Config(values, below.sections, below.bad_interpolations, flags, complete)


def _over_ini(raw: Raw, ini: Document, profile: Profile) -> Config:
    """What the loader reads of an environment's INI over what lies below it."""
    raw = {section: dict(held) for section, held in raw.items()}
    _lay_environment(raw, ini)
    return _loaded(raw, profile)


def _any_of(read: Sequence[tuple[str, Config]]) -> Config:
    """What is known where the loader takes one of several INIs, each with its path: what all of them say."""
    configs = [config for _, config in read]
    first = configs[0]
    if len(read) == 1:
        return first
    paths = [path for path, _ in read]
    either = Layer("project", f"{' or '.join(paths)}, whichever the loader meets first")
    all_of_them = Layer("project", " and ".join(paths))
    values: dict[Name, Value] = {}
    for name in dict.fromkeys(name for config in configs for name in config.values):
        held = [config.values[name] for config in configs if name in config.values]
        one = held[0]
        if len(held) < len(configs) or not all(_same(one.value, other.value) for other in held):
            values[name] = Value(*name, UNKNOWN, either)
        elif any(other.layer != one.layer for other in held):
            values[name] = replace(one, layer=all_of_them, setting=None)
        else:
            values[name] = one
    sections = frozenset().union(*(config.sections for config in configs))
    complete = all(value.layer is not either for value in values.values())
    return Config(values, sections, first.bad_interpolations, complete=complete)


def _types(base: Config, read: Sequence[Config]) -> dict[Name, object]:
    """A value of each name, of the type that it has in every INI which the loader may take; where that differs, of that
    in default.ini."""
    found = {name: value.value for name, value in base.values.items()}
    for name, value in read[0].values.items() if read else ():
        held = [config.values[name].value for config in read if name in config.values]
        if len(held) == len(read) and all(type(one) is type(value.value) for one in held):
            found[name] = value.value
    return found


def _same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


def _lay_environment(raw: Raw, environment: Document) -> None:
    layer = Layer("project", environment.path)
    sections = (section.name for section in environment.sections)
    lay_over(raw, sections, _texts(environment.settings, layer))


def _hidden(value: Value) -> Value:
    """A default that an INI which is not known may replace."""
    layer = Layer("defaults", f"{value.layer.name}, or the environment's INI")
    return replace(value, value=UNKNOWN, text=None, layer=layer)


def _over(below: Config, block: Block, profile: Profile) -> Config:
    """The values of a format that has types, over what was read from texts."""
    values = dict(below.values)
    layer = GIVEN if block.document.format == "values" else FILE
    for section in block.open_sections:
        for key in profile.names(section):  # what may be added is neither a default nor absent
            values[section, key] = Value(section, key, UNKNOWN, layer, supposed=True)
    for setting in block.settings:
        name = (setting.section, setting.key)
        known = setting.section == "vec" or not depends_on_its_reader(setting)
        values[name] = Value(*name, tellable(setting.value) if known else UNKNOWN, layer, setting)
    named = {section.name for section in block.sections} | {name for name, _ in values}
    return Config(values, below.sections | named, below.bad_interpolations)
