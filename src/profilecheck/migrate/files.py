"""The migration of one file: bytes in, its ledger out. Nothing is written here."""

from __future__ import annotations

from dataclasses import replace

from profilecheck.edits import EditError, apply
from profilecheck.engine import ROOTS, WORDS, check_bytes
from profilecheck.migrate import configs
from profilecheck.migrate.ledger import FileLedger
from profilecheck.migrate.request import TO, Migrator, Request, Source, Work
from profilecheck.sources.read import not_a_config, read
from profilecheck.sources.yaml import YamlMissing
from profilecheck.surroundings import NOWHERE, Surroundings
from profilecheck.write import encode

MIGRATORS: tuple[Migrator, ...] = (configs.work,)
"""What each kind of thing in a file needs; a file may hold several kinds."""
NOTHING = "it holds nothing of PufferLib that could be migrated"


def migrate_bytes(
    data: bytes,
    path: str,
    request: Request,
    surroundings: Surroundings = NOWHERE,
    *,
    name: str | None = None,
) -> FileLedger:
    """What a migration from 3.0 to 4.0 makes of one file. ``name`` is its whole path, where ``path`` is not."""
    file = name or path
    try:
        document = read(data, path, file, ROOTS, WORDS)
    except YamlMissing:
        reason = "reading YAML needs the extra: pip install 'profilecheck[yaml]'"
        return FileLedger(path, "unreadable", reason, data)
    if document is None:
        return FileLedger(path, "left", not_a_config(file), data)
    source = Source(document, request, surroundings, file)
    works = [work for migrator in MIGRATORS if (work := migrator(source)) is not None]
    return _carried_out(data, source, works)


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
    blocked += [q.asks for q in ledger.questions if q.blocking and q.open]
    if blocked:
        return replace(ledger, status="blocked", reason="; ".join(blocked))
    edits = [edit for work in works for edit in work.edits]
    if not edits:
        left = next((work.left for work in works if work.left), "" if ledger.parts else NOTHING)
        return replace(ledger, status="left", reason=left) if left and not ledger.ports else ledger
    try:
        text = apply(document.text, edits)
    except EditError as error:
        return replace(
            ledger, status="blocked", reason=f"it cannot be edited as it stands: {error}"
        )
    after = encode(text, data)
    result = read(after, path, source.file, ROOTS, WORDS)
    assert result is not None
    if result.broken and not document.broken:
        problem = next(one for one in result.problems if one.fatal)
        reason = f"the result could not be read: {problem.span.first_line}: {problem.message}"
        return replace(ledger, status="blocked", reason=reason)
    wrong = next((told for work in works for told in work.verify(result)), None)
    if wrong is not None:
        return replace(ledger, status="blocked", reason=f"it cannot be edited safely: {wrong}")
    options = replace(source.request.options, target=TO, target_from="flag")
    verdict = check_bytes(after, path, options, source.surroundings, name=source.file)
    return replace(ledger, status="changed", after=after, findings=verdict.findings)
