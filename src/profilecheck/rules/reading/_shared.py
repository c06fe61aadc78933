"""What the rules on reading share: the strings of the checked file, what comes of them, and mends."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from profilecheck.document import Document, Problem, ProblemKind, Setting
from profilecheck.experiment import Experiment
from profilecheck.findings import Edit, Effect, Fix, Note, Severity, Span, Stage
from profilecheck.layers import Value
from profilecheck.mends import Mend, removed
from profilecheck.profiles.misread import consequence
from profilecheck.profiles.texts import spelt
from profilecheck.profiles.v3_make import Bite
from profilecheck.rules import Hit

HARMLESS = Bite(Stage.SILENT, Severity.WARNING, Effect.DIFFERENT)


def problem_hits(document: Document, *kinds: ProblemKind, mend: str = "") -> Iterator[Hit]:
    """A hit for each problem of these kinds that the reader met in a text; ``mend`` says what to do."""
    settings = {setting.key_span: setting for setting in document.settings}
    for problem in document.problems:
        if problem.kind in kinds:
            first = problem.first
            # what this Python refuses may be right for a later one
            fatal = problem.fatal and document.format != "python"
            there = Note(f"first on line {first.line}", document.path, first) if first else None
            yield Hit(
                f"{problem.message}: {mend}" if mend else problem.message,
                settings.get(problem.span, problem.span),
                notes=(there,) if there else (),
                severity=Severity.ERROR if fatal else Severity.WARNING,
                effect=Effect.RAISES if fatal else Effect.IGNORED,
                stage=Stage.LOAD if fatal else Stage.SILENT,
                fix=_of_problem(document, problem),
                mend=_doubled(document, problem, settings.get(problem.span)),
            )


def _of_problem(document: Document, problem: Problem) -> Fix | None:
    """The mark removed. A page of Python or of a shell may begin with one, and no document tells."""
    if problem.kind != "byte-order-mark" or document.text[:1] != "\ufeff":
        return None
    return Fix("remove the byte-order mark", (Edit(Span(1, 1, 1, 2), ""),))


def _doubled(document: Document, problem: Problem, second: Setting | None) -> Mend | None:
    """The second of two equal settings removed; which of two values is meant, nobody knows."""
    if problem.kind != "duplicate-key" or document.format != "ini" or second is None:
        return None
    first = next((one for one in document.settings if one.key_span == problem.first), None)
    if first is None or (first.section, first.value) != (second.section, second.value):
        return None
    return removed(second)


def texts(experiment: Experiment) -> Iterator[tuple[Value, str]]:
    """The values of the checked file and of overrides that are strings to the target."""
    told: set[int] = set()
    for value in experiment.config.own():
        if isinstance(value.value, str) and id(value.setting) not in told:
            if value.setting is not None:  # a key of [DEFAULT] is a value of every section
                told.add(id(value.setting))
            yield value, value.value


def left_as_text(value: Value) -> bool:
    """True where an INI text is its own value, because nothing could be read from it."""
    return value.text is not None and value.text == value.value


def written(value: Value) -> str:
    """A text as it stands in an INI; with quotes, which make it one, where the format has types."""
    return value.text if value.text is not None else repr(value.value)


def without_quotes(value: Value) -> str:
    """What to add to an advice where the quotes are the fault."""
    return "" if left_as_text(value) else " without quotes"


def bite(experiment: Experiment, value: Value) -> Bite:
    """How badly a string bites where the target wants something else; a warning where it runs."""
    found = consequence(experiment.profile.name, value.name, experiment.known, experiment.mode)
    return found or HARMLESS


def comment_fix(value: Value, meant: str, text: str) -> Fix | None:
    """The comment moved to a line of its own above its setting."""
    setting = value.setting
    if (
        setting is None
        or value.layer.kind != "file"
        or not meant
        or setting.raw != value.text
        or not setting.raw.startswith(meant)
    ):
        return None
    comment = setting.raw[len(meant) :].strip()
    line = setting.key_span.line
    start = Span(line, 1, line, 1)
    edits = (Edit(start, f"{comment}{newline(text)}"), Edit(setting.value_span, meant))
    return Fix(f"put the comment behind {setting.key} on a line of its own", edits)


def lines(text: str) -> list[str]:
    """The lines of a text, without what ends them."""
    return re.split(r"\r\n?|\n", text)


def newline(text: str) -> str:
    """What ends the lines of a text: what ends its first one."""
    found = re.search(r"\r\n?|\n", text)
    return found[0] if found else "\n"


def number_fix(value: Value, number: int | float) -> Fix | None:
    """The text replaced by its number, spelt so that every format reads a number."""
    if not math.isfinite(number):
        return None
    text = spelt(number)
    return _replaced(value, text)


def word_fix(value: Value, word: str, *, safe: bool = True) -> Fix | None:
    """The text replaced by a word."""
    return _replaced(value, word, safe=safe)


def _replaced(value: Value, text: str, *, safe: bool = True) -> Fix | None:
    setting = value.setting
    if value.layer.kind != "file" or setting is None or not setting.raw:
        return None
    if setting.value_span.line != setting.value_span.end_line:
        return None
    edits = (Edit(setting.value_span, text),)
    return Fix(f"write {setting.key} = {text}", edits, safe=safe)


def rename_fix(value: Value, key: str) -> Fix | None:
    """The key replaced by another."""
    if value.setting is None or value.layer.kind != "file":
        return None
    return Fix(f"rename {value.setting.written} to {key}", (Edit(value.setting.key_span, key),))
