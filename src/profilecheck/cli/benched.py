"""What is done with reports of benchmarks: compare two, plot any, read and write them."""

from __future__ import annotations

import logging
import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from profilecheck.bench.workload import BenchError
from profilecheck.cli.judging import STDIN
from profilecheck.cli.output import CLEAN, FOUND, Output, UsageError
from profilecheck.setting_values import did_you_mean
from profilecheck.telling import counted, told

if TYPE_CHECKING:
    from profilecheck.bench.compare import NotComparable
    from profilecheck.bench.report import Report

STDOUT: Final = "-"
_OPEN: Final = re.compile(r"/(?:dev|proc/self)/fd/([0-9]{1,9})")


def compare(reports: Sequence[str], vary: Iterable[str], output: Output) -> int:
    """Print the ratio of two reports, or why there is none."""
    from profilecheck.bench import compare as comparing

    if len(reports) != 2:
        raise UsageError(f"compare takes two reports, A and B: {len(reports)} given")
    a, b = _read_all(reports)
    varied = _varied(vary, a)
    try:
        found = comparing.compare(a, b, varied)
    except comparing.NotComparable as error:
        return _refuse("A and B cannot be compared", error, varied, output)
    output.write(
        "".join(f"{one.message}\n" for one in found.varied)
        + f"B / A = {found.told}: "
        + (_verdict(found.ratio) if found.differs else "no difference can be told\n")
        + "".join(f"{name}: {words}\n" for name, words in _busy(a, b))
    )
    return CLEAN


def _busy(a: Report, b: Report) -> Iterator[tuple[str, str]]:
    from profilecheck.bench.report import busy

    for name, report in (("A", a), ("B", b)):
        if (words := busy(report)) is not None:
            yield name, words


def plot(
    reports: Sequence[str],
    vary: Iterable[str],
    name: str | None,
    output: Output,
    *,
    force: bool,
    quiet: bool,
) -> int:
    """Write the picture of reports and say so, or say why they belong in none."""
    if not reports:
        raise UsageError("plot takes one report or more")
    kind = Path(name or "").suffix.lower()
    if kind not in (".svg", ".png"):
        raise UsageError("plot writes a picture: give --output with a name in .svg or .png")
    if name is not None and any(_same_file(one, name) for one in reports):
        raise UsageError(f"--output {name}: it is one of the reports that are drawn")
    path = writable(name, force=force)
    if twice := next((one for at, one in enumerate(reports) if one in reports[:at]), None):
        raise UsageError(f"{twice}: given twice, and one run is drawn once")
    read = list(zip(map(_shown, reports), _read_all(reports), strict=True))
    varied = _varied(vary, read[0][1])
    os.environ["MPLBACKEND"] = "agg"  # one that is not installed would keep matplotlib from loading
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    try:
        from profilecheck.bench.plot import draw
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "matplotlib":
            raise
        raise UsageError("plot needs matplotlib: pip install 'profilecheck[plot]'") from error
    from profilecheck.bench.compare import NotComparable
    from profilecheck.report._cells import escaped

    try:
        picture = draw(read, "svg" if kind == ".svg" else "png", varied)
    except NotComparable as error:
        return _refuse("these belong in no one picture", error, varied, output)
    if path is not None:
        write(path, picture, force=force)
    if not quiet:
        samples = sum(len(one.samples) for _, one in read)
        drawn = f"{counted(len(read), 'report')}, {counted(f'{samples:,}', 'sample')}"
        output.write(f"wrote {escaped(str(path))}: {drawn}\n")
    return CLEAN


def _same_file(one: str, other: str) -> bool:
    """Whether two names are of one file: links of either kind are followed, and one may be standard input."""
    try:
        descriptor = _descriptor(one)
        status = Path(one).stat() if descriptor is None else os.fstat(descriptor)
        return os.path.samestat(status, Path(other).stat())
    except (OSError, ValueError):  # one of them is not there, or is no name of a file
        return False


