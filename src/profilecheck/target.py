"""Which profile an experiment is meant for, and why.

The first that speaks decides: a comment in the file, the flag, the settings file, an exact pin or
a mark of the tree, the file's own names. "Ambiguous" is an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from profilecheck.blocks import Block
from profilecheck.config_folder import ConfigFolders
from profilecheck.directives import asked
from profilecheck.document import Document, Setting
from profilecheck.findings import Evidence
from profilecheck.own_package import OwnPackage
from profilecheck.pins import DECIDING, pin_of
from profilecheck.profiles import profiles
from profilecheck.profiles.base import Name, Profile
from profilecheck.profiles.launch_lines import telling_launch
from profilecheck.profiles.marks import Place, later_than, telling, telling_uses
from profilecheck.sources.dependencies import inline
from profilecheck.surroundings import Surroundings

if TYPE_CHECKING:
    from profilecheck.options import Options

How = Literal["directive", "flag", "settings", "installed", "pin", "names", "none"]
WHO = {"flag": "--target", "settings": "the settings' target", "installed": "what is installed"}
"""Who chose a target, in words."""
TOLD = 3
"""How many names are told as evidence, at most."""

Names = Mapping[str, tuple[Place, ...]]
"""The names of a file that one generation alone reads, by generation."""


@dataclass(frozen=True, slots=True)
class Target:
    """The decision on one experiment.

    ``state``: decided (``profile`` is set), mixed (names of two generations and nothing that
    decides), or ambiguous (no evidence). ``how`` says what decided. ``names`` are the file's names
    that belong to one generation alone, by generation. ``fork`` names a recognised fork, and
    ``fork_names`` are its own; ``fork_dropped`` are those of its generation that it no longer reads. ``own_environments`` is true in a tree that holds environments itself; ``own_package`` is its own pufferlib/, ``configs`` are its config folders. ``unknown`` is a generation that was asked for or found and that no profile describes.
    ``overruled`` are pins and marks that would decide but for the file's names.
    """

    state: Literal["decided", "mixed", "ambiguous"]
    profile: Profile | None = None
    how: How = "none"
    evidence: tuple[Evidence, ...] = ()
    names: Names = field(default_factory=dict)
    fork: str | None = None
    fork_names: frozenset[Name] = frozenset()
    fork_dropped: frozenset[Name] = frozenset()
    own_environments: bool = False
    own_package: OwnPackage | None = None
    unknown: str | None = None
    configs: ConfigFolders | None = field(default=None, compare=False, repr=False)
    overruled: tuple[Evidence, ...] = ()

    @property
    def release(self) -> str:
        """The one release or commit of upstream's that is pinned, where that decided and no tree of its own
        stands against it; empty where it is not known."""
        if self.how != "pin" or self.fork or self.own_package or self.own_environments:
            return ""
        found = {evidence.release for evidence in self.evidence}
        return found.pop() if len(found) == 1 else ""


def decide_all(
    blocks: Iterable[Block], options: Options, surroundings: Surroundings
) -> list[Target]:
    """The targets of the experiments of one document. The calls in a Python file have one."""
    targets: list[Target] = []
    of_calls: Target | None = None
    for block in blocks:
        found = of_calls if block.call is not None else None
        target = found or decide(block, options, surroundings)
        targets.append(target)
        of_calls = target if block.call is not None else of_calls
    return targets


def decide(block: Block, options: Options, surroundings: Surroundings) -> Target:
    """Decide the target of one experiment."""
    in_python = block.document.format == "python"
    by_names = not in_python or block.launch is not None
    names = _names(block, surroundings.fork_names) if by_names else {}
    path = block.document.path
    comment = asked(block.document)
    if comment is not None:
        evidence = Evidence(comment.name, f"a comment asks for {comment.name}", path, comment.span)
        return _decided(comment.name, "directive", (evidence,), names, surroundings)
    if options.target is not None:
        evidence = Evidence(options.target, f"{WHO[options.target_from]} is {options.target}")
        return _decided(options.target, options.target_from, (evidence,), names, surroundings)
    own = tuple(_of_script(block.document))
    if len({evidence.profile for evidence in own}) == 1:
        return _decided(own[0].profile, "pin", own, names, surroundings)
    if block.launch is not None and not surroundings.exact and surroundings.configs is not None:
        mark = surroundings.configs.mark()
        surroundings = replace(surroundings, exact=(mark,) if mark else ())
    exact = {evidence.profile for evidence in surroundings.exact}
    own_loader = block.document.format == "ini"
    if len(exact) == 1 and not later_than(min(exact), names, own_loader=own_loader):
        return _decided(exact.pop(), "pin", surroundings.exact, names, surroundings)
    if in_python and not names:
        return _by_uses(block.document, surroundings)
    side = {evidence.profile for evidence in surroundings.side}
    if not exact and not names and len(side) == 1:
        return _decided(side.pop(), "pin", surroundings.side, names, surroundings)
    return _by_names(names, path, surroundings)


def _of_script(document: Document) -> Iterator[Evidence]:
    """What a script pins for itself alone (PEP 723)."""
    for requirement in inline.of(document):
        pin = pin_of(requirement, document.path)
        if pin.generation in DECIDING and pin.generation and not requirement.conditional:
            told = f"line {requirement.span.line} pins {pin.told} for this script"
            yield Evidence(pin.generation, told, document.path, requirement.span, pin.release)


def _by_uses(document: Document, surroundings: Surroundings) -> Target:
    """The target of a Python file by what it uses. No name of it is one of a setting."""
    uses = telling_uses(document.uses)
    evidence = tuple(
        Evidence(generation, f"{use.name} is of {generation}", document.path, use.span)
        for generation, found in uses.items()
        for use in found[:TOLD]
    )
    evidence += surroundings.exact + surroundings.side + surroundings.loose
    if len(uses) == 1:
        return _decided(next(iter(uses)), "names", evidence, {}, surroundings)
    state: Literal["mixed", "ambiguous"] = "mixed" if uses else "ambiguous"
    return Target(state, None, "names" if uses else "none", evidence, fork=surroundings.fork)


def _names(block: Block, own: frozenset[Name]) -> Names:
    if block.launch is not None:
        return telling_launch(block.launch, own)
    return _without(marks(block), own)


def marks(block: Block) -> Names:
    """The names of an experiment that belong to one generation alone, by generation, oldest first."""
    own_loader = block.document.format == "ini"
    return telling(block.sections, block.settings, own_loader=own_loader)


def _without(names: Names, own: frozenset[Name]) -> Names:
    """The names without a fork's own, which tell nothing in its tree."""
    left = {
        generation: tuple(place for place in places if _name(place) not in own)
        for generation, places in names.items()
    }
    return {generation: places for generation, places in left.items() if places}


