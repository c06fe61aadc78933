"""The effective config of one experiment, each value with its layer, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from profilecheck.blocks import Block
from profilecheck.cells import finding_by_cell, in_words, told_by_cell
from profilecheck.document import UNKNOWN, Document
from profilecheck.engine import experiment_of, experiments_in
from profilecheck.experiment import Experiment
from profilecheck.findings import Cells, Evidence, Finding, Severity
from profilecheck.judge import judge
from profilecheck.layers import Value
from profilecheck.options import Options
from profilecheck.profiles.base import Name
from profilecheck.profiles.follows import Given, Part
from profilecheck.surroundings import NOWHERE, Surroundings
from profilecheck.target import Target, decide


@dataclass(frozen=True, slots=True)
class Effective:
    """One value in force. ``layer`` is defaults, project, file or override; ``source`` is how that
    layer is told; ``line`` is where the value stands in its file, if it stands in one, or in the ``cell``
    of its notebook (0: it is in none)."""

    section: str
    key: str
    value: object
    layer: str
    source: str
    line: int | None
    cell: int = 0

    @property
    def known(self) -> bool:
        """False where the value cannot be known without running or resolving something."""
        return self.value is not UNKNOWN


@dataclass(frozen=True, slots=True)
class Explanation:
    """One experiment of a document.

    ``prefix`` is the path of the table that holds it (``""`` at top level). ``profile`` is None
    where no target could be decided; then there are no values. ``errors`` are the findings with
    which the config does not run, so that what follows from it may never come to be.
    """

    prefix: str
    profile: str | None
    title: str
    state: str
    evidence: tuple[Evidence, ...]
    values: tuple[Effective, ...] = ()
    parts: tuple[Part, ...] = ()
    errors: tuple[Finding, ...] = ()


def explain(
    document: Document,
    options: Options,
    surroundings: Surroundings = NOWHERE,
    *,
    file: str | None = None,
) -> list[Explanation]:
    """An explanation of each experiment in a document; none where it holds no experiment. ``file`` is
    its whole path, where that is not the document's."""
    found = [
        _explain(block, decide(block, options, surroundings), options, surroundings)
        for block in experiments_in(document, options, file)
        if block.sections or block.settings
    ]
    cells = document.cells
    return found if cells is None else [_by_cell(one, document.path, cells) for one in found]


def _by_cell(one: Explanation, path: str, cells: Cells) -> Explanation:
    return replace(
        one,
        prefix=in_words(one.prefix, cells),
        evidence=tuple(told_by_cell(evidence, path, cells) for evidence in one.evidence),
        errors=tuple(finding_by_cell(error, cells) for error in one.errors),
        values=tuple(_value_by_cell(value, cells) for value in one.values),
    )


def _value_by_cell(value: Effective, cells: Cells) -> Effective:
    if value.line is None or value.layer != "file":
        return value
    cell, line = cells.place(value.line)
    return replace(value, line=line, cell=cell)


def _explain(
    block: Block, target: Target, options: Options, surroundings: Surroundings
) -> Explanation:
    profile = target.profile
    if profile is None:
        return Explanation(block.prefix, None, "", target.state, target.evidence)
    experiment = experiment_of(block, target, profile, options, surroundings)
    found = sorted(judge(experiment), key=lambda finding: finding.order)
    return Explanation(
        prefix=block.prefix,
        profile=profile.name,
        title=profile.title,
        state=target.state,
        evidence=target.evidence,
        values=tuple(_values(experiment)),
        parts=profile.follows(given(experiment)),
        errors=tuple(finding for finding in found if finding.severity is Severity.ERROR),
    )


def given(experiment: Experiment) -> Given:
    """What the profile needs of an experiment to tell what follows from it.

    Where no defaults lie below, what is not given is not known: something else may give it.
    """
    bare = experiment.profile.names("vec") if experiment.defaults == "none" else ()
    values: dict[Name, object] = {("vec", key): UNKNOWN for key in bare}
    return Given(
        values=values | {name: one.value for name, one in experiment.config.values.items()},
        launched=experiment.launched,
        mode=experiment.mode,
        agents_per_env=experiment.agents_per_env,
    )


def _values(experiment: Experiment) -> Iterator[Effective]:
    """The values in force: sections in the order of the file, then those of the defaults alone."""
    own = dict.fromkeys(setting.section for setting in experiment.block.settings)
    order = {section: number for number, section in enumerate(own)}
    values = experiment.config.values.values()
    for value in sorted(values, key=lambda v: order.get(v.section, len(order))):
        yield _effective(value)


def _effective(value: Value) -> Effective:
    return Effective(
        section=value.section,
        key=value.key,
        value=value.value,
        layer=value.layer.kind,
        source=value.layer.name,
        line=value.setting.span.line if value.setting else None,
    )
