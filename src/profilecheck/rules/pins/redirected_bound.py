"""A version that the shell takes for a redirection.

## What it checks

`pufferlib>=3.0.0` and `pufferlib<4` without quotes in a command that installs: in shell scripts, Dockerfiles, Makefiles, workflows and the
shell blocks of Markdown.

## Why it matters

The shell takes `>` and what follows for a file to write to, so that pip is asked for `pufferlib` of any version, and a file called `=3.0.0`
appears; with `<` it looks for a file to read, and the command fails.

## Example

```sh
pip install pufferlib>=3.0.0
```

## Use instead

```sh
pip install 'pufferlib>=3.0.0'
```

## Fix

Put the requirement in quotes.

## Sources

POSIX shell, redirection.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.dependencies import Dependencies
from profilecheck.findings import Edit, Effect, Fix, Severity, Stage
from profilecheck.pins import Pin
from profilecheck.rules import Hit, Rule


def check_pins(dependencies: Dependencies) -> Iterator[Hit]:
    """One finding for each bound that is lost."""
    lines = dependencies.document.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for pin in dependencies.pins:
        asked, cut = pin.requirement.text, pin.requirement.cut
        if not cut:
            continue
        whole = f"'{asked}{''.join(cut.split())}'"
        fails = "<" in cut or cut[0].isspace()
        does = (
            "and the command fails" if fails else f"and {asked} of any version is what is asked for"
        )
        yield Hit(
            f"the shell takes {cut.strip()} for a redirection, {does}: write {whole}",
            pin.requirement.span,
            severity=Severity.ERROR if fails else None,
            effect=Effect.RAISES if fails else None,
            stage=Stage.LOAD if fails else None,
            fix=_fix(pin, whole, lines[pin.requirement.span.line - 1]),
        )


def _fix(pin: Pin, whole: str, line: str) -> Fix | None:
    """Quotes around the requirement; None where the command may itself stand in quotes."""
    before = line[: pin.requirement.span.column - 1]
    if "'" in before or '"' in before:
        return None
    return Fix(f"write {whole}", (Edit(pin.requirement.span, whole),))


RULE = Rule(
    code="PC412",
    name="redirected-bound",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check_pins=check_pins,
)
