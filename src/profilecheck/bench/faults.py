"""How a failure is told: which environment, when, what it raised and where."""

from __future__ import annotations

import traceback

from profilecheck.signals import name_of
from profilecheck.telling import cut

_LONGEST = 300


def failed(index: int, when: str, error: BaseException) -> str:
    """The sentence on an environment that raised."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"environment {index} raised {when}: {cut(what, _LONGEST)}{where}"


def died(code: int | None) -> str:
    """How a process ended, by its exit code."""
    if code is None:
        return "closed its connection"
    if code >= 0:
        return f"ended with exit code {code}"
    name = name_of(-code)
    return f"was killed by {name}" + (
        ": did the machine run out of memory?" if name == "SIGKILL" else ""
    )
