"""The contract of a vecenv, on arrays of all kinds."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from profilecheck.launch.contract import Contract, Structure, contract_of, problems

PLAIN = Contract(agents=4, in_all=8, shape=(2,), dtype="float32")
STRUCTURE = np.dtype([("count", np.float32, (2,)), ("bytes", np.uint8, (3,))], align=True)
STRUCTURED = Contract(4, 8, (12,), "uint8", Structure(str(STRUCTURE), 12, "uint8"))


def batch(**other: Any) -> tuple[Any, ...]:
    """What recv hands over, with some of it replaced."""
    whole = {
        "observations": np.zeros((4, 2), np.float32),
        "rewards": np.zeros(4, np.float32),
        "terminals": np.zeros(4, bool),
        "truncations": np.zeros(4, bool),
        "infos": [],
        "agent_ids": np.arange(4, 8),
        "masks": np.ones(4, bool),
    }
    return tuple((whole | other).values())


def test_what_keeps_it_is_silent() -> None:
    whole = batch()
    assert not problems(PLAIN, "recv", whole)
    assert not problems(PLAIN, "step", whole[:5])
    assert not problems(PLAIN, "reset", (whole[0], []))


@pytest.mark.parametrize("infos", [{}, [{}], None])
def test_infos_are_no_part_of_it(infos: object) -> None:
    assert not problems(PLAIN, "recv", batch(infos=infos))


@pytest.mark.parametrize(
    ("name", "array", "told"),
    [
        ("observations", np.zeros((8, 2), np.float32), "observations: shape (8, 2), expected (4, 2): one row"),
        ("observations", np.zeros((4, 2)), "observations: dtype float64, expected float32"),
        ("observations", [[0.0, 0.0]] * 4, "observations: a list, expected an array"),
        ("rewards", np.zeros((4, 1), np.float32), "rewards: shape (4, 1), expected (4,)"),
        ("rewards", np.zeros(4), "rewards: dtype float64, expected float32"),
        ("terminals", np.zeros(4, np.uint8), "terminals: dtype uint8, expected bool"),
        ("truncations", np.zeros(4, np.float32), "truncations: dtype float32, expected bool"),
        ("agent_ids", np.arange(4.0), "agent ids: dtype float64, expected whole numbers"),
        ("agent_ids", np.array([1, 2, 2, 3]), "agent ids: some occur twice"),
        ("agent_ids", np.arange(6, 10), "agent ids: from 6 to 9, expected some of 0 to 7"),
        ("agent_ids", np.arange(2), "agent ids: shape (2,), expected (4,)"),
        ("masks", np.ones(4, np.int8), "masks: dtype int8, expected bool"),
        ("masks", np.ones(8, bool), "masks: shape (8,), expected (4,)"),
    ],
)  # fmt: skip
def test_what_does_not_keep_it_is_told(name: str, array: object, told: str) -> None:
    (found,) = problems(PLAIN, "recv", batch(**{name: array}))
    assert found.startswith(told)


def test_all_that_is_wrong_is_told() -> None:
    found = problems(PLAIN, "recv", batch(rewards=np.zeros((3, 1)), masks=None))
    assert [problem.partition(":")[0] for problem in found] == ["rewards", "rewards", "masks"]


@pytest.mark.parametrize(
    ("handed", "told"),
    [
        (batch()[:5], "it hands over 5 values, expected a tuple of 7: observations, rewards"),
        (None, "it hands over a NoneType, expected a tuple of 7"),
        (list(batch()), "it hands over a list, expected a tuple of 7"),
    ],
)
def test_a_tuple_of_another_length(handed: object, told: str) -> None:
    (found,) = problems(PLAIN, "recv", handed)
    assert found.startswith(told)


def test_a_structured_observation_comes_as_its_bytes() -> None:
    whole = np.zeros((4, 12), np.uint8)
    assert not problems(STRUCTURED, "recv", batch(observations=whole))
    (cast,) = problems(STRUCTURED, "recv", batch(observations=whole.astype(np.float32)))
    assert cast.startswith("observations: dtype float32, expected uint8: they are the bytes of")
    short = problems(STRUCTURED, "recv", batch(observations=whole[:, :8]))
    assert short[1].startswith("observations: 8 bytes for one agent, expected 12")


def test_the_dtypes_of_torch_have_the_same_names() -> None:
    class Tensor(SimpleNamespace):
        """What of a tensor is looked at; torch is not needed for it."""

    rewards = Tensor(shape=(4,), dtype="torch.float32")
    assert not problems(PLAIN, "recv", batch(rewards=rewards))


def test_what_a_vecenv_says_of_itself() -> None:
    space = SimpleNamespace(shape=(12,), dtype=np.dtype(np.uint8))
    emulated = {"observation_dtype": np.dtype(np.uint8), "emulated_observation_dtype": STRUCTURE}
    vecenv = SimpleNamespace(
        agents_per_batch=4, num_agents=8, single_observation_space=space, emulated=emulated
    )
    assert contract_of(vecenv) == STRUCTURED
    vecenv.emulated = False
    assert contract_of(vecenv).structure is None
    del vecenv.agents_per_batch
    assert contract_of(vecenv).agents == 8
    vecenv.emulated = emulated | {"emulated_observation_dtype": np.dtype((np.uint8, (12,)))}
    assert contract_of(vecenv).structure is None
