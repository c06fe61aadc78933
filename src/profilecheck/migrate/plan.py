"""From an experiment to its plan: what becomes of each of its settings in the target.

The profiles know what becomes of a name; here its answer meets what stands in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from profilecheck.document import Setting
from profilecheck.experiment import Experiment
from profilecheck.layers import Value
from profilecheck.migrate.ledger import Entry, Part, Title
from profilecheck.profiles import v3_to_v4
from profilecheck.profiles.base import Name
from profilecheck.profiles.migration import Fate, Outcome, Source
from profilecheck.sources.ini import DEFAULT

_REFERENCE = re.compile(r"%\(([^)]*)\)s")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done to one experiment: its part of the ledger, each entry with its setting in the file
    (None for a new one), and the values that the target must read back."""

    part: Part
    settings: tuple[Setting | None, ...]
    promised: Mapping[Name, object]

    @property
    def steps(self) -> Iterator[tuple[Entry, Setting | None]]:
        """Every entry with its setting."""
        return iter(zip(self.part.entries, self.settings, strict=True))

    @property
    def changes(self) -> bool:
        """Whether there is anything to do."""
        return any(entry.changes for entry in self.part.entries) or bool(self.part.titles)


class Unplannable(Exception):
    """An experiment that cannot be migrated as it stands, with the reason for the user."""


def plan(experiment: Experiment, answers: Mapping[str, str]) -> Plan:
    """The plan of a 3.0 experiment, or of what is left of 3.0 in one of 4.0. Raises Unplannable."""
    block = experiment.block
    if experiment.document.format == "ini" and any(s.section == DEFAULT for s in block.settings):
        raise Unplannable(
            "[DEFAULT] lies under every section, so its settings have no one place: write them into the "
            "sections that they are meant for first"
        )
    written = {value.name: value for value in _in_order(experiment)}
    if experiment.config.bad_interpolations:
        raise Unplannable("a value's interpolation (%) fails, so that nothing of the file is read")
    outcome = v3_to_v4.migrate(
        Source(
            written={name: value.value for name, value in written.items()},
            get=experiment.value,
            sections=tuple(dict.fromkeys(section.name for section in block.sections)),
            loaded=experiment.loaded,
            is_base=experiment.is_default_ini or experiment.for_others,
            agents_per_env=experiment.agents_per_env,
            threads=threads_of(experiment),
            answers=answers,
        )
    )
    return _joined(experiment, written, _resolved(outcome, written))


def threads_of(experiment: Experiment) -> int | None:
    """The hardware threads of the machine that is declared; None where none is."""
    threads = experiment.host.threads if experiment.host.declared else None
    return threads if isinstance(threads, int) else None


def _in_order(experiment: Experiment) -> list[Value]:
    own = [v for v in experiment.config.own() if v.layer.kind == "file" and v.setting is not None]
    return sorted(own, key=lambda value: value.setting.key_span if value.setting else None)  # type: ignore[arg-type,return-value]


def _resolved(outcome: Outcome, written: Mapping[Name, Value]) -> Outcome:
    """The outcome with texts written out that refer to what no longer stands beside them."""
    fates = dict(outcome.fates)
    gone = {
        name
        for name, fate in fates.items()
        if not any(put.name == name and put.as_written for put in fate.puts)
    }
    for name, fate in fates.items():
        setting = written[name].setting
        text = setting.value if setting is not None else None
        if not isinstance(text, str) or "%(" not in text:
            continue
        named = {(name[0], key.lower()) for key in _REFERENCE.findall(text)}
        puts = tuple(
            replace(put, as_written=False)
            if put.as_written and (put.section != name[0] or named & gone)
            else put
            for put in fate.puts
        )
        if puts != fate.puts:
            action = "converted" if fate.action == "kept" else fate.action
            fates[name] = replace(fate, puts=puts, action=action)
    return replace(outcome, fates=fates)


def _joined(experiment: Experiment, written: Mapping[Name, Value], outcome: Outcome) -> Plan:
    block = experiment.block
    entries: list[Entry] = []
    settings: list[Setting | None] = []
    for name, fate in outcome.fates.items():
        setting = written[name].setting
        assert setting is not None
        entries.append(_entry(name, setting, fate))
        settings.append(setting)
    for fate in outcome.added:
        entries.append(Entry("", "", "", None, fate.action, fate.puts, fate.reason))
        settings.append(None)
    titles = tuple(
        Title(section.name, section.span, whole.to, whole.reason)
        for section in block.sections
        if (whole := outcome.titles.get(section.name)) is not None
    )
    part = Part(block.prefix, tuple(entries), titles, outcome.questions, outcome.remarks)
    promised = {put.name: put.value for entry in entries for put in entry.puts}
    return Plan(part, tuple(settings), promised)


def _entry(name: Name, setting: Setting, fate: Fate) -> Entry:
    section, key = name
    return Entry(
        section, key, setting.raw, setting.key_span, fate.action, fate.puts, fate.reason, fate.inert
    )
