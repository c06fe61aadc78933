"""Dependency files as Documents: what a project asks of the packages that matter, with the place of each.

Nothing is run, resolved or fetched. The readers know no package: they are told the names.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final, Literal

from profilecheck.document import Document, Requirement
from profilecheck.sources import toml
from profilecheck.sources.dependencies import (
    commands,
    environment,
    inline,
    locks,
    project,
    repositories,
    requirements,
    setup_files,
    tools,
)
from profilecheck.sources.dependencies.entries import Entries
from profilecheck.sources.dependencies.requirements import included as included

Kind = Literal[
    "requirements",
    "project",
    "environment",
    "lock",
    "pixi-lock",
    "pipenv-lock",
    "setup-cfg",
    "setup-py",
    "tox",
    "nox",
    "submodules",
]

_NAMES: Final[tuple[tuple[re.Pattern[str], Kind], ...]] = (
    (
        re.compile(r"(?:.*[-_.])?(?:requirements|constraints)(?:[-_.].*)?\.(?:txt|in|pip)"),
        "requirements",
    ),
    (re.compile(r"pyproject\.toml|pixi\.toml|pipfile"), "project"),
    (re.compile(r"(?:.*[-_.])?environment(?:[-_.].*)?\.ya?ml"), "environment"),
    (re.compile(r"(?:uv|poetry|pdm)\.lock|pylock(?:\..+)?\.toml"), "lock"),
    (re.compile(r"pixi\.lock"), "pixi-lock"),
    (re.compile(r"pipfile\.lock"), "pipenv-lock"),
    (re.compile(r"setup\.cfg"), "setup-cfg"),
    (re.compile(r"setup\.py"), "setup-py"),
    (re.compile(r"tox\.ini"), "tox"),
    (re.compile(r"noxfile\.py"), "nox"),
    (re.compile(r"\.gitmodules"), "submodules"),
)
_ANY: Final = re.compile("|".join(pattern.pattern for pattern, _ in _NAMES))
FOLDER: Final = "requirements"
"""The folder whose texts are requirements files, whatever their names."""
LOCKS: Final = frozenset({"lock", "pixi-lock", "pipenv-lock"})


def kind_of(name: str) -> Kind | None:
    """What a file of that name or path is, as a dependency file."""
    folder, _, file = name.lower().rpartition("/")
    if _ANY.fullmatch(file):
        return next(kind for pattern, kind in _NAMES if pattern.fullmatch(file))
    in_folder = folder.rpartition("/")[2] == FOLDER and file.endswith((".txt", ".in"))
    return "requirements" if in_folder else None


def decoded(data: bytes) -> str:
    """The text of a dependency file. pip reads those of UTF-16 with a mark, too."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    return data.decode("utf-8-sig", errors="replace")


def read(text: str, path: str, *, name: str, wanted: frozenset[str]) -> Document:
    """A dependency file that is no other document. ``name`` is its whole path."""
    comments = requirements.comments(Entries(text, wanted)) if kind_of(name) not in LOCKS else ()
    document = Document(path, "dependencies", text, comments=tuple(comments))
    return with_requirements(document, name=name, wanted=wanted)


def with_requirements(document: Document, *, name: str, wanted: frozenset[str]) -> Document:
    """A document with the requirements that its file, or a command in it, asks of the packages ``wanted``.
    ``name`` is the file's whole path."""
    kind = kind_of(name)
    is_script = document.format == "python" and inline.holds(document.text)
    runs = bool(document.commands) and document.format != "python"
    if kind is None and not runs and document.cells is None and not is_script:
        return document
    if not any(_mentions(document.text, one) for one in wanted):
        return document
    entries = Entries(document.text, wanted)
    if kind is not None:
        found = _read(kind, entries, document)
    elif is_script:
        found = inline.read(entries)
    else:
        found = commands.read(entries, document, name.rpartition("/")[2])
    return replace(document, requirements=tuple(found))


def _mentions(text: str, name: str) -> bool:
    return re.search(re.escape(name).replace("\\-", "[-_.]"), text, re.IGNORECASE) is not None


_READERS: Final[Mapping[Kind, Callable[[Entries], Iterator[Requirement]]]] = {
    "requirements": requirements.read,
    "environment": environment.read,
    "lock": locks.toml,
    "pixi-lock": locks.pixi,
    "pipenv-lock": locks.pipenv,
    "setup-cfg": setup_files.cfg,
    "setup-py": setup_files.py,
    "tox": tools.tox,
    "nox": tools.nox,
    "submodules": repositories.submodules,
}
"""The reader of each kind but ``project``, which needs the file's document too."""


def _read(kind: Kind, entries: Entries, document: Document) -> Iterator[Requirement]:
    if kind != "project":
        return _READERS[kind](entries)
    of_toml = document if document.format == "toml" else toml.read(entries.text, document.path)
    return project.read(entries, of_toml)
