"""From an experiment to its plan: what becomes of each of its settings in the target.

The profiles know what becomes of a name; here its answer meets what stands in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from profilecheck.document import UNKNOWN, Setting
from profilecheck.experiment import Experiment
from profilecheck.findings import Span
from profilecheck.layers import Value
from profilecheck.migrate.ledger import Entry, Part, Port, Title
from profilecheck.migrate.request import TO
from profilecheck.migrate.tree import values_of
from profilecheck.profiles import profiles, v3_to_v4
from profilecheck.profiles.base import Name
from profilecheck.profiles.loader import name_read
from profilecheck.profiles.migration import Fate, Outcome, Question, Source
from profilecheck.profiles.v3_environments import PREFIX, bare_of
from profilecheck.profiles.v3_to_v4_tables import OTHERS, OURS, readers
from profilecheck.sources.ini import DEFAULT
from profilecheck.sources.tables import join

_REFERENCE = re.compile(r"%\(([^)]*)\)s")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done to one experiment: its part of the ledger, each entry with its setting in the file
    (None for a new one), and the values that the target must read back. ``trained``: the trainer's tables
    are part of it, and not [vec] alone. ``keeps_struck``: what goes stays as a comment where it stood, which says
    what became of it. ``ports`` are what a person has to bring to the target. ``lies_below``: other files are laid over
    the experiment."""

    part: Part
    settings: tuple[Setting | None, ...]
    promised: Mapping[Name, object]
    trained: bool = True
    keeps_struck: bool = True
    ports: tuple[Port, ...] = ()
    others: tuple[str, ...] = ()
    lies_below: bool = False

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


def plan(
    experiment: Experiment,
    answers: Mapping[str, str],
    own: frozenset[str],
    reads: str = "",
    *,
    alone: bool = True,
    instead: str = "",
) -> Plan:
    """The plan of a 3.0 experiment, or of what is left of 3.0 in one of 4.0. Raises Unplannable.

    ``own`` are the answers that are for this file alone; ``reads`` is the generation that reads it today, ""
    where nothing tells; ``alone``: no other file is migrated. ``instead`` is as a Source has it.
    """
    block = experiment.block
    if experiment.document.format == "ini" and any(s.section == DEFAULT for s in block.settings):
        raise Unplannable(
            "[DEFAULT] lies under every section, so its settings have no one place: write them into the "
            "sections that they are meant for first"
        )
    if experiment.document.format != "ini":
        _once(block.settings)
    all_written = {v.name: v for v in _in_order(experiment)}
    if experiment.from_ini:
        _taken(all_written.values())
    asked = _asked(experiment, {name: value.value for name, value in all_written.items()}, answers)
    trained = experiment.trained or (asked is not None and asked.answer == OURS)
    is_base = experiment.is_default_ini or experiment.for_others
    judged = None if trained else "vec"
    written = {name: v for name, v in all_written.items() if judged in (None, v.section)}
    if experiment.config.bad_interpolations:
        raise Unplannable("a value's interpolation (%) fails, so that nothing of the file is read")
    outcome = v3_to_v4.migrate(
        Source(
            written={name: value.value for name, value in written.items()},
            get=partial(_effective, experiment, trained=trained),
            sections=tuple(n for n in _sections(experiment) if judged in (None, n)),
            loaded=experiment.loaded,
            trained=trained,
            is_base=is_base,
            agents_per_env=experiment.agents_per_env,
            threads=threads_of(experiment),
            answers=answers,
            own=own,
            reads=reads,
            alone=alone,
            below=values_of(None if experiment.is_default_ini else experiment.tree),
            instead=instead,
        )
    )
    questions = (*([asked] if asked is not None else []), *outcome.questions)
    left = () if trained else _others(experiment)
    remarks = (*outcome.remarks, *_left(left), *_named_beside(experiment))
    outcome = replace(outcome, questions=questions, remarks=remarks)
    made = _joined(experiment, written, _resolved(outcome, written))
    others = left if asked is not None and asked.answer == OTHERS else ()
    return replace(made, trained=trained, others=others, lies_below=is_base)


def _asked(
    experiment: Experiment, written: Mapping[Name, object], answers: Mapping[str, str]
) -> Question | None:
    """The question whose the tables beside [vec] are, where the file does not tell."""
    return None if experiment.trained else readers(written, answers)


def threads_of(experiment: Experiment) -> int | None:
    """The hardware threads of the machine that is declared; None where none is."""
    threads = experiment.host.threads if experiment.host.declared else None
    return threads if isinstance(threads, int) else None


def _sections(experiment: Experiment) -> dict[str, tuple[str, Span]]:
    """The sections by the names that they are found by (to the INI loader ``-`` is ``_``), each with its
    title and its place: that of its first setting where it stands in paths alone."""
    block, found = experiment.block, dict[str, tuple[str, Span]]()
    places = [(one.name, one.span) for one in block.sections]
    for title, span in [*places, *((one.section, one.key_span) for one in block.settings)]:
        name = name_read((title, ""))[0] if experiment.from_ini else title
        found.setdefault(name, (title, span))
    return found


