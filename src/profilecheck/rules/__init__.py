"""The rules: one file a rule, found by folder.

A module anywhere below this package that defines ``RULE`` is a rule. Its docstring has the fixed
headings of ``docs/add-a-rule.md``; ``profilecheck rule CODE`` and the page in ``docs/rules`` are
made from it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from inspect import cleandoc
from typing import TYPE_CHECKING, TypeAlias

from profilecheck.document import Document, Section, Setting
from profilecheck.findings import Effect, Fix, Note, Severity, Span, Stage
from profilecheck.layers import Value
from profilecheck.mends import Mend
from profilecheck.profiles.base import Name

if TYPE_CHECKING:
    from profilecheck.benchmarks import Benchmark
    from profilecheck.blocks import Block
    from profilecheck.dependencies import Dependencies
    from profilecheck.experiment import Experiment
    from profilecheck.target import Target

Blame: TypeAlias = Value | Setting | Section | Span | None
"""What a hit points at: a value, a setting, a section's header, a place, or the file as a whole."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One fault as a rule sees it; the engine makes a finding of it.

    ``blame`` is the thing to change; ``takes`` are the further values that took part. The finding
    stands at the first of them that comes from the checked file, is dropped where none of them
    comes from the file or an override, and names the layer of each. ``needs`` are values that must be right
    for the fault to come about, and are not told.

    ``options`` are changes that might mend the fault, nearest first for each key; the engine offers
    those with which the whole effective config passes every error rule. ``severity``, ``effect``
    and ``stage`` take the place of the rule's own.

    ``fix`` are edits that mend it, ``mend`` is the same in words that the editor of each format turns into
    edits: at most one of them. With neither, the first change that is offered is an unsafe fix.

    ``table`` names the profile's decision table that found the fault, if one did, and ``fault`` what
    it is there. Such a table itself leaves out what follows from its own errors, in the order of the
    runtime.

    ``undeclared`` is true for advice on the machine at hand, where none is declared: declaring one ends all
    such advice of a run.
    """

    message: str
    blame: Blame = None
    takes: tuple[Value, ...] = ()
    needs: tuple[Value, ...] = ()
    notes: tuple[str | Note, ...] = ()
    options: Iterable[Mapping[Name, object]] = ()
    severity: Severity | None = None
    effect: Effect | None = None
    stage: Stage | None = None
    fix: Fix | None = None
    mend: Mend | None = None
    table: str | None = None
    fault: tuple[str, ...] = ()
    undeclared: bool = False

    def if_read(self, experiment: Experiment, section: str) -> Hit:
        """What the generation's own trainer makes of a section: a warning that says so where only names
        tell that it reads the section."""
        if not experiment.supposed:
            return self
        return replace(
            self,
            message=f"if PufferLib's own trainer reads [{section}]: {self.message}",
            severity=Severity.INFO if self.severity is Severity.INFO else Severity.WARNING,
        )


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its code and slug, how bad its findings are, and the function that finds them.

    ``profiles`` names the profiles it applies to; empty means all. At most one is set of ``check``
    (given an experiment), ``check_text`` (given a document, before any target is known),
    ``check_undecided`` (given a block whose target is mixed or ambiguous), ``check_pins`` (given what a
    file pins, whatever the target) and ``check_report`` (given a report of a benchmark, which has none); a rule with none of them only documents a finding that the engine itself makes.
    """

    code: str
    name: str
    severity: Severity
    effect: Effect
    stage: Stage
    check: Callable[[Experiment], Iterator[Hit]] | None = None
    check_text: Callable[[Document], Iterator[Hit]] | None = None
    check_undecided: Callable[[Block, Target], Iterator[Hit]] | None = None
    check_pins: Callable[[Dependencies], Iterator[Hit]] | None = None
    check_report: Callable[[Benchmark], Iterator[Hit]] | None = None
    profiles: tuple[str, ...] = ()
    slow: bool = False
    """Whether it takes too long to run on every change that is tried: it is run on those that would be offered."""
    stops: bool = False
    """Whether an error of this rule makes all later families meaningless for that experiment."""
    doc: str = ""

    @property
    def family(self) -> str:
        """``PC2`` of ``PC203``."""
        return self.code[:3]

    @property
    def title(self) -> str:
        """The first line of the documentation."""
        return self.doc.partition("\n")[0]


@cache
def rules_for(profile: str) -> tuple[Rule, ...]:
    """The rules that look at an experiment of a profile, in the order of the codes."""
    return tuple(
        rule
        for rule in rules().values()
        if rule.check is not None and (not rule.profiles or profile in rule.profiles)
    )


@cache
def codes(*, slow: bool) -> frozenset[str]:
    """The codes of the rules that are run on every change that is tried, or of those that take too long for that."""
    return frozenset(code for code, rule in rules().items() if rule.slow is slow)


@cache
def rules() -> Mapping[str, Rule]:
    """Every rule by code, in the order of the codes."""
    found: dict[str, Rule] = {}
    for module in pkgutil.walk_packages(__path__, prefix=f"{__name__}."):
        if module.ispkg:
            continue
        loaded = importlib.import_module(module.name)
        rule: Rule | None = getattr(loaded, "RULE", None)
        if rule is None:
            continue
        if rule.code in found:
            raise ValueError(
                f"{rule.code} is taken by two rules: {found[rule.code].name}, {rule.name}"
            )
        found[rule.code] = _documented(rule, loaded.__doc__ or "")
    return dict(sorted(found.items()))


def _documented(rule: Rule, doc: str) -> Rule:
    return replace(rule, doc=cleandoc(doc))
