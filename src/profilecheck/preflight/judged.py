"""The verdict on a config for each node of a cluster."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from profilecheck.checking import check_paths
from profilecheck.document import UNKNOWN
from profilecheck.findings import FileReport, Finding, Severity
from profilecheck.hosts import Host
from profilecheck.options import Options
from profilecheck.preflight.nodes import Cluster, Node

_ANY: Final = "the node"
"""What messages call a node: those of machines that are alike are the same."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A node and the verdict on the config there; None where the node could not be reached.

    ``beneath`` are errors of the INIs below the config, in which nothing of its own takes part.
    """

    node: Node
    report: FileReport | None
    beneath: tuple[str, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is found for this node."""
        return self.report.findings if self.report is not None else ()

    def told(self, fail_on: Severity) -> tuple[Finding, ...]:
        """What is found, without advice where a node does not fail by it."""
        least = min(Severity.WARNING.rank, fail_on.rank)
        return tuple(one for one in self.findings if one.severity.rank >= least)

    @property
    def known(self) -> bool:
        """Whether all counts of the node are known that a rule may ask for."""
        host = self.node.host
        return host is not None and UNKNOWN not in (host.cores, host.threads)

    def fails(self, fail_on: Severity) -> bool:
        """Whether something is found of at least that severity, or an error beneath it."""
        return bool(self.beneath) or any(one.severity.rank >= fail_on.rank for one in self.findings)


Verdict: TypeAlias = tuple[FileReport, tuple[str, ...]]
"""What is found in a config on one machine, and what beneath it."""


def judge(
    path: str,
    cluster: Cluster,
    options: Options,
    verdict: Callable[[Options], Verdict] | None = None,
) -> list[Judged]:
    """The verdicts, in the order of the nodes. Machines that differ by their names alone are judged once.

    ``verdict`` judges for the machine of its options, by default as ``check`` does.
    """
    verdict = verdict or partial(_checked, path)
    verdicts: dict[Host, Verdict] = {}
    judged = []
    for node in cluster.nodes:
        if node.host is None:
            judged.append(Judged(node, None))
            continue
        machine = replace(node.host, name=_ANY)
        if machine not in verdicts:
            verdicts[machine] = verdict(replace(options, host=machine))
        judged.append(Judged(node, *verdicts[machine]))
    return judged


def _checked(path: str, options: Options) -> Verdict:
    (report,) = check_paths([path], options, root=Path.cwd())
    return report, ()
