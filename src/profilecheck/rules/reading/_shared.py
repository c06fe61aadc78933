"""What the rules on reading share: the strings of the checked file, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.misread import consequence
from profilecheck.profiles.v3_make import Bite

HARMLESS = Bite(Stage.SILENT, Severity.WARNING, Effect.DIFFERENT)


def texts(experiment: Experiment) -> Iterator[tuple[Value, str]]:
    """The values of the checked file and of overrides that are strings to the target."""
    for value in experiment.config.own():
        if isinstance(value.value, str) and value.section != "DEFAULT":
            yield value, value.value


def left_as_text(value: Value) -> bool:
    """True where an INI text is its own value, because nothing could be read from it."""
    return value.text is not None and value.text == value.value


def bite(experiment: Experiment, value: Value) -> Bite:
    """How badly a string bites where the target wants something else; a warning where it runs."""

    def section(name: str) -> dict[str, object]:
        known = experiment.profile.tables.get(name, {})
        values = experiment.config.section(name).items()
        return {key: found.value for key, found in values if key in known}

    found = consequence(experiment.profile.name, value.name, section, experiment.mode)
    return found or HARMLESS
