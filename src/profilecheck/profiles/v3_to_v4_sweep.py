"""3.0's sweep as 4.0's: titles follow the names that they sweep, and what no trainer reads goes.

Sources: pufferlib 3.0.0 and PufferLib 8e3e754 sweep.py _params_from_puffer_sweep.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from profilecheck.document import UNKNOWN
from profilecheck.profiles.base import Name
from profilecheck.profiles.migration import Choice, Put, TitleFate
from profilecheck.profiles.migration_draft import TO, Draft, count
from profilecheck.profiles.names import change
from profilecheck.profiles.sweep import DIALECTS, OLD_TABLES
from profilecheck.profiles.v3_to_v4_agents import (
    TOTAL,
    TOTAL_KEY,
    factor,
    games_of_one,
    missing_name,
)
from profilecheck.profiles.v3_to_v4_env import OF_POLICY, called

SWEEP: Final = "sweep"
ENDS: Final = "any scalar of [sweep] that 4.0 does not know ends every sweep"
_DROP: Final = "drop"
SCALED: Final = ("sweep.vec.num_envs", "sweep.env.num_envs")
"""What 3.0 sweeps of environments and games, which is agents in 4.0."""
BOUNDS: Final = ("min", "max", "mean")


def sweeps(draft: Draft) -> None:
    """[sweep] and its tables."""
    known = DIALECTS[TO].scalars
    for key in draft.written(SWEEP):
        if key not in known and not draft.by_table(SWEEP, key):
            draft.drop(SWEEP, key, ENDS)
    for title in draft.source.sections:
        if title.startswith(f"{SWEEP}."):
            _table(draft, title)


def _table(draft: Draft, title: str) -> None:
    old = next((old for old in OLD_TABLES if title == old or title.startswith(f"{old}.")), None)
    if old is not None:
        _drop_table(draft, title, f"[{old}] is of 2.x; neither 3.0's nor 4.0's sweep reads it")
        return
    section, _, key = title.removeprefix(f"{SWEEP}.").rpartition(".")
    if not section or title in draft.titles:
        return
    to, reason = _place(draft, section, key)
    if to is None:
        _drop_table(draft, title, reason)
        return
    new = f"{SWEEP}.{to[0]}.{to[1]}" if to[0] != "base" else f"{SWEEP}.{to[1]}"
    if new != title:
        told = _lost(draft, title, new, is_scaled=to == TOTAL)
        if told is not None:
            _drop_table(draft, title, told)
            return
        draft.titles[title] = TitleFate("renamed", new, reason)
    _settings(draft, title, new, scaled=to == TOTAL and (section, key) != TOTAL)


def _lost(draft: Draft, title: str, new: str, *, is_scaled: bool) -> str | None:
    """Why another table that comes to the same title stays; None where there is none, or this one takes its place."""
    earlier = [old for old, fate in draft.titles.items() if fate.to == new]
    other = next(iter((*earlier, *(one for one in draft.source.sections if one == new))), None)
    if other is None:
        return None
    if not is_scaled and _held(draft, title) == _held(draft, other):
        return f"[{other}] is there already, with the same"
    if draft.source.reads is None:
        return f"[{other}] is there already"
    told = f"[{title}] and [{other}] sweep one thing by its two names"
    old, stays = Choice(title, "as that table says"), Choice(other, "as that table says")
    if earlier:
        told = f"[{other}] and [{title}] come to one table, [{new}]"
        answer = draft.ask(new, f"{told}. Which is it?", [stays, old], meanwhile=other) or other
    else:
        answer = draft.which(new, told, old, stays)
    if answer == other:
        return f"[{other}] is there already"
    draft.titles[other] = TitleFate("dropped", None, f"[{title}] takes its place")
    for name in [name for name in draft.source.written if name[0] == other]:
        draft.drop(*name, f"[{title}] takes its place")
    return None


def _held(draft: Draft, title: str) -> dict[str, object]:
    """What a table says that 4.0 reads too; each unknown value is another one."""
    held = {
        key: value for (section, key), value in draft.source.written.items() if section == title
    }
    return {k: object() if value is UNKNOWN else value for k, value in held.items() if k != "mean"}


def _place(draft: Draft, section: str, key: str) -> tuple[Name | None, str]:
    """Where a swept name is afterwards; None with the reason where it has no place."""
    if section == "env" and key != "num_envs":
        return (section, called(draft, key)[0]), "as the binding calls it"
    if section == "policy":
        if key in OF_POLICY:
            return (section, key), ""
        return None, "an argument of 3.0's policy in Python"
    if draft.target.spec(section, key) is not None and (section, key) != ("train", "seed"):
        return (section, key), ""
    row = change(section, key, TO)
    if row is None or row.generation != "3.0":
        return (section, key), ""
    if len(row.to) != 1:
        return None, f"[{section}] {key} has no place in 4.0" + (
            f": {row.note}" if row.note else ""
        )
    if row.to[0][0] == "base":
        return None, f"it is [base] {row.to[0][1]} in 4.0, which no sweep changes"
    return row.to[0], row.note


def _drop_table(draft: Draft, title: str, reason: str) -> None:
    draft.titles[title] = TitleFate("dropped", None, reason)
    for key in draft.written(title):
        draft.drop(title, key, "it goes with its table")


def _settings(draft: Draft, title: str, new: str, *, scaled: bool) -> None:
    by, told = _factor_of(draft, title) if scaled else (1, "")
    if by is None and (not draft.waits or draft.answer(title) is not None):
        by, told = _told_factor(draft, title, told)
        if by is None:
            _drop_table(draft, title, told)
            return
    for key in draft.written(title):
        if key == "mean":
            draft.drop(title, key, "4.0 starts from the config's own values")
        elif scaled and key in BOUNDS and by is None:
            draft.keep(title, key)
        elif scaled and key in BOUNDS and by != 1:
            given = draft.value(title, key)
            if isinstance(given, (int, float)) and by is not None:
                reason = f"agents instead of environments: x {told}"
                draft.put(title, key, [Put(new, key, given * by)], reason, "converted")
            else:
                draft.keep(title, key)
        else:
            draft.keep(title, key)
    if new != title:
        for key in [k for s, k in draft.fates if s == title]:
            fate = draft.fates[title, key]
            puts = tuple(replace(put, section=new) for put in fate.puts)
            draft.fates[title, key] = replace(fate, puts=puts)


def _told_factor(draft: Draft, title: str, told: str) -> tuple[int | None, str]:
    """How many agents one of what a table sweeps comes to, by a decision; None where the table goes, with the reason."""
    what = "environments" if title.endswith(".vec.num_envs") else "games"
    asks = f"[{title}] sweeps {what}, 4.0 agents; {told}. How many agents does one of the {what} swept come to?"
    answer = draft.ask(
        title,
        asks,
        [Choice(_DROP, "it goes: what it sweeps stays as the config has it")],
        free=True,
        kind="count",
        meanwhile="it goes",
    )
    if answer is None or answer == _DROP:
        return None, f"it sweeps {what}, 4.0 agents" + (f": {told}" if answer is None else "")
    return int(answer), f"{answer} agents, as decided"


def _factor_of(draft: Draft, title: str) -> tuple[int | None, str]:
    """How many agents one of what a table sweeps comes to."""
    if draft.source.is_base and missing_name(draft):
        return None, "a default.ini is of no one environment"
    each, told = factor(draft)
    if draft.answer(title) is not None and draft.is_own(title):
        return None, told  # it is decided, whatever is known
    if each is None:
        each, told = _as_decided(draft, told)
    if each is None:
        return None, told
    if title.endswith(".vec.num_envs"):
        return each, told
    games, envs = games_of_one(draft), count(draft.source.get("vec", "num_envs"))
    if games is None or envs is None or each % games:
        return None, "the agents of one game are not known"
    return each // games * envs, f"{envs} environments x {each // games} agents"


def _as_decided(draft: Draft, told: str) -> tuple[int | None, str]:
    """The agents of one environment of [vec] by the total that was decided; None with ``told`` where that is
    no multiple, or nothing was."""
    total, envs = count(draft.result(*TOTAL)), count(draft.source.get("vec", "num_envs"))
    if draft.decided(TOTAL_KEY) is None or total is None or envs is None or total % envs:
        return None, told
    return total // envs, f"the {total} agents that were decided, over {envs} environments"


def swept_keys(draft: Draft) -> None:
    """What a sweep changes must be in the config: 4.0 ends a sweep at the first key that is not."""
    titles = [draft.titles[t].to if t in draft.titles else t for t in draft.source.sections]
    for title in titles:
        if title is None or not title.startswith(f"{SWEEP}.env."):
            continue
        key = title.removeprefix(f"{SWEEP}.env.")
        if draft.holds("env", key) or draft.result("env", key) is not UNKNOWN:
            continue
        asks = f"[{title}] is swept, and 4.0 ends a sweep of a key that the config lacks. What is [env] {key} otherwise?"
        number = draft.ask_number(f"env.{key}", asks, meanwhile="missing: no sweep runs")
        if number is not None and not draft.holds("env", key):
            draft.add("env", key, number, "decided")
