"""The buffers and threads of 4.0 that suit the agents and the machine."""

from __future__ import annotations

from typing import Final

from profilecheck.profiles import v4_native
from profilecheck.profiles.known_agents import KnownAgents
from profilecheck.profiles.migration import Choice
from profilecheck.profiles.migration_draft import DECIDED, Draft, count
from profilecheck.profiles.v3_to_v4_agents import (
    BUFFERS_KEY,
    DECLARED,
    THREADS_KEY,
    TOTAL,
    TOTAL_KEY,
    agents_told,
    bare_name,
    default_of,
    is_contradicted,
)
from profilecheck.profiles.v4_bindings import known_agents as bound_agents

BUFFERS: Final = ("vec", "num_buffers")
THREADS: Final = ("vec", "num_threads")


def fit(draft: Draft) -> None:
    """num_buffers and num_threads that suit the agents and the machine."""
    _beside_declared(draft)
    total = count(draft.result(*TOTAL))
    if total is None or draft.keeps(*TOTAL) or not draft.holds(*TOTAL):
        return
    buffers = _buffers(draft, total)
    if buffers is not None:
        _threads(draft, buffers)


def _buffers(draft: Draft, total: int) -> int | None:
    if draft.holds(*BUFFERS):
        return count(draft.result(*BUFFERS))
    each = per_environment(draft)
    default = default_of(draft, "num_buffers")
    given = draft.chosen(BUFFERS_KEY, "How many buffers?")
    if given is not None:
        draft.add(*BUFFERS, given, "decided")
        return given
    if v4_native.fits(total, default, each):
        per = f" of environments of {each}" if each > 1 else ""
        draft.add(
            *BUFFERS, default, f"4.0's default; {total} agents{per} fill {default} buffers evenly"
        )
        return default
    fitting = next(iter(v4_native.buffers_that_fit(total, default, each)), None)
    if fitting is not None:
        draft.add(
            *BUFFERS,
            fitting,
            f"nearest to 4.0's default {default} that {total} agents in environments of {each} fill evenly",
        )
        return fitting
    near = list(dict.fromkeys(v4_native.agents_that_fit(total, default, each)))[:3]
    draft.add(*BUFFERS, default, "4.0's default")
    if draft.decided(TOTAL_KEY) == str(total):
        _shares_slots(draft, total, each, near)
        return default
    asks = (
        f"4.0's environment has {each} agents, of which {total} is no multiple: environments would share "
        "slots. Which total?"
    )
    choices = [Choice(str(n), f"{n // each} environments of {each}") for n in near]
    answer = draft.ask(TOTAL_KEY, asks, choices, free=True, meanwhile=str(total), kind="count")
    if answer is not None:
        draft.late.add(TOTAL_KEY)
    return default


def _shares_slots(draft: Draft, total: int, each: int, near: list[int]) -> None:
    """Say that a total which was decided does not fit environments that are known. Where they are declared, the
    target's own rule says it of the result."""
    if _bound(draft) is not None:
        draft.remark(
            f"the total_agents = {total} that was decided is no multiple of the {each} agents of upstream's "
            f"{bare_name(draft)}: environments share slots, in which 4.0 corrupts memory; "
            f"{', '.join(map(str, near))} would fit (an environment of your own by that name may have others)"
        )


def _threads(draft: Draft, buffers: int) -> None:
    if draft.holds(*THREADS):
        return
    default, threads = default_of(draft, "num_threads"), draft.source.threads
    given = draft.chosen(THREADS_KEY, "How many threads?")
    if given is not None:
        draft.add(*THREADS, given, "decided")
        return
    wanted = max(default - default % buffers, buffers)
    if threads is None:
        why = (
            "4.0's default"
            if wanted == default
            else f"the multiple of {buffers} buffers below 4.0's default {default}"
        )
        draft.add(*THREADS, wanted, f"{why}; no machine is declared")
        return
    while wanted > buffers and (v4_native.started_threads(wanted, buffers) or 0) > threads:
        wanted -= buffers
    started = v4_native.started_threads(wanted, buffers)
    fits = "within" if started is not None and started <= threads else "the least, though more than"
    draft.add(
        *THREADS,
        wanted,
        f"{started} threads with one to manage each of {buffers} buffers: {fits} the machine's {threads}",
    )


def per_environment(draft: Draft) -> int:
    """The agents of one environment in 4.0, as far as they are known or declared."""
    known = _bound(draft)
    return known.count if known else _declared(draft) or 1


def _beside_declared(draft: Draft) -> None:
    """Say of a total that was decided which agents are declared for its environments: it is judged by them."""
    declared, total = _declared(draft), count(draft.result(*TOTAL))
    if declared is None or total is None or _bound(draft) is not None:
        return
    for fate in (*draft.fates.values(), *draft.added):
        if fate.reason.startswith(DECIDED) and any(put.name == TOTAL for put in fate.puts):
            told = f"beside {agents_told(declared)} per environment, {DECLARED}"
            draft.set(*TOTAL, total, f"{fate.reason}, {told}")
            return


def _declared(draft: Draft) -> int | None:
    """The agents of one environment that are declared. They are for all files: one of several of which a total of its
    own was decided has other environments, and so has one of upstream's whose agents are known."""
    source = draft.source
    is_other = not source.alone and source.own is not None and TOTAL_KEY in source.own
    return None if is_other or is_contradicted(draft) else source.agents_per_env


def _bound(draft: Draft) -> KnownAgents | None:
    """The agents of one of upstream's environments in 4.0, where they are known."""
    names = [("base", "env_name"), *(("env", key) for key in _env_keys(draft))]
    return bound_agents({name: draft.result(*name) for name in names})


def _env_keys(draft: Draft) -> list[str]:
    puts = [put for fate in (*draft.fates.values(), *draft.added) for put in fate.puts]
    return list(dict.fromkeys(put.key for put in puts if put.section == "env"))
