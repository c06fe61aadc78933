"""What a launch line runs under a profile: its flags over the INIs that its launcher reads.

A line that its launcher refuses starts nothing, so that its values are judged by no rule on values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from profilecheck.blocks import Block
from profilecheck.config_folder import Inis
from profilecheck.document import Document
from profilecheck.experiment import Experiment, Mode
from profilecheck.findings import Finding, Note, Severity
from profilecheck.layers import build
from profilecheck.profiles.base import Profile
from profilecheck.profiles.launch_lines import Launch, name_of
from profilecheck.profiles.launch_programs import TORCH, mode_of
from profilecheck.profiles.marks import telling
from profilecheck.profiles.names import generations
from profilecheck.profiles.trees import strays
from profilecheck.surroundings import TOLD, Surroundings
from profilecheck.target import Target

if TYPE_CHECKING:
    from profilecheck.options import Options

LINES: Final = frozenset({"PC7"})
"""The rules on launch lines themselves."""
VALUES: Final = frozenset({"PC2", "PC3", "PC6"})
"""The rules on values, which judge those of a line too."""
ENTRY: Final = frozenset({"PC301", "PC651", "PC652", "PC653", "PC654", "PC655"})
"""The rules on what 4.0's launcher makes of values before any trainer has them, or on what each trainer asks for, so
that they hold for all trainers."""
PAGES: Final = (".md", ".markdown")
_MODES: Final[dict[str | None, Mode]] = {
    "train": "train",
    "eval": "eval",
    "sweep": "sweep",
    "paretosweep": "sweep",
}


def launch_experiment(
    block: Block,
    launch: Launch,
    target: Target,
    profile: Profile,
    options: Options,
    surroundings: Surroundings,
) -> Experiment:
    """The experiment that a launch line runs. What ``--set`` gives is for configs, and not for it."""
    inis = _inis(launch, profile, surroundings)
    config = build(
        block,
        profile,
        defaults="ini",
        project=inis[0].default if inis else None,
        environment=[one.environment for one in inis if one.environment]
        or ("none" if inis else None),
    )
    return Experiment(
        block=block,
        profile=profile,
        target=_in_fork(target, inis),
        config=config,
        host=options.host,
        mode=_mode(launch, profile) or options.mode,
        agents_per_env=options.agents_per_env,
        defaults="ini",
        tree=inis[0].default if inis else None,
        environments=surroundings.configs.names() if surroundings.configs else frozenset(),
    )


def _in_fork(target: Target, inis: Sequence[Inis]) -> Target:
    """The target, in a fork where the default.ini of the tree has names of its own."""
    default = inis[0].default if inis else None
    own = strays(default.sections, default.settings) if default else ()
    if target.fork is not None or default is None or not own:
        return target
    told = ", ".join(f"[{one.section}] {one.key}" for one in own[:TOLD])
    return replace(target, fork=f"{default.path} has names of its own ({told})")


def families(experiment: Experiment, launch: Launch) -> Collection[str]:
    """The rules that judge a launch line."""
    runs = _mode(launch, experiment.profile) is not None and not launch.misplaced
    native = all(one.flag.lstrip("-") != TORCH for one in experiment.config.flags)
    if not runs or _is_refused(experiment):
        return LINES
    return LINES | (VALUES if native else ENTRY)


def on_a_page(findings: Iterable[Finding], target: Target, path: str) -> list[Finding]:
    """The findings on a launch line; on a page that may show the lines of several generations no error, where only
    a pin says which of them is meant."""
    if PurePosixPath(path).suffix.lower() not in PAGES or target.how != "pin":
        return list(findings)
    why = "; ".join(evidence.message for evidence in target.evidence[:1])
    note = Note(f"a warning in a page; the target is from a pin: {why}")
    return [
        replace(one, severity=Severity.WARNING, notes=(*one.notes, note))
        if one.severity is Severity.ERROR
        else one
        for one in findings
    ]


def _mode(launch: Launch, profile: Profile) -> Mode | None:
    if launch.mode is None or not launch.mode.whole or launch.how == "native":
        return None
    return _MODES.get(mode_of(launch.mode.text, profile.name))


def _is_refused(experiment: Experiment) -> bool:
    """Whether the launcher takes the line as it stands for no sure start."""
    for one in experiment.config.flags:
        if one.outcome == "unknown":
            of = generations(*name_of(one.flag))
            if of and experiment.profile.name not in of:
                return True
        elif one.outcome != "set":
            return True
    return False


def _inis(launch: Launch, profile: Profile, surroundings: Surroundings) -> tuple[Inis, ...]:
    """The INIs that the launcher reads, where the tree has one of the environment, and they are of the
    profile's generation; of several it reads one."""
    environment = launch.environment
    if environment is None or not environment.whole or surroundings.configs is None:
        return ()
    found = surroundings.configs.candidates(environment.text)
    documents = (one for inis in found for one in (inis.default, inis.environment))
    return found if all(_is_of(one, profile) for one in documents if one is not None) else ()


def _is_of(document: Document, profile: Profile) -> bool:
    told = telling(document.sections, document.settings)
    return not told or profile.name in told
