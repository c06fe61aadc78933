"""One experiment's values: defaults, then the file, then overrides; each value knows its layer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from profilecheck.blocks import Block
from profilecheck.document import UNKNOWN, Document, Setting
from profilecheck.profiles.base import Name, Profile
from profilecheck.profiles.texts import depends_on_its_reader
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
    """

    section: str
    key: str
    value: object
    layer: Layer
    setting: Setting | None = None
    text: str | None = None

    @property
    def name(self) -> Name:
        """Section and key."""
        return (self.section, self.key)


@dataclass(frozen=True, slots=True)
class Override:
    """``--set section.key=text``."""

    section: str
    key: str
    text: str


@dataclass(frozen=True, slots=True)
class BadInterpolation:
    """A value that the loader cannot interpolate, with configparser's reason."""

    setting: Setting
    section: str
    fault: InterpolationFault


@dataclass(frozen=True, slots=True)
class Config:
    """The effective settings of one experiment, by section and key.

    ``sections`` are all sections that exist in any layer, empty ones too.
    """

    values: Mapping[Name, Value]
    sections: frozenset[str] = frozenset()
    bad_interpolations: tuple[BadInterpolation, ...] = ()
    _by_section: dict[str, dict[str, Value]] = field(
        default_factory=dict, compare=False, repr=False
    )

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
        return (v for v in self.values.values() if v.layer.own)

    def changed(self, changes: Mapping[Name, object]) -> Config:
        """The same config with some values changed, as an edit of the file would change them."""
        values = dict(self.values)
        for name, new in changes.items():
            old = values.get(name)
            values[name] = replace(old or Value(*name, new, FILE), value=new, layer=FILE, text=None)
        return Config(values, self.sections, self.bad_interpolations)


def build(
    block: Block,
    profile: Profile,
    *,
    defaults: Defaults,
    project: Document | None = None,
    overrides: Sequence[Override] = (),
) -> Config:
    """Put one experiment together as the real loaders do.

    ``project`` is a default.ini of the tree; it takes the place of the profile's own. Overrides are
    read as an INI value would be and may add keys.
    """
    if block.document.format == "ini":
        config = _ini(block, profile, _below(block, profile, defaults, project))
    else:
        config = _typed(block, profile, defaults, project)
    values, sections = dict(config.values), set(config.sections)
    for override in overrides:
        name = (override.section, override.key)
        read = tellable(profile.read(override.text))
        values[name] = Value(*name, read, OVERRIDE, None, override.text)
        sections.add(override.section)
    return Config(values, frozenset(sections), config.bad_interpolations)


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


Raw = dict[str, dict[str, tuple[str, Layer, Setting | None]]]


def _below(block: Block, profile: Profile, defaults: Defaults, project: Document | None) -> Raw:
    if defaults == "none":
        return {}
    if defaults == "signature":
        layer = Layer("defaults", f"vector.make of {profile.name}")
        raw: Raw = {}
        for (section, key), value in profile.signature.items():
            raw.setdefault(section, {})[key] = (str(value), layer, None)
        return raw
    if project is not None:
        raw = {section.name: {} for section in project.sections}
        _overlay(raw, project.settings, Layer("project", project.path))
        return raw
    revision = profile.revision((s.section, s.key) for s in block.settings)
    name = f"{profile.name} default.ini" + (f" ({revision.title})" if revision else "")
    layer = Layer("defaults", name)
    return {
        section: {key: (text, layer, None) for key, text in keys.items()}
        for section, keys in profile.default_texts(revision).items()
    }


def _overlay(raw: Raw, settings: Iterable[Setting], layer: Layer) -> None:
    for setting in settings:
        text = setting.value if isinstance(setting.value, str) else ""
        raw.setdefault(setting.section, {})[setting.key] = (text, layer, setting)


def _ini(block: Block, profile: Profile, raw: Raw) -> Config:
    for header in block.sections:
        raw.setdefault(header.name, {})
    _overlay(raw, block.settings, FILE)
    everywhere = raw.pop("DEFAULT", {})
    values: dict[Name, Value] = {}
    bad: list[BadInterpolation] = []
    for section, own in raw.items():
        items = {**everywhere, **own}
        texts = {key: text for key, (text, _, _) in items.items()}
        for key, (text, layer, setting) in items.items():
            read: object
            try:
                text = interpolate(text, key, texts, section)
                read = tellable(profile.read(text))
            except InterpolationFault as fault:
                read = UNKNOWN
                if setting is not None and not any(b.setting is setting for b in bad):
                    bad.append(BadInterpolation(setting, section, fault))
            values[section, key] = Value(section, key, read, layer, setting, text)
    return Config(values, frozenset(raw), tuple(bad))


def _typed(block: Block, profile: Profile, defaults: Defaults, project: Document | None) -> Config:
    values: dict[Name, Value] = {}
    raw = _below(block, profile, defaults, project)
    for section, keys in raw.items():
        for key, (text, layer, setting) in keys.items():
            values[section, key] = Value(section, key, profile.read(text), layer, setting, text)
    layer = GIVEN if block.document.format == "values" else FILE
    for section in block.open_sections:
        for key in profile.names(section):  # what may be added is neither a default nor absent
            values[section, key] = Value(section, key, UNKNOWN, layer)
    for setting in block.settings:
        name = (setting.section, setting.key)
        known = setting.section == "vec" or not depends_on_its_reader(setting)
        values[name] = Value(*name, tellable(setting.value) if known else UNKNOWN, layer, setting)
    sections = (
        {section.name for section in block.sections} | {name for name, _ in values} | set(raw)
    )
    return Config(values, frozenset(sections))
