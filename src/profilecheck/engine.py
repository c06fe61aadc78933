"""From bytes to a verdict: read a file, decide its target, judge each experiment in it.

This is a pure core: bytes and options in, a report out. It never writes, imports or runs what it
checks.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from functools import cache
from pathlib import PurePosixPath

from profilecheck import suppress
from profilecheck.blocks import Block, blocks
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
from profilecheck.judge import judge, judge_text, judge_undecided
from profilecheck.layers import Defaults, build
from profilecheck.options import Options
from profilecheck.profiles import profiles
from profilecheck.profiles.base import Profile
from profilecheck.profiles.names import circulating
from profilecheck.profiles.trees import DEFAULT_INI, generation_of, lies_below_others
from profilecheck.sources.read import read
from profilecheck.sources.yaml import YamlMissing
from profilecheck.surroundings import NOWHERE, Surroundings
from profilecheck.target import Target, decide
from profilecheck.unused import unused


@cache
def vec_names() -> frozenset[str]:
    """The names known in [vec], of any generation."""
    known = {name for profile in profiles().values() for name in profile.names("vec")}
    return frozenset(known | {name for section, name in circulating() if section == "vec"})


def could_matter(data: bytes) -> bool:
    """Whether a file's bytes can hold a section that any profile knows: a cheap test, no parse."""
    if b"\0" in data[:1024]:
        data = data.replace(b"\0", b"")  # UTF-16, which no loader reads, is to be said to be so
    if b"vec" in data and any(name.encode() in data for name in vec_names()):
        return True
    return b"[vec]" in data or (b"[base]" in data and (b"env_name" in data or b"package" in data))


def check_bytes(
    data: bytes,
    path: str,
    options: Options,
    surroundings: Surroundings = NOWHERE,
    *,
    name: str | None = None,
) -> FileReport:
    """The verdict on one file's bytes. ``name`` decides the format where ``path`` does not.

    Raises nothing: an internal fault is the finding PC000 and the state ``fault``.
    """
    try:
        return _check(data, path, options, surroundings, name)
    except Exception as error:
        return _fault(path, error)


def _check(
    data: bytes, path: str, options: Options, surroundings: Surroundings, name: str | None
) -> FileReport:
    try:
        document = read(data, path, name)
    except YamlMissing:
        if not could_matter(data):
            return FileReport(path, State.SKIPPED, reason="no section that a profile knows")
        reason = "reading YAML needs the extra: pip install 'profilecheck[yaml]'"
        return FileReport(path, State.UNREADABLE, reason=reason)
    if document is None:
        ending = PurePosixPath(name or path).suffix
        reason = f"not a config format: {ending or 'no file name ending'}"
        return FileReport(path, State.SKIPPED, reason=reason)
    return check_document(document, options, surroundings, matters=could_matter(data))


def check_document(
    document: Document,
    options: Options,
    surroundings: Surroundings = NOWHERE,
    *,
    matters: bool = True,
) -> FileReport:
    """The verdict on a document. ``matters`` says whether a text without an experiment may be one
    that is merely broken."""
    path = document.path
    experiments = blocks(document, vec_names())
    if not experiments and not (document.broken and matters):
        reason = "no section that a profile knows"
        return FileReport(path, State.SKIPPED, reason=reason, text=document.text)
    findings = judge_text(document)
    targets: list[Target] = []
    for block in experiments:
        target = decide(block, options, surroundings)
        targets.append(target)
        findings += _judge_block(block, target, options, surroundings)

    def under(other: Options) -> list[Finding]:
        pairs = zip(experiments, targets, strict=True)
        return [f for pair in pairs for f in _judge_block(*pair, other, surroundings)]

    suppressions = suppress.suppressions(document)
    judged = [target.profile.name if target.profile else None for target in targets]
    findings += unused(document, suppressions, findings, judged, options, under)
    wanted = [finding for finding in _once(findings) if options.wants(finding.code)]
    stand, silenced = suppress.apply(wanted, suppressions)
    return FileReport(
        path=path,
        state=_state(stand, targets),
        profile=_common_profile(targets),
        evidence=_evidence(targets),
        findings=tuple(sorted(stand, key=lambda finding: finding.order)),
        text=document.text,
        suppressed=len(silenced),
    )


def experiment_of(
    block: Block, target: Target, profile: Profile, options: Options, surroundings: Surroundings
) -> Experiment:
    """The experiment that a block is under a profile, with the layers that its loader would read."""
    is_default = _is_default_ini(block.document, surroundings)
    defaults = "none" if is_default else options.defaults or _defaults(block.document, profile)
    config = build(
        block,
        profile,
        defaults=defaults,
        project=_project_defaults(profile, surroundings) if defaults == "ini" else None,
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
        partial=options.defaults is None and block.document.format not in ("ini", "values"),
        is_default_ini=is_default,
        tree=surroundings.default_ini,
    )


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


def _defaults(document: Document, profile: Profile) -> Defaults:
    if document.format == "ini":
        return "ini"
    return "signature" if profile.signature else "none"


def _judge_block(
    block: Block, target: Target, options: Options, surroundings: Surroundings
) -> list[Finding]:
    if target.profile is None:
        return judge_undecided(block, target)
    return judge(experiment_of(block, target, target.profile, options, surroundings))


def _once(findings: Iterable[Finding]) -> list[Finding]:
    return list(dict.fromkeys(findings))


def _state(findings: list[Finding], targets: list[Target]) -> State:
    if any(finding.severity is not Severity.INFO for finding in findings):
        return State.FINDINGS
    if targets and all(target.state == "ambiguous" for target in targets):
        return State.AMBIGUOUS
    return State.FINDINGS if findings else State.OK


def _common_profile(targets: list[Target]) -> str | None:
    names = {target.profile.name if target.profile else None for target in targets}
    return names.pop() if len(names) == 1 else None


def _evidence(targets: list[Target]) -> tuple[Evidence, ...]:
    return tuple(dict.fromkeys(evidence for target in targets for evidence in target.evidence))


def _fault(path: str, error: Exception) -> FileReport:
    frames = traceback.extract_tb(error.__traceback__)
    where = (
        f"{PurePosixPath(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "unknown"
    )
    message = f"profilecheck failed on this file: {type(error).__name__}: {error} ({where})"
    finding = on_whole_file("PC000", "internal-fault", message, path)
    return FileReport(path, State.FAULT, findings=(finding,), reason="internal fault")
