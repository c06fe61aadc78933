"""How long a check takes, beside a plain pass of 3.0's own loader over the same files.

    python benchmarks/run.py [--files 200] [--repeat 9]

Whole processes are timed from start to exit, medians of several runs, the two in turn so that a busy
machine slows both; then files in a process that runs already, usual ones and very large ones. A check
does what the loader does and then judges, so the ratio says what judging costs.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import large
import peer
import tree

import profilecheck
from profilecheck.engine import check_bytes
from profilecheck.hosts import declared
from profilecheck.options import Options
from profilecheck.profiles import profiles

HERE = Path(__file__).resolve().parent
FLAGS = ("--target", "3.0", "--cores", "64", "--format", "concise")


def check(path: Path) -> list[str]:
    """The command that checks a file or folder."""
    return [sys.executable, "-m", "profilecheck", "check", *FLAGS, str(path)]


def plain(default: Path, path: Path) -> list[str]:
    """The command that only loads it."""
    return [sys.executable, str(HERE / "peer.py"), str(default), str(path)]


def process(command: Sequence[str]) -> float:
    """Seconds that a process takes. Raises where it fails otherwise than by findings."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    taken = time.perf_counter() - start
    if done.returncode not in (0, 1) or done.stderr:
        raise SystemExit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr.decode()}")
    return taken


def seconds(call: Callable[[], object]) -> float:
    """Seconds that a call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def medians(
    ours: Callable[[], float], theirs: Callable[[], float], repeat: int
) -> tuple[float, float]:
    """The median of each, run in turn; one run of each comes before and does not count."""
    ours(), theirs()
    pairs = [(ours(), theirs()) for _ in range(repeat)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)


def write_default(folder: Path) -> Path:
    """default.ini of 3.0, for the peer to read."""
    lines = []
    for section, keys in profiles()["3.0"].default_texts().items():
        lines += [f"[{section}]", *(f"{key} = {text}" for key, text in keys.items()), ""]
    path = folder / "default.ini"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def row(name: str, times: tuple[float, float]) -> None:
    """Print one measurement."""
    ours, theirs = (taken * 1000 for taken in times)
    print(f"{name:<34}{ours:>10.1f}{theirs:>10.1f}{ours / theirs:>8.1f}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--repeat", type=int, default=9)
    arguments = parser.parse_args()
    compileall.compile_dir(Path(profilecheck.__file__).parent, quiet=2)
    with tempfile.TemporaryDirectory() as name:
        folder, default = Path(name, "tree"), write_default(Path(name))
        one = tree.write(folder, arguments.files)
        measure(one, folder, default, arguments.files, arguments.repeat)
        measure_large(Path(name), default, min(arguments.repeat, 3))


def measure(one: Path, folder: Path, default: Path, files: int, repeat: int) -> None:
    """Print a line for one file, one for the tree, and one for files in a running process."""
    print(f"Python {platform.python_version()}, {os.cpu_count()} CPUs, median of {repeat} runs\n")
    print(f"{'ms':<34}{'check':>10}{'plain':>10}{'ratio':>8}")
    for title, path in (("process, one file", one), (f"process, {files} files", folder)):
        ours, theirs = check(path), plain(default, path)
        row(title, medians(partial(process, ours), partial(process, theirs), repeat))
    paths = sorted(folder.rglob("*.ini"))
    options = Options(target="3.0", host=declared(64, None, "benchmark"))
    texts = [(path.read_bytes(), path.name) for path in paths]

    def judge() -> None:
        for data, name in texts:
            check_bytes(data, name, options)

    def load() -> None:
        for path in paths:
            peer.load(default, path)

    times = medians(partial(seconds, judge), partial(seconds, load), repeat)
    row("running process, per file", (times[0] / files, times[1] / files))


def measure_large(folder: Path, default: Path, repeat: int) -> None:
    """Print a line for each large file. Beside a module stands Python's own parser."""
    options = Options(target="3.0", host=declared(64, None, "benchmark"))
    path = folder / "large.ini"
    for title, text in large.texts().items():
        path.write_text(text, encoding="utf-8")
        ours = partial(check_bytes, text.encode(), path.name, options)
        theirs = partial(peer.load, default, path)
        row(title, medians(partial(seconds, ours), partial(seconds, theirs), repeat))
    for title, text in large.modules().items():
        ours = partial(check_bytes, text.encode(), "large.py", options)
        row(
            title,
            medians(partial(seconds, ours), partial(seconds, partial(ast.parse, text)), repeat),
        )


if __name__ == "__main__":
    main()
