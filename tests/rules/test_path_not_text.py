"""PC316 path-not-text."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def ini(key: str, text: str) -> str:
    return f"[base]\n{key} = {text}\nenv_name = pong\n[vec]\ntotal_agents = 8192\n"


@pytest.mark.parametrize("key", ["checkpoint_dir", "log_dir"])
@pytest.mark.parametrize("text", ["None", "3", "['a']", "b'a'", "True"])
def test_what_no_path_can_hold(key: str, text: str) -> None:
    found = finds(ini(key, text), "PC316", at=(2, 1), severity="error", target="4.0")
    assert f"[base] {key} = {text} is no text" in found.message
    assert found.message.endswith("write the name of a folder")


@pytest.mark.parametrize("text", ["runs", "runs/3", "'3'", "none", "3rd"])
def test_silent_text(text: str) -> None:
    quiet(ini("checkpoint_dir", text), "PC316", target="4.0")


def test_silent_the_name_that_was_asked_for_is_text_whatever_the_file_has() -> None:
    quiet("[base]\nenv_name = 2048\n[vec]\ntotal_agents = 8192\n", "PC316", target="4.0")


def test_silent_eval_writes_nothing() -> None:
    quiet(ini("log_dir", "None"), "PC316", target="4.0", mode="eval")


def test_silent_a_bare_table() -> None:
    quiet(
        "vec: {total_agents: 8192}\nbase: {log_dir: null}\n", "PC316", name="a.yaml", target="4.0"
    )


def test_silent_3_0() -> None:
    quiet("[base]\nenv_name = 2048\n[vec]\nnum_envs = 8\n", "PC316")
