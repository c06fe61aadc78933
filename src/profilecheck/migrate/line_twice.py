"""Flags of a launch line that are one thing by the names of both generations.

Nothing tells which of them is meant, so that one of them goes by a decision.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from profilecheck.document import UNKNOWN
from profilecheck.migrate.line_below import Below, puts_of
from profilecheck.migrate.line_draft import LineDraft
from profilecheck.migrate.line_flags import Flag
from profilecheck.profiles.base import Name
from profilecheck.profiles.migration import Choice
from profilecheck.profiles.v3_to_v4_agents import ENVS, GAMES, TOTAL, TOTAL_KEY
from profilecheck.profiles.v3_to_v4_names import successor


@dataclass(frozen=True, slots=True)
class Lost:
    """A flag that goes, and why; ``text`` is what the one in its place is to hold, None for what it holds."""

    flag: Flag
    reason: str
    other: Flag
    text: str | None = None


def lost(line: LineDraft, below: Below, last: Mapping[Name, Flag]) -> Iterator[Lost]:
    """The flags of a line that go, because the same thing is set by its other name. ``last`` are its flags by name."""
    total = last.get(TOTAL)
    if total is not None and (ENVS in last or GAMES in last):
        yield from _agents(line, below, last, total)
    for name, flag in last.items():
        other = last.get(successor(name) or name)
        if other is not None and other is not flag:
            yield _of_two(line, flag, other)


def _of_two(line: LineDraft, old: Flag, new: Flag) -> Lost:
    first, second = old.raw(line.words), new.raw(line.words)
    if first == second or (old.value == new.value and UNKNOWN not in (old.value, new.value)):
        return Lost(old, f"{new.given.flag} is set already, to the same", new)
    asks = (
        f"{old.given.flag} {first} and {new.given.flag} {second} are one thing by its two names: 3.0 reads the "
        "first, 4.0 the second."
    )
    choices = (
        Choice(first, f"as {old.given.flag} says"),
        Choice(second, f"as {new.given.flag} says"),
    )
    answer = line.decide(".".join(new.name), asks, choices, meanwhile=second)
    if answer == first:
        return Lost(new, f"{old.given.flag} is the same, which was decided for", old)
    return Lost(old, f"{new.given.flag} is the same, which is set", new)


def _agents(
    line: LineDraft, below: Below, last: Mapping[Name, Flag], total: Flag
) -> Iterator[Lost]:
    held = total.raw(line.words)
    counts = [last[name] for name in (ENVS, GAMES) if name in last]
    alone = {key: text for key, text in below.answers.items() if key != TOTAL_KEY}
    given = {name: flag.value for name, flag in last.items() if name != TOTAL}
    found = puts_of(below.outcome(given, alone)).get(TOTAL)
    reason = f"{total.given.flag} is set, which counts the agents of all environments"
    text = None
    if not isinstance(found, int) or found != total.value:
        names = " and ".join(f"{one.given.flag} {one.raw(line.words)}" for one in counts)
        told = (
            f"come to {found} agents" if isinstance(found, int) else "come to agents unknown here"
        )
        asks = f"{names} {told}, and {total.given.flag} {held} is set too: 3.0 takes the first, 4.0 the second."
        choices = [Choice(held, f"as {total.given.flag} says")]
        if isinstance(found, int):
            choices.insert(0, Choice(str(found), "what 3.0 runs"))
        answer = line.ask_count(TOTAL_KEY, asks, choices, meanwhile=held)
        text = None if answer == held else answer
    for one in counts:
        yield Lost(one, reason, total, text)
