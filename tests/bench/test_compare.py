"""A ratio with its uncertainty, and no ratio of what cannot be compared."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from profilecheck.bench.compare import NotComparable, compare, differences, facts, ratio
from profilecheck.bench.contradictions import contradictions
from profilecheck.bench.labels import telling
from profilecheck.bench.measure import Measured, Sample
from profilecheck.bench.report import Report, busy, read
from profilecheck.hosts import Host
from profilecheck.limits import Limit
from tests.bench.helpers import SMALL, workers
from tests.bench.reports import Change, another, by_workers, changed, edited
from tests.bench.test_report import report_of

REPORT = another()
BY_WORKERS = by_workers()


def test_two_runs_of_the_same_may_be_compared() -> None:
    found = compare(REPORT, another())
    assert found.ratio == pytest.approx(1.0, rel=1e-3) and found.low <= 1.0 <= found.high
    assert not found.differs and not found.varied


def test_a_copy_of_a_report_is_no_other_run() -> None:
    copy = edited(REPORT, lambda data: data["run"].update(seed=9))
    (same,) = differences([("a", REPORT), ("b", another()), ("c", REPORT)])
    assert same.message == "a and c are of the same run: it was measured once"
    with pytest.raises(NotComparable, match="A and B are of the same run"):
        compare(REPORT, copy, {"seed"})


def with_other(part: str, key: str, value: object) -> Callable[[], Report]:
    return lambda: edited(by_workers(), lambda data: data[part].update({key: value}))


DIFFERENT: dict[str, Callable[[], Report]] = {
    "backend": another,
    "mode": lambda: another(replace(workers(batch=4), mode="sync")),
    "start-method": with_other("run", "start_method", "fork"),
    "envs": lambda: by_workers(envs=8),
    "workers": lambda: by_workers(1),
    "batch-size": lambda: by_workers(batch=2),
    "zero-copy": with_other("run", "zero_copy", False),
    "oversubscribed": lambda: by_workers(4),
    "agents": lambda: by_workers(agents=9),
    "obs-size": lambda: by_workers(observation_size=9),
    "precision": with_other("environment", "precision", "uint8"),
    "work": lambda: by_workers(work=9),
    "environment": with_other("environment", "revision", "0"),
    "seed": lambda: by_workers(seed=9),
    "steps-per-env": lambda: by_workers(steps_per_env=9),
    "warmup": lambda: by_workers(warmup=9),
    "timing": with_other("timing", "includes", ["all of it"]),
    "profilecheck": with_other("pins", "profilecheck", "0.0.1"),
    "python": with_other("software", "python", "3.9.0"),
    "compiler": with_other("software", "compiler", "another"),
    "numpy": with_other("software", "dependencies", {"numpy": "1.0"}),
    "system": with_other("hardware", "system", "Linux 1.0"),
    "architecture": with_other("hardware", "architecture", "pdp11"),
    "cpu": with_other("hardware", "cpu_model", "another"),
    "sockets": with_other("hardware", "sockets", 9),
    "numa-nodes": with_other("hardware", "numa_nodes", 9),
    "cores": with_other("hardware", "cores", 9),
    "threads": with_other("hardware", "threads", 9),
    "memory": with_other("hardware", "memory_bytes", 1),
    "limits": with_other("hardware", "limits", [{"kind": "cgroup", "cpus": 2.0, "source": "x"}]),
    "gpus": with_other("hardware", "gpus", ["H100"]),
}
WITH_IT = {"backend": {"mode"}, "oversubscribed": {"workers"}}
"""What differs with something else, whatever is meant."""


def test_every_fact_has_its_case() -> None:
    assert list(DIFFERENT) == list(facts(REPORT))


@pytest.mark.parametrize("name", DIFFERENT)
def test_what_differs_is_refused_unless_it_is_meant(name: str) -> None:
    names, other = {name, *WITH_IT.get(name, ())}, DIFFERENT[name]()
    for meant in (set(), names - {name}):
        with pytest.raises(NotComparable) as refused:
            compare(BY_WORKERS, other, meant)
        assert {one.name for one in refused.value.differences} == names - meant
    assert {one.name for one in compare(BY_WORKERS, other, names).varied} == names


def test_a_machine_may_tell_a_little_less_of_its_memory() -> None:
    def of(memory: int | None) -> Report:
        return changed(lambda data: data["hardware"].update(memory_bytes=memory))

    compare(of(64 << 30), of(62 << 30))
    (found,) = differences([("A", of(64 << 30)), ("B", of(48 << 30)), ("C", of(None))])
    assert found.message == "memory: 64 GiB in A, 48 GiB in B, not known in C"
    assert telling([("A", of(64 << 30)), ("B", of(62 << 30))]) == ["", ""]


def test_a_serial_run_has_no_workers_that_could_differ() -> None:
    other = another(replace(workers(batch=4), mode="sync"))
    (found,) = compare(REPORT, other, {"backend"}).varied
    assert found.message == "backend: serial in A, multiprocessing in B"


def test_all_differences_are_told_at_once() -> None:
    def change(data: dict[str, Any]) -> None:
        data["run"].update(start_method="fork")
        data["hardware"]["cpu_model"] = None

    with pytest.raises(NotComparable) as refused:
        compare(BY_WORKERS, edited(by_workers(1), change), {"workers"})
    told = str(refused.value).splitlines()
    assert told[0] == "start-method: spawn in A, fork in B"
    assert told[1].startswith("cpu: ") and told[1].endswith(", not known in B")
    assert len(told) == 2


def with_checksum(value: str) -> Change:
    """Another one, of all samples."""

    def change(data: dict[str, Any]) -> None:
        for one in (data, *data["samples"]):
            one["checksum"] = value

    return change


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda d: d.update(failures=[{"stage": "start", "message": "x"}]),
            "B: incomplete, 3 of 3 repeats: failed in start: x",
        ),
        (lambda d: d.update(samples=d["samples"][:2]), "B: 2 samples: at least 3 are needed"),
        (lambda d: d.update(samples=d["samples"][:1]), "B: 1 sample: at least 3 are needed"),
        (lambda d: d["run"].update(repeats=1), "B: 3 samples, and 1 repeat"),
        (lambda d: d["samples"][0].update(checksum="x"), "B: its samples have different checksums"),
        (lambda d: d.update(checksum="x"), "B: its checksum is not that of its samples"),
        (with_checksum("x"), "checksum: "),
        (lambda d: d.update(checksum=None), "B: no checksum"),
        (lambda d: d["run"].update(repeats=4), "B: 3 samples, and 4 repeats"),
        (lambda d: d["samples"][1].update(agent_steps=7, seconds=7 / 9), "B: sample 2 "),
        (lambda d: d["samples"][2].update(seconds=3e9), "B: sample 3 tells "),
        (lambda d: d["simulation_steps_per_second"].update(median=5.0), "B: its median is 5.0, "),
        (lambda d: d.update(simulation_steps_per_second=None), "B: its median is None, "),
    ],
)
def test_what_no_difference_excuses(change: Change, told: str) -> None:
    found = differences([("A", REPORT), ("B", changed(change))])
    assert found and all(one.name is None for one in found)
    assert found[0].message.startswith(told)


@pytest.mark.parametrize(
    ("run", "told"),
    [
        ({"envs": 4000}, "2 buffers, and batches of 2 of 4000 environments"),
        ({"workers": 3}, "3 workers, which have no equal shares of 4 environments"),
        ({"workers": 4}, "4 workers on 2 cores, and not told as oversubscribed"),
        ({"workers": 4, "oversubscribed": True}, "4 workers on 2 cores, and without overwork"),
        ({"oversubscribed": True}, "2 workers on 2 cores, and told as oversubscribed"),
        ({"start_method": None}, "no start method, and multiprocessing starts workers by one"),
        ({"mode": "sync"}, "batches of 2, and a step is of all 4 environments"),
        (
            {"batch_size": 1, "buffers": 4},
            "batches of 1, and whole workers have 2 environments each",
        ),
        ({"batch_size": 400}, "2 buffers, and batches of 400 of 4 environments"),
        ({"steps_per_env": 3}, "1800 agent steps, and 3 of 3 in each of 4 environments are 36"),
        ({"agent_steps": 1}, "1 agent step, and 150 of 3 in each of 4 environments are 1800"),
        ({"backend": "serial", "start_method": None}, "2 workers, and serial starts none"),
        ({"backend": "serial", "workers": 1}, "start method spawn, and serial starts nothing"),
    ],
)
def test_a_run_that_bench_would_not_have_made(run: dict[str, Any], told: str) -> None:
    whole = by_workers(batch=2)
    assert not [*contradictions(whole)]
    found = [*contradictions(edited(whole, lambda data: data["run"].update(run)))]
    assert told in found and not any("environment steps" in one for one in found)


@pytest.mark.parametrize(
    ("sample", "told"),
    [
        (
            {"environment_steps": 99999},
            "sample 2 is of 99999 environment steps, and the run of 600",
        ),
        ({"live_agent_steps": 9999999}, "sample 2 has 9999999 live of 1800 agent steps"),
    ],
)
def test_a_sample_of_other_steps(sample: dict[str, Any], told: str) -> None:
    assert [*contradictions(changed(lambda data: data["samples"][1].update(sample)))] == [told]


@pytest.mark.parametrize(
    ("cores", "limits", "count"), [(None, (1.0,), 4), (8, (1.5, 3.0), 2), (4, (), 4), (2, (), 4)]
)
def test_what_bench_writes_does_not_contradict_itself(
    cores: int | None, limits: tuple[float, ...], count: int
) -> None:
    host = Host("here", False, cores, 8, tuple(Limit("cgroup", one, "x") for one in limits))
    layout = replace(workers(count=count, batch=4), overwork=count == 4)
    assert not [*contradictions(another(layout, host=host))]


def test_a_run_whose_repeats_differ_failed_and_does_not_contradict_itself() -> None:
    samples = [Sample(0.1, 0.1, 1700, checksum) for checksum in "ab"]
    measured = Measured(0.1, 0.1, samples, failed_in="repeat 2", failure="not deterministic")
    assert not [*contradictions(report_of(measured))]


def test_an_interval_that_leaves_out_one_is_told_so() -> None:
    told = ratio([20140.75, 21714.88, 21794.49], [18603.55, 19639.07, 20137.99])
    assert told.differs and told.told == "0.9044 (0.8536 to 0.9999 with 90.0% confidence)"
    same = ratio([1.0, 1.0, 1.0], [1.0, 1.0, 1.00001])
    assert same.told == "1.000 (1.000 to 1.000 with 90.0% confidence)"


def test_of_timings_is_told_what_differs() -> None:
    def changes(name: str, *parts: str) -> Change:
        return lambda data: data["timing"].update({name: [*data["timing"][name], *parts]})

    def told(*changes: Change) -> str:
        reports = [("A", REPORT), *((f"B{n}", changed(one)) for n, one in enumerate(changes))]
        return "; ".join(one.message for one in differences(reports))

    assert (
        told(changes("includes", "a", "b")) == "timing: nothing more in A, with a and with b in B0"
    )
    assert told(lambda data: data["timing"].update(includes=["x"], clock="y")) == (
        "timing: time.perf_counter, with adding all that was handed over to the checksum, with choosing actions from "
        "all that was observed and 3 more in A, y and with x in B0"
    )
    assert told(changes("excludes", "a"), changes("excludes", "b")) == (
        "timing: nothing more in A, without a in B0, without b in B1"
    )
    assert not told(lambda data: data["timing"]["excludes"].reverse())
    drawn = telling([("A", REPORT), ("B", changed(changes("includes", "a")))])
    assert drawn == ["timing nothing more", "timing with a"]


def test_a_ratio_far_from_one_has_digits_that_count() -> None:
    slow, fast = [1.0, 1.0, 2.0], [123456.0, 123456.0, 300000.0]
    assert ratio(fast, slow).told == "8.100e-06 (3.333e-06 to 1.620e-05 with 90.0% confidence)"
    assert ratio(slow, fast).told == "1.235e+05 (6.173e+04 to 3.000e+05 with 90.0% confidence)"
    assert ratio([20.0] * 3, [1.0, 1.0, 4.0]).told == (
        "0.05000 (0.05000 to 0.200 with 90.0% confidence)"
    )


def test_lists_are_told_in_words() -> None:
    def change(data: dict[str, Any]) -> None:
        limit = {"kind": "slurm", "cpus": 1.0, "source": "x"}
        data["hardware"]["limits"] = [limit, {**limit, "kind": "cgroup", "cpus": 1.5}]
        data["hardware"]["gpus"] = ["H100", "A100"]

    a = changed(lambda data: data["hardware"].update(limits=[], gpus=[]))
    told = [one.message for one in differences([("A", a), ("B", changed(change))])]
    assert told == [
        "limits: none in A, cgroup 1.5 and slurm 1 in B",
        "gpus: none in A, H100 and A100 in B",
    ]


def test_what_a_report_says_makes_no_line_of_its_own() -> None:
    forged = "Xeon\nB / A = 9.000 (8 to 10 with 99% confidence)"

    def change(data: dict[str, Any]) -> None:
        data["hardware"]["cpu_model"] = forged
        data["failures"] = [{"stage": "start", "message": forged}]

    found = differences([("A\n", REPORT), ("B", changed(change))])
    assert len(found) == 2 and not any("\n" in one.message for one in found)
    assert found[1].message.endswith(r", Xeon\nB / A = 9.000 (8 to 10 with 99% confidence) in B")


def test_other_work_may_have_another_checksum() -> None:
    def change(data: dict[str, Any]) -> None:
        data["run"]["seed"] = 9
        with_checksum("x")(data)

    found = differences([("A", REPORT), ("B", changed(change))])
    assert [one.name for one in found] == ["seed"]


def test_of_many_reports_each_difference_is_told_once() -> None:
    def change(data: dict[str, Any]) -> object:
        return data["run"].update(mode="async")

    reports = [("a", REPORT), *[(f"b{n}", changed(change)) for n in range(5)], ("c", another())]
    (found,) = differences(reports)
    assert found.message == "mode: sync in a and c, async in b0, b1, b2 and 2 more"
    (found,) = differences([("a", REPORT), ("b", changed(with_checksum("x" * 64)))])
    assert found.message.endswith(" in a, xxxxxxxxxxxx in b, for the same work")


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
