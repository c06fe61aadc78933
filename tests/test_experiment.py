"""What belongs to a run: the trainer's own, where its loader reads the file or is said to."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet, report

YAML = "vec: {backend: Serial, num_envs: 4, batch_size: 4}\ntrain: {minibatch_size: 100}\n"
TOML = "[vec]\nbackend = 'Serial'\nnum_envs = 4\nbatch_size = 4\n[train]\nminibatch_size = 100\n"
JSON = '{"vec": {"backend": "Serial", "num_envs": 4, "batch_size": 4}, "train": {"minibatch_size": 100}}'
INI = TOML.replace("'", "")
EVERY = pytest.mark.parametrize(
    ("name", "text"), [("a.yaml", YAML), ("a.toml", TOML), ("a.json", JSON), ("a.ini", INI)]
)


@EVERY
def test_the_trainers_relations_hold_over_its_defaults(name: str, text: str) -> None:
    found = finds(text, "PC606", name=name, defaults="ini")
    assert "[train] bptt_horizon = 64: 3.0 default.ini" in [note.message for note in found.notes]


@EVERY
def test_they_hold_over_the_default_ini_of_the_tree(name: str, text: str) -> None:
    train = "[train]\nbptt_horizon = %(some)s\nmax_minibatch_size = 100\n[DEFAULT]\nsome = 25\n"
    default = f"[base]\nrnn_name = None\n{train}"
    quiet(text, "PC606", name=name, defaults="ini", default_ini=default)
    finds(text, "PC606", name=name, defaults="ini", default_ini=default.replace("25", "64"))


def test_a_bare_table_has_no_trainer() -> None:
    quiet(YAML, "PC606", name="a.yaml")
    quiet(YAML, "PC606", name="a.yaml", defaults="signature")


def test_what_only_an_ini_can_do_wrong_is_asked_of_an_ini_only() -> None:
    text = (
        "base: {tag: x, env_name: \"'pong'\"}\nvec: {num_envs: 1, backend: Serial, batch_size: 1}\n"
    )
    codes = {one.code for one in report(text, name="a.yaml", defaults="ini").findings}
    assert not codes & {"PC009", "PC014", "PC015", "PC016", "PC019"}


def test_keys_of_env_are_not_missed_in_a_format_whose_env_table_is_not_read() -> None:
    text = "vec: {total_agents: 8192}\nbase: {env_name: breakout}\nenv: {reward: 1}\n"
    sweep = "sweep: {env.reward: {distribution: uniform, min: 0, max: 1, scale: auto}}\n"
    codes = report(text + sweep, name="a.yaml", target="4.0", defaults="ini").findings
    assert not {one.code for one in codes} & {"PC310", "PC673"}
