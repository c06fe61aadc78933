"""What a run would start, and what stands against it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from profilecheck.blocks import Block, beside_tables
from profilecheck.document import UNKNOWN, Document
from profilecheck.engine import check_document, experiment_of, experiments_in
from profilecheck.experiment import Experiment
from profilecheck.findings import FileReport, Severity, State
from profilecheck.judge import judge
from profilecheck.launch import Generation, generation
from profilecheck.launch.inis import Installed, NoConfig, installed
from profilecheck.launch.installed import Runtime
from profilecheck.launch.line import (
    LINE,
    Differences,
    Passed,
    Unpassed,
    come_to,
    given_behind,
    layer_of,
    line_of,
    passable,
)
from profilecheck.launch.needs import missing, told_missing
from profilecheck.launch.quoting import quoted
from profilecheck.launch.tables import spread
from profilecheck.launch.verdicts import as_read, as_started, beneath
from profilecheck.layers import FILE, Config, Override, Value
from profilecheck.options import Options
from profilecheck.profiles import loader
from profilecheck.profiles.base import text_of
from profilecheck.profiles.launch_programs import PROGRAM
from profilecheck.profiles.launch_runs import CONFIGS, ENVIRONMENT, PACKAGE, reads
from profilecheck.surroundings import Surroundings, over
from profilecheck.target import Target, decide
from profilecheck.telling import cut, told

FORMATS = ("ini", "toml", "json", "yaml")
"""What a config is written in."""
LINES = frozenset({"PC7"})
"""The rules on launch lines."""
Over: TypeAlias = Literal["installed", "default"]
"""What a config lies over: default.ini and the INI of its environment, as they are installed, or default.ini alone,
so that it takes the place of that INI."""


class NothingToRun(Exception):
    """What was asked for is nothing that could be started; the message says why."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be started: a document with the file's whole path, how it is judged, and the line's own words.

    ``over`` None: ``default`` where the file has a default.ini of its own, ``installed`` elsewhere.
    """

    document: Document
    file: str
    options: Options
    surroundings: Surroundings
    environment: str | None = None
    behind: tuple[str, ...] = ()
    over: Over | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What would start, and what stands against it.

    ``reports`` are the verdicts on the config and on the launch line as it is typed. ``refusals`` say what else
    keeps it from starting; ``unpassed`` are settings that would start with another value. ``words`` is the
    command, empty where it cannot be told; ``mismatch`` is a refusal too: what is installed is of another generation; ``config`` the checked config with those flags. ``below`` are the INIs
    that the config was laid over, the upper one last. ``instead`` says what
    keeps the config from starting with ``unpassed`` as they would start. ``opened`` are the sections of which it is not known what
    the config leaves to other files that it is put together with.
    """

    experiment: Experiment
    runtime: Runtime
    environment: str
    reports: tuple[FileReport, ...]
    config: Config
    inis: Installed | None = None
    below: tuple[str, ...] = ()
    passed: tuple[Passed, ...] = ()
    unpassed: tuple[Unpassed, ...] = ()
    opened: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
    mismatch: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    start_method: str | None = None

    def found(self, least: Severity) -> int:
        """How many findings are at least so severe."""
        found = (one for report in self.reports for one in report.findings)
        return sum(one.severity.rank >= least.rank for one in found)

    @property
    def lost(self) -> tuple[Unpassed, ...]:
        """What would start with another value, and is read."""
        return tuple(one for one in self.unpassed if one.matters)

    @property
    def replaces(self) -> bool:
        """Whether the config takes the place of the INI that is installed for its environment."""
        return self.inis is not None and self.inis.environment is not None and len(self.below) == 1

    @property
    def from_environment(self) -> tuple[Value, ...]:
        """What the environment's INI gives a run in this mode, as the config does not."""
        if self.inis is None or self.inis.environment is None or self.replaces:
            return ()
        path, of = self.inis.environment.path, self.experiment
        held = (one for one in self.config.values.values() if one.layer.name == path)
        return tuple(one for one in held if reads(of.profile.name, of.mode, one.name))

    @property
    def command(self) -> str:
        """The command, quoted for a shell."""
        return quoted(shown(self.words))


