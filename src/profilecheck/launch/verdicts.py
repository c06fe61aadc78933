"""Errors of what would start that are none of the checked config's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from profilecheck.experiment import Experiment
from profilecheck.findings import Finding, Severity
from profilecheck.judge import judge, run, unmended
from profilecheck.launch.line import Unpassed
from profilecheck.layers import Config
from profilecheck.options import Options
from profilecheck.verdict import finding


def beneath(checked: Experiment, options: Options) -> Iterator[str]:
    """Errors in which nothing that the config gives takes part: it starts with those all the same."""
    for one in _more(checked, replace(checked, whole=True, _memo={})):
        if options.wants(one.code):
            yield f"in what lies below the config, {_in_full(one)}"


def as_started(
    checked: Experiment, unpassed: Iterable[Unpassed], options: Options
) -> Iterator[str]:
    """Errors that come only of what starts in the place of what cannot be passed."""
    left = [one for one in unpassed if one.matters]
    if not left:
        return
    values = dict(checked.config.values)
    for setting in left:
        values.pop(setting.name, None)
        if setting.starts is not None:
            values[setting.name] = setting.starts
    starts = replace(
        checked, config=replace(checked.config, values=values, _by_section={}, _own={})
    )
    whole = (replace(one, whole=True, _memo={}) for one in (checked, starts))
    for one in _more(*whole):
        if options.wants(one.code):
            yield f"with what starts instead, {_in_full(one)}"


def as_read(checked: Experiment, result: Config) -> Iterator[str]:
    """Errors that come only of how the launcher reads a number: 8.0 where 8 was checked."""
    values = {
        name: one.value
        for name, one in result.values.items()
        if (before := checked.config.get(*name)) is not None
        and before.value == one.value
        and type(before.value) is not type(one.value)
    }
    if not values:
        return
    whole = replace(checked, whole=True, _memo={})
    known = {one.identity for one in run(whole)}
    for one in run(whole.changed(values)):
        if one.severity is Severity.ERROR and one.identity not in known:
            told = finding(one, checked.document)
            yield f"as the launcher reads it, {told.code} {told.name}: {told.message}"


def _more(before: Experiment, after: Experiment) -> Iterator[Finding]:
    """The errors of one experiment that another has not. What mends them is found out where there are such."""
    known = {one.message for one in _errors(unmended(before))}
    if any(one.message not in known for one in _errors(unmended(after))):
        yield from (one for one in _errors(judge(after)) if one.message not in known)


def _errors(findings: Iterable[Finding]) -> Iterator[Finding]:
    return (one for one in findings if one.severity is Severity.ERROR)


def _in_full(finding: Finding) -> str:
    """A finding with its notes: it has no place in the file that a report could show."""
    notes = "; ".join(note.message for note in finding.notes)
    return f"{finding.code} {finding.name}: {finding.message}" + (f" ({notes})" if notes else "")
