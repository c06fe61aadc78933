"""The shape of what ``profilecheck check --format json`` prints."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from profilecheck.findings import Severity, State
from profilecheck.outputs.parts import Code, Finding, Part, Place, Whole


class Evidence(Place):
    """Why a file was judged for a generation."""

    profile: str
    message: str
    path: str | None


class File(Part):
    """One file that was met."""

    path: str
    state: State
    profile: str | None = Field(description="the generation that it was judged for")
    evidence: list[Evidence]
    reason: str | None = Field(
        description="why it was skipped, is unreadable or failed; null where it was judged"
    )
    suppressed: Whole = Field(description="findings that a comment in it silenced")
    undecided: list[str] = Field(
        description="where experiments stand that nothing tells a target of"
    )


class Group(Part):
    """A part of the tree all of whose files are for one generation; null where they are of several."""

    path: str
    profile: str | None
    files: Whole
    evidence: list[str]


class Summary(Part):
    """Counts over the whole run."""

    files: Whole
    checked: Whole
    states: dict[State, Whole]
    findings: dict[Severity, Whole]
    suppressed: Whole
    rules: dict[Code, Whole]
    parts: list[Group]


class Check(Part):
    """One run of ``profilecheck check --format json``."""

    version: Literal[1] = Field(description="fields are only added within a version")
    files: list[File]
    findings: list[Finding]
    summary: Summary
