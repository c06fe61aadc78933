"""A name of 3.0's environments that no call shows is told: 4.0 knows it under another."""

from __future__ import annotations

import pytest

from tests.migrate.helpers import migrated

HEAD = "from pufferlib import pufferl\nimport subprocess, threading\npufferl.train('puffer_go')\n"


def _notes(text: str) -> list[str]:
    parts = migrated(HEAD + text, "a.py").parts
    return [one for part in parts for one in part.remarks if "stays" in one]


@pytest.mark.parametrize(
    "text",
    [
        "threading.Thread(target=pufferl.train, args=('puffer_pong',))",
        "for name in ['puffer_pong']: start(name)",
        "pufferl.train('puffer_pong' if fast else other)",
    ],
)
def test_what_no_call_shows_is_told(text: str) -> None:
    assert _notes(text) == ["line 4: 'puffer_pong' stays: 4.0 calls it pong"]


def test_it_is_told_once() -> None:
    (told,) = _notes("x = 'puffer_pong'\ny = ['puffer_pong']\n")
    assert told == "line 4: 'puffer_pong' stays (again in line 5): 4.0 calls it pong"


@pytest.mark.parametrize(
    "text",
    [
        "pufferl.train('puffer_pong')",
        "subprocess.run(['puffer', 'train', 'puffer_pong'])",
        "x = 'puffer_pong-1'",
        "x = 'puffer_mine'",
    ],
)
def test_what_is_rewritten_or_none_of_upstreams_is_not_told(text: str) -> None:
    assert _notes(text) == []


def test_what_python_warns_of_keeps_nothing_from_being_told() -> None:
    assert _notes("r = '\\d'\nx = 'puffer_pong'\n") == [
        "line 5: 'puffer_pong' stays: 4.0 calls it pong"
    ]
