"""Print the JSON Schema of a config, or of JSON that a command gives.

Without a name, the names of all schemas. For editors, 3.0 and 4.0 are for whole files, 3.0-vec and the like for one section of
a config. For programs, check, explain, migrate and preflight are for what these print with `--format json`, migrate for a
ledger in .json too, run-record for what `profilecheck run --record` writes, bench-report for what `profilecheck bench` does.
"""

from __future__ import annotations

import argparse
import json

from profilecheck.cli.output import CLEAN, Output, UsageError
from profilecheck.setting_values import nearest
from profilecheck.telling import told


def declare(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments to its parser."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="such as 3.0 or 4.0-vec")


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Print the schema, or the names of all."""
    from profilecheck import schemas

    if arguments.name is None:
        output.write("".join(f"{name}\n" for name in schemas.names()))
        return CLEAN
    try:
        made = schemas.schema(arguments.name)
    except schemas.UnknownSchema:
        raise UsageError(
            f"unknown schema {told(arguments.name)}: {_hint(arguments.name)}"
        ) from None
    output.write(json.dumps(made, indent=2) + "\n")
    return CLEAN


def _hint(word: str) -> str:
    """No guess by spelling across generations: 5.0 is like 4.0 in nothing else."""
    from profilecheck import schemas

    known = schemas.names()
    alike = [name for name in known if word and word in name]
    near = nearest(word, [name for name in known if name[:3] == word[:3]])
    chosen = alike or ([near] if near else known)
    return (
        f"use {' or '.join(chosen)}"
        if len(chosen) < len(known)
        else f"use one of {', '.join(known)}"
    )
