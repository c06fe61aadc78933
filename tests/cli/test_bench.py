"""The command line of the benchmark: what it takes, refuses, tells and leaves."""

from __future__ import annotations

import builtins
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from profilecheck.bench import machine, measure
from profilecheck.bench.environment import Make
from profilecheck.bench.report import read
from profilecheck.cli.output import Output
from tests.bench.environments import Interrupting, Raising, RaisingLate, Terminating
from tests.cli.helpers import Cli, command, environment

SERIAL = ("bench", "--backend", "serial", "--steps-per-env", "20", "--warmup", "2")


def test_a_run_is_told_and_its_report_written(cli: Cli) -> None:
    ran = cli(*SERIAL, "--agents", "2", "--output", "a.json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("serial, sync: 4 environments of 2 agents\n")
    report = read((cli.folder / "a.json").read_bytes(), "a.json")
    assert report.run.agent_steps == 160
    assert report.checksum and report.checksum[:16] in ran.out
    assert [path.name for path in cli.folder.iterdir()] == ["a.json"]


def test_the_same_by_workers_has_the_same_checksum(cli: Cli) -> None:
    few = ("--steps-per-env", "20", "--warmup", "2", "--output", "-", "--overwork")
    one = json.loads(cli(*SERIAL, "--output", "-").out)
    two = json.loads(cli("bench", "run", *few, "--mode", "async", "--batch-size", "2").out)
    assert one["checksum"] == two["checksum"]
    assert (one["run"]["start_method"], two["run"]["start_method"]) == (None, "spawn")


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["--envs", "100", "--workers", "6"], "error PC203 envs-by-workers: num_envs = 100"),
        (["--envs", "100", "--workers", "6"], "num_envs is --envs, num_workers is --workers"),
        (["--envs", "0"], "--envs 0: expected 1 to 4096"),
        (["--envs", "x"], "argument --envs: invalid int value: 'x'"),
        (["--repeats", "2"], "--repeats 2: expected 3 to 100"),
        (["--backend", "ray"], "invalid choice: 'ray'"),
        (["--backend", "serial", "--workers", "2"], "--workers 2: serial has none"),
        (["--batch-size", "2"], "--batch-size 2 with --mode sync"),
        (["--output", "."], "--output '.': expected a file"),
        (["--backend", "serial", "--timeout", "9"], "--timeout: serial has no workers"),
        (["--backend", "serial", "--overwork"], "--overwork: serial has no workers"),
        (["--force"], "--force goes with --output FILE"),
        (["--format", "json"], "unknown option --format"),
        (["--output", "fifo", "--force"], "--output 'fifo': expected a file"),
        (["--output", "x" * 300], "x': File name too long"),
        (["--output", "there.json/a.json"], "--output 'there.json/a.json': Not a directory"),
        (["--output", "no/a.json"], "--output no/a.json: its folder does not exist"),
        (["--output", "there.json"], "--output there.json: it exists (--force writes over it)"),
        (["--vary", "work"], "--vary is nothing that `bench run` takes"),
        (["run", "a.json"], "'a.json' is nothing that `bench run` takes"),
        (["walk"], "invalid choice: 'walk' (choose from run, compare, plot)"),
        (["--work", "9" * 5000], "--work"),
        (["compare", "a.json"], "compare takes two reports, A and B: 1 given"),
        (["compare", "a.json", "b.json", "--envs", "4"], "--envs is nothing that `bench compare`"),
        (["compare", "a.json", "b.json"], "a.json: cannot be read: No such file or directory"),
        (["compare", "there.json", "there.json"], "there.json: no report of a benchmark"),
    ],
)
def test_what_is_wrong_is_told_before_anything_runs(cli: Cli, argv: list[str], told: str) -> None:
    cli.write("there.json", "{}")
    if "fifo" in argv:
        os.mkfifo(cli.folder / "fifo")
    ran = cli("bench", *argv)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("profilecheck bench: error: ") and told in ran.err
    assert {path.name for path in cli.folder.iterdir()} <= {"there.json", "fifo"}


def test_a_report_may_be_written_over_where_that_is_said(cli: Cli) -> None:
    cli.write("a.json", "{}")
    assert cli(*SERIAL, "--output", "a.json", "--force").code == 0
    read((cli.folder / "a.json").read_bytes(), "a.json")