def _taken(values: Iterable[Value]) -> None:
    """Raise Unplannable where a name cannot be read: ``-`` and ``_`` are one to argparse, and the other has it."""
    for value in values:
        setting = value.setting
        if setting is not None and (meant := name_read(value.name)) != value.name:
            mend = " (`profilecheck check --fix` does, where default.ini has the other)"
            raise Unplannable(
                f"its loader refuses it as it is: {setting.key_span.first_line}: [{value.section}] {value.key} becomes the flag "
                f"of [{meant[0]}] {meant[1]}, which is set too, in the file or below it: write the one with _ alone"
                f"{mend if meant[0] == value.section else ''}"
            )


def _once(settings: Iterable[Setting]) -> None:
    """Raise Unplannable where one name stands twice, as a path in one key and in tables."""
    seen: dict[Name, Setting] = {}
    for setting in settings:
        first = seen.setdefault((setting.section, setting.key), setting)
        if first is not setting:
            raise Unplannable(
                f"[{setting.section}] {setting.key} stands on lines {first.key_span.line} and "
                f"{setting.key_span.line}, and which of them counts is for the program to say that reads it"
            )


def _effective(experiment: Experiment, section: str, key: str, *, trained: bool) -> object:
    """The effective value of a name. What a program of one's own makes of [env] is its own affair, but
    what the file says there is not unknown."""
    if experiment.loaded or section != "env":
        return experiment.value(section, key) if trained or section == "vec" else UNKNOWN
    wanted = join(experiment.block.prefix, f"{section}.{key}")
    found = (s.value for s in experiment.document.settings if join(s.section, s.key) == wanted)
    return next(found, UNKNOWN)


def _others(experiment: Experiment) -> tuple[str, ...]:
    """The tables beside [vec] that hold something."""
    sections = (s.section.partition(".")[0] for s in experiment.block.settings)
    return tuple(dict.fromkeys(name for name in sections if name != "vec"))


def _left(others: Iterable[str]) -> Iterator[str]:
    """What is said of tables that are not touched."""
    tables = " and ".join(f"[{name}]" for name in others)
    if tables:
        yield f"left as it is: {tables}, whose names may be any trainer's and not PufferLib's"


def _named_beside(experiment: Experiment) -> Iterator[str]:
    """What is said of an environment's name that stands beside [vec], where a program of one's own reads it."""
    if experiment.document.format == "ini":
        return
    name = join(experiment.block.prefix, "env_name")
    for one in experiment.document.settings:
        if join(one.section, one.key) == name and isinstance(one.value, str):
            became = f"; 4.0 calls it {bare_of(one.value)}" if PREFIX in one.value else ""
            yield f"left as it is: env_name = {one.value!r} beside [vec], which a program of your own reads{became}"


def _in_order(experiment: Experiment) -> list[Value]:
    own = [v for v in experiment.config.own() if v.layer.kind == "file" and v.setting is not None]
    return sorted(own, key=lambda value: value.setting.key_span if value.setting else None)  # type: ignore[arg-type,return-value]


def _resolved(outcome: Outcome, written: Mapping[Name, Value]) -> Outcome:
    """The outcome with texts written out that refer to what no longer stands beside them, or never did: 3.0's
    default.ini may have it, and 4.0's another."""
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
            if put.as_written and (put.section != name[0] or named & gone or named - fates.keys())
            else put
            for put in fate.puts
        )
        if puts != fate.puts:
            action = "converted" if fate.action == "kept" else fate.action
            fates[name] = replace(fate, puts=puts, action=action)
    return replace(outcome, fates=fates)


def _joined(experiment: Experiment, written: Mapping[Name, Value], outcome: Outcome) -> Plan:
    entries: list[Entry] = []
    settings: list[Setting | None] = []
    for name, fate in outcome.fates.items():
        setting = written[name].setting
        assert setting is not None
        if experiment.from_ini:
            fate = _underscored(setting, fate)
        entries.append(_entry(name, setting, fate))
        settings.append(setting)
    for fate in outcome.added:
        entries.append(Entry("", "", "", None, fate.action, fate.puts, fate.reason))
        settings.append(None)
    titles = tuple(
        Title(title, span, whole.to, whole.reason)
        for name, (title, span) in _sections(experiment).items()
        if (whole := outcome.titles.get(name)) is not None
    )
    path = experiment.block.prefix
    part = Part(
        path,
        tuple(entries),
        titles,
        outcome.questions,
        outcome.remarks,
        is_table=path != "",
    )
    promised = {put.name: put.value for entry in entries for put in entry.puts}
    ports = tuple(
        Port(setting.span, what, how)
        for name, what, how in outcome.by_hand
        if (setting := written[name].setting) is not None
    )
    return Plan(part, tuple(settings), promised, ports=ports)


def _underscored(setting: Setting, fate: Fate) -> Fate:
    """A known name of the target that is kept is written with ``_``: its default.ini has that, and two are refused."""
    known = all(profiles()[TO].spec(*put.name) is not None for put in fate.puts)
    if fate.action != "kept" or not known or "-" not in setting.key:
        return fate
    return replace(fate, action="renamed", reason="4.0's default.ini has it with _")


def _entry(name: Name, setting: Setting, fate: Fate) -> Entry:
    section, key = name
    return Entry(
        section, key, setting.raw, setting.key_span, fate.action, fate.puts, fate.reason, fate.inert
    )
