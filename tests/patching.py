"""The real ``git apply`` and ``patch -p1``."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

COMMANDS = {
    "git": ["git", "apply", "--whitespace=nowarn"],
    "patch": ["patch", "-p1", "--no-backup-if-mismatch", "--fuzz=0", "--force"],
}
TOOLS = [
    pytest.param(
        tool, marks=[] if shutil.which(tool) else pytest.mark.skip(f"no {tool} on this machine")
    )
    for tool in COMMANDS
]


def run(tool: str, folder: Path, patch: str) -> None:
    """Apply a patch in a folder, where the tool must do so without a word of doubt."""
    env = {
        **os.environ,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CEILING_DIRECTORIES": str(folder.parent),
    }
    done = subprocess.run(
        COMMANDS[tool],
        cwd=folder,
        input=patch.encode("utf-8", "surrogateescape"),
        capture_output=True,
        env=env,
        check=False,
    )
    told = (done.stdout + done.stderr).decode("utf-8", "replace")
    assert done.returncode == 0, f"{told}\n{patch!r}"
    assert not done.stderr, told


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
