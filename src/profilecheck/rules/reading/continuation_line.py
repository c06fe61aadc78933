"""A line became part of the value above it.

## What it checks

Values of an INI over several lines that stayed text, and of which a further line looks like a setting or a section header of its own.
Lists and tables over several lines are silent.

It is an error where the target fails over the text, and a warning where it runs with it.

## Why it matters

A line that is indented deeper than the key above goes on with that key's value, whatever it holds. The setting on it is not set, and the
value above is text: make, the trainer or the native side may raise over it.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 8
  num_workers = 4
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8
num_workers = 4
```

## Fix

Begin every key and every header in the first column.

## Sources

configparser.RawConfigParser._read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from profilecheck.document import Setting
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Note, Severity, Span, Stage
from profilecheck.profiles.texts import swallowed
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reading._shared import bite, left_as_text, texts


def check(experiment: Experiment) -> Iterator[Hit]:
    """Each text that took a line which was to be a setting."""
    for value, _ in texts(experiment):
        setting = value.setting
        if setting is None or not left_as_text(value):
            continue
        lines = list(swallowed(setting.raw))
        if not lines:
            continue
        found = bite(experiment, value)
        _, first = lines[0]
        more = f" and {len(lines) - 1} more" if len(lines) > 1 else ""
        yield Hit(
            f"the indented line `{first}`{more} is read as part of the value of [{value.section}] "
            f"{value.key}, which becomes text: begin every key and header in the first column",
            value,
            notes=tuple(_notes(experiment, setting, lines)),
            severity=found.severity,
            effect=found.effect,
            stage=found.stage,
        )


def _notes(
    experiment: Experiment, setting: Setting, lines: Iterable[tuple[int, str]]
) -> Iterator[Note]:
    raw = setting.raw.split("\n")
    for number, line in lines:
        row = setting.value_span.line + number
        column = len(raw[number]) - len(raw[number].lstrip()) + 1
        span = Span(row, column, row, column + len(line))
        yield Note(f"`{line}` sets nothing", experiment.document.path, span)


RULE = Rule(
    code="PC011",
    name="continuation-line",
    severity=Severity.WARNING,
    effect=Effect.DIFFERENT,
    stage=Stage.SILENT,
    profiles=("3.0", "4.0"),
    check=check,
)
