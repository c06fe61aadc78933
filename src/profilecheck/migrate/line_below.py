"""What lies below a launch line: the INI that it names, as 3.0 reads it and as 4.0 will."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Final

from profilecheck.blocks import Block
from profilecheck.document import UNKNOWN
from profilecheck.engine import experiment_of
from profilecheck.experiment import Experiment
from profilecheck.migrate.request import FROM, TO, Source
from profilecheck.profiles import migration as shapes
from profilecheck.profiles import profiles, v3_to_v4
from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_environments import PREFIX
from profilecheck.profiles.launch_lines import Launch
from profilecheck.profiles.migration import Outcome
from profilecheck.profiles.v3_shipped import counts
from profilecheck.profiles.v3_to_v4_agents import ENVS, GAMES, TOTAL
from profilecheck.target import decide

ENVIRONMENT: Final = ("base", "env_name")


class Below:
    """The INI that a line names, as 3.0 reads it and as 4.0 will. ``complete`` is false where it is not known:
    then only what upstream's own INI of that name says of the agents is."""

    def __init__(
        self, block: Block, launch: Launch, source: Source, answers: Mapping[str, str]
    ) -> None:
        request, around = source.request, source.surroundings
        profile = profiles()[FROM]
        target = decide(block, replace(request.options, target=None), around)
        target = replace(target, profile=profile)
        alone = replace(block, settings=(), sections=(), launch=replace(launch, arguments=()))
        self.line = experiment_of(block, target, profile, request.options, around)
        self.alone = experiment_of(alone, target, profile, request.options, around)
        self.complete = self.alone.config.complete
        self.answers = answers
        name = launch.environment.text if launch.environment and launch.environment.whole else ""
        self.written = self._own() if self.complete else self._shipped(name, source)
        self.threads = self.line.host.threads if self.line.host.declared else None

    def _own(self) -> dict[Name, object]:
        tree = self.alone.tree.path if self.alone.tree else None
        return {
            name: value.value
            for name, value in self.alone.config.values.items()
            if value.layer.kind == "project" and value.layer.name != tree
        }

    def _shipped(self, name: str, source: Source) -> dict[Name, object]:
        configs = source.surroundings.configs
        bare = name.removeprefix(PREFIX)
        found: dict[Name, object] = {ENVIRONMENT: name} if name else {}
        if configs is None or (configs.find(name) is None and configs.find(bare) is None):
            found |= counts(name)
        return found

    def outcome(
        self, flags: Mapping[Name, object], answers: Mapping[str, str] | None = None
    ) -> Outcome:
        """What becomes of the INI with flags over it."""
        experiment: Experiment = self.line if flags else self.alone
        written = {**self.written, **flags}
        if TOTAL not in flags and (ENVS in flags or GAMES in flags):
            written.pop(TOTAL, None)  # what the line says of the agents takes its place

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
                threads=self.threads if isinstance(self.threads, int) else None,
                answers=self.answers if answers is None else answers,
            )
        )

    def _counts(self, written: Mapping[Name, object]) -> bool:
        """Whether it is known how many games each environment runs."""
        return self.complete or GAMES in written

    @cached_property
    def unflagged(self) -> Outcome:
        """What becomes of the INI alone."""
        return self.outcome({})

    def migrated(self) -> Mapping[Name, object]:
        """The values that will lie below the line in 4.0, as far as they are known."""
        target = profiles()[TO]
        found: dict[Name, object] = {
            (section, key): target.read(text)
            for section, texts in target.default_texts().items()
            for key, text in texts.items()
        }
        if self.complete:
            found |= puts_of(self.unflagged)
        return found


def puts_of(outcome: Outcome) -> dict[Name, object]:
    fates = (*outcome.fates.values(), *outcome.added)
    return {put.name: put.value for fate in fates for put in fate.puts}