def test_a_report_is_kept_where_nobody_reads_the_rest(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(self: Output, text: str) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(Output, "write", gone)
    assert cli(*SERIAL, "--output", "a.json").code == 141
    read((cli.folder / "a.json").read_bytes(), "a.json")


def test_a_report_that_cannot_be_written_is_printed(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = cli.folder / "gone"
    folder.mkdir()
    usual = machine.load

    def load() -> float | None:
        if folder.is_dir():
            folder.rmdir()
        return usual()

    monkeypatch.setattr(machine, "load", load)
    ran = cli(*SERIAL, "--output", "gone/a.json")
    assert ran.code == 2 and "; the report is on standard output" in ran.err
    read(ran.out, "stdout")


def test_a_file_that_comes_during_the_run_is_left_alone(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = machine.load

    def load() -> float | None:
        cli.write("a.json", "of another run")
        return usual()

    monkeypatch.setattr(machine, "load", load)
    ran = cli(*SERIAL, "--output", "a.json")
    assert ran.code == 2 and "a.json: it exists already" in ran.err
    read(ran.out, "stdout")
    assert (cli.folder / "a.json").read_text() == "of another run"
    assert cli(*SERIAL, "--output", "a.json", "--force").code == 0
    read((cli.folder / "a.json").read_bytes(), "a.json")


def test_steps_of_agents_that_take_no_part_are_told(cli: Cli) -> None:
    told = cli(*SERIAL, "--agents", "64").out.splitlines()[1]
    live = 4 * sum(64 - step for step in range(1, 21))  # in each step one agent more has left
    assert told.startswith(f"  5 repeats of 5,120 agent steps, {live:,} of them of agents that")


def test_two_reports_are_compared(cli: Cli) -> None:
    for name in ("a", "b"):
        cli(*SERIAL, "--output", f"{name}.json")
    cli(*SERIAL, "--work", "2000", "--output", "c.json")
    same = cli("bench", "compare", "a.json", "b.json")
    assert same.code == 0 and same.out.startswith("B / A = ") and "96.8% confidence" in same.out
    cli.write("copy.json", (cli.folder / "a.json").read_text())
    copied = cli("bench", "compare", "a.json", "copy.json")
    assert copied.code == 1
    assert copied.err.endswith("\n  A and B are of the same run: it was measured once\n")
    text = (cli.folder / "b.json").read_text()
    loaded = re.sub(r'"load_before": [^,]*', '"load_before": 9700.0', text)
    cli.write("loaded.json", loaded)
    beside = cli("bench", "compare", "a.json", "loaded.json").out.splitlines()
    assert beside[-1].startswith("B: the machine was busy: load 9700.0 as it began, on ")
    refused = cli("bench", "compare", "a.json", "c.json")
    assert (refused.code, refused.out) == (1, "")
    assert refused.err == (
        "profilecheck bench: A and B cannot be compared:\n"
        "  work: 200 in A, 2000 in B\n"
        "  where that is what you compare: --vary work\n"
    )
    meant = cli("bench", "compare", "a.json", "c.json", "--vary", "work")
    assert meant.code == 0 and meant.out.startswith("work: 200 in A, 2000 in B\nB / A = 0.")
    wrong = cli("bench", "compare", "a.json", "c.json", "--vary", "wrok")
    assert wrong.code == 2 and "did you mean work?" in wrong.err


LATE = ("--steps-per-env", "150", "--warmup", "0", "--overwork")


@pytest.fixture
def made_of(monkeypatch: pytest.MonkeyPatch) -> Callable[[Make], None]:
    """Have the next runs make environments of a kind."""
    usual = measure.measure.__kwdefaults__ or {}

    def choose(make: Make) -> None:
        monkeypatch.setattr(measure.measure, "__kwdefaults__", {**usual, "make": make})

    return choose


def test_a_run_that_fails_is_told_and_reported(cli: Cli, made_of: Callable[[Make], None]) -> None:
    made_of(Raising)
    ran = cli(*SERIAL, "--output", "a.json")
    assert (ran.code, ran.out) == (1, "")
    assert "failed in repeat 1: environment 3 raised in step 5: RuntimeError" in ran.err
    assert read((cli.folder / "a.json").read_bytes(), "a.json").failures


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_an_interrupted_run_leaves_an_incomplete_report(
    cli: Cli, made_of: Callable[[Make], None]
) -> None:
    made_of(Interrupting)
    ran = cli("bench", *LATE, "--output", "a.json")
    assert (ran.code, ran.out) == (130, "")
    assert ran.err == (
        "profilecheck bench: interrupted by Ctrl-C after 2 of 5 repeats: "
        "the report has what was measured, and is incomplete\n"
    )
    report = read((cli.folder / "a.json").read_bytes(), "a.json")
    assert (len(report.samples), report.run.repeats) == (2, 5)
    assert [(one.stage, one.message) for one in report.failures] == [
        ("repeat 3", "interrupted by Ctrl-C")
    ]
    assert (report.simulation_steps_per_second, report.checksum) == (None, None)
    refused = cli("bench", "compare", "a.json", "a.json")
    told = "incomplete, 2 of 5 repeats: failed in repeat 3: interrupted by Ctrl-C\n"
    assert refused.code == 1 and f"  A: {told}  B: {told}" in refused.err
    judged = cli("check", "--format", "concise", "a.json").out
    assert "PC802 the throughput is of 2 repeats, of a run that came to no end" in judged


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_a_time_limit_leaves_an_incomplete_report(
    cli: Cli, made_of: Callable[[Make], None]
) -> None:
    made_of(Terminating)
    ran = cli("bench", *LATE, "--output", "a.json")
    assert (ran.code, ran.out) == (143, "")
    assert ran.err == (
        "profilecheck bench: ended by SIGTERM after 2 of 5 repeats: "
        "the report has what was measured, and is incomplete\n"
    )
    report = read((cli.folder / "a.json").read_bytes(), "a.json")
    assert len(report.samples) == 2
    told = [(one.stage, one.message) for one in report.failures]
    assert told == [("repeat 3", "ended by SIGTERM")]
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_an_interrupted_run_prints_its_report_where_that_is_asked_for(
    cli: Cli, made_of: Callable[[Make], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    made_of(Interrupting)
    printed = cli("bench", *LATE, "--output", "-")
    assert printed.code == 130 and len(read(printed.out, "stdout").samples) == 2
    unasked = cli("bench", *LATE)
    assert (unasked.code, unasked.out) == (130, "")
    assert "no report is made (--output FILE keeps what was measured)" in unasked.err

    def gone(self: Output, text: str) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(Output, "write", gone)
    assert cli("bench", *LATE, "--output", "-").code == 130


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_ctrl_c_while_a_report_is_made_waits_until_it_is_written(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = machine.this_machine

    def this_machine() -> machine.Machine:
        signal.raise_signal(signal.SIGINT)
        return usual()

    monkeypatch.setattr(machine, "this_machine", this_machine)
    assert cli(*SERIAL, "--output", "a.json").code == 130
    assert not read((cli.folder / "a.json").read_bytes(), "a.json").failures


def test_a_run_that_fails_late_says_what_is_kept(cli: Cli, made_of: Callable[[Make], None]) -> None:
    made_of(RaisingLate)
    ran = cli("bench", *LATE, "--output", "a.json")
    assert ran.code == 1
    assert re.search(r"failed in repeat 3: .* \(after 2 of 5 repeats\)\n", ran.err)
    assert ran.err.endswith("the report has what was measured, and is incomplete\n")
    assert len(read((cli.folder / "a.json").read_bytes(), "a.json").samples) == 2


def test_without_numpy_it_is_said_what_is_missing(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [*sys.modules]:
        if name.partition(".")[0] == "numpy" or name.startswith("profilecheck.bench."):
            monkeypatch.delitem(sys.modules, name)
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == "numpy":
            raise ModuleNotFoundError("No module named 'numpy'", name="numpy")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    ran = cli("bench")
    assert (ran.code, ran.out) == (2, "")
    assert (
        ran.err == "profilecheck bench: error: it needs numpy: pip install 'profilecheck[bench]'\n"
    )
    assert "--vary" in cli("bench", "--help").out


def test_comparing_needs_no_numpy_and_help_nothing_at_all() -> None:
    code = (
        "import sys, profilecheck.cli.bench, profilecheck.bench.workload as w\n"
        "assert not {'numpy', 'pydantic', 'rich'} & set(sys.modules)\n"
        "import profilecheck.bench.compare, profilecheck.bench.report\n"
        "assert 'numpy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], env=environment({}), check=True)


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_a_terminal_sees_how_far_it_is_and_nothing_of_it_stays(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    with subprocess.Popen(
        command(*SERIAL), cwd=tmp_path, env=environment({}), stdout=subprocess.PIPE, stderr=theirs
    ) as process:
        os.close(theirs)
        seen, end = b"", time.monotonic() + 60
        while time.monotonic() < end:
            ready, _, _ = select.select([ours], [], [], 0.1)
            try:
                piece = os.read(ours, 4096) if ready else b""
            except OSError:
                break
            seen += piece
            if not piece and ready:
                break
        out = process.stdout.read() if process.stdout else b""
    os.close(ours)
    assert b"warm-up" in seen and b"5/5" in seen
    assert b"5/5" not in out and out.startswith(b"serial")
