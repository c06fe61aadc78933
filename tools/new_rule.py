"""Scaffold a rule: ``python tools/new_rule.py PC2 workers-by-envs [--folder v3] [--root DIR]``.

Writes the rule's module with every part that must be filled in, and its test. Takes the next free
code of the family. The scaffold itself passes the contract tests once its TODOs are filled in.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from profilecheck.rules import rules

FOLDERS = {
    "PC0": "reading",
    "PC1": "names",
    "PC2": "v3",
    "PC3": "v4",
    "PC5": "processes",
    "PC6": "training",
    "PC7": "launch",
    "PC9": "hygiene",
}

MODULE = '''"""TITLE: one line that says what is wrong.

## What it checks

Which values of which section, and when the rule is silent.

## Why it matters

What the runtime does with it, and when.

## Example

```ini target=3.0 cores=64
[vec]
num_envs = 8

[env]
{key} = 1
```

## Use instead

```ini
[vec]
num_envs = 8
```

## Fix

What to change.

## Sources

Release or commit, file and function.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """Find the fault."""
    value = experiment.get("env", "{key}")
    if value is not None:
        yield Hit(f"[env] {key} = {{value.value!r}}: say what is wrong and what would be right", value)


RULE = Rule(
    code="{code}",
    name="{slug}",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check=check,
)
'''

TEST = '''"""{code} {slug}."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_the_plain_case() -> None:
    finds("[vec]\\nnum_envs = 8\\n[env]\\n{key} = 1\\n", "{code}", at=(4, 1))


def test_is_silent_without_the_key() -> None:
    quiet("[vec]\\nnum_envs = 8\\n", "{code}")
'''


def next_code(family: str) -> str:
    """The first code of a family above those in use."""
    used = [int(code[2:]) for code in rules() if code.startswith(family)]
    return f"PC{max(used, default=int(family[2:]) * 100) + 1:03d}"


def main(argv: list[str] | None = None) -> int:
    """Write the two files; exit 2 where something is in the way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("family", choices=sorted(FOLDERS))
    parser.add_argument("slug", help="the rule's name, in kebab case")
    parser.add_argument("--folder", help="the folder below rules/")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    arguments = parser.parse_args(argv)
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", arguments.slug):
        parser.error(f"{arguments.slug!r} is not in kebab case")
    code = next_code(arguments.family)
    name = arguments.slug.replace("-", "_")
    folder = arguments.folder or FOLDERS[arguments.family]
    parts = {"code": code, "slug": arguments.slug, "key": f"example_{name}"}
    files = {
        arguments.root / "src/profilecheck/rules" / folder / f"{name}.py": MODULE.format(**parts),
        arguments.root / "tests/rules" / f"test_{name}.py": TEST.format(**parts),
    }
    for path in files:
        if path.exists():
            parser.error(f"{path} exists")
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
