"""The flags of a launch line that set keys of the INIs: they go the way of settings.

The line's flags and the INI that it names are migrated together, and the line says what the INI alone,
migrated, would not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from profilecheck.document import UNKNOWN
from profilecheck.migrate.ledger import Entry
from profilecheck.migrate.line_agents import counted, number_in
from profilecheck.migrate.line_below import ENVIRONMENT, Below, puts_of
from profilecheck.migrate.line_copies import copied
from profilecheck.migrate.line_draft import LineDraft
from profilecheck.migrate.line_flags import Flag, flag_of, flags_of, one_word
from profilecheck.migrate.line_twice import lost
from profilecheck.migrate.request import TO
from profilecheck.migrate.words import Uneditable
from profilecheck.profiles import migration as shapes
from profilecheck.profiles import v3_to_v4_launch as launcher
from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_environments import PREFIX
from profilecheck.profiles.launch_lines import CLOSED, name_of
from profilecheck.profiles.loader import option
from profilecheck.profiles.migration import Action, Choice, Fate, Put
from profilecheck.profiles.migration_draft import DECIDED
from profilecheck.profiles.names import change
from profilecheck.profiles.v3_to_v4_agents import ENVS, GAMES, TOTAL, TOTAL_KEY

_GAMES_UNKNOWN: Final = ".".join(GAMES)
"""What a question names that asks because the games of an environment are not known."""


class Settings:
    """Takes the flags that are settings through the migration of settings."""

    def __init__(self, line: LineDraft, below: Below) -> None:
        self.line, self.below, self.words = line, below, line.words
        self.flags = list(flags_of(below.line.config.flags))
        self.last = {flag.name: flag for flag in self.flags}
        self.unread = dict(launcher.EVAL if _evaluates(line) else {})
        self.unread[ENVIRONMENT] = launcher.UNREAD_NAME
        read = {name: flag for name, flag in self.last.items() if name not in self.unread}
        self.lost = {one.flag.name: one for one in lost(line, below, read)}
        self.instead = {one.other.name: one.text for one in self.lost.values() if one.text}
        self.given = {
            name: number_in(self.instead[name]) if name in self.instead else flag.value
            for name, flag in read.items()
            if name not in self.lost
        }
        found = counted(line, below, self.flags, self.given)
        self.outcome, self.total_text = found.outcome, found.text
        self.before = puts_of(below.unflagged) if below.complete else {}
        self.under: Mapping[Name, object] = below.migrated()
        self.strange: set[Name] = set()

    # The flags

    @property
    def untouched(self) -> frozenset[Name]:
        """What flags that stay as they are name: nobody knows of them, or no launcher takes them as they stand."""
        left = [one for one in self.below.line.config.flags if flag_of(one) is None]
        known = {one.option.name for one in left if one.option and one.option.name}
        return frozenset(known | self.strange | {name_of(one.flag) for one in left})

    def run(self) -> None:
        """Take all flags into the account, and make their edits."""
        total = puts_of(self.outcome).get(TOTAL)
        for flag in self.flags:
            if self.last[flag.name] is not flag:
                self._drop(flag, "the same flag behind it takes its place")
                continue
            if flag.name in self.lost:
                self._drop(flag, self.lost[flag.name].reason)
                continue
            if flag.name in self.unread:
                self._drop(flag, self.unread[flag.name])
                continue
            fate = self.outcome.fates.get(flag.name)
            if fate is None:
                continue
            if flag.name == launcher.DEVICE:
                self._device(flag, fate)
                continue
            if self._is_strange(flag, fate):
                self._ask_strange(flag)
                continue
            puts, action, reason = list(fate.puts), fate.action, fate.reason
            if flag.name == GAMES and ENVS not in self.given and total is not None:
                puts, action = [Put(*TOTAL, total)], "merged"
                reason = next((f.reason for f in self._fates_of(TOTAL)), reason)
            self._write(flag, puts, action, reason)
        self._tell_unread()
        self._without_value()
        self._slowly()
        self._differences()
        self._questions()
        self._unheld()

    def _tell_unread(self) -> None:
        """Tell of flags that say something else than what 3.0 runs, and go."""
        counts = self.unread.keys() - {ENVIRONMENT}
        if counts & self.last.keys() and TOTAL not in self.last:
            self.line.remarks.append(launcher.EVAL_RUNS)
        named, runs = self.last.get(ENVIRONMENT), self.line.launch.environment
        if named is not None and runs is not None and named.given.text != runs.text:
            told = launcher.OTHER_NAME.format(
                place=self.line.place,
                flag=named.given.flag,
                value=named.raw(self.words),
                name=self.words.written(runs.span),
            )
            self.line.remarks.append(told)

    def _without_value(self) -> None:
        """Flags that 3.0 refuses without the value that they lack: those of keys that are gone go too."""
        for one in self.below.line.config.flags:
            name = one.option.name if one.option is not None else None
            if one.outcome != "no-value" or name is None:
                continue
            row = change(*name, TO)
            if row is None or row.kind != "dropped":
                raise Uneditable(launcher.NO_VALUE.format(flag=one.flag))
            self.line.drop_flag(name, one, row.note or launcher.GONE)

    def _fates_of(self, name: Name) -> list[shapes.Fate]:
        fates = (*self.outcome.fates.values(), *self.outcome.added)
        return [fate for fate in fates if any(put.name == name for put in fate.puts)]

    def _is_strange(self, flag: Flag, fate: Fate) -> bool:
        """Whether no INI that is known, nor default.ini, has the key of a flag that stays as it is."""
        if flag.given.option is not None or [put.name for put in fate.puts] != [flag.name]:
            return False
        return flag.name not in self.under and (self.below.complete or flag.name[0] in CLOSED)

    def _ask_strange(self, flag: Flag) -> None:
        section, key = flag.name
        where = launcher.NOWHERE if self.below.complete else launcher.PERHAPS
        asks = f"{flag.given.flag}: {where.format(name=f'[{section}] {key}')}"
        if (
            self.line.decide(f"{section}.{key}", asks, launcher.STRANGE, meanwhile="it stays")
            == "drop"
        ):
            self._drop(flag, "decided")
            return
        raw, put = flag.raw(self.words), Put(*flag.name, flag.value, as_written=True)
        reason = "neither 3.0 nor 4.0 has it"
        self.line.enter(flag.name, raw, flag.given.word.span, "kept", (put,), reason)
        self.strange.add(flag.name)

    def _device(self, flag: Flag, fate: Fate) -> None:
        """The device is chosen when 4.0 is built; on a CPU it trains under a flag of its own."""
        slow = flag.value == launcher.CPU
        if flag.value is UNKNOWN:
            asks = f"{flag.given.flag} is {flag.raw(self.words)}. {launcher.DEVICE_ASKS}"
            answer = self.line.decide(
                ".".join(launcher.DEVICE), asks, launcher.DEVICES, meanwhile="dropped"
            )
            slow = answer == launcher.CPU
        span = flag.given.value_span
        if not slow or self._is_slow or span is None:
            self._drop(flag, fate.reason)
            return
        put = Put("", launcher.SLOWLY, True)
        raw, reason = flag.raw(self.words), launcher.SLOWLY_REASON
        self.line.enter(flag.name, raw, flag.given.word.span, "converted", (put,), reason)
        self.words.instead(flag.given.word, flag.given.last, launcher.SLOWLY)

    def _slowly(self) -> None:
        """What the device = cpu of the INI, or of the default.ini below it, asks of the line."""
        if launcher.DEVICE in self.given or self._is_slow or not self.below.complete:
            return
        if self.below.alone.value(*launcher.DEVICE) != launcher.CPU:
            return
        put = Put("", launcher.SLOWLY, True)
        self.line.entries.append(Entry("", "", "", None, "added", (put,), launcher.SLOWLY_REASON))
        assert self.line.launch.environment is not None
        self.words.insert(self.line.launch.environment.span, [launcher.SLOWLY])

    @property
    def _is_slow(self) -> bool:
        return any(one.flag == launcher.SLOWLY for one in self.below.line.config.flags)

    def _drop(self, flag: Flag, reason: str) -> None:
        self.line.drop_flag(flag.name, flag.given, reason)

    def _write(self, flag: Flag, puts: list[Put], action: Action, reason: str) -> None:
        if not puts:
            self._drop(flag, reason)
            return
        given, raw = flag.given, flag.raw(self.words)
        first, *others = copied(self.line, flag, puts)
        puts, action = [first, *others], action if others or action != "split" else "renamed"
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
        for put in others:
            text = self._text(put) or (
                raw if put.as_written or put.value == flag.value else one_word(put.value)
            )
            made = option(put.name, None).flag
            more = [f"{made}={text}"] if flag.given.joined else [made, text]
            self.words.insert(flag.given.last, more, more[-1:] if text == raw else ())

    def _set(self, flag: Flag, put: Put) -> None:
        given = flag.given
        assert given.value_span is not None
        text = self._text(put)
        if text is not None:
            if text != flag.raw(self.words):
                self.words.set_raw(given.word, given.flag, given.value_span, text)
            return
        same = put.value is flag.value or (
            type(put.value) is type(flag.value) and put.value == flag.value
        )
        if put.as_written or same:
            self._typed(flag, put)
            return
        new = one_word(put.value)
        if not isinstance(given.text, str):
            self.words.set_raw(given.word, given.flag, given.value_span, new)  # a decision
            return
        if new == given.text:
            return
        if not flag.is_literal(self.words):
            raw = flag.raw(self.words)
            asks = f"{given.flag} is {raw}, which is {given.text}, and would have to be {new}."
            choices = (Choice(new, f"in the place of {raw}"),)
            self.line.decide(
                ".".join(put.name),
                asks,
                choices,
                meanwhile="the line stays as it is",
                blocking=True,
            )
            self.words.set_raw(given.word, given.flag, given.value_span, new)
            return
        self.words.set_value(given.word, given.flag, given.value_span, given.text, new)

    def _typed(self, flag: Flag, put: Put) -> None:
        """Ask where 3.0 takes any text that a variable holds for true, and 4.0 reads a number."""
        option = flag.given.option
        if flag.value is not UNKNOWN or option is None or option.type is not bool:
            return
        if isinstance(self.under.get(put.name), bool) or flag.given.outcome != "set":
            return
        asks = (
            f"{flag.given.flag} is {flag.raw(self.words)}: 3.0 takes any text for true but an empty one; 4.0 takes a "
            "number."
        )
        answer = self.line.decide(
            ".".join(put.name), asks, launcher.SWITCH, meanwhile="it stays as it is"
        )
        if answer in ("0", "1") and flag.given.value_span is not None:
            self.words.set_raw(flag.given.word, flag.given.flag, flag.given.value_span, answer)
            self.line.decided(Put(*put.name, int(answer)))

    def _told(self, put: Put) -> Put:
        """A setting as the ledger tells it: a value that nobody knows by its text."""
        text = self._text(put)
        if text is not None:
            return replace(put, value=int(text) if text.isdecimal() else text)
        return replace(put, as_written=True) if put.value is UNKNOWN else put

    def _text(self, put: Put) -> str | None:
        return (
            self.total_text if put.name == TOTAL and self.total_text else self.instead.get(put.name)
        )

    # What the line has to say besides

    def _differences(self) -> None:
        """What follows from the flags, and what the INI alone will not hold."""
        for fate in (*self.outcome.fates.values(), *self.outcome.added):
            if not self.below.complete and not fate.reason.startswith(DECIDED):
                continue
            for put in fate.puts:
                held = self.before.get(put.name, self.under.get(put.name, UNKNOWN))
                known = self.below.complete and held is not UNKNOWN and _same(held, put.value)
                if put.name in self.line.promised or known or put.name == ENVIRONMENT:
                    continue
                if put.value is UNKNOWN or put.name in self.strange:
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
        puts_in = (text,) if value is UNKNOWN else ()
        place = self.line.launch.environment.span
        self.words.insert(place, [option(name, None).flag, text], puts_in)

    def _questions(self) -> None:
        """What is asked because of the line, and not of its INI alone."""
        alone = self.below.unflagged if self.below.complete else None
        known = {(one.key, one.asks) for one in alone.questions} if alone else set()
        for question in self.outcome.questions:
            mine = question.key == TOTAL_KEY and bool({ENVS, GAMES} & self.given.keys())
            if question.blocking and not mine:
                continue
            if question.key == ".".join(ENVIRONMENT) and not self._prefixed():
                continue
            if (
                mine
                and question.blocking
                and not self.below.complete
                and _GAMES_UNKNOWN in question.asks
            ):
                question = replace(question, asks=launcher.NO_INI)
            if question.refused is not None and question.key not in self.line.answers:
                question = replace(question, refused=None)  # an answer for the INI alone
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


def _evaluates(line: LineDraft) -> bool:
    mode = line.launch.mode
    return mode is not None and mode.whole and mode.text == "eval"


def _same(one: object, other: object) -> bool:
    if one is UNKNOWN or other is UNKNOWN:
        return one is other
    return one == other