def _varied(vary: Iterable[str], report: Report) -> set[str]:
    """What is meant to differ. Raises UsageError for names of nothing."""
    from profilecheck.bench.compare import facts

    words = {word.strip() for words in vary for word in words.split(",")}
    known = list(facts(report))
    for word in sorted(words - set(known)):
        hint = did_you_mean(word, known) or f" (known: {', '.join(known)})"
        raise UsageError(f"--vary {told(word)}: nothing of that name is compared{hint}")
    return words


def _refuse(what: str, error: NotComparable, varied: Iterable[str], output: Output) -> int:
    output.fail(f"profilecheck bench: {what}:")
    for one in error.differences:
        output.fail(f"  {one.message}")
    names = dict.fromkeys([*sorted(varied), *(one.name for one in error.differences)])
    if None not in names:
        output.fail(f"  where that is what you compare: --vary {','.join(map(str, names))}")
    return FOUND


def _verdict(ratio: float) -> str:
    return f"B is {'faster' if ratio > 1 else 'slower'}\n"


def _read_all(names: Sequence[str]) -> list[Report]:
    opened = list(map(_descriptor, names))
    for name, descriptor in zip(names, opened, strict=True):
        if descriptor is not None and opened.count(descriptor) > 1:
            raise UsageError(f"{_shown(name)}: it can be read only once, and is given twice")
    return list(map(_read, names))


def _read(name: str) -> Report:
    from profilecheck.bench.report import read

    shown = _shown(name)
    try:
        return read(_bytes(name), shown)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise UsageError(f"{shown}: cannot be read: {reason}") from error
    except BenchError as error:
        raise UsageError(str(error)) from error


def _bytes(name: str) -> bytes:
    """What a file holds, standard input, or a pipe that the shell has opened: these are waited for."""
    from profilecheck.checking import standard_input
    from profilecheck.files import read_file

    if name == STDIN:
        return standard_input()
    descriptor = _descriptor(name)
    if descriptor is None or stat.S_ISREG(os.fstat(descriptor).st_mode):
        return read_file(Path(name))
    with open(descriptor, "rb", closefd=False) as file:
        return file.read()


def _descriptor(name: str) -> int | None:
    """The file that is open already and that a name stands for: ``-``, ``/dev/stdin``, and ``/dev/fd/63`` of the shell's ``<(...)``."""
    if name in (STDIN, "/dev/stdin"):
        return 0
    found = _OPEN.fullmatch(name)
    return int(found[1]) if found else None


def _shown(name: str) -> str:
    from profilecheck.checking import UNNAMED

    return UNNAMED if name == STDIN else name


def writable(name: str | None, *, force: bool) -> Path | None:
    """The file to write, refused before anything is done where it could not be; None for standard output."""
    if name is None or name == STDOUT:
        if force:
            raise UsageError("--force goes with --output FILE: nothing else is written over")
        return None
    path = Path(name)
    try:
        path.lstat()
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise UsageError(f"--output {told(name)}: {reason}") from error
    if not name or (path.exists() and not path.is_file()):
        raise UsageError(f"--output {told(name)}: expected a file")
    if path.is_symlink() and not path.exists():
        raise UsageError(f"--output {told(name)}: a symbolic link to nothing")
    if path.exists() and not force:
        raise UsageError(f"--output {name}: it exists (--force writes over it)")
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise UsageError(f"--output {name}: its folder does not exist or cannot be written")
    return path


def write(path: Path, data: bytes, *, force: bool) -> None:
    """Write a file, whole or not at all, and without ``force`` over none, not even one that has come since ``writable``."""
    from profilecheck.files import read_file
    from profilecheck.write import Change, WriteError, write_all

    try:
        before = read_file(path) if force and path.exists() else None
        write_all([Change(path, before, data)])
    except (OSError, WriteError) as error:
        raise UsageError(f"it could not be written: {error}") from error
