"""Where a config will run: a declared machine, or this one with what bounds it below its hardware.

Cores are counted as PufferLib 3.0 counts them, with ``psutil.cpu_count(logical=False)``
(pufferlib 3.0.0, vector.py). On Linux the count is made here, from the same files, so that psutil
need not be installed; elsewhere psutil is asked where it is importable. Nothing is guessed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from profilecheck.cgroups import of_cgroups
from profilecheck.document import UNKNOWN, Unknown
from profilecheck.limits import Affinity, Limit, count_ranges, of_affinity, of_schedulers, whole
from profilecheck.telling import count_told, told

THIS_MACHINE: Final = "this machine"
_SCHED_GETAFFINITY: Final[Affinity | None] = getattr(os, "sched_getaffinity", None)


@dataclass(frozen=True, slots=True)
class Host:
    """A machine that a config is meant for: ``Host("cluster", cores=64, threads=128)``.

    ``cores`` are physical cores; None means that psutil answers None there, which 3.0 does not
    survive. ``threads`` are hardware threads. Either may be UNKNOWN. ``declared`` is false for this
    machine alone, and ``limits`` are known only of it; each lies below its hardware threads.
    ``launching``: it is about to run the config, so that its counts decide as those of a declared one.

    Raises ValueError, with a sentence for the user, on counts that no machine has.
    """

    name: str
    declared: bool = True
    cores: int | Unknown | None = UNKNOWN
    threads: int | Unknown = UNKNOWN
    limits: tuple[Limit, ...] = ()
    launching: bool = False

    @property
    def decides(self) -> bool:
        """Whether the config will certainly run there."""
        return self.declared or self.launching

    def __post_init__(self) -> None:
        if self.cores is not None and self.cores is not UNKNOWN and not _is_count(self.cores):
            raise ValueError(_refused("cores", told(self.cores), "None where psutil cannot tell"))
        if self.threads is not UNKNOWN and not _is_count(self.threads):
            raise ValueError(_refused("threads", told(self.threads)))
        known = isinstance(self.cores, int) and isinstance(self.threads, int)
        if self.declared and known and self.threads < self.cores:  # type: ignore[operator]
            raise ValueError(
                f"cores = {self.cores}, threads = {self.threads}: "
                "a machine has at least as many hardware threads as physical cores"
            )


def declared(cores: str | int | None, threads: int | None, name: str) -> Host:
    """A machine that the user describes. Cores ``"none"`` stands for psutil's answer None.

    What is left out (None) is UNKNOWN. Raises ValueError, with a sentence for the user, on counts
    that no machine has.
    """
    known_cores = UNKNOWN if cores is None else _declared_cores(cores)
    return Host(name, True, known_cores, UNKNOWN if threads is None else threads)


def _declared_cores(cores: str | int) -> int | None:
    if isinstance(cores, str) and cores.lower() == "none":
        return None
    count = whole(cores) if isinstance(cores, str) else cores
    if not _is_count(count):
        raise ValueError(_refused("cores", count_told(cores), '"none"'))
    return count


def starting(host: Host, here: Host) -> Host:
    """The machine that a run is judged for, which starts ``here``: what is declared counts where it is less.

    What is not known of this machine is what is declared.
    """
    here = replace(here, launching=True)
    if not host.declared:
        return here
    cores, threads = _less(host.cores, here.cores), _less(host.threads, here.threads)
    assert threads is not None
    if cores == host.cores and host.threads in (threads, UNKNOWN):
        return replace(host, threads=threads)
    as_it_is = (cores, threads) == (here.cores, here.threads)
    name = here.name if as_it_is else f"{here.name} as declared"
    return replace(here, name=name, cores=cores, threads=threads)


def _less(declared: int | Unknown | None, here: int | Unknown | None) -> int | Unknown | None:
    if isinstance(declared, Unknown):
        return here
    if isinstance(here, Unknown):
        return declared
    return None if declared is None or here is None else min(declared, here)


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 1


def _refused(name: str, given: str, other: str = "") -> str:
    expected = f"expected a whole number of at least 1{f', or {other}' if other else ''}"
    return f"{name} = {given}: {expected}"


def this_machine(
    *,
    root: Path = Path("/"),
    environ: Mapping[str, str] = os.environ,
    affinity: Affinity | None = _SCHED_GETAFFINITY,
) -> Host:
    """The machine that this process runs on. Never raises: what cannot be read is not known.

    ``root`` is where /sys and /proc are looked for, ``affinity`` is ``os.sched_getaffinity`` or
    None where the platform has none.
    """
    cores: int | Unknown | None
    if sys.platform == "linux" or root != Path("/"):
        cores, threads = _linux_cores(root), _linux_threads(root)
    else:
        cores, threads = _psutil_cores(), os.cpu_count() or UNKNOWN
    limits = (of_affinity(affinity), *of_cgroups(root), *of_schedulers(environ, root))
    below = (
        limit
        for limit in limits
        if limit is not None and (isinstance(threads, Unknown) or limit.cpus < threads)
    )
    return Host(THIS_MACHINE, False, cores, threads, tuple(below))


def _psutil_cores() -> int | Unknown | None:
    try:
        import psutil
    except ImportError:
        return UNKNOWN
    try:
        count: int | None = psutil.cpu_count(logical=False)
    except Exception:  # psutil's errors differ by platform, and none of them is a count
        return UNKNOWN
    return count


def _linux_cores(root: Path) -> int | Unknown | None:
    """Physical cores as psutil 5.9 to 7 counts them on Linux, in psutil/_pslinux.py.

    One core for each distinct group of sibling threads among the CPUs that are online; where the
    kernel shows no topology (containers, some ARM boards), ``cpu cores`` of each ``physical id``
    in /proc/cpuinfo; None where that gives nothing.
    """
    try:
        return _cores_by_topology(root) or _cores_by_cpuinfo(root) or None
    except (OSError, ValueError):
        return UNKNOWN


def _cores_by_topology(root: Path) -> int:
    cpus = root / "sys/devices/system/cpu"
    for name in ("core_cpus_list", "thread_siblings_list"):
        siblings = {path.read_bytes().strip() for path in cpus.glob(f"cpu[0-9]*/topology/{name}")}
        if siblings:
            return len(siblings)
    return 0


def _cores_by_cpuinfo(root: Path) -> int:
    """Cores of all packages. A package counts only once its stanza is closed by an empty line."""
    packages: dict[int, int] = {}
    stanza: dict[str, int] = {}
    for line in _lines(root / "proc/cpuinfo"):
        if not line:
            if "physical id" in stanza and "cpu cores" in stanza:
                packages[stanza["physical id"]] = stanza["cpu cores"]
            stanza = {}
        elif line.startswith(("physical id", "cpu cores")):
            key, value = line.split("\t:", 1)
            stanza[key] = int(value)
    return max(sum(packages.values()), 0)


def _linux_threads(root: Path) -> int | Unknown:
    """Hardware threads that are online."""
    try:
        online = (root / "sys/devices/system/cpu/online").read_text("ascii")
        return count_ranges(online) or UNKNOWN
    except (OSError, ValueError):
        pass
    try:
        processors = [
            line for line in _lines(root / "proc/cpuinfo") if line.startswith("processor")
        ]
    except OSError:
        return UNKNOWN
    return len(processors) or UNKNOWN


def _lines(path: Path) -> list[str]:
    """The lines of a file of the kernel's, lower-cased. Raises OSError."""
    text = path.read_text("utf-8", "replace").lower()
    return [line.strip() for line in text.removesuffix("\n").split("\n")]
