"""Which INI lies below a launch line, where a config folder has several of its environment.

The loaders take the one that the file system gives them first: what that is cannot be known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from profilecheck.blocks import Block
from profilecheck.document import UNKNOWN, Word
from profilecheck.migrate.ledger import Part
from profilecheck.migrate.line_below import configs_of
from profilecheck.migrate.line_draft import LineDraft, place_of
from profilecheck.migrate.line_plan import LinePlan, unwritten
from profilecheck.migrate.line_plan import plan as plan_over
from profilecheck.migrate.request import Source
from profilecheck.migrate.words import Words
from profilecheck.profiles.launch_lines import Launch
from profilecheck.profiles.loader import option
from profilecheck.profiles.migration import Choice

INI: Final = "launch.ini"
"""The decision on the INI below a line."""
_ASKS: Final = (
    "{paths} are {all} for {name}, and 3.0 takes whichever the file system gives it first; with each the line becomes something else. "
    "Which one is meant? 4.0 takes the first too: give the {others} another env_name, or keep it elsewhere."
)


def plan(
    block: Block,
    launch: Launch,
    source: Source,
    words: Callable[[], Words],
    uses: Sequence[Word],
) -> LinePlan:
    """The plan of a launch line of 3.0. Where several INIs are for its environment, it is one that holds with each of
    them, or that of the one which is decided to be meant."""
    plans = {
        path: plan_over(block, launch, over, words(), uses) for path, over in _each(launch, source)
    }
    if not plans:
        return plan_over(block, launch, source, words(), uses)
    first, *others = plans.values()
    *paths, last = plans
    if all(_essence(one) == _essence(first) for one in others):
        remarks = [one for one in first.part.remarks if all(one in o.part.remarks for o in others)]
        return replace(first, part=replace(first.part, remarks=tuple(remarks)))
    place = place_of(launch, source.document)
    answers = source.request.answers_for(source.document.path, place)
    line = LineDraft(launch, place, words(), answers)
    assert launch.environment is not None
    asks = _ASKS.format(
        paths=f"{', '.join(paths)} and {last}",
        all="both" if len(plans) == 2 else "all",
        name=launch.environment.text,
        others="other one" if len(plans) == 2 else "others",
    )
    choices = [Choice(path, _does(one, list(plans.values()))) for path, one in plans.items()]
    taken = line.decide(
        INI, asks, choices, meanwhile="nothing of the file is written", blocking=True
    )
    if line.left or taken is None:
        made = unwritten(line, first)
        return replace(made, part=_with_moot(made.part, plans))
    part = plans[taken].part
    part = replace(part, questions=(*line.questions, *part.questions))
    return replace(plans[taken], part=_with_moot(part, plans))


def _each(launch: Launch, source: Source) -> Iterator[tuple[str, Source]]:
    """Each of several INIs of a line's environment, with the source as it is where the loader meets that one first."""
    configs, word = configs_of(launch, source), launch.environment
    if configs is None or word is None or not word.whole:
        return
    found = [one.environment for one in configs.candidates(word.text) if one.environment]
    for one in found if len(found) > 1 else ():
        assert source.surroundings.configs is not None
        preferring = source.surroundings.configs.preferring(one.path)
        around = replace(source.surroundings, configs=preferring)
        yield source.shown(configs.base / one.path), replace(source, surroundings=around)


def _essence(made: LinePlan) -> object:
    """What is done to a line, and asked of it."""
    questions = [
        one if one.open else (one.key, one.answer, one.refused) for one in made.part.questions
    ]
    return made.edits, made.promised, questions, made.ports


def _does(made: LinePlan, others: Sequence[LinePlan]) -> str:
    """What a line becomes over one INI, as far as it is something else than over others."""
    flags = [
        f"{option(name, None).flag} {value}"
        for name, value in made.promised.items()
        if value is not UNKNOWN and any(one.promised.get(name) != value for one in others)
    ]
    return ", ".join(flags) or "the line is worked out over it"


def _with_moot(part: Part, plans: Mapping[str, LinePlan]) -> Part:
    """A part with what lines over other INIs would ask: answers to that are taken, and needless."""
    asked = {one.key for one in part.questions}
    keys = (one.key for made in plans.values() for one in made.part.questions)
    moot = dict.fromkeys(key for key in keys if key not in asked)
    return replace(part, moot=(*part.moot, *moot))
