"""From one launch line to its plan: what becomes of each of its words, and the edits that write it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from profilecheck.blocks import Block
from profilecheck.document import UNKNOWN, Word
from profilecheck.findings import Edit
from profilecheck.migrate.ledger import Part, Port
from profilecheck.migrate.line_agents import number_in
from profilecheck.migrate.line_below import ENVIRONMENT, Below, puts_of
from profilecheck.migrate.line_draft import LEFT, LINE, LineDraft, place_of
from profilecheck.migrate.line_matrix import put_in
from profilecheck.migrate.line_neptune import log_elsewhere
from profilecheck.migrate.line_settings import Settings
from profilecheck.migrate.line_unknown import tell_unknown
from profilecheck.migrate.request import Source
from profilecheck.migrate.words import Uneditable, Words
from profilecheck.profiles import v3_to_v4_launch as launcher
from profilecheck.profiles import v3_to_v4_neptune as neptune
from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_environments import BARE_IN_3, PREFIX
from profilecheck.profiles.launch_flags import Given
from profilecheck.profiles.launch_lines import Launch, name_of
from profilecheck.profiles.migration import Put
from profilecheck.sources.tables import Places


@dataclass(frozen=True, slots=True)
class LinePlan:
    """What is to be done to one launch line.

    ``promised`` are the values that 4.0's launcher must read from it, ``untouched`` names of flags that stay as they
    are, ``strays`` words that belong to no flag; ``below`` are the values that lie below it there, ``complete`` where they are all known.
    """

    launch: Launch
    part: Part
    edits: tuple[Edit, ...]
    promised: Mapping[Name, object]
    below: Mapping[Name, object]
    complete: bool
    ports: tuple[Port, ...] = ()
    untouched: frozenset[Name] = frozenset()
    strays: tuple[str, ...] = ()


def plan(
    block: Block, launch: Launch, source: Source, words: Words, uses: Sequence[Word]
) -> LinePlan:
    """The plan of a launch line of 3.0, over the one INI of its environment. ``uses`` are the environments of all such
    lines of the file."""
    path, place = source.document.path, place_of(launch, source.document)
    answers = source.request.answers_for(path, place)
    own = source.request.own_of_line(path, place)
    line = LineDraft(launch, place, words, answers)
    below = Below(block, launch, source, answers, own)
    if LINE in own:
        line.refuse("the line is to stay as it is.")
        if line.left:
            probe = LineDraft(launch, place, words, answers)
            _work_out(probe, Below(block, launch, source, answers, own), uses)
            line.questions += probe.questions
    if line.left or _stays(line):
        return _made(line, below, {})
    settings = _work_out(line, below, uses)
    if settings is None:
        return _made(line, below, {})
    strays = tuple(one.flag for one in below.line.config.flags if one.outcome == "stray")
    made = _made(line, below, line.promised)
    return replace(made, untouched=settings.untouched, strays=strays)


def _work_out(line: LineDraft, below: Below, uses: Sequence[Word]) -> Settings | None:
    """Work out what becomes of each word of a line; None, with a question, where it cannot be written."""
    try:
        settings = Settings(line, below)
        settings.run()
        _environment(line, settings, uses)
        _own_flags(line, settings)
        _processes(line, settings)
        tell_unknown(line, below.line.config.flags)
    except Uneditable as error:
        line.refuse(str(error))
        return None
    return settings


def refused(made: LinePlan, why: str, source: Source) -> LinePlan:
    """The plan of a line that cannot be written after all."""
    place = place_of(made.launch, source.document)
    answers = source.request.answers_for(source.document.path, place)
    line = LineDraft(made.launch, place, Words("", Places(""), ()), answers)
    line.questions += made.part.questions
    line.refuse(why)
    return unwritten(line, made)


def unwritten(line: LineDraft, made: LinePlan) -> LinePlan:
    """The plan of a line of which nothing is written: it asks something first, or is to stay as it is."""
    told = _told(line)
    return replace(made, part=told, edits=(), promised={}, ports=tuple(line.ports))


def _made(line: LineDraft, below: Below, promised: Mapping[Name, object]) -> LinePlan:
    return LinePlan(
        line.launch,
        _told(line),
        () if line.left else line.words.done(),
        {} if line.left else promised,
        below.migrated(),
        below.complete,
        tuple(line.ports),
    )


def _told(line: LineDraft) -> Part:
    """The account of a line; of one that stays as it is, what is asked, and what is left to do."""
    name, questions = f"line {line.place}", tuple(line.questions)
    if line.left:
        line.ports[:] = [Port(line.launch.span, "a launch line of 3.0", line.left)]
        decided = tuple(one for one in questions if one.answer == LEFT.answer)
        moot = tuple(one.key for one in questions if one not in decided)
        return Part(name, (), (), decided, (), moot=moot)
    if all(one.key != f"{line.place}:{LINE}" for one in questions):
        return Part(name, tuple(line.entries), (), questions, tuple(line.remarks))
    return Part(name, (), (), questions, ())


def _stays(line: LineDraft) -> bool:
    """Whether a line has no counterpart in 4.0: it stays as it is, and is told."""
    launch = line.launch
    if launch.misplaced or launch.mode is None:
        how = "no launcher takes it as it is: write the mode, the environment, then the flags"
        line.ports.append(Port(launch.span, "a launch line without mode and environment", how))
        return True
    lost = launcher.lost_mode(launch.mode.text) if launch.mode.whole else None
    if lost is not None:
        line.ports.append(Port(launch.span, f"mode {launch.mode.text}", lost))
        return True
    started = launcher.processes(launch)
    if started is not None and started.lost:
        line.ports.append(Port(launch.span, "several processes", started.lost))
        return True
    return False


# The environment


def _environment(line: LineDraft, settings: Settings, uses: Sequence[Word]) -> None:
    word = line.launch.environment
    if word is None:
        return
    raw = line.words.written(word.span)
    if not word.whole:
        text = line.words.expansions.without_prefix(raw, PREFIX)
        reason = "4.0 names upstream's environments without puffer_"
        if line.words.strip(word, PREFIX):
            put = Put(*ENVIRONMENT, raw.replace(PREFIX, "", 1))
            line.enter(ENVIRONMENT, raw, word.span, "converted", (put,), reason)
        elif text is not None:
            line.enter(ENVIRONMENT, raw, word.span, "converted", (Put(*ENVIRONMENT, text),), reason)
            line.words.put(word, text)
        elif re.search(r"[${]", raw) and "@" not in raw:
            names = put_in(line.words.text, word.span.line, raw)
            how = launcher.PUT_IN.format(names=names) if names else launcher.PUT_IN_UNKNOWN
            line.ports.append(Port(word.span, f"the environment {raw}", how))
        return
    name = _named(word.text, settings)
    if name is None or name == word.text:
        if word.text in BARE_IN_3 and not settings.below.complete:
            how = launcher.BARE.format(name=word.text)
            line.ports.append(Port(word.span, f"the environment {word.text}", how))
        return
    reason = "4.0 names an environment by the folder that build.sh compiles, without puffer_"
    line.enter(ENVIRONMENT, raw, word.span, "converted", (Put(*ENVIRONMENT, name),), reason)
    if line.words.assign(word, name, uses):
        return
    try:
        line.words.replace(word, name)
    except Uneditable:
        text = line.words.expansions.without_prefix(raw, PREFIX)
        if name != word.text.removeprefix(PREFIX):
            raise
        if text is not None:
            line.words.put(word, text)
        elif not line.words.strip(word, PREFIX):
            raise


def _named(name: str, settings: Settings) -> str | None:
    """What 4.0 calls an environment."""
    before, after = (
        settings.below.written.get(ENVIRONMENT),
        puts_of(settings.outcome).get(ENVIRONMENT),
    )
    if not isinstance(before, str) or not isinstance(after, str):
        return name.removeprefix(PREFIX) if settings.below.complete else None
    names, new = before.split(), after.split()
    if name not in names or len(names) != len(new):
        return None
    return new[names.index(name)]


# The launcher's own flags


def _own_flags(line: LineDraft, settings: Settings) -> None:
    flags = [one for one in settings.below.line.config.flags if _is_own(one)]
    named = {_own_name(one) for one in flags}
    for_neptune = [(_own_name(one), one) for one in flags if _own_name(one) in neptune.FLAGS]
    log_elsewhere(line, for_neptune, named)
    for flag in flags:
        name = _own_name(flag)
        if name in neptune.FLAGS:
            continue
        if name in launcher.CHECKPOINTS and flag.text != launcher.LATEST:
            shown = flag.text if isinstance(flag.text, str) else "..."
            line.ports.append(Port(flag.word.span, f"--{name} {shown}", launcher.CHECKPOINTS[name]))
        _own_flag(line, flag, name, named)
    if launcher.WANDB in named and launcher.WANDB_PROJECT not in named:
        line.remarks.append(launcher.OTHER_PROJECT)
    mode = line.launch.mode
    if (
        mode is not None
        and mode.text == "sweep"
        and launcher.RUNS not in named
        and not settings.below.complete
    ):
        line.remarks.append(launcher.OTHER_RUNS)


def _is_own(given: Given) -> bool:
    return given.option is not None and given.option.name is None and given.outcome != "stray"


def _own_name(given: Given) -> str:
    return given.option.flag.lstrip("-") if given.option else ""


def _own_flag(line: LineDraft, given: Given, name: str, named: set[str]) -> None:
    own = launcher.own_flag(name)
    if own is None:
        return
    if own.to is None or own.to in named:
        line.drop_flag(("", f"--{name}"), given, own.reason)
        return
    to = name_of(own.to)
    puts: tuple[Put, ...] = ()
    if to[0] != "base":
        puts = (Put(*to, given.value, as_written=True),)
        line.promised[to] = given.value
    line.rename_flag(("", f"--{name}"), given, own.to, own.reason, puts)


# Processes


def _processes(line: LineDraft, settings: Settings) -> None:
    """torchrun's processes as GPUs."""
    found = launcher.processes(line.launch)
    if found is None:
        return
    number, text = int(found.number) if found.number else None, found.number
    if found.word is not None and found.place is not None:
        text = line.words.raw_value(found.word, found.flag, found.place)
    puts: tuple[Put, ...] = ()
    if number != 1:
        settings.insert(launcher.GPUS, text, UNKNOWN if text != found.number else number)
        puts = (Put(*launcher.GPUS, text if number is None else number),)
        _steps(line, settings, text, number)
    raw = line.words.written(found.first.span.to(found.last.span))
    reason = "4.0 starts the processes of all GPUs itself"
    line.enter(("", " ".join(raw.split())), "", found.first.span, "merged", puts, reason)
    if found.instead:
        line.words.replace_range(found.first, found.last, found.instead)
    else:
        line.words.drop(found.first, found.last.span)


