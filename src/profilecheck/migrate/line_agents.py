"""The agents of a launch line: 4.0 counts those of all environments, 3.0 the environments, perhaps by a variable."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from profilecheck.document import UNKNOWN, Word
from profilecheck.migrate.expansions import VARIABLE, unquoted
from profilecheck.migrate.line_below import Below, puts_of
from profilecheck.migrate.line_draft import LineDraft
from profilecheck.migrate.line_flags import Flag
from profilecheck.migrate.words import Uneditable, Words
from profilecheck.profiles.base import Name
from profilecheck.profiles.migration import Choice, Fate, Outcome, Put
from profilecheck.profiles.migration_draft import is_of
from profilecheck.profiles.v3_to_v4_agents import COUNTED, ENVS, GAMES, TOTAL, TOTAL_KEY

CUT_OFF: Final = (
    "{raw} no longer decides how many environments run: --vec.total-agents is {total}, as decided"
)
OF_ALL: Final = "4.0 counts the agents of all environments"
_MANY: Final = 5040
"""A count that many others divide, in place of one that is not known."""


def number_in(answer: str) -> object:
    """The number that an answer is; UNKNOWN where it puts one in."""
    return int(answer) if answer.isdecimal() else UNKNOWN


@dataclass(frozen=True, slots=True)
class Counted:
    """What becomes of a line and the INI below it; ``text`` is the total as it is to be written, None where its value
    tells it."""

    outcome: Outcome
    text: str | None = None


def counted(
    line: LineDraft, below: Below, flags: Sequence[Flag], given: Mapping[Name, object]
) -> Counted:
    """The outcome of a line. Raises Uneditable where its agents cannot be written."""
    outcome, words = below.outcome(given), line.words
    names = [name for name in (ENVS, GAMES) if name in given]
    if not names:
        return Counted(outcome)
    last = {flag.name: flag for flag in flags}
    is_free = puts_of(outcome).get(TOTAL) is None  # the answer may be made of what it puts in
    unknown = [
        last[name]
        for name in names
        if given[name] is UNKNOWN or (is_free and not last[name].is_literal(words))
    ]
    if unknown:
        return _of_unknown(line, below, given, outcome, unknown)
    flag = last[names[0]]
    total = puts_of(outcome).get(TOTAL)
    if flag.is_literal(words) or not isinstance(total, int):
        return Counted(outcome)
    if any((one.key, one.answer) == (TOTAL_KEY, str(total)) for one in outcome.questions):
        line.remarks.append(CUT_OFF.format(raw=flag.raw(words), total=total))
        return Counted(outcome, str(total))
    if not isinstance(flag.value, int):
        return Counted(outcome)
    if len(names) > 1 and not last[names[1]].is_literal(words):
        raise Uneditable("the agents are a product of two variables: write the total")
    text = (
        None if total % flag.value else words.expansions.times(flag.raw(words), total // flag.value)
    )
    if text is None:
        raise Uneditable(
            f"{flag.given.flag} comes from a variable, and --vec.total-agents is {total}"
        )
    return Counted(outcome, text)


def _of_unknown(
    line: LineDraft,
    below: Below,
    given: Mapping[Name, object],
    outcome: Outcome,
    unknown: Sequence[Flag],
) -> Counted:
    """The outcome where a count is a variable's: the total is a product of what that holds, or an answer."""
    flag, words = unknown[0], line.words
    alone = {key: text for key, text in below.answers.items() if key != TOTAL_KEY}

    def with_each(number: int) -> Outcome:
        numbers = dict.fromkeys((one.name for one in unknown), number)
        return below.outcome({**given, **numbers}, alone)

    probe, raw = with_each(_MANY), flag.raw(words)
    few, many = puts_of(probe).get(TOTAL), puts_of(with_each(2 * _MANY)).get(TOTAL)
    answer = line.answers.get(TOTAL_KEY) if below.is_own(TOTAL_KEY) else None
    asks = (
        f"{flag.given.flag} is {raw}, and --vec.total-agents counts the agents of all environments"
    )
    choices: tuple[Choice, ...] = ()
    if (
        isinstance(few, int) and few == many
    ):  # Serial runs what one batch holds, however many there are
        return Counted(probe, str(few) if answer is None else None)
    if isinstance(few, int) and many == 2 * few and not few % _MANY and len(unknown) == 1:
        each = few // _MANY
        if each == 1 and answer is None:
            return Counted(_uncounted(below, given), raw)
        asks += f": {each} for each"
        product = words.expansions.times(raw, each)
        choices = (Choice(product, "what 3.0 runs"),) if product else ()
    elif few is None and (usual := _usual(line, below)) is not None:
        environment, other = usual
        held = puts_of(
            other.outcome({**given, **dict.fromkeys((o.name for o in unknown), _MANY)}, alone)
        )
        total = held.get(TOTAL)
        of_one = total // _MANY if isinstance(total, int) and not total % _MANY else None
        product = words.expansions.times(raw, of_one) if of_one and len(unknown) == 1 else None
        asks += f", which the environment decides: nothing but a default, {environment}, tells it"
        choices = (Choice(product, f"what 3.0 runs of {environment}"),) if product else ()
    elif few is None:
        told = next((one.asks for one in probe.questions if one.key == TOTAL_KEY), "")
        asks += f": {told}".replace(f"vec.num_envs {_MANY} ", "vec.num_envs ").rstrip(".")
    asks = f"{asks}. What is it to be?"
    meanwhile = "the line stays as it is"
    taken = line.ask_count(TOTAL_KEY, asks, choices, meanwhile=meanwhile, blocking=True)
    if taken is not None and is_of("count", taken):
        line.remarks.append(CUT_OFF.format(raw=raw, total=taken))
        return Counted(outcome, taken)
    return Counted(_uncounted(below, given), raw if taken is None else taken)


def _usual(line: LineDraft, below: Below) -> tuple[str, Below] | None:
    """The environment that a line has where nothing sets its variable, and what lies below it then."""
    word = line.launch.environment
    name = _default_of(word, line.words) if word is not None and not word.whole else ""
    return (name, below.under(name)) if name else None


def _uncounted(below: Below, given: Mapping[Name, object]) -> Outcome:
    """The outcome where the line says the total, and its number is not known."""
    names = [name for name in (ENVS, GAMES) if name in given]
    others = {name: value for name, value in given.items() if name not in names}
    outcome = below.outcome({**others, TOTAL: UNKNOWN})
    fates = {name: fate for name, fate in outcome.fates.items() if name != TOTAL}
    first, *rest = names
    fates[first] = Fate("merged", (Put(*TOTAL, UNKNOWN),), OF_ALL)
    fates |= dict.fromkeys(rest, Fate("dropped", (), COUNTED))
    return replace(outcome, fates=fates)


def _default_of(word: Word, words: Words) -> str:
    """The value that the text gives to a word that is one variable, where nothing else sets it; empty where there
    is none."""
    name, inner = words.variable(word), unquoted(words.written(word.span))[1]
    own = None if words.make else VARIABLE.fullmatch(inner)
    if own and own["default"]:
        return own["default"].lstrip(":-")
    value = r"(?P<value>[\w-]+)"
    given = (
        rf"[ \t]*\?=[ \t]*{value}[ \t]*(?:#.*)?\r?$"
        if words.make
        else rf"=\"?\$\{{\w+:?-{value}\}}"
    )
    found = re.search(rf"(?m)^[ \t]*(?:export[ \t]+)?{name}{given}", words.text) if name else None
    return found["value"] if found else ""
