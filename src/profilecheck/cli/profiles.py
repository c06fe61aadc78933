"""List the generations of PufferLib that are known, and what each one reads."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from profilecheck.cli.output import CLEAN, Output

if TYPE_CHECKING:
    from profilecheck.profiles.base import Profile


def declare(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments to its parser."""
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="(default: text)"
    )


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Print the profiles."""
    from profilecheck.profiles import profiles

    known = list(profiles().values())
    if arguments.format == "json":
        data = {"version": 1, "profiles": [_data(profile) for profile in known]}
        output.write(json.dumps(data, indent=2) + "\n")
    else:
        output.write("\n".join(_text(profile) for profile in known))
    return CLEAN


def _text(profile: Profile) -> str:
    lines = [f"{profile.name}  {profile.title}"]
    for section, table in profile.tables.items():
        lines.append(f"  [{section}] {', '.join(table)}")
    lines += [f"  [{section}] any name" for section in sorted(profile.open_sections)]
    lines += [f"  revision {one.name}: {one.title}" for one in profile.revisions]
    lines.append(f"  schemas: {', '.join(profile.models())}")
    lines.append(f"  read from {profile.source}")
    return "\n".join(lines) + "\n"


def _data(profile: Profile) -> dict[str, object]:
    return {
        "name": profile.name,
        "title": profile.title,
        "source": profile.source,
        "sections": {section: list(table) for section, table in profile.tables.items()},
        "open_sections": sorted(profile.open_sections),
        "revisions": [{"name": one.name, "title": one.title} for one in profile.revisions],
        "schemas": list(profile.models()),
    }
