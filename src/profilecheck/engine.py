"""From bytes to a verdict: read a file, decide its target, judge each experiment in it.

This is a pure core: bytes and options in, a report out. It never writes, imports or runs what it
checks.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import PurePosixPath

from profilecheck import benchmarks, directives, skipped, suppress
from profilecheck.alike import Alike
from profilecheck.blocks import Asked, Block, blocks, in_group, launched, with_environment
from profilecheck.calls import call_blocks
from profilecheck.cells import by_cell
from profilecheck.dependencies import Dependencies, dependencies
from profilecheck.document import Document
from profilecheck.experiment import Experiment
from profilecheck.findings import (
    Evidence,
    FileReport,
    Finding,
    Severity,
    State,
    on_whole_file,
)
from profilecheck.judge import (
    Untold,
    judge,
    judge_pins,
    judge_report,
    judge_text,
    judge_undecided,
    run,
)
from profilecheck.launches import launch_blocks
from profilecheck.launching import families, launch_experiment, on_a_page
from profilecheck.layers import Defaults, build
from profilecheck.options import Options
from profilecheck.profiles import (
    anchors,
    api_names,
    launch_programs,
    profiles,
    python_calls,
    releases,
)
from profilecheck.profiles.base import Profile
from profilecheck.profiles.launch_lines import asks_help
from profilecheck.profiles.trees import DEFAULT_INI, generation_of, lies_below_others
from profilecheck.sources import notebook
from profilecheck.sources.dependencies import decoded, kind_of, with_requirements
from profilecheck.sources.dependencies import read as read_dependencies
from profilecheck.sources.notebook import NotANotebook
from profilecheck.sources.read import PYTHON, YAML, is_perhaps_ini, not_a_config, read, suffix
from profilecheck.sources.shell import is_script
from profilecheck.sources.yaml import YamlMissing
from profilecheck.surroundings import NOWHERE, Surroundings
from profilecheck.target import Target, common_profile, decide_all, evidence_of
from profilecheck.unused import unused
from profilecheck.verdict import finding

ROOTS = frozenset({api_names.ROOT})
STARTERS = (b"subprocess", b"system", b"popen", b"exec", b"!", b"%")
"""What stands in Python that starts a command."""
WORDS = (*launch_programs.WORDS, releases.REPOSITORY)


def could_matter(data: bytes, file: str = "", *, asked: bool = False) -> bool:
    """Whether a file's bytes can hold what is judged: a cheap test, no parse. ``file`` is its whole path;
    ``asked`` says that the options name a target."""
    if kind_of(file) is not None and releases.mentioned(data):
        return True
    if benchmarks.in_bytes(data, file):
        return True
    if suffix(file) in (*PYTHON, notebook.ENDING):
        return api_names.ROOT.encode() in data or (
            launch_programs.PROGRAM.encode() in data and any(word in data for word in STARTERS)
        )
    if is_script(file, data) or suffix(file) in YAML:
        if any(word.encode() in data for word in WORDS):
            return True
        if suffix(file) not in YAML:
            return False
    if b"\0" in data[:1024]:
        data = data.replace(b"\0", b"")  # UTF-16, which no loader reads, is to be said to be so
    if anchors.with_vec(data) or (in_group(file) and anchors.in_bytes(data, 1)):
        return True
    return (asked or b"profilecheck" in data) and anchors.in_bytes(data, anchors.ENOUGH)


def check_bytes(
    data: bytes,
    path: str,
    options: Options,
    surroundings: Surroundings = NOWHERE,
    *,
    name: str | None = None,
) -> FileReport:
    """The verdict on one file's bytes. ``name`` is the file's whole path where ``path`` is not, and
    decides the format.

    Raises nothing: an internal fault is the finding PC000 and the state ``fault``.
    """
    try:
        return _check(data, path, options, surroundings, name)
    except Exception as error:
        return _fault(path, error)


def _check(
    data: bytes, path: str, options: Options, surroundings: Surroundings, name: str | None
) -> FileReport:
    file = name or path
    try:
        document = document_of(data, path, file)
    except YamlMissing:
        if not could_matter(data, file, asked=options.target is not None):
            return FileReport(path, State.SKIPPED, reason=skipped.NOTHING)
        reason = "reading YAML needs the extra: pip install 'profilecheck[yaml]'"
        return FileReport(path, State.UNREADABLE, reason=reason)
    except NotANotebook as error:
        return FileReport(path, State.SKIPPED, reason=str(error))
    if document is None:
        return FileReport(path, State.SKIPPED, reason=not_a_config(file))
    if is_perhaps_ini(file) and not document.requirements and not blocks(document):
        reason = f"{not_a_config(file)}, unless it holds [vec] or [base] as an INI does"
        return FileReport(path, State.SKIPPED, reason=reason, text=document.text)
    return by_cell(check_document(document, options, surroundings, file=file), document.cells)


def document_of(data: bytes, path: str, file: str) -> Document | None:
    """The document in a file's bytes, with what it asks of PufferLib; None where it is none."""
    names = releases.DISTRIBUTIONS
    kind = kind_of(file)
    try:
        document = read(data, path, file, ROOTS, WORDS)
    except YamlMissing:
        if kind is None:
            raise
        document = None
    if document is not None:
        document = benchmarks.with_front_matter(document, file)
        return with_requirements(document, name=file, wanted=names)
    if kind is None:
        return None
    return read_dependencies(decoded(data), path, name=file, wanted=names)


