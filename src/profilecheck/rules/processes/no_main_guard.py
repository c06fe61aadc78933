"""Workers are started when the module is imported.

## What it checks

Calls of `vector.make` with the backend Multiprocessing that an import of the file is certain to reach: in the module's own statements, or in
a function that they call, without `if __name__ == "__main__":` around the call or around what leads to it. Calls that stand behind any other
condition there are left alone, and so are notebooks, files of pytest, `__main__.py` and modules that set the start method fork. The rule is
silent where the backend or the start method cannot be known; it is an error where the module itself sets spawn or forkserver.

## Why it matters

A process that is not forked first imports the program again: it comes to the same call, raises RuntimeError ("before the current process has
finished its bootstrapping phase") and dies, and the first `recv` of the program waits for ever. Linux forks up to Python 3.13, so that nothing
is seen there.

## Example

```py target=3.0
import pufferlib.vector
from envs import make_env

vecenv = pufferlib.vector.make(make_env, backend=pufferlib.vector.Multiprocessing, num_envs=4, num_workers=2)
vecenv.reset()
vecenv.close()
```

## Use instead

```py
import pufferlib.vector
from envs import make_env


def main():
    vecenv = pufferlib.vector.make(make_env, backend=pufferlib.vector.Multiprocessing, num_envs=4, num_workers=2)
    vecenv.reset()
    vecenv.close()


if __name__ == "__main__":
    main()
```

## Fix

Put the call into a function that is called under `if __name__ == "__main__":`, or say that the program depends on fork:
`multiprocessing.set_start_method("fork")`.

## Sources

pufferlib 3.0.0, vector.py Multiprocessing; Python's multiprocessing, "Safe importing of main module".
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.processes._shared import NOT_FORKED, arguments, is_run_once, starting


def check(experiment: Experiment) -> Iterator[Hit]:
    """A call that starts processes and is reached by an import."""
    found = starting(experiment)
    if found is None or is_run_once(experiment.document):
        return
    call, site, backend = found
    if not site.at_import or site.start_method not in (None, "spawn", "forkserver"):
        return
    where = f"with {site.start_method}" if site.start_method else NOT_FORKED
    yield Hit(
        f"importing this module starts worker processes: {where} each of them imports it again and dies, "
        'and the first recv waits for ever; call make under if __name__ == "__main__":',
        call.span,
        takes=(backend,),
        needs=arguments(experiment),
        severity=Severity.ERROR if site.start_method else None,
    )


RULE = Rule(
    code="PC501",
    name="no-main-guard",
    severity=Severity.WARNING,
    effect=Effect.RAISES,
    stage=Stage.FIRST_STEP,
    profiles=("3.0",),
    check=check,
)
