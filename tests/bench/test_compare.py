"""A ratio with its uncertainty, and no ratio of what cannot be compared."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from profilecheck.bench.compare import NotComparable, compare, differences, facts, ratio
from profilecheck.bench.measure import Measured, Sample, measure
from profilecheck.bench.report import Report, busy, read
from tests.bench.helpers import SERIAL, SMALL
from tests.bench.test_report import report_of

REPORT = report_of(measure(SMALL, SERIAL))


def changed(change: Callable[[dict[str, Any]], object]) -> Report:
    data = REPORT.model_dump()
    change(data)
    return Report.model_validate(data)


def test_a_report_may_be_compared_with_itself() -> None:
    found = compare(REPORT, REPORT)
    assert found.ratio == 1.0 and found.low <= 1.0 <= found.high
    assert not found.differs and not found.varied


DIFFERENT: dict[str, tuple[str, str, object]] = {
    "backend": ("run", "backend", "multiprocessing"),
    "mode": ("run", "mode", "async"),
    "start-method": ("run", "start_method", "fork"),
    "envs": ("run", "envs", 8),
    "workers": ("run", "workers", 2),
    "batch-size": ("run", "batch_size", 2),
    "zero-copy": ("run", "zero_copy", False),
    "oversubscribed": ("run", "oversubscribed", True),
    "agents": ("environment", "agents", 9),
    "obs-size": ("environment", "observation_size", 9),
    "precision": ("environment", "precision", "uint8"),
    "work": ("environment", "work", 9),
    "environment": ("environment", "revision", "0"),
    "seed": ("run", "seed", 9),
    "steps-per-env": ("run", "steps_per_env", 9),
    "warmup": ("run", "warmup_steps_per_env", 9),
    "timing": ("timing", "includes", ["all of it"]),
    "profilecheck": ("pins", "profilecheck", "0.0.1"),
    "python": ("software", "python", "3.9.0"),
    "compiler": ("software", "compiler", "another"),
    "numpy": ("software", "dependencies", {"numpy": "1.0"}),
    "system": ("hardware", "system", "Linux 1.0"),
    "architecture": ("hardware", "architecture", "pdp11"),
    "cpu": ("hardware", "cpu_model", "another"),
    "sockets": ("hardware", "sockets", 9),
    "numa-nodes": ("hardware", "numa_nodes", 9),
    "cores": ("hardware", "cores", 9),
    "threads": ("hardware", "threads", 9),
    "limits": ("hardware", "limits", [{"kind": "cgroup", "cpus": 1.0, "source": "x"}]),
    "gpus": ("hardware", "gpus", ["H100"]),
}


def test_every_fact_has_its_case() -> None:
    assert list(DIFFERENT) == list(facts(REPORT))


@pytest.mark.parametrize("name", DIFFERENT)
def test_what_differs_is_refused_unless_it_is_meant(name: str) -> None:
    part, key, value = DIFFERENT[name]
    other = changed(lambda data: data[part].update({key: value}))
    with pytest.raises(NotComparable) as refused:
        compare(REPORT, other)
    assert [one.name for one in refused.value.differences] == [name]
    assert [one.name for one in compare(REPORT, other, {name}).varied] == [name]


def test_a_serial_run_has_no_workers_that_could_differ() -> None:
    def change(data: dict[str, Any]) -> None:
        data["run"].update(backend="multiprocessing", start_method="spawn", workers=2)

    (found,) = compare(REPORT, changed(change), {"backend"}).varied
    assert found.message == "backend: serial in A, multiprocessing in B"


def test_all_differences_are_told_at_once() -> None:
    def change(data: dict[str, Any]) -> None:
        data["run"].update(workers=4, start_method="fork")
        data["hardware"]["cpu_model"] = None

    with pytest.raises(NotComparable) as refused:
        compare(REPORT, changed(change), {"workers"})
    told = str(refused.value).splitlines()
    assert told[0] == "start-method: none in A, fork in B"
    assert told[1].startswith("cpu: ") and told[1].endswith(", not known in B")
    assert len(told) == 2


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda d: d.update(failures=[{"stage": "start", "message": "x"}]),
            "B: incomplete, 3 of 3 repeats: failed in start: x",
        ),
        (lambda d: d.update(samples=d["samples"][:2]), "B: 2 samples: at least 3 are needed"),
        (lambda d: d["samples"][0].update(checksum="x"), "B: its samples have different checksums"),
        (lambda d: d.update(checksum="x"), "checksum: "),
        (lambda d: d.update(checksum=None), "B: no checksum"),
        (lambda d: d["run"].update(repeats=4), "B: 3 samples, and 4 repeats"),
        (lambda d: d["samples"][1].update(agent_steps=7, seconds=7 / 9), "B: sample 2 "),
        (lambda d: d["samples"][2].update(seconds=3e9), "B: sample 3 tells "),
        (lambda d: d["simulation_steps_per_second"].update(median=5.0), "B: its median is 5.0, "),
        (lambda d: d.update(simulation_steps_per_second=None), "B: its median is None, "),
    ],
)
def test_what_no_difference_excuses(change: Callable[[dict[str, Any]], None], told: str) -> None:
    found = differences([("A", REPORT), ("B", changed(change))])
    assert found and all(one.name is None for one in found)
    assert found[0].message.startswith(told)


def test_an_interval_that_leaves_out_one_is_told_so() -> None:
    told = ratio([20140.75, 21714.88, 21794.49], [18603.55, 19639.07, 20137.99])
    assert told.differs and told.told == "0.9044 (0.8536 to 0.9999 with 90.0% confidence)"
    same = ratio([1.0, 1.0, 1.0], [1.0, 1.0, 1.00001])
    assert same.told == "1.000 (1.000 to 1.000 with 90.0% confidence)"


def test_lists_are_told_in_words() -> None:
    def change(data: dict[str, Any]) -> None:
        limit = {"kind": "slurm", "cpus": 1.0, "source": "x"}
        data["hardware"]["limits"] = [limit, {**limit, "kind": "cgroup", "cpus": 1.5}]
        data["hardware"]["gpus"] = ["H100", "A100"]
        data["timing"]["includes"] = ["a", "b"]

    a = changed(lambda data: data["hardware"].update(limits=[], gpus=[]))
    told = [one.message for one in differences([("A", a), ("B", changed(change))])]
    assert told[0].startswith("timing: ") and " with a and b without " in told[0]
    assert told[1:] == [
        "limits: none in A, cgroup 1.5 and slurm 1 in B",
        "gpus: none in A, H100 and A100 in B",
    ]


def test_other_work_may_have_another_checksum() -> None:
    def change(data: dict[str, Any]) -> None:
        data["run"]["seed"] = 9
        data["checksum"] = "x"

    found = differences([("A", REPORT), ("B", changed(change))])
    assert [one.name for one in found] == ["seed"]


def test_of_many_reports_each_difference_is_told_once() -> None:
    other = changed(lambda data: data["run"].update(mode="async"))
    reports = [("a", REPORT), *[(f"b{n}", other) for n in range(5)], ("c", REPORT)]
    (found,) = differences(reports)
    assert found.message == "mode: sync in a and c, async in b0, b1, b2 and 2 more"
    astray = changed(lambda data: data.update(checksum="x" * 64))
    (found,) = differences([("a", REPORT), ("b", astray), ("c", REPORT)])
    assert found.message.endswith(" in a and c, xxxxxxxxxxxx in b, for the same work")


def test_there_is_no_ratio_beyond_all_numbers() -> None:
    def at(rate: float) -> Report:
        samples = [Sample(SMALL.agent_steps / rate, 0.1, 1700, "c")] * 3
        return report_of(Measured(0.1, 0.1, samples))

    for a, b in ((1e-160, 1e160), (1e160, 1e-164)):
        with pytest.raises(NotComparable, match="too far apart"):
            compare(at(a), at(b))


def test_the_interval_is_that_of_the_mann_whitney_test() -> None:
    """Of 5 and 5 samples it rejects at 5 % where U is at most 2 (Mann and Whitney's table), in 4 of 252 orders on either side:
    the interval leaves out 2 quotients at either end."""
    a, b = [1.0, 2.0, 3.0, 4.0, 5.0], [11.0, 13.0, 17.0, 19.0, 23.0]
    quotients = sorted(two / one for one in a for two in b)
    found = ratio(a, b)
    assert (found.ratio, found.low, found.high) == (17 / 3, quotients[2], quotients[-3])
    assert found.confidence == pytest.approx(1 - 2 * 4 / 252)
    assert found.differs


def test_three_samples_give_all_their_quotients_and_ninety_percent() -> None:
    found = ratio([1.0, 2.0, 4.0], [8.0, 16.0, 32.0])
    assert (found.ratio, found.low, found.high) == (8.0, 2.0, 32.0)
    assert found.confidence == pytest.approx(0.9)


@pytest.mark.parametrize(("n", "m"), [(3, 3), (3, 5), (5, 5), (4, 6)])
def test_the_confidence_is_counted_over_all_orders(n: int, m: int) -> None:
    """If both runs are alike, every order of their samples is as likely: in so many the interval holds 1."""
    held = total = 0
    for places in itertools.combinations(range(n + m), n):
        a = [1.1**place for place in places]
        b = [1.1**place for place in range(n + m) if place not in places]
        total += 1
        held += not ratio(a, b).differs
    # It is widened where it would leave out the ratio of the medians, and so may hold 1 more often.
    assert held / total >= ratio([1.0] * n, [1.0] * m).confidence - 1e-9


RATES = st.lists(st.floats(1, 1e9), min_size=3, max_size=12)


@given(RATES, RATES)
def test_the_ratio_lies_in_its_interval_and_turns_with_the_sides(
    a: list[float], b: list[float]
) -> None:
    found, turned = ratio(a, b), ratio(b, a)
    assert found.low <= found.ratio <= found.high
    assert found.confidence >= 0.9 - 1e-9
    assert turned.ratio == pytest.approx(1 / found.ratio)
    assert turned.low == pytest.approx(1 / found.high)
    assert turned.high == pytest.approx(1 / found.low)


@pytest.mark.parametrize(
    ("load", "threads", "told"),
    [(0.2, 2, False), (97.0, 2, True), (None, 2, False), (97.0, None, False)],
)
def test_a_machine_with_other_work_is_told(
    load: float | None, threads: int | None, told: bool
) -> None:
    report = changed(lambda data: data["hardware"].update(load_before=load, threads=threads))
    assert (busy(report) is not None) is told


def test_a_hundred_samples_are_no_trouble() -> None:
    found = ratio([float(n) for n in range(1, 101)], [float(n) for n in range(1, 101)])
    assert 0.95 <= found.confidence < 0.951
    assert read(REPORT.model_dump_json(), "x") == REPORT
