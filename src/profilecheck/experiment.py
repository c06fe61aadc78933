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
from profilecheck.profiles import anchors
from profilecheck.profiles.base import Name, Profile
from profilecheck.profiles.known_agents import KnownAgents
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
    ``untold`` are the errors of decision tables, each with its table, of which nobody is told: they
    keep nothing else from being found. ``is_default_ini`` is true where the checked file is itself a
    project's default.ini, below which nothing lies; ``tree`` is that default.ini otherwise. ``below`` is
    the same where it lies below the file; where no loader reads it, nothing is known of what it gives.
    ``environments`` are those for which the tree of a launch line has an INI.
    ``passable`` tells, where a run starts, whether a setting can be given a value there.
    ``whole`` is true where faults are told too in which nothing that the checked file gives takes part.
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
    below: Document | None = None
    environments: frozenset[str] = frozenset()
    whole: bool = False
    untold: frozenset[tuple[str, tuple[str, ...]]] = frozenset()
    passable: Callable[[Name, object], bool] | None = field(default=None, compare=False)
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
        """True where PufferLib's own loader reads the file itself."""
        return self.document.format == "ini"

    @property
    def loaded(self) -> bool:
        """True where PufferLib's own loader reads the file, or has read what is given, [env] and all."""
        return self.from_ini or self.block.loaded

    @property
    def launched(self) -> bool:
        """True where the generation's own trainer runs the config, so that [train] and [base] belong to
        the run: what its loader reads, or what ``--defaults ini`` says to lie over default.ini. False
        for a bare table or keyword arguments."""
        return self.loaded or self.defaults == "ini"

    @property
    def trained(self) -> bool:
        """True where the generation's own trainer reads the tables beside [vec], or may: where it is
        launched, or where their names are that trainer's."""
        return self.launched or self.once("trained", _is_trainers)

    @property
    def supposed(self) -> bool:
        """True where nothing but names in a file can say so: a trainer of one's own may read it."""
        return not self.launched and self.document.format != "values"

    def get(self, section: str, key: str) -> Value | None:
        """The effective value with its layer, or None."""
        return self.config.get(section, key)

    def value(self, section: str, key: str) -> object:
        """The bare effective value; UNKNOWN where there is none."""
        return self.config.value(section, key)

    def values(self, section: str, *keys: str) -> tuple[Value, ...]:
        """Those of the named values that exist, and not those that may."""
        found = (self.config.get(section, key) for key in keys)
        return tuple(value for value in found if value is not None and not value.supposed)

    def known(self, section: str, *, given: bool = False) -> dict[str, object]:
        """The values of those keys of a section that its profile knows.

        UNKNOWN is what something that is not read here may give: every other key where nothing is
        said to lie below the file, or where only what a partial table itself gives is asked for
        (``given``); the backend where such a table names none.
        """
        table = self.profile.tables.get(section, {})
        open_ = self.defaults == "none" or (given and self.partial)
        elsewhere = table if open_ else ("backend",) if self.partial else ()
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

    @property
    def agents_of_one(self) -> int | None:
        """The agents of one environment of [vec], where those of one game are declared and the number of its
        games is known."""
        return self.once("agents of one", _agents_of_one)

    @property
    def upstreams_agents(self) -> KnownAgents | None:
        """The agents of upstream's environment of this name, where the config is for one that is known:
        a hint, for the environment may be another of that name. None for what a sweep draws."""
        return self.once("known agents", _upstreams_agents)

    def untold_of(self, table: str) -> frozenset[tuple[str, ...]]:
        """The errors of one decision table of which nobody is told."""
        return frozenset(fault for of, fault in self.untold if of == table)

    def takes(self, changes: Mapping[Name, object]) -> bool:
        """Whether what starts can be given these values: elsewhere an edit of the file gives any."""
        passable = self.passable
        return passable is None or all(passable(*change) for change in changes.items())

    def changed(self, changes: Mapping[Name, object]) -> Experiment:
        """The same experiment with some values changed."""
        return replace(self, config=self.config.changed(changes), _memo={})

    def once(self, key: str, compute: Callable[[Experiment], T]) -> T:
        """``compute(self)``, computed once for this experiment and shared by the rules that ask."""
        if key not in self._memo:
            self._memo[key] = compute(self)
        result: T = self._memo[key]
        return result


def _agents_of_one(experiment: Experiment) -> int | None:
    if experiment.agents_per_env is None:
        return None
    values = {name: one.value for name, one in experiment.config.values.items()}
    return experiment.profile.agents_of_one(experiment.agents_per_env, values)


def _upstreams_agents(experiment: Experiment) -> KnownAgents | None:
    config = experiment.config
    found = experiment.profile.known_agents({n: one.value for n, one in config.values.items()})
    if found is None or experiment.mode != "sweep":
        return found
    drawn = any(f"sweep.{section}.{key}" in config.sections for section, key in found.names)
    return None if drawn else found


def _is_trainers(experiment: Experiment) -> bool:
    return anchors.is_trainers({(s.section, s.key) for s in experiment.block.settings})
