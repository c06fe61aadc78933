"""What a Python value becomes in 4.0's native trainer: a double, a C int, a float.

Source: PufferLib 754d725 src/bindings.cu get_config (pybind11's cast to double), src/pufferlib.cu
HypersT (the types of its fields).
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import Final

from profilecheck.document import UNKNOWN, Unknown

Get = Callable[[str, str], object]
"""Section and key to the effective value; UNKNOWN where there is none or it cannot be known."""

INT: Final = range(-(2**31), 2**31)
LONG: Final = range(-(2**63), 2**63)


def double(value: object) -> float | Unknown | None:
    """The double that a value casts to; None where the cast fails (text, None, lists)."""
    if isinstance(value, Unknown):
        return UNKNOWN
    if not isinstance(value, (int, float)):
        return None
    try:
        return float(value)
    except OverflowError:
        return None


def whole(value: object, kind: range = INT) -> int | None:
    """The C integer that a value ends up as: its fraction is cut off towards zero.

    None where that is not known, where the cast fails and where C leaves the result undefined.
    """
    number = double(value)
    if number is None or isinstance(number, Unknown) or not math.isfinite(number):
        return None
    cut = int(number)
    return cut if cut in kind else None


def single(number: float) -> float:
    """A number rounded to a C float."""
    try:
        rounded: float = struct.unpack("f", struct.pack("f", number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)
    return rounded


def real(value: object) -> int | float | None:
    """A value with which Python's own checks calculate, untouched; None for what no double holds."""
    return value if isinstance(value, (int, float)) and double(value) is not None else None
