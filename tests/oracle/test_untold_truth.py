"""What the decision tables find beside an error that nobody is told of: all that mending it would leave."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pytest
from make_cases import Case

from profilecheck.findings import Severity
from profilecheck.profiles import profiles, v3_layout, v3_make, v3_train, v3_train_mends
from profilecheck.profiles.v3_make import Fault, Untold
from profilecheck.profiles.v3_trainer import Trainer
from tests.oracle.test_train_truth import ROWS
from tests.oracle.test_truth_table import truth

pytestmark = [pytest.mark.usefixtures("without_offers"), pytest.mark.heavy]

V3 = profiles()["3.0"]
Values = Mapping[str, object]
Decide = Callable[[Values, Untold], tuple[Fault, ...]]


def errors(found: Iterable[Fault]) -> dict[tuple[str, ...], Fault]:
    return {fault.identity: fault for fault in found if fault.severity is Severity.ERROR}


def all_errors(values: Values, decide: Decide) -> dict[tuple[str, ...], Fault]:
    """What is found where nobody is told of anything."""
    untold: set[tuple[str, ...]] = set()
    while True:
        found = errors(decide(values, untold))
        if found.keys() <= untold:
            return found
        untold |= found.keys()


def lost(values: Values, decide: Decide, mends: Iterable[Mapping[str, object]]) -> list[object]:
    """The errors that a change of one other key would bring to light, and that are not found before.

    What takes a value that is wrong by itself is left out: it depends on what the value will be.
    """
    everything = all_errors(values, decide)
    open_ = {fault.keys[0] for fault in everything.values() if fault.alone}
    assert everything.keys() >= errors(decide(values, frozenset())).keys()
    return [
        (change, error)
        for change in mends
        for error in errors(decide({**values, **change}, frozenset())).values()
        if open_.union(change).isdisjoint(_taken(error)) and error.identity not in everything
    ]


def _taken(error: Fault) -> set[str]:
    """The keys that decide an error: a minibatch is computed at once where it is below the maximum."""
    return {*error.keys, *(["max_minibatch_size"] if "minibatch_size" in error.keys else [])}


def make(case: Case) -> Decide:
    def decide(values: Values, untold: Untold) -> tuple[Fault, ...]:
        return v3_make.decide(values, cores=case.cores, creators=case.creators, untold=untold)

    return decide


def trained(agents: int) -> Decide:
    def decide(values: Values, untold: Untold) -> tuple[Fault, ...]:
        return v3_train.decide(values, agents, backend="Serial", untold=untold)

    return decide


@pytest.mark.parametrize("part", range(8))
def test_the_table_of_make_loses_nothing(part: int) -> None:
    cases = [case for case, raised, _ in truth() if raised is not None]
    for case in cases[part::8]:
        decide = make(case)
        changes = [
            change
            for fault in errors(decide(case.kwargs, frozenset())).values()
            for change in v3_layout.candidates(fault, case.kwargs)
            if "backend" not in change
        ]
        assert lost(case.kwargs, decide, changes) == [], case


def test_the_table_of_the_trainer_loses_nothing() -> None:
    defaults = {key: V3.read(text) for key, text in V3.default_texts()["train"].items()}
    for row in ROWS:
        given = {key: V3.read(text) for key, text in row.get("train", {}).items()}
        train = {**defaults, "device": "cpu", **given}
        train = {key: value for key, value in train.items() if key not in row.get("drop", ())}
        agents = row["agents_per_env"]
        decide = trained(agents)
        trainer = Trainer(train, agents, 1, "Serial", False)
        changes = [
            change
            for fault in errors(decide(train, frozenset())).values()
            for change in v3_train_mends.candidates(fault, trainer)
        ]
        assert lost(train, decide, changes) == [], row
