"""What a generation does not read of a file, and what has to be edited until no error is left on names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from profilecheck.blocks import Block
from profilecheck.document import Section
from profilecheck.experiment import Experiment
from profilecheck.findings import Span
from profilecheck.hosts import Host
from profilecheck.layers import Defaults, Value, build
from profilecheck.loading import loader_faults, twins
from profilecheck.profiles import profiles
from profilecheck.profiles.base import Name
from profilecheck.profiles.marks import Place
from profilecheck.profiles.names import SECTIONS, change, generations
from profilecheck.profiles.revisions import written_back
from profilecheck.profiles.sweep import DISTRIBUTIONS
from profilecheck.rules.names._shared import (
    OLDER,
    Stranger,
    development_tree,
    file_names,
    keys_by_section,
    refused,
    strangers,
)
from profilecheck.rules.names._shared_mends import likely, set_sections
from profilecheck.target import Target


@dataclass(frozen=True, slots=True)
class Leftover:
    """What stands in a file and has to go, or to become ``to``: ``kind`` says how, as a ``Change`` does, and
    ``note`` how the values relate, or why it is ``refused``: the file does not load with it."""

    place: Place
    kind: str = "dropped"
    to: tuple[Name, ...] = ()
    note: str = ""
    refused: bool = False


def other_sections(
    experiment: Experiment,
) -> Iterator[tuple[str, Section | Value, tuple[str, ...], list[str]]]:
    """Sections that only other generations read and that hold something, of the file and those that
    ``--set`` creates: the title, where it stands, the generations, and what it holds."""
    for name, at, keys in _sections(experiment):
        of = SECTIONS.get(name)
        if of is None or "." in name or not keys:
            continue
        if "4.0-dev" in of and development_tree(experiment):
            continue
        if experiment.profile.section_kind(name) == "unknown":
            yield name, at, of, keys


def _sections(experiment: Experiment) -> Iterator[tuple[str, Section | Value, list[str]]]:
    held = keys_by_section(experiment)
    for section in experiment.block.sections:
        yield section.name, section, held.get(section.name, [])
    for name, values in set_sections(experiment).items():
        yield name, values[0], [value.key for value in values]


def other_titles(experiment: Experiment) -> Iterator[tuple[Section, Name, tuple[str, ...]]]:
    """Tables that sweep a name of other generations: where they stand, the name, and those generations."""
    profile = experiment.profile
    for section in experiment.block.sections:
        root, _, rest = section.name.partition(".")
        inner, _, name = rest.rpartition(".")
        if root != "sweep" or inner in profile.open_sections or profile.spec(inner, name):
            continue
        if (inner, name) in experiment.target.fork_names:
            continue
        of = generations(inner, name)
        if set(of) - OLDER and (experiment.launched or _of_a_sweep(experiment, section.name)):
            yield section, (inner, name), of


def _of_a_sweep(experiment: Experiment, section: str) -> bool:
    """Whether a table is a swept parameter of upstream's: other programs have sweeps of their own."""
    distribution = experiment.config.value(section, "distribution")
    return isinstance(distribution, str) and distribution in DISTRIBUTIONS


def is_residue(experiment: Experiment, stranger: Stranger) -> bool:
    """Whether a name of another generation was written back by a sweep and changes nothing."""
    return written_back(*stranger.value.name, file_names(experiment), experiment.profile)


def leftovers(block: Block, target: Target, generation: str) -> list[Leftover]:
    """What is an error on names in an experiment as that generation, in the order of the file."""
    profile = profiles()[generation]
    defaults: Defaults = "ini" if block.document.format == "ini" else "none"
    experiment = Experiment(
        block=block,
        profile=profile,
        target=replace(target, state="decided", profile=profile),
        config=build(block, profile, defaults=defaults),
        host=Host("any"),
        defaults=defaults,
        partial=defaults == "none",
    )
    found: dict[Span, Leftover] = {}
    for one in (*_names(experiment), *_tables(experiment), *_unloadable(experiment)):
        found.setdefault(one.place.span, one)
    return [found[span] for span in sorted(found)]


def _names(experiment: Experiment) -> Iterator[Leftover]:
    for stranger in strangers(experiment):
        setting, name = stranger.value.setting, stranger.value.name
        raises = refused(experiment, stranger.value) is not False
        other = stranger.standing == "other" and not is_residue(experiment, stranger)
        if setting is None or not (raises or other):
            continue
        became = stranger.became
        if became is not None:
            yield Leftover(setting, became.kind, became.to, became.note)
        elif stranger.place is not None:
            yield Leftover(setting, "moved", ((stranger.place, name[1]),))
        else:
            meant = likely(experiment, *name) if stranger.standing == "unknown" else None
            kind = "renamed" if meant and meant[0] == name[0] else "moved"
            yield Leftover(setting, kind, (meant,)) if meant else Leftover(setting)


def _tables(experiment: Experiment) -> Iterator[Leftover]:
    generation = experiment.profile.name
    for name, at, _, keys in other_sections(experiment):
        became = [change(name, key, generation) for key in keys]
        places = dict.fromkeys(place for one in became if one is not None for place in one.to)
        if isinstance(at, Section):
            yield Leftover(at, "merged", tuple(places))
    for section, swept, _ in other_titles(experiment):
        one = change(*swept, generation)
        yield Leftover(section, one.kind, one.to, one.note) if one else Leftover(section)


def _unloadable(experiment: Experiment) -> Iterator[Leftover]:
    """Names with which the loader cannot put the file together."""
    for fault in loader_faults(experiment):
        section, value = fault.name[0], experiment.config.values[fault.name]
        both = twins(experiment, fault)
        place: Place | None = value.setting
        if both is not None:
            blame, other = both
            kind = "renamed" if blame.section == other.section else "moved"
            if blame.setting is not None:
                yield Leftover(blame.setting, kind, (other.name,), refused=True)
            continue
        if fault.cause == "flag-and-section":
            place = next((one for one in experiment.block.sections if one.name == section), None)
        if fault.raises and place is not None:
            own = fault.cause == "fixed-flag"
            note = f"{fault.flag} is the loader's own flag" if own else ""
            yield Leftover(place, note=note, refused=True)
