"""A child that is told to end while it writes leaves all files old or all new; one that is killed, whole files."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.killing import FINISHED, INTERRUPTED, LINKED, NEW, OLD

ROOT = Path(__file__).parent.parent
LINK = {"link": "-> b.ini"}
OTHER_NAME = "hard"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="it forks and kills")


@pytest.fixture
def folder() -> Iterator[str]:
    """A folder in memory, where there is one: flushing to a disk is what takes the time."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as name:
        yield name


def outcomes(folder: str, number: signal.Signals, *runs: str) -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.killing", f"{folder}/files", number.name, *runs],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def with_links(files: dict[str, str], linked: str) -> dict[str, str]:
    return {**files, **LINK, LINKED: linked, OTHER_NAME: linked}


MOMENTS = pytest.mark.parametrize(
    "runs", [("calls",), ("60", "1")], ids=["before each call", "at any moment"]
)


@MOMENTS
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
def test_who_is_told_to_end_leaves_all_files_old_or_all_new(
    number: signal.Signals, runs: tuple[str, ...], folder: str
) -> None:
    old, new = with_links(OLD, "old"), with_links(NEW, "new")
    ended = INTERRUPTED if number is signal.SIGINT else -number
    seen = outcomes(folder, number, *runs)
    for one in seen:
        assert one["left"] in (old, new)
        assert one["status"] == ended or (one["status"] == FINISHED and one["left"] == new)
    assert len(seen) > 50
    if runs == ("calls",):
        kept = [one["left"] for one in seen]
        assert kept == [old] * kept.count(old) + [new] * kept.count(new)
        assert old in kept


@MOMENTS
def test_who_is_killed_leaves_whole_files_and_nobody_trips_over_the_rest(
    runs: tuple[str, ...], folder: str
) -> None:
    seen = outcomes(folder, signal.SIGKILL, *runs)
    assert len(seen) > 50
    for one in seen:
        left = one["left"]
        rest = {name: left.pop(name) for name in [*left] if name not in OLD.keys() | NEW.keys()}
        for name in OLD.keys() | NEW.keys():
            assert left.get(name) in (OLD.get(name), NEW.get(name))
        rest_again = {name: text for name, text in one["again"].items() if name not in NEW}
        assert one["again"] == {**NEW, **rest_again}
        assert rest_again == rest
        assert rest.pop("link") == LINK["link"]
        assert all(re.fullmatch(r"\.profilecheck-[0-9a-f]{16}\.tmp", name) for name in rest)
    if runs == ("calls",):
        assert any(one["left"]["a.ini"] != one["left"]["b.ini"][:3] for one in seen)
