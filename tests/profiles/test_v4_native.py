"""The layout of 4.0 against a small model of the loops in src/vecenv.h, tried on every small case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from profilecheck.document import UNKNOWN
from profilecheck.profiles.base import Name
from profilecheck.profiles.v4_native import (
    COUNTED,
    Layout,
    agents_that_fit,
    buffers_that_fit,
    fits,
    idle_threads,
    layout,
    slots,
    started_threads,
    threads_per_buffer,
    unserved_agents,
)


def model(agents: int, buffers: int, per_env: int) -> tuple[int, int, int, int]:
    """Make the environments, fill the buffers, assign the slots; count what becomes of each slot."""
    environments = 0
    while environments * per_env < agents:
        environments += 1
    share = agents // buffers
    counts = [0] * buffers
    buffer = held = 0
    for _ in range(environments):
        held += per_env
        counts[buffer] += 1
        if held >= share and buffer < buffers - 1:
            buffer += 1
            held = 0
    used: Counter[int] = Counter()
    strayed = 0
    for buffer, count in enumerate(counts):
        for place in range(count * per_env):
            slot = buffer * share + place
            used[slot] += 1
            strayed += place >= share and slot < agents
    shared = sum(times > 1 for times in used.values())
    beyond = sum(slot >= agents for slot in used)
    return shared, strayed, beyond, agents - sum(slot < agents for slot in used)


def counted(agents: int, buffers: int, per_env: int) -> tuple[int, int, int, int]:
    found = slots(agents, buffers, per_env)
    assert found is not None
    return found.shared, found.strayed, found.beyond, found.empty


SMALL = [
    (agents, buffers, per_env)
    for agents in range(1, 41)
    for buffers in range(1, 9)
    for per_env in range(1, 9)
]


def test_slots_are_those_of_the_model_in_every_small_case() -> None:
    for case in SMALL:
        assert counted(*case) == model(*case), case


def test_exactly_the_multiples_are_safe_and_leave_nothing_empty() -> None:
    for case in SMALL:
        assert fits(*case) == (not any(model(*case))), case


def test_with_one_agent_an_environment_nothing_is_shared_or_written_beyond() -> None:
    for agents, buffers, per_env in SMALL:
        if per_env == 1 and agents >= buffers:
            shared, strayed, beyond, empty = model(agents, buffers, 1)
            assert (shared, beyond, empty) == (0, 0, 0)
            assert strayed == unserved_agents(agents, buffers)


@given(st.integers(1, 400), st.integers(1, 60), st.integers(1, 40))
def test_slots_are_those_of_the_model(agents: int, buffers: int, per_env: int) -> None:
    assert counted(agents, buffers, per_env) == model(agents, buffers, per_env)


@given(st.integers(1, 10**6), st.integers(1, 500), st.integers(1, 64))
def test_what_is_suggested_fits(agents: int, buffers: int, per_env: int) -> None:
    for count in agents_that_fit(agents, buffers, per_env):
        assert count > 0 and fits(count, buffers, per_env)
    for count in buffers_that_fit(agents, buffers, per_env):
        assert count > 0 and fits(agents, count, per_env)


@given(st.integers(1, 10**5), st.integers(1, 200))
def test_suggestions_come_nearest_first(agents: int, buffers: int) -> None:
    near = [abs(count - agents) for count in agents_that_fit(agents, buffers)]
    assert near == sorted(near)
    near = [abs(count - buffers) for count in buffers_that_fit(agents, buffers)]
    assert near == sorted(near)


def test_no_buffers_are_suggested_where_the_environments_do_not_come_out_even() -> None:
    assert list(buffers_that_fit(2048, 2, 5)) == []


@pytest.mark.parametrize("bad", [None, 0, -1])
def test_slots_need_counts(bad: int | None) -> None:
    assert slots(bad, 2, 2) is None
    assert slots(8, bad, 2) is None
    assert slots(8, 2, bad) is None


def test_slots_are_not_counted_over_very_many_buffers() -> None:
    assert slots(2**30, COUNTED + 1, 2) is None


@pytest.mark.parametrize(
    ("threads", "buffers", "each", "idle", "started"),
    [
        (16, 2, 8, 0, 18),
        (16, 5, 3, 1, 20),
        (1, 8, 1, 0, 16),
        (0, 2, 1, 0, 4),
        (-1, 2, 1, 0, 4),
        (7, 8, 1, 0, 16),
        (15, 8, 1, 7, 16),
    ],
)
def test_threads_are_divided_among_the_buffers(
    threads: int, buffers: int, each: int, idle: int, started: int
) -> None:
    assert threads_per_buffer(threads, buffers) == each
    assert idle_threads(threads, buffers) == idle
    assert started_threads(threads, buffers) == started


@pytest.mark.parametrize(("threads", "buffers"), [(None, 2), (8, None), (8, 0), (8, -2)])
def test_threads_need_buffers(threads: int | None, buffers: int | None) -> None:
    assert threads_per_buffer(threads, buffers) is None
    assert idle_threads(threads, buffers) is None
    assert started_threads(threads, buffers) is None


def of(values: Mapping[Name, object], agents_per_env: int | None = None) -> Layout:
    return layout(lambda section, key: values.get((section, key), UNKNOWN), agents_per_env)


VEC: Mapping[Name, object] = {
    ("vec", "total_agents"): 4096,
    ("vec", "num_buffers"): 4.78896,
    ("vec", "num_threads"): 16,
}
TRAIN: Mapping[Name, object] = {
    ("train", "horizon"): 64,
    ("train", "minibatch_size"): 8192,
    ("train", "replay_ratio"): 1.5,
    ("train", "total_timesteps"): 10_000_000,
    ("train", "gpus"): 2,
}


def test_a_layout_is_that_of_the_numbers_as_c_reads_them() -> None:
    found = of(VEC)
    assert (found.num_buffers, found.agents_per_buffer, found.unserved_agents) == (4, 1024, 0)
    assert (found.threads_per_buffer, found.idle_threads, found.threads) == (4, 0, 20)


def test_a_layout_tells_of_rollouts_and_updates() -> None:
    found = of({**VEC, **TRAIN})
    assert (found.batch_size, found.minibatches, found.epochs) == (262_144, 48, 19)


def test_a_layout_tells_of_environments_only_where_their_agents_are_declared() -> None:
    assert of(VEC).environments is None
    found = of(VEC, 8)
    assert (found.environments, found.environments_per_buffer) == (512, 128)
    assert found.slots is not None and found.slots.safe


def test_a_layout_knows_no_environments_per_buffer_where_they_do_not_fit() -> None:
    found = of({**VEC, ("vec", "num_buffers"): 2}, 5)
    assert (found.environments, found.environments_per_buffer) == (820, None)
    assert found.slots is not None and not found.slots.safe


@pytest.mark.parametrize("name", list(VEC))
@pytest.mark.parametrize("bad", [UNKNOWN, "auto", None, 1e300])
def test_a_layout_is_silent_on_what_a_value_leaves_open(name: Name, bad: object) -> None:
    found = of({**VEC, **TRAIN, name: bad}, 8)
    assert getattr(found, name[1]) is None
    if name[1] == "num_threads":
        assert found.threads is None and found.agents_per_buffer == 1024
    else:
        assert found.agents_per_buffer is None and found.slots is None


@pytest.mark.parametrize("buffers", [0, 0.5, -3, False])
def test_no_buffers_no_layout(buffers: object) -> None:
    found = of({**VEC, ("vec", "num_buffers"): buffers}, 2)
    left = (found.agents_per_buffer, found.unserved_agents, found.threads, found.slots)
    assert left == (None, None, None, None)


def test_nothing_given_is_nothing_known() -> None:
    assert of({}) == Layout()
