"""How much work something is, counted in calls: the same on every machine and in every run.

Seconds tell as much of the machine's other work as of ours. What could run on for ever, in an
expression of `re` say, is ended by pytest's ``timeout``.
"""

from __future__ import annotations

import cProfile
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def counted(work: Callable[[], T]) -> tuple[T, int]:
    """What the work gives, and the calls that it makes of any function, those written in C too."""
    profile = cProfile.Profile()
    given = profile.runcall(work)
    return given, sum(entry.callcount for entry in profile.getstats())


def assert_linear(work: Callable[[int], object], few: int, many: int, slack: float = 1.3) -> None:
    """Work on ``many`` pieces takes no more calls a piece than on ``few``, but for the slack."""
    work(few)  # what is kept for the whole run is made before anything is counted
    _, small = counted(lambda: work(few))
    _, large = counted(lambda: work(many))
    assert large <= slack * many / few * small
