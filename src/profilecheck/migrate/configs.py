"""Configs in files: each experiment of 3.0, or what is left of 3.0 in one of 4.0, gets its plan."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from profilecheck.blocks import Block
from profilecheck.directives import Asked, directives
from profilecheck.document import UNKNOWN, Document
from profilecheck.edits import EditError, apply
from profilecheck.engine import ROOTS, WORDS, experiment_of, experiments_in
from profilecheck.findings import Edit, Span, lines_of
from profilecheck.migrate import called, foreign, references
from profilecheck.migrate.editors import EDITORS
from profilecheck.migrate.ledger import Part
from profilecheck.migrate.plan import Plan, Unplannable, plan
from profilecheck.migrate.request import FROM, TO, Request, Source, Work
from profilecheck.migrate.restored import as_it_was, is_migrated, not_known, without_mark
from profilecheck.profiles import profiles
from profilecheck.profiles.base import Name
from profilecheck.profiles.trees import LOOKED_FOR, generation_of, is_in_package
from profilecheck.sources.read import read
from profilecheck.sources.tables import join
from profilecheck.surroundings import NOWHERE
from profilecheck.target import Target, decide

DONE: Final = f"it is of {TO} already"
"""Why a config is left in which nothing is the source generation's."""


def work(source: Source) -> Work | None:
    """What is to be done to the configs of a file; None where it holds none."""
    document = source.document
    if document.format not in EDITORS:
        return None
    blocks = [
        one
        for one in experiments_in(document, source.request.options, source.file)
        if one.launch is None
    ]
    if not blocks:
        work = _called(source, frozenset())
        return work if work.ports and not document.broken else None
    if document.broken:
        return refused(document)
    try:
        made_of = [(block, _plan(block, source)) for block in blocks]
        plans = [made for _, made in made_of if made is not None]
        calls = _called(source, frozenset(s.section for p in plans for s in p.settings if s))
        done = [block for block, made in made_of if made is None and _is_of_target(block)]
        over = [block for block, made in made_of if made is None]
        bindings = tuple(foreign.ports(source, plans, over))
        calls = replace(calls, ports=(*calls.ports, *bindings, *references.left(document, done)))
        if not plans:
            return replace(calls, left=_why_left(blocks[0], source))
    except Unplannable as error:
        return Work(blocked=str(error))
    questions = (question for made in plans for question in made.part.questions)
    edits, blocked = [], ""
    if not any(one.blocking and one.open for one in questions):  # what is added depends on them
        try:
            edits = _edits(source, plans)
        except Unplannable as error:
            blocked = str(error)
    return Work(
        parts=_with_place(source, [made.part for made in plans]),
        edits=tuple(edits),
        ports=(
            *calls.ports,
            *references.ports(document, plans),
        ),
        verify=partial(_unkept, plans=plans, request=source.request, file=source.file),
        others=(
            *calls.others,
            *(join(made.part.name, one) for made in plans for one in made.others),
        ),
        blocked=blocked,
    )


