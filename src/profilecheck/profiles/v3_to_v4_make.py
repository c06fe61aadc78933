"""A call of 3.0's ``vector.make`` as the config that it amounts to, ready to be migrated.

Its keywords are settings of [vec] and its env_kwargs those of [env]; what makes upstream's own environments tells
[base] env_name.

Sources: pufferlib 3.0.0 vector.py make; ocean/environment.py env_creator, MAKE_FUNCTIONS.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from profilecheck.document import UNKNOWN, Argument, Call, Reference, Setting
from profilecheck.profiles import profiles
from profilecheck.profiles.base import Name
from profilecheck.profiles.migration import Source
from profilecheck.profiles.python_calls import MAKE_OF, PARAMETERS, settings
from profilecheck.profiles.v3_environments import MADE, OCEAN, PREFIX
from profilecheck.profiles.v3_to_v4 import migrate

_CREATORS: Final = ("pufferlib.ocean.env_creator", "pufferlib.ocean.environment.env_creator")
_OCEAN: Final = "pufferlib.ocean."
CREATOR: Final = PARAMETERS[0]
_OBJECTS: Final = frozenset({CREATOR, "env_args", "env_kwargs"})
"""Arguments of ``make`` that are no settings of [vec]."""
_NOT_ENV: Final = frozenset({"self", "buf", "seed", "num_envs"})
"""Parameters of a creator that are no arguments of a binding: what ``make`` gives itself, and what counts as agents."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a call sets: values by name, each with the argument that gives it; ``hidden`` is the text of
    arguments that may set more and cannot be known."""

    values: Mapping[Name, object]
    settings: Mapping[Name, Setting]
    hidden: tuple[str, ...] = ()

    def get(self, below: Callable[[str, str], object]) -> Callable[[str, str], object]:
        """The effective values, over those of ``make`` itself."""

        def effective(section: str, key: str) -> object:
            name = (section, key)
            if name == ("base", "package") and ("base", "env_name") in self.values:
                return OCEAN
            return self.values[name] if name in self.values else below(section, key)

        return effective


def given(call: Call) -> Given:
    """What a call of ``vector.make`` sets."""
    values: dict[Name, object] = {}
    held: dict[Name, Setting] = {}
    hidden = ["**"] if call.rest else []
    name = _environment(call)
    if name is not None:
        values["base", "env_name"] = PREFIX + name
    for setting in settings(call):
        if setting.key == "env_kwargs":
            keys = _keywords(setting.value)
            if keys is None:
                hidden.append(f"env_kwargs={setting.raw}")
            for key, value in (keys or {}).items():
                values["env", key], held["env", key] = value, setting
        elif setting.key == "env_args":
            named = _named(setting.value, _positional(call))
            if named is None:
                hidden.append(f"env_args={setting.raw}")
            for key, value in (named or {}).items():
                values["env", key], held["env", key] = value, setting
        elif setting.key != CREATOR:
            values["vec", setting.key], held["vec", setting.key] = setting.value, setting
    if ("vec", "num_envs") not in values:
        values = {("vec", "num_envs"): UNKNOWN if call.rest else 1, **values}
    return Given(values, held, tuple(hidden))


def as_settings(keywords: Mapping[str, object], agents_per_env: int | None) -> str:
    """What a call with these keywords comes to in 4.0, in words; or what is missing to tell it."""
    passed = _keywords(keywords.get("env_kwargs"))
    values: dict[Name, object] = {("vec", "num_envs"): 1}
    made = profiles()[MAKE_OF]
    values |= {
        ("vec", k): v for k, v in keywords.items() if made.spec("vec", k) and k not in _OBJECTS
    }
    values |= {("env", key): value for key, value in (passed or {}).items()}
    below = Source(
        written=values,
        get=lambda section, key: values.get((section, key), UNKNOWN),
        sections=("vec", "env"),
        loaded=False,
        trained=False,
        agents_per_env=agents_per_env,
    )
    outcome = migrate(below)
    open_ = next((one for one in outcome.questions if one.blocking), None)
    if open_ is not None:
        return f"[vec] whose {open_.key.rpartition('.')[2]} is not known: {open_.asks}"
    puts = [put for fate in (*outcome.fates.values(), *outcome.added) for put in fate.puts]
    told = (f"{put.key} = {put.value!r}" for put in puts if put.section == "vec")
    return f"[vec] {', '.join(told)}"


def _keywords(value: object) -> Mapping[str, object] | None:
    """The arguments that every environment gets, UNKNOWN where one gets another; None where they are not known."""
    if value is None:
        return {}
    tables = list(value) if isinstance(value, (list, tuple)) and value else [value]
    first, *others = tables
    if not isinstance(first, dict) or not all(isinstance(key, str) for key in first):
        return None
    same = [one for one in others if isinstance(one, dict) and one.keys() == first.keys()]
    if len(same) < len(others):
        return None
    return {
        key: UNKNOWN if any(_differ(one[key], held) for one in same) else held
        for key, held in first.items()
    }


def _named(value: object, names: Sequence[str]) -> Mapping[str, object] | None:
    """What is given by position, by name; None where it is not known what it is, or what it is for."""
    if value is None:
        return {}
    if not isinstance(value, (list, tuple)):
        return None
    if any(isinstance(one, (list, tuple)) for one in value):  # one list for each creator
        return {} if all(one in ([], ()) for one in value) else None
    if len(value) > len(names):
        return None
    return dict(zip(names, value, strict=False))


def _differ(one: object, other: object) -> bool:
    return one is UNKNOWN or other is UNKNOWN or type(one) is not type(other) or one != other


def _environment(call: Call) -> str | None:
    """Upstream's own environment that a call makes, where its creator tells it."""
    creator = _creator(call)
    if creator is None:
        return None
    made = creator.made
    if made is not None and made.name in _CREATORS and made.arguments:
        first = made.arguments[0].value
        bare = first.removeprefix(PREFIX) if isinstance(first, str) else ""
    elif isinstance(creator.value, Reference) and creator.value.name.startswith(_OCEAN):
        bare = creator.value.name.removeprefix(_OCEAN).partition(".")[0]
    else:
        return None
    return bare if bare in MADE else None


def _creator(call: Call) -> Argument | None:
    return next((one for one in call.arguments if one.key in (0, CREATOR)), None)


def takes(call: Call) -> tuple[str, ...]:
    """The arguments that the environment takes itself, by the definition of its creator in the file."""
    creator = _creator(call)
    defined = creator.definitions if creator is not None else ()
    names = [
        name
        for one in defined
        for name in (*one.positional, *sorted(one.parameters or ()))
        if name not in _NOT_ENV
    ]
    return tuple(dict.fromkeys(names))


def _positional(call: Call) -> tuple[str, ...]:
    """The arguments that env_args give by position, where one definition tells them."""
    creator = _creator(call)
    defined = creator.definitions if creator is not None else ()
    return defined[0].positional if len(defined) == 1 else ()
