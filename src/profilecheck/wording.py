"""Findings in the words of the Python API: an argument where the command line has an option."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from profilecheck.findings import FileReport, Finding
from profilecheck.mappings import VALUES

_WORDS: Final = (
    (r"--(?:cores|threads) or --host\b", lambda _: "host="),
    (r"--target (\d[\w.]*(?: or \d[\w.]*)*)", lambda found: f"target={_quoted(found[1])}"),
    (r"--(mode|defaults) (\w+)", lambda found: f"{found[1]}={_quoted(found[2])}"),
    (r"--target\b", lambda _: "the argument target"),
    (r"--agents-per-env\b", lambda _: "agents_per_env"),
    (r"--set\b", lambda _: "overrides"),
)


def of(finding: Finding) -> Finding:
    """A finding as the API tells it."""
    told = _without_lines if finding.path == VALUES else _told
    return replace(
        finding,
        message=told(finding.message),
        notes=tuple(replace(note, message=told(note.message)) for note in finding.notes),
    )


def for_programs(file: FileReport) -> FileReport:
    """The verdict on a file as the API tells it."""
    return replace(
        file,
        evidence=tuple(replace(one, message=_told(one.message)) for one in file.evidence),
        findings=tuple(map(of, file.findings)),
    )


def _told(message: str) -> str:
    if "--" not in message:
        return message
    for option, argument in _WORDS:
        message = re.sub(option, argument, message)
    return message


def _without_lines(message: str) -> str:
    """Python values stand on no line."""
    return _told(re.sub(r" \(line \d+\)", "", message))


def _quoted(words: str) -> str:
    return " or ".join(f'"{word}"' for word in words.split(" or "))
