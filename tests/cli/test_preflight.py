"""``profilecheck preflight``: a config on every node of a SLURM allocation."""

from __future__ import annotations

import json
import os
import sys

import pytest

from tests.cli.helpers import BAD, GOOD, Cli

MANY = "[base]\nenv_name = a\n[vec]\nnum_envs = 64\nnum_workers = 32\n"


@pytest.fixture(autouse=True)
def _no_allocation(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith(("SLURM", "RAY"))]:
        monkeypatch.delenv(name)


@pytest.fixture
def allocated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within an allocation of three nodes."""
    monkeypatch.setenv("SLURM_JOB_ID", "7")
    monkeypatch.setenv("SLURM_JOB_NODELIST", "gpu[01-03]")
    monkeypatch.setenv("SLURM_JOB_CPUS_PER_NODE", "64(x2),16")


@pytest.mark.usefixtures("allocated")
@pytest.mark.parametrize("asked", [(), ("--slurm",)])
def test_each_node_of_an_allocation_has_its_row(cli: Cli, asked: tuple[str, ...]) -> None:
    cli.write("c.ini", MANY)
    ran = cli("preflight", "c.ini", *asked)
    assert ran.code == 0
    rows = [line.split() for line in ran.out.splitlines() if line.startswith(("node ", "gpu0"))]
    assert rows == [
        ["node", "cores", "threads", "limits", "verdict", "findings"],
        ["gpu01", "unknown", "unknown", "slurm", "64", "ok", "so", "far"],
        ["gpu02", "unknown", "unknown", "slurm", "64", "ok", "so", "far"],
        ["gpu03", "unknown", "unknown", "slurm", "16", "ok", "so", "far", "PC229"],
    ]
    assert "c.ini:5:1: warning PC229 workers-over-share (on gpu03): num_workers = 32" in ran.out
    assert "note: SLURM grants CPUs" in ran.out


@pytest.mark.usefixtures("allocated")
@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (("--cores", "32", "--threads", "64"), 0),
        (("--cores", "31", "--threads", "64"), 1),
        (("--fail-on", "warning"), 1),
        (("--set", "vec.num_workers=16", "--fail-on", "warning"), 0),
    ],
)
def test_a_node_that_fails_is_exit_code_1(cli: Cli, argv: tuple[str, ...], code: int) -> None:
    cli.write("c.ini", MANY)
    ran = cli("preflight", "c.ini", *argv)
    assert (ran.code, "fails" in ran.out) == (code, bool(code))


@pytest.mark.usefixtures("allocated")
def test_what_fails_everywhere_is_told_once(cli: Cli) -> None:
    cli.write("c.ini", BAD)
    ran = cli("preflight", "c.ini")
    assert ran.code == 1
    assert ran.out.count("error PC203 envs-by-workers (on every node): ") == 1


@pytest.mark.usefixtures("allocated")
def test_json_holds_all(cli: Cli) -> None:
    cli.write("c.ini", MANY)
    ran = cli("preflight", "c.ini", "--cores", "16", "--format", "json")
    told = json.loads(ran.out)
    assert (ran.code, told["path"], told["profile"]) == (1, "c.ini", "3.0")
    assert [node["node"] for node in told["nodes"]] == ["gpu01", "gpu02", "gpu03"]
    first = told["nodes"][0]
    assert (first["cores"], first["threads"], first["verdict"]) == (16, None, "fails")
    assert first["limits"] == [{"kind": "slurm", "cpus": 64, "source": "SLURM_JOB_CPUS_PER_NODE"}]
    assert [one["code"] for one in first["findings"]] == ["PC210"]
    assert told["notes"]


@pytest.mark.usefixtures("allocated")
def test_a_terminal_gets_a_table_in_color(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    cli.write("c.ini", MANY)
    plain = cli("preflight", "c.ini").out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = cli("preflight", "c.ini").out
    assert "\x1b[" in shown and "\x1b[" not in plain
    assert "gpu03" in shown and "PC229" in shown


def test_outside_of_a_cluster_it_says_what_to_do(cli: Cli) -> None:
    cli.write("c.ini", GOOD)
    ran = cli("preflight", "c.ini")
    assert (ran.code, ran.out) == (2, "")
    assert "--ray [ADDRESS]" in ran.err and "SLURM allocation" in ran.err
    assert "SLURM_JOB_ID" in cli("preflight", "c.ini", "--slurm").err


@pytest.mark.usefixtures("allocated")
@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("c.ini", None, "no such file"),
        ("c.ini", "[other]\na = 1\n", "c.ini: "),
        ("c.ini", "[vec]\n", "c.ini: nothing tells its generation: give --target"),
        (".", None, "is a folder"),
        ("-", None, "not standard input"),
        ("", None, "a path is empty"),
    ],
)
def test_a_config_that_cannot_be_judged_is_never_green(
    cli: Cli, name: str, text: str | None, said: str
) -> None:
    if text is not None:
        cli.write(name, text)
    ran = cli("preflight", name)
    assert (ran.code, ran.out) == (2, "")
    assert said.lower() in ran.err.lower()


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("--ray", "c.ini"), "CONFIG is missing: it stands before --ray"),
        (("c.ini", "--ray", "--slurm"), "not allowed with"),
        (("c.ini", "--ray", "--cores", "4"), "--ray asks each node"),
        (("c.ini", "--ray", "--timeout", "0"), "--timeout = 0: expected seconds"),
        (("c.ini", "--ray", "--timeout", "nan"), "--timeout = nan: expected seconds"),
        (("c.ini", "--slurm", "--timeout", "5"), "--timeout goes with --ray"),
        (("c.ini", "--ray", "local"), "the address of a running cluster"),
    ],
)
def test_what_does_not_go_together_is_refused(cli: Cli, argv: tuple[str, ...], said: str) -> None:
    cli.write("c.ini", GOOD)
    ran = cli("preflight", *argv)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_many_nodes_that_are_alike_have_one_row(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLURM_JOB_ID", "7")
    monkeypatch.setenv("SLURM_JOB_NODELIST", "n[1-500]")
    monkeypatch.setenv("SLURM_JOB_CPUS_PER_NODE", "64(x2),16,64(x497)")
    monkeypatch.setenv("SLURM_CPUS_PER_TASK", "16")
    cli.write("c.ini", MANY)
    rows = [one for one in cli("preflight", "c.ini").out.splitlines() if "n3" in one or "n1" in one]
    assert rows[0].startswith("n1, n2, n4 and 496 more  unknown")
    assert "slurm 64 (SLURM_JOB_CPUS_PER_NODE), slurm 16 (SLURM_CPUS_PER_TASK)" in rows[0]
    assert rows[1].startswith("n3 ")


@pytest.mark.usefixtures("allocated")
def test_a_limit_of_another_machine_is_not_that_of_this_process(cli: Cli) -> None:
    cli.write("c.ini", MANY)
    assert "16 CPUs that a process may use there (slurm: " in cli("preflight", "c.ini").out


def test_a_finding_of_machines_that_differ_elsewhere_is_told_once(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLURM_JOB_ID", "7")
    monkeypatch.setenv("SLURM_JOB_NODELIST", "gpu[01-03]")
    monkeypatch.setenv("SLURM_JOB_CPUS_PER_NODE", "32(x2),16")
    cli.write("c.ini", MANY)
    out = cli("preflight", "c.ini", "--cores", "1").out
    assert "PC210 workers-over-cores (on every node): " in out
    assert "is above the 1 physical core of the node: " in out
    assert out.count("workers-over-cores") == 1
    assert "  = [vec] backend = 'Multiprocessing': 3.0 default.ini\n" in out
    assert "was not judged\n" in out and "`ok so far`" not in out


@pytest.mark.usefixtures("allocated")
def test_a_limit_that_does_not_bind_is_shown_as_such(cli: Cli) -> None:
    cli.write("c.ini", MANY)
    asked = ("preflight", "c.ini", "--cores", "32", "--threads", "64")
    row = next(line for line in cli(*asked).out.splitlines() if line.startswith("gpu01"))
    assert "  slurm 64 (no bound)  ok" in row
    node = json.loads(cli(*asked, "--format", "json").out)["nodes"][0]
    assert (node["limits"], node["no_bound"]["cpus"]) == ([], 64)