def _with_place(source: Source, parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts with a remark on where the target's loader looks, where the file lies where only the source's
    does. A tree whose default.ini is of the target has a loader of its own that looks there."""
    default = source.surroundings.default_ini
    told = generation_of(default.sections, default.settings) if default is not None else None
    is_there = told is not None and told[0] == TO
    if source.document.format != "ini" or is_there or not is_in_package(source.file):
        return tuple(parts)
    first, *others = parts
    return replace(first, remarks=(*first.remarks, LOOKED_FOR)), *others


def refused(document: Document) -> Work:
    """Nothing is done to a document that its own loader refuses."""
    first = next(problem for problem in document.problems if problem.fatal)
    return Work(blocked=f"its loader refuses it as it is: {first.span.first_line}: {first.message}")


def _edits(source: Source, plans: list[Plan]) -> list[Edit]:
    """The edits of all plans, and those of comments that ask for the old target. Raises Unplannable."""
    document = source.document
    edit = EDITORS[document.format]
    edits = edit(document, [made for made in plans if made.changes])
    if not edits:
        return list(_retargeted(document))
    if document.format != "ini":  # every setting of an INI is in its plan
        _leave_others(source, plans, edits)
    return [*edits, *_retargeted(document)]


def _called(source: Source, migrated: frozenset[str]) -> Work:
    """What a person has to do about the calls in a file."""
    ports = tuple(called.ports(source.document, source.request, migrated))
    return Work(ports=ports, others=called.tables(source.document, migrated))


def _retargeted(document: Document) -> Iterator[Edit]:
    """The target that comments ask for becomes the new one."""
    lines = lines_of(document.text)
    for one in directives(document):
        if isinstance(one, Asked) and one.name == FROM:
            text = lines[one.span.line - 1][one.span.column - 1 : one.span.end_column - 1]
            yield Edit(one.span, text.replace(FROM, TO))


def _leave_others(source: Source, plans: list[Plan], edits: list[Edit]) -> None:
    """Raise Unplannable where an edit would change what stands beside the experiments."""
    document = source.document
    try:
        text = apply(document.text, edits)
    except EditError as error:
        raise Unplannable(f"it cannot be edited as it stands: {error}") from None
    data = text.encode("utf-8", "surrogatepass")
    result = read(data, document.path, source.file, ROOTS, WORDS)
    assert result is not None
    planned = {s.key_span for made in plans for s in made.settings if s is not None}
    roots = {join(made.part.name, title.title) for made in plans for title in made.part.titles}
    tables = ((one.name, one.as_value) for one in document.sections)
    roots |= {name for name, value in tables if value is not None and value.key_span in planned}
    roots |= {join(s.section, s.key) for s in document.settings if s.key_span in planned}
    before = _others(document, planned, roots)
    missing = next(iter(before - _others(result, set(), set())), None)
    if missing is not None:
        section, key, _ = missing
        raise Unplannable(
            f"it cannot be edited without a change to [{section}] {key}, which is no part of it"
        )


def _others(
    document: Document, planned: set[Span], roots: set[str]
) -> Counter[tuple[str, str, str]]:
    """The settings that are no part of an experiment; tables and lists count by what they hold."""
    return Counter(
        (one.section, one.key, one.raw if one.value is UNKNOWN else repr(one.value))
        for one in document.settings
        if one.key_span not in planned
        and not _lies_in(one.section, roots)
        and not isinstance(one.value, (dict, list))
    )


def _lies_in(section: str, roots: set[str]) -> bool:
    """Whether a table is one of others, or lies in one of them."""
    return section in roots or any(
        section[: match.start()] in roots for match in re.finditer(r"[.\[]", section)
    )


def _plan(block: Block, source: Source) -> Plan | None:
    """The plan of one experiment; None where nothing of it is the source generation's."""
    request, around = source.request, source.surroundings
    options = replace(request.options, target=None)
    target = decide(block, options, around)
    if not is_source(target) or (FROM not in target.names and _is_done(block)):
        return None
    instead = ""
    if target.names.keys() == {FROM}:  # nothing in it says that the target read it
        unmarked = without_mark(around)
        target = target if unmarked is around else decide(block, options, unmarked)
        instead = not_known(around) if block.document.format == "ini" else ""
    profile = profiles()[FROM]
    experiment = experiment_of(
        block, replace(target, profile=profile), profile, request.options, as_it_was(around)
    )
    experiment = replace(experiment, tree=around.default_ini)  # what lies below it from now on
    answers = request.answers_for(source.document.path)
    table = f"{block.prefix}."
    ours = {key.removeprefix(table): text for key, text in answers.items() if key.startswith(table)}
    own = source.own | ours.keys()
    reads = target.profile.name if target.profile is not None else ""
    if _is_of_target(block):
        reads = TO
    return plan(
        experiment,
        answers | ours,
        own,
        reads,
        alone=request.alone,
        instead=instead,
    )


def _is_done(block: Block) -> bool:
    """Whether a migration made an experiment what it is: whatever pin is still there, it is of the target."""
    return is_migrated(block.document.text) or _is_of_target(block)


def _is_of_target(block: Block) -> bool:
    """Whether a [vec] is one that the target alone can start with: the source's make refuses its names."""
    return references.is_of_target(block, "vec")


def is_source(target: Target) -> bool:
    """Whether something of an experiment is the source generation's: it is meant for it, or holds its names."""
    if target.profile is not None and target.profile.name == FROM:
        return True
    return FROM in target.names


def _why_left(block: Block, source: Source) -> str:
    target = decide(block, replace(source.request.options, target=None), source.surroundings)
    if _is_done(block):
        return DONE
    if target.profile is not None:
        return DONE if target.profile.name == TO else f"it is of {target.profile.name} already"
    return "nothing in it tells its generation"


def _unkept(result: Document, plans: list[Plan], request: Request, file: str) -> Iterator[str]:
    """What the target would read otherwise than the plans promise: the file is then not written."""
    found = {block.prefix: block for block in experiments_in(result, request.options, file)}
    for made in plans:
        block = found.get(made.part.name)
        if block is None:
            gone = not any(section == "vec" for section, _ in made.promised)
            yield (
                f"nothing that its [vec] sets has a place in {TO}"
                if gone
                else "the result would not be a config of PufferLib any more"
            )
            return
        yield from _differences(block, made, request)


def _differences(block: Block, made: Plan, request: Request) -> Iterator[str]:
    profile = profiles()[TO]
    options = replace(request.options, target=TO, overrides=(), defaults="none")
    config = experiment_of(block, Target("decided", profile), profile, options, NOWHERE).config
    read_back: dict[Name, object] = {
        value.name: value.value
        for value in config.own()
        if value.setting is not None and (made.trained or value.section == "vec")
    }
    for (section, key), value in made.promised.items():
        if (section, key) not in read_back:
            yield f"[{section}] {key} would not be set"
            continue
        got = read_back.pop((section, key))
        if value is not UNKNOWN and repr(got) != repr(value):
            yield f"[{section}] {key} would be read as {got!r} instead of {value!r}"
    for section, key in read_back:
        yield f"[{section}] {key} would be set, which nothing promises"
