"""The public API of migrations."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import profilecheck
from profilecheck import ChoiceError, FileLedger, Ledger, Unfinished, WriteError
from tests.cli.helpers import environment
from tests.migrate.samples import BLOCKED, OPEN, PLAIN, REFUSED


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_files_are_migrated_and_written(folder: Path) -> None:
    (folder / "a.ini").write_text(OPEN)
    ledger = profilecheck.migrate("a.ini", decide={"train.batch_size": "horizon=32"}, host=64)
    assert isinstance(ledger, Ledger)
    (file,) = ledger.files
    assert (file.path, file.status, file.open) == ("a.ini", "changed", ())
    assert (folder / "a.ini").read_text() == OPEN
    written = profilecheck.write_migration(ledger)
    assert (written.files, written.root) == (1, folder)
    assert written.undo == folder / "profilecheck-undo.patch"
    assert (folder / "a.ini").read_bytes() == file.after


@pytest.mark.parametrize("paths", ["a.ini", Path("a.ini"), ["a.ini"], (Path("a.ini"),), "."])
def test_paths_are_given_as_to_check(folder: Path, paths: object) -> None:
    (folder / "a.ini").write_text(PLAIN)
    assert [file.path for file in profilecheck.migrate(paths).files] == ["a.ini"]  # type: ignore[arg-type]


def test_a_file_that_changed_meanwhile_is_not_overwritten(folder: Path) -> None:
    for name in ("a.ini", "b.ini"):
        (folder / name).write_text(PLAIN)
    ledger = profilecheck.migrate(".")
    (folder / "b.ini").write_text(PLAIN + "gamma = 0.9\n")
    with pytest.raises(WriteError, match=r"b\.ini: it changed since it was read; nothing was"):
        profilecheck.write_migration(ledger)
    assert (folder / "a.ini").read_text() == PLAIN
    assert (folder / "b.ini").read_text() == PLAIN + "gamma = 0.9\n"
    assert sorted(path.name for path in folder.iterdir()) == ["a.ini", "b.ini"]


def test_a_file_that_went_meanwhile_is_not_made_anew(folder: Path) -> None:
    (folder / "a.ini").write_text(PLAIN)
    ledger = profilecheck.migrate("a.ini")
    (folder / "a.ini").unlink()
    with pytest.raises(WriteError, match=r"a\.ini"):
        profilecheck.write_migration(ledger)
    assert not list(folder.iterdir())


@pytest.mark.parametrize(
    ("text", "told"), [(REFUSED, "PC651 under 4.0"), (BLOCKED, "nothing tells")]
)
def test_what_is_unfinished_is_written_only_when_asked(folder: Path, text: str, told: str) -> None:
    (folder / "a.ini").write_text(text)
    ledger = profilecheck.migrate("a.ini")
    with pytest.raises(Unfinished, match=told) as caught:
        profilecheck.write_migration(ledger)
    assert [one.partition(":")[0] for one in caught.value.obstacles] == ["a.ini"]
    assert (folder / "a.ini").read_text() == text
    written = profilecheck.write_migration(ledger, unfinished=True)
    assert written.files == len(ledger.changed)


def test_a_text_is_migrated_without_a_look_at_the_disk(folder: Path) -> None:
    ledger = profilecheck.migrate_text(PLAIN, "nowhere/a.ini")
    assert isinstance(ledger, FileLedger)
    assert ledger.after is not None and b"total_agents = 4096" in ledger.after
    assert profilecheck.migrate_text(PLAIN.encode(), Path("a.ini")).after == ledger.after
    own = profilecheck.migrate_text(BLOCKED, "a.ini", decide=["a.ini:vec.total_agents=64"])
    assert own.after is not None and b"total_agents = 64" in own.after
    assert profilecheck.migrate_text(BLOCKED, "a.ini", agents_per_env=2).status == "changed"


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ({"decide": {"vec.seed": "1"}}, "vec.seed: nothing asks for it"),
        ({"decide": "train.batch_size=keep"}, "takes drop, horizon=32 or total_agents=2048"),
        ({"decide": ["nonsense"]}, "is no "),
        ({"decide": 3}, "expected answers by key"),
        ({"decide": [3]}, "expected answers by key"),
        ({"agents_per_env": 0}, "expected a whole number of at least 1"),
        ({"host": "big"}, "expected a number of physical cores"),
        ({"pin": 4}, "expected a commit"),
    ],
)
def test_wrong_choices_raise(folder: Path, choice: dict[str, object], told: str) -> None:
    (folder / "a.ini").write_text(OPEN)
    with pytest.raises(ChoiceError, match=told):
        profilecheck.migrate("a.ini", **choice)  # type: ignore[arg-type]
    with pytest.raises(ChoiceError, match=told):
        profilecheck.migrate_text(OPEN, "a.ini", **choice)  # type: ignore[arg-type]


def test_numbers_are_answers_too() -> None:
    ledger = profilecheck.migrate_text(BLOCKED, "a.ini", decide={"vec.total_agents": 64})
    assert ledger.status == "changed"


def test_no_disk_makes_it_raise(folder: Path) -> None:
    ledger = profilecheck.migrate(["missing.ini", folder])
    assert {file.status for file in ledger.files} == {"unreadable"}
    with pytest.raises(Unfinished):
        profilecheck.write_migration(ledger, unfinished=True)


def test_what_is_no_ledger_is_refused() -> None:
    with pytest.raises(ChoiceError, match="ledger: expected what migrate returned"):
        profilecheck.write_migration("a.ini")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "program",
    [
        "import profilecheck; profilecheck.migrate([]); profilecheck.migrate([])",
        "import profilecheck.migrate.run, profilecheck; profilecheck.migrate([])",
        "import profilecheck.cli.migrate, profilecheck; profilecheck.migrate([])",
        "from profilecheck import migrate; import profilecheck.migrate.run; migrate([])",
        "import profilecheck; assert 'migrate' in dir(profilecheck)",
    ],
)
def test_the_function_is_never_hidden_by_the_room_of_its_name(program: str) -> None:
    subprocess.run([sys.executable, "-c", program], check=True, env=environment({}))
