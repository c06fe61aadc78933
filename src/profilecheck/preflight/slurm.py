"""The nodes of a SLURM allocation, from its variables alone (sbatch(1), srun(1), output environment variables).

Nothing contacts a node. SLURM tells how many CPUs it grants on each, not how many cores or hardware threads
lie behind them: those stay unknown unless the user declares them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from profilecheck.document import UNKNOWN, Unknown
from profilecheck.hosts import Host
from profilecheck.limits import Limit, cpus_per_node, whole
from profilecheck.preflight.hostlist import MOST, NoHostlist, expand
from profilecheck.preflight.nodes import Cluster, NoCluster, Node, some
from profilecheck.telling import count_told, counted, told

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
    components = [_Component(environ, end, hardware, notes) for end in _components(environ)]
    nodes = [node for one in components for node in one.nodes()]
    notes += _elsewhere(environ, components, nodes)
    hosts = [node.host for node in nodes if node.host is not None]
    if any(UNKNOWN in (host.cores, host.threads) for host in hosts):
        notes.append(
            "SLURM grants CPUs, and does not tell the physical cores or hardware threads behind them: "
            "--cores and --threads declare those of each node"
        )
    job = environ.get("SLURM_JOB_ID", "")
    source = f"the variables of SLURM's job {job}" if job else "SLURM's variables"
    return Cluster(source, tuple(nodes), tuple(dict.fromkeys(notes)))


def _elsewhere(
    environ: Mapping[str, str], components: Iterable[_Component], nodes: Iterable[Node]
) -> Iterator[str]:
    """That the step is on none of the nodes, so that its share counts on none."""
    here, step = environ.get("SLURMD_NODENAME", ""), environ.get("SLURM_CPUS_ON_NODE", "")
    named = all(one.named for one in components)
    if here and whole(step) and named and here not in {node.name for node in nodes}:
        yield (
            f"SLURMD_NODENAME = {told(here)} is none of these nodes: "
            f"SLURM_CPUS_ON_NODE = {count_told(step)} counts on none"
        )


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
        self.named = False
        """Whether the names of its nodes are known, once they are read."""

    def nodes(self) -> list[Node]:
        """Its nodes, each with the limits that are known. Raises NoCluster where nothing counts them."""
        names = self._names()
        granted = self._granted(len(names))
        task = self._task()
        here = self._environ.get("SLURMD_NODENAME", names[0] if len(names) == 1 else "")
        step = self._count("SLURM_CPUS_ON_NODE", "")
        nodes = []
        above: dict[str, list[str]] = {}
        told_of_all = True
        for name, limit in zip(names, granted, strict=True):
            own = Limit("slurm", step, "SLURM_CPUS_ON_NODE") if step and name == here else None
            limits = tuple(one for one in (limit, own, task) if one is not None)
            told_of_all = told_of_all and bool(limits)
            nodes.append(self._node(name, limits))
            for words in self._unfit(limits, task):
                above.setdefault(words, []).append(name)
        self._notes += (f"{words} (on {some(names)})" for words, names in above.items())
        if not told_of_all:
            self._notes.append(
                f"{self._name('SLURM_JOB_CPUS_PER_NODE')} does not tell every node's CPUs"
            )
        return nodes

    def _node(self, name: str, limits: tuple[Limit, ...]) -> Node:
        cores: int | Unknown | None = UNKNOWN
        if self._hardware is not None:
            cores = self._hardware.cores
        threads = self._threads
        below = tuple(one for one in limits if isinstance(threads, Unknown) or one.cpus < threads)
        host = Host(name, False, cores, threads, below, launching=True)
        least = min(limits, key=lambda one: one.cpus, default=None)
        return Node(name, host, no_bound=None if below else least)

    @property
    def _threads(self) -> int | Unknown:
        return UNKNOWN if self._hardware is None else self._hardware.threads

    def _unfit(self, limits: tuple[Limit, ...], task: Limit | None) -> Iterator[str]:
        """Where what is told of a node does not fit what else is told of it, or what is declared."""
        threads = self._threads
        for one in limits:
            if not isinstance(threads, Unknown) and one.cpus > threads:
                yield (
                    f"{one.source} tells {counted(f'{one.cpus:g}', 'CPU')}, "
                    f"and {counted(threads, 'hardware thread')} {'is' if threads == 1 else 'are'} declared"
                )
            if task is not None and one.cpus < task.cpus:
                yield (
                    f"{task.source} tells {counted(f'{task.cpus:g}', 'CPU')}, "
                    f"and {one.source} {one.cpus:g} on the whole node"
                )

    def _names(self) -> list[str]:
        count = self._count("SLURM_JOB_NUM_NODES") or self._count("SLURM_NNODES")
        variable = self._name("SLURM_JOB_NODELIST")
        text = self._environ.get(variable, "")
        names: list[str] = []
        untold = f"{variable} is not set"
        if text:
            try:
                names = expand(text)
            except NoHostlist as error:
                untold = f"{variable} = {told(text)}: {error}"
                self._notes.append(untold)
        self.named = bool(names)
        if names:
            if count and count != len(names):
                self._notes.append(
                    f"{variable} names {len(names)} nodes, {self._name('SLURM_JOB_NUM_NODES')} counts {count}"
                )
            return names
        granted = self._environ.get(self._name("SLURM_JOB_CPUS_PER_NODE"), "")
        count = count or _nodes_in(cpus_per_node(granted))
        if count > MOST:
            raise NoCluster(
                f"the variables of SLURM name no nodes and count {count}, and a preflight judges for at "
                f"most {MOST}: {untold}"
            )
        if not count:
            raise NoCluster(
                f"the variables of SLURM tell no nodes: {untold}, and nothing else counts them"
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
