"""What a node says of itself. This runs there, where profilecheck need not be installed."""

from __future__ import annotations

from profilecheck.document import UNKNOWN, Unknown
from profilecheck.hosts import Host, this_machine
from profilecheck.limits import Limit

Told = tuple[int | str | None, int | str, tuple[tuple[str, float, str], ...]]
"""Cores, threads and limits in plain values, which any process can read; a word stands for UNKNOWN."""
_UNKNOWN = "unknown"


def gather() -> Told:
    """The machine that this runs on. Never raises."""
    host = this_machine()
    limits = tuple((limit.kind, limit.cpus, limit.source) for limit in host.limits)
    cores = _UNKNOWN if isinstance(host.cores, Unknown) else host.cores
    return cores, _UNKNOWN if isinstance(host.threads, Unknown) else host.threads, limits


def host_of(name: str, told: Told) -> Host:
    """The machine of that name, about to run what is judged."""
    cores, threads, limits = told
    return Host(
        name,
        declared=False,
        cores=UNKNOWN if isinstance(cores, str) else cores,
        threads=UNKNOWN if isinstance(threads, str) else threads,
        limits=tuple(Limit(kind, cpus, source) for kind, cpus, source in limits),  # type: ignore[arg-type]
        launching=True,
    )
