"""PC019 unfound-env-name."""

from __future__ import annotations

import pytest

from profilecheck.findings import Stage
from tests.rules.helpers import finds, quiet


def ini(text: str) -> str:
    return f"[base]\npackage = reef\nenv_name = {text}\n[vec]\nnum_envs = 8\n"


@pytest.mark.parametrize(
    ("text", "piece", "name", "bare"),
    [
        ('"pong"', '"pong"', "pong", "pong"),
        ("'pong'", "'pong'", "pong", "pong"),
        ("pong, snake", "pong,", "pong", "pong snake"),
        ("pong,snake", "pong,snake", "pong", "pong snake"),
        ("['pong', 'snake']", "['pong',", "pong", "pong snake"),
        ("pong (snake)", "(snake)", "snake", "pong snake"),
        ("pong; snake", "pong;", "pong", "pong snake"),
    ],
)
def test_what_the_loader_keeps(text: str, piece: str, name: str, bare: str) -> None:
    found = finds(ini(text), "PC019", at=(3, 1), severity="error")
    assert found.message == (
        f"env_name = {text}: the loader splits it at blanks and keeps {piece}, so that "
        f"`puffer train {name}` finds no file; write {bare}"
    )
    assert found.stage is Stage.LOAD
    assert found.fix is not None and found.fix.edits[0].text == bare


def test_4_0_splits_it_too() -> None:
    finds("[base]\nenv_name = 'pong'\n[vec]\ntotal_agents = 8192\n", "PC019", target="4.0")


def test_a_comment_is_not_written_away() -> None:
    assert finds(ini("'pong' # fast, 'new'"), "PC019").fix is None


@pytest.mark.parametrize(
    "text",
    [
        "pong",
        "pong snake",
        "ALE/Pong-v5",
        "gym:Pong",
        "2048",
        "None",
        "",
        "pong\n  snake",
        "x # a, b",
    ],
)
def test_silent_bare_names(text: str) -> None:
    quiet(ini(text), "PC019")


def test_silent_other_formats_are_read_otherwise() -> None:
    quiet("base: {env_name: \"'pong'\"}\nvec: {num_envs: 1}\n", "PC019", name="a.yaml")


def test_for_the_name_default_only_default_ini_is_read() -> None:
    found = finds(ini("default"), "PC019", at=(3, 1), severity="error")
    assert "never this file" in found.message
    quiet(ini("default pong"), "PC019")
    quiet(ini("default"), "PC019", name="default.ini")
    quiet(ini("default").replace("package = reef", "package = ocean"), "PC112")
