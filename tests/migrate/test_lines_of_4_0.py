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
