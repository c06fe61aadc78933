"""What lies below a launch line: the INI that it names, as 3.0 reads it and as 4.0 will."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Final

from profilecheck.blocks import Block
from profilecheck.config_folder import ConfigFolders
from profilecheck.document import UNKNOWN
from profilecheck.engine import experiment_of
from profilecheck.experiment import Experiment
from profilecheck.migrate.line_draft import LEFT
from profilecheck.migrate.plan import threads_of
from profilecheck.migrate.request import FROM, Source
from profilecheck.migrate.restored import restored
from profilecheck.migrate.tree import below_line, values_of
from profilecheck.profiles import migration as shapes
from profilecheck.profiles import profiles, v3_to_v4
from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_environments import PREFIX
from profilecheck.profiles.launch_lines import Launch, flags, name_of
from profilecheck.profiles.migration import Outcome
from profilecheck.profiles.v3_shipped import counts
from profilecheck.profiles.v3_to_v4_agents import ENVS, GAMES, TOTAL, TOTAL_KEY
from profilecheck.profiles.v3_to_v4_names import other_names
from profilecheck.target import decide

ENVIRONMENT: Final = ("base", "env_name")
BATCH: Final = ("vec", "batch_size")


class Below:
    """The INI that a line names, as 3.0 reads it and as 4.0 will. ``complete`` is false where it is not known:
    then only what upstream's own INI of that name says of the agents is."""

    def __init__(
        self,
        block: Block,
        launch: Launch,
        source: Source,
        answers: Mapping[str, str],
        own: frozenset[str],
    ) -> None:
        self._made_of = block, launch, source, answers, own
        request = source.request
        around = replace(source.surroundings, configs=configs_of(launch, source))
        profile = profiles()[FROM]
        target = decide(block, replace(request.options, target=None), around)
        target = replace(target, profile=profile)
        alone = replace(block, settings=(), sections=(), launch=replace(launch, arguments=()))
        self.line = experiment_of(block, target, profile, request.options, around)
        self.alone = experiment_of(alone, target, profile, request.options, around)
        self.complete = self.alone.config.complete
        ini, configs = self._ini(), source.surroundings.configs
        if ini and configs is not None:
            ini = source.shown(configs.base / ini)
        self.is_alone = request.alone
        self.of_ini = request.answers_for(ini), request.named_of(ini)
        self.answers = self.of_ini[0] | {
            k: text for k, text in answers.items() if text != LEFT.answer
        }
        self.of_total = answers.get(TOTAL_KEY)
        self.own, self.of_file = own, source.own
        name = launch.environment.text if launch.environment and launch.environment.whole else ""
        self.written = self._own() if self.complete else self._shipped(name, launch, source)

    def under(self, environment: str) -> Below:
        """The same for a line whose environment is a variable, were it that one."""
        block, launch, source, answers, own = self._made_of
        assert launch.environment is not None
        word = replace(launch.environment, text=environment, whole=True, several=False, tail="")
        launch = replace(launch, environment=word)
        return Below(replace(block, launch=launch), launch, source, answers, own)

    def is_own(self, key: str) -> bool:
        """Whether an answer is for the line alone, or for the file where nothing else in it has to do with the key."""
        return key in self.own | self.of_file

    def _ini(self) -> str:
        """The path of the environment's INI; nothing where it is not known."""
        tree = self.alone.tree.path if self.alone.tree else None
        layers = (value.layer for value in self.alone.config.values.values())
        return next((one.name for one in layers if one.kind == "project" and one.name != tree), "")

    def _own(self) -> dict[Name, object]:
        tree = self.alone.tree.path if self.alone.tree else None
        return {
            name: value.value
            for name, value in self.alone.config.values.items()
            if value.layer.kind == "project" and value.layer.name != tree
        }

    def _shipped(self, name: str, launch: Launch, source: Source) -> dict[Name, object]:
        """What 3.0's own INI counts, for a line that counts over it; of any other 4.0's own decides the agents."""
        configs = source.surroundings.configs
        bare = name.removeprefix(PREFIX)
        found: dict[Name, object] = {BATCH: UNKNOWN}  # the loader always lays one below the line
        if name:
            found[ENVIRONMENT] = name
        if not _counts(launch):
            return found
        if configs is None or not (configs.candidates(name) or configs.candidates(bare)):
            found |= counts(name)
        return found

    def outcome(
        self, flags: Mapping[Name, object], answers: Mapping[str, str] | None = None
    ) -> Outcome:
        """What becomes of the INI with flags over it."""
        experiment: Experiment = self.line if flags else self.alone
        written: dict[Name, object] = {
            name: value
            for name, value in self.written.items()
            if name in flags or not flags.keys() & other_names(name)
        }
        written |= flags

        own = self.own
        answers = dict(self.answers if answers is None else answers)
        if flags.keys() & {ENVS, GAMES, TOTAL}:  # not what the INI's agents are decided to be
            own |= self.of_file
            if answers.get(TOTAL_KEY) != self.of_total:
                answers.pop(TOTAL_KEY, None)

        def get(section: str, key: str) -> object:
            if (section, key) in written:
                return written[section, key]
            return experiment.value(section, key) if self.complete else UNKNOWN

        return v3_to_v4.migrate(
            shapes.Source(
                written=written,
                get=get,
                sections=tuple(dict.fromkeys(section for section, _ in written)),
                loaded=self.complete,
                agents_per_env=self.line.agents_per_env if self._counts(written) else None,
                threads=threads_of(self.line),
                answers=answers,
                own=own if flags else self.of_ini[1],
                alone=self.is_alone,
                below=values_of(self.alone.tree),
            )
        )

    def _counts(self, written: Mapping[Name, object]) -> bool:
        """Whether it is known how many games each environment runs."""
        return self.complete or GAMES in written

    @cached_property
    def unflagged(self) -> Outcome:
        """What becomes of the INI alone."""
        return self.outcome({}, self.of_ini[0])

    def migrated(self) -> Mapping[Name, object]:
        """The values that will lie below the line in 4.0, as far as they are known."""
        ini = puts_of(self.unflagged) if self.complete else {}
        return below_line(self.alone.tree, ini)


def configs_of(launch: Launch, source: Source) -> ConfigFolders | None:
    """The config folders that lie below a line: as 3.0 had them, where it counts with what they say."""
    configs = source.surroundings.configs
    return configs.changed(restored) if configs is not None and _counts(launch) else configs


def _counts(launch: Launch) -> bool:
    """Whether a line counts environments as 3.0 does, so that it has to be known what its INI said of the rest."""
    return any(name_of(flag) in (ENVS, GAMES) for flag, _ in flags(launch))


def puts_of(outcome: Outcome) -> dict[Name, object]:
    fates = (*outcome.fates.values(), *outcome.added)
    return {put.name: put.value for fate in fates for put in fate.puts}
