"""Build the table of the arguments of 3.0's own environments from its source, importing nothing.

``python tools/env_defaults.py SOURCE`` takes the release's archive or folder (as ``tools/api_table.py`` does) and
writes ``src/profilecheck/profiles/v3_env_defaults.json``: for each name of ``pufferlib.ocean`` the defaults of its
class that are numbers. ``--check`` writes nothing and exits 1 where the file would change.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from api_table import Files, read

OUTPUT = Path(__file__).resolve().parent.parent / "src/profilecheck/profiles/v3_env_defaults.json"
MAKERS = "pufferlib/ocean/environment.py"
OF_THE_LIBRARY = frozenset({"buf", "seed", "num_envs", "render_mode"})
"""Arguments that are no setting of a game: the library passes them, or they count its games."""


def table(files: Files) -> dict[str, dict[str, int | float | bool]]:
    """Each environment with the numbers that its class has by default."""
    found: dict[str, dict[str, int | float | bool]] = {}
    for name, maker in _makers(files):
        source = files.get(f"pufferlib/ocean/{name}/{name}.py")
        if source is None:
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef) and node.name.lower() == maker.lower():
                found[name] = dict(_defaults(node))
    return {name: found[name] for name in sorted(found) if found[name]}


def _makers(files: Files) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(files[MAKERS])):
        if (
            isinstance(node, ast.Assign)
            and ast.unparse(node.targets[0]) == "MAKE_FUNCTIONS"
            and isinstance(node.value, ast.Dict)
        ):
            for key, value in zip(node.value.keys, node.value.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(value, ast.Constant):
                    yield str(key.value), str(value.value)


def _defaults(node: ast.ClassDef) -> Iterator[tuple[str, int | float | bool]]:
    for member in node.body:
        if not isinstance(member, ast.FunctionDef) or member.name != "__init__":
            continue
        arguments = member.args
        named = [*arguments.posonlyargs, *arguments.args]
        pairs = [
            *zip(named[len(named) - len(arguments.defaults) :], arguments.defaults, strict=True),
            *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
        ]
        for argument, default in pairs:
            if argument.arg in OF_THE_LIBRARY or default is None:
                continue
            try:
                value = ast.literal_eval(default)
            except ValueError:
                continue
            if isinstance(value, (int, float)):
                yield argument.arg, value


def main() -> int:
    """Write or check; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path, help="the archive or folder of pufferlib 3.0.0")
    parser.add_argument("--check", action="store_true", help="write nothing, fail on a difference")
    given = parser.parse_args()
    text = json.dumps(table(read(given.source)), indent=1) + "\n"
    if not given.check:
        OUTPUT.write_text(text, encoding="utf-8")
        return 0
    if OUTPUT.read_text(encoding="utf-8") == text:
        return 0
    sys.stderr.write(f"{OUTPUT} is not what the source gives\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
