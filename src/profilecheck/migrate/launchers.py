"""Calls of the functions of pufferl that both generations have: environments' names, parameters that went."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from profilecheck.document import Argument, Call, Document, Possible
from profilecheck.findings import Edit, Span
from profilecheck.migrate.ledger import Port
from profilecheck.migrate.request import TO
from profilecheck.profiles.launch_environments import PREFIX, misnamed
from profilecheck.profiles.v3_to_v4_env import NEAREST
from profilecheck.profiles.v3_to_v4_python import ENV_NAME, LAUNCHERS, SWEEP, Launcher, lost
from profilecheck.sources.python.lines import Lines

_OPENED: Final = re.compile(r"\s*\(\s*")
_NEXT: Final = re.compile(r"\s*,\s*")
_LITERAL: Final = re.compile(rf"""[rRuU]?(?:'''|\"\"\"|'|\"){PREFIX}""")


@dataclass(frozen=True, slots=True)
class Launched:
    """What is to be done to such calls: edits, and what is left to a person."""

    edits: tuple[Edit, ...] = ()
    ports: tuple[Port, ...] = ()


def launched(document: Document, *, before: bool) -> Launched:
    """The plan of all such calls of a file. ``before`` says that it is certainly the source generation's."""
    lines = Lines(document.text)
    edits: dict[Edit, None] = {}
    ports: list[Port] = []
    for call in document.calls:
        launcher = LAUNCHERS.get(call.name)
        if launcher is None or call.guard is not None or call.expected:
            continue
        # A name with puffer_ of an environment that 4.0 has without it is one of 3.0's.
        older = before or any(_is_before(_value(argument)) for argument in call.arguments)
        given = _given(call, launcher, before=older)
        told = list(_ports(call, launcher, given, lines, before=older))
        ports += told
        if not told:
            edits.update(dict.fromkeys(_edits(call, given, lines)))
    return Launched(tuple(edits), tuple(dict.fromkeys(ports)))


def _given(call: Call, launcher: Launcher, *, before: bool) -> Mapping[str, Argument]:
    """The arguments of a call by the names of its parameters."""
    order = launcher.before if before else launcher.after
    first = next((a.value for a in call.arguments if a.key == 0), None)
    if call.name == SWEEP and isinstance(first, str):
        order = launcher.after
    found: dict[str, Argument] = {}
    for argument in call.arguments:
        key = argument.key
        if isinstance(key, int):
            if key >= len(order):
                continue
            key = order[key]
        found[key] = argument
    return found


def _ports(
    call: Call, launcher: Launcher, given: Mapping[str, Argument], lines: Lines, *, before: bool
) -> Iterator[Port]:
    name = call.name.rpartition(".")[2]
    gone = tuple(one for one in launcher.lost if one in given and given[one].value is not None)
    if gone:
        yield Port(call.span, f"{name}({', '.join(f'{one}=...' for one in gone)})", lost(gone))
    env = given.get(ENV_NAME)
    if call.name == SWEEP and before:
        if env is None and not call.rest:
            yield Port(call.span, "sweep(...) without a name", "4.0's is sweep(env_name, args)")
        elif env is not None and _named(call, given, lines) is None:
            yield Port(call.span, "sweep(args, env_name)", "4.0's is sweep(env_name, args)")
    if env is None:
        return
    value = _value(env)
    if not isinstance(value, str) or not value.startswith(PREFIX):
        return
    what = f"{name}({value!r})"
    bare, now = value.removeprefix(PREFIX), misnamed(value, TO)
    if now is None:
        how = f"4.0 names an environment by its folder ocean/NAME, without {PREFIX}: {bare}, if you port it under that name"
        yield Port(call.span, what, how)
    elif not now:
        near = f"; nearest is {NEAREST[bare]}, of other arguments" if bare in NEAREST else ""
        yield Port(call.span, what, f"upstream's 4.0 has no environment {bare}{near}")
    elif _literal(env, lines) is None:
        where = f"the name is {env.value.told}" if isinstance(env.value, Possible) else ""
        yield Port(call.span, what, f"4.0 calls it {now}: {where or 'change it where it is set'}")


def _edits(call: Call, given: Mapping[str, Argument], lines: Lines) -> Iterator[Edit]:
    env = given.get(ENV_NAME)
    if env is not None:
        place = _literal(env, lines)
        if place is not None and misnamed(str(env.value), TO):
            yield Edit(place, "")
    if call.name == SWEEP:
        yield from _named(call, given, lines) or ()


def _named(call: Call, given: Mapping[str, Argument], lines: Lines) -> tuple[Edit, ...] | None:
    """The edits that give arguments by their names, because 4.0 has them in another order; None where they are not
    written out in the call."""
    edits = []
    at, gap = call.span, _OPENED
    for name in ("args", ENV_NAME):
        place = given[name].value_span if name in given else at
        if name not in given or given[name].key == name:
            continue
        if call.rest:  # what is given by position as well would meet these names
            return None
        between = Span(at.end_line, at.end_column, place.line, place.column)
        if between.line > between.end_line or not gap.fullmatch(lines.raw(between)):
            return None
        edits.append(Edit(Span(place.line, place.column, place.line, place.column), f"{name}="))
        at, gap = place, _NEXT
    return tuple(edits)


def _is_before(value: object) -> bool:
    return isinstance(value, str) and bool(misnamed(value, TO))


def _value(argument: Argument) -> object:
    return argument.value.value if isinstance(argument.value, Possible) else argument.value


def _literal(argument: Argument, lines: Lines) -> Span | None:
    """The place of ``puffer_`` in a name that is written out where it is given."""
    raw = lines.raw(argument.value_span)
    match = _LITERAL.match(raw)
    if match is None or not isinstance(argument.value, str):
        return None
    end = match.end()
    start = end - len(PREFIX)
    try:
        kept = ast.literal_eval(raw[:start] + raw[end:])
    except (SyntaxError, ValueError):
        return None
    if kept != argument.value.removeprefix(PREFIX):
        return None
    place = argument.value_span
    return Span(place.line, place.column + start, place.line, place.column + end)
