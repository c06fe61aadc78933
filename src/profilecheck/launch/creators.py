"""Creators of environments, looked at before anything calls them."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from multiprocessing.reduction import ForkingPickler
from pickle import PicklingError
from typing import Any, Final

from profilecheck.choices import ChoiceError
from profilecheck.document import Definition
from profilecheck.findings import START
from profilecheck.profiles.v3_call import CREATORS, VECTORIZERS
from profilecheck.profiles.v3_processes import mismatches
from profilecheck.telling import told

_PARAMETER: Final = inspect.Parameter


def refuse_others(given: object) -> None:
    """Raise ChoiceError unless it is a callable, or a list of callables."""
    for what, one in _named(given):
        if issubclass(type(one), str):
            raise ChoiceError(
                f"{what} = {told(one)}: expected a callable, and no text: import what it names, and pass that"
            )
        if not callable(one):
            raise ChoiceError(f"{what} = {told(one)}: expected a callable, or a list of callables")


def fault(given: Any, backend: str | None, env_args: Any, env_kwargs: Any) -> str | None:
    """Why ``make`` or its workers cannot call the first creator of which that is so, with what comes of it."""
    if backend not in VECTORIZERS:
        return None
    several = isinstance(given, (list, tuple))
    for number, (what, creator) in enumerate(_named(given)):
        definition = _definition(creator)
        if definition is None:
            continue
        args, kwargs = (_of(each, number) if several else each for each in (env_args, env_kwargs))
        for mismatch in mismatches(definition, backend, args, kwargs):
            return f"{what} = {told(creator)} {mismatch.told(backend)}"
    return None


def unsendable(given: Any, start_method: str) -> str | None:
    """Why the first creator that does not pickle cannot be sent to workers that are not forked."""
    for what, creator in _named(given):
        try:
            ForkingPickler.dumps(creator)
        except (PicklingError, AttributeError, TypeError) as error:
            return (
                f"{what} = {told(creator)} cannot be sent to workers that start by {start_method} ({error}): "
                "define it at the top of a module, and pass what it needs as env_kwargs"
            )
        except Exception:  # what only pickles while a process starts
            continue
    return None


def _named(given: object) -> Iterator[tuple[str, object]]:
    if isinstance(given, (list, tuple)):
        yield from ((f"{CREATORS}[{number}]", one) for number, one in enumerate(given))
    else:
        yield CREATORS, given


def _of(each: Any, number: int) -> Any:
    """What of env_args or env_kwargs is one creator's."""
    return each[number] if isinstance(each, (list, tuple)) and number < len(each) else None


def _definition(creator: Any) -> Definition | None:
    """What a call of it takes; None where Python does not tell. A decorator's own signature counts, since it is
    what is called."""
    try:
        signature = inspect.signature(creator, follow_wrapped=False)
    except (TypeError, ValueError):
        return None
    own = signature.parameters.values()
    variable = (_PARAMETER.VAR_POSITIONAL, _PARAMETER.VAR_KEYWORD)
    return Definition(
        "function",
        "",
        START,
        frozenset(
            one.name
            for one in own
            if one.kind in (_PARAMETER.POSITIONAL_OR_KEYWORD, _PARAMETER.KEYWORD_ONLY)
        ),
        tuple(
            one.name
            for one in own
            if one.kind in (_PARAMETER.POSITIONAL_ONLY, _PARAMETER.POSITIONAL_OR_KEYWORD)
        ),
        any(one.kind is _PARAMETER.VAR_KEYWORD for one in own),
        frozenset(
            one.name for one in own if one.default is _PARAMETER.empty and one.kind not in variable
        ),
    )
