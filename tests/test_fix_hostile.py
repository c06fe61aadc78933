"""Fixes in texts that nobody would write so: they converge, touch their edits alone, and break no other reader."""

from __future__ import annotations

import json

import pytest

from tests.test_fix import fix

COMMAND = ["puffer", "train", "puffer_breakout", "--vec.num_envs", "8"]
RIGHT = ["puffer", "train", "puffer_breakout", "--vec.num-envs", "8"]
V4 = "[base]\nenv_name = my_env\n"


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        (
            "Dockerfile",
            f"FROM x\nCMD {json.dumps(COMMAND)}\n",
            f"FROM x\nCMD {json.dumps(RIGHT)}\n",
        ),
        (
            "compose.yaml",
            f"services:\n  a:\n    command: {json.dumps(COMMAND)}\n",
            f"services:\n  a:\n    command: {json.dumps(RIGHT)}\n",
        ),
        (
            "a.sh",
            "puffer train puffer_breakout '--vec.num_envs' 8\n",
            "puffer train puffer_breakout '--vec.num-envs' 8\n",
        ),
        (
            "a.sh",
            'puffer train puffer_breakout "--vec.num_envs=8"\n',
            'puffer train puffer_breakout "--vec.num-envs=8"\n',
        ),
    ],
)
def test_a_word_of_a_command_keeps_its_quotes(name: str, before: str, after: str) -> None:
    assert fix(before, name=name).after.decode() == after


def test_an_environment_in_a_list_keeps_its_quotes() -> None:
    text = 'FROM x\nCMD ["puffer", "train", "puffer_breakuot"]\n'
    after = fix(text, name="Dockerfile", unsafe=True).after.decode()
    assert after == text.replace("breakuot", "breakout")


@pytest.mark.parametrize(
    "text",
    [
        "base: &b\n  total_agents: 4096\n  num_buffers: 2.5\nvec:\n  <<: *b\nother: *b\n",
        "vec: &b\n  total_agents: 4096\n  num_buffers: '2'\nother: *b\n",
        "n: &n 2.5\nvec: {total_agents: 4096, num_buffers: *n}\n",
    ],
)
def test_what_an_alias_reads_elsewhere_is_not_fixed(text: str) -> None:
    one = fix(text, name="a.yaml", target="4.0", unsafe=True)
    assert one.after.decode() == text
    assert one.report.findings
    assert all(found.fix is None for found in one.report.findings)


def test_an_anchor_that_nothing_reads_keeps_no_fix_out() -> None:
    text = "vec: &b\n  total_agents: 4096\n  num_buffers: 2.5\n"
    after = fix(text, name="a.yaml", target="4.0").after.decode()
    assert after == text.replace("2.5", "2")


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("a.ini", V4 + "[vec]\r\nnum_buffers = 2.5\n[train]\r\nbptt_horizon = 64", "num_buffers = 2\n|horizon = 64"),
        ("a.ini", V4.replace("\n", "\r") + "[vec]\rnum_buffers = 3.5\r", "num_buffers = 3\r"),
        ("a.ini", V4 + "[vec]\n\x0cnum_buffers:2.5\x0b\n", "\x0cnum_buffers:2\x0b"),
        ("a.ini", V4 + "[vec]\ntotal_agents = 64\n[train]\nbptt_horizon =\n    64\n    # in\n", "horizon =\n    64\n    # in\n"),
        ("a.toml", "vec = { num_buffers = 2.5, num_envs = 3, total_agents = 64 } # c\n", "vec = { num_buffers = 2, total_agents = 64 } # c\n"),
        ("a.toml", "vec.total_agents = 64\nvec.num_buffers = 2.5\n\n'train'.\"bptt_horizon\" = 6_4", "num_buffers = 2\n|= 6_4"),
        ("a.json", '{"vec": {"total\\u005fagents": 64, "num_buffers": 2.5}, "n": "\\u00e9\\/"}\r\n', '"num_buffers": 2}|"\\u00e9\\/"}\r\n'),
        ("a.yaml", "vec: {\n  total_agents: 64, # c\n  num_envs: 3, # d\n  num_buffers: 2.5,\n}\n", "# c\n  # d\n  num_buffers: 2,\n}\n"),
    ],
)  # fmt: skip
def test_what_is_around_an_edit_stays(name: str, before: str, after: str) -> None:
    made = fix(before, name=name, target="4.0").after.decode()
    assert made != before
    for part in after.split("|"):
        assert part in made
