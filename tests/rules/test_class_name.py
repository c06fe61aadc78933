"""PC018: policy_name or rnn_name cannot be the name of a class."""

from __future__ import annotations

import pytest

from profilecheck.findings import Stage
from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet, report

VEC = "[vec]\nnum_envs = 8\n"


def ini(line: str) -> str:
    return f"[base]\nenv_name = a\n{line}\n{VEC}"


def test_none_in_small_letters_is_text() -> None:
    found = finds(ini("rnn_name = none"), "PC018", at=(3, 1), severity="error")
    assert found.message == (
        "[base] rnn_name = none is text that names no class: load_policy raises AttributeError; "
        "write the name of a class, or None for no RNN"
    )
    assert found.stage is Stage.INIT
    assert found.fix is not None and found.fix.edits[0].text == "None"


@pytest.mark.parametrize("text", ["False", "True", "0", "2", "[]"])
def test_what_is_no_text_at_all(text: str) -> None:
    for key in ("rnn_name", "policy_name"):
        assert "raises TypeError" in finds(ini(f"{key} = {text}"), "PC018").message


@pytest.mark.parametrize("text", ["null", "false", "no", "'None'", '""', "", "a.B", "My Policy"])
def test_texts_that_name_no_class(text: str) -> None:
    for key in ("rnn_name", "policy_name"):
        assert "raises AttributeError" in finds(ini(f"{key} = {text}"), "PC018").message


def test_nothing_at_all() -> None:
    assert "policy_name is empty, which names" in finds(ini("policy_name ="), "PC018").message


def test_there_is_always_a_policy() -> None:
    found = finds(ini("policy_name = None"), "PC018", severity="error")
    assert found.message == (
        "[base] policy_name = None names no class: load_policy raises TypeError; "
        "write the name of the policy's class, such as Policy"
    )


def test_in_every_mode() -> None:
    finds(ini("rnn_name = none"), "PC018", severity="error", mode="eval")


def test_what_follows_from_the_rnn_is_not_told() -> None:
    text = ini("rnn_name = none").replace("num_envs = 8", "backend = PufferEnv\nnum_envs = 1")
    assert [f.code for f in report(text).findings] == ["PC018"]


def test_a_comment_in_the_value_is_one_finding() -> None:
    quiet(ini("policy_name = Policy  # the usual one"), "PC018")


@pytest.mark.parametrize(
    "line",
    [
        *("rnn_name = None", "rnn_name = Recurrent", "rnn_name = LSTM_2", "rnn_name = 'Recurrent'"),
        *("policy_name = Policy", "policy_name = Default", "policy_name = Networks", ""),
    ],
)
def test_names_of_classes(line: str) -> None:
    quiet(ini(line), "PC018")


def test_other_readers() -> None:
    quiet("base: {rnn_name: false}\nvec: {num_envs: 8}\n", "PC018", name="a.yaml")
    quiet("[base]\nenv_name = a\n[vec]\ntotal_agents = 8\n", "PC018", target="4.0")


def test_it_is_a_warning_in_a_fork() -> None:
    fork = Surroundings(fork="default.ini has names of its own ([vec] x)")
    finds(ini("rnn_name = none"), "PC018", severity="warning", surroundings=fork)
