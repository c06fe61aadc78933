"""[sweep] holds a value that is no table and that the sweep does not know.

## What it checks

The keys of [sweep], and of [sweep.SECTION], against the few that a generation takes beside tables. In 3.0 those are method,
metric, goal and downsample.

## Why it matters

Whatever else stands there is taken for a swept parameter and has to be a table: every sweep ends with an AssertionError before
its first run.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[sweep]
max_cost = 500
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[sweep]
max_suggestion_cost = 500
```

## Fix

Remove the key, or use the name that the generation knows.

## Sources

pufferlib 3.0.0 sweep.py _params_from_puffer_sweep; PufferLib 8e3e754 pufferlib/sweep.py.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.sweep import Dialect
from profilecheck.rules import Hit, Rule
from profilecheck.rules.sweep._shared import dialect, groups, only_sweep, searched, tables


def check(experiment: Experiment) -> Iterator[Hit]:
    """Values among the tables."""
    known = dialect(experiment)
    if known is None or not searched(experiment):
        return
    inner = tables(experiment)
    for section in ("sweep", *sorted(groups(experiment) & inner.keys())):
        for value in experiment.config.section(section).values():
            if value.key in known.scalars or value.value is UNKNOWN:
                continue
            if not isinstance(value.value, dict):
                yield only_sweep(experiment, _hit(value, known))


def _hit(value: Value, known: Dialect) -> Hit:
    near = difflib.get_close_matches(value.key, sorted(known.scalars), 1, 0.8)
    name = known.renamed.get(value.key) or (near[0] if near else None)
    instead = f"; did you mean {name}?" if name else ""
    entered = value.setting is not None and value.setting.section == "DEFAULT"
    key = f"{value.key} of [DEFAULT]" if entered else value.key
    return Hit(
        f"[{value.section}] {key} is no table and no setting that the sweep knows: every sweep "
        f"ends with {known.unknown.format(key=value.key)}{instead}",
        value,
    )


RULE = Rule(
    code="PC670",
    name="sweep-scalar",
    severity=Severity.WARNING,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
