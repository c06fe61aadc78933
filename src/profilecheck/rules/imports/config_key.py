"""A script takes from the loaded config what only another generation's has.

## What it checks

What a Python file reads and sets, by keys that are written out, in what `pufferlib.pufferl.load_config` returned: `args["vec"]["num_envs"]`,
`args.get("neptune")`, `args["train"].update(bptt_horizon=64)`, and `[rnn]` of 3.0 or `[torch]` of 4.0 as a whole. Names that the target reads, those of [env] and of
[sweep], those of the tree's own default.ini and, where they are read, of any of its INIs are left alone. So is what the file both sets and reads, for that is its own; a key that it names elsewhere, or
whose absence it expects (`except KeyError`, a test of the config's keys such as `"num_envs" in args["vec"]`, a `get` whose None it tests or that `or` or another `get` follows); what
it reads after an `update` with what is not written out; and what any trainer may have (`train.device`) where it is set and the file calls nothing of PufferLib that
trains. Of a mapping that came from anywhere else nothing is said.

## Why it matters

What is set there is ignored, or refused by 3.0's `vector.make`; what is read there raises KeyError, for the target's INIs do not hold it.

## Example

```py target=4.0
from pufferlib import pufferl

args = pufferl.load_config("breakout")
args["vec"]["num_envs"] = 8
pufferl.train("breakout", args)
```

## Use instead

```py target=4.0
from pufferlib import pufferl

args = pufferl.load_config("breakout")
args["vec"]["total_agents"] = 4096
pufferl.train("breakout", args)
```

## Fix

Use the target's own name, or remove the line. Where the same value means the same under one new name in the same section, that is a fix, for all places of
the file at once.

## Sources

pufferlib 3.0.0 and 8e3e754 pufferl.py load_config, train, eval; config/default.ini of both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from profilecheck.document import Document, Handling, Item
from profilecheck.experiment import Experiment
from profilecheck.findings import Edit, Effect, Fix, Severity, Span, Stage, lines_of
from profilecheck.profiles.base import Name
from profilecheck.profiles.loaded import Foreign, foreign
from profilecheck.profiles.names import ANY_TRAINERS
from profilecheck.profiles.python_trainers import TRAINS
from profilecheck.profiles.v3_to_v4_python import LOAD_CONFIG
from profilecheck.rules import Hit, Rule
from profilecheck.rules.imports._shared import again, listed

VEC_OF = "3.0"
"""The generation whose make refuses what it does not know in [vec]."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for each such name, where it first stands."""
    document = experiment.document
    if document.format != "python" or experiment.block.call is not None or not document.items:
        return
    if experiment.block.launch is not None:
        return
    for found, items in _by_name(experiment).values():
        handled = {item.how for item in items}
        if not found.name[1]:  # of a section that is not there, a key can be neither read nor set
            made = any(item.how == "set" and len(item.keys) == 1 for item in items)
            if made and any(item.how in ("read", "asked") for item in items):
                continue
            handled = {"set" if made else "read"}
        if handled > {"set"} or _is_its_own(experiment, found, items, sets="set" in handled):
            continue
        how = "set" if "set" in handled else items[0].how if found.name[1] else "read"
        yield _hit(experiment, found, items, how)


def _by_name(experiment: Experiment) -> Mapping[Name, tuple[Foreign, list[Item]]]:
    """Each name that the target's loader does not return, with all that reads or sets it."""
    named: dict[Name, tuple[Foreign, list[Item]]] = {}
    items = [item for item in experiment.document.items if item.name == LOAD_CONFIG]
    filled = {item.keys for item in items if item.how == "filled"}
    for item in items:
        if item.how == "filled" or item.guard is not None or item.doubted:
            continue
        ends = range(len(item.keys) + 1) if item.how != "set" else ()
        if any(item.keys[:end] in filled for end in ends):
            continue
        found = foreign(item.keys, experiment.profile.name)
        if found is not None and found.name not in _held(experiment, default=item.how == "set"):
            named.setdefault(found.name, (found, []))[1].append(item)
    return named


def _held(experiment: Experiment, *, default: bool) -> frozenset[Name]:
    """The names that the tree's loader returns because an INI of the tree sets them, and the sections."""
    return experiment.once(f"config keys {default}", lambda one: _held_by(one, default=default))


