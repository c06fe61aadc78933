"""What a profile is: the knowledge of one generation of PufferLib, behind one lookup.

Rules never see a Pydantic model: they ask a ``Profile`` for the ``Spec`` of a name.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final, Literal

from profilecheck.document import UNKNOWN
from profilecheck.profiles.follows import Follows
from profilecheck.profiles.known_agents import KnownAgents


class _Absent:
    __slots__ = ()

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = _Absent()
"""No default: default.ini does not hold the key."""

Kind = Literal["int", "float", "bool", "str", "none", "list", "tuple", "dict"]
Name = tuple[str, str]
"""A section and a key in it: ``("vec", "num_envs")``."""


def kind_of(value: object) -> Kind | None:
    """The kind of a Python value; None for what no config holds."""
    if value is None:
        return "none"
    for type_, kind in _KINDS:
        if isinstance(value, type_):
            return kind
    return None


_KINDS: Final[tuple[tuple[type, Kind], ...]] = (
    (bool, "bool"),
    (int, "int"),
    (float, "float"),
    (str, "str"),
    (list, "list"),
    (tuple, "tuple"),
    (dict, "dict"),
)


@dataclass(frozen=True, slots=True)
class Spec:
    """What a profile says of one name: the kinds of value it takes, its range, words and default.

    ``words`` are the strings it takes where it takes only some (``auto``, the backends); empty
    where any string will do. ``ini`` is false for a name that default.ini lacks. ``inert`` says
    why the runtime never uses the value. ``revision`` names the revision that first has it.
    """

    section: str
    name: str
    kinds: frozenset[Kind]
    words: tuple[str, ...] = ()
    minimum: float | None = None
    above: float | None = None
    maximum: float | None = None
    below: float | None = None
    default: object = ABSENT
    ini: bool = True
    inert: str | None = None
    revision: str | None = None
    doc: str = ""

    def accepts_kind(self, value: object) -> bool:
        """True where the value's type (and word) fits, whatever its range. UNKNOWN always fits."""
        if value is UNKNOWN:
            return True
        kind = kind_of(value)
        if kind is None or kind not in self.kinds:
            return kind == "int" and "float" in self.kinds
        return kind != "str" or not self.words or value in self.words

    def in_range(self, value: object) -> bool:
        """True where a number lies in the range; anything that is no number always does."""
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return True
        return (
            (self.minimum is None or value >= self.minimum)
            and (self.above is None or value > self.above)
            and (self.maximum is None or value <= self.maximum)
            and (self.below is None or value < self.below)
        )

    def accepts(self, value: object) -> bool:
        """True where both type and range fit."""
        return self.accepts_kind(value) and self.in_range(value)


@dataclass(frozen=True, slots=True)
class Revision:
    """A later revision within a profile: the names that mark it and the defaults it changed."""

    name: str
    title: str
    marks: frozenset[Name]
    defaults: Mapping[Name, str]
    without: frozenset[str] = frozenset()
    """Sections of default.ini that this revision dropped."""


