"""A file that its own reader refuses is never left in silence where it is PufferLib's."""

from __future__ import annotations

import pytest

from tests.migrate.helpers import migrated


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        (b"import pufferlib.vector\nprint 'old'\n", "a.py", "this is no Python"),
        (b"import pufferlib.vector # \xe9\n", "a.py", "byte 0xe9 is not UTF-8"),
    ],
)
def test_what_python_refuses_is_to_port(text: bytes, name: str, told: str) -> None:
    ledger = migrated(text, name)
    (port,) = ledger.ports
    assert ledger.status == "by-hand"
    assert port.what.startswith(told)
    assert port.how == "nothing of the file was migrated"


def test_what_python_refuses_and_is_to_stay_is_left() -> None:
    text = "# profilecheck: target=3.0\nimport pufferlib.vector\nprint 'old'\n"
    assert migrated(text, "a.py").status == "left"


def test_a_config_with_comments_that_json_has_not_is_blocked() -> None:
    ledger = migrated('// mine\n{"vec": {"num_envs": 8, "num_workers": 4}}\n', "a.json")
    assert (ledger.status, ledger.reason) == (
        "blocked",
        "its loader refuses it as it is: line 1: JSON has no comments",
    )


@pytest.mark.parametrize("text", ['// s\n{"vec": {"x": 1}}\n', '// s\n{"a": "vec"}\n'])
def test_what_check_takes_for_no_config_is_left(text: str) -> None:
    assert migrated(text, "settings.json").status == "left"
