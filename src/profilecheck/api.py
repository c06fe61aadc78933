"""The public API: check files, check a text, validate Python values.

Each function judges as ``profilecheck check`` does, but reads no settings file: what is not passed
is not chosen. They all take the same choices:

- ``target``: a profile's name (``"3.0"``); None or ``"auto"`` decides from what is checked.
- ``mode``: how it is launched: ``train``, ``eval`` or ``sweep``.
- ``host``: where it will run: a ``Host``, its number of physical cores, or None for this machine.
- ``agents_per_env``: the agents of one environment, in 3.0 of one of its ``[env] num_envs`` games; None assumes none.
- ``overrides``: ``"section.key=value"`` texts, or ``Override``s, that lie over what is checked.
- ``defaults``: what lies below it: ``ini``, ``signature`` or ``none``; None decides by its format.
- ``select``, ``ignore``: codes of rules or their beginnings.

An argument that is not what it should be raises ``ChoiceError``, a ValueError.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from profilecheck import choices, wording
from profilecheck.checking import check_paths, report_of
from profilecheck.choices import ChoiceError
from profilecheck.engine import check_bytes, experiment_of
from profilecheck.experiment import Experiment, Mode
from profilecheck.findings import FileReport, Finding, Report, Severity
from profilecheck.hosts import Host
from profilecheck.judge import judge, judge_text, judge_undecided
from profilecheck.layers import Defaults, Override
from profilecheck.mappings import Astray, Given, read_mapping
from profilecheck.options import Options
from profilecheck.suppress import untold
from profilecheck.surroundings import NOWHERE
from profilecheck.target import decide
from profilecheck.telling import told

if TYPE_CHECKING:
    from pydantic import BaseModel


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
    gitignore: bool = True,
    jobs: int | None = 1,
) -> Report:
    """The verdict on files, and on folders, which are searched for configs.

    ``exclude`` holds patterns as ``.gitignore`` writes them, relative to the current folder. In folders
    what git ignores is left out, or with ``gitignore=False`` looked at too. At most ``jobs`` processes
    judge, None: one on each core; fewer than a thousand files are judged in this one. A path
    that cannot be read or holds nothing to check has the state ``unreadable``; nothing on disk
    makes this raise.
    """
    options = _options(target, mode, host, agents_per_env, overrides, defaults, select, ignore)
    verdicts = check_paths(
        choices.paths(paths),
        options,
        exclude=choices.patterns(exclude),
        root=Path.cwd(),
        gitignore=choices.flag("gitignore", gitignore),
        jobs=choices.jobs(jobs),
    )
    report = report_of(verdicts)
    return Report(tuple(map(wording.for_programs, report.files)))


def check_text(
    text: str | bytes,
    filename: str | os.PathLike[str],
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
    options = _options(target, mode, host, agents_per_env, overrides, defaults, select, ignore)
    name = choices.filename(filename)
    return wording.for_programs(check_bytes(choices.data(text), name, options))


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
    are warnings and advice. ``model`` is the profile's strict model of ``values``: of the whole config,
    or of the keyword arguments. The fields that are set (``model_dump(exclude_unset=True)``) are those
    in force; any other holds what default.ini has, which is not in force. It is None where the runtime
    takes a value that the strict model does not.
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
    """Validate Python values: a whole config, ``{"vec": {...}, "train": {...}}``, what PufferLib's own
    ``load_config`` returned, or the keyword arguments of 3.0's ``vector.make``, ``{"num_envs": 8, ...}``.

    It is a whole config where a key is a section's name and holds a mapping, or begins with one
    (``vec.num_envs``); other keys beside them are not looked at. Objects that no file could hold
    (arrays, functions, classes) are not judged.

    Raises ConfigError, with every finding, where one of them is an error, where nothing tells which
    generation the values are meant for, or where arguments of ``make`` stand beside sections, so that
    they would be lost.
    """
    options = _options(target, mode, host, agents_per_env, overrides, defaults, select, ignore)
    if not issubclass(type(config), Mapping):
        raise ChoiceError(f"config = {told(config)}: expected a mapping, {_MAPPINGS}")
    try:
        given = read_mapping(config)
    except Astray as error:
        raise ConfigError((), str(error)) from error
    document, decision = given.document, decide(given.block, options, NOWHERE)
    findings = judge_text(document)
    if decision.profile is None:
        findings += judge_undecided(given.block, decision)
        raise ConfigError(_wanted(findings, options), _unread(given) or _UNDECIDED)
    experiment = experiment_of(given.block, decision, decision.profile, options, NOWHERE)
    findings = _wanted(findings + judge(experiment, untold(options, ())), options)
    if document.broken or any(finding.severity is Severity.ERROR for finding in findings):
        raise ConfigError(findings, _unread(given))
    return Validated(
        profile=decision.profile.name,
        values=_effective(experiment, given),
        findings=tuple(findings),
        model=_model(experiment, given.flat),
    )


_MAPPINGS = 'such as {"num_envs": 8} or {"vec": {...}}'
_UNDECIDED = "which generation is it for? Pass target="


def _unread(given: Given) -> str:
    return next((problem.message for problem in given.document.problems if problem.fatal), "")


def _options(
    target: object,
    mode: object,
    host: object,
    agents_per_env: object,
    overrides: object,
    defaults: object,
    select: object,
    ignore: object,
) -> Options:
    return Options(
        target=choices.target(target),
        mode=choices.mode(mode),
        host=choices.host_of(host),
        agents_per_env=choices.agents(agents_per_env),
        overrides=tuple(
            choices.override(one) for one in choices.several("overrides", overrides, "texts")
        ),
        defaults=choices.defaults(defaults),
        select=choices.codes(select, "select"),
        ignore=choices.codes(ignore, "ignore"),
    )


def _wanted(findings: list[Finding], options: Options) -> list[Finding]:
    return [wording.of(f) for f in dict.fromkeys(findings) if options.wants(f.code)]


def _effective(experiment: Experiment, given: Given) -> dict[str, dict[str, object]]:
    """The values in force; what was given stays the object that it was."""
    values: dict[str, dict[str, object]] = {}
    for value in experiment.config.values.values():
        name = f"{value.section}.{value.key}"
        own = value.setting is not None and name in given.values
        values.setdefault(value.section, {})[value.key] = given.values[name] if own else value.value
    return values


def _model(experiment: Experiment, flat: bool) -> BaseModel | None:
    """The strict model of the values in force, where it takes them."""
    profile = experiment.profile
    models = profile.models()
    name = next(n for n in (f"{profile.name}-make", f"{profile.name}-vec") if n in models)
    given: dict[str, Any] = {}
    for value in experiment.config.values.values():
        table = given
        for part in value.section.split("."):
            table = table.setdefault(part, {})
        table[value.key] = value.value
    model: type[BaseModel] = models[name if flat else profile.name]
    try:
        return model.model_validate(given.get("vec", {}) if flat else given)
    except ValueError:  # pydantic's ValidationError is one
        return None
