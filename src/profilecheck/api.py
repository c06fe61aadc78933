"""The public API: check files, check a text, validate Python values.

Each function judges as ``profilecheck check`` does, but reads no settings file: what is not passed
is not chosen. They all take the same choices:

- ``target``: a profile's name (``"3.0"``); None or ``"auto"`` decides from what is checked.
- ``mode``: how it is launched: ``train``, ``eval`` or ``sweep``.
- ``host``: where it will run: a ``Host``, its number of physical cores, or None for this machine.
- ``agents_per_env``: the agents of one environment; None assumes none.
- ``overrides``: ``"section.key=value"`` texts, or ``Override``s, that lie over what is checked.
- ``defaults``: what lies below it: ``ini``, ``signature`` or ``none``; None decides by its format.
- ``select``, ``ignore``: codes of rules or their beginnings.

A choice that does not exist raises ``ChoiceError``, a ValueError.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from profilecheck import choices
from profilecheck.blocks import ANCHORS, SIBLINGS, Block, blocks
from profilecheck.checking import check_paths, report_of
from profilecheck.document import Document, Section, Setting
from profilecheck.engine import check_bytes, experiment_of, vec_names
from profilecheck.experiment import Experiment, Mode
from profilecheck.findings import START, FileReport, Finding, Report, Severity
from profilecheck.hosts import Host
from profilecheck.judge import judge, judge_text, judge_undecided
from profilecheck.layers import Defaults, Override
from profilecheck.options import Options
from profilecheck.sources.values import read_values
from profilecheck.surroundings import NOWHERE
from profilecheck.target import decide

if TYPE_CHECKING:
    from pydantic import BaseModel

VALUES = "<values>"


def check(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    target: str | None = None,
    mode: Mode = "train",
    host: Host | int | None = None,
    agents_per_env: int | None = None,
    overrides: Iterable[str | Override] = (),
    defaults: Defaults | None = None,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    exclude: Iterable[str] = (),
) -> Report:
    """The verdict on files, and on folders, which are searched for configs.

    ``exclude`` holds patterns as ``.gitignore`` writes them, relative to the current folder. A path
    that cannot be read or holds nothing to check has the state ``unreadable``; nothing on disk
    makes this raise.
    """
    options = _options(target, mode, host, agents_per_env, overrides, defaults, select, ignore)
    given = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    shown = [os.fspath(path) for path in given]
    return report_of(check_paths(shown, options, exclude=tuple(exclude), root=Path.cwd()))


def check_text(
    text: str | bytes,
    filename: str,
    *,
    target: str | None = None,
    mode: Mode = "train",
    host: Host | int | None = None,
    agents_per_env: int | None = None,
    overrides: Iterable[str | Override] = (),
    defaults: Defaults | None = None,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
) -> FileReport:
    """The verdict on a text, read as the file of that name would be. The disk is not looked at."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    options = _options(target, mode, host, agents_per_env, overrides, defaults, select, ignore)
    return check_bytes(data, filename, options)


class ConfigError(ValueError):
    """A config that does not run, with all that is wrong with it. ``findings`` has the errors first."""

    def __init__(self, findings: Iterable[Finding], reason: str = "") -> None:
        self.findings = tuple(
            sorted(findings, key=lambda finding: (-finding.severity.rank, finding.code))
        )
        self.reason = reason
        super().__init__(self.findings, reason)

    def __str__(self) -> str:
        lines = [self.reason] if self.reason else []
        for finding in self.findings:
            lines.append(
                f"{finding.severity.value} {finding.code} {finding.name}: {finding.message}"
            )
            lines += [f"  = {note.message}" for note in finding.notes]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Validated:
    """A config without errors.

    ``values`` are the effective values by section, with those that the defaults add. ``findings``
    are warnings and advice. ``model`` is the profile's strict model of what was given: of the whole
    config, or of the keyword arguments; fields that were not given hold default.ini's values. It is
    None where the runtime takes a value that the strict model does not.
    """

    profile: str
    values: Mapping[str, Mapping[str, object]]
    findings: tuple[Finding, ...]
    model: BaseModel | None


