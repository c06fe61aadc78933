"""Environments of 3.0 in Python: what is to be ported is told until the tree has a binding."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.migrate.ledger import FileLedger
from profilecheck.migrate.request import Request
from profilecheck.migrate.run import migrate_paths, write
from profilecheck.options import Options

INI = "[base]\npackage = {}\nenv_name = {}\n[vec]\nnum_envs = 4\n[train]\nbptt_horizon = 64\nminibatch_size = 256\n"


def migrated(root: Path) -> FileLedger:
    request = Request(Options(agents_per_env=64))
    (file,) = migrate_paths([str(root / "config")], request, root=root).files
    return file


def in_tree(
    root: Path, package: str = "depot", name: str = "depot"
) -> tuple[FileLedger, FileLedger]:
    """What the first run tells of a config, and what the second does once that is written."""
    (root / ".git").mkdir()
    (root / "config").mkdir(exist_ok=True)
    (root / "config" / "depot.ini").write_text(INI.format(package, name), encoding="utf-8")
    request = Request(Options(agents_per_env=64))
    ledger = migrate_paths([str(root / "config")], request, root=root)
    write(ledger)
    return ledger.files[0], migrated(root)


def test_a_second_run_tells_it_again_and_when_it_will_not(tmp_path: Path) -> None:
    first, again = in_tree(tmp_path)
    (port,), (same,) = first.ports, again.ports
    assert again.after is None
    assert same.what == port.what and "pufferlib.environments.depot, in Python" in port.what
    assert (
        same.how
        == f"{port.how}; once it is there, remove the comment of line 2 that tells 3.0's package"
    )
    path = tmp_path / "config" / "depot.ini"
    path.write_text(path.read_text().replace(path.read_text().splitlines()[1] + "\n", ""))
    assert not migrated(tmp_path).ports


@pytest.mark.parametrize("folder", ["ocean/depot", "third_party/ocean/depot"])
def test_a_tree_that_has_the_binding_has_nothing_to_port(tmp_path: Path, folder: str) -> None:
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / folder / "binding.c").write_text("", encoding="utf-8")
    assert [one.ports for one in in_tree(tmp_path)] == [(), ()]


def test_upstreams_own_environments_are_no_such_ones(tmp_path: Path) -> None:
    assert [one.ports for one in in_tree(tmp_path, "ocean", "puffer_squared")] == [(), ()]
