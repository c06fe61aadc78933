"""What must hold of every fix, whatever it mends; ``python -m tests.fixing`` rewrites fixtures/rules/*/fixed."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from profilecheck.cli import check, judging
from profilecheck.cli.output import Output
from profilecheck.cli.parser import Parser
from profilecheck.edits import apply
from profilecheck.engine import check_bytes
from profilecheck.findings import Edit, FileReport, Severity, State
from profilecheck.fix import Fixed, fix_bytes
from profilecheck.options import Options
from profilecheck.settings import Settings
from tests.fixture_files import FIXTURES, Case, configs, read_case

BAD = [path for path in configs(FIXTURES / "rules") if path.parent.name == "bad"]


def options_of(case: Case) -> Options:
    """The options with which a fixture is checked."""
    parser = Parser("check", "", Output(None, None))
    check.declare(parser)
    arguments = parser.parse(["x", *case.options])
    return judging.options_from(
        arguments,
        Settings(None, FIXTURES),
        select=arguments.select or (),
        ignore=arguments.ignore or (),
    )


def fixed(path: Path, *, unsafe: bool = False) -> Fixed:
    """What becomes of a fixture."""
    options = options_of(read_case(path))
    return fix_bytes(path.read_bytes(), path.name, options, unsafe=unsafe)


def assert_sound_fix(data: bytes, name: str, options: Options, *, unsafe: bool) -> Fixed:
    """It converges, keeps what it does not mend, and brings no error. Gives what it made."""
    before = check_bytes(data, name, options)
    for finding in before.findings:
        if finding.fix and before.cells is None:
            assert_only_edits(before.text, finding.fix.edits)
    one = fix_bytes(data, name, options, unsafe=unsafe)
    again = fix_bytes(one.after, name, options, unsafe=unsafe)
    assert (again.after, again.mended) == (one.after, ()), "a second run changes something"
    assert one.report == check_bytes(one.after, name, options)
    assert bool(one.mended) == (one.after != data)
    if one.after == data:
        return one
    everything = replace(options, select=(), ignore=())
    now, then = (check_bytes(one, name, everything) for one in (one.after, data))
    assert now.state not in (State.SKIPPED, State.UNREADABLE, State.FAULT)
    assert not _errors(now) - _errors(then), "a new error"
    for code in {finding.code for finding in one.mended} & _codes(then).keys():
        assert _codes(now)[code] < _codes(then)[code], f"{code} is found all the same"
    kept = Counter(_comments(one.after))
    assert not Counter(_comments(data)) - kept, "a comment is lost"
    return one


def assert_only_edits(text: str, edits: tuple[Edit, ...]) -> None:
    """What stands outside the edits stands in the result, in its order."""
    result, at = apply(text, edits), 0
    for piece in _outside(text, edits):
        found = result.find(piece, at)
        assert found >= 0, piece
        at = found + len(piece)


def _outside(text: str, edits: tuple[Edit, ...]) -> list[str]:
    mark = "\N{OBJECT REPLACEMENT CHARACTER}\N{REVERSED PILCROW SIGN}"
    return apply(text, [replace(edit, text=mark) for edit in edits]).split(mark)


def _comments(data: bytes) -> Iterator[bytes]:
    """The comments on lines of their own, but those to profilecheck, which may be what is removed."""
    for line in re.split(rb"\r\n?|\n", data):
        if line.strip()[:1] in (b"#", b";") and b"profilecheck:" not in line:
            yield line.strip()


def _errors(report: FileReport) -> Counter[str]:
    return Counter(one.code for one in report.findings if one.severity is Severity.ERROR)


def _codes(report: FileReport) -> Counter[str]:
    return Counter(one.code for one in report.findings)


def kinds_of_fixes() -> dict[str, frozenset[bool]]:
    """By the code of each rule whether bad fixtures show safe fixes of it (True) and unsafe ones (False)."""
    found: dict[str, set[bool]] = {}
    for path in BAD:
        for finding in check_bytes(
            path.read_bytes(), path.name, options_of(read_case(path))
        ).findings:
            if finding.fix is not None:
                found.setdefault(finding.code, set()).add(finding.fix.safe)
    return {code: frozenset(kinds) for code, kinds in found.items()}


def main() -> None:
    """Write what each bad file becomes by safe fixes, where there are any."""
    for folder in (FIXTURES / "rules").iterdir():
        shutil.rmtree(folder / "fixed", ignore_errors=True)
    for path in BAD:
        one = fixed(path)
        if one.mended:
            target = path.parent.parent / "fixed" / path.name
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(one.after)


if __name__ == "__main__":
    main()
