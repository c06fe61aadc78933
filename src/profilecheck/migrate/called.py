"""What a config tells Hydra to call that the target lacks: a person has to port that, and is told what a call comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from profilecheck.document import Document
from profilecheck.migrate.ledger import Port
from profilecheck.migrate.request import FROM, TO, Request
from profilecheck.profiles import profiles
from profilecheck.profiles.api_names import Missing, status
from profilecheck.profiles.python_calls import MAKE
from profilecheck.profiles.v3_to_v4_make import as_settings
from profilecheck.profiles.v3_to_v4_python import cause, how
from profilecheck.sources.tables import join

CALLED: Final = "_target_"
"""The key by which Hydra is told what to call with the other values of a table."""
_HYDRAS: Final = "_"
"""How the keys begin that Hydra takes for itself."""


def ports(document: Document, request: Request, migrated: frozenset[str]) -> Iterator[Port]:
    """One for each call of something that the target lacks. ``migrated`` are the paths of the tables whose settings are
    brought to the target where they stand."""
    makes = tables(document, migrated)
    for one in document.settings:
        if one.key != CALLED or not isinstance(one.value, str):
            continue
        missing = status(one.value, TO)
        if not isinstance(missing, Missing):
            continue
        name = cause(one.value, missing.part)
        told = how(name, missing)
        if one.value == MAKE and one.section in makes:
            keywords = _keywords(document, one.section)
            told = f"{told}. This call comes to {as_settings(keywords, request.options.agents_per_env)}"
        yield Port(one.value_span, f"{CALLED}: {one.value}", told)


def tables(document: Document, migrated: frozenset[str]) -> tuple[str, ...]:
    """The paths of the tables that are calls of ``vector.make`` and stay as they are: not those that hold names
    of the target's [vec] already."""
    found = (s.section for s in document.settings if s.key == CALLED and s.value == MAKE)
    new = frozenset(profiles()[TO].names("vec")) - frozenset(profiles()[FROM].names("vec"))
    return tuple(
        path for path in found if path not in migrated and new.isdisjoint(_keywords(document, path))
    )


def _keywords(document: Document, path: str) -> Mapping[str, object]:
    """What a call is given by name."""
    found = {s.key: s.value for s in document.settings if s.section == path}
    for section in document.sections:
        parent, _, key = section.name.rpartition(".")
        if parent == path and section.as_value is not None and section.name == join(path, key):
            found[key] = section.as_value.value
    return {key: value for key, value in found.items() if not key.startswith(_HYDRAS)}
