"""The config of the target beside a script, for each call of ``vector.make`` in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Final

from profilecheck.blocks import Block
from profilecheck.document import UNKNOWN, Call
from profilecheck.engine import check_bytes, experiment_of
from profilecheck.experiment import Experiment
from profilecheck.findings import Severity
from profilecheck.migrate import declared, fresh
from profilecheck.migrate.ledger import Beside, Entry, Part
from profilecheck.migrate.line_below import ENVIRONMENT
from profilecheck.migrate.plan import threads_of
from profilecheck.migrate.request import FROM, TO, Source
from profilecheck.profiles import migration as shapes
from profilecheck.profiles import profiles, v3_to_v4
from profilecheck.profiles.base import Name
from profilecheck.profiles.migration import Choice, Fate, Outcome, Question
from profilecheck.profiles.migration_draft import is_of, number_of
from profilecheck.profiles.v3_to_v4_agents import TOTAL_KEY
from profilecheck.profiles.v3_to_v4_make import Given, given
from profilecheck.target import Target

DROP = "drop"
FOUND: Final = "puffer train NAME finds it by its [base] env_name alone, in the folder config of PufferLib's own tree."
UNNAMED: Final = "It has no [base] env_name yet: write the name of the environment's binding."


@dataclass(frozen=True, slots=True)
class Made:
    """What was made of one or more equal calls: their part of the ledger, named by the new file's path; the file,
    None where it cannot be written, and why not, or where it is there already. A part without its file has no entries: nothing becomes of them yet."""

    calls: tuple[Call, ...]
    part: Part
    beside: Beside | None
    why_not: str = ""


def made(source: Source, blocks: Iterable[Block], target: Target) -> list[Made]:
    """The configs of a file's calls, one for all equal calls, in the order of the file."""
    groups: dict[str, list[tuple[Block, Experiment, Given]]] = {}
    profile = profiles()[FROM]
    for block in blocks:
        assert block.call is not None
        experiment = experiment_of(
            block,
            replace(target, profile=profile),
            profile,
            source.request.options,
            source.surroundings,
        )
        found = given(block.call)
        key = repr((sorted(found.values.items(), key=lambda one: one[0]), found.hidden))
        groups.setdefault(key, []).append((block, experiment, found))
    return [
        _one(source, path_of(source.document.path, number), group)
        for number, group in enumerate(groups.values(), 1)
    ]


def path_of(path: str, number: int) -> str:
    """The path of a script's new config: train.py has train_vec_4.0.ini, then train_vec_4.0-2.ini."""
    script = PurePosixPath(path)
    stem = script.stem if script.suffix == ".py" else script.name.replace(".", "_")
    end = f"-{number}" if number > 1 else ""
    return str(script.with_name(f"{stem}_vec_{TO}{end}.ini"))


def _one(source: Source, path: str, group: Sequence[tuple[Block, Experiment, Given]]) -> Made:
    calls = tuple(block.call for block, _, _ in group if block.call is not None)
    if source.exists(path):  # it is the person's, who may have changed what a run before wrote
        return Made(calls, Part(path, ()), None)
    _, experiment, found = group[0]
    answers = source.request.answers_for(source.document.path)
    ours = source.request.named_of(path)
    answers |= {key: source.request.answers[f"{path}:{key}"] for key in ours}
    values, asked = _known(found, answers)
    answers = {key: text for key, text in answers.items() if key not in {one.key for one in asked}}
    if found.hidden and TOTAL_KEY not in answers:
        told = ", ".join(found.hidden)
        asked.append(
            Question(
                TOTAL_KEY,
                f"which arguments {told} gives is not known here, so the agents cannot be counted: give the total itself",
                free=True,
                blocking=True,
                kind="count",
            )
        )
        outcome = Outcome({}, {}, (), (), ())
    else:
        outcome = v3_to_v4.migrate(
            shapes.Source(
                written=values,
                get=replace(found, values=values).get(experiment.value),
                sections=tuple(dict.fromkeys(section for section, _ in values)),
                agents_per_env=experiment.agents_per_env,
                threads=threads_of(experiment),
                answers=answers,
                own=source.own | ours | ({TOTAL_KEY} if found.hidden else frozenset()),
                alone=source.request.alone,
            )
        )
    questions = (*asked, *outcome.questions)
    entries = _entries(outcome, found)
    placed = tuple(map(_told, questions))
    remarks = (
        *outcome.remarks,
        *(f"{calls[0].span.first_line}: {one}" for one in _possible(found)),
    )
    part = Part(path, (), questions=placed, remarks=remarks, file=path, at=calls[0].span)
    if any(one.open and one.blocking for one in questions):
        return Made(calls, part, None, _to_decide(questions))
    named = any(put.name == ENVIRONMENT for entry in entries for put in entry.puts)
    header = _header(source, calls, found, named=named)
    text = fresh.text([*header, *_possible(found)], entries)
    wrong = _wrong(source, path, text, entries)
    if wrong:
        return Made(calls, part, None, _to_decide(questions) or "; ".join(wrong))
    names = ", ".join(call.span.first_line for call in calls)
    reason = f"the config of vector.make on {names}"
    new = Beside(path, text, reason if named else f"{reason}. {UNNAMED} {FOUND}")
    return Made(calls, replace(part, entries=entries), new)


