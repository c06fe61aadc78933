"""The shape of a preflight's JSON, for its schema.

What is printed is not made of it: a path may hold bytes that are no text, which Pydantic refuses.
"""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Ge, Gt
from pydantic import BaseModel, ConfigDict, Field

from profilecheck.findings import Effect, Severity, Stage

Count = Annotated[int, Ge(1)]


class Part(BaseModel):
    """What a later version adds is not refused."""

    model_config = ConfigDict(extra="ignore")


class Place(Part):
    """Where it stands: lines and columns from 1, in code points, the end exclusive. All null where it is the whole
    file's; ``cell`` is null but in notebooks, where lines are those of a cell."""

    cell: Count | None
    line: Count | None
    column: Count | None
    end_line: Count | None
    end_column: Count | None


class Note(Place):
    """What belongs to a finding elsewhere."""

    message: str
    path: str | None


class Edit(Place):
    """One change in the text."""

    text: str


class Fix(Part):
    """What mends a finding."""

    description: str
    safe: bool = Field(description="whether `check --fix` makes it")
    edits: list[Edit]


class Finding(Place):
    """As `check --format json` tells it."""

    code: Annotated[str, Field(pattern="^PC[0-9]{3}$")]
    name: str
    severity: Severity
    effect: Effect
    stage: Stage
    message: str
    path: str
    notes: list[Note]
    fix: Fix | None


class Limit(Part):
    """What lets processes use fewer CPUs than the node has hardware threads."""

    kind: Literal["affinity", "cgroup", "slurm", "pbs", "lsf"]
    cpus: Annotated[float, Gt(0)]
    source: str


class Node(Part):
    """A node, and the verdict on the config there."""

    node: str
    verdict: Literal["ok", "ok so far", "fails", "unreachable"]
    problem: str | None = Field(description="why it could not be reached; null where it was")
    cores: Count | Literal["none"] | None = Field(
        description='physical ones; "none" where psutil cannot count them, null where nobody told'
    )
    threads: Count | None = Field(description="hardware threads; null where nobody told")
    limits: list[Limit]
    findings: list[Finding]


class Preflight(Part):
    """A config and its verdicts: one run of ``profilecheck preflight --format json``."""

    version: Literal[1] = Field(description="fields are only added within a version")
    path: str = Field(description="of the config, as given")
    profile: str | None = Field(description="the generation that it was judged for")
    source: str = Field(description="who told of the nodes")
    notes: list[str] = Field(description="what is not known")
    nodes: list[Node]
