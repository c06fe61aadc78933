"""The shape of what ``profilecheck explain --format json`` prints."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from profilecheck.outputs.parts import Code, Count, Part

Quantity = int | float | str | None


class Value(Part):
    """One value in force."""

    section: str
    key: str
    known: bool = Field(
        description="false where it cannot be known without running or resolving something"
    )
    value: Any = Field(description="null too where it is not known")
    layer: Literal["defaults", "project", "file", "override"]
    source: str = Field(description="the layer, in words")
    cell: Count | None
    line: Count | None = Field(description="null where it stands in no file")


class Fault(Part):
    """An error with which the config does not run."""

    code: Code
    cell: Count | None
    line: Count
    column: Count
    message: str
    untold: str | None = Field(description="why `check` does not tell it; null where it does")


class Experiment(Part):
    """One experiment of the file, or its Python as a whole."""

    prefix: str = Field(description="the path of the table that holds it, empty at top level")
    profile: str | None = Field(description="null where no generation could be decided")
    state: Literal["decided", "mixed", "ambiguous"]
    evidence: list[str]
    values: list[Value]
    follows: dict[str, dict[str, Quantity | dict[str, Quantity]]] = Field(
        description="what follows from the values, by part: numbers by name, or by column and row. Words where a number depends "
        "on agents that are not known; null is what cannot be told or is not handed over"
    )
    remarks: list[str]
    errors: list[Fault]


class Explain(Part):
    """One run of ``profilecheck explain --format json``."""

    version: Literal[1] = Field(description="fields are only added within a version")
    path: str
    experiments: list[Experiment]
