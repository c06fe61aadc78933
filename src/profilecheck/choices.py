"""What a caller may choose, checked: a target, codes of rules, an override, a machine.

Each function takes what the command line, the settings or a program gives and raises ChoiceError,
with a sentence that names what was given and what there is, where it names nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import cast

from profilecheck.experiment import Mode
from profilecheck.hosts import Host, declared, this_machine
from profilecheck.layers import Defaults, Override
from profilecheck.profiles import profiles
from profilecheck.rules import rules
from profilecheck.setting_values import did_you_mean
from profilecheck.settings import DEFAULTS, MODES, HostTable

AUTO = "auto"
_FEW = 12
"""How many known words are listed, at most, where none is near."""


class ChoiceError(ValueError):
    """A choice that names what does not exist, or has no meaning."""


def hint(word: str, known: Iterable[str]) -> str:
    """`` (did you mean X?)`` for the nearest known word, else the known ones where they are few."""
    words = list(known)
    near = did_you_mean(word, words)
    return near or (f" (known: {', '.join(words)})" if 0 < len(words) <= _FEW else "")


def target(name: str | None) -> str | None:
    """A profile's name; None for auto."""
    if name is None or name == AUTO:
        return None
    if name not in profiles():
        raise ChoiceError(f"unknown target {name!r}{hint(name, [*profiles(), AUTO])}")
    return name


def mode(word: str) -> Mode:
    """How a config is launched: train, eval or sweep."""
    if word not in MODES:
        raise ChoiceError(f"unknown mode {word!r}{hint(word, MODES)}")
    return cast(Mode, word)


def defaults(word: str | None) -> Defaults | None:
    """What lies below a file: ini, signature or none; None decides by its format."""
    if word is not None and word not in DEFAULTS:
        raise ChoiceError(f"unknown defaults {word!r}{hint(word, DEFAULTS)}")
    return cast("Defaults | None", word)


def codes(given: Iterable[str]) -> tuple[str, ...]:
    """Codes of rules or beginnings of codes. ``PC203,PC6`` counts as two."""
    found = [code.strip().upper() for text in given for code in text.split(",")]
    for code in filter(None, found):
        if not any(known.startswith(code) for known in rules()):
            near = did_you_mean(code, rules()) if len(code) > len("PC2") else ""
            raise ChoiceError(f"unknown code {code!r}: no rule's code begins so{near}")
    return tuple(filter(None, found))


def override(text: str) -> Override:
    """``section.key=value``: the last dot before ``=`` ends the section, the value is INI text.

    The key is lower-cased as in an INI.
    """
    name, equals, value = text.partition("=")
    section, dot, key = name.strip().rpartition(".")
    if not equals or not dot or not section or not key:
        raise ChoiceError(f"{text!r} is no SECTION.KEY=VALUE, such as vec.seed=1")
    return Override(section, key.lower(), value.strip())


def machine(
    cores: str | int | None,
    threads: str | int | None,
    host: str | None,
    hosts: Mapping[str, HostTable],
) -> Host:
    """The machine that is declared by its counts or by a name in the settings; else this one.

    ``cores`` may be the word ``none``: psutil cannot count them there.
    """
    if host is not None and (cores is not None or threads is not None):
        raise ChoiceError(
            f"host {host!r} is declared in the settings: it takes no cores or threads"
        )
    if host is not None:
        if host not in hosts:
            known = hint(host, hosts) if hosts else ": [tool.profilecheck.hosts] declares none"
            raise ChoiceError(f"unknown host {host!r}{known}")
        return _declared(hosts[host].cores, hosts[host].threads, host)
    if cores is None and threads is None:
        return this_machine()
    return _declared(cores, _count("threads", threads), "the declared machine")


def _declared(cores: str | int | None, threads: int | None, name: str) -> Host:
    try:
        return declared(cores, threads, name)
    except ValueError as error:
        raise ChoiceError(str(error)) from error


def agents(value: str | int | None) -> int | None:
    """Agents in one environment: at least 1."""
    return _count("agents per environment", value)


def host_of(value: Host | int | None) -> Host:
    """A machine as a program gives it: itself, its physical cores, or None for this one."""
    return value if isinstance(value, Host) else machine(value, None, None, {})


def _count(what: str, value: str | int | None) -> int | None:
    if value is None:
        return None
    whole = (
        value if isinstance(value, int) else int(value) if re.fullmatch(r"[0-9]{1,9}", value) else 0
    )
    if isinstance(value, bool) or whole < 1:
        raise ChoiceError(f"{what} = {value}: expected a whole number of at least 1")
    return whole
