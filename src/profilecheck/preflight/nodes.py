"""The nodes that a config is to run on, as a cluster tells them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from profilecheck.hosts import Host
from profilecheck.limits import Limit

_FEW: Final = 3
"""How many nodes are named with what they have in common, at most."""


class NoCluster(Exception):
    """No cluster could be asked; the message says why, and what would help."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node, and the machine that it is; ``host`` is None where it could not be reached, for ``problem``.

    ``no_bound`` is the tightest limit that is told of it where none lies below its hardware threads.
    """

    name: str
    host: Host | None
    problem: str = ""
    no_bound: Limit | None = None


@dataclass(frozen=True, slots=True)
class Cluster:
    """Nodes, in the order in which the cluster tells them. ``source`` says who tells, ``notes`` what it does not."""

    source: str
    nodes: tuple[Node, ...]
    notes: tuple[str, ...] = ()


def node_of(host: Host) -> Node:
    """A node that could be reached."""
    return Node(host.name, host)


def some(names: Sequence[str]) -> str:
    """The first of some names, and how many more there are."""
    more = len(names) - _FEW
    return ", ".join(names[:_FEW]) + (f" and {more} more" if more > 0 else "")