def _held_by(experiment: Experiment, *, default: bool) -> frozenset[Name]:
    target = experiment.target
    keys = target.configs.keys(default=default) if target.configs is not None else frozenset()
    return keys | target.fork_names | {(section, "") for section, _ in keys}


def _is_its_own(
    experiment: Experiment, found: Foreign, items: Sequence[Item], *, sets: bool
) -> bool:
    """Whether a name may be the script's own: it says elsewhere what it does with it, or nothing of PufferLib is
    given what it sets."""
    document = experiment.document
    if sets:
        trained = any(call.name in TRAINS for call in document.calls)
        if found.name in ANY_TRAINERS and not trained:
            return True
        return _is_named_elsewhere(document, found, items)
    key = re.escape(found.name[1] or found.name[0])
    return re.search(rf"""["']{key}["']\s+(?:not\s+)?in\b""", document.text) is not None


def _is_named_elsewhere(document: Document, found: Foreign, items: Sequence[Item]) -> bool:
    """Whether a string of the file is the key, and stands where it is a key of nothing that is known."""
    places = {(span.line, span.column) for span in (_key_span(found, item) for item in items)}
    quoted = re.compile(rf"""(["']){re.escape(found.name[1] or found.name[0])}\1""")
    return any(
        (number, match.start() + 1) not in places
        for number, line in enumerate(lines_of(document.text), 1)
        for match in quoted.finditer(line)
    )


def _key_span(found: Foreign, item: Item) -> Span:
    """Where the name itself is written out."""
    return item.key_spans[:2][-1] if found.name[1] else item.key_spans[0]


def _hit(experiment: Experiment, found: Foreign, items: Sequence[Item], how: Handling) -> Hit:
    first, *later = (_key_span(found, item) for item in items)
    target = experiment.profile.name
    what = f"{found.told} is a {'name' if found.name[1] else 'section'} of {listed(found.of)}"
    then, effect, stage = _comes_to(experiment, found, how)
    level, notes = experiment.in_fork(Severity.ERROR)
    return Hit(
        f"{what}, and {then.format(target=target)}{_instead(found)}",
        first,
        notes=(*notes, *again(later)),
        severity=level,
        effect=effect,
        stage=stage,
        fix=_renamed(experiment, found, items),
    )


def _comes_to(experiment: Experiment, found: Foreign, how: Handling) -> tuple[str, Effect, Stage]:
    """What becomes of a name that is read, asked for or set."""
    if how == "read":
        told = "{target}'s load_config returns none: this raises KeyError, unless the environment's own INI sets it"
        return told, Effect.RAISES, Stage.LOAD
    if how == "asked":
        told = "{target}'s load_config returns none: this is None, unless the environment's own INI sets it"
        return told, Effect.DIFFERENT, Stage.SILENT
    if found.name[0] == "vec" and experiment.profile.name == VEC_OF:
        told = "{target}'s vector.make, which is handed all of [vec], refuses it unless backend is PufferEnv"
        return told, Effect.RAISES, Stage.MAKE
    return "{target} ignores what is set there", Effect.IGNORED, Stage.SILENT


def _instead(found: Foreign) -> str:
    if found.became is not None:
        return f": {found.became.instead}"
    return f": {found.flag}" if found.flag else ""


def _renamed(experiment: Experiment, found: Foreign, items: Sequence[Item]) -> Fix | None:
    """The one new name that means the same, in the place of each."""
    became, (section, key) = found.became, found.name
    if became is None or not became.keeps_meaning or became.kind != "renamed":
        return None
    [(there, name)] = became.to
    given = {item.keys[:2] for item in experiment.document.items if item.name == LOAD_CONFIG}
    elsewhere = _is_named_elsewhere(experiment.document, found, items)
    if there != section or (there, name) in given or elsewhere:
        return None
    lines = lines_of(experiment.document.text)
    edits = []
    for span in dict.fromkeys(_key_span(found, item) for item in items):
        written = lines[span.line - 1][span.column - 1 : span.end_column - 1]
        quoted = re.fullmatch(rf"""(["']?){re.escape(key)}(["']?)""", written)
        if quoted is None or span.line != span.end_line:
            return None
        edits.append(Edit(span, f"{quoted[1]}{name}{quoted[2]}"))
    return Fix(f"rename {key} to {name}", tuple(edits), safe=True)


RULE = Rule(
    code="PC404",
    name="config-key",
    severity=Severity.ERROR,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("3.0", "4.0"),
    check=check,
)
