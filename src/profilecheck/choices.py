"""What a caller may choose, checked: a target, codes of rules, an override, a machine.

Each function takes what the command line, the settings or a program gives, of whatever type, and
raises ChoiceError, with a sentence that names what was given and what there is, where that is not
what it should be.
"""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from profilecheck import rule_words
from profilecheck.experiment import Mode
from profilecheck.hosts import Host, declared, this_machine
from profilecheck.layers import Defaults, Override
from profilecheck.profiles import profiles
from profilecheck.profiles.pins_to_v4 import NoCommit, commit_of
from profilecheck.setting_values import did_you_mean, either
from profilecheck.settings import DEFAULTS, MODES, HostTable
from profilecheck.telling import count_told, told

AUTO: Final = "auto"
_FEW: Final = 12
"""How many known words are listed, at most, where none is near."""


class ChoiceError(ValueError):
    """A choice that names what does not exist, or an argument that is not what it should be."""


def hint(word: str, known: Iterable[str]) -> str:
    """`` (did you mean X?)`` for the nearest known word, else the known ones where they are few."""
    words = list(known)
    near = did_you_mean(word, words)
    return near or (f" (known: {', '.join(words)})" if 0 < len(words) <= _FEW else "")


def text(what: str, given: object, expected: str = "a string") -> str:
    """A string, as it is whatever a class of its own makes of it."""
    if not issubclass(type(given), str):
        raise ChoiceError(f"{what} = {told(given)}: expected {expected}")
    return str.__str__(given)


def several(what: str, given: object, expected: str) -> tuple[object, ...]:
    """The items of an iterable. A string that stands alone is the only one."""
    if issubclass(type(given), (str, bytes)):
        return (given,)
    try:
        return tuple(cast("Iterable[object]", given))
    except Exception as error:  # it is none, or fails to give its items
        raise ChoiceError(f"{what} = {told(given)}: expected {expected}") from error


def commit(given: object) -> str | None:
    """The commit of 4.0 that pins are to name; None for none."""
    if given is None:
        return None
    try:
        return commit_of(text("pin", given, "a commit of PufferLib"))
    except NoCommit as error:
        raise ChoiceError(str(error)) from error


def paths(given: object) -> list[str]:
    """One path, or several."""
    expected = "a path or a list of paths"
    alone = (given,) if issubclass(type(given), os.PathLike) else given
    return [_path("paths", one, expected) for one in several("paths", alone, expected)]


def filename(given: object) -> str:
    """What a text's file is called."""
    return _path("filename", given, "a file's name, such as my_env.ini")


def _path(what: str, given: object, expected: str) -> str:
    if issubclass(type(given), str):
        return str.__str__(given)
    try:
        return os.fsdecode(given)  # type: ignore[arg-type]
    except Exception as error:
        raise ChoiceError(f"{what} = {told(given)}: expected {expected}") from error


def patterns(given: object) -> list[str]:
    """Patterns of files that are left out."""
    expected = "patterns as .gitignore has them"
    return [text("exclude", one, expected) for one in several("exclude", given, expected)]


def data(given: object) -> bytes:
    """A text's bytes."""
    if issubclass(type(given), (bytes, bytearray)):
        return bytes(cast(bytes, given))
    return text("text", given, "a str or bytes").encode("utf-8", "surrogatepass")


def target(name: object) -> str | None:
    """A profile's name; None for auto."""
    if name is None:
        return None
    if type(name) is float and told(name) in profiles():
        raise ChoiceError(f'target = {told(name)}: write it as text, "{told(name)}"')
    word = text("target", name, f'a text, such as "{next(iter(profiles()))}"')
    if word == AUTO:
        return None
    if word not in profiles():
        raise ChoiceError(f"unknown target {told(word)}{_target_hint(word)}")
    return word


