"""What a migration makes of a text: the result, and what stands in its ledger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from profilecheck.document import UNKNOWN
from profilecheck.findings import Severity, Span
from profilecheck.hosts import Host, declared
from profilecheck.migrate.files import migrate_bytes
from profilecheck.migrate.ledger import Entry, FileLedger
from profilecheck.migrate.request import Request
from profilecheck.options import Options
from profilecheck.profiles.migration import Question
from profilecheck.sources.tables import Places

UNLIMITED = Host("tests", True, 1024, 2048)


def migrated(
    text: str | bytes,
    name: str = "experiment.ini",
    *,
    agents: int | None = None,
    threads: int | None = None,
    decide: Mapping[str, str] | None = None,
    pin: str | None = None,
) -> FileLedger:
    """The ledger of one file; the machine is declared only where ``threads`` is given."""
    host = declared(None, threads, "tests") if threads else Host("tests", False, UNKNOWN, UNKNOWN)
    options = Options(agents_per_env=agents, host=host)
    data = text.encode() if isinstance(text, str) else text
    return migrate_bytes(data, name, Request(options, decide or {}, pin))


def result(text: str, name: str = "experiment.ini", **more: object) -> str:
    """The text that a migration leaves."""
    ledger = migrated(text, name, **more)  # type: ignore[arg-type]
    assert ledger.after is not None, (ledger.status, ledger.reason)
    return ledger.after.decode()


def entry(ledger: FileLedger, section: str, key: str) -> Entry:
    """What the ledger says of one setting of the source."""
    return next(e for e in ledger.entries if (e.section, e.key) == (section, key))


def added(ledger: FileLedger) -> dict[str, object]:
    """The new settings by name."""
    return {
        f"{put.section}.{put.key}": put.value
        for one in ledger.entries
        if one.action == "added"
        for put in one.puts
    }


def question(ledger: FileLedger, key: str) -> Question:
    """One question of the ledger."""
    return next(one for one in ledger.questions if one.key == key)


def standing(text: str | bytes, spans: Iterable[Span]) -> set[str]:
    """What stands at places of a text."""
    told = text.decode() if isinstance(text, bytes) else text
    places = Places(told)
    ends = (
        (places.offset(s.line, s.column), places.offset(s.end_line, s.end_column)) for s in spans
    )
    return {told[start:end] for start, end in ends}


def errors(ledger: FileLedger) -> list[str]:
    """The codes of the errors that the target finds in the result."""
    return [one.code for one in ledger.findings if one.severity is Severity.ERROR]
