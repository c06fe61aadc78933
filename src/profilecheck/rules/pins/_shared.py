"""What the rules on pins share: words for what to write."""

from __future__ import annotations

from profilecheck.pins import Pin
from profilecheck.profiles.releases import PINS, reference_of


def instead(generation: str | None, *, checkout: bool = False) -> str:
    """What to write, or to check out, for a generation, behind a message; empty where there is no one answer."""
    pin = PINS.get(generation or "", "")
    if checkout:
        return f": check out {reference_of(pin.partition(' @ ')[2])}" if "@ git" in pin else ""
    return f": write {pin}" if pin else ""


def meaning(pin: Pin) -> str:
    """A pin, with the generation that it means."""
    return f"{pin.told} is {pin.generation}"
