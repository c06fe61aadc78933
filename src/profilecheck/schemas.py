"""JSON Schemas of the profiles' models and of what commands give to programs, for editors and for ``profilecheck schema``."""

from __future__ import annotations

import importlib
from typing import Any, Final

from profilecheck.profiles import profiles

DIALECT = "https://json-schema.org/draft/2020-12/schema"
BENCH_REPORT: Final = "bench-report"
"""What ``profilecheck bench`` writes."""
PREFLIGHT: Final = "preflight"
"""What ``profilecheck preflight --format json`` prints."""
OUTPUTS: Final = {
    BENCH_REPORT: ("bench.report", "Report"),
    "check": ("outputs.check", "Check"),
    "explain": ("outputs.explain", "Explain"),
    "migrate": ("outputs.migrate", "Migrate"),
    PREFLIGHT: ("outputs.preflight", "Preflight"),
    "run-record": ("outputs.run_record", "Record"),
}
"""What commands give to programs as JSON: the module and the model of each."""


class UnknownSchema(KeyError):
    """There is no schema of that name."""


def names() -> list[str]:
    """The names of all schemas."""
    return [*config_names(), *OUTPUTS]


def config_names() -> list[str]:
    """The names of configs' schemas: a profile's whole config (``3.0``) and its sections (``3.0-vec``)."""
    return [name for profile in profiles().values() for name in profile.models()]


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of that name, generated from the model. Raises UnknownSchema.

    A config's is for files as people write them: any may name its schema (``$schema``), and beside the
    sections of a whole config there may be other tools' tables. Inside the sections it is strict. An output's
    takes what later versions add.
    """
    if name in OUTPUTS:
        module, shape = OUTPUTS[name]
        output: Any = getattr(importlib.import_module(f"profilecheck.{module}"), shape)
        return {"$schema": DIALECT, **output.model_json_schema()}
    for profile in profiles().values():
        model: Any = profile.models().get(name)
        if model is not None:
            made: dict[str, Any] = {"$schema": DIALECT, **model.model_json_schema()}
            made["properties"] = {**made["properties"], "$schema": _NAMED}
            made["additionalProperties"] = name == profile.name
            return made
    raise UnknownSchema(name)


_NAMED: Final = {"description": "The schema of this file, for editors.", "type": "string"}