def _name(place: Place) -> Name | None:
    if isinstance(place, Setting):
        return place.section, place.key
    root, _, swept = place.name.partition(".")
    section, _, key = swept.rpartition(".")
    return (section, key) if root == "sweep" else None


def _decided(
    name: str, how: How, evidence: tuple[Evidence, ...], names: Names, surroundings: Surroundings
) -> Target:
    profile = profiles().get(name)
    return Target(
        state="decided" if profile else "ambiguous",
        profile=profile,
        how=how,
        evidence=evidence,
        names=names,
        fork=surroundings.fork,
        fork_names=surroundings.fork_names,
        fork_dropped=surroundings.fork_dropped,
        own_environments=surroundings.own_environments,
        own_package=surroundings.own_package,
        configs=surroundings.configs,
        unknown=None if profile else name,
    )


def _by_names(names: Names, path: str, surroundings: Surroundings) -> Target:
    one = len({evidence.profile for evidence in surroundings.exact}) == 1
    by = "the file's names contradict" if one else "another pin or mark contradicts"
    contradicted = tuple(
        replace(evidence, message=f"{evidence.message}, which {by}")
        for evidence in surroundings.exact
    )
    evidence = tuple(_tell(names, path)) + contradicted + surroundings.side + surroundings.loose
    if not names:
        return Target("ambiguous", evidence=evidence, fork=surroundings.fork)
    if len(names) > 1:
        return Target("mixed", None, "names", evidence, names, surroundings.fork)
    found = _decided(next(iter(names)), "names", evidence, names, surroundings)
    return replace(found, overruled=surroundings.exact)


def _tell(names: Names, path: str) -> Iterator[Evidence]:
    for generation, places in names.items():
        for place in places[:TOLD]:
            if isinstance(place, Setting) and not place.section:
                told = f"{place.key} is a word of {generation}'s command line"
            elif isinstance(place, Setting):
                told = f"[{place.section}] {place.key} is a name of {generation}"
            elif place.name.startswith("sweep."):
                told = f"[{place.name}] sweeps a name of {generation}"
            else:
                told = f"[{place.name}] is a section of {generation}"
            yield Evidence(generation, told, path, place.span)


def common_profile(targets: Iterable[Target]) -> str | None:
    """The profile that all targets have; None where they have several, or none."""
    names = {target.profile.name if target.profile else None for target in targets}
    return names.pop() if len(names) == 1 else None


def evidence_of(targets: Iterable[Target]) -> tuple[Evidence, ...]:
    """All evidence of targets, each once, in their order."""
    return tuple(dict.fromkeys(evidence for target in targets for evidence in target.evidence))