def check_document(
    document: Document,
    options: Options,
    surroundings: Surroundings = NOWHERE,
    *,
    file: str | None = None,
) -> FileReport:
    """The verdict on a document. ``file`` is its whole path, where that is not the document's."""
    path = document.path
    experiments = experiments_in(document, options, file)
    reports = benchmarks.reports(document)
    reason = skipped.unread(document, holds_one=bool(experiments))
    if not (reason or experiments or document.broken or document.requirements or reports):
        reason = skipped.why(document, _asked(document, options), file or path)
    if reason:
        return _skipped(document, options, reason)
    findings = judge_text(document)
    pinned: Dependencies | None = None
    if (document.requirements or reports) and not experiments:  # as a config it is read by nobody
        findings = [one for one in findings if one.code.startswith(suppress.HYGIENE)]
    if document.requirements:
        pinned = dependencies(document, options, surroundings, file or path)
        findings += judge_pins(pinned)
    findings += [found for report in reports for found in judge_report(report)]
    suppressions = suppress.suppressions(document)
    untold = suppress.untold(options, suppressions)
    targets = decide_all(experiments, options, surroundings)
    judging = Alike(partial(_judge_block, options, surroundings, untold), suppressions)
    for block, target in zip(experiments, targets, strict=True):
        findings += judging.of(block, target)
    if reports:  # what was measured ran, on the machine that it tells
        findings = [one for one in findings if not one.undeclared]

    @cache
    def of_pins() -> list[Finding]:
        """What is found on the pins under any target, or none."""
        asked = (replace(options, target=name) for name in (None, *profiles()))
        found = (dependencies(document, one, surroundings, file or path) for one in asked)
        return [one for pinned in found for one in judge_pins(pinned)]

    def under(other: Options, families: frozenset[str]) -> Iterator[Finding]:
        if document.requirements:
            yield from of_pins()
        judging = Alike(partial(_run_block, other, surroundings, untold, families), suppressions)
        for block, target in zip(experiments, targets, strict=True):
            yield from judging.of(block, target)

    judged = [target.profile.name if target.profile else None for target in targets]
    # What pins contradict is told by the tree: without one a comment may be right elsewhere.
    pins = bool(document.requirements and surroundings.place)
    looked = frozenset([*["pins"] * pins, *["report"] * bool(reports)])
    findings += unused(document, suppressions, findings, judged, options, under, looked)
    wanted = [finding for finding in dict.fromkeys(findings) if options.wants(finding.code)]
    stand, silenced = suppress.apply(wanted, suppressions)
    return FileReport(
        path=path,
        state=_state(stand, targets),
        profile=pinned.profile if pinned and not targets else common_profile(targets),
        evidence=pinned.evidence
        if pinned and not targets
        else evidence_of(targets) + tuple(_left_out(experiments, targets, options)),
        findings=tuple(sorted(stand, key=lambda finding: finding.order)),
        text=document.text,
        suppressed=len(silenced),
        undecided=tuple(_undecided(experiments, targets)),
    )


def _undecided(experiments: list[Block], targets: list[Target]) -> Iterator[str]:
    """Where experiments stand that nothing tells a target of, where others have one."""
    if any(target.profile is not None for target in targets):
        for block, target in zip(experiments, targets, strict=True):
            if target.state == "ambiguous" and block.prefix:
                yield block.prefix


def _skipped(document: Document, options: Options, reason: str) -> FileReport:
    """A file that is not judged. A comment that was to say its target, and does not, is told all the
    same: it may be why."""
    found = judge_text(document) if document.comments else []
    found = [one for one in found if one.code.startswith(suppress.HYGIENE)]
    wanted = [one for one in found if one.severity is Severity.ERROR and options.wants(one.code)]
    stand, silenced = suppress.apply(wanted, suppress.suppressions(document))
    return FileReport(
        document.path,
        State.SKIPPED,
        findings=tuple(stand),
        reason=reason,
        text=document.text,
        suppressed=len(silenced),
    )


def experiments_in(document: Document, options: Options, file: str | None = None) -> list[Block]:
    """The experiments of a document, with what the options ask for."""
    if document.format == "python":
        return call_blocks(document) + launch_blocks(document)
    launches = launch_blocks(document)
    if document.format == "script":
        return launches
    found = blocks(document, asked=_asked(document, options), file=file)
    if options.launched and not found:
        found = launched(document, file or document.path)
    if options.defaults == "ini":  # all of it is for PufferLib's own loader
        found = list(map(with_environment, found))
    return found + launches


