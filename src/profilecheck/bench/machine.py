"""What a number was measured on: hardware, system, Python and packages. Nothing is run or imported to find out."""

from __future__ import annotations

import json
import os
import platform
import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final

TAKING_PART: Final = ("numpy", "pydantic", "rich")
"""Packages that a run loads; only the first while it is timed."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What ``hosts`` does not tell of this machine. None, or empty, is what it has not or does not tell."""

    cpu_model: str | None
    sockets: int | None
    numa_nodes: int | None
    memory_bytes: int | None
    gpus: tuple[str, ...]
    gpu_driver: str | None
    cuda: str | None


def this_machine(root: Path = Path("/")) -> Machine:
    """The hardware that this process runs on. Never raises; ``root`` is where /proc, /sys and /usr are looked for."""
    cpus = root / "sys/devices/system/cpu"
    packages = {_text(path) for path in cpus.glob("cpu[0-9]*/topology/physical_package_id")}
    nodes = len(list((root / "sys/devices/system/node").glob("node[0-9]*")))
    cards = (root / "proc/driver/nvidia/gpus").glob("*/information")
    model = _found(r"^model name\s*:\s*(.+)$", root / "proc/cpuinfo")
    memory = _found(r"^MemTotal:\s*(\d+) kB$", root / "proc/meminfo")
    return Machine(
        cpu_model=model or platform.processor() or None,
        sockets=len(packages) or None,
        numa_nodes=nodes or None,
        memory_bytes=int(memory) * 1024 if memory else None,
        gpus=tuple(sorted(_found(r"^Model:\s*(.+)$", card) or "unknown" for card in cards)),
        gpu_driver=_found(r"Kernel Module\D*?([\d.]+)", root / "proc/driver/nvidia/version"),
        cuda=_cuda(root / "usr/local/cuda/version.json"),
    )


def _cuda(path: Path) -> str | None:
    try:
        return str(json.loads(_text(path))["cuda"]["version"])
    except (ValueError, KeyError, TypeError):
        return None


def _found(pattern: str, path: Path) -> str | None:
    match = re.search(pattern, _text(path), re.MULTILINE)
    return match[1].strip() if match else None


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""


def versions(names: Iterable[str]) -> dict[str, str | None]:
    """The versions of packages that are installed, None of those that are not."""
    return {name: _version(name) for name in names}


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def load() -> float | None:
    """Processes that ran or waited for a CPU in the last minute, on average."""
    try:
        return os.getloadavg()[0]
    except (AttributeError, OSError):
        return None
