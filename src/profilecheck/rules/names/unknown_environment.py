"""An environment, or a package of environments, that 3.0.0 cannot make.

## What it checks

In what 3.0's loader reads (INI), or has read: `[base] package`, where it is no text or nearly the name of a package of 3.0.0; and with `package = ocean` each name of
env_name, which must hold `puffer_` and be one of pufferlib.ocean's table. A name that is like none of them may be an environment of your own: advice. It
is a warning for one that only stands beside names that work, and for one that 3.0.0 has in its source and left out of its table. Recognised forks, and
trees with a pufferlib/ocean or pufferlib/environments of their own, are not judged.

## Why it matters

`puffer train NAME` finds the file by NAME and then asks the package for an environment of that name: APIUsageError, KeyError or
ModuleNotFoundError, before anything starts.

## Example

```ini target=3.0 cores=64
[base]
package = ocean
env_name = breakout

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

Write the name as pufferlib.ocean has it, with `puffer_` before it.

## Sources

pufferlib 3.0.0 pufferl.py load_env; ocean/environment.py env_creator, MAKE_FUNCTIONS; environments/.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.loader import names_meant
from profilecheck.profiles.v3_environments import (
    LEFT_OUT,
    MADE,
    OCEAN,
    PACKAGES,
    PREFIX,
    refusal,
)
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import wholly_other

LIKENESS = 0.8
SLIP = 0.9
"""How like a known name a package is that is a slip of it: one of one's own may be less like."""
DEFAULT_NAME = "default"
"""The loader finds no file by this name, which another rule tells."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """One hit for the package, or one for the first name of each kind that it refuses."""
    if not experiment.loaded or experiment.for_others or wholly_other(experiment):
        return
    if experiment.target.fork or experiment.target.own_environments:
        return
    package, named = experiment.get("base", "package"), experiment.get("base", "env_name")
    if package is None or package.value is None or package.value is UNKNOWN:
        return
    if package.value != OCEAN:
        yield from _package(package)
    elif named is not None and named.value not in (None, ""):
        text = named.value if named.text is None else named.text
        if isinstance(text, str):
            yield from _names(text, named, package)


def _package(package: Value) -> Iterator[Hit]:
    value = package.value
    near = None
    if isinstance(value, str) and value:
        near = _near(value, PACKAGES, SLIP)
        if near in (None, value):  # it may be a package of one's own
            return
    what = f"write {near}" if near else "write the name of a package, such as ocean"
    text = value if isinstance(value, str) else repr(value)
    yield Hit(
        f"[base] package = {text}: load_env raises ModuleNotFoundError, for there is no "
        f"pufferlib.environments.{text}; {what}",
        package,
    )


def _names(text: str, named: Value, package: Value) -> Iterator[Hit]:
    names = [name for piece, name in names_meant(text) if piece == name != DEFAULT_NAME]
    refused = [(name, why) for name in names if (why := refusal(name)) is not None]
    if not refused:
        return
    told = sorted((_told(name, *why) for name, why in refused), key=lambda one: -_LEVELS[one[1]])
    first, level = told[0]
    if level is Severity.ERROR and (len(refused) < len(names) or told[-1][1] is not level):
        level = Severity.WARNING  # another of the names may be the one that is launched
    others = len(told) - 1
    more = f"; so do {others} more names of env_name" if others > 1 else ""
    more = "; so does another name of env_name" if others == 1 else more
    yield Hit(first + more, named, (package,), severity=level)


_LEVELS = {Severity.ERROR: 2, Severity.WARNING: 1, Severity.INFO: 0}


def _told(name: str, kind: str, raised: str) -> tuple[str, Severity]:
    """What becomes of a name, and how certain that is."""
    told = f"`puffer train {name}` raises {raised}"
    bare = name.replace(PREFIX, "")
    near = _near(bare, MADE)
    if kind == "no-prefix":
        text = f"{told}: the names of ocean hold {PREFIX}; write {PREFIX}{near or bare}"
        return text, Severity.ERROR
    if kind == "left-out":
        text = f"{told}: 3.0.0 leaves {bare} out of the table of pufferlib.ocean's environments"
        return text, Severity.WARNING
    if near is None or any(bare.startswith(known) for known in (*MADE, *LEFT_OUT)):
        text = f"{told}, unless pufferlib.ocean has an environment {bare} of your own"
        return text, Severity.INFO
    return f"{told}: pufferlib.ocean has no {bare}; write {PREFIX}{near}", Severity.ERROR


def _near(word: str, known: frozenset[str], likeness: float = LIKENESS) -> str | None:
    """The known name that a word is, or is nearly."""
    from difflib import get_close_matches  # needed only where something may be wrong

    if word in known:
        return word
    near = get_close_matches(word.casefold()[:100], known, 1, likeness)
    return near[0] if near else None


RULE = Rule(
    code="PC112",
    name="unknown-environment",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
