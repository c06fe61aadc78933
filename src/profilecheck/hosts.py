"""Where a config will run: a declared machine, or this one with what bounds it below its hardware.

Cores are counted as PufferLib 3.0 counts them, with ``psutil.cpu_count(logical=False)``
(pufferlib 3.0.0, vector.py). On Linux the count is made here, from the same files, so that psutil
need not be installed; elsewhere psutil is asked where it is importable. Nothing is guessed.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final, Literal

from profilecheck.document import UNKNOWN, Unknown
from profilecheck.telling import count_told, told

THIS_MACHINE: Final = "this machine"
Affinity = Callable[[int], Collection[int]]
_SCHED_GETAFFINITY: Final[Affinity | None] = getattr(os, "sched_getaffinity", None)


@dataclass(frozen=True, slots=True)
class Limit:
    """Something that lets a process use fewer CPUs than the machine has hardware threads.

    ``affinity``: the CPUs that this process may be scheduled on. ``cgroup``: a quota, as CPUs'
    worth of time, so it may be a fraction. ``slurm``: the scheduler's share. ``source`` is the
    call, file or environment variable that says so.
    """

    kind: Literal["affinity", "cgroup", "slurm"]
    cpus: float
    source: str


@dataclass(frozen=True, slots=True)
class Host:
    """A machine that a config is meant for: ``Host("cluster", cores=64, threads=128)``.

    ``cores`` are physical cores; None means that psutil answers None there, which 3.0 does not
    survive. ``threads`` are hardware threads. Either may be UNKNOWN. ``declared`` is false for this
    machine alone, and ``limits`` are known only of it; each lies below its hardware threads.

    Raises ValueError, with a sentence for the user, on counts that no machine has.
    """

    name: str
    declared: bool = True
    cores: int | Unknown | None = UNKNOWN
    threads: int | Unknown = UNKNOWN
    limits: tuple[Limit, ...] = ()

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
    count = _whole(cores) if isinstance(cores, str) else cores
    if not _is_count(count):
        raise ValueError(_refused("cores", count_told(cores), '"none"'))
    return count


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
    limits = (_affinity(affinity), _cgroup_quota(root), _slurm_share(environ))
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
        return _count_ranges(online) or UNKNOWN
    except (OSError, ValueError):
        pass
    try:
        processors = [
            line for line in _lines(root / "proc/cpuinfo") if line.startswith("processor")
        ]
    except OSError:
        return UNKNOWN
    return len(processors) or UNKNOWN


def _count_ranges(text: str) -> int:
    """How many numbers a kernel list such as ``0-3,5`` holds. Raises ValueError on anything else."""
    count = 0
    for part in text.strip().split(","):
        first, dash, last = part.partition("-")
        size = int(last if dash else first) - int(first) + 1
        if size < 1:
            raise ValueError(text)
        count += size
    return count


def _lines(path: Path) -> list[str]:
    """The lines of a file of the kernel's, lower-cased. Raises OSError."""
    text = path.read_text("utf-8", "replace").lower()
    return [line.strip() for line in text.removesuffix("\n").split("\n")]


def _affinity(affinity: Affinity | None) -> Limit | None:
    if affinity is None:
        return None
    try:
        cpus = len(affinity(0))
    except OSError:
        return None
    return Limit("affinity", cpus, "sched_getaffinity") if cpus else None


def _cgroup_quota(root: Path) -> Limit | None:
    """The tightest CPU quota of cgroup v2 on this process: its own group's, or one further up."""
    tightest: Limit | None = None
    for group in _cgroups(root):
        path = group / "cpu.max"
        try:
            cpus = _quota((root / path.relative_to("/")).read_text("ascii"))
        except (OSError, ValueError, OverflowError):
            continue
        if cpus is not None and (tightest is None or cpus < tightest.cpus):
            tightest = Limit("cgroup", cpus, str(path))
    return tightest


def _quota(text: str) -> float | None:
    """CPUs that ``cpu.max`` allows, ``QUOTA PERIOD`` in microseconds; None for ``max``."""
    quota, period = text.split()
    if quota == "max":
        return None
    cpus = int(quota) / int(period) if int(period) else 0.0
    return cpus if cpus > 0 else None


def _cgroups(root: Path) -> Iterator[PurePosixPath]:
    """The folders of the process's own cgroup and of all above it, up to the mount."""
    try:
        own = _own_cgroup((root / "proc/self/cgroup").read_text("utf-8", "surrogateescape"))
        mounted, mount = _cgroup_mount(root)
    except OSError:
        return
    if own is None:
        return
    # A group outside this process's namespace reads as `/../..`: only the mount is in view then.
    inside = own.is_relative_to(mounted) and ".." not in own.parts
    group = mount / own.relative_to(mounted) if inside else mount
    while True:
        yield group
        if group == mount:
            return
        group = group.parent


def _own_cgroup(text: str) -> PurePosixPath | None:
    for line in text.split("\n"):
        if line.startswith("0::/"):
            return PurePosixPath(line[3:])
    return None


def _cgroup_mount(root: Path) -> tuple[PurePosixPath, PurePosixPath]:
    """The cgroup that is mounted, and where: in containers and beside v1 not / on /sys/fs/cgroup."""
    mounts = (root / "proc/self/mountinfo").read_text("utf-8", "surrogateescape")
    for line in mounts.split("\n"):
        fields, _, filesystem = line.partition(" - ")
        parts = fields.split(" ")
        if filesystem.startswith("cgroup2 ") and len(parts) > 4 and parts[4].startswith("/"):
            return PurePosixPath(_unescaped(parts[3])), PurePosixPath(_unescaped(parts[4]))
    return PurePosixPath("/"), PurePosixPath("/sys/fs/cgroup")


def _unescaped(field: str) -> str:
    """A path of mountinfo, where the kernel writes spaces and backslashes in octal."""
    return re.sub(r"\\([0-3][0-7]{2})", lambda match: chr(int(match[1], 8)), field)


def _slurm_share(environ: Mapping[str, str]) -> Limit | None:
    """The CPUs that SLURM grants to one task, which is what a training process is.

    ``SLURM_CPUS_PER_TASK`` says so, but is set only where the job asked with --cpus-per-task. Else
    ``SLURM_CPUS_ON_NODE``, what the step has on this node: shared by the step's tasks, so it
    bounds each from above. Else ``SLURM_JOB_CPUS_PER_NODE``, the job's share node by node
    (``72(x2),36``): which of the nodes this is cannot be told, so the largest bounds it
    (srun(1), sbatch(1), output environment variables). SLURM's CPUs are hardware threads, or
    cores on clusters that count so.
    """
    shares: tuple[tuple[str, Callable[[str], int | None]], ...] = (
        ("SLURM_CPUS_PER_TASK", _whole),
        ("SLURM_CPUS_ON_NODE", _whole),
        ("SLURM_JOB_CPUS_PER_NODE", _largest_node),
    )
    for variable, count in shares:
        cpus = count(environ.get(variable, ""))
        if cpus:
            return Limit("slurm", cpus, variable)
    return None


def _largest_node(text: str) -> int | None:
    nodes = [re.fullmatch(r"([0-9]{1,9})(\(x[0-9]+\))?", node.strip()) for node in text.split(",")]
    counts = [int(node[1]) for node in nodes if node is not None]
    return max(counts) if len(counts) == len(nodes) else None


def _whole(text: str) -> int | None:
    """A count as digits and nothing else; None for anything that is none."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text.strip(), re.ASCII) else None
