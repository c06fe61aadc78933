"""What follows from a 3.0 config: workers, batches, the shapes of what they hand over, updates.

Sources: pufferlib 3.0.0 vector.py (Serial, Multiprocessing, Ray: __init__, recv; make),
pufferlib.py (PufferEnv), pufferl.py (PuffeRL.__init__, eval).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from profilecheck.findings import Severity
from profilecheck.profiles.follows import (
    EACH,
    SEE,
    Agents,
    Fact,
    Given,
    Group,
    Part,
    Quantity,
    Table,
    lacking,
)
from profilecheck.profiles.v3_call import is_number
from profilecheck.profiles.v3_environments import known_agents
from profilecheck.profiles.v3_layout import Layout, layout
from profilecheck.profiles.v3_make import decide
from profilecheck.profiles.v3_models import Make3
from profilecheck.profiles.v3_trainer import Trainer

EVAL = {"backend": "Serial", "num_envs": 1}
"""What ``puffer eval`` puts in the place of [vec]."""
ACTIONS = "step() and send() take as many actions"
UPSTREAMS = "the agents per environment are those of upstream's environment of this name"
COLUMNS = ("reset", "step", "recv")
DECIDE = ("backend", "num_envs", "num_workers", "batch_size")
"""The keys of [vec] that decide what runs where."""
SIZES = (
    *("batch_size", "bptt_horizon", "minibatch_size", "max_minibatch_size"),
    *("update_epochs", "total_timesteps"),
)
"""The keys of [train] that decide how much is done in one update and in all."""


def follows(given: Given) -> tuple[Part, ...]:
    """Processes and batches, shapes and, where the trainer reads the config, its updates."""
    plan = layout(_keywords(given))
    if plan is None:
        return (Group("vectorization", "Vectorization", (), tuple(_untold(_keywords(given)))),)
    known = known_agents(given.values) if given.launched else None
    if given.agents_per_env is None and known is not None:
        remark = f"{UPSTREAMS} ({known.count}); declare your own with --agents-per-env"
        given = replace(given, agents_per_env=known.count)
        remarks = (remark, *_remarks(plan))
    else:
        remarks = tuple(_remarks(plan))
    each = given.agents_per_env
    if given.launched and given.mode == "eval":
        remarks = ("puffer eval puts one Serial environment in the place of [vec]", *remarks)
    parts: list[Part] = [_vectorization(plan, each, remarks), _shapes(plan, each)]
    if given.launched and given.mode != "eval":
        parts.append(_training(given, plan))
    return tuple(parts)


def _untold(keywords: Mapping[str, object]) -> Iterator[str]:
    """Why nothing follows: what make refuses, or what is not known."""
    refused = next((f for f in decide(keywords) if f.severity is Severity.ERROR), None)
    if refused is None:
        yield from lacking({key: keywords.get(key) for key in DECIDE}, lambda value: True)
    else:
        given = [f"{key} = {keywords[key]!r}" for key in refused.keys if key in keywords]
        yield f"make refuses {' with '.join(given)}, so nothing follows: {SEE}"


def _keywords(given: Given) -> dict[str, object]:
    if given.launched and given.mode == "eval":
        return dict(EVAL)
    known = Make3.model_fields
    return {key: value for key, value in given.section("vec").items() if key in known}


def _vectorization(plan: Layout, each: int | None, remarks: tuple[str, ...]) -> Group:
    inside = "environments run in the calling process" if plan.workers == 0 else ""
    waiting = plan.batches - 1
    stepping = f"while one is handed over, {waiting} more {'is' if waiting == 1 else 'are'} stepped"
    facts = (
        Fact("backend", "backend", plan.backend),
        Fact("workers", "worker processes", plan.workers, inside),
        Fact("environments", "environments", plan.environments),
        Fact("environments_per_worker", "environments per worker", plan.envs_per_worker),
        Fact("environments_per_batch", "environments per batch", plan.batch),
        Fact("workers_per_batch", "workers per batch", plan.workers_per_batch),
        Fact("batches_in_flight", "batches in flight", plan.batches, stepping if waiting else ""),
        Fact("agents_per_environment", EACH, each),
        Fact("agents", "agents in all (num_agents)", Agents(plan.environments, each)),
        Fact("agents_per_batch", "agents per batch", Agents(plan.batch, each), ACTIONS),
    )
    return Group("vectorization", "Vectorization", facts, remarks)


def _remarks(plan: Layout) -> Iterator[str]:
    if plan.backend == "PufferEnv":
        yield "make returns the environment itself, which has no agents_per_batch and no num_envs"
    elif plan.backend == "Ray":
        if plan.batch != plan.environments:
            yield "Ray steps the workers of its first batch only; the others stand still"
    else:
        yield "the vecenv's own num_envs is its agents per batch, not a number of environments"


def _shapes(plan: Layout, each: int | None) -> Table:
    """Leading dimensions: recv hands over one batch, and reset and step are built on it."""
    rows = Agents(plan.batch, each)

    def row(name: str, label: str, *calls: str) -> tuple[str, str, tuple[Quantity, ...]]:
        return name, label, tuple(rows if call in calls else None for call in COLUMNS)

    partly = plan.backend != "PufferEnv" and plan.batch != plan.environments
    return Table(
        "leading_dimensions",
        "Leading dimensions",
        COLUMNS,
        (
            row("observations", "observations", "reset", "step", "recv"),
            row("rewards", "rewards", "step", "recv"),
            row("terminals", "terminals", "step", "recv"),
            row("truncations", "truncations", "step", "recv"),
            row("agent_ids", "agent ids", "recv"),
            row("masks", "masks", "recv"),
        ),
        ("reset() and step() hand over one batch, not all environments",) if partly else (),
    )


def _training(given: Given, plan: Layout) -> Group:
    """PuffeRL's own numbers, as far as they can be told."""
    agents = Agents(plan.environments, given.agents_per_env)
    trainer = Trainer(given.section("train"), agents.value, plan.environments, plan.backend, False)
    batch: Quantity = trainer.batch
    segments: Quantity = trainer.segments
    if trainer.value("batch_size") == "auto" and trainer.horizon is not None:
        batch, segments = Agents(agents.times * trainer.horizon, agents.each), agents
    size, most = trainer.value("minibatch_size"), trainer.value("max_minibatch_size")
    facts = (
        Fact("batch_size", "batch (agent steps of one update)", batch),
        Fact("horizon", "horizon (steps of one segment)", trainer.horizon),
        Fact("segments", "segments of a batch", segments),
        Fact("minibatch_size", "minibatch that is computed at once", trainer.minibatch),
        Fact("minibatch_segments", "its segments", _steps(trainer.minibatch, trainer.horizon)),
        Fact(
            "minibatches",
            "minibatches per update",
            _minibatches(trainer),
            "update_epochs x batch / minibatch",
        ),
        Fact("accumulated", "minibatches per optimizer step", max(1, _steps(size, most) or 1)),
        Fact(
            "epochs", "updates of the run", _steps(trainer.value("total_timesteps"), trainer.batch)
        ),
    )
    sizes = {key: trainer.value(key) for key in SIZES}
    remarks = list(lacking(sizes, lambda value: is_number(value) or value == "auto"))
    if agents.each is None:
        remarks.append("--agents-per-env N tells more")
    return Group("training", "Training", facts, tuple(remarks))


def _minibatches(trainer: Trainer) -> int | None:
    passes, batch, minibatch = trainer.value("update_epochs"), trainer.batch, trainer.minibatch
    if not is_number(passes) or batch is None or minibatch is None:
        return None
    try:
        return int(passes * batch / minibatch)
    except (ArithmeticError, ValueError):
        return None


def _steps(whole: Any, part: Any) -> int | None:
    """How often a part fits; None where either is no number or the part is none."""
    if not is_number(whole) or not is_number(part):
        return None
    try:
        return int(whole // part)
    except (ArithmeticError, ValueError):
        return None
