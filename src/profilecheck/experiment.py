"""What a rule is given: one experiment, its target and the machine it will run on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any, Literal, TypeVar

from profilecheck.blocks import Block
from profilecheck.document import UNKNOWN, Document
from profilecheck.findings import Severity
from profilecheck.hosts import Host
from profilecheck.layers import Config, Defaults, Value
from profilecheck.profiles.base import Name, Profile
from profilecheck.profiles.trees import DEFAULT_INI
from profilecheck.target import Target

Mode = Literal["train", "eval", "sweep"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Experiment:
    """One experiment under one profile.

    ``defaults`` says which defaults lie under the file: ``ini`` means that the generation's own
    loader and trainer read it, ``signature`` that it is passed to ``vector.make`` by hand.
    ``partial`` is true where nobody said so: a table in a file, to which code or another config may
    add what make is passed. ``agents_per_env`` is what the user declared, never an assumption.
    ``is_default_ini`` is true where the checked file is itself a project's default.ini, below which
    nothing lies; ``tree`` is that default.ini otherwise.
    """

    block: Block
    profile: Profile
    target: Target
    config: Config
    host: Host
    mode: Mode = "train"
    agents_per_env: int | None = None
    defaults: Defaults = "ini"
    partial: bool = False
    is_default_ini: bool = False
    tree: Document | None = None
    _memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def document(self) -> Document:
        """The checked document."""
        return self.block.document

    @property
    def for_others(self) -> bool:
        """True for a file that others are laid over, whole or not: it need not name an environment."""
        named = PurePosixPath(self.document.path).name == DEFAULT_INI
        return self.is_default_ini or named

    @property
    def from_ini(self) -> bool:
        """True where PufferLib's own loader reads the file itself, [env] and all."""
        return self.document.format == "ini"

    @property
    def launched(self) -> bool:
        """True where the generation's own trainer runs the config, so that [train] and [base] belong to
        the run: an INI, or what ``--defaults ini`` says to lie over default.ini. False for a bare table
        or keyword arguments."""
        return self.from_ini or self.defaults == "ini"

    def get(self, section: str, key: str) -> Value | None:
        """The effective value with its layer, or None."""
        return self.config.get(section, key)

    def value(self, section: str, key: str) -> object:
        """The bare effective value; UNKNOWN where there is none."""
        return self.config.value(section, key)

    def values(self, section: str, *keys: str) -> tuple[Value, ...]:
        """Those of the named values that exist."""
        found = (self.config.get(section, key) for key in keys)
        return tuple(value for value in found if value is not None)

    def known(self, section: str) -> dict[str, object]:
        """The values of those keys of a section that its profile knows.

        UNKNOWN is what something that is not read here may give: every other key where nothing is
        said to lie below the file, the backend where a partial table names none.
        """
        table = self.profile.tables.get(section, {})
        elsewhere = table if self.defaults == "none" else ("backend",) if self.partial else ()
        values: dict[str, object] = {key: UNKNOWN for key in elsewhere if key in table}
        for key, value in self.config.section(section).items():
            if key in table and (value.layer.own or key not in values):
                values[key] = value.value
        return values

    def in_fork(self, level: Severity) -> tuple[Severity, tuple[str, ...]]:
        """The severity of what rests on upstream's names, and the notes on it: one level down in a
        recognised fork."""
        if self.target.fork is None:
            return level, ()
        down = Severity.WARNING if level is Severity.ERROR else Severity.INFO
        return down, (f"one level down in a fork: {self.target.fork}",)

    def changed(self, changes: Mapping[Name, object]) -> Experiment:
        """The same experiment with some values changed."""
        return replace(self, config=self.config.changed(changes), _memo={})

    def once(self, key: str, compute: Callable[[Experiment], T]) -> T:
        """``compute(self)``, computed once for this experiment and shared by the rules that ask."""
        if key not in self._memo:
            self._memo[key] = compute(self)
        result: T = self._memo[key]
        return result
