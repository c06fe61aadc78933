"""A sweep of 4.0 is given means.

## What it checks

For 4.0: `mean` in the file's [sweep.SECTION.NAME] tables, one finding a file.

## Why it matters

3.0 starts the search there. 4.0 does not read it: the first two runs take the config's own values, and the search is centred
between min and max. It is advice, because upstream's own files carry means.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[sweep.train.gamma]
mean = 0.98
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
gamma = 0.98
```

## Fix

Leave mean out, and give the key itself the value that the sweep should start from.

## Sources

PufferLib 8e3e754 pufferlib/sweep.py Space, Protein.suggest; pufferlib/pufferl.py sweep.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Note, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.sweep._shared import dialect, parameters


def check(experiment: Experiment) -> Iterator[Hit]:
    """The means of the file."""
    known = dialect(experiment)
    if known is None or "mean" in known.needs:
        return
    found = [
        parameter.values["mean"]
        for parameter in parameters(experiment)
        if "mean" in parameter.values
    ]
    own = [value for value in found if value.layer.kind == "file" and value.setting is not None]
    own.sort(key=lambda value: value.setting.key_span if value.setting else ())
    if not own:
        return
    path = experiment.document.path
    notes = [
        Note(f"so is that of [{value.section}]", path, value.setting.span)
        for value in own[1:]
        if value.setting
    ]
    count = f" ({len(own)} of them)" if len(own) > 1 else ""
    yield Hit(
        f"mean of a swept parameter{count} is not read by 4.0: a sweep starts from the config's own values",
        own[0],
        notes=tuple(notes),
    )


RULE = Rule(
    code="PC675",
    name="sweep-mean",
    severity=Severity.INFO,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("4.0",),
    check=check,
)
