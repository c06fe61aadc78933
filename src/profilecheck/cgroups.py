"""What control groups allow a process, in both of their versions: a quota of time, a set of CPUs.

Sources: the kernel's admin-guide/cgroup-v2.rst (cpu.max), scheduler/sched-bwc.rst (cpu.cfs_quota_us) and
admin-guide/cgroup-v1/cpusets.rst; proc(5) for /proc/self/cgroup and mountinfo.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from profilecheck.limits import Limit, count_ranges

Read = Callable[[Path], "tuple[str, float] | None"]
"""Reads the folder of a group: the file that limits it, and to how many CPUs; None where none does.
Raises OSError, ValueError and OverflowError where nothing can be read."""


def of_cgroups(root: Path) -> Iterator[Limit]:
    """The tightest quota on this process, and its set of CPUs. ``root`` is where /proc and /sys are."""
    try:
        own = (root / "proc/self/cgroup").read_text("utf-8", "surrogateescape")
        mounts = (root / "proc/self/mountinfo").read_text("utf-8", "surrogateescape")
    except OSError:
        return
    quotas = [
        *_limits(root, _groups(own, mounts, ""), _quota),
        *_limits(root, _groups(own, mounts, "cpu"), _quota_of_1),
    ]
    sets = list(_limits(root, _groups(own, mounts, "cpuset"), _set_of_1))
    for limits in (quotas, sets):
        if limits:
            yield min(limits, key=lambda limit: limit.cpus)


def _limits(root: Path, groups: Iterator[PurePosixPath], read: Read) -> Iterator[Limit]:
    for group in groups:
        try:
            found = read(root / group.relative_to("/"))
        except (OSError, ValueError, OverflowError):
            continue
        if found is not None:
            yield Limit("cgroup", found[1], str(group / found[0]))


def _quota(group: Path) -> tuple[str, float] | None:
    """What ``cpu.max`` allows: ``QUOTA PERIOD`` in microseconds, or ``max``."""
    quota, period = (group / "cpu.max").read_text("ascii").split()
    return None if quota == "max" else _share("cpu.max", quota, period)


def _quota_of_1(group: Path) -> tuple[str, float] | None:
    """The same in version 1, in a file for each number; a quota of -1 is none."""
    quota = (group / "cpu.cfs_quota_us").read_text("ascii")
    return _share("cpu.cfs_quota_us", quota, (group / "cpu.cfs_period_us").read_text("ascii"))


def _share(name: str, quota: str, period: str) -> tuple[str, float] | None:
    of, each = int(quota), int(period)
    return (name, of / each) if of > 0 and each > 0 else None


def _set_of_1(group: Path) -> tuple[str, float] | None:
    """The CPUs of a set of version 1. Those that are effective are known since Linux 3.17."""
    for name in ("cpuset.effective_cpus", "cpuset.cpus"):
        try:
            return name, count_ranges((group / name).read_text("ascii"))
        except (OSError, ValueError):  # not there, or empty
            continue
    return None


def _groups(own: str, mounts: str, controller: str) -> Iterator[PurePosixPath]:
    """The folders of the process's own group and of all above it, up to the mount, in the hierarchy of a
    controller of version 1, or in that of version 2, which has no name."""
    group = _own(own, controller)
    mount = _mount(mounts, controller)
    if group is None or mount is None:
        return
    mounted, place = mount
    # A group outside this process's namespace reads as `/../..`: only the mount is in view then.
    inside = group.is_relative_to(mounted) and ".." not in group.parts
    folder = place / group.relative_to(mounted) if inside else place
    while True:
        yield folder
        if folder == place:
            return
        folder = folder.parent


def _own(text: str, controller: str) -> PurePosixPath | None:
    for line in text.split("\n"):
        number, _, rest = line.partition(":")
        controllers, _, group = rest.partition(":")
        of_2 = number == "0" and not controllers
        known = controller in controllers.split(",") if controller else of_2
        if known and group.startswith("/"):
            return PurePosixPath(group)
    return None


def _mount(text: str, controller: str) -> tuple[PurePosixPath, PurePosixPath] | None:
    """The group that is mounted, and where: in containers and where both versions are not / on
    /sys/fs/cgroup."""
    for line in text.split("\n"):
        fields, _, filesystem = line.partition(" - ")
        parts = fields.split(" ")
        kind, _, rest = filesystem.partition(" ")
        controllers = rest.rpartition(" ")[2].split(",")
        known = kind == "cgroup" and controller in controllers if controller else kind == "cgroup2"
        if known and len(parts) > 4 and parts[4].startswith("/"):
            return PurePosixPath(_unescaped(parts[3])), PurePosixPath(_unescaped(parts[4]))
    return None if controller else (PurePosixPath("/"), PurePosixPath("/sys/fs/cgroup"))


def _unescaped(field: str) -> str:
    """A path of mountinfo, where the kernel writes spaces and backslashes in octal."""
    return re.sub(r"\\([0-3][0-7]{2})", lambda match: chr(int(match[1], 8)), field)
