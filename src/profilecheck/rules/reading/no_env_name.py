"""An INI that `puffer train NAME` cannot launch.

## What it checks

INI files, other than a default.ini, for which no layer gives `[base] env_name`; in 3.0 also those that say `package = None`
themselves, and those for an environment of upstream's (`puffer_...`) for which no layer gives a package: default.ini has None.

## Why it matters

`puffer train NAME` looks for the file whose env_name holds NAME, and there is no option for a path: such a file is never found. 3.0 then
imports `pufferlib.environments.PACKAGE`, and there is none of the name None. A script of your own may read the file otherwise.

## Example

```ini target=3.0
[vec]
num_envs = 8
```

## Use instead

```ini
[base]
package = ocean
env_name = puffer_breakout

[vec]
num_envs = 8
```

## Fix

Name the environment, or several of them separated by blanks, and its package.

## Sources

pufferlib 3.0.0 and 8e3e754 pufferl.py load_config; 3.0.0 load_env.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v3_environments import PREFIX
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """A file that no name finds."""
    if not experiment.from_ini or experiment.for_others:
        return
    named = experiment.get("base", "env_name")
    if named is None or named.value in (None, ""):
        headers = {section.name: section for section in experiment.block.sections}
        yield Hit(
            "[base] env_name names no environment: the loader finds a file by it, and no other way",
            headers.get("base"),
        )
        return
    names = experiment.target.names
    if names and experiment.profile.name not in names:
        return  # the whole file is of another generation, which names no package
    package = experiment.get("base", "package")
    if experiment.profile.name != "3.0" or package is None or package.value is not None:
        return
    # Files for environments of one's own are mostly read by a script of one's own, which needs no package.
    if package.layer.own or PREFIX in str(named.value):
        told = "[base] package = None" if package.layer.own else "no package is given"
        yield Hit(
            f"{told}: `puffer train` imports pufferlib.environments.None, which does not exist; "
            "write [base] package, such as ocean (a script of your own may need none)",
            package,
            takes=(named,),
            effect=Effect.RAISES,
            stage=Stage.MAKE,
        )


RULE = Rule(
    code="PC016",
    name="no-env-name",
    severity=Severity.INFO,
    effect=Effect.IGNORED,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
