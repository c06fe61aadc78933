"""The migration of one file: bytes in, its ledger out. Nothing is written here."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from profilecheck.cells import span_by_cell
from profilecheck.config_folder import Change, unchanged
from profilecheck.document import Document
from profilecheck.edits import EditError, apply, carried
from profilecheck.engine import check_bytes, document_of
from profilecheck.findings import Edit, Finding, Severity, Span, State
from profilecheck.migrate import (
    configs,
    declared,
    from_files,
    inline,
    lines,
    notebook,
    pins,
    python,
)
from profilecheck.migrate.cells import by_cell
from profilecheck.migrate.editors import EDITORS
from profilecheck.migrate.ledger import FileLedger, Part, holds_back
from profilecheck.migrate.request import TO, Migrator, Request, Source, Work
from profilecheck.migrate.restored import is_migrated
from profilecheck.migrate.tree import in_target
from profilecheck.options import Options
from profilecheck.profiles.v3_to_v4_agents import TOTAL_KEY, UNASKED
from profilecheck.sources.notebook import NotANotebook
from profilecheck.sources.read import not_a_config
from profilecheck.sources.yaml import YamlMissing
from profilecheck.surroundings import NOWHERE, Surroundings
from profilecheck.write import encode

MIGRATORS: tuple[Migrator, ...] = (
    configs.work,
    python.work,
    lines.work,
    pins.work,
    from_files.work,
)
"""What each kind of thing in a file needs; a file may hold several kinds."""
_OF_PINS: Final = ("PC410", "PC411")
"""What says that pins contradict the target, or each other."""
NOTHING = "it holds nothing of PufferLib that could be migrated"


def migrate_bytes(
    data: bytes,
    path: str,
    request: Request,
    surroundings: Surroundings = NOWHERE,
    *,
    name: str | None = None,
    exists: Callable[[str], bool] = lambda path: False,
    later: Change = unchanged,
) -> FileLedger:
    """What a migration from 3.0 to 4.0 makes of one file. ``name`` is its whole path, where ``path`` is not;
    ``exists`` says whether a file is there already that would be written beside it, ``later`` what the INIs
    of config folders will hold in 4.0."""
    file = name or path
    try:
        document = document_of(data, path, file)
    except YamlMissing:
        reason = "reading YAML needs the extra: pip install 'profilecheck[yaml]'"
        return FileLedger(path, "unreadable", reason, data)
    except NotANotebook as error:
        return FileLedger(path, "left", str(error), data)
    if document is None:
        return FileLedger(path, "left", not_a_config(file), data)
    source = Source(document, request, surroundings, file, exists, later)
    works = _works(source)
    works += inline.told(source, tuple(works))
    is_utf16 = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    if (
        not works
        and document.broken
        and (_is_judged(data, source) or (is_utf16 and _holds_config(data, source)))
    ):
        works.append(configs.refused(document))
    ledger = by_cell(_carried_out(data, source, works), document.cells)
    if all(work.held is None for work in works):
        return ledger
    held = [work.held or work for work in works]
    return replace(ledger, held=by_cell(_carried_out(data, source, held), document.cells))


def _works(source: Source) -> list[Work]:
    """What is to be done to a file; an answer for all of it is, unasked, for the one part that has to do with it."""
    works = [work for migrator in MIGRATORS if (work := migrator(source)) is not None]
    shared = source.own & _shared(part for work in works for part in work.parts)
    return _works(replace(source, shared=source.shared | shared)) if shared else works


def _shared(parts: Iterable[Part]) -> frozenset[str]:
    """The keys that several parts of a file have to do with: they ask about them, or change them."""
    found = Counter(key for part in parts for key in _concerns(part))
    return frozenset(key for key, number in found.items() if number > 1)


def _concerns(part: Part) -> set[str]:
    """The keys that a part asks about, or that it changes; buffers and threads go with the agents."""
    changed = (put.name for one in part.entries if one.changes for put in one.puts)
    asked = (*part.moot, *(one.key for one in part.questions))
    keys = {
        *(".".join(name) for name in changed),
        *(one.title for one in part.titles),
        *(key.rpartition(":")[2] for key in asked),
    }
    return keys.union(UNASKED if TOTAL_KEY in keys else ())


def _is_judged(data: bytes, source: Source) -> bool:
    """Whether ``check`` takes a file that cannot be read as it stands for a config."""
    if source.document.format not in EDITORS:
        return False
    options = replace(source.request.options, target=None)
    path = source.document.path
    verdict = check_bytes(data, path, options, source.surroundings, name=source.file)
    return verdict.state is State.FINDINGS


def _holds_config(data: bytes, source: Source) -> bool:
    """Whether a file in UTF-16, of which its loader reads nothing, was meant to be a config."""
    text = data.decode("utf-16", errors="replace").encode("utf-8", "surrogatepass")
    meant = document_of(text, source.document.path, source.file)
    return meant is not None and configs.work(replace(source, document=meant)) is not None


def _carried_out(data: bytes, source: Source, works: list[Work]) -> FileLedger:
    path, document = source.document.path, source.document
    ledger = FileLedger(
        path,
        "unchanged",
        "",
        data,
        None,
        tuple(part for work in works for part in work.parts),
        ports=tuple(port for work in works for port in work.ports),
        beside=tuple(new for work in works for new in work.beside),
    )
    blocked = [work.blocked for work in works if work.blocked]
    blocked += [
        holds_back(question) for question in ledger.questions if question.blocking and question.open
    ]
    if blocked:
        return replace(ledger, status="blocked", reason="; ".join(dict.fromkeys(blocked)))
    edits = [edit for work in works for edit in work.edits]
    others = tuple(table for work in works for table in work.others)
    if not edits and (ledger.ports or ledger.beside):
        return replace(
            ledger,
            status="by-hand",
            findings=_untold(data, document, ledger, source, others, ()),
        )
    if not edits:
        left = next((work.left for work in works if work.left), "" if ledger.parts else NOTHING)
        if left == configs.DONE and is_migrated(document.text):
            found = _untold(data, document, ledger, source, others, ())
            errors = tuple(one for one in found if one.severity is Severity.ERROR)
            ledger = replace(ledger, findings=errors)
        return replace(ledger, status="left", reason=left) if left else ledger
    try:
        after = _edited(data, document, edits)
    except EditError as error:
        return replace(
            ledger, status="blocked", reason=f"it cannot be edited as it stands: {error}"
        )
    result = document_of(after, path, source.file)
    assert result is not None
    if result.broken and not document.broken:
        problem = next(one for one in result.problems if one.fatal)
        reason = f"the result could not be read: its {problem.span.first_line}: {problem.message}"
        return replace(ledger, status="blocked", reason=reason)
    wrong = next((told for work in works for told in work.verify(result)), None)
    if wrong is not None:
        return replace(ledger, status="blocked", reason=f"it cannot be edited safely: {wrong}")
    ledger = replace(ledger, status="changed", after=after)
    return replace(ledger, findings=_untold(after, result, ledger, source, others, edits))


def _edited(data: bytes, document: Document, edits: list[Edit]) -> bytes:
    """The bytes of a file with edits of its text made. Raises EditError."""
    if document.cells is not None:
        return notebook.edited(data, document, edits)
    if data.removeprefix(BOM_UTF8) != document.text.encode("utf-8", "surrogatepass").removeprefix(
        BOM_UTF8
    ):
        raise EditError("its bytes are not UTF-8")
    return encode(apply(document.text, edits), data)


def _untold(
    data: bytes,
    result: Document,
    ledger: FileLedger,
    source: Source,
    others: tuple[str, ...],
    edits: Iterable[Edit],
) -> tuple[Finding, ...]:
    """What the target says of the result of ``edits``, but for what a person is told to do at the same place or is asked
    about its pins, and for tables of ``others``, whose paths are given."""
    around, cells = in_target(source.surroundings, source.later), result.cells

    def judge(options: Options) -> tuple[Finding, ...]:
        return check_bytes(data, ledger.path, options, around, name=source.file).findings

    def carry(span: Span) -> Span:
        there = carried(source.document.text, edits, span)
        return there if cells is None else span_by_cell(there, cells)

    options = replace(source.request.options, target=TO, target_from="flag")
    told = [carry(port.span) for port in ledger.ports]
    told += _places_of(result, others)
    asked = _OF_PINS if any(one.key == pins.PIN for one in ledger.open) else ()
    return tuple(
        one
        for one in declared.findings(judge, options, ledger.parts, carry)
        if one.code not in asked and not any(_within(one.span, span) for span in told)
    )


def _places_of(document: Document, tables: tuple[str, ...]) -> list[Span]:
    """Where the headers and keys of tables, and of those in them, stand."""
    named = [(one.name, one.span) for one in document.sections]
    named += [(one.section, one.key_span) for one in document.settings]
    return [span for name, span in named if any(f"{name}.".startswith(f"{t}.") for t in tables)]


def _within(span: Span, other: Span) -> bool:
    """Whether a place begins at another, or lies in it."""
    start, end = (span.line, span.column), (span.end_line, span.end_column)
    first, last = (other.line, other.column), (other.end_line, other.end_column)
    return span.cell == other.cell and (start == first or (first < start and end <= last))
