"""From what was measured to its report."""

from __future__ import annotations

import platform
from dataclasses import asdict
from datetime import datetime, timezone
from typing import Final

from profilecheck import __version__
from profilecheck.bench import measure, report
from profilecheck.bench.buffers import bytes_needed
from profilecheck.bench.environment import NAME, PRECISION, REVISION
from profilecheck.bench.judged import oversubscribed
from profilecheck.bench.machine import TAKING_PART, Machine, versions
from profilecheck.bench.workload import EPISODE, Layout, Workload, option
from profilecheck.hosts import Host

_OF_WORKERS: Final = ("workers", "batch_size", "timeout")
"""What serial takes no part of."""


def now() -> str:
    """This moment, as a report tells it."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def command_of(workload: Workload, layout: Layout) -> list[str]:
    """The command that runs this again, with every number in it, whatever the defaults are then."""
    numbers = {**asdict(workload), **asdict(layout)}
    overwork = numbers.pop("overwork")
    words = ["profilecheck", "bench", "run"]
    if layout.backend == "serial":
        numbers = {k: v for k, v in numbers.items() if k not in _OF_WORKERS}
    for name, value in numbers.items():
        if value is not None:
            words += [option(name), f"{value:g}" if isinstance(value, float) else str(value)]
    return [*words, "--overwork"] if overwork else words


def made(
    workload: Workload,
    layout: Layout,
    measured: measure.Measured,
    *,
    created: str,
    host: Host,
    machine: Machine,
    load: tuple[float | None, float | None],
) -> report.Report:
    """The report of a run; ``load`` is the machine's before and after it."""
    samples = [_sample(workload, one) for one in measured.samples]
    failed = measured.failure is not None
    rates = [one.simulation_steps_per_second for one in samples]
    return report.Report(
        kind="profilecheck-bench",
        version=1,
        created=created,
        command=command_of(workload, layout),
        pins=report.Pins(profilecheck=__version__, pufferlib=versions(["pufferlib"])["pufferlib"]),
        software=report.Software(
            python=platform.python_version(),
            implementation=platform.python_implementation(),
            compiler=platform.python_compiler(),
            dependencies=versions(TAKING_PART),
        ),
        environment=report.Environment(
            name=NAME,
            revision=REVISION,
            agents=workload.agents,
            observation_size=workload.observation_size,
            precision=PRECISION,
            work=workload.work,
            episode_steps=EPISODE,
        ),
        hardware=_hardware(host, machine, load),
        run=_run(workload, layout, host),
        timing=report.Timing(
            clock=measure.CLOCK,
            includes=list(measure.INCLUDES),
            excludes=list(measure.EXCLUDES),
            startup_seconds=measured.startup_seconds,
            warmup_seconds=measured.warmup_seconds,
        ),
        samples=samples,
        simulation_steps_per_second=None
        if failed
        else report.Statistics(**report.statistics_of(rates)),
        training_steps_per_second=None,
        checksum=None if failed else samples[0].checksum,
        memory=report.Memory(
            shared_bytes=0 if layout.backend == "serial" else bytes_needed(workload),
            main_peak_bytes=measured.peak_bytes,
            worker_peak_bytes=measured.worker_peak_bytes,
        ),
        failures=[report.Failure(stage=measured.failed_in or "", message=measured.failure)]
        if measured.failure is not None
        else [],
    )


def _run(workload: Workload, layout: Layout, host: Host) -> report.Run:
    return report.Run(
        backend=layout.backend,
        mode=layout.mode,
        start_method=layout.start_method,
        envs=workload.envs,
        workers=layout.workers,
        batch_size=layout.batch_size,
        buffers=workload.envs // layout.batch_size,
        zero_copy=True,
        overwork=layout.overwork,
        oversubscribed=oversubscribed(layout, host),
        seed=workload.seed,
        warmup_steps_per_env=workload.warmup,
        steps_per_env=workload.steps_per_env,
        repeats=workload.repeats,
        agent_steps=workload.agent_steps,
    )


def _hardware(
    host: Host, machine: Machine, load: tuple[float | None, float | None]
) -> report.Hardware:
    facts = asdict(machine)
    facts["gpus"] = list(machine.gpus)
    return report.Hardware(
        system=f"{platform.system()} {platform.release()}",
        architecture=platform.machine(),
        cores=host.cores if isinstance(host.cores, int) else None,
        threads=host.threads if isinstance(host.threads, int) else None,
        limits=[
            report.Limit(kind=one.kind, cpus=float(one.cpus), source=one.source)
            for one in host.limits
        ],
        load_before=load[0],
        load_after=load[1],
        **facts,
    )


def _sample(workload: Workload, sample: measure.Sample) -> report.Sample:
    return report.Sample(
        seconds=sample.seconds,
        cpu_seconds=sample.cpu_seconds,
        agent_steps=workload.agent_steps,
        environment_steps=workload.envs * workload.steps_per_env,
        live_agent_steps=sample.live_agent_steps,
        simulation_steps_per_second=workload.agent_steps / sample.seconds,
        checksum=sample.checksum,
    )
