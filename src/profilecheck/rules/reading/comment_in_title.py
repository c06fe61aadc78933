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

from profilecheck.document import Document
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles import profiles
from profilecheck.profiles.texts import title_before_comment
from profilecheck.rules import Hit, Rule


def check(document: Document) -> Iterator[Hit]:
    """Each title that was to be that of a section that PufferLib reads."""
    for section in document.sections if document.format == "ini" else ():
        title = title_before_comment(section.name)
        if title is not None and _is_read(title):
            yield Hit(
                f"the comment is part of the section's title, because a title ends at the last ] of "
                f"its line: no [{title}] begins here; put the comment on a line of its own",
                section,
            )


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
