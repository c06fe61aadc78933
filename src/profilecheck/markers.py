"""Where a pin holds: its environment marker (PEP 508), asked for every place where PufferLib may run."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, Literal

from profilecheck.profiles.releases import PYTHONS

Where = Literal["here", "elsewhere", "nowhere"]
"""``here``: on Linux, where PufferLib is built and trained, with one of its Pythons at least.
``elsewhere``: only on other systems, or for an extra. ``nowhere``: with no Python that PufferLib has."""

_LINUX: Final = (("linux", "Linux", "posix"),)
_OTHERS: Final = (("darwin", "Darwin", "posix"), ("win32", "Windows", "nt"))
_MACHINES: Final = ("x86_64", "aarch64", "arm64", "AMD64")


@cache
def where(text: str) -> Where:
    """Where a marker is true. One that cannot be read is taken for none, as is an empty one."""
    from packaging.markers import InvalidMarker, Marker, UndefinedEnvironmentName

    try:
        marker = Marker(text)
        if any(map(marker.evaluate, _environments(_LINUX))):
            return "here"
        if "extra" in text or any(map(marker.evaluate, _environments(_OTHERS))):
            return "elsewhere"
    except (InvalidMarker, UndefinedEnvironmentName, ValueError):
        return "here"
    return "nowhere"


def _environments(systems: tuple[tuple[str, str, str], ...]) -> Iterator[dict[str, str]]:
    for python in PYTHONS:
        for system, platform, name in systems:
            for machine in _MACHINES:
                yield {
                    "python_version": python,
                    "python_full_version": f"{python}.0",
                    "implementation_version": f"{python}.0",
                    "sys_platform": system,
                    "platform_system": platform,
                    "os_name": name,
                    "platform_machine": machine,
                    "extra": "",
                }
