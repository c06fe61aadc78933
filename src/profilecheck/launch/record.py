"""What is recorded of a run: enough to tell two runs apart, and to start one again. docs/run.md has the fields."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Final

from profilecheck.document import UNKNOWN
from profilecheck.files import read_file
from profilecheck.hosts import Host
from profilecheck.launch.plan import Plan
from profilecheck.layers import Config
from profilecheck.write import Change, WriteError, write_all

VERSION: Final = 1
KIND: Final = "profilecheck run"
"""What tells a record from another file, over which none is written."""


def record(plan: Plan, host: Host, tool: str) -> dict[str, Any]:
    """What is known of a run before it starts. ``tool`` is the version of profilecheck."""
    runtime = plan.runtime
    document = plan.experiment.document
    return {
        "record": KIND,
        "version": VERSION,
        "profilecheck": tool,
        "time": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "command": list(plan.words),
        "folder": str(Path.cwd()),
        "generation": plan.experiment.profile.name,
        "mode": plan.experiment.mode,
        "environment": plan.environment,
        "config": {
            "path": document.path,
            "file_sha256": _sha256(document.text.encode("utf-8", "surrogatepass")),
            "sha256": config_hash(plan.config),
            "values": values_of(plan.config),
            "below": list(plan.below),
        },
        "passed": [one.flag for one in plan.passed],
        "unpassed": [one.told for one in plan.lost],
        "runtime": {
            "kind": runtime.kind,
            "distribution": runtime.distribution,
            "version": runtime.version,
            "commit": runtime.commit,
            "editable": runtime.editable,
            "folder": str(runtime.folder),
            "inis": list(plan.inis.paths) if plan.inis else [],
            "python": runtime.python,
            "python_version": runtime.python_version,
        },
        "start_method": plan.start_method,
        "host": {
            "name": host.name,
            "node": platform.node(),
            "system": platform.platform(),
            "cores": _known(host.cores),
            "threads": _known(host.threads),
            "limits": [
                {"kind": one.kind, "cpus": one.cpus, "source": one.source} for one in host.limits
            ],
        },
    }


def config_hash(config: Config) -> str:
    """The SHA-256 of the effective values, whatever the order and the layers that they came from."""
    return _sha256(json.dumps(values_of(config), sort_keys=True).encode())


def values_of(config: Config) -> dict[str, dict[str, Any]]:
    """The effective values by section and key; what JSON lacks as its ``repr``, in a list of one."""
    found: dict[str, dict[str, Any]] = {}
    for (section, key), value in config.values.items():
        found.setdefault(section, {})[key] = _plain(value.value)
    return found


def _plain(value: object) -> Any:
    finite = isinstance(value, float) and abs(value) < float("inf")
    return (
        value if finite or value is None or isinstance(value, (bool, int, str)) else [repr(value)]
    )


def save(data: Mapping[str, Any], path: Path) -> None:
    """Write a record, over an older one too. Raises WriteError."""
    before = _before(path)
    write_all([Change(path, before, _encoded(data) + b"\n")])


def _encoded(data: Mapping[str, Any]) -> bytes:
    try:
        return json.dumps(data, indent=2, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # bytes of the command line that are no UTF-8
        return json.dumps(data, indent=2).encode()


def refuse(path: Path) -> None:
    """Raise WriteError where no record could be written over what is there."""
    _before(path)


def _before(path: Path) -> bytes | None:
    """The record that is replaced; None where nothing is there. Raises WriteError over anything else."""
    try:
        if not os.path.lexists(path):
            if not path.parent.is_dir():
                raise WriteError(f"{path}: there is no folder {path.parent}: make it first")
            return None
        before = read_file(path)
        found = json.loads(before)
        if found.get("record") == KIND:
            version = found.get("version")
            if type(version) is int and 1 <= version <= VERSION:
                return before
            raise WriteError(f"{path}: it holds a record of a version that is not known here")
    except OSError as error:
        raise WriteError(f"{path}: {error.strerror or error}") from error
    except (ValueError, AttributeError):
        pass
    raise WriteError(f"{path}: it holds something else than the record of a run")


def _known(count: object) -> object:
    return "unknown" if count is UNKNOWN else count


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
