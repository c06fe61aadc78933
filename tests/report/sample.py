"""One fixed report that holds what a report can hold; ``python -m tests.report.sample`` rewrites
the snapshots from it."""

from __future__ import annotations

from pathlib import Path

from profilecheck.findings import (
    START,
    Edit,
    Effect,
    Evidence,
    FileReport,
    Finding,
    Fix,
    Note,
    Report,
    Severity,
    Span,
    Stage,
    State,
)
from profilecheck.report import formats, render

SNAPSHOTS = Path(__file__).parent / "snapshots"
HOSTILE = "[vec]\n\tnum_envs = \x1b[31m8\x07 \u202e\u4e16\u754c e\u0301 x\r\nseed = 1\n"


def finding(
    span: Span = START,
    *,
    code: str = "PC203",
    severity: Severity = Severity.ERROR,
    message: str = "num_envs = 100 does not divide among num_workers = 6",
    path: str = "configs/bad.ini",
    notes: tuple[Note, ...] = (),
    fix: Fix | None = None,
) -> Finding:
    return Finding(
        code,
        "envs-by-workers",
        severity,
        Effect.RAISES,
        Stage.MAKE,
        message,
        path,
        span,
        notes,
        fix,
    )


BAD = FileReport(
    "configs/bad.ini",
    State.FINDINGS,
    "3.0",
    (Evidence("3.0", "pyproject.toml line 12 pins pufferlib==3.0.0", "pyproject.toml"),),
    (
        finding(
            Span(2, 1, 2, 15),
            notes=(
                Note(
                    "[vec] num_workers = 6: this file, line 3", "configs/bad.ini", Span(3, 1, 3, 16)
                ),
                Note("[vec] backend = 'Multiprocessing': 3.0 default.ini"),
                Note("try num_workers = 4, 5 or 10; or num_envs = 96 or 102"),
                Note("first set here", "configs/default.ini", Span(7, 1, 7, 3)),
            ),
        ),
        finding(
            Span(4, 1, 4, 5),
            code="PC225",
            severity=Severity.WARNING,
            message="[vec] seed = 7 is never used",
            fix=Fix("delete the line", (Edit(Span(4, 1, 5, 1), ""),)),
        ),
        finding(
            START, code="PC230", severity=Severity.INFO, message="this machine has 2 physical cores"
        ),
    ),
    text="[vec]\nnum_envs = 100\nnum_workers = 6\nseed = 7\n",
    suppressed=1,
)
STRANGE = FileReport(
    "odd/\x1b]0;title\x07 n\udcffme.ini",
    State.FINDINGS,
    None,
    (),
    (
        finding(
            Span(2, 2, 2, 24),
            path="odd/\x1b]0;title\x07 n\udcffme.ini",
            message="value '\x9b31m' \u2028 is \t strange",
            notes=(Note("said\nso"),),
        ),
        finding(Span(2, 24, 2, 25), path="odd/\x1b]0;title\x07 n\udcffme.ini", message="x"),
    ),
    text=HOSTILE,
)
REPORT = Report(
    (
        BAD,
        FileReport(
            "configs/good.toml",
            State.OK,
            "4.0",
            (Evidence("4.0", "names that only 4.0 has: total_agents", "configs/good.toml"),),
        ),
        FileReport("configs/note.yaml", State.SKIPPED, reason="no section that a profile knows"),
        FileReport(
            "gone.ini",
            State.UNREADABLE,
            findings=(
                finding(code="PC001", message="cannot be read: no such file", path="gone.ini"),
            ),
            reason="no such file",
        ),
        STRANGE,
    )
)


def snapshot(name: str) -> Path:
    return SNAPSHOTS / f"{name}.txt"


def rendered(name: str) -> str:
    return render(name, REPORT, verbose=1)


if __name__ == "__main__":
    SNAPSHOTS.mkdir(exist_ok=True)
    for name in formats():
        snapshot(name).write_text(rendered(name), encoding="utf-8")
