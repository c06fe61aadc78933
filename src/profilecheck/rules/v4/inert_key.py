"""A value is set that the native trainer never uses.

## What it checks

Keys of default.ini that nothing reads ([train] seed), that are read and not used (beta2, eps), or that count only under
`--slowly` (expansion_factor, [torch]), where the file's value differs from the default.

## Why it matters

Whoever tunes such a value tunes nothing. It is advice, because upstream's own files carry these keys.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
seed = 7
```

## Use instead

```ini
[base]
env_name = my_env
seed = 7

[vec]
total_agents = 4096
```

## Fix

Leave the key out, or set the one that counts: [base] seed for the seed.

## Sources

PufferLib 754d725 src/pufferlib.cu create_pufferl_impl, src/bindings.cu create_pufferl; 8e3e754 src/muon.cu muon_step,
config/default.ini.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """Inert keys that the file sets to something of its own."""
    for value in experiment.config.own():
        spec = experiment.profile.spec(*value.name)
        if spec is None or not spec.inert or value.section.startswith("sweep"):
            continue
        if value.value is not UNKNOWN and value.value != spec.default:
            yield Hit(f"{value.key} = {value.value!r} changes nothing: {spec.inert}", value)


RULE = Rule(
    code="PC312",
    name="inert-key",
    severity=Severity.INFO,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("4.0",),
    check=check,
)
