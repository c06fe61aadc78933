"""What the rules on pins share: words for what to write."""

from __future__ import annotations

from profilecheck.pins import Pin
from profilecheck.profiles.releases import PINS


def instead(generation: str | None) -> str:
    """What to write for a generation, behind a message; empty where there is no one answer."""
    pin = PINS.get(generation or "")
    return f": write {pin}" if pin else ""


def meaning(pin: Pin) -> str:
    """A pin, with the generation that it means."""
    return f"{pin.told} is {pin.generation}"
