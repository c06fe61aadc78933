"""The part of ``check`` that mends files: ``--fix``, ``--unsafe-fixes`` and ``--diff``."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from profilecheck.cli import judging
from profilecheck.cli.output import CLEAN, FOUND, Output, UsageError

if TYPE_CHECKING:
    from profilecheck.findings import Report
    from profilecheck.fix import Fixed


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments to the command's parser."""
    group = parser.add_argument_group("what is mended")
    group.add_argument(
        "--fix",
        action="store_true",
        help="mend what has one right answer: write all files, or none; of -, print the text",
    )
    group.add_argument(
        "--diff",
        action="store_true",
        help="print what --fix would change, as `git apply` takes it, and write nothing",
    )
    group.add_argument(
        "--unsafe-fixes",
        action="store_true",
        help="with --fix or --diff: also the likely name and the first value that a finding offers",
    )


def asked(arguments: argparse.Namespace) -> bool:
    """Whether anything is to be mended. Raises UsageError for what cannot be meant so."""
    if arguments.fix and arguments.diff:
        raise UsageError("--diff writes nothing: leave out --fix or --diff")
    if arguments.unsafe_fixes and not (arguments.fix or arguments.diff):
        raise UsageError("--unsafe-fixes says which fixes: give --fix or --diff too")
    if not (arguments.fix or arguments.diff):
        return False
    if judging.STDIN in arguments.paths and len(arguments.paths) > 1:
        raise UsageError("standard input (-) is fixed alone: leave out the other paths")
    return True


def show(fixed: Iterable[Fixed], output: Output) -> int:
    """Print the changes as a diff, and what is left out to standard error. 1 where there is a change."""
    from profilecheck.patches import patch

    code = CLEAN
    for one in fixed:
        for line in _left_out(one):
            output.fail(line)
        if one.after != one.before:
            code = FOUND
            before, after = (d.decode("utf-8", "surrogateescape") for d in (one.before, one.after))
            text = patch(_below_here(one.path), before, after)
            output.exactly(text)
    return code


def _below_here(path: str) -> str:
    """A whole path as one from this folder, where it lies below it: patches know no others."""
    here = Path.cwd()
    return Path(path).relative_to(here).as_posix() if Path(path).is_relative_to(here) else path


def write(fixed: Sequence[tuple[Path, Fixed]], output: Output, *, quiet: bool) -> int | None:
    """Write all files that change, or none, and tell what was mended. Gives an exit code where that failed."""
    from profilecheck.fixing import changes
    from profilecheck.write import WriteError, write_all

    try:
        write_all(changes(fixed))
    except WriteError as error:
        return output.fail(f"profilecheck check: nothing was fixed: {error}")
    tell((one for _, one in fixed), output, quiet=quiet)
    return None


def tell(fixed: Iterable[Fixed], output: Output, *, quiet: bool) -> None:
    """Tell on standard error what was mended, and what was not although it could be."""
    for one in fixed:
        for line in () if quiet else _mended(one):
            output.fail(line)
        for line in _left_out(one):
            output.fail(line)


def without_left_out(report: Report, fixed: Iterable[Fixed]) -> Report:
    """The report without the fixes that were just left out: another run would leave them out too."""
    left = {left.finding for one in fixed for left in one.left_out}
    files = (
        replace(
            file,
            findings=tuple(replace(f, fix=None) if f in left else f for f in file.findings),
        )
        for file in report.files
    )
    return replace(report, files=tuple(files)) if left else report


def _mended(one: Fixed) -> Iterator[str]:
    told = Counter(
        f"{one.path}: fixed {f.code} {f.name}: {f.fix.description}" for f in one.mended if f.fix
    )
    for line, times in told.items():
        yield line if times == 1 else f"{line} ({times} times)"


def _left_out(one: Fixed) -> Iterator[str]:
    for left in one.left_out:
        found, fix = left.finding, left.finding.fix
        told = f"{found.code} {found.name}" + (f": {fix.description}" if fix else "")
        yield f"{one.path}:{found.span.start}: not fixed: {told}: {left.reason}"
