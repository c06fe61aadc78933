"""JSON Schemas of the profiles' models and of reports, for editors and for ``profilecheck schema``."""

from __future__ import annotations

from typing import Any, Final

from profilecheck.profiles import profiles

DIALECT = "https://json-schema.org/draft/2020-12/schema"
BENCH_REPORT: Final = "bench-report"
"""What ``profilecheck bench`` writes."""
PREFLIGHT: Final = "preflight"
"""What ``profilecheck preflight --format json`` prints."""


class UnknownSchema(KeyError):
    """There is no schema of that name."""


def names() -> list[str]:
    """The names of all schemas."""
    return [*config_names(), BENCH_REPORT, PREFLIGHT]


def config_names() -> list[str]:
    """The names of configs' schemas: a profile's whole config (``3.0``) and its sections (``3.0-vec``)."""
    return [name for profile in profiles().values() for name in profile.models()]


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of that name, generated from the model. Raises UnknownSchema.

    A config's is for files as people write them: any may name its schema (``$schema``), and beside the
    sections of a whole config there may be other tools' tables. Inside the sections it is strict. A report's
    takes what later versions add.
    """
    if name == BENCH_REPORT:
        from profilecheck.bench.report import Report

        return {"$schema": DIALECT, **Report.model_json_schema()}
    if name == PREFLIGHT:
        from profilecheck.preflight.report import Preflight

        return {"$schema": DIALECT, **Preflight.model_json_schema()}
    for profile in profiles().values():
        model: Any = profile.models().get(name)
        if model is not None:
            made: dict[str, Any] = {"$schema": DIALECT, **model.model_json_schema()}
            made["properties"] = {**made["properties"], "$schema": _NAMED}
            made["additionalProperties"] = name == profile.name
            return made
    raise UnknownSchema(name)


_NAMED: Final = {"description": "The schema of this file, for editors.", "type": "string"}