def _steps(line: LineDraft, settings: Settings, processes: str, number: int | None) -> None:
    """Ask for the steps, which each of several processes takes in 3.0; ``processes`` is their number as text."""
    steps = launcher.STEPS
    flag, words = settings.last.get(steps), line.words
    held = settings.given.get(steps, settings.below.written.get(steps, UNKNOWN))
    raw = flag.raw(words) if flag is not None else ""
    product = None
    if (
        processes != str(number)
        and isinstance(held, int)
        and (flag is None or flag.is_literal(words))
    ):
        product = words.expansions.times(processes, held)
    elif (
        number is not None
        and processes == str(number)
        and flag is not None
        and not flag.is_literal(words)
    ):
        product = words.expansions.times(raw, number)
    asks, choices = launcher.steps_asked(held, raw, processes, number, product)
    key = ".".join(steps)
    given = line.ask_count(key, asks, choices, meanwhile="they stay as they are")
    if given is None or given == launcher.KEEP:
        return
    value = number_in(given)
    if flag is None:
        settings.add(steps, given, value, "decided")
    elif flag.given.value_span is not None:
        line.promised[steps] = value
        line.decided(Put(*steps, given if value is UNKNOWN else value))
        words.set_raw(flag.given.word, flag.given.flag, flag.given.value_span, given)
