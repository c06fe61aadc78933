"""What the rules of ``check`` say of a benchmark's settings, as the call of ``vector.make`` that they would be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from profilecheck.api import ConfigError, validate
from profilecheck.bench.workload import Layout, Refused, Workload, option
from profilecheck.findings import Finding
from profilecheck.hosts import Host
from profilecheck.profiles.v3_bench import GENERATION, OPTIONS, make_arguments


def judge(workload: Workload, layout: Layout, host: Host) -> Sequence[Finding]:
    """Warnings and advice. Raises Refused with all that is wrong where there are errors.

    ``host`` is the machine that this runs on, so that its cores count as those of a declared one do.
    """
    arguments = make_arguments(
        processes=layout.backend == "multiprocessing",
        envs=workload.envs,
        workers=layout.workers,
        batch_size=layout.batch_size,
        overwork=layout.overwork,
    )
    try:
        judged = validate(
            arguments,
            target=GENERATION,
            host=replace(host, declared=True),
            agents_per_env=workload.agents,
        )
    except ConfigError as error:
        raise Refused(
            f"vector.make of {GENERATION} would not run this, and neither is it run here\n{error}\n"
            f"(here {', '.join(f'{name} is {option(given)}' for name, given in OPTIONS.items())})"
        ) from error
    return judged.findings


def oversubscribed(layout: Layout, host: Host) -> bool | None:
    """Whether workers have to share cores: more of them than physical cores, or than a limit allows. None where that
    cannot be known."""
    if layout.backend == "serial":
        return False
    if not isinstance(host.cores, int):
        return None
    allowed = [float(host.cores), *(limit.cpus for limit in host.limits)]
    return layout.workers > min(allowed)
