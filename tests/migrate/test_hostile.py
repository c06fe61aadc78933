"""Files that mean no good: a migration changes nothing but what it tells, or says why it cannot."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
import tomli

from profilecheck.migrate.ledger import FileLedger
from profilecheck.patches import patch
from tests.fixture_files import FIXTURES
from tests.migrate.generated import config, ini_text, json_text, toml_text, yaml_text
from tests.migrate.helpers import migrated
from tests.work import counted

pytestmark = pytest.mark.heavy

yaml = pytest.importorskip("yaml")
FILES = sorted(
    path
    for folder in ("hostile", "rules", "configs", "trees")
    for path in (FIXTURES / folder).rglob("*")
    if path.suffix in (".ini", ".toml", ".json", ".yaml", ".yml")
)
PIECES = (
    *("\n", "\r", "\r\n", "\t", " ", "#", ";", "[", "]", "{", "}", ",", ":", "=", '"', "'"),
    *(
        "&a ",
        "*a",
        "<<: *a",
        "|+",
        ">",
        "- ",
        "? ",
        "\x0c",
        "\ufeff",
        "\u2028",
        "\x85",
        "%",
        "%(x)s",
    ),
    *("\\", "${x}", "!!str ", "...", "---", "\0", "ü", "# profilecheck: ignore", "'''", '"""'),
)
CALLS = 5_000_000
"""Above what any of these takes, far below what a quadratic one would."""


def assert_sound(data: bytes, name: str, ledger: FileLedger) -> None:
    """It is told what became of the file, and what is written can be read and is left alone."""
    if ledger.after is None:
        assert ledger.status != "changed"
        assert ledger.status == "unchanged" or ledger.reason or ledger.questions
        return
    assert ledger.status == "changed"
    before, after = data.decode(), ledger.after.decode()
    assert_readable(before, after, name)
    assert patch(name, before, after)
    again = migrated(ledger.after, name, agents=2)
    assert again.after is None, again.reason
    promised = [put.name for one in ledger.entries for put in one.puts]
    for part in ledger.parts:
        names = [put.name for one in part.entries for put in one.puts]
        assert len(names) == len(set(names))
    assert promised


def assert_readable(before: str, after: str, name: str) -> None:
    """What its reader took, it still takes."""
    if name.endswith(".json"):
        json.loads(after)
    elif name.endswith(".toml"):
        tomli.loads(after)
    elif name.endswith((".yaml", ".yml")):
        try:
            list(yaml.safe_load_all(before))
        except Exception:
            return  # the reader in C takes more than the one in Python
        list(yaml.safe_load_all(after))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FIXTURES).as_posix())
def test_a_file_is_migrated_soundly_or_not_at_all(path: Path) -> None:
    data = path.read_bytes()
    for agents in (None, 2):
        assert_sound(data, path.name, migrated(data, path.name, agents=agents))


@pytest.mark.parametrize("kind", ["ini", "toml", "json", "yaml"])
def test_a_file_that_something_broke_is_migrated_soundly_or_not_at_all(kind: str) -> None:
    writers = {"ini": ini_text, "toml": toml_text, "json": json_text, "yaml": yaml_text}
    for seed in range(50):
        source = random.Random(f"{kind} {seed}")
        text = str(writers[kind](config(source, ini=kind == "ini"), source)[0])
        for _ in range(source.choice((1, 1, 3))):
            text = broken(text, source)
        data = text.encode()
        assert_sound(data, f"x.{kind}", migrated(data, f"x.{kind}", agents=2))


def broken(text: str, source: random.Random) -> str:
    """The text with a piece put in or taken out, or with a line in another place."""
    at = source.randrange(len(text) + 1)
    lines = text.splitlines(keepends=True)
    kind = source.random()
    if kind < 0.5 or not lines:
        return text[:at] + source.choice(PIECES) + text[at:]
    if kind < 0.7:
        return text[:at] + text[at + source.randrange(1, 6) :]
    line = lines.pop(source.randrange(len(lines))) if kind < 0.85 else source.choice(lines)
    lines.insert(source.randrange(len(lines) + 1), line)
    return "".join(lines)


LARGE = {
    "runs.json": json.dumps({"runs": [{"vec": {"num_envs": 8, "num_workers": 2}}] * 400}),
    "runs.toml": "[[runs]]\n[runs.vec]\nnum_envs = 8\nnum_workers = 2\n" * 400,
    "runs.yaml": "runs:\n" + "- vec:\n    num_envs: 8\n    num_workers: 2\n" * 400,
    "beside.json": json.dumps({"vec": {"num_envs": 8, "num_workers": 2}, "x": ["y"] * 10_000}),
    "beside.toml": "[vec]\nnum_envs = 8\nnum_workers = 2\n[x]\n"
    + "".join(f"k{i} = 1\n" for i in range(5000)),
    "beside.yaml": "vec: {num_envs: 8, num_workers: 2}\n"
    + "".join(f"k{i}: &k{i} 1\nj{i}: *k{i}\n" for i in range(2000)),
    "sections.ini": "[base]\nenv_name = ferry\n[vec]\nnum_envs = 8\nnum_workers = 2\n"
    + "".join(f"[k{i}]\na = {i}\n" for i in range(2000)),
    "deep.json": '{"a":' * 90 + '{"vec":{"num_envs":8,"num_workers":2}}' + "}" * 90,
    "deep_beside.json": '{"vec":{"num_envs":8,"num_workers":2},"x":' + "[" * 700 + "]" * 700 + "}",
    "deep_beside.toml": "x = " + "[" * 350 + "]" * 350 + "\n[vec]\nnum_envs = 8\nnum_workers = 2\n",
    "deep_beside.yaml": "vec: {num_envs: 8, num_workers: 2}\nx: " + "[" * 390 + "]" * 390 + "\n",
    "digits.json": '{"vec": {"num_envs": 8, "num_workers": 2, "batch_size": ' + "9" * 4000 + "}}",
    "long.yaml": "vec: {num_envs: 8, num_workers: 2}  # " + "x" * 1_000_000 + "\n",
}


@pytest.mark.parametrize("name", LARGE)
def test_what_is_large_or_deep_is_no_more_work_than_its_size(name: str) -> None:
    ledger, calls = counted(lambda: migrated(LARGE[name], name, agents=2))
    assert ledger.status == "changed", ledger.reason
    assert calls < CALLS


def test_what_is_too_deep_is_left() -> None:
    text = '{"a":' * 600 + '{"vec":{"num_envs":8,"num_workers":2}}' + "}" * 600
    assert migrated(text, "deep.json", agents=2).status == "left"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_config_in_utf_16_is_blocked_and_another_program_s_file_is_left(encoding: str) -> None:
    def ledger(text: str) -> FileLedger:
        return migrated(("\ufeff" + text).encode(encoding), "a.ini", agents=1)

    blocked = ledger("[base]\nenv_name = ferry\n[vec]\nnum_envs = 8\nnum_workers = 2\n")
    assert blocked.status == "blocked"
    assert "is not UTF-8, its mark is that of UTF-16" in blocked.reason
    assert ledger("[.ShellClassInfo]\nIconFile = a\n").status == "left"
