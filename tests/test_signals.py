"""Requests to end wait until what must be whole is whole."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from profilecheck.signals import Ended, held, one_end


@pytest.fixture
def handlers() -> Iterator[list[int]]:
    """The signals that handlers of SIGINT and SIGTERM were given."""
    given: list[int] = []
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda one, _: given.append(one)) for number in numbers}
    yield given
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_signal_waits_for_the_end_and_is_raised_then(handlers: list[int]) -> None:
    with held() as signals:
        assert signals.signal is None
        signal.raise_signal(signal.SIGTERM)
        assert signals.signal == signal.SIGTERM
        assert handlers == []
    assert handlers == [signal.SIGTERM]


def test_of_several_the_first_is_raised(handlers: list[int]) -> None:
    with held():
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGTERM):
            signal.raise_signal(number)
    assert handlers == [signal.SIGINT]


def test_ctrl_c_is_a_keyboard_interrupt_once_all_is_done() -> None:
    done = False
    with pytest.raises(KeyboardInterrupt), held():
        signal.raise_signal(signal.SIGINT)
        done = True
    assert done
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_handlers_are_put_back_whatever_is_raised(handlers: list[int]) -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(ZeroDivisionError), held():
        raise ZeroDivisionError
    assert signal.getsignal(signal.SIGINT) is before


def test_what_the_process_ignores_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with held() as signals:
            signal.raise_signal(signal.SIGINT)
        assert signals.signal is None
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_one_held_within_another_waits_for_both(handlers: list[int]) -> None:
    with held() as outer:
        with held():
            signal.raise_signal(signal.SIGINT)
        assert outer.signal == signal.SIGINT
        assert handlers == []
    assert handlers == [signal.SIGINT]


def test_another_thread_holds_nothing_and_fails_at_nothing(handlers: list[int]) -> None:
    seen: list[Callable[..., Any] | int | None] = []

    def run() -> None:
        with held():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert seen == [signal.getsignal(signal.SIGINT)]


@pytest.mark.parametrize("first", [signal.SIGINT, signal.SIGTERM])
def test_of_several_that_ask_to_end_one_is_raised(first: int) -> None:
    kept = False
    with one_end():
        with pytest.raises(Ended) as raised:
            signal.raise_signal(first)
        assert raised.value.number == first
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)
        with held() as signals:
            signal.raise_signal(signal.SIGINT)
        kept = signals.signal is None
    assert kept
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_one_that_asks_to_end_is_raised_where_it_was_held() -> None:
    with one_end(), pytest.raises(Ended), held() as signals:
        signal.raise_signal(signal.SIGTERM)
        assert signals.signal == signal.SIGTERM


def test_ctrl_c_that_others_handle_stays_theirs(handlers: list[int]) -> None:
    with one_end():
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
    assert handlers == [signal.SIGINT] * 2
