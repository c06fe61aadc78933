"""What several processes gain: a check of trees of growing size with --jobs 1 beside --jobs 2.

    python benchmarks/jobs.py [--files 250 500 1000 5000] [--jobs 2] [--repeat 7]

Whole processes are timed from start to exit, in turn, and of each the fastest counts: what else runs on
the machine can only make one slower. Beside the time stands what all processes together took of the CPUs:
it shows on a busy machine too what a further process costs, and half of it, with the part that is not
spread (start, finding the files, printing), is the least that two can take. Processes are forced upon
trees that are smaller than what workers.py starts any for.

As measured (Python 3.11, two cores that other work kept busy, so that no ratio is near the 2 of a free machine):

    files   jobs 1, s   jobs 2, s   ratio   CPU 1, s   CPU 2, s   ratio   runs
      250        4.99        4.42    1.13       2.79       2.97    0.94      2
    1,000        9.71        7.88    1.23       9.55       9.45    1.01      2
    2,000       31.40       38.86    0.81      20.37      22.71    0.90      2
    5,000       60.72      210.64    0.29      47.57      67.54    0.70      1

A second process costs the CPUs next to nothing up to 1,000 files. Those over 2,000 and 5,000 ran beside other heavy
work, and say no more than that two processes gain nothing where no core is free for the second. On a free machine this is
still to be measured; the least number of files for which processes are started was left as it was.
"""

from __future__ import annotations

import argparse
import compileall
import os
import platform
import resource
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import run
import tree

import profilecheck

FORCED = (
    "import sys; from profilecheck import workers; workers.LEAST = workers.EACH = 1; "
    "from profilecheck.cli import main; sys.exit(main(sys.argv[1:]))"
)
"""A check that starts processes however few the files are."""


def timed(folder: Path, jobs: int) -> tuple[float, float]:
    """Seconds that a check takes, and seconds of the CPUs in all its processes."""
    command = [sys.executable, "-c", FORCED, "check", *run.FLAGS, "--jobs", str(jobs), str(folder)]
    before = _cpu()
    taken = run.process(command)
    return taken, _cpu() - before


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def fastest(folder: Path, jobs: Sequence[int], repeat: int) -> list[tuple[float, float]]:
    """The least of both for each number of processes."""
    rounds = [[timed(folder, one) for one in jobs] for _ in range(repeat)]
    return [
        (min(taken for taken, _ in column), min(cpu for _, cpu in column))
        for column in zip(*rounds, strict=True)
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--files", type=int, nargs="+", default=[250, 500, 1000, 5000])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=7)
    arguments = parser.parse_args()
    compileall.compile_dir(Path(profilecheck.__file__).parent, quiet=2)
    print(f"Python {platform.python_version()}, {os.cpu_count()} CPUs, fastest of each\n")
    several = f"jobs {arguments.jobs}"
    print(f"{'files':>6}{'jobs 1, s':>12}{f'{several}, s':>12}{'ratio':>8}", end="")
    print(f"{'CPU 1, s':>12}{f'CPU {arguments.jobs}, s':>12}{'ratio':>8}")
    for files in arguments.files:
        with tempfile.TemporaryDirectory() as name:
            tree.write(Path(name), files)
            one, more = fastest(Path(name), (1, arguments.jobs), arguments.repeat)
        cells = (one[0], more[0], one[0] / more[0], one[1], more[1], one[1] / more[1])
        widths = (12, 12, 8, 12, 12, 8)
        told = (f"{cell:>{width - 1}.2f}" for cell, width in zip(cells, widths, strict=True))
        print(f"{files:>6}", *told, flush=True)


if __name__ == "__main__":
    main()
