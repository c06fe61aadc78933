"""Two questions to ask of a text: does a rule find this, and does it stay quiet on that?

Texts are read as an INI under target 3.0 and mode train, for a machine of 1024 physical cores, so
that no count of cores interferes where a test does not ask for one.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from profilecheck.document import Document
from profilecheck.engine import check_bytes
from profilecheck.experiment import Mode
from profilecheck.findings import FileReport, Finding, Severity, State
from profilecheck.hosts import declared
from profilecheck.layers import Defaults, Override
from profilecheck.options import Options
from profilecheck.sources.read import read
from profilecheck.surroundings import NOWHERE, Surroundings


def report(
    text: str | bytes,
    *,
    name: str = "experiment.ini",
    target: str | None = "3.0",
    mode: Mode = "train",
    cores: int | str | None = 1024,
    threads: int | None = None,
    agents_per_env: int | None = None,
    defaults: Defaults | None = None,
    set_: str | Sequence[str] = (),
    default_ini: str | None = None,
    surroundings: Surroundings = NOWHERE,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
) -> FileReport:
    """The verdict on a text.

    ``set_`` is one ``section.key=value`` or several; ``default_ini`` is the text of a default.ini
    in the file's own folder. ``target`` None decides as a run without a flag does.
    """
    options = Options(
        target=target,
        mode=mode,
        host=declared(cores, threads, "tests"),
        agents_per_env=agents_per_env,
        overrides=tuple(_override(one) for one in ([set_] if isinstance(set_, str) else set_)),
        defaults=defaults,
        select=tuple(select),
        ignore=tuple(ignore),
    )
    if default_ini is not None:
        surroundings = Surroundings(default_ini=_document(default_ini, name))
    data = text.encode() if isinstance(text, str) else text
    verdict = check_bytes(data, name, options, surroundings)
    assert verdict.state is not State.FAULT, verdict.findings[0].message
    return verdict


def finds(
    text: str | bytes,
    code: str,
    *,
    at: tuple[int, int] | None = None,
    count: int = 1,
    severity: Severity | str | None = None,
    name: str = "experiment.ini",
    **options: object,
) -> Finding:
    """The finding of ``code`` in a text: ``count`` of them, the first at line and column ``at``.

    Options are those of ``report``.
    """
    verdict = report(text, name=name, **options)  # type: ignore[arg-type]
    found = [finding for finding in verdict.findings if finding.code == code]
    assert len(found) == count, told(verdict)
    first = found[0]
    if at is not None:
        assert (first.span.line, first.span.column) == at, told(verdict)
    if severity is not None:
        assert {finding.severity for finding in found} == {Severity(severity)}, told(verdict)
    return first


def quiet(
    text: str | bytes,
    code: str | None = None,
    *,
    name: str = "experiment.ini",
    **options: object,
) -> FileReport:
    """The verdict on a text without a finding of ``code``; without a code, with none above info."""
    verdict = report(text, name=name, **options)  # type: ignore[arg-type]
    assert verdict.state not in (State.SKIPPED, State.UNREADABLE), verdict.reason
    found = [
        finding
        for finding in verdict.findings
        if (finding.code == code if code else finding.severity is not Severity.INFO)
    ]
    assert not found, told(verdict)
    return verdict


def told(verdict: FileReport) -> str:
    """All findings of a verdict, a line each, for the message of a failed test."""
    lines = [f"{verdict.state.value} {verdict.reason or ''}"]
    for finding in verdict.findings:
        place = f"{finding.span.line}:{finding.span.column}"
        lines.append(f"{finding.code} {finding.severity.value} at {place}: {finding.message}")
    return "\n".join(lines)


def _override(text: str) -> Override:
    name, _, value = text.partition("=")
    section, _, key = name.rpartition(".")
    return Override(section, key, value)


def _document(text: str, beside: str) -> Document:
    document = read(text.encode(), (PurePosixPath(beside).parent / "default.ini").as_posix())
    assert document is not None
    return document
