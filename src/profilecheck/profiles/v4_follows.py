"""What follows from a 4.0 config: agents and threads of its buffers, rollouts and minibatches.

Sources: PufferLib 8e3e754 src/vecenv.h, pufferlib/pufferl.py validate_config, _train, eval; 754d725
src/pufferlib.cu.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from profilecheck.document import UNKNOWN
from profilecheck.profiles import v4_train
from profilecheck.profiles.follows import EACH, Fact, Given, Group, Part, lacking
from profilecheck.profiles.v4_bindings import known_agents
from profilecheck.profiles.v4_native import Layout, layout
from profilecheck.profiles.v4_numbers import real, whole

UPSTREAMS = (
    "the agents per environment are those of upstream's environment of this name; "
    "declare your own with --agents-per-env"
)


NEEDED = (
    *(("vec", "total_agents"), ("vec", "num_buffers"), ("vec", "num_threads")),
    *(("train", "horizon"), ("train", "minibatch_size"), ("train", "replay_ratio")),
    ("train", "total_timesteps"),
)
"""What the numbers that follow are made of; the last three only in training."""


def follows(given: Given) -> tuple[Part, ...]:
    """Buffers, and the trainer's updates."""

    def get(section: str, key: str) -> object:
        if given.mode == "eval" and (section, key) == ("train", "horizon"):
            return 1
        return given.values.get((section, key), UNKNOWN)

    known = known_agents(given.values)
    declared = given.agents_per_env
    plan = layout(get, known.count if known and declared is None else declared)
    horizon, minibatch = whole(get("train", "horizon")), whole(get("train", "minibatch_size"))
    parts: tuple[Group, ...] = (
        _buffers(plan, upstreams=declared is None and known is not None),
        Group("rollout", "Rollout", tuple(_rollout(plan, horizon, given.mode))),
        Group("updates", "Updates", tuple(_updates(plan, horizon, minibatch))),
    )
    parts = parts[:2] if given.mode == "eval" else parts
    needed = NEEDED[:4] if given.mode == "eval" else NEEDED
    missing = lacking({key: get(section, key) for section, key in needed}, _is_number)
    last = parts[-1]
    return (*parts[:-1], replace(last, remarks=(*last.remarks, *missing)))


def _is_number(value: object) -> bool:
    return whole(value) is not None or real(value) is not None


def _buffers(plan: Layout, *, upstreams: bool) -> Group:
    facts = [
        Fact("total_agents", "agents (per GPU)", plan.total_agents),
        Fact("buffers", "buffers", plan.num_buffers),
        Fact("agents_per_buffer", "agents per buffer", plan.agents_per_buffer),
    ]
    if plan.unserved_agents:
        lost = "stepped, but they never get an action"
        facts.append(
            Fact("unserved_agents", "agents that no buffer serves", plan.unserved_agents, lost)
        )
    facts += [
        Fact("threads_per_buffer", "threads per buffer", plan.threads_per_buffer),
        Fact("threads", "threads in all", plan.threads, "one more for each buffer, to manage it"),
    ]
    if plan.idle_threads:
        facts.append(Fact("idle_threads", "threads that no buffer uses", plan.idle_threads))
    remarks = (UPSTREAMS, *_remarks(plan)) if upstreams else tuple(_remarks(plan))
    return Group("buffers", "Buffers", (*facts, *_environments(plan)), remarks)


def _environments(plan: Layout) -> Iterator[Fact]:
    if plan.agents_per_env is None:
        return
    yield Fact("agents_per_environment", EACH, plan.agents_per_env)
    yield Fact("environments", "environments", plan.environments)
    yield Fact("environments_per_buffer", "environments per buffer", plan.environments_per_buffer)


def _remarks(plan: Layout) -> Iterator[str]:
    if plan.agents_per_env is None and plan.total_agents is not None:
        yield "--agents-per-env N tells the environments too"
    if plan.slots is not None and not plan.slots.safe:
        yield f"environments do not fit their buffers: {plan.slots.told}"


def _rollout(plan: Layout, horizon: int | None, mode: str) -> Iterator[Fact]:
    yield Fact("horizon", "steps (horizon)", horizon, "eval sets 1" if mode == "eval" else "")
    yield Fact("segments", "segments, one an agent", plan.total_agents)
    yield Fact("batch_size", "agent steps (agents x horizon)", plan.batch_size)


def _updates(plan: Layout, horizon: int | None, minibatch: int | None) -> Iterator[Fact]:
    yield Fact("minibatch_size", "agent steps of a minibatch", minibatch)
    segments = v4_train.segments(minibatch, horizon) if minibatch and horizon else None
    yield Fact("minibatch_segments", "segments of a minibatch", segments)
    yield Fact(
        "minibatches",
        "minibatches per update",
        plan.minibatches,
        "replay_ratio x batch / minibatch",
    )
    yield Fact("epochs", "updates of the run (per GPU)", plan.epochs)
