"""What the loader of 3.0 and 4.0 returns: one nested dict, with [base] and the flags at its top level.

Sources: pufferlib 3.0.0 pufferl.py load_config, train; the same steps in 8e3e754 pufferlib/pufferl.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from profilecheck.profiles import profiles
from profilecheck.profiles.names import ANY_TRAINERS

ADDED: Final = frozenset({("train", "use_rnn"), ("train", "env")})
"""What 3.0's loader and trainer put into [train] themselves."""

_ALWAYS: Final = "env_name"
_SECTIONS: Final = ("vec", "train")


def is_loaded(config: Mapping[str, object]) -> bool:
    """Whether a mapping is what the loader returned: [vec] and [train] are tables, and [base] is none, but
    its names stand beside them: env_name, which any program may keep there, and one that few have."""
    return (
        all(issubclass(type(config.get(name)), Mapping) for name in _SECTIONS)
        and not issubclass(type(config.get("base")), Mapping)
        and _ALWAYS in config
        and any(
            name in config and ("base", name) not in ANY_TRAINERS for name in _base() - {_ALWAYS}
        )
    )


def base_of(config: Mapping[str, object]) -> dict[str, object]:
    """[base] of what the loader returned: its names and all other plain values that are no flags."""
    return {
        key: value
        for key, value in config.items()
        if key in _base() or (key not in _flags() and not issubclass(type(value), Mapping))
    }


@cache
def _base() -> frozenset[str]:
    return frozenset(name for profile in profiles().values() for name in profile.names("base"))


@cache
def _flags() -> frozenset[str]:
    flags = {flag for profile in profiles().values() for flag in profile.fixed_flags}
    return frozenset(flag.replace("-", "_") for flag in flags)
