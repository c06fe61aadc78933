"""JSON Schemas of the profiles' models and of what commands give to programs, for editors and for ``profilecheck schema``."""

from __future__ import annotations

from typing import Any, Final

from profilecheck.profiles import profiles

DIALECT = "https://json-schema.org/draft/2020-12/schema"
BENCH_REPORT: Final = "bench-report"
"""What ``profilecheck bench`` writes."""
PREFLIGHT: Final = "preflight"
"""What ``profilecheck preflight --format json`` prints."""
OUTPUTS: Final = (BENCH_REPORT, "check", "explain", "migrate", PREFLIGHT, "run-record")
"""What commands give to programs as JSON."""


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
        return {"$schema": DIALECT, **_shape(name).model_json_schema()}
    for profile in profiles().values():
        model: Any = profile.models().get(name)
        if model is not None:
            made: dict[str, Any] = {"$schema": DIALECT, **model.model_json_schema()}
            made["properties"] = {**made["properties"], "$schema": _NAMED}
            made["additionalProperties"] = name == profile.name
            return made
    raise UnknownSchema(name)


def _shape(name: str) -> Any:
    """The model of an output."""
    from profilecheck.bench.report import Report
    from profilecheck.outputs.check import Check
    from profilecheck.outputs.explain import Explain
    from profilecheck.outputs.migrate import Migrate
    from profilecheck.outputs.preflight import Preflight
    from profilecheck.outputs.run_record import Record

    return dict(zip(OUTPUTS, (Report, Check, Explain, Migrate, Preflight, Record), strict=True))[
        name
    ]


_NAMED: Final = {"description": "The schema of this file, for editors.", "type": "string"}
