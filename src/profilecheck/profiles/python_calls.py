"""The function of PufferLib that takes a config in Python, and its arguments as settings of [vec].

Source: pufferlib 3.0.0, vector.py lines 625-708 (2.0.6 and pufferlib-core have the same signature).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from profilecheck.document import UNKNOWN, Argument, Call, Possible, Reference, Setting
from profilecheck.profiles.v3_call import VECTORIZERS

MAKE: Final = "pufferlib.vector.make"
MAKE_OF: Final = "3.0"
"""The profile whose function it is."""
PARAMETERS: Final = (
    "env_creator_or_creators",
    "env_args",
    "env_kwargs",
    "backend",
    "num_envs",
    "seed",
)
"""The parameters that may be given by position, in their order."""

_BACKENDS: Final = {
    **{f"pufferlib.vector.{name}": name for name in VECTORIZERS},
    "pufferlib.PufferEnv": "PufferEnv",
    "pufferlib.pufferlib.PufferEnv": "PufferEnv",
}


def is_judged(call: Call) -> bool:
    """Whether a call is one of ``vector.make`` that is meant to succeed, with whatever version is installed."""
    return call.name == MAKE and not call.expected and not call.versioned


def settings(call: Call) -> Iterator[Setting]:
    """The arguments of a call of ``vector.make`` as settings of [vec], by the names of its parameters.

    Functions, classes and other objects are not known; of a list of them it is known how many.
    """
    for argument in call.arguments:
        name = _parameter(argument)
        if name is None:
            continue
        value = argument.value
        told = value.told if isinstance(value, Possible) else ""
        yield Setting(
            "vec",
            name,
            _worth(name, value.value if isinstance(value, Possible) else value),
            argument.raw,
            argument.key_span,
            argument.value_span,
            name,
            told,
        )


def _parameter(argument: Argument) -> str | None:
    if isinstance(argument.key, str):
        return argument.key
    return PARAMETERS[argument.key] if argument.key < len(PARAMETERS) else None


def _worth(name: str, value: object) -> object:
    if isinstance(value, Possible):
        return UNKNOWN
    if isinstance(value, Reference):
        return _BACKENDS.get(value.name, UNKNOWN) if name == "backend" else UNKNOWN
    if isinstance(value, (list, tuple)):
        return type(value)(_worth("", item) for item in value)
    if isinstance(value, dict):
        return {key: _worth("", item) for key, item in value.items()}
    return value
