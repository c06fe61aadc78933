"""What to do about a name that the target does not read: what the rules on names share."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from typing import Final

from profilecheck.document import Document, Setting
from profilecheck.experiment import Experiment
from profilecheck.findings import Edit, Fix
from profilecheck.layers import OVERRIDE, Value
from profilecheck.mends import Mend, moved, removed
from profilecheck.profiles import profiles
from profilecheck.profiles.base import Name, Profile
from profilecheck.profiles.names import Change, change
from profilecheck.profiles.synonyms import SECTIONS, is_synonym, meant
from profilecheck.sources.ini import DEFAULT

ALIKE: Final = 0.8
"""How alike two names are, at least, for one to be a slip of the other: of as many words each."""
SAME: Final = 0.93
"""The same where one has more words: they differ in little but where the words end."""
WORD: Final = 0.7
"""How alike two words of such names are, at least: ``env`` is no slip of ``ent``."""


def given_names(experiment: Experiment) -> frozenset[Name]:
    """Every section and key that the file or an override sets."""
    return experiment.once("names.given", lambda e: frozenset(v.name for v in e.config.own()))


def set_sections(experiment: Experiment) -> dict[str, list[Value]]:
    """The sections that ``--set`` alone creates, with what it puts there."""
    there = {section.name for section in experiment.block.sections}
    found: dict[str, list[Value]] = {}
    for value in experiment.config.own():
        if value.layer is OVERRIDE and value.section not in there:
            found.setdefault(value.section, []).append(value)
    return found


def heirs(settings: Iterable[Setting], profile: Profile) -> Mapping[Name, Setting]:
    """The names that leftovers would become by a rename or a move, each with the first that would:
    a name can be set once."""
    found: dict[Name, Setting] = {}
    for setting in settings:
        became = change(setting.section, setting.key, profile.name)
        known = profile.spec(setting.section, setting.key) is not None
        if became is not None and became.kind in ("renamed", "moved") and not known:
            for place in became.to:
                found.setdefault(place, setting)
    return found


def free(
    name: Name, became: Change, given: Collection[Name], taken: Mapping[Name, Setting]
) -> tuple[Name, ...]:
    """The new places of a name that nothing else gives: no setting, and no leftover before it."""
    return tuple(
        place
        for place in became.to
        if place not in given
        and (place not in taken or (taken[place].section, taken[place].key) == name)
    )


def instead(experiment: Experiment, name: Name, became: Change | None) -> str:
    """What to do about a name that became something else, as the end of a message."""
    if became is None:
        return ""
    if not became.to:
        return f": remove it; {became.instead}"
    given, taken = given_names(experiment), _heirs(experiment)
    left = free(name, became, given, taken)
    if left == became.to:
        return f": {became.instead}"
    if left:
        rest = [place for place in became.to if place not in left]
        return f": use {_places(left)} ({_places(rest)} is set already)"
    verb = "takes" if len(became.to) == 1 else "take"
    if all(place in given for place in became.to):
        return f": remove it; {_places(became.to)}, which the file sets, {verb} its place"
    earlier = next(taken[place] for place in became.to if place not in given)
    told = f"[{earlier.section}] {earlier.key} (line {earlier.span.line})"
    return f": remove it; {told} becomes {_places(became.to)} already"


def _heirs(experiment: Experiment) -> Mapping[Name, Setting]:
    return experiment.once("names.heirs", lambda e: heirs(e.block.settings, e.profile))


def _places(places: Iterable[Name]) -> str:
    return " and ".join(map(written, places))


def written(name: Name) -> str:
    """A name with its section."""
    return "[{}] {}".format(*name)


def swept_title(name: Name) -> str:
    """The header of the table that sweeps a name."""
    return f"[{'.'.join(('sweep', *filter(None, name)))}]"


def rename(experiment: Experiment, value: Value, became: Change | None) -> Fix | None:
    """The rename of a key to its one new name in the same section, where nothing else gives that."""
    setting = value.setting
    if became is None or setting is None or became.kind != "renamed" or setting.section == DEFAULT:
        return None
    left = free(value.name, became, given_names(experiment), _heirs(experiment))
    if not left or left[0][0] != value.section:
        return None
    key = left[0][1]
    return _rename_to(experiment.document, setting, key, safe=became.keeps_meaning)


def _rename_to(document: Document, setting: Setting, key: str, *, safe: bool) -> Fix | None:
    text = _renamed(document, setting, key)
    edits = (Edit(setting.key_span, text),) if text else ()
    return Fix(f"rename {setting.key} to {key}", edits, safe=safe) if edits else None


def correction(experiment: Experiment, value: Value, meant: Name | None) -> Fix | Mend | None:
    """The name that was likely meant in place of an unknown one, where nothing else gives that: a guess."""
    setting = _movable(value)
    if setting is None or meant is None or meant in given_names(experiment):
        return None
    if meant[0] == value.section:
        return _rename_to(experiment.document, setting, meant[1], safe=False)
    return moved(setting, meant, safe=False)


def relocation(experiment: Experiment, value: Value, became: Change | None) -> Mend | None:
    """The move of a key to the one place that it has now, or its removal where its new places are set, or
    where it has none: that is a loss, and no safe one."""
    setting = _movable(value)
    if setting is None or became is None:
        return None
    if not became.to:
        return removed(setting, safe=False)
    if all(place in _file_names(experiment) for place in became.to):
        return removed(setting)
    left = free(value.name, became, given_names(experiment), _heirs(experiment))
    if became.kind in ("renamed", "moved") and left == became.to and len(left) == 1:
        return moved(setting, left[0], safe=became.keeps_meaning)
    return None


def to_section(experiment: Experiment, value: Value, section: str) -> Mend | None:
    """The move of a key to the section that it belongs to, or its removal where the file sets it there."""
    setting, place = _movable(value), (section, value.key)
    if setting is None:
        return None
    if place in given_names(experiment):
        return removed(setting) if place in _file_names(experiment) else None
    return moved(setting, place)


def _movable(value: Value) -> Setting | None:
    """The setting of the file that gives a value, unless its text means something in its place alone: that of
    [DEFAULT] stands in every section, and a reference is to a neighbour."""
    setting = value.setting
    if value.layer.kind != "file" or setting is None or setting.section == DEFAULT:
        return None
    return None if "%(" in setting.raw else setting


def _file_names(experiment: Experiment) -> frozenset[Name]:
    return frozenset(one.name for one in experiment.config.own() if one.layer.kind == "file")


def _renamed(document: Document, setting: Setting, key: str) -> str | None:
    """The key's text with its last part replaced: quotes, and the path of a dotted key, stay."""
    span = setting.key_span
    lines = re.split(r"\r\n|\r|\n", document.text)
    if span.end_line != span.line or span.line > len(lines):
        return None
    written = lines[span.line - 1][span.column - 1 : span.end_column - 1]
    match = re.fullmatch(rf"(.*[^\w])?{re.escape(setting.key)}(\W?)", written, re.IGNORECASE)
    return f"{match[1] or ''}{key}{match[2]}" if match else None


