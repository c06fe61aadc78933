"""Large files: what a check does grows with the text and not with its square."""

from __future__ import annotations

import time

import pytest

from tests.rules.helpers import report

HEAD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n"


def seconds(text: str) -> float:
    start = time.process_time()
    report(text)
    return time.process_time() - start


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("head", "line"),
    [
        (HEAD, "[zz{n}]\na = 1\n"),
        (HEAD, "[trai{n}]\na = 1\n"),
        (HEAD + "[env]\na = 1\n", "  b{n} = 2\n"),
        (HEAD + "[env]\n", "a{n} = 1\n"),
    ],
)
def test_ten_times_as_much_takes_about_ten_times_as_long(head: str, line: str) -> None:
    def of(count: int) -> float:
        return seconds(head + "".join(line.replace("{n}", str(n)) for n in range(count)))

    of(10)
    few, many = min(of(1500) for _ in range(2)), of(15_000)
    assert many < 45 * max(few, 0.02)  # it would be a hundred times as long were it quadratic
