"""Configs in files: each experiment of 3.0, or what is left of 3.0 in one of 4.0, gets its plan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from profilecheck.blocks import Block
from profilecheck.document import UNKNOWN, Document
from profilecheck.engine import experiment_of, experiments_in
from profilecheck.migrate import ini
from profilecheck.migrate.plan import Plan, Unplannable, plan
from profilecheck.migrate.request import FROM, TO, Request, Source, Work
from profilecheck.profiles import profiles
from profilecheck.profiles.base import Name
from profilecheck.surroundings import NOWHERE
from profilecheck.target import Target, decide

EDITORS = {"ini": ini.edits}
"""The editor of each format: from a document and its plan to edits."""


def work(source: Source) -> Work | None:
    """What is to be done to the configs of a file; None where it holds none."""
    document = source.document
    if document.format not in ("ini", "toml", "json", "yaml"):
        return None
    blocks = [
        one
        for one in experiments_in(document, source.request.options, source.file)
        if one.launch is None
    ]
    if not blocks:
        return None
    if document.broken:
        first = next(problem for problem in document.problems if problem.fatal)
        return Work(
            blocked=f"its loader refuses it as it is: {first.span.first_line}: {first.message}"
        )
    if document.format not in EDITORS:
        return Work(blocked=f"{document.format} files are not edited")
    try:
        plans = [made for block in blocks if (made := _plan(block, source)) is not None]
        if not plans:
            return Work(left=_why_left(blocks[0], source))
        edits = [edit for made in plans for edit in EDITORS[document.format](document, made)]
    except Unplannable as error:
        return Work(blocked=str(error))
    return Work(
        parts=tuple(made.part for made in plans),
        edits=tuple(edits),
        verify=partial(_unkept, plans=plans, request=source.request, file=source.file),
    )


def _plan(block: Block, source: Source) -> Plan | None:
    """The plan of one experiment; None where nothing of it is the source generation's."""
    request, around = source.request, source.surroundings
    target = decide(block, replace(request.options, target=None), around)
    if not is_source(target):
        return None
    profile = profiles()[FROM]
    experiment = experiment_of(
        block, replace(target, profile=profile), profile, request.options, around
    )
    return plan(experiment, request.answers_for(source.document.path))


def is_source(target: Target) -> bool:
    """Whether something of an experiment is the source generation's: it is meant for it, or holds its names."""
    if target.profile is not None and target.profile.name == FROM:
        return True
    return FROM in target.names


def _why_left(block: Block, source: Source) -> str:
    target = decide(block, replace(source.request.options, target=None), source.surroundings)
    if target.profile is not None:
        return f"it is of {target.profile.name} already"
    return "nothing in it tells its generation"


def _unkept(result: Document, plans: list[Plan], request: Request, file: str) -> Iterator[str]:
    """What the target would read otherwise than the plans promise: the file is then not written."""
    found = {block.prefix: block for block in experiments_in(result, request.options, file)}
    for made in plans:
        block = found.get(made.part.name)
        if block is None:
            yield "the result would not be a config of PufferLib any more"
            return
        yield from _differences(block, made, request)


def _differences(block: Block, made: Plan, request: Request) -> Iterator[str]:
    profile = profiles()[TO]
    options = replace(request.options, target=TO, overrides=(), defaults="none")
    config = experiment_of(block, Target("decided", profile), profile, options, NOWHERE).config
    read_back: dict[Name, object] = {value.name: value.value for value in config.own()}
    for (section, key), value in made.promised.items():
        got = read_back.pop((section, key), None)
        if value is not UNKNOWN and repr(got) != repr(value):
            yield f"[{section}] {key} would be read as {got!r} instead of {value!r}"
    for section, key in read_back:
        yield f"[{section}] {key} would be set, which nothing promises"
