"""The shape of what ``profilecheck run --record`` writes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from profilecheck.outputs.parts import Count, Limit, Part

Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Config(Part):
    """What was started."""

    path: str
    file_sha256: Digest = Field(description="of the file's bytes")
    sha256: Digest = Field(description="of the effective values, whatever their order and layers")
    values: dict[str, dict[str, Any]] = Field(
        description="by section and key; what JSON lacks as its repr, in a list of one"
    )
    below: list[str] = Field(description="the files that lie below it")


class Runtime(Part):
    """The PufferLib that was started."""

    kind: Literal["installed", "tree", "program"]
    distribution: str | None
    version: str | None
    commit: str | None
    editable: bool
    folder: str
    inis: list[str]
    python: str
    python_version: str


class Host(Part):
    """The machine that it was started on."""

    name: str
    node: str
    system: str
    cores: Count | Literal["unknown"] | None = Field(
        description="physical ones; null where psutil cannot count them"
    )
    threads: Count | Literal["unknown"] | None
    limits: list[Limit]


class Record(Part):
    """What ``profilecheck run --record FILE`` writes before it starts a run."""

    record: Literal["profilecheck run"]
    version: Literal[1] = Field(description="fields are only added within a version")
    profilecheck: str
    time: str = Field(description="UTC, as ISO 8601")
    command: list[str]
    folder: str
    generation: str
    mode: Literal["train", "eval", "sweep"]
    environment: str | None
    config: Config
    passed: list[str]
    unpassed: list[str]
    runtime: Runtime
    start_method: str | None
    host: Host
