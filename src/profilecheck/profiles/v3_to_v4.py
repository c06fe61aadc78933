"""From a 3.0 config to a 4.0 one, setting by setting; nothing is dropped without its reason.

What became of a name stands in the table of names; here is what that takes for the values: agents
(``v3_to_v4_agents``, ``v3_to_v4_buffers``), the trainer (``v3_to_v4_train``), environment and network (``v3_to_v4_env``), sweeps
(``v3_to_v4_sweep``, ``v3_to_v4_draws``). Each step writes into one ``Draft``.

Sources: pufferlib 3.0.0 pufferl.py, vector.py, config/default.ini; PufferLib 8e3e754 config/default.ini,
pufferlib/pufferl.py; 754d725 src/bindings.cu.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from profilecheck.profiles import v3_to_v4_agents as agents
from profilecheck.profiles import v3_to_v4_buffers as buffers
from profilecheck.profiles import v3_to_v4_draws as draws
from profilecheck.profiles import v3_to_v4_env as env
from profilecheck.profiles import v3_to_v4_sweep as sweep
from profilecheck.profiles import v3_to_v4_train as train
from profilecheck.profiles.base import ABSENT
from profilecheck.profiles.migration import Outcome, Source
from profilecheck.profiles.migration_draft import Draft
from profilecheck.profiles.v4_required import required, required_by_some

RUNS: Final = 200
"""The default of 3.0's --max-runs."""
_INSTEAD: Final = (
    "{path} is of 4.0: what 3.0's said of optimizer, batch_size and all else that an INI leaves to it is not known, and "
    "upstream's is taken for it"
)


def migrate(source: Source) -> Outcome:
    """What becomes of a 3.0 config, or of the 3.0 names that are left in a 4.0 one."""
    draft = _worked_out(source)
    if draft.late:
        draft = _worked_out(replace(source, asking=frozenset(draft.late)))
    return draft.outcome()


def _worked_out(source: Source) -> Draft:
    draft = Draft(source)
    if source.instead:
        draft.remark(_INSTEAD.format(path=source.instead))
    env.name(draft)
    env.arguments(draft)
    env.network(draft)
    agents.vectorization(draft)
    train.trainer(draft)
    sweep.sweeps(draft)
    draft.rest()
    env.needed(draft)
    buffers.fit(draft)
    train.relations(draft)
    sweep.swept_keys(draft)
    draws.drawn(draft)
    if source.is_base:
        _whole(draft)
    return draft


def _whole(draft: Draft) -> None:
    """What a default.ini of 4.0 must hold: the trainer has no default of its own."""
    if "sweep" in draft.source.sections and not draft.holds("sweep", "max_runs"):
        draft.add("sweep", "max_runs", RUNS, "what 3.0's launcher runs without --max-runs")
    for section, key in required_by_some():
        spec = draft.target.spec(section, key)
        if spec is not None and spec.default is not ABSENT and not draft.holds(section, key):
            draft.add(section, key, spec.default, _why(section, key))


def _why(section: str, key: str) -> str:
    """Why a key is added with the value that 4.0's own default.ini has."""
    if section == "torch":
        return "--slowly has no default of its own; this is default.ini's"
    if (section, key) not in required("train"):
        mode = "eval" if (section, key) in required("eval") else "sweep"
        return f"4.0's {mode} has no default of its own; this is default.ini's"
    return "4.0's trainer has no default of its own; this is default.ini's"
