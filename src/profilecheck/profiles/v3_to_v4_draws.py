"""What 4.0's sweep draws where 3.0's drew environments: totals of agents that the buffers may not hold.

3.0 multiplies a number of environments by their agents, so that every draw fits. 4.0 draws the agents themselves, or those
of one environment beside a fixed total, and nothing refuses what does not fit.

Sources: PufferLib 8e3e754 pufferlib/sweep.py Linear, Pow2, Log; 754d725 src/vecenv.h my_vec_init.
"""

from __future__ import annotations

import math
from typing import Final

from profilecheck.profiles import v4_native
from profilecheck.profiles.known_agents import Switch
from profilecheck.profiles.migration_draft import TO, Draft, count
from profilecheck.profiles.v3_to_v4_agents import TOTAL
from profilecheck.profiles.v3_to_v4_buffers import BUFFERS, per_environment
from profilecheck.profiles.v3_to_v4_env import bare_name
from profilecheck.profiles.v4_bindings import binding

SWEPT_TOTAL: Final = f"sweep.{TOTAL[0]}.{TOTAL[1]}"
_POWERS: Final = "uniform_pow2"
_ANY: Final = ("int_uniform", "uniform", "log_normal", "logit_normal")


def drawn(draft: Draft) -> None:
    """Tell what a sweep may draw that does not fit."""
    titles = [draft.titles[t].to if t in draft.titles else t for t in draft.source.sections]
    each, buffers = per_environment(draft), count(draft.result(*BUFFERS))
    if buffers is None or draft.waits:
        return
    converted = any(fate.to == SWEPT_TOTAL for fate in draft.titles.values())
    if converted and SWEPT_TOTAL in titles:
        _totals(draft, buffers, each)
    counts = _counts(draft)
    if counts is not None and f"sweep.env.{counts}" in titles:
        draft.remark(
            f"[sweep.env.{counts}] sweeps the agents of one environment: {TO} keeps total_agents = {draft.result(*TOTAL)} beside "
            f"them, which has to be a multiple of {buffers} buffers x each {counts} drawn, lest environments share slots"
        )


def _totals(draft: Draft, buffers: int, each: int) -> None:
    distribution, low = draft.result(SWEPT_TOTAL, "distribution"), draft.result(SWEPT_TOTAL, "min")
    bounds = f"from {low!r} to {draft.result(SWEPT_TOTAL, 'max')!r}"
    if distribution in _ANY and buffers * each > 1:
        draws = f"draws any number {bounds}"
    elif distribution == _POWERS and isinstance(low, (int, float)) and low >= 1:
        if v4_native.fits(2 ** round(math.log2(low)), buffers, each):
            return  # then every higher power fits too
        draws = f"draws powers of two {bounds}"
    else:
        return
    unit = f"{buffers} buffers" + (f" x {each} agents of one environment" if each > 1 else "")
    otherwise = "environments share slots" if each > 1 else "agents are left unserved"
    draft.remark(
        f"[{SWEPT_TOTAL}] {draws}, where 3.0 drew environments: of what is no multiple of {unit}, {otherwise}"
    )


def _counts(draft: Draft) -> str | None:
    """The argument that decides how many agents one environment has in the target."""
    known = binding(bare_name(draft))
    agents = known.agents if known is not None else None
    return agents.key if isinstance(agents, Switch) else agents if isinstance(agents, str) else None
