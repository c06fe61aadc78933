"""What is left of 3.0 in launch lines that are of 4.0 already: told each time, for no rule of a check sees it."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.migrate.request import Request
from profilecheck.migrate.run import migrate_paths
from tests.migrate.helpers import migrated

COMMIT = "8e3e7546428f06839dad031935081ff3ad915f07"
MATRIX = (
    "jobs:\n  a:\n    strategy:\n      matrix:\n        env: [puffer_breakout, puffer_reef, pong]\n"
    "    steps:\n      - run: puffer train ${{ matrix.env }} @\n"
)


@pytest.mark.parametrize("flag", ["--train.horizon 64", ""])
def test_names_that_a_workflow_puts_into_a_line_of_4_0_are_told(flag: str) -> None:
    ledger = migrated(MATRIX.replace("@", flag), ".github/workflows/a.yml")
    assert ledger.status == "by-hand"
    (port,) = ledger.ports
    assert port.span.line == 7
    assert port.how.endswith("rename what is put in here, line 5: puffer_breakout to breakout")


def test_what_4_0_has_under_such_a_name_is_not_told(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "config").mkdir()
    ini = "[base]\nenv_name = puffer_breakout\n[vec]\ntotal_agents = 64\nnum_threads = 2\n"
    (tmp_path / "config" / "breakout.ini").write_text(ini, encoding="utf-8")
    (tmp_path / "config" / "default.ini").write_text("[vec]\nnum_buffers = 2\n", encoding="utf-8")
    path = tmp_path / ".github" / "workflows" / "a.yml"
    path.parent.mkdir(parents=True)
    path.write_text(MATRIX.replace("@", "--train.horizon 64"), encoding="utf-8")
    (file,) = migrate_paths([str(path)], Request(), root=tmp_path).files
    assert (file.status, file.ports) == ("left", ())


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("puffer eval breakout --load-model-path a/b.pt", True),
        ("puffer eval breakout --load-model-path a/b.bin", False),
        ("puffer eval breakout --load-model-path latest", False),
        ("puffer eval breakout --load-id a1b2", False),
        ("puffer eval breakout --load-model-path a/b.pt --slowly", False),
        ('puffer eval breakout --load-model-path a/b.pt "$@"', False),
        ("# profilecheck: target=3.0\npuffer eval puffer_breakout --load-model-path a/b.pt", False),
    ],
)
def test_a_checkpoint_of_3_0_on_a_line_of_4_0_is_told(line: str, told: bool) -> None:
    asked = "" if "target" in line else "# profilecheck: target=4.0\n"
    ledger = migrated(f"{asked}{line}\n", "run.sh")
    assert [one.what for one in ledger.ports] == ["--load-model-path a/b.pt"] * told
    assert all(one.code != "PC713" for one in ledger.findings)


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ("puffer train puffer_breakout --train.bptt-horizon 64\n", "left"),
        ("puffer train puffer_squared --train.seed 1\n", "left"),
        ("puffer train puffer_squared\n", "left"),  # 3.0 has no environment squared
        ("puffer train puffer_squared\npuffer train puffer_pong --vec.num-envs 8\n", "left"),
        ("", "by-hand"),  # 3.0's breakout is Atari's: nothing tells
    ],
)
def test_a_second_run_over_lines_that_tell_nothing_beside_others_of_4_0(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: str, status: str
) -> None:
    """The pin of 3.0 stays where nobody gives --pin."""
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "run.sh"
    (tmp_path / "requirements.txt").write_text("pufferlib==3.0.0\n", encoding="utf-8")
    script.write_text(f"{lines}puffer train puffer_breakout --train.minibatch-size 8192\n")
    (first,) = migrate_paths(["run.sh"], Request(), root=tmp_path).files
    assert first.after is not None and not first.ports
    script.write_bytes(first.after)
    (second,) = migrate_paths(["run.sh"], Request(), root=tmp_path).files
    assert (second.status, second.after) == (status, None)


def test_a_line_of_3_0_beside_some_of_4_0_keeps_the_others_of_3_0(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("pufferlib==3.0.0\n", encoding="utf-8")
    script = tmp_path / "run.sh"
    flags = ("--train.horizon 64", "--train.minibatch-size 8192", "--train.bptt-horizon 64")
    script.write_text("".join(f"puffer train pong {one}\n" for one in flags), encoding="utf-8")
    (file,) = migrate_paths([str(script)], Request(), root=tmp_path).files
    assert [port.span.line for port in file.ports] == [2, 3]
