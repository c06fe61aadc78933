"""What is said of a run, in words: what would start, from which layers, and what keeps it from starting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath

from profilecheck.document import UNKNOWN
from profilecheck.findings import Severity
from profilecheck.hosts import Host
from profilecheck.launch.plan import Plan
from profilecheck.launch.quoting import quoted
from profilecheck.layers import Value
from profilecheck.telling import counted, told

_CANNOT_SAY = {
    "json": ("JSON has no tuples", (tuple,)),
    "toml": ("TOML has neither None nor tuples", (tuple, type(None))),
    "yaml": ("YAML has no tuples", (tuple,)),
}
"""What a format cannot say that an INI can, and what it is in Python."""


_WIDTH = 100
"""Characters of a line of a list, as far as its words allow."""


def on_host(judged: Host, declared: Host) -> Iterator[str]:
    """Where it is judged for another machine than the one that was declared."""
    if judged.name != declared.name:
        yield (
            f"it starts here, and not on {declared.name}, which is declared with {_counts(declared)}: "
            f"checked for {judged.name}, with {_counts(judged)}"
        )


def _counts(host: Host) -> str:
    parts = [(host.cores, "physical core"), (host.threads, "hardware thread")]
    known = [counted(count, noun) for count, noun in parts if count is not UNKNOWN]
    return " and ".join(known) or "nothing that is known"


def what_starts(made: Plan) -> Iterator[str]:
    """What was found, what would start, and from which layers."""
    document = made.experiment.document
    why = "; ".join(one.message for one in made.experiment.target.evidence)
    yield f"{document.path} is for {made.experiment.profile.name}: {why}"
    yield f"what starts: {made.runtime.told}, by {made.runtime.python}; checked for {made.experiment.host.name}"
    if made.inis is not None:
        yield f"its loader reads {' and '.join(made.inis.paths)}"
        yield from _layers(made)
    passed: dict[str, list[str]] = {}
    for one in made.passed:
        source = document.path if one.value.layer.kind == "file" else one.value.layer.name
        passed.setdefault(source, []).append(one.flag)
    for source, flags in passed.items():
        yield f"passed from {source}: {quoted(flags)}"
    for left in made.unpassed:
        if not left.matters:
            yield f"not passed, and nothing reads it: {left.told}"
    if made.start_method is not None:
        yield f"its workers start by {made.start_method}"
    for note in made.notes:
        yield f"note: {note}"


def _layers(made: Plan) -> Iterator[str]:
    path = made.experiment.document.path
    if made.replaces:
        assert made.inis is not None and made.inis.environment is not None
        instead = made.inis.environment.path
        if Path(path).resolve() != Path(instead).resolve():
            yield f"{path} lies over {made.below[0]} alone: --over installed lays it over {instead} too"
    elif len(made.below) > 1:
        yield f"{path} lies over both: what it does not set is as they have it"
        if made.from_environment:
            name = PurePath(made.below[-1]).name
            yield f"{name} gives, as {path} does not:"
            yield from _by_section(made.from_environment)


def _by_section(values: Iterable[Value]) -> Iterator[str]:
    """A line for each section, or several where it is long."""
    sections: dict[str, list[str]] = {}
    for one in values:
        sections.setdefault(one.section, []).append(f"{one.key}={told(one.value)}")
    for section, held in sections.items():
        line = f"- [{section}]"
        for word in held:
            if len(line) + len(word) >= _WIDTH:
                yield line
                line = f"- [{section}]"
            line += f" {word}"
        yield line


def starts_otherwise(made: Plan) -> Iterator[str]:
    """How what starts is not what was checked, once that is allowed."""
    if made.lost:
        yield f"what starts is not what was checked, in {len(made.lost)} of its settings:"
    for one in made.lost:
        yield f"- it starts {one.differs} ({one.reason})"
    if made.opened:
        yield f"{_left_open(made)}: what starts has it as it is installed"
    yield from _in_part(made)


def _in_part(made: Plan) -> Iterator[str]:
    """Where a config does not quite take the place of the environment's INI."""
    if made.replaces and any(one.checked is None for one in made.lost):
        assert made.inis is not None and made.inis.environment is not None
        path, name = made.experiment.document.path, PurePath(made.inis.environment.path).name
        yield (
            f"{path} takes the place of {name} only in part: of what it does not set, some starts as default.ini "
            f"has it, and the rest as {name} has it; --over installed lays {path} over both"
        )


def refusals(made: Plan, least: Severity, *, allowed: bool) -> Iterator[str]:
    """Why it is not started: findings from ``least`` on too. What cannot be passed is listed, and no reason
    where that is ``allowed``."""
    yield from made.refusals
    if allowed:
        yield from made.instead
    yield from _counted(made, least)
    for one in () if allowed else made.lost:
        yield f"cannot be passed: {one.told}"
    if made.opened and not allowed:
        yield _left_open(made)


def _counted(made: Plan, least: Severity) -> Iterator[str]:
    errors = made.found(Severity.ERROR)
    more = made.found(least) - errors
    if errors:
        yield counted(errors, "error")
    if more:
        yield f"{counted(more, 'finding')} below error, and --fail-on is {least.value}"


def _left_open(made: Plan) -> str:
    sections = ", ".join(f"[{section}]" for section in made.opened)
    path = made.experiment.document.path
    return f"{path} is put together with other files: what it leaves out of {sections} is not known"


def after_refusal(made: Plan, *, allowed: bool) -> Iterator[str]:
    """What would have run, and what can be done about what cannot be passed."""
    left = () if allowed else made.lost
    if made.words:
        without = ", without what cannot be passed" if left else ""
        yield f"it would have run{without}: {made.command}"
    if not left and (allowed or not made.opened):
        return
    yield from _in_part(made)
    path, format_ = made.experiment.document.path, made.experiment.document.format
    note, kinds = _CANNOT_SAY.get(format_, ("", ()))
    if any(one.starts is not None and type(one.starts.value) in kinds for one in left):
        yield f"{note}: --set SECTION.KEY=VALUE gives what {path} cannot say"
    what = "what cannot be passed" if left else "what is left out"
    yield f"--allow-unpassed starts {what} as it is installed"
