"""Starting a command in the place of this process."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from typing import Final, NoReturn

_IGNORED_BY_PYTHON: Final = ("SIGPIPE", "SIGXFSZ")
"""Signals that Python ignores for itself; whoever is started shall find them as this process did."""


def start(words: Sequence[str]) -> int:
    """Become the command, or where a process cannot, start it and give its exit code.

    What becomes the command gets every signal itself, and its exit code is this process's. Raises OSError
    where it cannot be started.
    """
    if os.name != "nt":
        _become(words)
    return _as_child(words)


def _become(words: Sequence[str]) -> NoReturn:
    for name in _IGNORED_BY_PYTHON:
        signal.signal(getattr(signal, name), signal.SIG_DFL)
    os.execvp(words[0], list(words))


def _as_child(words: Sequence[str]) -> int:
    """Ctrl-C reaches every process of the console: the child's answer to it counts."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return subprocess.call(list(words))
    finally:
        signal.signal(signal.SIGINT, before)
