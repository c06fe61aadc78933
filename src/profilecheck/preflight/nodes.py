"""The nodes that a config is to run on, as a cluster tells them."""

from __future__ import annotations

from dataclasses import dataclass

from profilecheck.hosts import Host


class NoCluster(Exception):
    """No cluster could be asked; the message says why, and what would help."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node, and the machine that it is; ``host`` is None where it could not be reached, for ``problem``."""

    name: str
    host: Host | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Nodes, in the order in which the cluster tells them. ``source`` says who tells, ``notes`` what it does not."""

    source: str
    nodes: tuple[Node, ...]
    notes: tuple[str, ...] = ()


def node_of(host: Host) -> Node:
    """A node that could be reached."""
    return Node(host.name, host)
