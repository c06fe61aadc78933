"""What stands against an experiment, and the finding that tells it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from profilecheck.document import Document, Section, Setting
from profilecheck.findings import START, Effect, Finding, Note, Severity, Span, Stage
from profilecheck.layers import GIVEN, Value
from profilecheck.profiles.base import Name
from profilecheck.rules import Blame, Hit, Rule
from profilecheck.telling import brief

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
    def stage(self) -> Stage:
        """When it bites: the hit's own stage, else its rule's."""
        return self.hit.stage or self.rule.stage

    @property
    def identity(self) -> tuple[str, object]:
        """What makes two hits the same fault: the rule and the thing to blame."""
        return (self.rule.code, thing_of(self.hit.blame))

    @property
    def bite(self) -> Bite:
        """The fault and when it bites: a change that makes it bite earlier is no mend."""
        return (*self.identity, self.stage)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A hit that stands, with the changes that would mend it: they were tried."""

    judged: Judged
    offers: tuple[Mapping[Name, object], ...]

    def finding(self, document: Document) -> Finding:
        """The finding that tells it."""
        return finding(self.judged, document, self.offers)


def of_every_section(blame: Blame) -> bool:
    """Whether it is a key of [DEFAULT], which enters every section."""
    setting = blame.setting if isinstance(blame, Value) else None
    return setting is not None and setting.section == "DEFAULT"


def thing_of(blame: Blame) -> object:
    """What two hits have in common that blame the same."""
    if isinstance(blame, (Value, Setting)):
        return ("DEFAULT" if of_every_section(blame) else blame.section, blame.key)
    if isinstance(blame, Section):
        return blame.name
    return blame


def offer_text(offers: Iterable[Mapping[Name, object]]) -> str | None:
    """Changes in words: ``num_workers = 4, 5 or 10; or num_envs = 96 or 102``. What one value of a change mends
    alone is told once."""
    offers = list(offers)
    alone = [item for change in offers if len(change) == 1 for item in change.items()]
    single: dict[Name, list[str]] = {}
    several: list[str] = []
    for change in offers:
        if len(change) > 1 and any(item in alone for item in change.items()):
            continue
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


def finding(
    one: Judged, document: Document, offers: Iterable[Mapping[Name, object]] = ()
) -> Finding:
    """The finding that tells a hit, with the changes that are offered."""
    hit, rule = one.hit, one.rule
    place, at = _place(hit, document)
    notes = [Note(note) if isinstance(note, str) else note for note in hit.notes]
    notes += _layer_notes(hit, at, document)
    if text := offer_text(offers):
        notes.append(Note(f"try {text}"))
    quoted = tuple(_quoted(hit))
    assumed = list(dict.fromkeys(_possible(hit)))
    told = f"with {' and '.join(assumed)}: {hit.message}" if assumed else hit.message
    if at is None and isinstance(hit.blame, Value) and hit.blame.layer.kind == "override":
        told = f"{hit.blame.layer.name}: {told}"  # no place in the file is its
    return Finding(
        code=rule.code,
        name=rule.name,
        severity=Severity.WARNING if assumed and one.severity is Severity.ERROR else one.severity,
        effect=one.effect,
        stage=one.stage,
        message=brief(told, *quoted),
        path=document.path,
        span=place,
        notes=tuple(replace(note, message=brief(note.message, *quoted)) for note in notes),
        fix=hit.fix,
        undeclared=hit.undeclared,
    )


def _possible(hit: Hit) -> Iterator[str]:
    """Whose defaults the values are that took part, where they are no more than that."""
    return (v.setting.possible for v in _took(hit) if v.setting and v.setting.possible)


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
