"""The migration of one config while it is being worked out: fates, questions, and what the result will hold."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import replace

from profilecheck.document import UNKNOWN
from profilecheck.profiles import profiles
from profilecheck.profiles.base import ABSENT, Name
from profilecheck.profiles.migration import (
    Action,
    Choice,
    Fate,
    Kind,
    Outcome,
    Put,
    Question,
    Source,
    TitleFate,
)
from profilecheck.profiles.names import Change, change

FROM, TO = "3.0", "4.0"
DECIDED = "decided"
"""How the reason begins of what follows from a decision."""
_NUMBER = re.compile(r"[+-]?(?:[0-9][0-9_]*\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", re.ASCII)


class Draft:
    """Collects what becomes of each setting, from 3.0 to 4.0."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.target = profiles()[TO]
        self.fates: dict[Name, Fate] = {}
        self.titles: dict[str, TitleFate] = {}
        self.added: list[Fate] = []
        self.questions: dict[str, Question] = {}
        self.remarks: list[str] = []
        self.by_hand: list[tuple[Name, str, str]] = []
        self.foreign = False
        """Whether the environment is of another package than upstream's own."""
        self.late: set[str] = set()
        """Questions whose answers come too late for what was worked out before they were asked."""

    # What stands in the source

    def written(self, section: str) -> list[str]:
        """The keys of a section that the file itself sets and whose fate is open."""
        return [k for s, k in self.source.written if s == section and (s, k) not in self.fates]

    def value(self, section: str, key: str) -> object:
        """The value that the file itself gives; UNKNOWN where it gives none."""
        return self.source.written.get((section, key), UNKNOWN)

    def keeps(self, section: str, key: str) -> bool:
        """Whether the file already sets a name of the target, so that nothing else may take its place."""
        return self.source.has(section, key)

    # What the result holds

    def result(self, section: str, key: str) -> object:
        """The value that the target will read: where the result sets none, that of the tree's default.ini, else
        the target's own default; UNKNOWN where none of them gives one."""
        for fate in (*self.fates.values(), *self.added):
            for put in fate.puts:
                if put.name == (section, key):
                    return put.value
        if (section, key) in self.source.written and (section, key) not in self.fates:
            return self.source.written[section, key]
        below = self.source.below(section, key)
        if self.source.loaded and below is not ABSENT:
            return below
        spec = self.target.spec(section, key)
        if not self.source.loaded or spec is None or spec.default is ABSENT or not spec.ini:
            return UNKNOWN
        return spec.default

    def standing(self, section: str, key: str) -> tuple[object, str]:
        """What the target reads where the result sets none, and whose value that is, in words."""
        below = self.source.below(section, key)
        if self.source.loaded and below is not ABSENT:
            return below, "the project's default.ini"
        spec = self.target.spec(section, key)
        return (
            UNKNOWN if spec is None or spec.default is ABSENT else spec.default
        ), f"{TO}'s default"

    def holds(self, section: str, key: str) -> bool:
        """Whether the result itself sets the name."""
        puts = (put for fate in (*self.fates.values(), *self.added) for put in fate.puts)
        return any(put.name == (section, key) for put in puts) or (
            (section, key) in self.source.written and (section, key) not in self.fates
        )

    # Fates

    def keep(self, section: str, key: str, reason: str = "", *, inert: bool = False) -> None:
        """It stays as it is."""
        put = Put(section, key, self.value(section, key), as_written=True)
        self.fates[section, key] = Fate("kept", (put,), reason, inert)

    def drop(self, section: str, key: str, reason: str) -> None:
        """It has no place in the target."""
        self.fates[section, key] = Fate("dropped", (), reason)

    def move(self, section: str, key: str, to: Name, reason: str, *, action: Action) -> None:
        """It goes on under another name, its text as it stands; where that name is set already, one of them goes."""
        put = Put(*to, self.value(section, key), as_written=True)
        self.put(section, key, [put], reason, action)

    def put(self, section: str, key: str, puts: Iterable[Put], reason: str, action: Action) -> None:
        """It becomes other settings, whose values are given; of those that are set already, one of the two goes."""
        new, lost = [], []
        for put in puts:
            told = self._lost(section, key, put)
            if told is None:
                new.append(put)
            else:
                lost.append(told)
        if new or not lost:
            self.fates[section, key] = Fate(action if new else "dropped", tuple(new), reason)
        else:
            self.drop(section, key, "; ".join(lost))

    def _lost(self, section: str, key: str, put: Put) -> str | None:
        """Why a name that is set already keeps its value; None where this one takes its place."""
        if put.name == (section, key) or not self.holds(*put.name):
            return None
        old, new, place = put.value, self.result(*put.name), f"[{put.section}] {put.key}"
        if old is not UNKNOWN and old == new:
            return f"{place} is set already, to the same"
        if self.source.reads is None or put.name not in self.source.written:
            return f"{place} is set already"
        answers = (str(old), str(new))
        if UNKNOWN in (old, new) or answers[0] == answers[1]:
            answers = (f"{section}.{key}", f"{put.section}.{put.key}")
        name = f"{put.section}.{put.key}"
        told = f"{stated(f'[{section}] {key}', old)} and {stated(place, new)} are one thing by its two names"
        choices = (Choice(answers[0], f"as [{section}] {key}"), Choice(answers[1], f"as {place}"))
        if self.which(name, told, *choices) == answers[1]:
            return f"it is {place}, which is set"
        read = ", which 3.0 reads," if self.questions[name].open else ""
        self.drop(*put.name, f"[{section}] {key}{read} takes its place")
        return None

    def which(
        self, key: str, told: str, old: Choice | None, new: Choice, *, free: bool = False
    ) -> str:
        """What counts where two names of one thing are set: as decided, until then that of the generation which
        reads the file. ``old`` is None where it is not known what the source's name comes to."""
        reads = self.source.reads
        tells = f"{reads} reads the {'first' if reads == FROM else 'second'}" if reads else ""
        asks = f"{told}; {tells or 'nothing tells which is in force'}."
        choices = [one for one in (old, new) if one is not None]
        meanwhile = old.answer if old is not None and reads == FROM else new.answer
        answer = self.ask(key, asks, choices, free=free, kind="count", meanwhile=meanwhile)
        return meanwhile if answer is None else answer

    def add(self, section: str, key: str, value: object, reason: str) -> None:
        """A new setting."""
        self.added.append(Fate("added", (Put(section, key, value),), reason))

    def set(self, section: str, key: str, value: object, reason: str) -> None:
        """Give a setting of the result another value, or add it."""
        for fates in (self.fates, dict(enumerate(self.added))):
            for at, fate in fates.items():
                if not any(put.name == (section, key) for put in fate.puts):
                    continue
                puts = tuple(
                    Put(section, key, value) if put.name == (section, key) else put
                    for put in fate.puts
                )
                action: Action = "converted" if fate.action == "kept" else fate.action
                changed = replace(fate, puts=puts, reason=reason, action=action)
                if isinstance(at, int):
                    self.added[at] = changed
                else:
                    self.fates[at] = changed
                return
        if (section, key) in self.source.written:
            self.put(section, key, [Put(section, key, value)], reason, "converted")
        else:
            self.add(section, key, value, reason)

    def by_table(self, section: str, key: str, reason: str = "") -> bool:
        """What the table of names says became of it; False where it says nothing, or more than a name."""
        row: Change | None = change(section, key, TO)
        if row is None or row.generation not in (FROM, "2.0", "1.0"):
            return False
        if row.kind == "dropped":
            self.drop(section, key, reason or row.note or "4.0 has nothing in its place")
        elif row.kind in ("renamed", "moved") and len(row.to) == 1:
            self.move(section, key, row.to[0], reason or row.note, action=row.kind)
        else:
            return False
        return True

    def rest(self) -> None:
        """What no step spoke of stays as it stands: the target reads it, or neither generation does."""
        for section, key in list(self.source.written):
            if (section, key) in self.fates or section in self.titles:
                continue
            row = change(section, key, TO)
            if self.target.spec(section, key) is not None or self._is_open(section):
                self._keep_in_force(section, key)
            elif row is not None and row.generation in ("1.0", "2.0"):
                self.drop(section, key, f"a name of {row.generation} that 3.0 did not read either")
            else:
                self.keep(section, key, "neither 3.0 nor 4.0 reads it", inert=True)

    def _keep_in_force(self, section: str, key: str) -> None:
        """It stays; where 3.0 reads the file and not this name, what it reads in its place counts today."""
        row, name = change(section, key, FROM), f"{section}.{key}"
        self.keep(section, key)
        if (
            self.source.reads != FROM
            or row is None
            or len(row.to) != 1
            or row.to[0] == (section, key)
        ):
            return
        if profiles()[FROM].spec(section, key) is not None:
            return
        given, today = self.value(section, key), self.source.get(*row.to[0])
        if today is UNKNOWN or today == given or isinstance(today, str) != isinstance(given, str):
            return
        old = f"[{row.to[0][0]}] {row.to[0][1]}"
        asks = f"{stated(f'[{section}] {key}', given)} is a name of 4.0, and 3.0 reads the file: today {old} = {today!r} is in force."
        as_given = name if given is UNKNOWN else str(given)
        choices = [Choice(str(today), f"as {old}"), Choice(as_given, "as it is written")]
        answer = self.ask(name, asks, choices, meanwhile=str(today))
        if answer != as_given:
            self.set(section, key, today, f"{old} = {today!r}, which 3.0 reads")

    def _is_open(self, section: str) -> bool:
        return self.target.section_kind(section) in ("open", "sweep")

    # Questions

    def answer(self, key: str) -> str | None:
        """What was decided about a key."""
        return self.source.answers.get(key)

    def decided(self, key: str) -> str | None:
        """The answer that a question took; None where it was not asked, or is open."""
        question = self.questions.get(key)
        return None if question is None else question.answer

    def ask(
        self,
        key: str,
        asks: str,
        choices: Iterable[Choice] = (),
        *,
        free: bool = False,
        blocking: bool = False,
        meanwhile: str = "",
        kind: Kind = "number",
    ) -> str | None:
        """Ask a question, once; gives its answer, if there is one that it takes."""
        known = tuple(choices)
        given, refused = self.answer(key), None
        takes = {choice.answer for choice in known}
        if given is not None and given not in takes and not (free and is_of(kind, given)):
            given, refused = None, given
        question = Question(key, asks, known, free, blocking, given, meanwhile, kind, refused)
        self.questions.setdefault(key, question)
        return given

    @property
    def waits(self) -> bool:
        """Whether something is to be decided before anything that depends on it can be told."""
        return any(one.blocking and one.open for one in self.questions.values())

    def is_own(self, key: str) -> bool:
        """Whether an answer is for this file alone, or the file asks: one for all that ask is none for one that does not."""
        return self.source.own is None or key in self.source.own | self.source.asking

    def ask_number(
        self,
        key: str,
        asks: str,
        choices: Iterable[Choice] = (),
        *,
        meanwhile: str = "",
        kind: Kind = "number",
    ) -> int | float | None:
        """Ask for a number, any that the kind takes; None where none was given (a word may be a choice too)."""
        answer = self.ask(key, asks, choices, free=True, meanwhile=meanwhile, kind=kind)
        return None if answer is None else number_of(answer)

    def refuse(self, key: str, told: str) -> None:
        """Take an answer back that another one contradicts."""
        self.questions[key] = replace(self.questions[key], answer=None, refused=told)

    def chosen(self, key: str, asks: str) -> int | None:
        """A count that was decided without being asked for; it then counts as asked."""
        if self.answer(key) is None or not self.is_own(key):
            return None
        answer = self.ask(key, asks, free=True, kind="count")
        return None if answer is None else int(answer)

    def remark(self, text: str) -> None:
        """Something that no setting can express, told once."""
        if text not in self.remarks:
            self.remarks.append(text)

    def outcome(self) -> Outcome:
        """What was worked out, the fates in the order of the source."""
        fates = {name: self.fates[name] for name in self.source.written if name in self.fates}
        return Outcome(
            fates,
            dict(self.titles),
            tuple(self.added),
            tuple(self.questions.values()),
            tuple(self.remarks),
            tuple(self.by_hand),
        )


def stated(name: str, value: object) -> str:
    """A setting with its value, as the subject of a sentence."""
    return f"{name}, which is not known here," if value is UNKNOWN else f"{name} = {value!r}"


def is_of(kind: Kind, answer: str) -> bool:
    """Whether a free answer is what it has to be."""
    if kind == "count":
        return re.fullmatch(r"0*[1-9][0-9]{0,17}", answer, re.ASCII) is not None
    if kind == "number":
        return _NUMBER.fullmatch(answer) is not None and math.isfinite(float(answer))
    return re.fullmatch(r"[A-Za-z_][\w-]*", answer, re.ASCII) is not None


def count(value: object) -> int | None:
    """A positive whole number; None for anything else."""
    whole = isinstance(value, int) and not isinstance(value, bool) and value > 0
    return value if whole else None  # type: ignore[return-value]


def number_of(text: str) -> int | float | None:
    """The number that an answer is."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return None
