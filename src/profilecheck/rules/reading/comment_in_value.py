"""A comment became part of a value.

## What it checks

Values of an INI that stayed text and hold ` #` or ` ;`. configparser knows comments only where a line begins; behind a value a comment
does no harm only where Python reads the whole as a literal (`4  # note` is 4). Texts in [env] and other sections that take any
name may well hold such a mark: there it must be followed by a blank, or stand behind a number. A comment for profilecheck itself
(`# profilecheck: ignore[PC203]`) is told whatever it stands behind, and silences this rule only where it names `PC010`.

It is an error where the target fails over the text, and a warning where it runs with it.

## Why it matters

`num_workers = auto  # note` is the text `auto  # note`, and `num_envs = 8 ; note` the text `8 ; note`: make, the trainer or the
native side raises over it, or a name is looked up that does not exist.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 8
num_workers = auto  # one for each
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8
# one for each
num_workers = auto
```

## Fix

Put the comment on a line of its own.

## Sources

configparser.RawConfigParser, inline_comment_prefixes is None by default; pufferlib 3.0.0 and 8e3e754 pufferl.py load_config.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.texts import before_comment, before_sure_comment
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reading._shared import bite, comment_fix, left_as_text, texts


def check(experiment: Experiment) -> Iterator[Hit]:
    """Each text that ends in a comment."""
    for value, text in texts(experiment):
        if not left_as_text(value) or "\n" in text:
            continue
        meant = _meant(experiment, value, text)
        if meant is None:
            continue
        found = bite(experiment, value)
        shown = f"`{meant}`" if meant else "an empty value"
        yield Hit(
            f"[{value.section}] {value.key} = {text!r}: the comment is part of the value, because in an "
            f"INI a comment begins a line; write {shown} and put the note on a line of its own",
            value,
            severity=found.severity,
            effect=found.effect,
            stage=found.stage,
            fix=comment_fix(value, meant, experiment.document.text),
        )


def _meant(experiment: Experiment, value: Value, text: str) -> str | None:
    """What stands before the comment; None where there is none, or where nobody reads the value."""
    spec, meant = experiment.profile.spec(*value.name), before_comment(text)
    if experiment.profile.section_kind(value.section) == "open":
        return meant if _is_addressed(experiment, value) else before_sure_comment(text)
    if spec is None or meant is None:
        return None
    fits = spec.accepts(experiment.profile.read(meant))
    return meant if fits or _is_addressed(experiment, value) else None


def _is_addressed(experiment: Experiment, value: Value) -> bool:
    """Whether the comment is one for profilecheck, which is sure to be meant as a comment."""
    if value.setting is None:
        return False
    line = value.setting.key_span.line
    return any(one.span.line == line and not one.alone for one in experiment.document.comments)


RULE = Rule(
    code="PC010",
    name="comment-in-value",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0", "4.0"),
    check=check,
)
