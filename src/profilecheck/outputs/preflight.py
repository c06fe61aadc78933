"""The shape of what ``profilecheck preflight --format json`` prints."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from profilecheck.outputs.parts import Count, Finding, Limit, Part


class Node(Part):
    """A node, and the verdict on the config there."""

    node: str
    verdict: Literal["ok", "ok so far", "fails", "unreachable"]
    problem: str | None = Field(description="why it could not be reached; null where it was")
    cores: Count | Literal["none"] | None = Field(
        description='physical ones; "none" where psutil cannot count them, null where nobody told'
    )
    threads: Count | None = Field(description="hardware threads; null where nobody told")
    limits: list[Limit] = Field(description="those that lie below the hardware threads")
    no_bound: Limit | None = Field(
        description="the tightest limit that is told, where none lies below the hardware threads"
    )
    beneath: list[str] = Field(
        description="errors of the installed INIs below the config, with --python"
    )
    findings: list[Finding]


class Preflight(Part):
    """A config and its verdicts: one run of ``profilecheck preflight --format json``."""

    version: Literal[1] = Field(description="fields are only added within a version")
    path: str = Field(description="of the config, as given")
    profile: str | None = Field(description="the generation that it was judged for")
    source: str = Field(description="who told of the nodes")
    notes: list[str] = Field(description="what is not known")
    nodes: list[Node]