@dataclass(frozen=True)
class Profile:
    """One generation of PufferLib.

    ``tables`` maps each section with fixed names to its specs; ``open_sections`` take any name;
    ``sweep_spec`` are the names of a ``[sweep.SECTION.NAME]`` table. ``texts`` are the texts of
    default.ini for the sweep tables, which no model holds. ``signature`` are the defaults of
    ``vector.make`` itself, for what does not pass through default.ini.
    """

    name: str
    title: str
    source: str
    tables: Mapping[str, Mapping[str, Spec]]
    open_sections: frozenset[str]
    sweep_spec: Mapping[str, Spec]
    sweep_defaults: Mapping[str, Mapping[str, str]]
    signature: Mapping[Name, object] = field(default_factory=dict)
    revisions: tuple[Revision, ...] = ()
    fixed_flags: frozenset[str] = frozenset()
    passed: frozenset[Name] = frozenset()
    """Names that are no settings: arguments that the code beside a config passes itself."""
    refuses_unknown: Callable[[str, Callable[[str, str], object]], bool | None] = (
        lambda section, get: False
    )
    """Whether the runtime raises on an unknown name in a section, given a getter of effective values;
    None where that cannot be known."""
    models: Callable[[], Mapping[str, type]] = dict
    """The Pydantic models by schema name, imported only when asked for."""
    tree_marks: tuple[TreeMark, ...] = ()
    follows: Follows = lambda given: ()
    """What follows from a config: the numbers that ``profilecheck explain`` shows."""
    known_agents: Callable[[Mapping[Name, object]], KnownAgents | None] = lambda values: None
    """The agents of each environment as far as upstream's environments tell them, from the effective values."""
    agents_of_one: Callable[[int, Mapping[Name, object]], int | None] = lambda each, values: each
    """The agents of one environment of [vec], from those of one game and the effective values."""

    def read(self, text: str) -> object:
        """What an INI text means to the loader: its Python literal, else the text itself."""
        return read_literal(text)

    def spec(self, section: str, name: str) -> Spec | None:
        """The spec of a name, or None where this profile does not know it in that section."""
        if table := self.tables.get(section):
            return table.get(name)
        if self.section_kind(section) == "sweep":
            return self.sweep_spec.get(name)
        return None

    def section_kind(self, section: str) -> Literal["closed", "open", "sweep", "unknown"]:
        """``closed``: fixed names; ``open``: any name; ``sweep``: one swept parameter; or unknown."""
        if section in self.tables:
            return "closed"
        if section in self.open_sections:
            return "open"
        if section.startswith("sweep."):
            return "sweep"
        return "unknown"

    def names(self, section: str) -> Iterable[str]:
        """The names this profile knows in a section."""
        if table := self.tables.get(section):
            return table.keys()
        return self.sweep_spec.keys() if section.startswith("sweep.") else ()

    @cached_property
    def all_names(self) -> frozenset[Name]:
        """Every name in a section with fixed names."""
        return frozenset((s, n) for s, table in self.tables.items() for n in table)

    def revision(self, names: Iterable[Name]) -> Revision | None:
        """The latest revision of which a file uses a name of its own."""
        used = set(names)
        for revision in reversed(self.revisions):
            if used & revision.marks:
                return revision
        return None

    def default_texts(self, revision: Revision | None = None) -> dict[str, dict[str, str]]:
        """default.ini as section -> key -> text, of the profile or of one of its revisions."""
        texts: dict[str, dict[str, str]] = {}
        for section, table in self.tables.items():
            keys = {
                name: text_of(spec.default)
                for name, spec in table.items()
                if spec.ini
                and spec.default is not ABSENT
                and (spec.revision is None or (revision and spec.revision == revision.name))
            }
            if keys or section in self.open_sections:
                texts[section] = keys
        for section in self.open_sections:
            texts.setdefault(section, {})
        texts.update({section: dict(keys) for section, keys in self.sweep_defaults.items()})
        if revision:
            for (section, key), text in revision.defaults.items():
                texts.setdefault(section, {})[key] = text
            for section in revision.without:
                texts.pop(section, None)
        return texts


@dataclass(frozen=True, slots=True)
class TreeMark:
    """A mark of a generation in a source tree: a file that exists, and text it holds (if any)."""

    path: str
    contains: str | None
    message: str


MEMORABLE: Final = 64
"""Characters of a text whose meaning is kept: those of default.ini, which lies below every file, have fewer."""


def read_literal(text: str) -> object:
    """``ast.literal_eval`` of the text, the text itself where that fails, as 3.0's and 4.0's loaders do.

    Source: pufferlib 3.0.0 pufferl.py load_config; 8e3e754 pufferlib/pufferl.py load_config.
    """
    if len(text) > MEMORABLE:
        return _evaluated(text)
    value = _remembered(text)
    return _evaluated(text) if isinstance(value, (list, dict, set, tuple)) else value


def _evaluated(text: str) -> object:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value: object = ast.literal_eval(text)
    except Exception:  # the loaders have a bare except: whatever fails is a string
        return text
    return value


_remembered = lru_cache(maxsize=4096)(_evaluated)


def text_of(value: object) -> str:
    """The text that the loaders read as ``value``."""
    text = str(value)
    if isinstance(value, str) and read_literal(text) != value:
        return repr(value)
    return text