def likely(experiment: Experiment, section: str, key: str) -> Name | None:
    """The known name that an unknown one was most likely meant to be, or None: a fork's own names
    count, a name in the same section comes first, and a guess that is as good as another is none."""
    known = experiment.profile.all_names | experiment.target.fork_names
    if is_synonym(key):
        return meant(section, key, known)
    here = near(key, [name for of, name in known if of == section])
    if here is not None:
        return section, here
    word = near(key, {name for of, name in known if of != "sweep"})
    places = [place for place in known if place[1] == word and place[0] != "sweep"]
    if word is None:
        places = list(_slips_elsewhere(experiment, section, key))
    return places[0] if len(places) == 1 else None


def _slips_elsewhere(experiment: Experiment, section: str, key: str) -> Iterator[Name]:
    """What the names of other generations became here of which a word is a slip: ``horizen``, ``beta_1``."""
    for profile in profiles().values():
        word = near(key, profile.tables.get(section, {}))
        became = change(section, word, experiment.profile.name) if word else None
        if became is not None and became.kind in ("renamed", "moved"):
            yield from became.to


def near(word: str, known: Iterable[str]) -> str | None:
    """The known name that a word is a slip of, or None; also where two are equally near."""
    rated = sorted(((_likeness(word.lower(), name), name) for name in known), reverse=True)
    if not rated or not rated[0][0] or (len(rated) > 1 and rated[1][0] == rated[0][0]):
        return None
    return rated[0][1]


def near_section(name: str, known: Iterable[str]) -> str | None:
    """The section that a title is a slip of, or None."""
    plain = name.strip().lower()
    return SECTIONS.get(plain) or near(plain, known)


def _likeness(word: str, name: str) -> float:
    """How alike two names are; 0 where one is no slip of the other."""
    if word[:1] != name[:1]:
        return 0
    words, parts = word.replace("-", "_").split("_"), name.split("_")
    ratio = SequenceMatcher(None, "".join(words), "".join(parts)).ratio()
    if len(words) != len(parts):
        return ratio if ratio >= SAME else 0
    pairs = zip(words, parts, strict=True)
    if all(SequenceMatcher(None, *pair).ratio() >= WORD for pair in pairs):
        return ratio if ratio >= ALIKE else 0
    return 0
