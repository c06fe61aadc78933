"""The public API: migrate files or a text from 3.0 to 4.0, and write what came of it.

It takes choices as ``profilecheck.api`` does, and reads no settings file.

- ``agents_per_env``: the agents of one environment; None: known only of upstream's own environments.
- ``host``: where it will run: a ``Host``, its number of physical cores, or None where that is not known.
- ``decide``: answers to questions, by key or by path, colon and key; also as texts, ``"train.batch_size=drop"``.
- ``pin``: the commit of 4.0 that pins are to name; None leaves them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import cast

from profilecheck import choices
from profilecheck.choices import ChoiceError
from profilecheck.hosts import Host
from profilecheck.migrate.decisions import answers_of, see_that_all_answer
from profilecheck.migrate.files import migrate_bytes
from profilecheck.migrate.ledger import FileLedger, Ledger
from profilecheck.migrate.request import Request
from profilecheck.migrate.run import Written, migrate_paths, write
from profilecheck.options import Options

Decisions = Iterable[str] | Mapping[str, object]


def migrate(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    agents_per_env: int | None = None,
    host: Host | int | None = None,
    decide: Decisions = (),
    pin: str | None = None,
    exclude: Iterable[str] = (),
    gitignore: bool = True,
) -> Ledger:
    """The account of what a migration makes of files, and of folders, which are searched. Writes nothing.

    ``exclude`` and ``gitignore`` are those of ``check``. A path that cannot be read has the status
    ``unreadable``; nothing on disk makes this raise. Raises ChoiceError for a decision that nothing asks for.
    """
    request = _request(agents_per_env, host, decide, pin)
    account = partial(
        migrate_paths,
        choices.paths(paths),
        exclude=choices.patterns(exclude),
        root=Path.cwd(),
        gitignore=choices.flag("gitignore", gitignore),
    )
    ledger = account(request)
    see_that_all_answer(
        request.answers,
        ledger.files,
        (file for other in request.without() for file in account(other).files),
    )
    return ledger


def migrate_text(
    text: str | bytes,
    filename: str | os.PathLike[str],
    *,
    agents_per_env: int | None = None,
    host: Host | int | None = None,
    decide: Decisions = (),
    pin: str | None = None,
) -> FileLedger:
    """What a migration makes of a text, read as the file of that name would be. The disk is not looked at."""
    request = _request(agents_per_env, host, decide, pin)
    name = choices.filename(filename)
    ledger = migrate_bytes(choices.data(text), name, request)
    see_that_all_answer(
        request.answers,
        [ledger],
        (migrate_bytes(choices.data(text), name, other) for other in request.without()),
    )
    return ledger


def write_migration(ledger: Ledger, *, unfinished: bool = False) -> Written:
    """Write the files of a ledger that change, all or none, and the patch that takes that back.

    Raises WriteError where a file does not hold any more what was read, or cannot be written; and Unfinished, which
    is one, with its ``obstacles``, where files cannot be migrated or 4.0 refuses the result. ``unfinished``
    leaves out the former and writes the latter. Nothing was changed then.
    """
    if not issubclass(type(ledger), Ledger):
        raise ChoiceError("ledger: expected what migrate returned")
    return write(ledger, unfinished=choices.flag("unfinished", unfinished))


def _request(agents_per_env: object, host: object, decide: object, pin: object) -> Request:
    options = Options(host=choices.host_of(host), agents_per_env=choices.agents(agents_per_env))
    return Request(options, answers_of(_words(decide)), choices.commit(pin))


def _words(decide: object) -> Iterable[str]:
    expected = 'answers by key, such as {"train.batch_size": "drop"}'
    if issubclass(type(decide), Mapping):
        pairs = cast("Mapping[object, object]", decide).items()
        return [f"{choices.text('decide', key, expected)}={value}" for key, value in pairs]
    return [
        choices.text("decide", word, expected)
        for word in choices.several("decide", decide, expected)
    ]
