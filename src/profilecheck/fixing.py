"""From paths to files as they are to be: find the files, and fix each. Nothing is written here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from profilecheck.checking import UNNAMED, UNNAMED_FORMAT, whole
from profilecheck.discover import Found, discover
from profilecheck.engine import could_matter
from profilecheck.files import read_file
from profilecheck.fix import Fixed, fix_bytes
from profilecheck.options import Options
from profilecheck.surroundings import Survey, look
from profilecheck.workers import spread
from profilecheck.write import Change


def fix_paths(
    paths: Sequence[str],
    options: Options,
    *,
    exclude: Sequence[str] = (),
    root: Path,
    gitignore: bool = True,
    jobs: int | None = 1,
    unsafe: bool = False,
) -> list[tuple[Path, Fixed]]:
    """The files of ``check_paths`` that hold something to mend, in the order of their paths. A path that gives
    nothing to read is left out: a check tells of it."""
    asked = options.target is not None
    found, _ = discover(
        paths,
        exclude=exclude,
        root=root,
        could_matter=partial(could_matter, asked=asked),
        gitignore=gitignore,
    )
    files = [file for file in found if file.skipped is None]
    done = spread(partial(_fixer, options, unsafe), files, jobs)
    return [
        (file.path, one)
        for file, one in zip(files, done, strict=True)
        if one is not None and (one.mended or one.left_out)
    ]


def _fixer(options: Options, unsafe: bool) -> Callable[[Found], Fixed | None]:
    return partial(_fix_file, options=options, survey=Survey(), unsafe=unsafe)


def _fix_file(file: Found, options: Options, survey: Survey, unsafe: bool) -> Fixed | None:
    try:
        data = read_file(file.path)
    except OSError:
        return None
    around = survey.look(file.path)
    return fix_bytes(data, file.shown, options, around, name=whole(file.path), unsafe=unsafe)


def fix_input(data: bytes, filename: str | None, options: Options, *, unsafe: bool) -> Fixed:
    """What becomes of standard input, which is read as the file of that name would be, else as INI."""
    if filename is None:
        return fix_bytes(data, UNNAMED, options, name=UNNAMED_FORMAT, unsafe=unsafe)
    path = Path(filename)
    around = look(path)
    return fix_bytes(data, path.as_posix(), options, around, name=whole(path), unsafe=unsafe)


def changes(fixed: Sequence[tuple[Path, Fixed]]) -> list[Change]:
    """What is to be written."""
    return [Change(path, one.before, one.after) for path, one in fixed if one.after != one.before]
