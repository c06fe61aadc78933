"""Names of two generations stand in one experiment.

## What it checks

Whether names that only one generation reads stand beside names that only another reads, in one section or anywhere in one experiment,
while no comment, flag, setting, pin or mark of the tree decides. Both readings are shown, with the smallest edit to each: all of it, so that no
error on names is left. Names that a later 4.x sweep
wrote back beside those that took their place are not counted; in a recognised fork it is a warning.

## Why it matters

Whichever generation reads the file ignores or refuses half of it: the writer believes it to be in force. A single leftover is the usual
case: `[vec] num_envs = 8` in a 4.0 file leaves total_agents at its default in silence.

## Example

```ini target=auto
[base]
env_name = my_env

[vec]
total_agents = 4096
num_envs = 8
```

## Use instead

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096
```

## Fix

Make the edit to one of the two, and say the target.

## Sources

3.0.0, 8e3e754, 052f0f5 and 61f27b3 config/default.ini: the names of each generation.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.blocks import Block
from profilecheck.document import UNKNOWN, Section, Setting
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles import profiles
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import generation_list, label
from profilecheck.rules.names._shared_leftovers import Leftover, leftovers
from profilecheck.rules.names._shared_mends import swept_title, written
from profilecheck.target import Target

TOLD = 8
"""How many edits of one kind are told, at most."""


def check(block: Block, target: Target) -> Iterator[Hit]:
    """One finding, at the first name of the generation with fewer names."""
    if target.state != "mixed" or block.launch is not None or not target.names:
        return
    sections = {
        place.name if isinstance(place, Section) else place.section
        for places in target.names.values()
        for place in places
    }
    where = f"[{sections.pop()}]" if len(sections) == 1 else "one experiment"
    fewest = min(target.names, key=lambda generation: (len(target.names[generation]), generation))
    fork = f"a level lower in a fork: {target.fork}" if target.fork else None
    yield Hit(
        f"names of {generation_list(target.names)} stand in {where}, and nothing says which is meant",
        target.names[fewest][0],
        notes=(*([fork] if fork else []), *_readings(block, target), _what_to_do(target)),
        severity=Severity.WARNING if fork else None,
    )


def _what_to_do(target: Target) -> str:
    flags = [f"--target {generation}" for generation in target.names if generation in profiles()]
    return (
        "what to do: choose the generation that you run and make its edit; "
        f"{' or '.join(flags)} then checks the rest"
    )


def _readings(block: Block, target: Target) -> Iterator[str]:
    """For each generation, what is wrong as that one, and the smallest edit to it."""
    given = {*map(label, block.settings), *map(label, block.sections)}
    for generation in target.names:
        if generation not in profiles():
            continue
        wrong = leftovers(block, target, generation)
        if not wrong:
            yield f"as {generation}, every name is read or another program's"
            continue
        count = "1 name is" if len(wrong) == 1 else f"{len(wrong)} names are"
        edits = "; ".join(_edits(wrong, set(given)))
        yield f"as {generation}, {count} {_fate(wrong, generation)}; smallest edit: {edits}"


def _fate(wrong: list[Leftover], generation: str) -> str:
    """What the generation does with names that it does not know, or cannot load, whatever the other values are."""
    if all(one.refused for one in wrong):
        return "refused"
    refuses = profiles()[generation].refuses_unknown
    sections = {one.place.section for one in wrong if isinstance(one.place, Setting)}
    refused = any(refuses(section, lambda *name: UNKNOWN) is not False for section in sections)
    return "refused or ignored" if refused or any(one.refused for one in wrong) else "ignored"


def _edits(wrong: list[Leftover], given: set[str]) -> Iterator[str]:
    """The edits in words, those of one kind together: what changes its name first, what goes last.

    ``given`` are the names that stand in the file, and then those that an edit puts there.
    """
    said: dict[str, list[str]] = {"rename": [], "move": [], "replace": [], "remove": []}
    for one in wrong:
        verb, text = _edit(one, given)
        said[verb].append(text)
    for verb, texts in said.items():
        more = [f"and {len(texts) - TOLD} more"] if len(texts) > TOLD else []
        if texts:
            yield f"{verb} " + ", ".join([*texts[:TOLD], *more])


def _edit(one: Leftover, given: set[str]) -> tuple[str, str]:
    at = f"{label(one.place)} (line {one.place.span.line})"
    swept = isinstance(one.place, Section) and one.place.name.startswith("sweep.")
    title = swept_title if swept else written
    left = [name for name in one.to if title(name) not in given]
    if not left:
        return "remove", f"{at} ({one.note})" if one.refused and one.note else at
    given.update(map(title, left))
    verb = {"renamed": "rename", "moved": "move"}.get(one.kind, "replace")
    joint = "by" if verb == "replace" else "to"
    short = isinstance(one.place, Setting) and all(name[0] == one.place.section for name in left)
    relation = f" ({one.note})" if verb == "replace" and one.note else ""
    places = " and ".join(name[1] if short else title(name) for name in left)
    return verb, f"{at} {joint} {places}{relation}"


RULE = Rule(
    code="PC101",
    name="mixed-generations",
    severity=Severity.ERROR,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check_undecided=check,
)
