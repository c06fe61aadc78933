"""The nodes of a SLURM allocation, from its variables alone (sbatch(1), srun(1), output environment variables).

Nothing contacts a node. SLURM tells how many CPUs it grants on each, not how many cores or hardware threads
lie behind them: those stay unknown unless the user declares them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from profilecheck.document import UNKNOWN, Unknown
from profilecheck.hosts import Host
from profilecheck.limits import Limit, cpus_per_node, whole
from profilecheck.preflight.hostlist import MOST, NoHostlist, expand
from profilecheck.preflight.nodes import Cluster, NoCluster, node_of
from profilecheck.telling import count_told, told

_GROUP: Final = "_HET_GROUP_{}"
"""What ends the names of the variables of one component of a heterogeneous job."""
_MOST_GROUPS: Final = 128


_OLDER: Final = {
    "SLURM_JOBID": "SLURM_JOB_ID",
    "SLURM_NODELIST": "SLURM_JOB_NODELIST",
    "SLURM_NPROCS": "SLURM_NTASKS",
}
"""Names that SLURM still sets beside those that took their place, and some wrappers alone."""


def _named(environ: Mapping[str, str]) -> Mapping[str, str]:
    """The variables under the names of today."""
    return {**{new: environ[old] for old, new in _OLDER.items() if old in environ}, **environ}


def inside(environ: Mapping[str, str]) -> bool:
    """Whether these are the variables of a job."""
    environ = _named(environ)
    return bool(environ.get("SLURM_JOB_ID") or environ.get("SLURM_JOB_NODELIST"))


def allocation(environ: Mapping[str, str], hardware: Host | None = None) -> Cluster:
    """The nodes of the job that these variables are of. ``hardware``: what the user declares of each.

    Raises NoCluster where they tell none.
    """
    environ = _named(environ)
    if not inside(environ):
        raise NoCluster(
            "this is no SLURM allocation: SLURM_JOB_ID and SLURM_JOB_NODELIST are not set"
        )
    notes: list[str] = []
    hosts: list[Host] = []
    for suffix in _components(environ):
        hosts += _Component(environ, suffix, hardware, notes).hosts()
    if any(UNKNOWN in (host.cores, host.threads) for host in hosts):
        notes.append(
            "SLURM grants CPUs, and does not tell the physical cores or hardware threads behind them: "
            "--cores and --threads declare those of each node"
        )
    job = environ.get("SLURM_JOB_ID", "")
    source = f"the variables of SLURM's job {job}" if job else "SLURM's variables"
    return Cluster(source, tuple(map(node_of, hosts)), tuple(dict.fromkeys(notes)))


def _components(environ: Mapping[str, str]) -> Iterator[str]:
    """How the names of variables end: for each component of a heterogeneous job, else not at all."""
    size = whole(environ.get("SLURM_HET_SIZE", "")) or 0
    ends = [_GROUP.format(number) for number in range(min(size, _MOST_GROUPS))]
    return iter([end for end in ends if f"SLURM_JOB_NODELIST{end}" in environ] or [""])


class _Component:
    """One component of a job; most jobs have one."""

    def __init__(
        self, environ: Mapping[str, str], suffix: str, hardware: Host | None, notes: list[str]
    ) -> None:
        self._environ = environ
        self._suffix = suffix
        self._hardware = hardware
        self._notes = notes

    def hosts(self) -> list[Host]:
        """Its nodes, each with the limits that are known. Raises NoCluster where nothing counts them."""
        names = self._names()
        granted = self._granted(len(names))
        task = self._task()
        here = self._environ.get("SLURMD_NODENAME", names[0] if len(names) == 1 else "")
        step = self._count("SLURM_CPUS_ON_NODE", "")
        hosts = []
        told_of_all = True
        for name, limit in zip(names, granted, strict=True):
            own = Limit("slurm", step, "SLURM_CPUS_ON_NODE") if step and name == here else None
            limits = tuple(one for one in (limit, own, task) if one is not None)
            told_of_all = told_of_all and bool(limits)
            hosts.append(self._host(name, limits))
        if not told_of_all:
            self._notes.append(
                f"{self._name('SLURM_JOB_CPUS_PER_NODE')} does not tell every node's CPUs"
            )
        return hosts

    def _host(self, name: str, limits: tuple[Limit, ...]) -> Host:
        cores: int | Unknown | None = UNKNOWN
        threads: int | Unknown = UNKNOWN
        if self._hardware is not None:
            cores, threads = self._hardware.cores, self._hardware.threads
        below = tuple(one for one in limits if isinstance(threads, Unknown) or one.cpus < threads)
        return Host(name, False, cores, threads, below, launching=True)

    def _names(self) -> list[str]:
        count = self._count("SLURM_JOB_NUM_NODES") or self._count("SLURM_NNODES")
        variable = self._name("SLURM_JOB_NODELIST")
        text = self._environ.get(variable, "")
        names: list[str] = []
        if text:
            try:
                names = expand(text)
            except NoHostlist as error:
                self._notes.append(f"{variable} = {told(text)}: {error}")
        if names:
            if count and count != len(names):
                self._notes.append(
                    f"{variable} names {len(names)} nodes, {self._name('SLURM_JOB_NUM_NODES')} counts {count}"
                )
            return names
        granted = self._environ.get(self._name("SLURM_JOB_CPUS_PER_NODE"), "")
        count = count or _nodes_in(cpus_per_node(granted))
        if not 1 <= count <= MOST:
            raise NoCluster(
                f"the variables of SLURM tell no nodes: {variable} is "
                f"{'no list of hosts' if text else 'not set'}, and nothing counts them"
            )
        return [f"node {number} of {count}" for number in range(1, count + 1)]

    def _granted(self, count: int) -> list[Limit | None]:
        """What the job has on each of its nodes."""
        variable = self._name("SLURM_JOB_CPUS_PER_NODE")
        text = self._environ.get(variable, "")
        cpus = cpus_per_node(text) if text else None
        counted = _nodes_in(cpus)
        if cpus is not None and counted == count:
            limits = [
                (Limit("slurm", one, variable) if one else None, times) for one, times in cpus
            ]
            return [limit for limit, times in limits for _ in range(times)]
        if cpus is not None:
            self._notes.append(
                f"{variable} = {told(text)} tells {counted} nodes, and there are {count}"
            )
        elif text:
            self._notes.append(f"{variable} = {told(text)}: expected counts such as 32(x2),16")
        return [None] * count

    def _task(self) -> Limit | None:
        """What one task has, which is what a training process is. Where several tasks share a node and
        nothing says how many CPUs each has, that is told."""
        each = self._count("SLURM_CPUS_PER_TASK")
        if each:
            return Limit("slurm", each, self._name("SLURM_CPUS_PER_TASK"))
        tasks, variable = self._tasks()
        if tasks > 1:
            self._notes.append(
                f"{tasks} tasks share a node ({self._name(variable)}), and SLURM_CPUS_PER_TASK, which would "
                "tell the CPUs of each, is not set: a config is judged as if it had its node alone"
            )
        return None

    def _tasks(self) -> tuple[int, str]:
        """The most tasks that share a node, and the variable that says so; 0 where none does.

        SLURM_TASKS_PER_NODE is always set. Where a job asked for no number of tasks it may count those that
        would have room, so that it is believed only beside SLURM_NTASKS.
        """
        each = self._count("SLURM_NTASKS_PER_NODE")
        if each or not self._count("SLURM_NTASKS"):
            return each or 0, "SLURM_NTASKS_PER_NODE"
        name = self._name("SLURM_TASKS_PER_NODE")
        text = self._environ.get(name, "")
        tasks = cpus_per_node(text) if text else None
        if text and tasks is None:
            self._notes.append(f"{name} = {told(text)}: expected counts such as 2(x3),1")
        return max((count for count, _ in tasks or ()), default=0), "SLURM_TASKS_PER_NODE"

    def _count(self, variable: str, suffix: str | None = None) -> int | None:
        """A count of at least 1, or None; what is there and is none is told."""
        name = self._name(variable) if suffix is None else variable
        text = self._environ.get(name, "")
        count = whole(text) if text else None
        if text and not count:
            self._notes.append(
                f"{name} = {count_told(text)}: expected a whole number of at least 1"
            )
        return count or None

    def _name(self, variable: str) -> str:
        """The name that a variable has for this component."""
        return variable + self._suffix


def _nodes_in(granted: list[tuple[int, int]] | None) -> int:
    return sum(times for _, times in granted or ())
