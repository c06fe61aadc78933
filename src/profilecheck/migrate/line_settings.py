"""The flags of a launch line that set keys of the INIs: they go the way of settings.

The line's flags and the INI that it names are migrated together, and the line says what the INI alone,
migrated, would not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from profilecheck.document import UNKNOWN
from profilecheck.findings import Span
from profilecheck.migrate.ledger import Entry
from profilecheck.migrate.line_below import ENVIRONMENT, Below, puts_of
from profilecheck.migrate.line_draft import LineDraft
from profilecheck.migrate.request import FROM
from profilecheck.migrate.words import Uneditable
from profilecheck.profiles import migration as shapes
from profilecheck.profiles import profiles
from profilecheck.profiles import v3_to_v4_launch as launcher
from profilecheck.profiles.base import Name, text_of
from profilecheck.profiles.launch_environments import PREFIX
from profilecheck.profiles.launch_flags import Given
from profilecheck.profiles.launch_lines import name_of
from profilecheck.profiles.loader import option
from profilecheck.profiles.migration import Action, Choice, Outcome, Put, Question
from profilecheck.profiles.migration_draft import is_of
from profilecheck.profiles.v3_to_v4_agents import ENVS, GAMES, TOTAL, TOTAL_KEY

_PUT_IN: Final = re.compile(r"\"?\$[\w{}()*+ :$-]+\"?")
"""Shell text that puts in a value, as an answer."""


@dataclass(frozen=True, slots=True)
class _Flag:
    """A flag that sets a key of the INIs."""

    given: Given
    name: Name
    value: object

    @property
    def last(self) -> Span:
        """Where it ends, with its value."""
        span = self.given.value_span
        return span if span is not None and span != self.given.word.after else self.given.word.span


class Settings:
    """Takes the flags that are settings through the migration of settings."""

    def __init__(self, line: LineDraft, below: Below) -> None:
        self.line, self.below, self.words = line, below, line.words
        self.flags = [made for one in below.line.config.flags if (made := _flag(one))]
        self.given = {flag.name: flag.value for flag in self.flags}
        self.counted = [name for name in (ENVS, GAMES) if name in self.given]
        self.total_text: str | None = None
        self.outcome = self._outcome()
        self.before = puts_of(below.unflagged) if below.complete else {}
        self.extras: dict[Name, tuple[object, str]] = {}

    # The agents

    def _outcome(self) -> Outcome:
        outcome = self.below.outcome(self.given)
        if not self.counted:
            return outcome
        unknown = [name for name in self.counted if self.given[name] is UNKNOWN]
        if unknown:
            return self._with_unknown(outcome, unknown)
        flag = next(f for f in reversed(self.flags) if f.name == self.counted[0])
        total = puts_of(outcome).get(TOTAL)
        decided = is_of("count", self.below.answers.get(TOTAL_KEY, ""))
        if decided and not self._literal(flag):
            self.total_text = str(total)
        elif not self._literal(flag) and isinstance(total, int) and isinstance(flag.value, int):
            if len(self.counted) > 1 and not self._literal(self._flag_of(self.counted[1])):
                raise Uneditable("the agents are a product of two variables: write the total")
            self.total_text = self.words.times(self._raw(flag), total // flag.value)
            if self.total_text is None:
                raise Uneditable(
                    f"{flag.given.flag} comes from a variable, and --vec.total-agents is {total}"
                )
        return outcome

    def _with_unknown(self, outcome: Outcome, unknown: list[Name]) -> Outcome:
        """The outcome where a count is a variable's: the total is a product of what that holds, or an answer."""
        probe = self.below.outcome(
            {**self.given, **dict.fromkeys(unknown, 1)},
            {key: text for key, text in self.below.answers.items() if key != TOTAL_KEY},
        )
        factor = puts_of(probe).get(TOTAL)
        flag = self._flag_of(unknown[0])
        answer = self.below.answers.get(TOTAL_KEY)
        asks = f"{flag.given.flag} is {self._raw(flag)}, and --vec.total-agents counts the agents of all environments"
        choices: tuple[Choice, ...] = ()
        if isinstance(factor, int) and len(unknown) == 1:
            asks += f": {factor} for each"
            product = self.words.times(self._raw(flag), factor)
            if factor == 1:
                self.total_text = self._raw(flag)
                return probe
            choices = (Choice(product, "what 3.0 runs"),) if product else ()
        takes = answer is not None and (
            is_of("count", answer) or _PUT_IN.fullmatch(answer) is not None
        )
        self.line.ask(
            Question(
                TOTAL_KEY,
                f"{asks}. What is it to be?",
                choices,
                free=True,
                blocking=True,
                answer=answer if takes else None,
                meanwhile="the line stays as it is",
                kind="count",
                refused=None if takes else answer,
            )
        )
        if answer is not None and is_of("count", answer):
            self.total_text = answer
            return outcome
        self.total_text = answer if answer is not None and takes else self._raw(flag)
        return probe

    def _flag_of(self, name: Name) -> _Flag:
        return next(flag for flag in reversed(self.flags) if flag.name == name)

    def _raw(self, flag: _Flag) -> str:
        span = flag.given.value_span
        return self.words.raw_value(flag.given.word, flag.given.flag, span) if span else ""

    def _literal(self, flag: _Flag) -> bool:
        """Whether a flag's value stands in the line itself."""
        raw, text = self._raw(flag), flag.given.text
        return isinstance(text, str) and raw.strip("'\"") == text

    # The flags

    @property
    def untouched(self) -> frozenset[Name]:
        """What flags that stay as they are name: nobody knows of them, or no launcher takes them as they stand."""
        left = [one for one in self.below.line.config.flags if _flag(one) is None]
        known = {one.option.name for one in left if one.option and one.option.name}
        return frozenset(known | {name_of(one.flag) for one in left})

    def run(self) -> None:
        """Take all flags into the account, and make their edits."""
        total = puts_of(self.outcome).get(TOTAL)
        last = {flag.name: flag for flag in self.flags}
        for flag in self.flags:
            if last[flag.name] is not flag:
                self._drop(flag, "the same flag behind it takes its place")
                continue
            fate = self.outcome.fates.get(flag.name)
            if fate is None:
                continue
            puts, action, reason = list(fate.puts), fate.action, fate.reason
            if flag.name == GAMES and ENVS not in self.given and total is not None:
                puts, action = [Put(*TOTAL, total)], "merged"
                reason = next((f.reason for f in self._fates_of(TOTAL)), reason)
            self._write(flag, puts, action, reason)
        self._differences()
        self._questions()
        self._unheld()

    def _fates_of(self, name: Name) -> list[shapes.Fate]:
        fates = (*self.outcome.fates.values(), *self.outcome.added)
        return [fate for fate in fates if any(put.name == name for put in fate.puts)]

    def _drop(self, flag: _Flag, reason: str) -> None:
        self.line.enter(flag.name, self._raw(flag), flag.given.word.span, "dropped", (), reason)
        self.words.drop(flag.given.word, flag.last)

    def _write(self, flag: _Flag, puts: list[Put], action: Action, reason: str) -> None:
        if not puts:
            self._drop(flag, reason)
            return
        given, raw = flag.given, self._raw(flag)
        first, *others = puts
        new = option(first.name, None).flag
        if action == "kept" and given.flag != new:
            action, reason = "renamed", "written out: in 4.0 other flags may begin so"
        told = [self._told(put) for put in puts]
        self.line.enter(flag.name, raw, given.word.span, action, told, reason)
        for put in puts:
            self.line.promised[put.name] = UNKNOWN if self._text(put) is not None else put.value
        if given.flag != new:
            self.words.reflag(given.word, given.flag, new)
        if given.value_span is not None:
            self._set(flag, first)
        joined = given.value_span == given.word.after
        for put in others:
            text = self._text(put) or (
                raw if put.as_written or put.value == flag.value else one_word(put.value)
            )
            made = option(put.name, None).flag
            self.words.insert(flag.last, [f"{made}={text}"] if joined else [made, text])

    def _set(self, flag: _Flag, put: Put) -> None:
        given = flag.given
        assert given.value_span is not None
        text = self._text(put)
        if text is not None:
            if text != self._raw(flag):
                self.words.set_raw(given.word, given.flag, given.value_span, text)
            return
        same = put.value is flag.value or (
            type(put.value) is type(flag.value) and put.value == flag.value
        )
        if put.as_written or same:
            return
        if not isinstance(given.text, str):
            raise Uneditable(f"the value of {given.flag} is not known, and would have to change")
        new = one_word(put.value)
        if new != given.text:
            self.words.set_value(given.word, given.flag, given.value_span, given.text, new)

    def _told(self, put: Put) -> Put:
        """A setting as the ledger tells it: a value that nobody knows by its text."""
        text = self._text(put)
        if text is not None:
            return replace(put, value=int(text) if text.isdecimal() else text)
        return replace(put, as_written=True) if put.value is UNKNOWN else put

    def _text(self, put: Put) -> str | None:
        return self.total_text if put.name == TOTAL else None

    # What the line has to say besides

    def _differences(self) -> None:
        """What follows from the flags, and what the INI alone will not hold."""
        if not self.below.complete:
            return
        below = self.below.migrated()
        for fate in (*self.outcome.fates.values(), *self.outcome.added):
            for put in fate.puts:
                held = self.before.get(put.name, below.get(put.name, UNKNOWN))
                known = held is not UNKNOWN and _same(held, put.value)
                if put.name in self.line.promised or known or put.name == ENVIRONMENT:
                    continue
                if put.value is UNKNOWN:
                    continue
                self.add(put.name, one_word(put.value), put.value, fate.reason)

    def add(self, name: Name, text: str, value: object, reason: str) -> None:
        """A flag that the line is to have besides, behind the environment."""
        told = Put(*name, text if value is UNKNOWN else value)
        self.line.entries.append(Entry("", "", "", None, "added", (told,), reason))
        self.insert(name, text, value)

    def insert(self, name: Name, text: str, value: object) -> None:
        """Write a flag behind the environment."""
        assert self.line.launch.environment is not None
        self.line.promised[name] = value
        self.words.insert(self.line.launch.environment.span, [option(name, None).flag, text])

    def _questions(self) -> None:
        """What is asked because of the line, and not of its INI alone."""
        alone = self.below.unflagged if self.below.complete else None
        known = {(one.key, one.asks) for one in alone.questions} if alone else set()
        for question in self.outcome.questions:
            mine = question.key == TOTAL_KEY and bool(self.counted)
            if question.blocking and not mine:
                continue
            if question.key == ".".join(ENVIRONMENT) and not self._prefixed():
                continue
            if mine and question.blocking and not self.below.complete:
                question = replace(question, asks=launcher.NO_INI)
            if mine or (question.key, question.asks) not in known:
                self.line.ask(question)
        remarks = alone.remarks if alone else ()
        self.line.remarks += [
            one for one in self.outcome.remarks if one not in remarks and self._is_lines(one)
        ]

    def _prefixed(self) -> bool:
        word = self.line.launch.environment
        return word is not None and word.text.startswith(PREFIX)

    def _is_lines(self, remark: str) -> bool:
        return self.below.complete or not remark.startswith("the network changes")

    def _unheld(self) -> None:
        """Tell of flags that 4.0 takes only where an INI holds their keys."""
        if self.below.complete:
            return
        for section, key in self.line.promised:
            if section == "env" and not launcher.is_held(self.bare, key):
                flag = option((section, key), None).flag
                self.line.remarks.append(
                    f"4.0 takes {flag} only where the environment's INI holds [{section}] {key}"
                )

    @property
    def bare(self) -> str:
        """What 4.0 calls the environment, as far as it is known."""
        found = puts_of(self.outcome).get(ENVIRONMENT)
        return found if isinstance(found, str) else ""


