"""A plain value stands where a section belongs.

## What it checks

Names of an INI as the loader nests them: `[sweep] metric` beside a section [sweep.metric], `[base] vec` beside [vec], over all layers. The
finding stands at the one of the two that the target does not know; further ones are its notes. A section with the name of one of the loader's own flags ([wandb], [tag]) fails alike.

It is an error where the load or make fails, and a warning where the section's settings are lost in silence.

## Why it matters

The loader puts all settings into nested tables and raises AttributeError ('str' object has no attribute 'setdefault'). Four configs that
3.0.0 itself ships fail so.

## Example

```ini target=3.0
[base]
env_name = my_env
vec = multiprocessing
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
backend = Multiprocessing
```

## Fix

Remove or rename the leftover: `[base] vec` and `[sweep.metric]` are of 2.0.

## Sources

pufferlib 3.0.0 and 8e3e754 pufferl.py load_config; 3.0.0 config/gpudrive.ini, gvgai.ini, kinetix.ini, ocean/oldgrid.ini.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from profilecheck.document import Section, Setting
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Note, Severity, Stage
from profilecheck.layers import Value
from profilecheck.loading import loader_faults
from profilecheck.profiles.loader import LoaderFault
from profilecheck.rules import Blame, Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """The first table that a plain value stands in the way of, where the load ends, with a note for
    each further one; and each whose settings are lost without an error."""
    ends: list[Hit] = []
    losses: list[Hit] = []
    for fault in loader_faults(experiment):
        if fault.cause == "flag-and-section":
            ends.append(_below_flag(experiment, fault))
        elif fault.cause in ("scalar-and-section", "section-replaced"):
            (ends if fault.raises else losses).extend(_hits(experiment, fault))
    if ends:
        first, *others = ends
        yield replace(first, notes=tuple(_note(experiment, other) for other in others))
    yield from losses


def _hits(experiment: Experiment, fault: LoaderFault) -> Iterator[Hit]:
    scalar = experiment.config.values[fault.name]
    inner = experiment.config.get(*fault.other) if fault.other else None
    blame = _blame(experiment, scalar, inner)
    if blame is not None:
        severity, effect, stage = _bite(fault)
        takes = () if blame is scalar else (scalar,)
        yield Hit(
            _message(fault, scalar),
            blame,
            takes=takes,
            severity=severity,
            effect=effect,
            stage=stage,
        )


def _below_flag(experiment: Experiment, fault: LoaderFault) -> Hit:
    """A section with the name of one of the loader's own flags, at its header."""
    name = fault.name[0]
    header = next((s for s in experiment.block.sections if s.name == name), None)
    return Hit(
        f"[{name}] has the name of the loader's own flag {fault.flag}, whose value is no table: "
        "the loader raises AttributeError; give the section another name",
        header or experiment.config.values[fault.name],
        severity=Severity.WARNING if experiment.target.fork else None,
    )


def _note(experiment: Experiment, hit: Hit) -> Note:
    place = hit.blame.setting if isinstance(hit.blame, Value) else hit.blame
    span = place.span if isinstance(place, (Section, Setting)) else None
    return Note(
        f"the same holds here: {hit.message}", experiment.document.path if span else None, span
    )


def _blame(experiment: Experiment, scalar: Value, inner: Value | None) -> Blame:
    """The one that the target does not know; if it knows both, or neither, the plain value."""
    leftover = scalar.layer.own and experiment.profile.spec(*scalar.name) is None
    if inner is None or leftover:
        return scalar if scalar.layer.own else None
    if inner.layer.kind == "file":
        for section in experiment.block.sections:
            if section.name == inner.section:
                return section
    return inner if inner.layer.own else scalar if scalar.layer.own else None


def _bite(fault: LoaderFault) -> tuple[Severity, Effect, Stage]:
    if fault.raises:
        return Severity.ERROR, Effect.RAISES, Stage.LOAD
    if fault.other is None:
        return Severity.ERROR, Effect.RAISES, Stage.MAKE
    return Severity.WARNING, Effect.IGNORED, Stage.SILENT


def _message(fault: LoaderFault, scalar: Value) -> str:
    section, key = fault.name
    table = key if section == "base" else f"{section}.{key}"
    told = f"[{section}] {key} = {scalar.value!r}"
    if fault.raises:
        return f"{told} and the section [{table}] cannot both be: the loader raises AttributeError; keep one"
    return f"{told} takes the place of the section [{table}], whose settings are lost: keep one of them"


RULE = Rule(
    code="PC014",
    name="scalar-and-section",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
