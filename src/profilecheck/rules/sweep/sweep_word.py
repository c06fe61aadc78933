"""A word in [sweep] is none that the sweep knows.

## What it checks

distribution and the words for scale of each swept parameter, goal and method. `scale = time` is a word of log_normal only.

## Why it matters

An unknown distribution or method raises ValueError (3.0: APIUsageError for a method), an unknown goal AssertionError, another
word for scale TypeError: all before the first run.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[sweep.train.gamma]
distribution = normal
min = 0.9
max = 0.999
scale = auto
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[sweep.train.gamma]
distribution = logit_normal
min = 0.9
max = 0.999
scale = auto
```

## Fix

Use one of the words that the message lists.

## Sources

pufferlib 3.0.0 sweep.py, pufferl.py sweep; PufferLib 8e3e754 pufferlib/sweep.py, pufferlib/pufferl.py sweep.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.sweep import DISTRIBUTIONS, GOALS, scale_words
from profilecheck.rules import Hit, Rule
from profilecheck.rules.sweep._shared import dialect, only_sweep, parameters, searched


def check(experiment: Experiment) -> Iterator[Hit]:
    """Words that are not known."""
    known = dialect(experiment)
    if known is None:
        return
    for value, words in _words(experiment, known.methods):
        if value.value is UNKNOWN or value.value in words:
            continue
        place = f"[{value.section}] " if value.section != "sweep" else ""
        hit = Hit(f"{place}{value.key} = {value.value!r}: use {_either(words)}", value)
        yield only_sweep(experiment, hit)


def _words(
    experiment: Experiment, methods: tuple[str, ...]
) -> Iterator[tuple[Value, tuple[object, ...]]]:
    if searched(experiment):
        for key, words in (("method", methods), ("goal", GOALS)):
            for value in experiment.values("sweep", key):
                yield value, words
    for parameter in parameters(experiment):
        distribution, scale = parameter.values.get("distribution"), parameter.values.get("scale")
        if distribution is not None:
            yield distribution, DISTRIBUTIONS
        if scale is None or isinstance(scale.value, (int, float)):
            continue
        if parameter.value("distribution") is not UNKNOWN:
            yield scale, scale_words(parameter.value("distribution"))


def _either(words: tuple[object, ...]) -> str:
    told = [str(word) for word in words]
    if told == ["auto"]:
        return "auto or a number"
    if told == ["auto", "time"]:
        return "auto, time or a number"
    return ", ".join(told[:-1]) + f" or {told[-1]}"


RULE = Rule(
    code="PC672",
    name="sweep-word",
    severity=Severity.WARNING,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