def _flag(given: Given) -> _Flag | None:
    """A flag of a line as a setting; None for one of the launcher's own, and for one that cannot be told."""
    if given.outcome in ("ambiguous", "stray", "no-value", "with-value"):
        return None
    if given.option is not None:
        if given.option.name is None:
            return None
        return _Flag(given, given.option.name, _value(given))
    name = name_of(given.flag)
    if name[0] == "base" or not given.flag.startswith("--"):
        return None
    if not isinstance(given.text, str):
        return _Flag(given, name, UNKNOWN)
    read = profiles()[FROM].read(given.text)
    return _Flag(given, name, given.text if read is False else read)  # bool() takes it for true


def _value(given: Given) -> object:
    """The value that 3.0's launcher reads; the text itself of what is true to it and may not be meant so."""
    if given.outcome != "set":
        return UNKNOWN
    typed = given.option.type if given.option else None
    if typed is bool and isinstance(given.text, str) and given.text not in ("True", ""):
        return given.text
    return given.value


def _same(one: object, other: object) -> bool:
    if one is UNKNOWN or other is UNKNOWN:
        return one is other
    return one == other


def one_word(value: object) -> str:
    """The text of a value as one word of a shell."""
    text = value if isinstance(value, str) else text_of(value)
    plain = text and all(c.isalnum() or c in "_-+./:,=@%" for c in text)
    return text if plain else "'" + text.replace("'", "'\\''") + "'"
