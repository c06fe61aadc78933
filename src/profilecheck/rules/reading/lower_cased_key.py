"""A key with capitals is read in lower case.

## What it checks

Keys of an INI that are not written in lower case. In a section with fixed names the key is known in lower case (an info, and nothing is
lost); in [env], [policy] and [rnn] a constructor gets the lower-cased name as its keyword.

## Why it matters

`[env] maxSteps = 100` calls the environment with `maxsteps=100`, which it refuses or, with `**kwargs`, ignores.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 8

[env]
maxSteps = 100
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8

[env]
max_steps = 100
```

## Fix

Write the key in lower case, and give the constructor's parameter a name in lower case.

## Sources

configparser.ConfigParser.optionxform; pufferlib 3.0.0 pufferl.py load_env, load_policy.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """Each key with capitals that somebody reads."""
    if not experiment.from_ini:
        return
    profile = experiment.profile
    for setting in experiment.block.settings:
        if setting.written in ("", setting.key):
            continue
        if profile.section_kind(setting.section) == "open":
            yield Hit(
                f"[{setting.section}] {setting.written} reaches its reader as {setting.key}: "
                "INI keys are lower-cased",
                setting,
            )
        elif profile.spec(setting.section, setting.key) is not None:
            yield Hit(
                f"[{setting.section}] {setting.written} is read as {setting.key}",
                setting,
                severity=Severity.INFO,
            )


RULE = Rule(
    code="PC009",
    name="lower-cased-key",
    severity=Severity.WARNING,
    effect=Effect.DIFFERENT,
    stage=Stage.SILENT,
    profiles=("3.0", "4.0"),
    check=check,
)
