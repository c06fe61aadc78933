"""The effective config of one experiment, each value with its layer, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from profilecheck import suppress
from profilecheck.blocks import Block
from profilecheck.cells import finding_by_cell, in_words, told_by_cell
from profilecheck.document import UNKNOWN, Document
from profilecheck.engine import experiment_of, experiments_in, is_foreign_call, judge_experiment
from profilecheck.experiment import Experiment
from profilecheck.findings import START, Cells, Evidence, Finding, Severity
from profilecheck.judge import judge_text
from profilecheck.layers import Value
from profilecheck.options import Options
from profilecheck.profiles.base import Name
from profilecheck.profiles.follows import Given, Group, Part
from profilecheck.suppress import Suppression
from profilecheck.surroundings import NOWHERE, Surroundings
from profilecheck.target import Target, decide


@dataclass(frozen=True, slots=True)
class Effective:
    """One value in force. ``layer`` is defaults, project, file or override; ``source`` is how that
    layer is told; ``line`` is where the value stands in its file, if it stands in one, or in the ``cell``
    of its notebook (0: it is in none). ``background`` is true for the defaults below a launch line and
    its environment's INI."""

    section: str
    key: str
    value: object
    layer: str
    source: str
    line: int | None
    cell: int = 0
    background: bool = False

    @property
    def known(self) -> bool:
        """False where the value cannot be known without running or resolving something."""
        return self.value is not UNKNOWN


@dataclass(frozen=True, slots=True)
class Fault:
    """A finding with which a config does not run. ``untold`` says why ``check`` does not tell it;
    ``""`` where it does."""

    finding: Finding
    untold: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One experiment of a document, or its Python as a whole (without values).

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
    errors: tuple[Fault, ...] = ()


def explain(
    document: Document,
    options: Options,
    surroundings: Surroundings = NOWHERE,
    *,
    file: str | None = None,
) -> list[Explanation]:
    """An explanation of each experiment in a document; none where it holds no experiment. ``file`` is
    its whole path, where that is not the document's."""
    blocks = experiments_in(document, options, file)
    if not any(_is_experiment(block) for block in blocks):
        return []
    suppressions = suppress.suppressions(document)
    found = []
    for block in blocks:
        target = decide(block, options, surroundings)
        one = _explain(block, target, options, surroundings, suppressions)
        if one.errors or _is_experiment(block):
            found.append(one)
    cells = document.cells
    return found if cells is None else [_by_cell(one, document.path, cells) for one in found]


def _is_experiment(block: Block) -> bool:
    """False for Python as a whole, of which only faults can be told."""
    return bool(block.sections or block.settings or block.launch)


def _by_cell(one: Explanation, path: str, cells: Cells) -> Explanation:
    return replace(
        one,
        prefix=in_words(one.prefix, cells),
        evidence=tuple(told_by_cell(evidence, path, cells) for evidence in one.evidence),
        errors=tuple(
            replace(fault, finding=finding_by_cell(fault.finding, cells)) for fault in one.errors
        ),
        values=tuple(_value_by_cell(value, cells) for value in one.values),
    )


def _value_by_cell(value: Effective, cells: Cells) -> Effective:
    if value.line is None or value.layer != "file":
        return value
    cell, line = cells.place(value.line)
    return replace(value, line=line, cell=cell)


def _explain(
    block: Block,
    target: Target,
    options: Options,
    surroundings: Surroundings,
    suppressions: Sequence[Suppression],
) -> Explanation:
    profile = target.profile
    if profile is None:
        return Explanation(block.prefix, None, "", target.state, target.evidence)
    experiment = experiment_of(block, target, profile, options, surroundings)
    experiment = replace(experiment, whole=True)
    return Explanation(
        prefix=block.prefix,
        profile=profile.name,
        title=profile.title,
        state=target.state,
        evidence=target.evidence,
        values=tuple(_values(experiment)),
        parts=tuple(_parts(experiment)),
        errors=tuple(_faults(experiment, options, suppressions)),
    )


def _parts(experiment: Experiment) -> tuple[Part, ...]:
    if not _is_experiment(experiment.block):
        return ()
    if is_foreign_call(experiment):
        remark = f"{experiment.profile.name} has no vector.make, so nothing follows from this call"
        return (Group("vectorization", "Vectorization", (), (remark,)),)
    return experiment.profile.follows(given(experiment))


def _faults(
    experiment: Experiment, options: Options, suppressions: Sequence[Suppression]
) -> Iterator[Fault]:
    """The errors as ``check`` finds them, and those that lie wholly below the file: it runs with neither."""
    launch = experiment.block.launch
    found = judge_experiment(experiment, suppress.untold(options, suppressions))
    if experiment.from_ini:
        texts = judge_text(experiment.document)
        found += [one for one in texts if not one.code.startswith(suppress.HYGIENE)]
    silencers = suppress.Silencers(suppressions)
    for one in sorted(found, key=lambda finding: finding.order):
        if one.severity is not Severity.ERROR:
            continue
        if launch is not None and one.span == START:
            one = replace(one, span=launch.span)
        if next(silencers.of(one), None) is not None:
            yield Fault(one, "a comment silences it")
        else:
            yield Fault(one, "" if options.wants(one.code) else "the settings leave it out")


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
        agents_per_env=experiment.agents_of_one,
    )


def _values(experiment: Experiment) -> Iterator[Effective]:
    """The values in force: sections in the order of the file, then those of the defaults alone."""
    own = dict.fromkeys(setting.section for setting in experiment.block.settings)
    order = {section: number for number, section in enumerate(own)}
    values = experiment.config.values.values()
    for value in sorted(values, key=lambda v: order.get(v.section, len(order))):
        yield _effective(value, background=_is_background(value, experiment))


def _is_background(value: Value, experiment: Experiment) -> bool:
    if experiment.block.launch is None or value.layer.own:
        return False
    tree = experiment.tree
    return value.layer.kind == "defaults" or (tree is not None and value.layer.name == tree.path)


def _effective(value: Value, *, background: bool) -> Effective:
    return Effective(
        section=value.section,
        key=value.key,
        value=value.value,
        layer=value.layer.kind,
        source=value.layer.name,
        line=value.setting.span.line if value.setting else None,
        background=background,
    )
