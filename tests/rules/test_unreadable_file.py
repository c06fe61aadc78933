"""PC001: a file that cannot be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from profilecheck.cli import main
from profilecheck.rules import rules


def test_its_example_is_what_a_run_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    example = re.search(r"## Example\n\n```text\n\$ (.*)\n((?:.*\n)*?)```", rules()["PC001"].doc)
    assert example is not None
    program, *arguments = example[1].split()
    assert program == "profilecheck"
    assert main(arguments) == 2
    assert capsys.readouterr().out.strip() == example[2].strip()
