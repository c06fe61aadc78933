"""The trainer's decision table against what the real PuffeRL of 3.0.0 did."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from profilecheck.document import UNKNOWN
from profilecheck.findings import Severity, Stage
from profilecheck.profiles import profiles
from profilecheck.profiles.v3_make import Fault
from profilecheck.profiles.v3_train import TABLE, decide

V3 = profiles()["3.0"]
DEFAULTS: Mapping[str, object] = {
    **{key: V3.read(text) for key, text in V3.default_texts()["train"].items()},
    "device": "cpu",
}
TRUTH = Path(__file__).parent.parent.parent / "fixtures" / "truth" / "train_3.0.jsonl"
ROWS = [json.loads(line) for line in TRUTH.read_text(encoding="utf-8").splitlines()]

RAISED = {
    "adam-betas-mixed": ("ValueError", "betas must be either both floats"),
    "adam-range": ("ValueError", "Invalid "),
    "agents-over-segments": ("APIUsageError", "Total agents"),
    "batch-below-minibatch": ("APIUsageError", "must be >= minibatch_size"),
    "both-auto": ("APIUsageError", "Must specify batch_size or bptt_horizon"),
    "compile-mode": ("RuntimeError", "Unrecognized mode"),
    "horizon-auto-zero": ("ZeroDivisionError", ""),
    "max-minibatch": ("APIUsageError", "must divide evenly"),
    "minibatch-by-horizon": ("APIUsageError", "must be divisible by bptt_horizon"),
    "missing-key": ("KeyError", ""),
    "no-epochs": ("ZeroDivisionError", ""),
    "no-minibatches": ("UnboundLocalError", "'advantages'"),
    "optimizer": ("ValueError", "Unknown optimizer"),
    "reserved-key": ("TypeError", "multiple values for keyword argument 'env'"),
    "segments-by-agents": ("RuntimeError", "expanded size of the tensor"),
    "size-zero": ("ZeroDivisionError", ""),
    "torch-deterministic": ("RuntimeError", "set_deterministic_cudnn expects a bool"),
    "zero-interval": ("ZeroDivisionError", ""),
}
"""What the real trainer raised where that is one thing; other causes are told by their place alone."""


def faults(row: Mapping[str, Any], *, known: bool = True) -> tuple[Fault, ...]:
    """What the table says of a case, with the number of agents or without."""
    train = {**DEFAULTS, **{key: V3.read(text) for key, text in row["train"].items()}}
    for key in row.get("drop", ()):
        train.pop(key, None)
    vec = row.get("vec", {})
    envs, backend = int(vec.get("num_envs", "1")), vec.get("backend", "Serial")
    batch = int(vec.get("batch_size", "1"))
    least = batch if backend == "Multiprocessing" else envs
    per_env = row["agents_per_env"] if known else 1
    agents = envs * per_env if known else None
    single = least * per_env == 1
    return decide(train, agents, envs, backend=backend, single=single)


def errors(found: tuple[Fault, ...]) -> list[Fault]:
    return [fault for fault in found if fault.severity is Severity.ERROR]


def told(row: Mapping[str, Any]) -> str:
    return json.dumps({key: row[key] for key in ("train", "vec", "drop") if key in row})


def test_truth_meets_every_row_of_the_table() -> None:
    causes = {fault.cause for row in ROWS for fault in faults(row)}
    assert causes == {row.cause for row in TABLE}
    assert len(ROWS) > 1500


def disagreement(row: Mapping[str, Any]) -> str | None:
    """How the table and the real trainer differ on a case; None where they agree."""
    verdict = row["verdict"]
    found = errors(faults(row))
    if not found or verdict["stage"] == "ok":
        return None if not found and verdict["stage"] == "ok" else f"{found} but {verdict}"
    first = found[0]
    kind, words = RAISED.get(first.cause, (verdict["type"], ""))
    agrees = (
        first.stage.value == verdict["stage"]
        and kind == verdict["type"]
        and words in verdict["message"]
    )
    return None if agrees else f"{first.cause} but {verdict}"


def test_it_fails_where_the_real_trainer_fails_and_for_its_cause() -> None:
    wrong = {told(row): said for row in ROWS if (said := disagreement(row))}
    assert not wrong


def test_without_the_number_of_agents_it_says_only_what_holds() -> None:
    fine = [row for row in ROWS if row["verdict"]["stage"] == "ok"]
    assert not [told(row) for row in fine if errors(faults(row, known=False))]


def train(**changes: object) -> dict[str, object]:
    """A section that works with 8 agents, changed."""
    small: dict[str, object] = {"minibatch_size": 64, "bptt_horizon": 16}
    return {**DEFAULTS, **small, **changes}


def causes(section: Mapping[str, object], agents: int | None = None, least: int = 1) -> list[str]:
    return [fault.cause for fault in decide(section, agents, least)]


def test_the_shipped_section_needs_128_agents() -> None:
    assert causes(DEFAULTS, 127) == ["batch-below-minibatch"]
    assert causes(DEFAULTS, 128) == []
    assert causes(DEFAULTS) == []


def test_an_unknown_value_keeps_its_checks_silent() -> None:
    assert causes(train(batch_size=UNKNOWN, minibatch_size=UNKNOWN), 8) == []
    assert causes(train(gamma=UNKNOWN, optimizer=UNKNOWN, compile=UNKNOWN), 8) == []


def test_environments_alone_decide_what_no_agents_per_environment_can_mend() -> None:
    section = train(batch_size=16 * 10, minibatch_size=16)
    assert causes(section, None, 4) == ["segments-by-agents"]
    assert causes(section, None, 5) == []
    assert causes(section, None, 11) == ["agents-over-segments"]


def test_a_batch_of_one_agent_writes_past_the_rows_without_an_error() -> None:
    section = train(batch_size=16 * 10, minibatch_size=16)
    assert decide(section, 4, 4, single=True) == ()


def test_each_independent_fault_is_told() -> None:
    section = train(optimizer="adamw", precision="fp16", torch_deterministic="yes", gamma="high")
    assert causes(section, 8) == ["torch-deterministic", "optimizer", "precision", "value-type"]


def test_a_fault_hides_what_depends_on_its_value() -> None:
    assert causes(train(bptt_horizon=0, batch_size=100), 8) == ["size-below-one"]


def test_a_run_without_steps_still_evaluates_and_saves() -> None:
    section = train(total_timesteps=0, checkpoint_interval=0, data_dir=None)
    found = decide(section, 8)
    assert [fault.cause for fault in found] == ["value-type", "never-trains"]
    assert found[1].severity is Severity.WARNING


def test_facts_hold_the_resolved_sizes() -> None:
    (fault,) = decide(train(minibatch_size=1024), 8)
    assert fault.keys == ("minibatch_size", "batch_size", "bptt_horizon")
    assert fault.facts["batch"] == 128
    assert fault.stage is Stage.INIT


def values() -> Iterator[object]:
    yield from (None, True, "", "8", 0, -1, 1.5, [], {}, (), b"x", 1j, ..., {1}, float("inf"))
    yield from (10**400, -(10**400), float("nan"), UNKNOWN)


@pytest.mark.parametrize("key", sorted(DEFAULTS))
def test_no_value_makes_it_fail_itself(key: str) -> None:
    for value in values():
        for agents in (None, 1, 8):
            decide(train(**{key: value}), agents)
            decide(train(**{key: value, "optimizer": "adam", "batch_size": 128}), agents)