def plan(request: Request, runtime: Runtime) -> Plan:
    """What a request would start. Raises NothingToRun."""
    request = replace(request, options=replace(request.options, defaults="ini", launched=True))
    block, options = _block(request), request.options
    target = decide(block, options, request.surroundings)
    if target.state == "ambiguous" and target.unknown is None and runtime.generation is not None:
        options = replace(options, target=runtime.generation, target_from="installed")
        target = decide(block, options, request.surroundings)
    profile = target.profile
    if profile is None:
        raise NothingToRun(_undecided(target, runtime))
    experiment = experiment_of(block, target, profile, options, request.surroundings)
    environment = _environment(request, experiment)
    mismatch = tuple(_mismatch(target, profile.name, runtime))
    refusals: list[str] = []
    own = generation(profile.name)
    inis = None
    if own is None:
        refusals.append(f"it is for {profile.name}, which `profilecheck run` cannot start")
    elif not mismatch:
        refusals += own.obstacles(runtime, environment)
        refusals += _lacking(runtime)
        try:
            inis = installed(runtime.folder / CONFIGS[profile.name], environment)
        except NoConfig as error:
            refusals.append(str(error))
    if own is None or inis is None:
        reports = (
            check_document(request.document, options, request.surroundings, file=request.file),
        )
        return Plan(
            experiment,
            runtime,
            environment,
            reports,
            experiment.config,
            refusals=tuple(refusals),
            mismatch=mismatch,
        )
    bare = come_to(line_of(options.mode, environment, ()), profile, inis)
    around = replace(_around(request, inis, runtime), passable=passable(bare, profile))
    request = replace(request, surroundings=around)
    target = decide(block, options, around)
    experiment = experiment_of(block, target, profile, options, around)
    refusals += _unloadable(bare, experiment)
    return _Making(request, options, experiment, runtime, environment, inis, own).plan(refusals)


@dataclass(frozen=True, slots=True)
class _Making:
    """A plan whose runtime and INIs are there."""

    request: Request
    options: Options
    experiment: Experiment
    runtime: Runtime
    environment: str
    inis: Installed
    own: Generation

    def plan(self, refusals: Sequence[str]) -> Plan:
        experiment, options, request = self.experiment, self.options, self.request
        profile = experiment.profile
        line = line_of(options.mode, self.environment, request.behind)
        installed_config = come_to(line_of(options.mode, self.environment, ()), profile, self.inis)
        line_config = come_to(line, profile, self.inis)
        behind = given_behind(line_config, profile.name, options.mode)
        flags = tuple(
            Override(*name, text_of(one.value), layer_of(one)) for name, one in behind.items()
        )
        options = replace(options, overrides=(*options.overrides, *flags))
        checked = experiment_of(
            experiment.block, experiment.target, profile, options, request.surroundings
        )
        own_names = experiment.target.fork_names
        given = spread(checked.config, installed_config)
        found = list(
            Differences(
                *(given, installed_config, profile, options.mode),
                *(own_names, self.inis.paths[-1]),
            ).found(behind)
        )
        passed = tuple(one for one in found if isinstance(one, Passed))
        unpassed = (*_outside(checked.block), *(one for one in found if isinstance(one, Unpassed)))
        words = (options.mode, self.environment, *(one.flag for one in passed), *request.behind)
        config = check_document(request.document, options, request.surroundings, file=request.file)
        reports = (config, self._on_line(line, line_config))
        result = come_to(line_of(words[0], words[1], words[2:]), profile, self.inis)
        values = {name: value.value for name, value in checked.config.values.items()}
        return Plan(
            experiment=checked,
            runtime=self.runtime,
            environment=self.environment,
            reports=reports,
            config=given,
            inis=self.inis,
            below=tuple(self._below()),
            passed=passed,
            unpassed=unpassed,
            opened=tuple(self._opened(checked.config)),
            words=(*self.runtime.command, *words),
            refusals=(
                *refusals,
                *_untaken(line_config, reports),
                *self.own.unmade(self.runtime, self.environment, result.value(*PACKAGE, None)),
                *beneath(checked, options),
                *as_read(checked, result),
            ),
            instead=tuple(as_started(checked, unpassed, options)),
            notes=tuple(self.own.notes(self.runtime, self.environment)),
            start_method=self.own.start_method(options.mode, values, self.runtime),
        )

    def _on_line(self, line: Block, config: Config) -> FileReport:
        """The verdict on the mode, the environment and the flags behind ``--``."""
        experiment = replace(
            self.experiment, block=line, config=config, tree=self.inis.default, below=None, _memo={}
        )
        findings = tuple(
            one for one in judge(experiment, families=LINES) if self.options.wants(one.code)
        )
        state = State.FINDINGS if findings else State.OK
        return FileReport(
            LINE, state, self.experiment.profile.name, findings=findings, text=line.document.text
        )

    def _opened(self, config: Config) -> Iterator[str]:
        """The sections to which other files may add what the mode reads."""
        profile, mode = self.experiment.profile.name, self.options.mode
        supposed = (one for one in config.values.values() if one.supposed)
        yield from dict.fromkeys(one.section for one in supposed if reads(profile, mode, one.name))

    def _below(self) -> Iterator[str]:
        """The INIs that the config lies over."""
        around = self.request.surroundings
        if around.default_ini is not None and not around.is_default_ini:
            yield around.default_ini.path
        if around.environment_ini is not None:
            yield around.environment_ini.path


