"""Scaffold a rule: ``python tools/new_rule.py PC2 workers-by-envs [--folder v3] [--root DIR]``.

Writes the rule's module with every part that must be filled in, and its test. Takes the next free
code of the family. What the rule is given follows from the folder: a config, a Python file's uses (``imports``), pins
(``pins``, a folder of PC4 too) or a report of a benchmark (``reports``). The scaffold itself passes the contract tests.
"""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from profilecheck.rules import rules

FOLDERS = {
    "PC0": "reading",
    "PC1": "names",
    "PC2": "v3",
    "PC3": "v4",
    "PC4": "imports",
    "PC5": "processes",
    "PC6": "training",
    "PC7": "launch",
    "PC8": "reports",
    "PC9": "hygiene",
}
PREFIXES = {"imports": "PC40", "pins": "PC41"}
"""How codes begin in folders that share a family."""


@dataclass(frozen=True, slots=True)
class Template:
    """What differs by what a rule is given. ``imports``: further ones of its module. ``fields``: those of the rule
    that tell how bad it is. ``fires`` and ``silent`` are texts in Python, ``given`` what a test says beside them."""

    example: str
    better: str
    imports: str
    check: str
    test_imports: str
    fires: str
    silent: str
    given: str = ""
    at: str = ""
    fields: str = """severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT"""


CONFIG = Template(
    example="""```ini target=3.0 cores=64
[vec]
num_envs = 8

[env]
{key} = 1
```""",
    better="""```ini
[vec]
num_envs = 8
```""",
    imports="""from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
""",
    check='''def check(experiment: Experiment) -> Iterator[Hit]:
    """Find the fault."""
    value = experiment.get("env", "{key}")
    if value is not None:
        yield Hit(f"[env] {key} = {{value.value!r}}: say what is wrong and what would be right", value)
''',
    test_imports="",
    fires=r'"[vec]\nnum_envs = 8\n[env]\n{key} = 1\n"',
    silent=r'"[vec]\nnum_envs = 8\n"',
    at=", at=(4, 1)",
)
IMPORTS = Template(
    example="""```py target=3.0
from pufferlib.models import ResidualBlock
```""",
    better="""```py target=3.0
import pufferlib.vector
```""",
    imports=CONFIG.imports,
    check='''def check(experiment: Experiment) -> Iterator[Hit]:
    """Find the fault, once for the whole file: a call in it is an experiment of its own."""
    if experiment.document.format != "python" or experiment.block.call is not None:
        return
    for use in experiment.document.uses:
        if use.guard is None and use.name == "pufferlib.models.ResidualBlock":
            yield Hit(f"{{use.name}}: say what is wrong and what would be right", use.span)
''',
    test_imports="",
    fires=r'"from pufferlib.models import ResidualBlock\n"',
    silent=r'"import pufferlib.vector\n"',
    given=', name="train.py", target="3.0"',
    at=", at=(1, 30)",
    fields="""severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD""",
)
PINS = Template(
    example="""```txt name=requirements.txt
pufferlib @ git+https://github.com/me/{key}@v1
```""",
    better="""```txt name=requirements.txt
pufferlib @ git+https://github.com/me/pufferlib@v1
```""",
    imports="""from profilecheck.dependencies import Dependencies
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
""",
    check='''def check_pins(dependencies: Dependencies) -> Iterator[Hit]:
    """Find the fault."""
    for pin in dependencies.pins:
        if "{key}" in pin.requirement.url:
            yield Hit(f"{{pin.told}}: say what is wrong and what would be right", pin.requirement.span)
''',
    test_imports="",
    fires=r'"pufferlib @ git+https://github.com/me/{key}@v1\n"',
    silent=r'"pufferlib @ git+https://github.com/me/pufferlib@v1\n"',
    given=', name="requirements.txt", target=None',
    at=", at=(1, 1)",
    fields="""severity=Severity.WARNING,
    effect=Effect.DIFFERENT,
    stage=Stage.LOAD""",
)
REPORTS = Template(
    example="""```json
{{
  "simulation_steps_per_second": 1200000,
  "num_envs": 64,
  "num_workers": 8,
  "{key}": 1
}}
```""",
    better="""```json
{{
  "simulation_steps_per_second": 1200000,
  "num_envs": 64,
  "num_workers": 8
}}
```""",
    imports="""from profilecheck.benchmarks import Benchmark
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reports._shared import EFFECT, SEVERITY, STAGE, told
""",
    check='''def check_report(benchmark: Benchmark) -> Iterator[Hit]:
    """Find the fault. What people call a part of a report stands in ``report_names``: ``benchmark.get`` asks for one."""
    found = next((one for one in benchmark.told if one.key == "{key}"), None)
    if found is not None and not benchmark.failed:
        yield Hit(f"{{told(benchmark)}}: say what is wrong and what would be right", found)
''',
    test_imports="from tests.rules.reports import NAME, written\n",
    fires="written({key}=1)",
    silent="written()",
    given=", name=NAME, target=None",
    fields="""severity=SEVERITY,
    effect=EFFECT,
    stage=STAGE""",
)
TEMPLATES = {"imports": IMPORTS, "pins": PINS, "reports": REPORTS}
"""By the folder; the others are given a config."""

MODULE = '''"""TITLE: one line that says what is wrong.

## What it checks

Which values of which section, and when the rule is silent.

## Why it matters

What the runtime does with it, and when.

## Example

{example}

## Use instead

{better}

## Fix

What to change.

## Sources

Release or commit, file and function.
"""

from __future__ import annotations

from collections.abc import Iterator

{imports}

{check}

RULE = Rule(
    code="{code}",
    name="{slug}",
    {fields},
    {given_as}={given_as},
)
'''

TEST = '''"""{code} {slug}."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet
{test_imports}

def test_fires_on_the_plain_case() -> None:
    finds({fires}, "{code}"{at}{given})


def test_is_silent_without_the_key() -> None:
    quiet({silent}, "{code}"{given})
'''


def next_code(prefix: str) -> str:
    """The first code with that beginning above those in use."""
    used = [int(code[2:]) for code in rules() if code.startswith(prefix)]
    return f"PC{max(used, default=int(prefix[2:].ljust(3, '0'))) + 1:03d}"


def texts(template: Template, code: str, slug: str) -> tuple[str, str]:
    """The rule's module and its test."""
    own = {"code": code, "slug": slug, "key": f"example_{slug.replace('-', '_')}"}
    parts = {name: text.format(**own) for name, text in asdict(template).items()}
    given_as = re.match(r"def (\w+)", parts["check"])[1]  # type: ignore[index]
    module = MODULE.format(**own, **parts, given_as=given_as)
    return re.sub(r"\n{4,}", "\n\n\n", module), TEST.format(**own, **parts)


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
    name = arguments.slug.replace("-", "_")
    folder = arguments.folder or FOLDERS[arguments.family]
    code = next_code(PREFIXES.get(folder, arguments.family))
    module, test = texts(TEMPLATES.get(folder, CONFIG), code, arguments.slug)
    files = {
        arguments.root / "src/profilecheck/rules" / folder / f"{name}.py": module,
        arguments.root / "tests/rules" / f"test_{name}.py": test,
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
