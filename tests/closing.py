"""Schemas that refuse what they do not name, and values of another type for every place of an output."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterator
from typing import Any


def closed(schema: Any) -> Any:
    """A schema that refuses what it does not name, but for mappings whose names are data."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    names_all = schema.get("type") == "object" and "properties" in schema
    more = {"additionalProperties": False} if names_all else {}
    return {**{name: closed(value) for name, value in schema.items()}, **more}


def places(data: Any, so_far: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every place of an output that holds something, an item of a list as ``[]``."""
    if so_far:
        yield so_far
    if isinstance(data, dict):
        for name, value in data.items():
            yield from places(value, (*so_far, name))
    elif isinstance(data, list):
        for value in data:
            yield from places(value, (*so_far, "[]"))


def astray(data: Any, open_places: Collection[tuple[str, ...]]) -> Iterator[tuple[Any, str]]:
    """The output with one value of a type that nothing takes, for each of its places, with the place in words.

    ``open_places`` hold any value, with all that lies in them; ``*`` in them is any name.
    """
    for place in dict.fromkeys(places(data)):
        if any(_within(place, one) for one in open_places):
            continue
        changed = copy.deepcopy(data)
        assert _put(changed, place)
        yield changed, ".".join(place)


def _within(place: tuple[str, ...], known: tuple[str, ...]) -> bool:
    pairs = zip(place, known, strict=False)
    return len(place) >= len(known) and all(b in ("*", a) for a, b in pairs)


def _put(data: Any, place: tuple[str, ...]) -> bool:
    name, rest = place[0], place[1:]
    if name == "[]":
        if not isinstance(data, list):
            return False
        for at, one in enumerate(data):
            if not rest:
                data[at] = _odd(one)
                return True
            if _put(one, rest):
                return True
        return False
    if not isinstance(data, dict) or name not in data:
        return False
    if rest:
        return _put(data[name], rest)
    data[name] = _odd(data[name])
    return True


def _odd(value: object) -> object:
    """A value of another type: a list for all but lists."""
    return 1.5 if isinstance(value, list) else [[value]]
