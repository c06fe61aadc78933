"""What a module's uses of PufferLib come to under a profile: what the rules of this family share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from profilecheck.document import Use
from profilecheck.experiment import Experiment
from profilecheck.findings import Note, Span
from profilecheck.gone import Gone, gone
from profilecheck.profiles.api_names import Missing, elsewhere, later_than
from profilecheck.rules import Hit


def _missing(experiment: Experiment) -> tuple[Gone, ...]:
    """What the module as a whole uses that its target lacks; nothing for a single call in it."""
    if experiment.document.format != "python" or experiment.block.call is not None:
        return ()
    return experiment.once("imports.gone", _gone)


def _gone(experiment: Experiment) -> tuple[Gone, ...]:
    named = (use for use in experiment.document.uses if use.guard is None)
    return gone(named, experiment.profile.name, experiment.target.own_package)


def hits(experiment: Experiment, *, modules: bool) -> Iterator[Hit]:
    """A hit for each module, or each other name, that the target lacks, where it is first named."""
    for one in _missing(experiment):
        if one.missing.module is modules:
            told = f"{_history(one.missing)}{_instead(one.missing, experiment.profile.name)}"
            yield _hit(f"{experiment.profile.name} has no {one.missing.part}{told}", one)
    release = experiment.target.release
    for one in experiment.once("imports.later", _later):
        if one.missing.module is modules:
            yield _hit(
                f"{one.missing.part} came with a later revision of {experiment.profile.name}: {release[:7]}, which is "
                "pinned, lacks it",
                one,
            )


def _hit(message: str, one: Gone) -> Hit:
    first, *later = one.uses
    return Hit(message, first.span, notes=tuple(again([use.span for use in later])))


def _later(experiment: Experiment) -> tuple[Gone, ...]:
    """What came only after the commit that is pinned."""
    if experiment.document.format != "python" or experiment.block.call is not None:
        return ()
    release = experiment.target.release
    found: dict[str, tuple[Missing, list[Use]]] = {}
    for use in experiment.document.uses if release else ():
        missing = later_than(release, use.name) if use.guard is None else None
        if missing is not None:
            found.setdefault(missing.part, (missing, []))[1].append(use)
    return tuple(Gone(missing, tuple(uses)) for missing, uses in found.values())


def _history(missing: Missing) -> str:
    if not missing.generations:
        return ", and no generation had it"
    had = f"{listed(missing.generations)} had it"
    return f" ({had}; gone in {missing.gone_in})" if missing.gone_in else f" ({had})"


def listed(words: Sequence[str]) -> str:
    """Generations, or other words, in a row: ``2.0, 3.0 and 4.0``."""
    *head, last = words
    return f"{', '.join(head)} and {last}" if head else last


def _instead(missing: Missing, target: str) -> str:
    if missing.instead:
        return f": {missing.instead.instead}"
    there = elsewhere(missing, target)
    return f": it is {there}" if there else ""


def again(later: Sequence[Span]) -> Iterator[Note]:
    """The note that tells the further places of what is told once."""
    lines = list(dict.fromkeys(span.line for span in later))
    if lines:
        word = "line" if len(lines) == 1 else "lines"
        yield Note(f"named again in {word} {', '.join(map(str, lines))}", None, later[0])
