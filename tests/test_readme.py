"""README shows real output: each block is what its command prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import profilecheck
from profilecheck.cli import main

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(
    r"<!-- output(?: tail=(?P<tail>\d+))? -->\n```console\n\$ profilecheck (?P<command>.+)\n(?P<shown>(?:.*\n)*?)```\n"
)
BLOCKS = list(BLOCK.finditer(README.read_text(encoding="utf-8")))


def test_there_is_output_to_check() -> None:
    assert len(BLOCKS) >= 3
    assert all(block["shown"].strip() for block in BLOCKS)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block["command"].split()[0])
def test_readme_shows_what_is_printed(
    block: re.Match[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    main(shlex.split(block["command"]))
    printed = capsys.readouterr().out.splitlines()
    if block["tail"]:
        printed = printed[-int(block["tail"]) :]
    assert block["shown"].splitlines() == printed


def test_the_python_block_prints_what_its_comments_say(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It checks the folder ``configs``, and prints what each comment says, and nothing else after that."""
    monkeypatch.chdir(ROOT / "fixtures")
    found = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    exec(compile(found[1], "README.md", "exec"), {})
    shown = re.findall(r"^# (.+)$", found[1], re.MULTILINE)
    assert len(shown) > 3
    assert capsys.readouterr().out.splitlines()[-len(shown) :] == shown


def test_what_is_migrated_runs_in_3_0() -> None:
    """Not even advice is told of it, but on the machine at hand."""
    squared = ROOT / "fixtures/readme/squared.ini"
    assert profilecheck.check([squared], target="3.0", host=64).findings == ()


@pytest.mark.parametrize("mark", ["main", "test"])
def test_the_set_up_is_one_command(mark: str) -> None:
    text = README.read_text(encoding="utf-8")
    found = re.search(rf"<!-- {mark} -->\n```sh\n((?:.*\n)*?)```", text)
    assert found and len(found[1].strip().splitlines()) == 1