def _asked(document: Document, options: Options) -> Asked | None:
    if directives.asked(document) is not None:
        return "comment"
    return "options" if options.target is not None else None


def experiment_of(
    block: Block, target: Target, profile: Profile, options: Options, surroundings: Surroundings
) -> Experiment:
    """The experiment that a block is under a profile, with the layers that its loader would read."""
    if block.launch is not None:
        return launch_experiment(block, block.launch, target, profile, options, surroundings)
    is_default = _is_default_ini(block.document, surroundings)
    defaults = "none" if is_default else options.defaults or _defaults(block, profile)
    project = _project_defaults(profile, surroundings) if defaults == "ini" else None
    unloadable = project is not None and project.broken
    if unloadable:
        defaults = "none"
    config = build(
        block,
        profile,
        defaults=defaults,
        project=None if unloadable else project,
        carried_over=surroundings.carried_over,
        environment=None if defaults == "none" else surroundings.environment_ini,
        overrides=options.overrides,
    )
    return Experiment(
        block=block,
        profile=profile,
        target=target,
        config=config,
        host=options.host,
        mode=options.mode,
        agents_per_env=options.agents_per_env,
        defaults=defaults,
        partial=options.defaults is None and _is_partial(block),
        is_default_ini=is_default,
        tree=surroundings.default_ini,
        below=project,
        passable=surroundings.passable,
    )


def _is_partial(block: Block) -> bool:
    """Whether something that is not read here may add to the settings, or take their place."""
    if block.call is not None:
        return block.call.rest
    return block.document.format not in ("ini", "values")


def _is_default_ini(document: Document, surroundings: Surroundings) -> bool:
    """Whether nothing lies below the document: it is the default.ini of its tree, or, where no tree is
    known, one by its name and what it holds."""
    if surroundings.default_ini is not None:
        return surroundings.is_default_ini
    return PurePosixPath(document.path).name == DEFAULT_INI and lies_below_others(document)


def _project_defaults(profile: Profile, surroundings: Surroundings) -> Document | None:
    """The tree's default.ini, unless its names say that it is another generation's."""
    default = surroundings.default_ini
    if default is None:
        return None
    found = generation_of(default.sections, default.settings)
    return default if found is None or found[0] == profile.name else None


def _defaults(block: Block, profile: Profile) -> Defaults:
    if block.document.format == "ini":
        return "ini"
    return "signature" if profile.signature or block.loaded else "none"


def _run_block(
    options: Options,
    surroundings: Surroundings,
    untold: Untold,
    families: frozenset[str],
    block: Block,
    target: Target,
) -> list[Finding]:
    """What the rules of some families find, as it is."""
    assert target.profile is not None
    experiment = experiment_of(block, target, target.profile, options, surroundings)
    return [finding(one, block.document) for one in run(experiment, families, untold)]


def _judge_block(
    options: Options, surroundings: Surroundings, untold: Untold, block: Block, target: Target
) -> list[Finding]:
    if block.launch is not None and asks_help(block.launch):
        return []
    if target.profile is None:
        return judge_undecided(block, target)
    experiment = experiment_of(block, target, target.profile, options, surroundings)
    return judge_experiment(experiment, untold)


def judge_experiment(experiment: Experiment, untold: Untold) -> list[Finding]:
    """The findings on an experiment, by the rules that judge what it was read from."""
    if is_foreign_call(experiment):
        return []
    launch = experiment.block.launch
    if launch is None:
        return judge(experiment, untold)
    found = judge(experiment, untold, families(experiment, launch))
    return on_a_page(found, experiment.target, experiment.document.path)


def is_foreign_call(experiment: Experiment) -> bool:
    """Whether it is a call of a function that its profile does not have: nothing takes its arguments."""
    return experiment.block.call is not None and experiment.profile.name != python_calls.MAKE_OF


def _state(findings: list[Finding], targets: list[Target]) -> State:
    if any(finding.severity is not Severity.INFO for finding in findings):
        return State.FINDINGS
    if targets and all(target.profile is None for target in targets):
        return State.AMBIGUOUS
    return State.FINDINGS if findings else State.OK


def _left_out(
    experiments: list[Block], targets: list[Target], options: Options
) -> Iterator[Evidence]:
    """What is said of tables beside judged ones that are not judged themselves. A launch line has none:
    what it starts is PufferLib's own trainer."""
    for block, target in zip(experiments, targets, strict=True):
        if block.launch is None and target.profile is not None and options.defaults != "ini":
            for told in skipped.beside(block, target.profile):
                yield Evidence(target.profile.name, told)


def _fault(path: str, error: Exception) -> FileReport:
    frames = traceback.extract_tb(error.__traceback__)
    where = (
        f"{PurePosixPath(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "unknown"
    )
    message = f"profilecheck failed on this file: {type(error).__name__}: {error} ({where})"
    finding = on_whole_file("PC000", "internal-fault", message, path)
    return FileReport(path, State.FAULT, findings=(finding,), reason="internal fault")
