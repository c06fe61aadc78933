"""What a module's uses of PufferLib come to under a profile: what the rules of this family share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from profilecheck.document import Use
from profilecheck.experiment import Experiment
from profilecheck.findings import Note
from profilecheck.profiles.api_names import Missing, status
from profilecheck.rules import Hit


@dataclass(frozen=True, slots=True)
class Gone:
    """One thing that the target lacks, with every place of the file that names it, first to last."""

    missing: Missing
    uses: tuple[Use, ...]


def gone(experiment: Experiment) -> tuple[Gone, ...]:
    """What the module as a whole uses that its target lacks; nothing for a single call in it."""
    if experiment.document.format != "python" or experiment.block.call is not None:
        return ()
    return experiment.once("imports.gone", _gone)


def _gone(experiment: Experiment) -> tuple[Gone, ...]:
    found: dict[str, tuple[Missing, list[Use]]] = {}
    own = experiment.target.own_package
    for use in experiment.document.uses:
        if use.guard is not None:
            continue
        told = status(use.name, experiment.profile.name, use.module)
        if isinstance(told, Missing):
            found.setdefault(told.part, (told, []))[1].append(use)
    return tuple(
        Gone(missing, tuple(uses))
        for missing, uses in found.values()
        if own is None or not own.has(missing.part)
    )


def hits(experiment: Experiment, *, modules: bool) -> Iterator[Hit]:
    """A hit for each module, or each other name, that the target lacks, where it is first named."""
    for one in gone(experiment):
        if one.missing.module is modules:
            first, *later = one.uses
            yield Hit(
                f"{experiment.profile.name} has no {one.missing.part}{_history(one.missing)}{_instead(one.missing)}",
                first.span,
                notes=tuple(_notes(later)),
            )


def _history(missing: Missing) -> str:
    if not missing.generations:
        return ", and no generation had it"
    had = f"{_listed(missing.generations)} had it"
    return f" ({had}; gone in {missing.gone_in})" if missing.gone_in else f" ({had})"


def _listed(generations: tuple[str, ...]) -> str:
    *head, last = generations
    return f"{', '.join(head)} and {last}" if head else last


def _instead(missing: Missing) -> str:
    return f": {missing.instead.instead}" if missing.instead else ""


def _notes(later: list[Use]) -> Iterator[Note]:
    lines = list(dict.fromkeys(use.span.line for use in later))
    if lines:
        word = "line" if len(lines) == 1 else "lines"
        yield Note(f"named again in {word} {', '.join(map(str, lines))}", None, later[0].span)
