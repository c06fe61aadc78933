"""Signals: what they are called, and those that ask a process to end held back while it does what must be done whole."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

_NAMES: Final = ("SIGHUP", "SIGTERM", "SIGBREAK", "SIGINT")


class Ended(KeyboardInterrupt):
    """A signal that asks this process to end, as Ctrl-C does (SIGINT) and a time limit (SIGTERM)."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)


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
            for number in _numbers():
                if signal.getsignal(number) not in (signal.SIG_IGN, None):
                    before[number] = signal.signal(number, kept.hold)
        yield kept
    finally:
        for number, handler in before.items():  # SIGINT last: from there on it may raise
            signal.signal(number, handler)
        if kept.signal is not None:
            signal.raise_signal(kept.signal)


@contextmanager
def interrupts_blocked(*, all_ends: bool = False) -> Iterator[None]:
    """Have Ctrl-C wait, in this process and in those that it starts meanwhile, which inherit that; ``all_ends``: all
    that asks to end, so that no process started meanwhile can be ended by SIGTERM.

    It is for the process that started the others, and not before that knows of them. Where this one has other threads,
    they may take the signal: ``held`` keeps it from the main thread.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _numbers() if all_ends else {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def one_end() -> Iterator[None]:
    """Have Ctrl-C and whatever else asks to end raise Ended once, and all of them be ignored from then on: whoever asks
    again means the same, and what is to be ended and kept is done whole. What is ignored stays ignored, and what somebody
    else handles stays theirs; nothing changes in a thread."""
    before: dict[int, Any] = {}

    def end(number: int, frame: FrameType | None) -> None:
        for one in before:
            signal.signal(one, signal.SIG_IGN)
        raise Ended(number)

    try:
        if threading.current_thread() is threading.main_thread():
            for number in _numbers():
                if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                    before[number] = signal.getsignal(number)
                    signal.signal(number, end)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def ignore_ends() -> None:
    """Have this process, one that another started, be ended by that alone: what asks to end goes to whole groups of
    processes, and the one that started the others is to tell of it."""
    for number in _numbers():
        signal.signal(number, signal.SIG_IGN)


def _numbers() -> list[int]:
    """The signals that ask to end which this platform has; SIGINT last."""
    found = (getattr(signal, name, None) for name in _NAMES)
    return [number for number in found if number]
