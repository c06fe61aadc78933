"""A comment became part of a section's title.

## What it checks

Headers of an INI with a comment behind them that holds a `]`. A title ends at the *last* `]` of its line, so that `[vec]  # see [1]` opens the
section `vec]  # see [1`. Without a `]` in it, a comment behind a header does no harm.

## Why it matters

Nothing below that header belongs to the section that it seems to open: the loader takes its defaults instead, in silence.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]  # profilecheck: ignore[PC203]
num_envs = 64
num_workers = 8
```

## Use instead

```ini
[base]
env_name = my_env

# sizes: see [1]
[vec]
num_envs = 64
num_workers = 8
```

## Fix

Put the comment on a line of its own.

## Sources

configparser.RawConfigParser.SECTCRE; pufferlib 3.0.0 and 8e3e754 pufferl.py load_config.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import Document, Section
from profilecheck.findings import Edit, Effect, Fix, Severity, Span, Stage
from profilecheck.profiles import profiles
from profilecheck.profiles.texts import title_before_comment
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reading._shared import lines, newline


def check(document: Document) -> Iterator[Hit]:
    """Each title that was to be that of a section that PufferLib reads."""
    for section in document.sections if document.format == "ini" else ():
        title = title_before_comment(section.name)
        if title is not None and _is_read(title):
            yield Hit(
                f"the comment is part of the section's title, because a title ends at the last ] of "
                f"its line: no [{title}] begins here; put the comment on a line of its own",
                section,
                fix=_fix(document, section, title),
            )


def _fix(document: Document, section: Section, title: str) -> Fix | None:
    """The title alone, and its comment on a line of its own above it."""
    comment = section.name[len(title) :].lstrip().removeprefix("]").lstrip()
    if comment[:1] not in ("#", ";"):
        return None
    line, column = section.span.line, section.span.column
    rest = lines(document.text)[line - 1][section.span.end_column - 1 :]
    whole = Span(line, column, line, section.span.end_column + len(rest))
    edits = (
        Edit(Span(line, 1, line, 1), f"{comment}]{rest.rstrip()}{newline(document.text)}"),
        Edit(whole, f"[{title}]"),
    )
    return Fix(f"put the comment behind [{title}] on a line of its own", edits)


def _is_read(name: str) -> bool:
    return any(profile.section_kind(name) != "unknown" for profile in profiles().values())


RULE = Rule(
    code="PC017",
    name="comment-in-title",
    severity=Severity.ERROR,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check_text=check,
)
