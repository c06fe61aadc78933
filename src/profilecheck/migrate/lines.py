"""Launch lines: each command of 3.0 that launches PufferLib, in a script, a page, a workflow, becomes 4.0's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath

from profilecheck.blocks import Block
from profilecheck.document import UNKNOWN, Document
from profilecheck.engine import experiments_in
from profilecheck.findings import Span
from profilecheck.launches import read_flags
from profilecheck.launching import PAGES
from profilecheck.migrate import line_left
from profilecheck.migrate.configs import DONE, is_source
from profilecheck.migrate.ledger import Part
from profilecheck.migrate.line_draft import LEFT, LINE, place_of
from profilecheck.migrate.line_inis import plan
from profilecheck.migrate.line_plan import LinePlan, refused
from profilecheck.migrate.line_variable import in_place
from profilecheck.migrate.request import FROM, TO, Request, Source, Work
from profilecheck.migrate.words import Words
from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_environments import PREFIX, misnamed
from profilecheck.profiles.launch_lines import Launch, name_of
from profilecheck.profiles.marks import telling
from profilecheck.sources.tables import Places
from profilecheck.target import decide

UNTOLD = "nothing tells the generation of its launch lines"
_SERVICES = re.compile(r"(?m)^services[ \t]*:")
OF_TARGET = f"its launch lines are of {TO} already"
ON_PURPOSE = "a comment says that it is for 3.0"


def work(source: Source) -> Work | None:
    """What is to be done to the launch lines of a file; None where it holds none."""
    document, request = source.document, source.request
    places, make = Places(document.text), _is_makefile(source.file)
    found = [
        (block, block.launch)
        for one in experiments_in(document, request.options, source.file)
        if (block := in_place(one, places, make=make)).launch is not None
        and block.launch.of_profiles
    ]
    if not found:
        return None
    shell = not _is_compose(document)
    why = [_why_left(block, source) for block, _ in found]
    if None in why and _is_of_target(source, found, why):
        why = [OF_TARGET if one is None else one for one in why]
    if None in why and _is_of_one(source, why):
        why = [None if one == UNTOLD else one for one in why]
    meant = [one for one, reason in zip(found, why, strict=True) if reason is None]
    left = [reason for reason in why if reason is not None]
    environments = [launch.environment for _, launch in meant if launch.environment is not None]
    plans: list[LinePlan] = []
    for block, launch in meant:
        words = partial(
            Words,
            document.text,
            places,
            launch.command.words,
            make,
            document.format == "python",
            shell,
        )
        plans.append(plan(block, launch, source, words, environments))
    launches = [launch for _, launch in found]
    while shared := _shared(plans, launches):
        plans = [
            refused(one, shared[at], source) if at in shared else one
            for at, one in enumerate(plans)
        ]
    edits = dict.fromkeys(edit for one in plans for edit in one.edits)  # those of a variable once
    ports = [port for one in plans for port in one.ports]
    for (_, launch), reason in zip(found, why, strict=True):
        if reason not in (None, ON_PURPOSE):
            ports += line_left.ports(launch, source, is_target=reason != UNTOLD)
    parts = [one.part for one in plans if _tells(one.part)]
    if plans and UNTOLD in why:
        untold = [one for one, reason in zip(found, why, strict=True) if reason == UNTOLD]
        parts += [_untold(launch, document) for _, launch in untold]
    return Work(
        tuple(parts),
        tuple(edits),
        partial(_unsafe, plans=plans, launches=launches, source=source),
        tuple(ports),
        left=next(iter(left), "") if not plans else "",
    )


def is_of_target(source: Source) -> bool:
    """Whether a file has launch lines, and all of them are of the target already."""
    blocks = [
        one
        for one in experiments_in(source.document, source.request.options, source.file)
        if one.launch is not None and one.launch.of_profiles
    ]
    return bool(blocks) and all(_why_left(one, source) == OF_TARGET for one in blocks)


def _is_of_one(source: Source, why: Sequence[str | None]) -> bool:
    """Whether a file's lines that tell nothing are for 3.0, as all others are: a page may show those of several."""
    return all(one in (None, UNTOLD) for one in why) and not source.file.endswith(PAGES)


