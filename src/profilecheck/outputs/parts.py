"""What several outputs have in common: places, findings, what bounds a machine."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Ge, Gt
from pydantic import BaseModel, ConfigDict, Field

from profilecheck.findings import Effect, Severity, Stage

Count = Annotated[int, Ge(1)]
Whole = Annotated[int, Ge(0)]
Code = Annotated[str, Field(pattern="^PC[0-9]{3}$")]


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

    code: Code
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
