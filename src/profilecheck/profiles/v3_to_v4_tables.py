"""Tables beside [vec] whose names may be any trainer's: whose they are is asked where some of them are 3.0's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from profilecheck.profiles import profiles
from profilecheck.profiles.base import Name
from profilecheck.profiles.migration import Choice, Question
from profilecheck.profiles.names import ANY_TRAINERS, SECTIONS, generations
from profilecheck.profiles.sweep import DISTRIBUTIONS

KEY: Final = "tables.read_by"
OURS: Final = "pufferlib"
OTHERS: Final = "other"
_FROM, _TO = "3.0", "4.0"


def readers(written: Mapping[Name, object], answers: Mapping[str, str]) -> Question | None:
    """Who reads the tables beside [vec], asked where the target would refuse a name in them; None where it would not."""
    named = _named(written)
    if not named:
        return None
    given = answers.get(KEY)
    is_taken = given in (OURS, OTHERS)
    more = f" and {len(named) - 1} more" if len(named) > 1 else ""
    what = f"{named[0]}{more} {'are names' if more else 'is a name'} of 3.0's trainer"
    return Question(
        KEY,
        f"{what}, beside names that any trainer may have. Which trainer reads the tables beside [vec]?",
        (
            Choice(OURS, "PufferLib's: they are migrated too"),
            Choice(OTHERS, "one of your own: they stay, and nothing is said of them"),
        ),
        answer=given if is_taken else None,
        refused=None if is_taken else given,
        meanwhile="they stay as they are, and 4.0 ignores such names",
    )


def _named(written: Mapping[Name, object]) -> list[str]:
    """The names and swept names, as they are told, that are the source's and not the target's."""
    titles = {section: None for section, _ in written if section.startswith("sweep.")}
    swept = [one for one in titles if written.get((one, "distribution")) in DISTRIBUTIONS]
    found = [f"[{s}] {k}" for s, k in written if s != "vec" and _is_olds((s, k))]
    return found + [f"[{one}]" for one in swept if _is_olds(_name_in(one))]


def _name_in(title: str) -> Name:
    section, _, key = title.removeprefix("sweep.").rpartition(".")
    return section, key


def _is_olds(name: Name) -> bool:
    section, key = name
    target = profiles()[_TO]
    if target.section_kind(section) == "unknown":
        return _FROM in SECTIONS.get(section, ())
    return (
        target.section_kind(section) == "closed"
        and section != "sweep"
        and target.spec(section, key) is None
        and name not in target.passed
        and name not in ANY_TRAINERS
        and _FROM in generations(section, key)
    )