def _to_decide(questions: Iterable[Question]) -> str:
    keys = [one.key for one in questions if one.open]
    return f"{', '.join(keys)} {'is' if len(keys) == 1 else 'are'} to be decided" if keys else ""


def _known(found: Given, answers: Mapping[str, str]) -> tuple[dict[Name, object], list[Question]]:
    """The values, those of [env] that are not known as they were decided; and the questions for these."""
    values, asked = dict(found.values), []
    for section, key in found.values:
        if section != "env" or found.values[section, key] is not UNKNOWN:
            continue
        asks = f"the call gives {key} what is not known here, or not the same to all. Which number is it?"
        given, refused = answers.get(f"env.{key}"), None
        if given is not None and given != DROP and not is_of("number", given):
            given, refused = None, given
        choices = (Choice(DROP, "leave it out"),)
        asked.append(
            Question(
                f"env.{key}", asks, choices, free=True, blocking=True, answer=given, refused=refused
            )
        )
        number = number_of(given) if given is not None else None
        if number is not None:
            values[section, key] = number
        else:
            del values[section, key]
    return values, asked


def _entries(outcome: Outcome, found: Given) -> tuple[Entry, ...]:
    made = [_entry(name, fate, found) for name, fate in outcome.fates.items()]
    made += [Entry("", "", "", None, fate.action, fate.puts, fate.reason) for fate in outcome.added]
    return tuple(made)


def _entry(name: Name, fate: Fate, found: Given) -> Entry:
    section, key = name
    setting = found.settings.get(name)
    value = found.values.get(name)
    raw = setting.raw if setting is not None and section == "vec" else repr(value)
    span = setting.key_span if setting is not None else None
    puts = () if fate.inert else fate.puts
    return Entry(section, key, raw, span, fate.action, puts, fate.reason, fate.inert)


def _told(question: Question) -> Question:
    """A question as it is told: it keeps nothing but its own config from being written."""
    meanwhile = question.meanwhile or "this config is not written"
    return replace(question, blocking=False, meanwhile=meanwhile)


def _possible(found: Given) -> Iterable[str]:
    """Whose default a value is, where whoever runs the script may choose another."""
    for (section, key), setting in found.settings.items():
        if setting.possible and section == "vec":
            yield f"{key} = {found.values[section, key]!r} is {setting.possible}"


def _header(source: Source, calls: Sequence[Call], found: Given, *, named: bool) -> list[str]:
    name = PurePosixPath(source.document.path).name
    cells = source.document.cells
    places = []
    for call in calls:
        if cells is None:
            places.append(f"line {call.span.line}")
        else:
            cell, line = cells.place(call.span.line)
            places.append(f"line {line} of cell {cell}")
    return [
        f"What vector.make makes in {name} ({', '.join(places)}), for PufferLib {TO}; by profilecheck migrate.",
        f"Lines are those of {name} as it was before the migration.",
        FOUND if named else f"{UNNAMED} {FOUND}",
        *(f"Not in it, because it is not known what it gives: {one}" for one in found.hidden),
    ]


def _wrong(source: Source, path: str, text: str, entries: Iterable[Entry]) -> list[str]:
    """What the target says is wrong with a new file of these settings."""
    options = replace(source.request.options, target=TO, target_from="flag")
    options = declared.judged(options, entries)
    folder = PurePosixPath(source.file.replace("\\", "/")).parent
    name = str(folder / PurePosixPath(path).name)
    verdict = check_bytes(text.encode(), path, options, source.surroundings, name=name)
    return [one.message for one in verdict.findings if one.severity is Severity.ERROR]
