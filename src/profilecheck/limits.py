"""What bounds a process below the hardware of its machine: its affinity, and what a scheduler grants.

What control groups allow is read in ``cgroups.py``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from profilecheck.files import read_file

Affinity = Callable[[int], Collection[int]]
_LARGEST_LIST = 1 << 20
"""Bytes of a list of nodes that are read, at most."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Something that lets a process use fewer CPUs than the machine has hardware threads.

    ``affinity``: the CPUs that this process may be scheduled on. ``cgroup``: a set of CPUs, or a quota
    as CPUs' worth of time, so it may be a fraction. ``slurm``, ``pbs``, ``lsf``: the scheduler's share.
    ``source`` is the call, file or environment variable that says so.
    """

    kind: Literal["affinity", "cgroup", "slurm", "pbs", "lsf"]
    cpus: float
    source: str


def of_affinity(affinity: Affinity | None) -> Limit | None:
    """The CPUs that this process may be scheduled on. ``affinity`` is ``os.sched_getaffinity``."""
    if affinity is None:
        return None
    try:
        cpus = len(affinity(0))
    except OSError:
        return None
    return Limit("affinity", cpus, "sched_getaffinity") if cpus else None


def of_schedulers(environ: Mapping[str, str], root: Path) -> Iterable[Limit | None]:
    """The shares that schedulers grant to this process, as far as their variables tell them."""
    return (_of_slurm(environ), _of_pbs(environ, root), _of_lsf(environ))


def _of_slurm(environ: Mapping[str, str]) -> Limit | None:
    """The CPUs that SLURM grants to one task, which is what a training process is.

    ``SLURM_CPUS_PER_TASK`` says so, but is set only where the job asked with --cpus-per-task. Else
    ``SLURM_CPUS_ON_NODE``, what the step has on this node: shared by the step's tasks, so it
    bounds each from above. Else ``SLURM_JOB_CPUS_PER_NODE``, the job's share node by node
    (``72(x2),36``): which of the nodes this is cannot be told, so the largest bounds it
    (srun(1), sbatch(1), output environment variables). SLURM's CPUs are hardware threads, or
    cores on clusters that count so.
    """
    shares: tuple[tuple[str, Callable[[str], int | None]], ...] = (
        ("SLURM_CPUS_PER_TASK", whole),
        ("SLURM_CPUS_ON_NODE", whole),
        ("SLURM_JOB_CPUS_PER_NODE", _largest_node),
    )
    for variable, count in shares:
        cpus = count(environ.get(variable, ""))
        if cpus:
            return Limit("slurm", cpus, variable)
    return None


def _of_pbs(environ: Mapping[str, str], root: Path) -> Limit | None:
    """The CPUs that PBS grants on this node.

    PBS Professional and OpenPBS set ``NCPUS`` to those of the job's first chunk (pbs_resources(7)); the
    name is anybody's, and counts only within a job. TORQUE sets none, and writes the name of a node once
    for each of its CPUs in the file ``PBS_NODEFILE`` (qsub(1)); which of the nodes this is cannot be
    told, so the largest bounds it. With PBS Professional that file counts processes of MPI. Where it
    cannot be read, TORQUE's ``PBS_NP`` counts the CPUs on all nodes, and ``PBS_NUM_PPN`` those on each
    where the two agree: it is that of the first nodes asked for, and 1 where a job asked for none.
    """
    listed = environ.get("PBS_NODEFILE", "")
    if not listed and not environ.get("PBS_JOBID"):
        return None
    cpus = whole(environ.get("NCPUS", ""))
    if cpus:
        return Limit("pbs", cpus, "NCPUS")
    cpus = _most_lines(root / listed.lstrip("/") if root != Path("/") else Path(listed))
    return Limit("pbs", cpus, "PBS_NODEFILE") if listed and cpus else _of_torque(environ)


def _of_torque(environ: Mapping[str, str]) -> Limit | None:
    nodes, each, all_nodes = (
        whole(environ.get(name, "")) for name in ("PBS_NUM_NODES", "PBS_NUM_PPN", "PBS_NP")
    )
    if nodes and each and nodes * each == all_nodes:
        return Limit("pbs", each, "PBS_NUM_PPN")
    return Limit("pbs", all_nodes, "PBS_NP") if all_nodes else None


def _most_lines(path: Path) -> int | None:
    """How often the commonest line of a file stands in it."""
    try:
        text = read_file(path, _LARGEST_LIST).decode("utf-8", "replace")
    except (OSError, ValueError):
        return None
    nodes = Counter(line.strip() for line in text.split("\n") if line.strip())
    return max(nodes.values(), default=None)


def _of_lsf(environ: Mapping[str, str]) -> Limit | None:
    """The slots that LSF grants: ``LSB_MCPU_HOSTS`` tells them host by host (``hostA 8 hostB 4``), and ``LSB_HOSTS``
    names a host once for each, of which the largest bounds this one; ``LSB_DJOB_NUMPROC`` tells all of them (LSF's
    environment variables).
    """
    shares: tuple[tuple[str, Callable[[str], int | None]], ...] = (
        ("LSB_MCPU_HOSTS", _largest_host),
        ("LSB_HOSTS", _commonest),
        ("LSB_DJOB_NUMPROC", whole),
    )
    for variable, count in shares:
        cpus = count(environ.get(variable, ""))
        if cpus:
            return Limit("lsf", cpus, variable)
    return None


def _commonest(text: str) -> int | None:
    """How often the commonest word of a text stands in it."""
    return max(Counter(text.split()).values(), default=None)


def _largest_node(text: str) -> int | None:
    return max((cpus for cpus, _ in cpus_per_node(text) or ()), default=None)


def _largest_host(text: str) -> int | None:
    counts = [whole(word) for word in text.split()[1::2]]
    known = [count for count in counts if count is not None]
    return max(known) if known and len(known) == len(counts) == len(text.split()) / 2 else None


def count_ranges(text: str) -> int:
    """How many numbers a kernel list such as ``0-3,5`` holds, each once. Raises ValueError on anything else."""
    ranges = []
    for part in text.strip().split(","):
        first, dash, last = part.partition("-")
        low, high = whole(first), whole(last if dash else first)
        if low is None or high is None or high < low:
            raise ValueError(text)
        ranges.append((low, high))
    count, beyond = 0, 0
    for low, high in sorted(ranges):
        count += max(0, high + 1 - max(low, beyond))
        beyond = max(beyond, high + 1)
    return count


def cpus_per_node(text: str) -> list[tuple[int, int]] | None:
    """CPUs and how many nodes in a row have them, as SLURM tells them: ``32(x2),16`` is (32, 2), (16, 1).

    None for anything else.
    """
    nodes = [
        re.fullmatch(r"([0-9]{1,9})(?:\(x([0-9]{1,9})\))?", node.strip(), re.ASCII)
        for node in text.split(",")
    ]
    counts = [(int(node[1]), int(node[2] or 1)) for node in nodes if node is not None]
    return counts if len(counts) == len(nodes) else None


def whole(text: str) -> int | None:
    """A count as digits and nothing else; None for anything that is none."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text.strip(), re.ASCII) else None
