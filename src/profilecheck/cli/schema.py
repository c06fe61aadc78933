"""Print the JSON Schema of a generation's config, for editors. Without a name, list the schemas."""

from __future__ import annotations

import argparse
import json

from profilecheck.cli.output import CLEAN, Output, UsageError


def declare(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments to its parser."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="such as 3.0 or 4.0-vec")


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Print the schema, or the names of all."""
    from profilecheck import schemas
    from profilecheck.choices import hint

    if arguments.name is None:
        output.write("".join(f"{name}\n" for name in schemas.names()))
        return CLEAN
    try:
        made = schemas.schema(arguments.name)
    except schemas.UnknownSchema:
        known = hint(arguments.name, schemas.names())
        raise UsageError(f"unknown schema {arguments.name!r}{known}") from None
    output.write(json.dumps(made, indent=2) + "\n")
    return CLEAN
