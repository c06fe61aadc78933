"""What will lie below a migrated file or launch line in 4.0: the tree's default.ini, whether it is migrated too or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from profilecheck.config_folder import Change
from profilecheck.document import UNKNOWN, Document, Setting
from profilecheck.migrate.request import FROM, TO
from profilecheck.profiles import is_known, profiles
from profilecheck.profiles.base import ABSENT, Name
from profilecheck.profiles.launch_lines import CLOSED
from profilecheck.profiles.loader import name_read
from profilecheck.profiles.names import change
from profilecheck.surroundings import Surroundings


def carried_over(default: Document) -> Document:
    """Its numbers that 4.0 reads by their names of today, or by those that 3.0's become, and a fork's own settings.

    Another value may mean something else in 4.0, and what is worked out from several names is not known here.
    """
    held = {name_read((one.section, one.key)) for one in default.settings}
    return replace(default, settings=tuple(_carried(default, held)))


def _carried(default: Document, held: set[Name]) -> Iterator[Setting]:
    target = profiles()[TO]
    for one in default.settings:
        name = name_read((one.section, one.key))
        if is_own(name):
            yield one
            continue
        if not isinstance(_number(one), (int, float)):
            continue
        if target.spec(*name) is None and target.section_kind(name[0]) != "open":
            row = change(*name, TO)
            if row is None or row.generation != FROM or row.kind not in ("renamed", "moved"):
                continue
            name = row.to[0]
            if name in held:
                continue
        yield replace(one, section=name[0], key=name[1])


def is_own(name: Name) -> bool:
    """Whether a name is a fork's own, in a section that takes none but known ones: it stays as it stands."""
    section = name[0]
    return section in CLOSED and not is_known(name) and change(*name, TO) is None


def below_line(default: Document | None, ini: Mapping[Name, object]) -> dict[Name, object]:
    """What lies below a launch line in 4.0: its own default.ini, what the tree's will give, and the INI of the
    environment as it is migrated."""
    target = profiles()[TO]
    found: dict[Name, object] = {
        (section, key): target.read(text)
        for section, texts in target.default_texts().items()
        for key, text in texts.items()
    }
    for one in () if default is None else carried_over(default).settings:
        found[one.section, one.key] = (
            target.read(one.value) if isinstance(one.value, str) else UNKNOWN
        )
    return found | dict(ini)


def values_of(default: Document | None) -> Callable[[str, str], object]:
    """The value that it will give a name in 4.0; ABSENT where it gives none."""
    settings = () if default is None else carried_over(default).settings
    values = {(one.section, one.key): _number(one) for one in settings}
    return lambda section, key: values.get((section, key), ABSENT)


def in_target(around: Surroundings, later: Change) -> Surroundings:
    """The same tree with what its default.ini will give in 4.0, and the INIs that ``later`` tells of."""
    if around.configs is not None:
        around = replace(around, configs=around.configs.changed(later))
    if around.default_ini is None or around.is_default_ini:
        return around
    return replace(around, carried_over=carried_over(around.default_ini))


def _number(setting: Setting) -> object:
    """The number that 4.0 reads; ABSENT where it reads something else, and where other names take part."""
    text = setting.value
    if not isinstance(text, str) or "%" in text:
        return ABSENT
    value = profiles()[TO].read(text)
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else ABSENT
