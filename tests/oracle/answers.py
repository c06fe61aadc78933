"""What the real ``make`` raises for each cause: exception types and the start of the message."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from profilecheck.profiles.v3_make import Fault

USAGE = "APIUsageError"
"""pufferlib's own exception; the others are Python's, from deep inside."""

ANSWERS: Mapping[str, str] = {
    "num-envs-type": r"TypeError: '<' not supported",
    "num-envs-below-one": rf"{USAGE}: num_envs must be at least 1$",
    "num-envs-not-integer": rf"{USAGE}: num_envs must be an integer$|(Value|Overflow)Error: cannot convert float",
    "num-envs-float": r"TypeError: can't multiply sequence by non-int of type 'float'"
    r"|TypeError: 'float' object cannot be interpreted",
    "num-envs-too-large": r"MemoryError: |OverflowError: cannot fit|OverflowError: (integer division result|int too large)",
    "backend-unknown": rf"{USAGE}: Invalid backend:",
    "backend-not-a-vectorizer": r"TypeError: |ValueError: Exactly one of"
    rf"|{USAGE}: (num_envs|batch_size|env_creators) must be",  # 'make' calls itself
    "creators-native": r"TypeError: 'list' object is not callable",
    "pufferenv-num-envs": rf"{USAGE}: Native vectorization is for PufferEnvs",
    "num-workers-type": r"TypeError: (unsupported operand|int\(\) argument)|ZeroDivisionError: complex",
    "num-workers-zero": r"ZeroDivisionError: (float )?division by zero",
    "num-workers-not-finite": r"ValueError: cannot convert float NaN"
    r"|OverflowError: (cannot convert float infinity|int too large to convert)",
    "envs-by-workers": rf"{USAGE}: num_envs must be divisible by num_workers$",
    "envs-per-worker-zero": r"ZeroDivisionError: (float modulo|float floor|integer division or modulo|float division)",
    "num-envs-not-int": r"TypeError: object of type 'numpy.int64' has no len\(\)",
    "num-workers-not-int": r"TypeError: ('float' object cannot be|an integer is required|object of type 'numpy)",
    "num-workers-negative": r"ValueError: can only specify one unknown dimension",
    "batch-by-envs-per-worker": rf"{USAGE}: batch_size must be divisible by \(num_envs / num_workers\)$",
    "batch-size-type": r"TypeError: |ZeroDivisionError: complex|ValueError: incomplete format|ValueError: cannot convert float NaN"
    rf"|{USAGE}: batch_size must be divisible|OverflowError: cannot convert float inf",
    "batch-size-too-large": r"MemoryError: |OverflowError: ",
    "batch-auto-without-workers": r"TypeError: ",
    "batch-zero": r"ZeroDivisionError: |IndexError: list index out of range$",
    "batch-negative": r"ValueError: negative dimensions",
    "zero-copy-batches": rf"{USAGE}: zero_copy: num_envs must be divisible by batch_size$",
    "serial-batch-exceeds-envs": r"IndexError: list index out of range$",
    "creators-length": rf"{USAGE}: env_creators must be a list of length num_envs$",
    "creators-env-args-length": rf"{USAGE}: env_args must be a list of length num_envs$",
    "creators-env-kwargs-length": rf"{USAGE}: env_kwargs must be a list of length num_envs$",
    "env-args-shape": rf"{USAGE}: env_args must be a list of lists or tuples$"
    r"|TypeError: .*(argument after \*|has no len|not subscriptable|unhashable)|KeyError: ",
    "env-kwargs-shape": rf"{USAGE}: env_kwargs must be a list of dictionaries$"
    r"|TypeError: .*(argument|has no len|not subscriptable|unhashable|GoodEnv)|KeyError: ",
    "env-kwargs-keys": r"TypeError: keywords must be strings$",
    "env-kwargs-seed-or-buf": r"TypeError: .*got multiple values",
    "unknown-argument": rf"{USAGE}: Invalid argument: ",
    "reserved-argument": r"TypeError: .*got multiple values for argument",
    "cores-unknown-to-psutil": r"TypeError: '>' not supported between instances of '\w+' and 'NoneType'",
    "workers-over-cores": rf"{USAGE}: num_workers \(.*\) > hardware cores",
}


def disagreement(faults: Iterable[Fault], raised: str | None, message: str) -> str | None:
    """How the table and the real package differ on a call; None where they agree.

    ``raised`` is the type of the real exception, None where make accepted.
    """
    first = next((fault for fault in faults if fault.refuses), None)
    if first is None:
        return None if raised is None else f"accepted, but make raised {raised}: {message}"
    if raised is None:
        return f"refused for {first.cause}, but make accepted"
    if not re.match(ANSWERS[first.cause], f"{raised}: {message}"):
        return f"refused for {first.cause}, but make raised {raised}: {message}"
    if first.cause in ("unknown-argument", "backend-unknown"):
        return _names(first, message)
    return None


def _names(fault: Fault, message: str) -> str | None:
    """These two messages end in the word itself."""
    word: Any = fault.keys[0]
    if fault.cause == "backend-unknown":
        word = str(fault.facts["backend"]).partition("\n")[0].strip()
    return None if message.partition(":")[2].strip() == word else f"{word!r}: {message}"
