"""Decisions taken apart, whatever stands in a path."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.choices import ChoiceError
from profilecheck.migrate.decisions import answers_of, takes
from tests.migrate.helpers import migrated, question


@pytest.mark.parametrize(
    ("word", "name", "value"),
    [
        ("train.batch_size=drop", "train.batch_size", "drop"),
        ("train.batch_size=horizon=2", "train.batch_size", "horizon=2"),
        (" train.batch_size = drop ", "train.batch_size", "drop"),
        ("a.ini:train.batch_size=horizon=2", "a.ini:train.batch_size", "horizon=2"),
        ("./b/../a.ini:vec.total_agents=8", "b/../a.ini:vec.total_agents", "8"),
        ("C:/x/a.ini:vec.total_agents=8", "C:/x/a.ini:vec.total_agents", "8"),
        ("a:b.ini:vec.total_agents=8", "a:b.ini:vec.total_agents", "8"),
        ("a=b.ini:vec.total_agents=8", "a=b.ini:vec.total_agents", "8"),
        ("base.env_name=C:x.y=z", "base.env_name", "C:x.y=z"),
        ("env.paddle speed=1", "env.paddle speed", "1"),
        ("nope=1", "nope", "1"),
        ("8:launch.line=leave", "8:launch.line", "leave"),
        ("run.sh:8:launch.line=leave", "run.sh:8:launch.line", "leave"),
    ],
)
def test_path_key_and_value(word: str, name: str, value: str) -> None:
    assert answers_of([word]) == {name: value}


def test_a_file_that_is_there_comes_before_a_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    word = "run.lr=0.1.ini:vec.total_agents=8"
    assert answers_of([word]) == {"run.lr": "0.1.ini:vec.total_agents=8"}
    (tmp_path / "run.lr=0.1.ini").touch()
    assert answers_of([word]) == {"run.lr=0.1.ini:vec.total_agents": "8"}
    line = "run.lr=0.1.ini:12:launch.line=leave"
    assert answers_of([line]) == {"run.lr=0.1.ini:12:launch.line": "leave"}
    (tmp_path / "lr=0.1").mkdir()
    new = "lr=0.1/train_vec_4.0-2.ini:env.size=3"
    assert answers_of([new]) == {"lr=0.1/train_vec_4.0-2.ini:env.size": "3"}


@pytest.mark.parametrize("word", ["", "=", "drop", "train.=1", ".x=1", "a.ini:=1"])
def test_what_is_no_decision_is_refused(word: str) -> None:
    with pytest.raises(ChoiceError, match="is no "):
        answers_of([word])


def test_one_key_is_decided_once() -> None:
    answers = answers_of(["vec.total_agents=8", "a.ini:vec.total_agents=9"])
    assert answers == {"vec.total_agents": "8", "a.ini:vec.total_agents": "9"}
    with pytest.raises(ChoiceError, match="decided twice: '8' and '9'"):
        answers_of(["a.ini:vec.total_agents=8", "./a.ini:vec.total_agents=9"])


@pytest.mark.parametrize("given", ["1e400", "-1e400", "1e309"])
def test_a_number_beyond_all_floats_is_no_answer(given: str) -> None:
    text = "[base]\nenv_name = reef\n[vec]\ntotal_agents = 64\n[train]\noptimizer = adam\nlearning_rate = 0.01\n"
    refused = question(migrated(text, decide={"train.learning_rate": given}), "train.learning_rate")
    assert (refused.open, refused.refused) == (True, given)
    assert takes(refused).endswith("a finite number")
    taken = question(migrated(text, decide={"train.learning_rate": "1e-4"}), "train.learning_rate")
    assert taken.answer == "1e-4"
