"""What the rules on sweeps share: the swept parameters, and how bad a fault is that only a sweep meets."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from profilecheck.document import Section
from profilecheck.experiment import Experiment
from profilecheck.findings import Severity
from profilecheck.layers import Value
from profilecheck.profiles.base import Name
from profilecheck.profiles.loader import name_read
from profilecheck.profiles.sweep import DIALECTS, DISTRIBUTIONS, OLD_TABLES, Dialect
from profilecheck.profiles.sweep_draws import centre
from profilecheck.rules import Hit, Rule, rules_for


@dataclass(frozen=True, slots=True)
class Parameter:
    """One swept parameter: its table's name, the table's header where the file has one, its values."""

    section: str
    header: Section | None
    values: Mapping[str, Value]

    @property
    def path(self) -> tuple[str, str]:
        """The section and key that it sweeps; top-level keys are those of [base]."""
        section, _, key = self.section.removeprefix("sweep.").rpartition(".")
        return section, key

    @property
    def name(self) -> Name:
        """The setting that it sweeps."""
        section, key = self.path
        return section or "base", key

    @property
    def centre(self) -> float | None:
        """What 3.0 begins its search at; None where there is no such number."""
        low, high, mean = (self.value(key) for key in ("min", "max", "mean"))
        if not all(isinstance(one, (int, float)) for one in (low, high, mean)):
            return None
        return centre(self.value("distribution"), low, high, mean)  # type: ignore[arg-type]

    def value(self, key: str) -> object:
        """A bare value of its table; None where it is missing."""
        found = self.values.get(key)
        return None if found is None else found.value


def dialect(experiment: Experiment) -> Dialect | None:
    """How the experiment's generation reads sweeps; None where it has none."""
    return DIALECTS.get(experiment.profile.name)


def searched(experiment: Experiment) -> bool:
    """Whether the generation's own sweep reads [sweep], or may: other programs have sweeps of their own,
    and only a parameter of upstream's shape tells one from the other."""
    return experiment.launched or (
        experiment.trained and any(map(_is_upstreams, parameters(experiment)))
    )


def _is_upstreams(parameter: Parameter) -> bool:
    return len(parameter.section.split(".")) > 2 and {"min", "max"} <= parameter.values.keys()


def tables(experiment: Experiment) -> dict[str, Mapping[str, Value]]:
    """The sections below [sweep] that hold a value, but for those of 2.x."""
    found = {
        name: experiment.config.section(name)
        for name in sorted(experiment.config.sections)
        if name.startswith("sweep.") and ".".join(name.split(".")[:2]) not in OLD_TABLES
    }
    return {name: values for name, values in found.items() if values}


def groups(experiment: Experiment) -> set[str]:
    """The tables that hold other tables, and are therefore no parameters themselves."""
    found: set[str] = set()
    for name in tables(experiment):
        parent = name.rpartition(".")[0]
        while parent:
            found.add(parent)
            parent = parent.rpartition(".")[0]
    return found


def parameters(experiment: Experiment) -> tuple[Parameter, ...]:
    """The swept parameters, in the order of their names.

    In a format that upstream's loader does not read, only tables with a distribution of upstream's
    are taken for such; other programs have sweeps of their own.
    """
    return experiment.once("sweep.parameters", lambda e: tuple(_parameters(e)))


def _parameters(experiment: Experiment) -> Iterator[Parameter]:
    known = tables(experiment)
    headers = {name_read((section.name, ""))[0]: section for section in experiment.block.sections}
    above = groups(experiment)
    for name, values in known.items():
        if name in above or not _swept(experiment, name):
            continue
        distribution = values.get("distribution")
        if experiment.launched or (distribution and distribution.value in DISTRIBUTIONS):
            yield Parameter(name, headers.get(name), values)


def _swept(experiment: Experiment, name: str) -> bool:
    """Whether [sweep] sweep_only, a list of parts of names, leaves a parameter in."""
    only = experiment.config.value("sweep", "sweep_only", None)
    if not isinstance(only, str):
        return True
    key = name.rpartition(".")[2]
    return any(part.strip() in key for part in only.split(","))


def only_sweep(experiment: Experiment, hit: Hit) -> Hit:
    """A fault as it is judged under the mode: an error of a sweep, a warning that says so elsewhere."""
    if experiment.mode == "sweep":
        return replace(hit, severity=Severity.ERROR).if_read(experiment, "sweep")
    told = f"{hit.message} (only a sweep meets this)"
    return replace(hit, message=told, severity=Severity.WARNING).if_read(experiment, "sweep")


def took(hit: Hit) -> tuple[Value, ...]:
    """The values that took part in a hit."""
    blamed = (hit.blame,) if isinstance(hit.blame, Value) else ()
    return (*blamed, *hit.takes)


def first_error(
    trial: Experiment, swept: Collection[Name], families: Collection[str]
) -> Hit | None:
    """The first error of a trial of a sweep that one of the ``swept`` settings takes part in, by the rules that judge one run."""
    for rule in rules_for(trial.profile.name):
        if rule.family not in families or rule.check is None or _is_on_sweeps(rule):
            continue
        for hit in rule.check(trial):
            drawn = any(value.name in swept for value in took(hit))
            if drawn and (hit.severity or rule.severity) is Severity.ERROR:
                return replace(hit, effect=hit.effect or rule.effect, stage=hit.stage or rule.stage)
    return None


def _is_on_sweeps(rule: Rule) -> bool:
    return rule.check is not None and rule.check.__module__.startswith(f"{__package__}.")
