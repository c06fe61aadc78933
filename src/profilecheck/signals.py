"""Signals: what they are called, and those that ask a process to end held back while it does what must be done whole."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

_NAMES: Final = ("SIGHUP", "SIGTERM", "SIGBREAK", "SIGINT")


def name_of(number: int) -> str:
    """What a signal is called; its number where the system has no name for it."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class Held:
    """What was held back."""

    def __init__(self) -> None:
        self.signal: int | None = None

    def hold(self, number: int, frame: FrameType | None) -> None:
        """Keep a signal for later; of several the first."""
        self.signal = self.signal or number


@contextmanager
def held() -> Iterator[Held]:
    """Hold back the signals that ask to end, and raise the first of them at the end.

    Those that the process ignores stay ignored. Only the main thread is given signals: in any other
    nothing needs to be held.
    """
    kept = Held()
    before: dict[int, Any] = {}
    try:
        if threading.current_thread() is threading.main_thread():
            for name in _NAMES:
                number = getattr(signal, name, None)
                if number and signal.getsignal(number) not in (signal.SIG_IGN, None):
                    before[number] = signal.signal(number, kept.hold)
        yield kept
    finally:
        for number, handler in before.items():  # SIGINT last: from there on it may raise
            signal.signal(number, handler)
        if kept.signal is not None:
            signal.raise_signal(kept.signal)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Have Ctrl-C wait, in this process and in those that it starts meanwhile, which inherit that.

    It is for the process that started the others, and not before that knows of them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def one_interrupt() -> Iterator[None]:
    """Have Ctrl-C raise KeyboardInterrupt once, and be ignored from then on: whoever presses it again means the same, and
    what is to be ended and kept is done whole. Nothing changes in a thread, or where somebody else handles it."""
    before = signal.getsignal(signal.SIGINT)
    in_main = threading.current_thread() is threading.main_thread()
    if before is not signal.default_int_handler or not in_main:
        yield
        return

    def press(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, press)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
