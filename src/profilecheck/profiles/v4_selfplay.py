"""What self-play of the later 4.x revision asks of the layout, in the order in which it asks.

Source: PufferLib 052f0f5 pufferlib/selfplay.py setup.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from profilecheck.document import UNKNOWN
from profilecheck.profiles.base import Name
from profilecheck.profiles.v4_numbers import Get, real

MOST_BANKS: Final = 8
AGENTS: Final = ("vec", "total_agents")
BUFFERS: Final = ("vec", "num_buffers")
BANKS: Final = ("vec", "num_frozen_banks")
SHARE: Final = ("vec", "frozen_bank_pct")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why self-play refuses a config: the key to blame, what else took part, in words."""

    name: Name
    reason: str
    others: tuple[Name, ...] = ()


def enabled(get: Get) -> bool:
    """Whether self-play is on; false where that is not known."""
    value = real(get("selfplay", "enabled"))
    return bool(value)


def refusal(get: Get, has: frozenset[Name], agents_per_env: int | None = None) -> Refusal | None:
    """The first thing that self-play refuses; None where it takes the config or that is not known.

    ``has`` are the names that some layer gives. Without ``agents_per_env`` only what holds for
    every environment is judged.
    """
    agents, buffers = _int(get(*AGENTS)), _int(get(*BUFFERS))
    if agents is None or not buffers:
        return None
    if agents % buffers:
        reason = f"total_agents = {agents} is no multiple of num_buffers = {buffers}"
        return Refusal(BUFFERS, reason, (AGENTS,))
    each = agents // buffers
    if agents_per_env and agents_per_env % 2:
        return Refusal(AGENTS, f"environments of {agents_per_env} agents have no two equal teams")
    if agents_per_env and each % agents_per_env:
        reason = (
            f"a buffer of {each} agents holds no whole number of environments of {agents_per_env}"
        )
        return Refusal(BUFFERS, reason, (AGENTS,))
    banks = _int(get(*BANKS)) if BANKS in has else 1
    if banks is not None and not 1 <= banks <= MOST_BANKS:
        return Refusal(BANKS, f"num_frozen_banks = {banks} is not between 1 and {MOST_BANKS}")
    if SHARE not in has:
        return Refusal(("selfplay", "enabled"), "[vec] lacks frozen_bank_pct")
    return _frozen(get, each, banks, agents_per_env)


def _frozen(get: Get, each: int, banks: int | None, agents_per_env: int | None) -> Refusal | None:
    share = real(get(*SHARE))
    if share is None or banks is None:
        return None
    frozen = _int(each * float(share))
    if frozen is None:
        return None
    team = agents_per_env // 2 if agents_per_env else 1
    frozen -= frozen % team
    others = (BUFFERS, AGENTS)
    if frozen <= 0:
        reason = (
            f"frozen_bank_pct = {share:g} of {each} agents in a buffer comes to no agent at all"
        )
        return Refusal(SHARE, reason, others)
    certain = frozen * (banks if agents_per_env else 1)
    if certain >= each // 2:
        reason = (
            f"{banks} bank{'s' if banks > 1 else ''} of {frozen} agents are half of a buffer's "
            f"{each} agents or more"
        )
        return Refusal(SHARE, reason, (BANKS, *others))
    return None


def _int(value: object) -> int | None:
    """What Python's int() makes of a number; None of anything else."""
    number = real(value)
    if number is None or value is UNKNOWN:
        return None
    try:
        return int(number)
    except (OverflowError, ValueError):
        return None