def _outside(block: Block) -> Iterator[Unpassed]:
    """What stands beside the tables of a typed file, where no loader looks."""
    document = block.document
    if document.format == "ini":
        return
    for setting in beside_tables(document):
        value = Value("", setting.key, setting.value, FILE, setting)
        reason = (
            "nothing reads what stands beside the tables; what belongs to none of them is in base"
        )
        yield Unpassed(value.name, reason, value, None)


def shown(words: Sequence[str]) -> tuple[str, ...]:
    """The words of a command, with the bare name of a program that this shell finds by it."""
    if not words:
        return ()
    found = shutil.which(PROGRAM)
    if found is not None and os.path.realpath(found) == os.path.realpath(words[0]):
        return (PROGRAM, *words[1:])
    return tuple(words)


def _block(request: Request) -> Block:
    document, options = request.document, request.options
    if document.format not in FORMATS:
        raise NothingToRun(f"it is no config ({', '.join(FORMATS)}), which is what a run starts")
    found = experiments_in(document, options, request.file)
    configs = [one for one in found if one.launch is None]
    if len(configs) == 1:
        return configs[0]
    if configs:
        tables = ", ".join(f"[{one.prefix}]" for one in configs)
        raise NothingToRun(
            f"it holds {len(configs)} experiments ({cut(tables)}), and a run starts one"
        )
    report = check_document(document, options, file=request.file)
    raise NothingToRun(report.reason or "it holds no config of PufferLib")


def _around(request: Request, inis: Installed, runtime: Runtime) -> Surroundings:
    """What lies around the config, with the INIs that it is laid over."""
    around = request.surroundings
    if request.over == "default" or (request.over is None and around.default_ini is not None):
        own = around.default_ini is not None
        return around if own else over(around, inis.default, runtime.folder)
    around = replace(over(around, inis.default, runtime.folder), is_default_ini=False)
    return replace(around, environment_ini=inis.environment)


def _lacking(runtime: Runtime) -> Iterator[str]:
    lacking = missing(runtime.folder, runtime.python)
    if lacking:
        yield f"{runtime.python} lacks {told_missing(lacking)}, which the launcher imports before all else"


def _undecided(target: Target, runtime: Runtime) -> str:
    if target.unknown is not None:
        return f"{target.evidence[0].message}, and no profile describes {target.unknown}"
    if target.state == "mixed":
        names = "; ".join(
            f"{one.message} (line {one.span.line})" for one in target.evidence if one.span
        )
        here = f" (what is installed is {runtime.generation})" if runtime.generation else ""
        return f"it holds names of two generations: give --target{here}: {names}"
    return "nothing tells its generation, nor that of what is installed: give --target"


def _environment(request: Request, experiment: Experiment) -> str:
    value = experiment.value(*ENVIRONMENT)
    section, key = ENVIRONMENT
    names = value.split() if isinstance(value, str) else []
    asked, own = request.environment, experiment.get(*ENVIRONMENT)
    if asked is None:
        if len(names) == 1:
            return names[0]
        which = f"its [{section}] {key} names {', '.join(names)}"
        if not names:
            which = "it names no environment"
        if value is UNKNOWN and own is not None:
            which = f"its [{section}] {key} is not known"
        raise NothingToRun(f"{which}: give --env NAME")
    if names and asked not in names and own is not None and own.layer.own:
        raise NothingToRun(f"--env is {told(asked)}, but its [{section}] {key} is {told(value)}")
    return asked


def _mismatch(target: Target, wanted: str, runtime: Runtime) -> Iterator[str]:
    if runtime.generation != wanted:
        why = "; ".join(one.message for one in target.evidence)
        yield (
            f"this is for {wanted} ({why}), but what would start is "
            f"{runtime.generation or 'of no generation that is known'}: {runtime.told} ({runtime.why})"
        )


def _unloadable(config: Config, experiment: Experiment) -> Iterator[str]:
    """What keeps the loader from putting the installed INIs together, whatever is passed."""
    values = [(name, value.value) for name, value in config.values.items()]
    for fault in loader.faults(values, experiment.profile.fixed_flags):
        if fault.raises:
            section, key = fault.name
            yield f"the installed INIs do not load: [{section}] {key} ({fault.cause})"
    for bad in config.bad_interpolations:
        yield f"the installed INIs do not load: [{bad.section}] {bad.setting.key}: {bad.fault}"


def _untaken(config: Config, reports: Sequence[FileReport]) -> Iterator[str]:
    """Words behind ``--`` that the launcher refuses, where no finding says so."""
    if any(one.severity is Severity.ERROR for report in reports[1:] for one in report.findings):
        return
    for one in config.flags:
        if one.outcome != "set":
            yield f"the launcher does not take {told(one.flag)} behind -- ({one.outcome})"
