"""`bench plot` from the command line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from profilecheck.bench.plot import draw
from tests.bench.reports import another, changed
from tests.cli.helpers import Cli

REPORT = another()


@pytest.mark.parametrize("kind", ["svg", "PNG"])
def test_the_command_writes_a_picture(cli: Cli, kind: str) -> None:
    cli.write("a.json", REPORT.model_dump_json())
    ran = cli("bench", "plot", "a.json", "--output", f"a.{kind}")
    assert (ran.code, ran.out, ran.err) == (0, f"wrote a.{kind}: 1 report, 3 samples\n", "")
    assert (cli.folder / f"a.{kind}").read_bytes() == draw([("a.json", REPORT)], kind.lower())  # type: ignore[arg-type]


def test_a_quiet_run_says_nothing_of_what_it_wrote(cli: Cli) -> None:
    cli.write("a.json", REPORT.model_dump_json())
    ran = cli("bench", "plot", "a.json", "--output", "a.svg", "-q")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    measured = cli("bench", "-q", "--backend", "serial", "--steps-per-env", "5", "--warmup", "0")
    assert (measured.code, measured.out, measured.err) == (0, "", "")
    refused = cli("bench", "compare", "a.json", "a.json", "-q")
    assert refused.code == 2 and "--quiet is nothing that `bench compare` takes" in refused.err


def test_a_report_may_come_from_standard_input(cli: Cli) -> None:
    text = another().model_dump_json()
    cli.write("a.json", REPORT.model_dump_json())
    compared = cli("bench", "compare", "a.json", "-", stdin=text.encode())
    assert (compared.code, compared.err) == (0, "") and compared.out.startswith("B / A = ")
    drawn = cli("bench", "plot", "-", "--output", "a.svg", stdin=text.encode())
    assert (drawn.code, drawn.err) == (0, "")
    assert "&lt;stdin&gt;" in (cli.folder / "a.svg").read_text()
    broken = cli("bench", "compare", "a.json", "-", stdin=b"{}")
    assert broken.code == 2 and "error: <stdin>: no report of a benchmark" in broken.err
    twice = cli("bench", "compare", "-", "/dev/stdin", stdin=text.encode())
    assert twice.code == 2 and "error: <stdin>: it can be read only once" in twice.err


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="needs /dev/fd")
def test_a_report_may_come_from_a_pipe_of_the_shell(cli: Cli) -> None:
    cli.write("a.json", REPORT.model_dump_json())
    reading, writing = os.pipe()
    os.write(writing, another().model_dump_json().encode())
    os.close(writing)
    try:
        ran = cli("bench", "compare", "a.json", f"/dev/fd/{reading}")
    finally:
        os.close(reading)
    assert (ran.code, ran.err) == (0, "") and ran.out.startswith("B / A = ")
    closed = cli("bench", "compare", "a.json", f"/dev/fd/{reading}")
    assert closed.code == 2 and f"/dev/fd/{reading}: cannot be read: " in closed.err


@pytest.mark.skipif(os.name == "nt", reason="links take a privilege there")
@pytest.mark.parametrize("link", ["symbolic", "hard"])
def test_no_picture_takes_the_place_of_a_report_that_it_draws(cli: Cli, link: str) -> None:
    report = cli.write("a.json", REPORT.model_dump_json())
    cli.write("b.json", REPORT.model_dump_json())
    picture = cli.folder / "a.svg"
    if link == "symbolic":
        picture.symlink_to("a.json")
    else:
        picture.hardlink_to(report)
    for force in ((), ("--force",)):
        ran = cli("bench", "plot", "b.json", "a.json", "--output", "a.svg", *force)
        assert (ran.code, ran.out) == (2, "")
        assert "--output a.svg: it is one of the reports that are drawn\n" in ran.err
    assert report.read_text() == REPORT.model_dump_json()


@pytest.mark.parametrize(
    ("argv", "code", "told"),
    [
        (["plot"], 2, "plot takes one report or more"),
        (["plot", "a.json"], 2, "give --output with a name in .svg or .png"),
        (["plot", "a.json", "--output", "a.gif"], 2, "give --output with a name in .svg or .png"),
        (["plot", "a.json", "--output", "b.svg"], 2, "b.svg: it exists (--force writes over it)"),
        (["plot", "a.json", "--output", "c.svg", "--envs", "4"], 2, "--envs is nothing that"),
        (["plot", "a.json", "c.json", "--output", "c.svg"], 1, "--vary seed\n"),
        (["plot", "a.json", "a.json", "--output", "c.svg"], 2, "a.json: given twice"),
        (
            ["plot", "a.json", "c.json", "--vary", "mode", "--output", "c.svg"],
            1,
            "--vary mode,seed\n",
        ),
        (
            ["plot", "d.json", "--output", "c.svg"],
            2,
            "d.json: no report of a benchmark that `profilecheck bench` wrote\n",
        ),
        (["compare", "a.json", "e.json"], 2, "of a version that is known here"),
    ],
)
def test_what_is_not_drawn_is_told(cli: Cli, argv: list[str], code: int, told: str) -> None:
    cli.write("a.json", REPORT.model_dump_json())
    cli.write("b.svg", "")
    cli.write("d.json", '{"sps": 1000000, "num_envs": 8}')
    cli.write("e.json", REPORT.model_dump_json().replace('"version":1', '"version":9', 1))
    cli.write("c.json", changed(lambda data: data["run"].update(seed=3)).model_dump_json())
    ran = cli("bench", *argv)
    assert (ran.code, ran.out) == (code, "") and told in ran.err
    assert not (cli.folder / "c.svg").exists()
