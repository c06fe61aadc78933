"""Run the rules over one experiment and make findings of what they hit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeAlias

from profilecheck.blocks import Block
from profilecheck.dependencies import Dependencies
from profilecheck.document import Document, Section, Setting
from profilecheck.experiment import Experiment
from profilecheck.findings import START, Effect, Finding, Note, Severity, Span, Stage
from profilecheck.layers import GIVEN, OVERRIDE, Value
from profilecheck.profiles.base import Name
from profilecheck.rules import Blame, Hit, Rule, rules, rules_for
from profilecheck.target import Target
from profilecheck.telling import brief

TRIALS = 64
"""How many suggested changes are tried for one hit, at most."""
OFFERED = 3
"""How many values are offered for one key, at most."""


LOSSY = frozenset({"syntax", "text-before-section", "nul-byte", "too-deep"})
"""Problems of a text through which settings of it may be lost."""

TWICE = frozenset({"duplicate-key", "duplicate-section"})
"""Problems of a text through which a key may have two values."""
READING = "PC0"
"""The family of rules that judge how a text is written."""
NAMES = "PC1"
"""The family of rules that judge a key whatever its value is."""

Bite: TypeAlias = tuple[str, object, Stage]


@dataclass(frozen=True, slots=True)
class Judged:
    """A hit that stands, with the rule that made it."""

    rule: Rule
    hit: Hit

    @property
    def severity(self) -> Severity:
        """The hit's own severity, else its rule's."""
        return self.hit.severity or self.rule.severity

    @property
    def effect(self) -> Effect:
        """The hit's own effect, else its rule's."""
        return self.hit.effect or self.rule.effect

    @property
    def identity(self) -> tuple[str, object]:
        """What makes two hits the same fault: the rule and the thing to blame."""
        return (self.rule.code, _thing(self.hit.blame))

    @property
    def bite(self) -> Bite:
        """The fault and when it bites: a change that makes it bite earlier is no mend."""
        return (*self.identity, self.hit.stage or self.rule.stage)


def judge_text(document: Document) -> list[Finding]:
    """The findings of the rules that need no target."""
    found = []
    for rule in rules().values():
        if rule.check_text is not None:
            found += [
                _finding(Judged(rule, hit), document, ()) for hit in rule.check_text(document)
            ]
    return found


def judge_undecided(block: Block, target: Target) -> list[Finding]:
    """The findings on an experiment whose target is mixed or ambiguous."""
    found = []
    for rule in rules().values():
        if rule.check_undecided is not None:
            hits = rule.check_undecided(block, target)
            found += [_finding(Judged(rule, hit), block.document, ()) for hit in hits]
    return found


def judge_pins(dependencies: Dependencies) -> list[Finding]:
    """The findings on what a file pins."""
    found = []
    for rule in rules().values():
        if rule.check_pins is not None:
            hits = rule.check_pins(dependencies)
            found += [_finding(Judged(rule, hit), dependencies.document, ()) for hit in hits]
    return found


@dataclass(frozen=True, slots=True)
class Verdict:
    """A hit that stands, with the changes that would mend it: they were tried."""

    judged: Judged
    offers: tuple[Mapping[Name, object], ...]

    def finding(self, document: Document) -> Finding:
        """The finding that tells it."""
        return _finding(self.judged, document, self.offers)


def judge(experiment: Experiment, families: Iterable[str] | None = None) -> list[Finding]:
    """The findings of the rules that apply to an experiment, each cause once.

    ``families`` limits the rules (``PC1``); None runs all.
    """
    return [verdict.finding(experiment.document) for verdict in verdicts(experiment, families)]


def verdicts(experiment: Experiment, families: Iterable[str] | None = None) -> list[Verdict]:
    """What ``judge`` makes findings of, with the offered changes as data."""
    wanted = None if families is None else frozenset(families)
    judged = _without_idle(list(run(experiment, wanted)))
    told = frozenset(map(_told, judged))
    return [Verdict(one, _offers(experiment, one, told)) for one in judged]


def _without_idle(judged: list[Judged]) -> list[Judged]:
    """The hits without warnings on how a value is written where another warns that nothing reads it."""
    warns = (one for one in judged if one.severity is not Severity.INFO)
    ignored = {_thing(one.hit.blame) for one in warns if one.effect is Effect.IGNORED}

    def is_idle(one: Judged) -> bool:
        harmless = one.severity is not Severity.ERROR and one.effect is Effect.DIFFERENT
        return one.rule.family == READING and harmless and _thing(one.hit.blame) in ignored

    return [one for one in judged if not is_idle(one)]


def run(experiment: Experiment, families: frozenset[str] | None = None) -> Iterator[Judged]:
    """The hits that stand, in the order of the rules.

    A hit is dropped where a value that it takes was blamed by an error before it (its inputs are
    then meaningless), where the same rule blamed the same thing already, and where none of its
    values comes from the checked file or an override. Of two errors that one decision table found,
    neither makes the other meaningless. Where the text has lines that could not be read, one of
    them may set what seems to be a default, so that a hit that takes one is dropped. A key that is
    set twice where its loader refuses that has no value yet. A key of [DEFAULT] is one thing,
    however many sections it enters: once something is said of it, only an error adds to that.
    """
    blamed: dict[object, set[str | None]] = {}
    seen: set[object] = set()
    stopped = ""
    lossy = any(problem.kind in LOSSY for problem in experiment.document.problems)
    doubled = _set_twice(experiment)
    everywhere: set[object] = set()
    for rule in rules_for(experiment.profile.name):
        if (stopped and rule.family > stopped) or (families and rule.family not in families):
            continue
        assert rule.check is not None
        fresh: set[tuple[object, str | None]] = set()
        for hit in rule.check(experiment):
            one = Judged(rule, hit)
            if one.identity in seen or _is_meaningless(hit, blamed) or not _ours(hit):
                continue
            if lossy and _may_be_mended_by_a_lost_line(hit):
                continue
            if rule.family != NAMES and doubled & _things(hit):
                continue
            if _of_every_section(hit.blame):
                if one.severity is not Severity.ERROR and _thing(hit.blame) in everywhere:
                    continue
                everywhere.add(_thing(hit.blame))
            seen.add(one.identity)
            yield one
            if one.severity is Severity.ERROR:
                if hit.blame is not None:
                    fresh.add((_thing(hit.blame), hit.table))
                if rule.stops:
                    stopped = rule.family
        for thing, table in fresh:
            blamed.setdefault(thing, set()).add(table)


def _set_twice(experiment: Experiment) -> set[object]:
    """The keys that are set twice in a text whose loader refuses that: either value may be meant."""
    if not any(p.kind in TWICE and p.fatal for p in experiment.document.problems):
        return set()
    count = Counter(map(_thing, experiment.block.settings))
    return {thing for thing, times in count.items() if times > 1}


def _of_every_section(blame: Blame) -> bool:
    setting = blame.setting if isinstance(blame, Value) else None
    return setting is not None and setting.section == "DEFAULT"


def _is_meaningless(hit: Hit, blamed: Mapping[object, set[str | None]]) -> bool:
    """Whether an error blamed one of its things, other than one of the table that found it too."""
    return any(blamed[thing] - ({hit.table} - {None}) for thing in _things(hit) if thing in blamed)


def _may_be_mended_by_a_lost_line(hit: Hit) -> bool:
    values = [value for value in (hit.blame, *hit.takes) if isinstance(value, Value)]
    return hit.blame is None or not all(value.layer.own for value in values)


def _thing(blame: Blame) -> object:
    if isinstance(blame, (Value, Setting)):
        return ("DEFAULT" if _of_every_section(blame) else blame.section, blame.key)
    if isinstance(blame, Section):
        return blame.name
    return blame


def _things(hit: Hit) -> set[object]:
    things = {_thing(hit.blame), *map(_thing, hit.takes)}
    if isinstance(hit.blame, (Value, Setting)):
        things.add(hit.blame.section)
    return things


def _ours(hit: Hit) -> bool:
    if not isinstance(hit.blame, Value):
        return True
    return any(value.layer.own for value in (hit.blame, *hit.takes))


def _offers(
    experiment: Experiment, one: Judged, before: Collection[tuple[Severity, Bite]]
) -> tuple[Mapping[Name, object], ...]:
    """The changes of a hit with which no error is left but those that are independent of it: those
    that bring no warning upon what they change either, else all of them. ``before`` is what all hits
    without any change told."""
    clean: list[Mapping[Name, object]] = []
    doubtful: list[Mapping[Name, object]] = []
    for change in islice(one.hit.options, TRIALS):
        if _is_full(clean, change) or change in doubtful:
            continue
        after = run(experiment.changed(change))
        left = [o for o in after if o.bite == one.bite or _told(o) not in before]
        if any(other.severity is Severity.ERROR for other in left):
            continue
        warns = (other for other in left if other.severity is Severity.WARNING)
        if not any(_things(other.hit) & change.keys() for other in warns):
            clean.append(change)
        elif not _is_full(doubtful, change):
            doubtful.append(change)
    return tuple(clean or doubtful)


def _told(one: Judged) -> tuple[Severity, Bite]:
    return one.severity, one.bite


def _is_full(offered: list[Mapping[Name, object]], change: Mapping[Name, object]) -> bool:
    """Whether a change, or enough others of the same keys, are offered already."""
    same = sum(other.keys() == change.keys() for other in offered)
    return same >= OFFERED or change in offered


def offer_text(offers: Iterable[Mapping[Name, object]]) -> str | None:
    """Changes in words: ``num_workers = 4, 5 or 10; or num_envs = 96 or 102``."""
    single: dict[Name, list[str]] = {}
    several: list[str] = []
    for change in offers:
        if len(change) == 1:
            ((name, value),) = change.items()
            single.setdefault(name, []).append(str(value))
        else:
            several.append(" with ".join(f"{key} = {value}" for (_, key), value in change.items()))
    parts = [f"{key} = {_either(_sorted(values))}" for (_, key), values in single.items()] + several
    return "; or ".join(parts) if parts else None


def _sorted(values: list[str]) -> list[str]:
    try:
        return sorted(values, key=float)
    except ValueError:
        return values


def _either(values: list[str]) -> str:
    return values[0] if len(values) == 1 else ", ".join(values[:-1]) + f" or {values[-1]}"


def _finding(one: Judged, document: Document, offers: Iterable[Mapping[Name, object]]) -> Finding:
    hit, rule = one.hit, one.rule
    place, at = _place(hit, document)
    notes = [Note(note) if isinstance(note, str) else note for note in hit.notes]
    notes += _layer_notes(hit, at, document)
    if text := offer_text(offers):
        notes.append(Note(f"try {text}"))
    quoted = tuple(_quoted(hit))
    assumed = list(
        dict.fromkeys(v.setting.possible for v in _took(hit) if v.setting and v.setting.possible)
    )
    told = f"with {' and '.join(assumed)}: {hit.message}" if assumed else hit.message
    if at is None and isinstance(hit.blame, Value) and hit.blame.layer is OVERRIDE:
        told = f"{OVERRIDE.name}: {told}"  # no place in the file is its
    return Finding(
        code=rule.code,
        name=rule.name,
        severity=Severity.WARNING if assumed and one.severity is Severity.ERROR else one.severity,
        effect=one.effect,
        stage=hit.stage or rule.stage,
        message=brief(told, *quoted),
        path=document.path,
        span=place,
        notes=tuple(replace(note, message=brief(note.message, *quoted)) for note in notes),
        fix=hit.fix,
    )


def _quoted(hit: Hit) -> Iterator[str]:
    """The texts that a message on a hit may quote."""
    for place in (hit.blame, *hit.takes):
        if isinstance(place, Section):
            yield place.name
        elif isinstance(place, (Setting, Value)):
            yield from (place.section, place.key)
            setting = place.setting if isinstance(place, Value) else place
            texts = {setting.raw, setting.written} if setting is not None else set()
            texts |= {place.value} if isinstance(place.value, str) else set()
            yield from (form for text in texts for form in (text, repr(text)))
            if isinstance(place, Value):
                yield repr(place.value)


def _place(hit: Hit, document: Document) -> tuple[Span, Value | None]:
    """Where a finding stands, and the value that stands there."""
    if isinstance(hit.blame, (Setting, Section)):
        return hit.blame.span, None
    if isinstance(hit.blame, Span):
        return hit.blame, None
    for value in _took(hit):
        if value.layer.kind == "file" and value.setting is not None:
            return value.setting.span, value
    return START, None


def _took(hit: Hit) -> Iterator[Value]:
    seen = set()
    for value in (hit.blame, *hit.takes):
        if isinstance(value, Value) and value.name not in seen:
            seen.add(value.name)
            yield value


def _layer_notes(hit: Hit, at: Value | None, document: Document) -> Iterator[Note]:
    for value in _took(hit):
        if at is not None and value.name == at.name:
            continue
        told = f"[{value.section}] {value.key} = {value.value!r}"
        if value.setting is None or value.layer is GIVEN:
            yield Note(f"{told}: {value.layer.name}")
        else:
            where = document.path if value.layer.kind == "file" else value.layer.name
            span = value.setting.span
            yield Note(f"{told}: {value.layer.name}, line {span.line}", where, span)
