"""Writes files in children that are sent a signal, and tells what is left; a program of its own, because it forks.

python killing.py FOLDER SIGNAL calls        once before each call of the system that may change something
python killing.py FOLDER SIGNAL RUNS SEED    that often, at any moment
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sys
import time
from pathlib import Path
from types import FrameType

from profilecheck.write import Change, write_all

FINISHED, INTERRUPTED, FAILED = 0, 130, 70

OLD = {"a.ini": "old " * 500, "b.ini": "old", "c.ini": "old"}
NEW = {"a.ini": "new", "b.ini": "new " * 500, "d.ini": "new"}
HARMLESS = {"fspath", "lstat", "stat", "fstat", "readlink", "getcwd", "access", "read", "listxattr"}

LINKED = "e.ini"
"""A file with two names, which is written in place: only SIGKILL can leave it half written."""


def prepared(folder: Path, linked: bool) -> list[Change]:
    """The old files in an empty folder, one of them behind a link, and the changes to make the new ones."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, text in OLD.items():
        (folder / name).write_text(text)
    (folder / "link").symlink_to("b.ini")
    changes = towards_new(folder)
    if linked:
        (folder / LINKED).write_text("old")
        (folder / "hard").hardlink_to(folder / LINKED)
        changes.append(Change(folder / LINKED, b"old", b"new"))
    return changes


def towards_new(folder: Path) -> list[Change]:
    """The changes from what the folder holds to the new files."""
    paths = [folder / name for name in sorted(OLD.keys() | NEW.keys())]
    return [
        Change(
            folder / "link" if path.name == "b.ini" else path,
            path.read_bytes() if path.exists() else None,
            NEW[path.name].encode() if path.name in NEW else None,
        )
        for path in paths
    ]


def child(changes: list[Change], ready: int, number: int, at: int | None) -> None:
    """Write, sending the signal to itself at a call where ``at`` counts them."""
    count = 0

    def profile(frame: FrameType, event: str, arg: object) -> None:
        nonlocal count
        name = getattr(arg, "__name__", "")
        if event == "c_call" and getattr(arg, "__module__", "") == "posix" and name not in HARMLESS:
            count += 1
            if count == at:
                os.kill(os.getpid(), number)

    code = FAILED
    try:
        os.write(ready, b"!")
        if at is not None:
            sys.setprofile(profile)
        write_all(changes)
        sys.setprofile(None)
        code = FINISHED
        if at is not None and count < at:
            os.write(ready, b"!")
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:
        os._exit(code)


def contents(folder: Path) -> dict[str, str]:
    """What each file holds; of what is a link, where it leads."""
    return {
        path.name: f"-> {path.readlink()}" if path.is_symlink() else path.read_text()
        for path in folder.iterdir()
    }


def run(folder: Path, number: int, at: int | None, delay: float) -> dict[str, object]:
    """One child. ``over`` is whether it ended before its call came."""
    changes = prepared(folder, linked=number != signal.SIGKILL)
    reading, writing = os.pipe()
    if (pid := os.fork()) == 0:
        try:
            child(changes, writing, number, at)
        finally:  # where the signal comes when the child has its code and is about to end
            os._exit(INTERRUPTED)
    os.close(writing)
    os.read(reading, 1)
    if at is None:
        time.sleep(delay)
        os.kill(pid, number)
    over = os.read(reading, 1) != b""
    os.close(reading)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    left = contents(folder)
    write_all(towards_new(folder))
    return {"status": status, "left": left, "again": contents(folder), "over": over}


def main(folder: Path, number: int, runs: str, seed: int = 0) -> None:
    outcomes: list[dict[str, object]] = []
    if runs == "calls":
        while not outcomes or not outcomes[-1]["over"]:
            outcomes.append(run(folder, number, len(outcomes) + 1, 0))
    else:
        start = time.perf_counter()
        run(folder, 0, None, 0)  # no signal at all
        once = (time.perf_counter() - start) / 2  # half of it is setting up and looking
        chance = random.Random(seed)
        outcomes = [run(folder, number, None, chance.uniform(0, once)) for _ in range(int(runs))]
    json.dump(outcomes, sys.stdout)


if __name__ == "__main__":
    main(Path(sys.argv[1]), getattr(signal, sys.argv[2]), sys.argv[3], *map(int, sys.argv[4:]))
