"""A launch line that was decided to be left: what else was decided of it is taken, and asked no more."""

from __future__ import annotations

import pytest

from profilecheck.choices import ChoiceError
from profilecheck.migrate.decisions import see_that_all_answer
from profilecheck.migrate.ledger import FileLedger
from tests.migrate.helpers import migrated

TEXT = (
    "puffer train puffer_breakout --vec.num-envs $N --train.optimizer adam\n"
    "puffer train puffer_pong --train.learning-rate 0.01\n"
)
LEFT = {"run.sh:1:launch.line": "leave"}


def decided(answers: dict[str, str]) -> FileLedger:
    """The ledger with answers that are all seen to answer something."""
    ledger = migrated(TEXT, "run.sh", decide=answers)
    see_that_all_answer(answers, [ledger])
    return ledger


@pytest.mark.parametrize(
    "others",
    [
        {},
        {"run.sh:1:vec.total_agents": "4096"},
        {"run.sh:vec.total_agents": "4096"},
        {"vec.total_agents": "4096", "train.optimizer": "muon"},
        {"run.sh:1:train.optimizer": "muon"},
    ],
)
def test_other_answers_for_the_line(others: dict[str, str]) -> None:
    ledger = decided({**LEFT, **others})
    assert ledger.after == TEXT.replace("puffer_pong", "pong").encode()
    assert [port.what for port in ledger.ports] == ["a launch line of 3.0"]
    assert not [one for one in ledger.open if one.key.startswith("1:")]


def test_left_in_answer_to_a_question() -> None:
    ledger = decided({"run.sh:1:vec.total_agents": "leave", "run.sh:1:train.optimizer": "muon"})
    assert b"puffer_breakout" in (ledger.after or b"")
    assert not [one for one in ledger.open if one.key.startswith("1:")]


@pytest.mark.parametrize(
    "name", ["run.sh:1:launch.neptune", "run.sh:2:train.optimizer", "train.batch_size"]
)
def test_what_the_line_would_not_ask_answers_nothing(name: str) -> None:
    with pytest.raises(ChoiceError, match="nothing asks for it"):
        decided({**LEFT, name: "4"})


def test_a_hint_names_no_line_as_a_table() -> None:
    with pytest.raises(ChoiceError) as caught:
        decided({"run.sh:1:vec.total": "8"})
    assert "line 1" not in str(caught.value)