def validate(
    config: Mapping[str, object],
    *,
    target: str | None = None,
    mode: Mode = "train",
    host: Host | int | None = None,
    agents_per_env: int | None = None,
    overrides: Iterable[str | Override] = (),
    defaults: Defaults | None = None,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
) -> Validated:
    """Validate Python values: a whole config, ``{"vec": {...}, "train": {...}}``, or the keyword
    arguments of 3.0's ``vector.make``, ``{"num_envs": 8, ...}``.

    Raises ConfigError, with every finding, where one of them is an error or where nothing tells
    which generation the values are meant for.
    """
    options = _options(target, mode, host, agents_per_env, overrides, defaults, select, ignore)
    flat = not _is_nested(config)
    document, block = _flat(config) if flat else _nested(config)
    decision = decide(block, options, NOWHERE)
    findings = judge_text(document)
    if decision.profile is None:
        findings += judge_undecided(block, decision)
        raise ConfigError(_wanted(findings, options), "which generation is it for? Pass target=")
    experiment = experiment_of(block, decision, decision.profile, options, NOWHERE)
    findings = _wanted(findings + judge(experiment), options)
    broken = next((problem.message for problem in document.problems if problem.fatal), "")
    if broken or any(finding.severity is Severity.ERROR for finding in findings):
        raise ConfigError(findings, broken)
    return Validated(
        profile=decision.profile.name,
        values=_effective(experiment),
        findings=tuple(findings),
        model=_model(experiment, flat),
    )


def _options(
    target: str | None,
    mode: str,
    host: Host | int | None,
    agents_per_env: int | None,
    overrides: Iterable[str | Override],
    defaults: str | None,
    select: Iterable[str],
    ignore: Iterable[str],
) -> Options:
    return Options(
        target=choices.target(target),
        mode=choices.mode(mode),
        host=choices.host_of(host),
        agents_per_env=choices.agents(agents_per_env),
        overrides=tuple(o if isinstance(o, Override) else choices.override(o) for o in overrides),
        defaults=choices.defaults(defaults),
        select=choices.codes(select),
        ignore=choices.codes(ignore),
    )


def _wanted(findings: list[Finding], options: Options) -> list[Finding]:
    return [f for f in dict.fromkeys(findings) if options.wants(f.code)]


def _is_nested(config: Mapping[str, object]) -> bool:
    """Whether the mapping holds sections: tables of their names, or keys such as vec.num_envs."""
    sections = {*ANCHORS, *SIBLINGS}
    return any(
        (key in sections and isinstance(value, Mapping)) or str(key).partition(".")[0] in sections
        for key, value in config.items()
    )


def _flat(kwargs: Mapping[str, object]) -> tuple[Document, Block]:
    """Keyword arguments as [vec]. A mapping in them is part of an argument, not a section."""
    document = read_values({"vec": kwargs}, VALUES)
    if not document.broken:
        document = replace(document, settings=tuple(_arguments(document, kwargs)))
    return document, Block(document, "", document.sections, document.settings)


def _arguments(document: Document, kwargs: Mapping[str, object]) -> Iterator[Setting]:
    plain = {setting.key: setting for setting in document.settings if setting.section == "vec"}
    for name, value in kwargs.items():
        key = str(name)
        if _has_mapping(value):
            yield Setting("vec", key, value, repr(value), START, START, key)
        else:
            yield plain[key]


def _has_mapping(value: object) -> bool:
    if isinstance(value, (list, tuple)):
        return any(_has_mapping(element) for element in value)
    return isinstance(value, Mapping)


def _nested(config: Mapping[str, object]) -> tuple[Document, Block]:
    """A whole config. What it holds beside the known sections is none of ours."""
    document = read_values(config, VALUES)
    found = blocks(document, vec_names())
    if found and not found[0].prefix:
        return document, found[0]
    roots = {**dict.fromkeys(ANCHORS, "vec"), **{name: name for name in SIBLINGS}}

    def canonical(path: str) -> str | None:
        root, dot, rest = path.partition(".")
        return roots[root] + dot + rest if root in roots else None

    sections = tuple(
        Section(name, section.span)
        for section in document.sections
        if (name := canonical(section.name)) is not None
    )
    settings = tuple(
        replace(setting, section=name)
        for setting in document.settings
        if (name := canonical(setting.section)) is not None
    )
    return document, Block(document, "", sections, settings)


def _effective(experiment: Experiment) -> dict[str, dict[str, object]]:
    values: dict[str, dict[str, object]] = {}
    for value in experiment.config.values.values():
        values.setdefault(value.section, {})[value.key] = value.value
    return values


def _model(experiment: Experiment, flat: bool) -> BaseModel | None:
    """The strict model of the given values, where it takes them."""
    profile = experiment.profile
    models = profile.models()
    name = next(n for n in (f"{profile.name}-make", f"{profile.name}-vec") if n in models)
    given: dict[str, Any] = {}
    for value in experiment.config.own():
        table = given
        for part in value.section.split("."):
            table = table.setdefault(part, {})
        table[value.key] = value.value
    model: type[BaseModel] = models[name if flat else profile.name]
    try:
        return model.model_validate(given.get("vec", {}) if flat else given)
    except ValueError:  # pydantic's ValidationError is one
        return None