def _is_of_target(
    source: Source, found: Sequence[tuple[Block, Launch]], why: Sequence[str | None]
) -> bool:
    """Whether a file's lines that tell nothing are for 4.0, as all others are: the pin of 3.0 may still be there."""
    if source.file.endswith(PAGES):
        return False
    meant = [block for (block, _), reason in zip(found, why, strict=True) if reason is None]
    told = OF_TARGET in why or any(_is_named_anew(block, source) for block in meant)
    return told and all(_tells_nothing(block, source) for block in meant)


def _tells_nothing(block: Block, source: Source) -> bool:
    """Whether nothing in a line is of one generation alone, nor in the INI that it names."""
    target = decide(block, replace(source.request.options, target=None), source.surroundings)
    own = (telling(one.sections, one.settings) for one in _inis(block, source))
    told = FROM in target.names or any(FROM in of for of in own) or target.how == "directive"
    return not (told or _misnamed(block, source))


def _is_named_anew(block: Block, source: Source) -> bool:
    """Whether a line names one of upstream's environments as 4.0 does, and 3.0 does not."""
    environment = block.launch.environment if block.launch else None
    if environment is None or not environment.whole or _inis(block, source):
        return False
    return misnamed(environment.text, FROM) is not None


def _tells(part: Part) -> bool:
    return bool(part.entries or part.questions or part.remarks)


def _untold(launch: Launch, document: Document) -> Part:
    place = place_of(launch, document)
    told = f"line {place} stays as it is: nothing tells its generation"
    return Part(f"line {place}", (), remarks=(told,))


def _is_compose(document: Document) -> bool:
    """Whether a document is Compose's, which puts in variables itself."""
    return document.format == "yaml" and _SERVICES.search(document.text) is not None


def _is_makefile(file: str) -> bool:
    path = PurePosixPath(file)
    named = path.name.lower().partition(".")[0] in ("makefile", "gnumakefile")
    return named or path.suffix.lower() in (".mk", ".make")


def _why_left(block: Block, source: Source) -> str | None:
    """Why a line is none of the source generation; None where it is one, or holds what is left of it."""
    options = replace(source.request.options, target=None)
    target = decide(block, options, source.surroundings)
    if target.how == "directive" and target.profile is not None:
        return ON_PURPOSE if target.profile.name != TO else DONE
    if TO in target.names and FROM not in target.names and not _misnamed(block, source):
        return OF_TARGET
    if is_source(target):
        return None
    profile = target.profile.name if target.profile else None
    if profile in (None, TO) and target.state != "mixed" and _misnamed(block, source):
        return None
    if profile is not None:
        return OF_TARGET if profile == TO else f"its launch lines are of {profile} already"
    own = [telling(one.sections, one.settings) for one in _inis(block, source)]
    if own and all(FROM in of and TO not in of for of in own):
        return None  # the INI that it names is of 3.0
    return UNTOLD


def _misnamed(block: Block, source: Source) -> bool:
    """Whether a line names an environment as 3.0 does, and no INI of 4.0 has that name."""
    environment = block.launch.environment if block.launch else None
    if environment is None or not environment.text.startswith(PREFIX):
        return False
    if not environment.whole:
        return True
    own = _inis(block, source)
    if not own:
        return misnamed(environment.text, TO) is not None
    return all(FROM in telling(one.sections, one.settings) for one in own)


def _inis(block: Block, source: Source) -> list[Document]:
    """The INIs of the environment that a line names."""
    environment = block.launch.environment if block.launch else None
    configs = source.surroundings.configs
    if environment is None or not environment.whole or configs is None:
        return []
    found = configs.candidates(environment.text)
    return [one.environment for one in found if one.environment is not None]


