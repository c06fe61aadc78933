"""What 3.0.0 accepts and then does, with workers that really start, reset and step.

Ray's actors are stood in for, in one process; the code of pufferlib's Ray class is the real one.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import record
from make_cases import Case

from profilecheck.findings import Severity
from profilecheck.profiles.v3_layout import layout
from profilecheck.profiles.v3_make import decide

pytestmark = pytest.mark.oracle

LIMIT = 3.0
"""Seconds after which a case counts as hung; the others take a tenth of one."""


def parallel(**kwargs: Any) -> dict[str, Any]:
    return {"backend": "Multiprocessing", "overwork": True, **kwargs}


def ray(**kwargs: Any) -> dict[str, Any]:
    return {"backend": "Ray", **kwargs}


def serial(**kwargs: Any) -> dict[str, Any]:
    return {"backend": "Serial", **kwargs}


CALLS: Mapping[str, dict[str, Any]] = {
    "seed of its own": parallel(num_envs=2, env_kwargs={"seed": 1}),
    "buffer of its own": parallel(num_envs=4, num_workers=2, env_kwargs={"buf": None}),
    "seed of its own, ray": ray(num_envs=2, env_kwargs={"seed": 1}),
    "batch over all, copying": parallel(num_envs=2, batch_size=4, zero_copy=False),
    "batch over all, ray": ray(num_envs=2, batch_size=4),
    "batch of none, ray": ray(num_envs=2, batch_size=0),
    "batch rotates": parallel(num_envs=4, batch_size=3, zero_copy=False),
    "first batch only": ray(num_envs=4, num_workers=4, batch_size=2),
    "serial runs fewer": serial(num_envs=4, batch_size=2),
    "native ignores": {"num_workers": 0, "batch_size": None, "zero_copy": "x", "nonsense": 1},
    "seed ignored, native": {"seed": 7},
    "seed ignored, serial": serial(num_envs=3, seed=7),
    "seed ignored, parallel": parallel(num_envs=2, seed=7),
    "flag counts by its truth": parallel(num_envs=2, batch_size=1, zero_copy="False"),
    "tolerated: True environments": parallel(num_envs=True, num_workers=1),
    "all in one batch": parallel(num_envs=4, num_workers=2),
    "two batches": parallel(num_envs=4, num_workers="auto", batch_size="auto"),
    "a batch of one worker": parallel(num_envs=4, num_workers=2, batch_size=2),
    "two of three workers": parallel(num_envs=6, num_workers=3, batch_size=2),
    "serial": serial(num_envs=3, num_workers=3, zero_copy=True),
    "ray": ray(num_envs=4, num_workers=2),
}


@pytest.fixture(scope="module")
def seen(oracle: Path) -> Mapping[str, dict[str, Any]]:
    """What became of every call."""
    cases = [Case(kwargs) for kwargs in CALLS.values()]
    answers = record.ask(oracle, cases, "--real", "--limit", str(LIMIT))
    return dict(zip(CALLS, answers, strict=True))


Seen = Mapping[str, dict[str, Any]]


def causes(name: str) -> list[str]:
    """What the table says of a call, beyond what is only advice."""
    faults = decide(CALLS[name], cores=8)
    return [fault.cause for fault in faults if fault.severity is not Severity.INFO]


@pytest.mark.parametrize("name", ["seed of its own", "buffer of its own"])
def test_workers_that_die_in_their_constructor_are_waited_for(seen: Seen, name: str) -> None:
    """For ever, or, where both are dead before reset writes to them, not at all: a broken pipe."""
    found = (seen[name]["verdict"], seen[name]["stage"])
    assert found in {("hang", "recv"), ("raise", "reset")}
    assert causes(name) == ["env-kwargs-seed-or-buf"]


def test_ray_raises_what_its_actors_raised(seen: Seen) -> None:
    told = seen["seed of its own, ray"]
    assert (told["verdict"], told["stage"]) == ("raise", "recv")
    assert causes("seed of its own, ray") == ["env-kwargs-seed-or-buf"]


@pytest.mark.parametrize(
    ("name", "type_", "cause"),
    [
        ("batch over all, copying", "IndexError", "batch-over-envs-copying"),
        ("batch over all, ray", "ValueError", "ray-batch-over-envs"),
        ("batch of none, ray", "ValueError", "ray-batch-zero"),
    ],
)
def test_the_first_step_raises(seen: Seen, name: str, type_: str, cause: str) -> None:
    told = seen[name]
    assert (told["verdict"], told["stage"], told["type"]) == ("raise", "recv", type_)
    assert causes(name) == [cause]


def test_batches_rotate(seen: Seen) -> None:
    assert seen["batch rotates"]["batches"] == [[0, 1, 2], [3, 0, 1], [2, 3, 0], [1, 2, 3]]
    assert causes("batch rotates") == ["batches-rotate"]


def test_ray_only_ever_steps_its_first_batch(seen: Seen) -> None:
    assert seen["first batch only"]["batches"] == [[0, 1]] * 4
    assert causes("first batch only") == ["ray-first-batch-only"]


def test_serial_runs_a_batch(seen: Seen) -> None:
    assert seen["serial runs fewer"]["running"] == 2
    assert causes("serial runs fewer") == ["serial-runs-fewer"]


def test_a_native_ignores_what_no_other_backend_takes(seen: Seen) -> None:
    assert seen["native ignores"]["verdict"] == "done"
    assert causes("native ignores") == ["native-ignores"] * 4


@pytest.mark.parametrize(
    ("name", "built_with"),
    [
        ("seed ignored, native", [-1.0]),
        ("seed ignored, serial", [0.0, 1.0, 2.0]),
        ("seed ignored, parallel", [0.0, 1.0]),
    ],
)
def test_no_environment_is_built_with_the_seed(
    seen: Seen, name: str, built_with: list[float]
) -> None:
    """-1 stands for no seed at all, which is what a native environment gets."""
    assert seen[name]["built_with"] == built_with
    assert causes(name) == ["seed-ignored"]


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("flag counts by its truth", "flag-not-bool"),
        ("tolerated: True environments", "tolerated-type"),
    ],
)
def test_what_is_tolerated_runs(seen: Seen, name: str, cause: str) -> None:
    assert seen[name]["verdict"] == "done"
    assert causes(name) == [cause]


GOOD = ["all in one batch", "two batches", "a batch of one worker", "two of three workers", "ray"]


@pytest.mark.parametrize("name", [*GOOD, "serial"])
def test_what_the_table_accepts_runs_in_the_layout_it_says(seen: Seen, name: str) -> None:
    told, expected = seen[name], layout(CALLS[name])
    assert expected is not None
    assert told["verdict"] == "done"
    assert causes(name) == []
    assert {len(batch) for batch in told["batches"]} == {expected.batch}
    assert told["running"] == (expected.workers or expected.environments)
