"""List the known generations of PufferLib and the names of each."""

from __future__ import annotations

import argparse
import json
import textwrap
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
        output.write("\n".join(_text(profile, output.width) for profile in known))
    return CLEAN


def _text(profile: Profile, width: int) -> str:
    lines = [f"[{section}] {', '.join(table)}" for section, table in profile.tables.items()]
    lines += [f"[{section}] any name" for section in sorted(profile.open_sections)]
    lines += [f"revision {one.name}: {one.title}" for one in profile.revisions]
    lines.append(f"schemas: {', '.join(profile.models())}")
    lines.append(f"read from {profile.source}")
    return f"{profile.name}  {profile.title}\n" + "".join(_hanging(line, width) for line in lines)


def _hanging(line: str, width: int) -> str:
    wrapped = textwrap.wrap(
        line,
        max(width, 40),
        initial_indent="  ",
        subsequent_indent="      ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(wrapped) + "\n"


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
