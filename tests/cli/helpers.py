"""Run the command line in this process, and as a process of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from profilecheck.cli import main

SOURCE = Path(__file__).parent.parent.parent / "src"

GOOD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\nnum_workers = 4\n"
BAD = "[base]\nenv_name = a\n[vec]\nnum_envs = 100\nnum_workers = 6\n"
"""One error: PC203 at line 5."""
TARGET = ("--target", "3.0", "--cores", "64")


@dataclass(frozen=True)
class Ran:
    """What a run gave."""

    code: int
    out: str
    err: str


class Cli:
    """The command line in this process, in a folder of its own."""

    def __init__(
        self, folder: Path, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch
    ) -> None:
        self.folder = folder
        self._capsys = capsys
        self._patch = patch

    def write(self, name: str, text: str | bytes) -> Path:
        """A file below the folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def __call__(self, *argv: str, stdin: bytes | None = None) -> Ran:
        if stdin is not None:
            self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(argv)
        out, err = self._capsys.readouterr()
        assert "Traceback" not in err
        return Ran(code, out, err)


def started(
    *argv: str, folder: Path, stdin: bytes = b"", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """The command line as a process of its own, run to its end."""
    return subprocess.run(
        command(*argv),
        cwd=folder,
        input=stdin,
        env=environment(env or {}),
        capture_output=True,
        timeout=60,
        check=False,
    )


def command(*argv: str) -> list[str]:
    return [sys.executable, "-m", "profilecheck", *argv]


def environment(more: Mapping[str, str]) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONIOENCODING", "PYTHONUTF8")}
    return {**kept, "PYTHONPATH": str(SOURCE), **more}
