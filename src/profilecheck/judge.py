"""Run the rules over one experiment and make findings of what they hit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import TypeAlias

from profilecheck.benchmarks import Benchmark
from profilecheck.blocks import Block
from profilecheck.dependencies import Dependencies
from profilecheck.document import Document, Setting
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Finding, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.base import Name
from profilecheck.rules import Hit, codes, rules, rules_for
from profilecheck.target import Target
from profilecheck.verdict import Bite, Judged, Verdict, finding, of_every_section, thing_of

TRIALS = 64
"""How many suggested changes are tried for one hit, at most."""
OFFERED = 3
"""How many values are offered for one key, at most."""


LOSSY = frozenset({"syntax", "text-before-section", "nul-byte", "too-deep"})
"""Problems of a text through which settings of it may be lost."""

TWICE = frozenset({"duplicate-key", "duplicate-section"})
"""Problems of a text through which a key may have two values."""
READING = "PC0"
"""The family of rules that judge how a text is written."""
NAMES = "PC1"
"""The family of rules that judge a key whatever its value is."""

Untold: TypeAlias = Callable[[Finding], bool]
"""Whether a finding is not shown: another rule is selected, or a comment silences it."""


def judge_text(document: Document) -> list[Finding]:
    """The findings of the rules that need no target."""
    found = []
    for rule in rules().values():
        if rule.check_text is not None:
            hits = rule.check_text(document)
            found += [
                _with_fix(finding(Judged(rule, one), document), one, document) for one in hits
            ]
    return found


def judge_undecided(block: Block, target: Target) -> list[Finding]:
    """The findings on an experiment whose target is mixed or ambiguous."""
    found = []
    for rule in rules().values():
        if rule.check_undecided is not None:
            hits = rule.check_undecided(block, target)
            found += [finding(Judged(rule, hit), block.document) for hit in hits]
    return found


def judge_pins(dependencies: Dependencies) -> list[Finding]:
    """The findings on what a file pins."""
    found = []
    for rule in rules().values():
        if rule.check_pins is not None:
            hits = rule.check_pins(dependencies)
            found += [finding(Judged(rule, hit), dependencies.document) for hit in hits]
    return found


def judge_report(benchmark: Benchmark) -> list[Finding]:
    """The findings on a report of a benchmark."""
    found = []
    for rule in rules().values():
        if rule.check_report is not None:
            hits = rule.check_report(benchmark)
            found += [finding(Judged(rule, hit), benchmark.document) for hit in hits]
    return found


def _all_told(finding: Finding) -> bool:
    return False


def _none_told(finding: Finding) -> bool:
    return True


def judge(
    experiment: Experiment, untold: Untold = _all_told, families: Iterable[str] | None = None
) -> list[Finding]:
    """The findings of the rules that apply to an experiment, each cause once, with those that are
    ``untold``: these keep no other from being found. ``families`` limits the rules (``PC1``, or a code)."""
    document = experiment.document
    return [
        _with_fix(one.finding(document), one.judged.hit, document, experiment, one.offers)
        for one in verdicts(experiment, untold, families)
    ]


def unmended(experiment: Experiment) -> list[Finding]:
    """The findings of ``judge`` without what would mend them, which takes most of the time."""
    document = experiment.document
    judged = _without_idle(run(experiment), document, _all_told)
    return [finding(one, document) for one in judged]


def _with_fix(
    told: Finding,
    hit: Hit,
    document: Document,
    experiment: Experiment | None = None,
    offers: tuple[Mapping[Name, object], ...] = (),
) -> Finding:
    """A finding with the edits that carry out its mend, or the first of the changes that are offered."""
    if not (hit.fix or hit.mend or offers) or (hit.fix and document.format != "yaml"):
        return told
    from profilecheck import mending  # what edits files is loaded where something is to be mended

    if hit.fix is not None:
        return replace(told, fix=mending.of_text(hit.fix, document))
    if hit.mend is not None:
        block = experiment.block if experiment is not None else None
        return replace(told, fix=mending.of_mend(hit.mend, document, block))
    assert experiment is not None
    return replace(told, fix=mending.of_offer(offers[0], experiment))


def verdicts(
    experiment: Experiment, untold: Untold = _all_told, families: Iterable[str] | None = None
) -> list[Verdict]:
    """What ``judge`` makes findings of, with the offered changes as data."""
    wanted = None if families is None else frozenset(families)
    judged = _without_idle(run(experiment, wanted, untold), experiment.document, untold)
    offers = _Offers(experiment, frozenset(map(_told, judged)))
    return [Verdict(one, offers.of(one)) for one in judged]


def _without_idle(judged: list[Judged], document: Document, untold: Untold) -> list[Judged]:
    """The hits without warnings on how a value is written where another says that nothing reads it, and on
    what silently becomes of a value where an error says that the run ends over it before."""
    told = [one for one in judged if not untold(finding(one, document))]
    ignored = {thing_of(one.hit.blame) for one in told if one.effect is Effect.IGNORED}
    raised = {
        thing_of(one.hit.blame)
        for one in told
        if one.severity is Severity.ERROR
        and one.effect is Effect.RAISES
        and one.stage is not Stage.SILENT
    }

    def is_idle(one: Judged) -> bool:
        harmless = one.severity is not Severity.ERROR and one.effect is Effect.DIFFERENT
        if not harmless or one.hit.blame is None:
            return False
        if one.rule.family == READING:
            return thing_of(one.hit.blame) in ignored
        later = one.stage is Stage.SILENT and one.rule.family != NAMES
        return later and thing_of(one.hit.blame) in raised

    return [one for one in judged if not is_idle(one)]


def run(
    experiment: Experiment,
    families: frozenset[str] | None = None,
    untold: Untold = _all_told,
) -> list[Judged]:
    """The hits that stand, in the order of the rules. ``families`` limits the rules (``PC1``, or a code).

    A hit is dropped where a value that it takes was blamed by an error before it (its inputs are
    then meaningless), where the same rule blamed the same thing already, and, unless the ``whole`` is
    judged, where none of its values comes from the checked file or an override. Of two errors that one decision table found,
    neither makes the other meaningless. Where the text has lines that could not be read, one of
    them may set what seems to be a default, so that a hit that takes one is dropped. A key that is
    set twice where its loader refuses that has no value yet. A key of [DEFAULT] is one thing,
    however many sections it enters: once something is said of it, only an error adds to that.

    What is not told (``untold``) stands as well, and what it dropped stands besides: nobody would hear
    of that otherwise.
    """
    found = list(_stand(experiment, families, _all_told, set()))
    if not any(_weighs(one) and untold(finding(one, experiment.document)) for one in found):
        return found
    known = {one.identity for one in found}
    more = _settled(experiment, families, untold)[0]
    found += [one for one in more if one.identity not in known]
    return sorted(found, key=lambda one: one.rule.code)


def _weighs(one: Judged) -> bool:
    """Whether it may drop others."""
    return one.severity is Severity.ERROR or of_every_section(one.hit.blame)


def _settled(
    experiment: Experiment, families: frozenset[str] | None, untold: Untold
) -> tuple[list[Judged], Experiment]:
    """The hits that stand, and the experiment with what its decision tables found and nobody is told."""
    while True:
        idle: set[tuple[str, tuple[str, ...]]] = set()
        found = list(_stand(experiment, families, untold, idle))
        if idle <= experiment.untold:
            return found, experiment
        experiment = replace(experiment, untold=experiment.untold | idle, _memo={})


def _stand(
    experiment: Experiment,
    families: frozenset[str] | None,
    untold: Untold,
    idle: set[tuple[str, tuple[str, ...]]],
) -> Iterator[Judged]:
    """One pass of ``run``. To ``idle`` it adds the errors of decision tables that are not told."""
    blamed: dict[object, set[str | None]] = {}
    seen: set[object] = set()
    stopped = ""
    lossy = any(problem.kind in LOSSY for problem in experiment.document.problems)
    doubled = _set_twice(experiment)
    everywhere: set[object] = set()
    for rule in rules_for(experiment.profile.name):
        if (stopped and rule.family > stopped) or (
            families and families.isdisjoint((rule.family, rule.code))
        ):
            continue
        assert rule.check is not None
        fresh: set[tuple[object, str | None]] = set()
        for hit in rule.check(experiment):
            one = Judged(rule, hit)
            if one.identity in seen or not (experiment.whole or _ours(hit)):
                continue
            if _is_meaningless(hit, blamed):
                if hit.table is not None:
                    idle.add((hit.table, hit.fault))
                continue
            if lossy and _may_be_mended_by_a_lost_line(hit):
                continue
            if rule.family != NAMES and doubled & _things(hit):
                continue
            is_error = one.severity is Severity.ERROR
            of_every = of_every_section(hit.blame)
            if of_every and not is_error and thing_of(hit.blame) in everywhere:
                continue
            seen.add(one.identity)
            yield one
            if _weighs(one) and untold(finding(one, experiment.document)):
                if hit.table is not None:
                    idle.add((hit.table, hit.fault))
                continue
            if of_every:
                everywhere.add(thing_of(hit.blame))
            if is_error:
                if hit.blame is not None:
                    fresh.add((thing_of(hit.blame), hit.table))
                if rule.stops:
                    stopped = rule.family
        for thing, table in fresh:
            blamed.setdefault(thing, set()).add(table)


def _set_twice(experiment: Experiment) -> set[object]:
    """The keys that are set twice in a text whose loader refuses that: either value may be meant."""
    if not any(p.kind in TWICE and p.fatal for p in experiment.document.problems):
        return set()
    count = Counter(map(thing_of, experiment.block.settings))
    return {thing for thing, times in count.items() if times > 1}


def _is_meaningless(hit: Hit, blamed: Mapping[object, set[str | None]]) -> bool:
    """Whether an error blamed one of its things, other than one of the table that found it too."""
    return any(blamed[thing] - ({hit.table} - {None}) for thing in _things(hit) if thing in blamed)


def _may_be_mended_by_a_lost_line(hit: Hit) -> bool:
    values = [value for value in (hit.blame, *hit.takes) if isinstance(value, Value)]
    return hit.blame is None or not all(value.layer.own for value in values)


def _things(hit: Hit) -> set[object]:
    things = {thing_of(hit.blame), *map(thing_of, (*hit.takes, *hit.needs))}
    if isinstance(hit.blame, (Value, Setting)):
        things.add(hit.blame.section)
    return things


def _ours(hit: Hit) -> bool:
    if not isinstance(hit.blame, Value):
        return True
    return any(value.layer.own for value in (hit.blame, *hit.takes))


class _Offers:
    """What would mend the hits of an experiment, each change tried on the whole of it. ``told`` is what is
    told of it as it is."""

    def __init__(self, experiment: Experiment, told: frozenset[tuple[Severity, Bite]]) -> None:
        self._experiment = experiment
        self._told = told

    def of(self, one: Judged) -> tuple[Mapping[Name, object], ...]:
        """The changes of a hit that leave no error but those that were there: the best of them, which
        bring no warning upon what they change and leave no error on it."""
        ranks: tuple[list[Mapping[Name, object]], ...] = ([], [], [])
        takes = self._experiment.takes
        for change in islice(filter(takes, one.hit.options), TRIALS):
            if any(change in rank for rank in ranks):
                continue
            rank = None if _is_full(ranks[0], change) else self._rank(one, change)
            if rank is not None and not _is_full(ranks[rank], change):
                ranks[rank].append(change)
        sound = ([change for change in rank if self._is_sound(change)] for rank in ranks)
        return tuple(next(filter(None, sound), ()))

    def _rank(self, one: Judged, change: Mapping[Name, object]) -> int | None:
        """How good a change is, best first; None where it is no mend."""
        errors, warnings = [], []
        for other in self._standing(change, codes(slow=False)):
            new = other.bite == one.bite or _told(other) not in self._told
            if other.severity is Severity.ERROR:
                if new:
                    return None
                errors.append(other)
            elif new and other.severity is Severity.WARNING:
                warnings.append(other)
        if errors and self._hides(one, change):
            return None
        if any(_things(other.hit) & change.keys() for other in errors):
            return 2
        return int(any(_things(other.hit) & change.keys() for other in warnings))

    def _is_sound(self, change: Mapping[Name, object]) -> bool:
        """Whether a mend brings no error of the rules that take too long for every change that is tried. What they find
        where others keep them from it is none."""
        return not (self._errs(change, codes(slow=True)) and self._errs(change, None))

    def _errs(self, change: Mapping[Name, object], families: frozenset[str] | None) -> bool:
        """Whether rules have an error to tell with a change that they have not without it."""
        found = self._standing(change, families)
        return any(o.severity is Severity.ERROR and _told(o) not in self._told for o in found)

    def _standing(
        self, change: Mapping[Name, object], families: frozenset[str] | None
    ) -> Iterator[Judged]:
        return _stand(self._experiment.changed(change), families, _all_told, set())

    def _hides(self, one: Judged, change: Mapping[Name, object]) -> bool:
        """Whether an error that another keeps from being told stays or comes."""
        before, experiment = self._all
        after = _settled(experiment.changed(change), codes(slow=False), _none_told)[0]
        errors = (other for other in after if other.severity is Severity.ERROR)
        return any(o.bite == one.bite or _told(o) not in before for o in errors)

    @cached_property
    def _all(self) -> tuple[frozenset[tuple[Severity, Bite]], Experiment]:
        """All that there is to tell, and the experiment in which no error hides another."""
        judged, experiment = _settled(self._experiment, None, _none_told)
        return frozenset(map(_told, judged)), experiment


def _told(one: Judged) -> tuple[Severity, Bite]:
    return one.severity, one.bite


def _is_full(offered: list[Mapping[Name, object]], change: Mapping[Name, object]) -> bool:
    """Whether a change, or enough others of the same keys, are offered already."""
    same = sum(other.keys() == change.keys() for other in offered)
    return same >= OFFERED or change in offered