def _target_hint(word: str) -> str:
    """Where a version is given: by spelling 2.0 would be near 3.0."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})*", word, re.ASCII):
        return hint(word, [*profiles(), AUTO])
    meant = [name for name in profiles() if f"{name}.".startswith(f"{word}.")]
    meant += [name for name in profiles() if word.startswith(f"{name}.")]
    if meant:
        return f": write {meant[0]}"
    return f": {word} has no profile, {' and '.join(profiles())} do"


def mode(word: object) -> Mode:
    """How a config is launched: train, eval or sweep."""
    return cast(Mode, _one_of("mode", word, MODES))


def defaults(word: object) -> Defaults | None:
    """What lies below a file: ini, signature or none; None decides by its format."""
    return None if word is None else cast(Defaults, _one_of("defaults", word, DEFAULTS))


def _one_of(what: str, given: object, known: tuple[str, ...]) -> str:
    words = either(known)
    word = text(what, given, words)
    if word not in known:
        raise ChoiceError(f"unknown {what} {told(word)}: use {words}")
    return word


def codes(given: object, what: str = "codes") -> tuple[str, ...]:
    """Codes of rules, beginnings of codes, or names of rules. ``PC203,PC6`` counts as two."""
    expected = "codes of rules, such as PC203 or PC2"
    found = [
        code.strip()
        for item in several(what, given, expected)
        for code in text(what, item, expected).split(",")
    ]
    return tuple(_code(word) for word in found if word)


def _code(word: str) -> str:
    code = rule_words.code_of(word)
    if code is None:
        raise ChoiceError(f"unknown code {told(word)}: {rule_words.hint(word)}")
    return code


def override(given: object) -> Override:
    """``section.key=value``: the last dot before ``=`` ends the section, the value is INI text.

    The key is lower-cased as in an INI. An Override is taken as it is.
    """
    if issubclass(type(given), Override):
        own = cast(Override, given)
        parts = {"section": own.section, "key": own.key, "text": own.text}
        section, key, value = (text(f"an Override's {name}", part) for name, part in parts.items())
        return Override(section, key, value)
    example = "SECTION.KEY=VALUE, such as vec.seed=1"
    name, equals, value = text("override", given, example).partition("=")
    section, dot, key = name.strip().rpartition(".")
    if not equals or not dot or not section or not key:
        raise ChoiceError(f"{told(given)} is no {example}")
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
    if host is not None:
        if host not in hosts:
            known = hint(host, hosts) if hosts else ": the settings declare none ([hosts.NAME])"
            raise ChoiceError(f"unknown host {told(host)}{known}")
        if cores is not None or threads is not None:
            raise ChoiceError(
                f"host {told(host)} is declared in the settings: it takes no cores or threads"
            )
        return _declared(hosts[host].cores, hosts[host].threads, host)
    if cores is None and threads is None:
        return this_machine()
    return _declared(cores, _count("threads", threads), "the declared machine")


def _declared(cores: str | int | None, threads: int | None, name: str) -> Host:
    try:
        return declared(cores, threads, name)
    except ValueError as error:
        raise ChoiceError(str(error)) from error


def agents(value: object) -> int | None:
    """Agents in one environment: at least 1."""
    return _count("agents per environment", value)


def jobs(value: object) -> int | None:
    """How many processes may judge: at least 1, or None (also ``auto``) for one on each core."""
    if value is None or (issubclass(type(value), str) and value == "auto"):
        return None
    return _count("jobs", value, "auto")


def flag(what: str, value: object) -> bool:
    """True or False, and nothing that only counts as one of them."""
    if value is not True and value is not False:
        raise ChoiceError(f"{what} = {told(value)}: expected True or False")
    return value


def host_of(value: object) -> Host:
    """A machine as a program gives it: itself, its physical cores, or None for this one."""
    if value is None:
        return this_machine()
    if issubclass(type(value), Host):
        return cast(Host, value)
    cores = whole(value)
    if cores is None or cores < 1:
        raise ChoiceError(
            f"host = {told(value)}: expected a number of physical cores of at least 1, "
            "a Host, or None for this machine"
        )
    return _declared(cores, None, "the declared machine")


def whole(value: object) -> int | None:
    """A whole number of Python or numpy; None for anything else, a boolean or a float among them."""
    if type(value) is bool:
        return None
    try:
        return int.__int__(operator.index(cast(Any, value)))
    except Exception:  # it is none, or its class fails
        return None


def _count(what: str, value: object, other: str = "") -> int | None:
    if value is None:
        return None
    if issubclass(type(value), str):
        digits = text(what, value)
        count = int(digits) if re.fullmatch(r"[0-9]{1,9}", digits) else None
    else:
        count = whole(value)
    if count is None or count < 1:
        expected = f"expected a whole number of at least 1{f', or {other}' if other else ''}"
        raise ChoiceError(f"{what} = {count_told(value)}: {expected}")
    return count