# Edits


def _shared(plans: Sequence[LinePlan], launches: Sequence[Launch]) -> dict[int, str]:
    """The plans with an edit in a variable that other lines use, and need otherwise: each with the reason."""
    found: dict[int, str] = {}
    for at, one in enumerate(plans):
        for edit in one.edits:
            if _within(edit.span, one.launch.command.span):
                continue
            for launch in launches:
                if launch is one.launch or not any(
                    _meets(w.span, edit.span) for w in launch.command.words
                ):
                    continue
                other = next((p for p in plans if p.launch is launch), None)
                if other is None or edit not in other.edits:
                    found.setdefault(
                        at,
                        f"line {edit.span.line} is used by the launches on line {one.launch.span.line} and line "
                        f"{launch.span.line}, which need it otherwise: write it for each",
                    )
    return found


def _within(span: Span, other: Span) -> bool:
    start, end = (span.line, span.column), (span.end_line, span.end_column)
    return (other.line, other.column) <= start and end <= (other.end_line, other.end_column)


def _meets(span: Span, other: Span) -> bool:
    start, end = (span.line, span.column), (span.end_line, span.end_column)
    return (other.line, other.column) <= end and start <= (other.end_line, other.end_column)


# The result


def _unsafe(
    result: Document, plans: Sequence[LinePlan], launches: Sequence[Launch], source: Source
) -> Iterator[str]:
    """What is not as the plans promise, and how the rest of the file is written all the same."""
    for told in _unkept(result, plans, launches, source.request, source.file):
        line, is_line, _ = told.partition(": ")
        place = f"{source.document.path}:{line.removeprefix('line ')}:{LINE}"
        leave = f" (--decide {place}={LEFT.answer} leaves the line as it is)" if is_line else ""
        yield told + leave


def _unkept(
    result: Document,
    plans: Sequence[LinePlan],
    launches: Sequence[Launch],
    request: Request,
    file: str,
) -> Iterator[str]:
    """What 4.0's launcher would read otherwise than the plans promise."""
    blocks = [
        one for one in experiments_in(result, request.options, file) if one.launch is not None
    ]
    after = [b.launch for b in blocks if b.launch and b.launch.of_profiles]
    if len(after) != len(launches):
        changed = [one.part.name for one in plans if one.edits]
        if len(changed) == 1:
            yield f"{changed[0]}: it would not be a launch line any more"
        else:
            yield f"a launch line would not be one any more, of {', '.join(changed)}"
        return
    for one in plans:
        if not one.edits:
            continue
        launch = after[next(at for at, launch in enumerate(launches) if launch is one.launch)]
        where = one.part.name
        read: dict[Name, object] = {}
        strays: list[str] = []
        for flag in read_flags(launch, TO, one.below, complete=one.complete):
            if flag.outcome == "stray":
                strays.append(flag.flag)
            elif flag.option is None and not one.complete and flag.outcome == "unknown":
                read[name_of(flag.flag)] = (
                    UNKNOWN  # a key of the environment's INI, whose type is not known
                )
            elif flag.option is not None and flag.option.name is not None:
                read[flag.option.name] = UNKNOWN if flag.text is UNKNOWN else flag.value
        if tuple(strays) != one.strays:
            yield f"{where}: other words would be left to it: {' '.join(strays)}"
        for name, value in one.promised.items():
            if name not in read:
                yield f"{where}: [{name[0]}] {name[1]} would not be read"
                continue
            got = read.pop(name)
            if value is not UNKNOWN and got is not UNKNOWN and got != value:
                yield f"{where}: [{name[0]}] {name[1]} would be read as {got!r} instead of {value!r}"
        for section, key in read.keys() - one.untouched:
            yield f"{where}: [{section}] {key} would be set, which nothing promises"
