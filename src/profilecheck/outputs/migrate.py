"""The shape of the account that ``profilecheck migrate --ledger x.json`` writes and ``--format json`` prints."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from profilecheck.migrate.ledger import Status
from profilecheck.outputs.parts import Count, Finding, Part, Whole
from profilecheck.profiles.migration import Action, Kind


class Span(Part):
    """Where it stands: lines and columns from 1, in code points, the end exclusive. ``cell`` is null but in notebooks,
    where lines are those of a cell."""

    cell: Count | None
    line: Count
    column: Count
    end_line: Count
    end_column: Count


class Put(Part):
    """A setting of the result."""

    section: str
    key: str
    text: str | None = Field(description="its text there; null where that is not known")


class Setting(Part):
    """A setting of the source, or a new one, and what becomes of it."""

    section: str | None
    key: str | None = Field(description="null: it is new")
    before: str | None = Field(description="its text in the source")
    span: Span | None
    action: Action
    inert: bool = Field(description="neither generation reads it")
    reason: str
    after: list[Put]


class Title(Part):
    """A section that changes as a whole."""

    title: str
    to: str | None = Field(description="null: it goes")
    reason: str
    span: Span


class Choice(Part):
    """One answer to a question."""

    answer: str
    does: str
    decide: str = Field(description="what --decide takes for it")


class Question(Part):
    """A decision that a person has to take."""

    key: str
    asks: str
    choices: list[Choice]
    free: Kind | None = Field(
        description="what any other answer has to be; null where none is taken"
    )
    blocking: bool = Field(description="without an answer nothing can be written")
    answer: str | None = Field(description="null: it is open")
    meanwhile: str = Field(description="what the result holds without an answer")


class Experiment(Part):
    """One experiment of a file."""

    name: str = Field(
        description="the path of the table that holds it, empty where that is the file"
    )
    span: Span | None
    settings: list[Setting]
    sections: list[Title]
    questions: list[Question]
    remarks: list[str]


class Port(Part):
    """What no rewriting can bring to the target."""

    what: str
    how: str
    span: Span


class Beside(Part):
    """A new file that is written with it."""

    path: str
    text: str
    reason: str


class File(Part):
    """What a migration makes of one file."""

    path: str
    status: Status
    reason: str
    experiments: list[Experiment]
    findings: list[Finding] = Field(description="what the target says of the result")
    ports: list[Port]
    beside: list[Beside]
    diff: str


class Summary(Part):
    """Counts over all files."""

    files: dict[Status, Whole]
    settings: dict[Action, Whole]
    open: Whole
    errors: Whole
    warnings: Whole
    ports: Whole


class Migrate(Part):
    """The account of one run of ``profilecheck migrate``."""

    generator: Literal["profilecheck migrate"]
    version: Literal[1] = Field(description="fields are only added within a version")
    source: str
    target: str
    summary: Summary
    files: list[File]
