"""What the loader of 3.0 and 4.0 returns: one nested dict, with [base] and the flags at its top level.

Sources: pufferlib 3.0.0 pufferl.py load_config, train; the same steps in 8e3e754 pufferlib/pufferl.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from profilecheck.profiles import profiles
from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_programs import fixed_in, instead_of_flag
from profilecheck.profiles.names import ANY_TRAINERS, SECTIONS, Change, change, generations

ADDED: Final = frozenset({("train", "use_rnn"), ("train", "env")})
"""What 3.0's loader and trainer put into [train] themselves."""

LOADERS: Final = ("3.0", "4.0")
"""The generations that have such a loader in Python, oldest first."""
_USE_RNN: Final = ("train", "use_rnn")
"""What 3.0's loader itself puts beside what the INIs hold."""
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


@dataclass(frozen=True, slots=True)
class Foreign:
    """What one generation's loader returns no such key of, and others' do: ``name``, whose key is empty where it is
    a whole section. ``of`` are those others; ``became`` is what became of it, ``flag`` what took the place of
    a flag of the launcher's own, in words."""

    name: Name
    of: tuple[str, ...]
    became: Change | None = None
    flag: str = ""

    @property
    def told(self) -> str:
        """The name as a message tells it."""
        return "[{}] {}".format(*self.name).rstrip()


def foreign(keys: tuple[str, ...], generation: str) -> Foreign | None:
    """What the keys by which a script takes a value of the loader's result name, where only other generations'
    loaders return that; None where this one's does too, or no table tells."""
    profile = profiles()[generation]
    section, key = keys[:2] if len(keys) > 1 else ("base", keys[0])
    table = keys[0] if section == "base" else section
    if table in SECTIONS:
        of = _loaders(SECTIONS[table])
        known = profile.section_kind(table) != "unknown"
        return None if known or not of else Foreign((table, ""), of)
    if section == "base" and (of := _loaders(fixed_in(key))):
        return (
            None
            if generation in of
            else Foreign((section, key), of, None, _of_flag(key, generation))
        )
    if profile.section_kind(section) != "closed" or (
        section in ("base", "sweep") and len(keys) > 1
    ):
        return None
    if profile.spec(section, key) is not None or (section, key) in profile.passed:
        return None
    if (section, key) == _USE_RNN:
        of = ("3.0",)
    else:
        of = _loaders(generations(section, key))
    if generation in of or not of:
        return None
    return Foreign((section, key), of, change(section, key, generation))


def _loaders(found: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(generation for generation in LOADERS if generation in found)


def _of_flag(key: str, generation: str) -> str:
    return instead_of_flag(key.replace("_", "-"), generation)
