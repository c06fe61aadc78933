"""Check a config on every node of a cluster, before its launch.

--ray asks each node of a running Ray cluster for its physical cores and limits. --slurm reads the variables
of a SLURM allocation and contacts no node; inside an allocation it is found by itself. The config is
judged for each node as `check` judges it, with the node as the machine that is about to run it.

Exit codes: 0 every node that is there can run it, 1 a node fails, 2 wrong usage, no cluster, a node that
could not be reached, or a config that could not be judged.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from typing import TYPE_CHECKING

from profilecheck.cli import judging
from profilecheck.cli.output import CLEAN, FAILED, FOUND, Output, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from profilecheck.hosts import Host
    from profilecheck.options import Options
    from profilecheck.preflight.judged import Judged, Verdict
    from profilecheck.preflight.nodes import Cluster

_LONGEST = 3600
"""Seconds that a timeout may be."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments to its parser."""
    parser.usage = "profilecheck preflight CONFIG [--ray [ADDRESS] | --slurm] [options]"
    parser.add_argument("file", nargs="?", metavar="CONFIG", help="a file that `check` judges")
    nodes = parser.add_argument_group("which nodes")
    where = nodes.add_mutually_exclusive_group()
    where.add_argument(
        "--ray",
        nargs="?",
        const="auto",
        metavar="ADDRESS",
        help="those of a running Ray cluster: host:port, ray://host:port, or (default) what RAY_ADDRESS "
        "names, else the cluster on this machine",
    )
    where.add_argument(
        "--slurm",
        action="store_true",
        help="those of the SLURM allocation that this shell is in (default inside of one)",
    )
    nodes.add_argument(
        "--timeout",
        type=float,
        metavar="S",
        help="seconds to reach the Ray cluster, and again for its nodes to answer (default: 60)",
    )
    parser.add_argument(
        "--python",
        metavar="PATH",
        help="lay CONFIG over the INIs that the PufferLib of this interpreter has, as `run` does "
        "(default: over default.ini alone)",
    )
    parser.add_argument(
        "--env",
        metavar="NAME",
        help="with --python: the environment, where CONFIG names none or several",
    )
    judging.declare(parser)
    how = parser.add_argument_group("how it is told")
    how.add_argument(
        "--fail-on",
        choices=("error", "warning", "info"),
        help="the least severity with which a node fails (default: error)",
    )
    how.add_argument("--format", choices=("text", "json"), default="text", help="(default: text)")


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Print the table of nodes and give the exit code."""
    from profilecheck.cli import preflighted
    from profilecheck.cli.preflight_over import ALONE, lies_over_default
    from profilecheck.findings import Severity
    from profilecheck.preflight.judged import judge

    path = arguments.file
    if path is None:
        raise UsageError("CONFIG is missing: it stands before --ray, which takes the next word")
    if path == judging.STDIN:
        raise UsageError("a preflight judges a config that is a file, not standard input")
    judging.refuse_paths([path], None)
    if os.path.isdir(path):  # noqa: PTH112 - pathlib raises for some of what a user may type
        raise UsageError(f"{path} is a folder: a preflight judges one config")
    settings = judging.settings_for([path])
    options = judging.options_from(
        arguments, settings, select=settings.select, ignore=settings.ignore
    )
    cluster = _cluster(arguments, options.host)
    below: dict[str, None] = {}
    verdict = _over(arguments, path, below)
    judged_at = judge(path, cluster, options, verdict)
    _refuse_unjudged(judged_at)
    fail_on = Severity(arguments.fail_on or settings.fail_on or "error")
    if below:
        over = f"{path} is laid over {' and '.join(below)}, as `run` does"
        cluster = replace(cluster, notes=(*cluster.notes, over))
    told = any(one.told(fail_on) for one in judged_at)
    if verdict is None and told and lies_over_default(path):
        cluster = replace(cluster, notes=(*cluster.notes, ALONE.format(path=path)))
    if arguments.format == "json":
        output.exactly(preflighted.as_json(path, cluster, judged_at, fail_on))
    else:
        output.write(preflighted.as_text(path, cluster, judged_at, fail_on, output))
    if any(one.report is None for one in judged_at):
        return FAILED
    return FOUND if any(one.fails(fail_on) for one in judged_at) else CLEAN


def _over(
    arguments: argparse.Namespace, path: str, below: dict[str, None]
) -> Callable[[Options], Verdict] | None:
    """How to judge over what is installed, where that was asked for. Raises UsageError for what does not go with it."""
    from profilecheck.cli.preflight_over import over_installed

    if arguments.python is None:
        if arguments.env is not None:
            raise UsageError("--env goes with --python: it chooses the INI that lies below CONFIG")
        return None
    if arguments.defaults not in (None, "ini"):
        raise UsageError("--python lays CONFIG over INIs: --defaults is ini")
    return over_installed(path, arguments.python, arguments.env, below)


def _cluster(arguments: argparse.Namespace, host: Host) -> Cluster:
    """The nodes that were asked for. Raises UsageError where there are none."""
    from profilecheck.preflight import slurm
    from profilecheck.preflight.nodes import NoCluster
    from profilecheck.preflight.ray_nodes import ray_cluster

    timeout = _timeout(arguments)
    try:
        if arguments.ray is not None:
            return ray_cluster(arguments.ray, timeout)
        if arguments.slurm or slurm.inside(os.environ):
            return slurm.allocation(os.environ, host if host.declared else None)
    except NoCluster as error:
        raise UsageError(str(error)) from error
    raise UsageError(
        "no nodes to judge for: give --ray [ADDRESS] for a running Ray cluster, "
        "or run this inside a SLURM allocation (`profilecheck check` judges for one machine)"
    )


def _timeout(arguments: argparse.Namespace) -> float:
    """How long Ray may take, in seconds. Raises UsageError for what --ray does not go with."""
    declared = ("cores", "threads", "host")
    if arguments.ray is None:
        if arguments.timeout is not None:
            raise UsageError("--timeout goes with --ray: nothing else waits")
    elif any(getattr(arguments, name) is not None for name in declared):
        raise UsageError(
            "--ray asks each node for its counts: it takes no --cores, --threads or --host"
        )
    seconds: float = 60.0 if arguments.timeout is None else arguments.timeout
    if not 0 < seconds <= _LONGEST:
        raise UsageError(
            f"--timeout = {seconds:g}: expected seconds, above 0 and at most {_LONGEST}"
        )
    return seconds


def _refuse_unjudged(judged: list[Judged]) -> None:
    """Raise UsageError where the config says nothing that could be judged, so that no node passes for that."""
    from profilecheck.findings import State

    for one in judged:
        report = one.report
        if report is None or report.state in (State.OK, State.FINDINGS):
            continue
        if report.state is State.AMBIGUOUS:
            raise UsageError(f"{report.path}: nothing tells its generation: give --target")
        said = report.findings[0].message if report.findings else report.reason
        raise UsageError(f"{report.path}: {said or 'it holds nothing to judge'}")
