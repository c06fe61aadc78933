"""A report has all that its schema asks for, and is read back as it was written."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from profilecheck import schemas
from profilecheck.bench import environment
from profilecheck.bench.machine import this_machine as machine_here
from profilecheck.bench.measure import Measured, Sample, measure
from profilecheck.bench.report import Report, read, text_of
from profilecheck.bench.reporting import made
from profilecheck.bench.workload import BenchError, Layout, Workload
from profilecheck.hosts import Host
from profilecheck.limits import Limit
from tests.bench.environments import Raising
from tests.bench.helpers import METHODS, SERIAL, SMALL, forks, workers

HOST = Host("here", False, 8, 16, (Limit("cgroup", 6.5, "cpu.max"),))


def report_of(measured: Measured, layout: Layout = SERIAL, workload: Workload = SMALL) -> Report:
    return made(
        workload,
        layout,
        measured,
        created="2030-01-01T00:00:00+00:00",
        host=HOST,
        machine=machine_here(),
        load=(0.5, None),
    )


@forks
@pytest.mark.parametrize("layout", [SERIAL, workers(METHODS[-1])], ids=["serial", "workers"])
def test_a_report_passes_its_schema_and_comes_back(layout: Layout) -> None:
    report = report_of(measure(SMALL, layout), layout)
    text = text_of(report)
    Draft202012Validator(schemas.schema(schemas.BENCH_REPORT)).validate(json.loads(text))
    assert read(text, "a.json") == report
    assert report.training_steps_per_second is None
    assert report.run.start_method == layout.start_method
    assert report.environment.revision == environment.REVISION
    assert len(report.samples) == SMALL.repeats
    assert len(report.memory.worker_peak_bytes) == (0 if layout is SERIAL else 2)
    assert all(0 < one.live_agent_steps < one.agent_steps == 1800 for one in report.samples)


def test_a_report_of_a_failure_says_what_failed_and_has_no_rate() -> None:
    report = report_of(measure(SMALL, SERIAL, make=Raising))
    Draft202012Validator(schemas.schema(schemas.BENCH_REPORT)).validate(json.loads(text_of(report)))
    assert report.simulation_steps_per_second is None and report.checksum is None
    ((stage, message),) = [(one.stage, one.message) for one in report.failures]
    assert stage == "repeat 1" and "out of cheese" in message


def test_rates_are_agent_steps_by_seconds() -> None:
    samples = [Sample(seconds, 0.1, 1700, "c") for seconds in (2.0, 1.0, 4.0, 1.0, 2.0)]
    rates = report_of(Measured(0.1, 0.1, samples)).simulation_steps_per_second
    assert rates is not None
    assert (rates.median, rates.minimum, rates.maximum) == (900, 450, 1800)
    assert (rates.lower_quartile, rates.upper_quartile, rates.spread) == (900, 1800, 1.0)


def test_the_command_in_a_report_has_every_number() -> None:
    overworked = replace(workers(), overwork=True)
    words = report_of(Measured(failed_in="start", failure="x"), overworked).command
    assert " ".join(words) == (
        "profilecheck bench run --envs 4 --agents 3 --obs-size 5 --work 2 --steps-per-env 150 --warmup 3 "
        "--repeats 3 --seed 11 --backend multiprocessing --mode async --start-method spawn --workers 2 "
        "--batch-size 2 --timeout 60 --overwork"
    )


def test_the_command_of_serial_has_nothing_of_workers() -> None:
    words = report_of(Measured(failed_in="start", failure="x")).command
    assert not {"--workers", "--batch-size", "--timeout", "--start-method"} & set(words)


def test_what_a_later_version_adds_is_not_refused() -> None:
    data = json.loads(text_of(report_of(measure(SMALL, SERIAL))))
    data["$schema"] = "bench-report.schema.json"
    data["hardware"]["colour"] = "blue"
    assert Draft202012Validator(schemas.schema(schemas.BENCH_REPORT)).is_valid(data)
    assert "colour" not in text_of(read(json.dumps(data), "a.json"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "a.json: no report of a benchmark: Invalid JSON"),
        ("[]", "a.json: no report of a benchmark: Input should be an object"),
        ("{}", "a.json: no report of a benchmark that `profilecheck bench` wrote"),
        ("[" * 100_000, "a.json: no report of a benchmark"),
    ],
)
def test_what_is_no_report_is_told(text: str, told: str) -> None:
    with pytest.raises(BenchError, match=told):
        read(text, "a.json")


@pytest.mark.parametrize("value", ["4", 4.5, True, 0, None, 2**53 + 1, 10**400])
def test_types_are_not_bent(value: object) -> None:
    data = json.loads(text_of(report_of(measure(SMALL, SERIAL))))
    data["run"]["envs"] = value
    with pytest.raises(BenchError, match=r"run\.envs"):
        read(json.dumps(data), "a.json")
