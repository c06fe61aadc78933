"""Programs that are run by the real package's interpreter, never waited for in vain."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

LIMIT = 500.0
"""Seconds for a program to end. Ray starts anew for each vecenv."""
AFTER = 10.0
"""Seconds for the processes that it started to be gone afterwards."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended: its exit code (None: not at all), what it told, and whether a process was left."""

    code: int | None
    output: str
    left: bool


def start(command: Sequence[str | Path], folder: Path, path: Sequence[Path]) -> Ended:
    """Run a program in a folder, with modules from ``path``; whatever is left is ended."""
    output = folder / "output"
    joined = os.pathsep.join(map(str, path))
    environ = {**os.environ, "PYTHONPATH": joined, "PYTHONDONTWRITEBYTECODE": "1"}
    with output.open("wb") as stream:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    code, left = None, True
    try:
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = process.wait(LIMIT)
            left = _is_left(process.pid)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return Ended(code, output.read_text(errors="replace"), left)


def _is_left(group: int) -> bool:
    until = time.monotonic() + AFTER
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.1)
    return True
