"""The nodes of a running Ray cluster: each is asked for its cores and limits by one task that runs there.

Ray is used in a process of its own, which is ended when it does not answer: a failure of Ray's native code,
or an address that nothing answers at, would otherwise end or hold this one.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from multiprocessing.connection import Connection
from typing import Any, Final

from profilecheck.preflight import shipped
from profilecheck.preflight.gather import host_of
from profilecheck.preflight.nodes import Cluster, NoCluster, Node, node_of
from profilecheck.telling import cut

AUTO: Final = "auto"
"""The address that stands for ``RAY_ADDRESS``, else the cluster that runs on this machine."""
VARIABLE: Final = "RAY_ADDRESS"
LOCAL: Final = "local"
"""What Ray takes for an order to start a cluster of its own."""
_SLACK: Final = 10.0
"""Seconds beyond the timeout, in which what is gathered is handed over."""
_LONGEST: Final = 300


def ray_cluster(address: str, timeout: float) -> Cluster:
    """The nodes of the cluster at an address. ``timeout``: seconds to reach it, and again for its nodes to answer.

    Raises NoCluster where none is reached.
    """
    address, named = _named(address)
    if not address or address == LOCAL:
        raise NoCluster(
            f"{named} takes the address of a running cluster (host:port or ray://host:port)"
        )
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_ask, args=(theirs, address, timeout), daemon=True)
    process.start()
    theirs.close()
    try:
        _said(ours, address, timeout)
        alive, dead = _said(ours, address, timeout + _SLACK)
        process.join(_SLACK)
    except EOFError:
        process.join(_SLACK)
        raise NoCluster(
            f"Ray ended while it was asked for the cluster {_at(address)} (exit code {process.exitcode})"
        ) from None
    finally:
        process.kill()
        process.join()
        ours.close()
    gone = [f"{_dead(len(dead))} and left out: {cut(', '.join(dead))}"] if dead else []
    return Cluster(f"the Ray cluster {_at(address)}", tuple(_nodes(alive)), tuple(gone))


def _named(address: str) -> tuple[str, str]:
    """The address that is meant, and what gives it: that of ``RAY_ADDRESS`` where none is given."""
    given = os.environ.get(VARIABLE, "").strip()
    return (given, VARIABLE) if address == AUTO and given else (address.strip(), "--ray")


def _at(address: str) -> str:
    return "on this machine" if address == AUTO else f"at {address}"


def _dead(count: int) -> str:
    return f"{count} of its nodes {'is' if count == 1 else 'are'} dead"


def _said(connection: Connection, address: str, timeout: float) -> Any:
    """The next answer of Ray's process. Raises NoCluster, and EOFError where that process ended."""
    if not connection.poll(timeout):
        raise NoCluster(f"no Ray cluster answers {_at(address)} within {timeout:g} s (--timeout)")
    well, said = connection.recv()
    if not well:
        raise NoCluster(said)
    return said


def _nodes(alive: list[tuple[str, Any, str]]) -> Iterator[Node]:
    for name, told, problem in alive:
        yield Node(name, None, problem) if problem else node_of(host_of(name, told))


def _ask(connection: Connection, address: str, timeout: float) -> None:
    """Connect, say so, gather, and hand that over; what fails is said in words. Runs in Ray's process."""
    silent = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):  # Ray's native code writes to both
        os.dup2(silent, stream)
    try:
        import ray
    except ModuleNotFoundError:
        connection.send((False, "it needs ray: pip install 'profilecheck[ray]'"))
        return
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        connection.send((True, None))
        connection.send((True, _gathered(timeout)))
        ray.shutdown()  # else the cluster lists this as a job that failed
    except Exception as error:  # Ray's own, gRPC's, and those of the operating system
        connection.send((False, f"no Ray cluster {_at(address)}: {_told(error)}"))


def _gathered(timeout: float) -> tuple[list[tuple[str, Any, str]], list[str]]:
    """Name, counts and problem of each node that is alive; the names of those that are not."""
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    ray.cloudpickle.register_pickle_by_value(shipped)
    # A task that takes no CPU is run on a node that is busy too.
    task = ray.remote(num_cpus=0, max_retries=0)(shipped.gather_from)
    texts = shipped.texts()
    nodes = ray.nodes()
    alive = [node for node in nodes if node["Alive"]]
    names = _names(alive)
    asked = [
        task.options(
            scheduling_strategy=NodeAffinitySchedulingStrategy(node_id=node["NodeID"], soft=False)
        ).remote(texts)
        for node in alive
    ]
    ready, _ = ray.wait(asked, num_returns=len(asked), timeout=timeout)
    answers = []
    for name, one in zip(names, asked, strict=True):
        if one not in ready:
            answers.append((name, None, f"no answer within {timeout:g} s (--timeout)"))
            continue
        try:
            answers.append((name, ray.get(one, timeout=timeout), ""))
        except Exception as error:  # the node or its worker died, or the task raised there
            answers.append((name, None, _told(error)))
    dead = sorted(str(node["NodeManagerHostname"]) for node in nodes if not node["Alive"])
    return sorted(answers, key=lambda answer: answer[0]), dead


def _names(nodes: list[Mapping[str, Any]]) -> list[str]:
    """The name of each host; with its address and the beginning of its identity where several have it."""
    hosts = Counter(node["NodeManagerHostname"] for node in nodes)
    return [
        name
        if hosts[name := str(node["NodeManagerHostname"])] == 1
        else f"{name} ({node['NodeManagerAddress']}, {node['NodeID'][:8]})"
        for node in nodes
    ]


def _told(error: Exception) -> str:
    """An error in one line: of those that Ray wraps, the last line is the cause."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return cut(lines[-1] if lines else type(error).__name__, _LONGEST)
