"""PC690 unloggable-value."""

from __future__ import annotations

import json

import pytest

from profilecheck.findings import Stage
from profilecheck.profiles import profiles
from profilecheck.profiles.v4_required import unloggable
from tests.rules.helpers import finds, quiet

HEAD = "[base]\nenv_name = my_env\n[vec]\ntotal_agents = 8192\n"


@pytest.mark.parametrize("section", ["env", "notes", "torch"])
@pytest.mark.parametrize("text", ["{1, 2}", "b'x'", "3j", "...", "[1, {2}]", "{(1, 2): 3}"])
def test_what_json_has_no_form_for(section: str, text: str) -> None:
    found = finds(f"{HEAD}[{section}]\nx = {text}\n", "PC690", at=(6, 1), target="4.0")
    assert found.stage is Stage.TRAIN and "metrics are lost" in found.message


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "1e400",
        "None",
        "True",
        "[1, 'a']",
        "(1, 2)",
        "{'a': [1]}",
        "{1: 2}",
        "text",
        "1 + 2j x",
    ],
)
def test_silent_what_json_can_write(text: str) -> None:
    quiet(f"{HEAD}[env]\nx = {text}\n", "PC690", target="4.0")
    assert json.dumps(profiles()["4.0"].read(text))


def test_silent_eval_writes_no_log() -> None:
    quiet(f"{HEAD}[env]\nx = {{1, 2}}\n", "PC690", target="4.0", mode="eval")


def test_silent_what_the_trainer_sets_itself() -> None:
    quiet(
        "[base]\nnccl_id = b'x'\nenv_name = 3j\nrank = {1}\n[vec]\ntotal_agents = 8192\n",
        "PC690",
        target="4.0",
    )


def test_silent_3_0_writes_none() -> None:
    quiet("[base]\nenv_name = a\n[vec]\nnum_envs = 8\n[env]\nx = {1, 2}\n", "PC690")


def test_a_list_that_holds_itself() -> None:
    circle: list[object] = []
    circle.append(circle)
    assert unloggable(circle)
