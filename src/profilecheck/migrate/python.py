"""Python files and notebooks: what has a counterpart is rewritten, everything else becomes a plan.

A rewriting changes ranges that the parser gave and nothing else, and is made only where the result is certain
to mean the same. What the file can do without, or asks the version for, works as it stands and is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from profilecheck import directives
from profilecheck.calls import call_blocks
from profilecheck.document import Document, Guard, Use
from profilecheck.gone import Gone, gone
from profilecheck.migrate import env_names, imports, items, launchers, vectors
from profilecheck.migrate.ledger import Part, Port, again
from profilecheck.migrate.request import FROM, TO, Source, Work
from profilecheck.migrate.vectors import Made
from profilecheck.own_package import OwnPackage
from profilecheck.profiles.api_names import Missing, is_imported, status
from profilecheck.profiles.marks import telling_uses
from profilecheck.profiles.python_calls import MAKE
from profilecheck.profiles.v3_to_v4_make import takes
from profilecheck.profiles.v3_to_v4_python import cause, how
from profilecheck.target import Target, decide

_GUARDED: dict[Guard, str] = {
    "optional": "the file does without it where it is missing",
    "typing": "only type checkers read it",
    "version": "it stands behind a test of what is installed",
    "dead": "nothing comes to it",
}


def work(source: Source) -> Work | None:
    """What is to be done to a Python file; None where it uses nothing of PufferLib."""
    document = source.document
    if document.format != "python":
        return None
    if document.broken and is_imported(document.text):
        return _unreadable(document)
    if not document.uses:
        return None
    blocks = call_blocks(document)
    options = replace(source.request.options, target=None)
    target = decide(blocks[0], options, source.surroundings)
    if reason := _left(source, target):
        return Work(left=reason)
    own = source.surroundings.own_package
    missing = gone(_unguarded(document), TO, own)
    moved = imports.moved(document, [use for one in missing for use in one.uses])
    telling = telling_uses(document.uses)
    before = (target.profile is not None and target.profile.name == FROM) or set(telling) == {FROM}
    launched = launchers.launched(document, before=before)
    left = [_without(one, moved.uses) for one in missing]
    ports = [port for one in left for port in _ports(one)]
    judged = [
        block
        for block in blocks[1:]
        if _is_to_port(block.call is not None and block.call.guard is None, missing)
    ]
    ports += items.ports(document, before=before or bool(launched.edits))
    configs = vectors.made(source, judged, target)
    ports += [port for made in configs for port in _calls(made)]
    edited = [edit.span for edit in (*moved.edits, *launched.edits)]
    told_at = (*edited, *(port.span for port in (*ports, *launched.ports)))
    names = tuple(env_names.left(document, told_at)) if before or launched.edits else ()
    without = tuple(_remarks(document, own))
    remarks = (*without, *names)
    parts = [made.part for made in configs if made.beside or made.why_not]
    if remarks:
        parts.append(Part("", (), remarks=remarks))
    told = frozenset(one.missing.part for one in left if one.uses)
    return Work(
        parts=tuple(parts),
        edits=(*moved.edits, *launched.edits),
        verify=partial(_untold, told=told, own=own),
        ports=tuple(sorted((*ports, *launched.ports), key=lambda port: port.span)),
        beside=tuple(made.beside for made in configs if made.beside is not None),
        left="; ".join(names) or _nothing_to_do(target, without),
    )


def _unreadable(document: Document) -> Work:
    """A file that Python refuses: a person is told, for what it holds of 3.0 is not known."""
    asked = directives.asked(document)
    problem = next(one for one in document.problems if one.fatal)
    if asked is not None and asked.name != TO:
        return Work(left=f"{problem.span.first_line}: {problem.message}")
    return Work(ports=(Port(problem.span, problem.message, "nothing of the file was migrated"),))


def _left(source: Source, target: Target) -> str:
    """Why the file as a whole is left as it is."""
    asked = directives.asked(source.document)
    if asked is not None and asked.name != TO:
        return f"a comment asks for {asked.name}: {asked.span.first_line}"
    if target.profile is not None and target.profile.name not in (FROM, TO):
        return f"it is of {target.profile.name}"
    own = source.surroundings.own_package
    if own is not None and Path(source.file).is_relative_to(own.folder):
        return "it is part of the tree's own pufferlib/"
    return ""


def _nothing_to_do(target: Target, remarks: Sequence[str]) -> str:
    if remarks:
        return f"it works without what {TO} lacks: {'; '.join(remarks)}"
    if target.profile is not None and target.profile.name == TO:
        return f"it is of {TO} already"
    return f"nothing in it needs to change for {TO}"


def _unguarded(document: Document) -> list[Use]:
    return [use for use in document.uses if use.guard is None]


def _is_to_port(reached: bool, missing: Sequence[Gone]) -> bool:
    """Whether a call of ``vector.make`` is one that the target has nothing for: not one of the tree's own package."""
    return reached and any(MAKE.startswith(one.missing.part) for one in missing)


def _without(one: Gone, mended: frozenset[Use]) -> Gone:
    return Gone(one.missing, tuple(use for use in one.uses if use not in mended))


def _ports(one: Gone) -> Iterator[Port]:
    """What a missing thing comes to: once for each way of porting it, where it is first named."""
    causes: dict[str, list[Use]] = {}
    for use in one.uses:
        causes.setdefault(cause(use.name, one.missing.part), []).append(use)
    for name, uses in causes.items():
        told = status(uses[0].name, TO, uses[0].module)
        missing = told if isinstance(told, Missing) else one.missing
        yield Port(uses[0].span, name + again(use.span for use in uses), how(name, missing))


def _calls(made: Made) -> Iterator[Port]:
    """Each call of ``vector.make``: its config, or why there is none."""
    name = made.part.name.rpartition("/")[2]
    told = f"no config for it yet: {made.why_not}" if made.why_not else f"its config is {name}"
    for call in made.calls:
        keys = takes(call)
        env = f"; the arguments of its environment, {', '.join(keys)}, become [env]" if keys else ""
        yield Port(call.span, "vector.make(...)", f"{told}{env}")


def _remarks(document: Document, own: OwnPackage | None) -> Iterator[str]:
    """What is left because it works as it stands."""
    for guard, why in _GUARDED.items():
        for one in gone((use for use in document.uses if use.guard == guard), TO, own):
            yield f"{one.uses[0].span.first_line}: {one.missing.part} is left: {why}"
    for one in gone(_unguarded(document), TO, None):
        if own is not None and own.has(one.missing.part):
            where = one.uses[0].span.first_line
            yield f"{where}: {one.missing.part} is left: the tree's own pufferlib/ has it"


def _untold(result: Document, told: frozenset[str], own: OwnPackage | None) -> Iterator[str]:
    """What the target would lack in the result and no plan names."""
    for one in gone(_unguarded(result), TO, own):
        if one.missing.part not in told:
            place = one.uses[0].span.first_line
            yield f"{one.missing.part} is not in {TO}, and {place} of the result names it"
