"""Texts that hold command lines as Documents: shell scripts, Makefiles, Dockerfiles, Markdown, workflows.

Nothing is run. The reader knows no program: it is told the words that mark the commands that matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Final, TypeAlias

from profilecheck.document import Comment, Document
from profilecheck.sources.shell import dockerfile, makefile, markdown, workflow
from profilecheck.sources.shell.commands import Reader
from profilecheck.sources.shell.text import whole

Take: TypeAlias = Callable[[Reader], None]

ENDINGS: Final[Mapping[str, Take]] = {
    **dict.fromkeys(
        (".sh", ".bash", ".sbatch", ".slurm"),
        lambda reader: reader.script(whole(reader.text)),
    ),
    ".zsh": lambda reader: reader.script(whole(reader.text), splits=False),
    **dict.fromkeys((".md", ".markdown"), markdown.take),
    **dict.fromkeys((".mk", ".make"), makefile.take),
    **dict.fromkeys((".dockerfile", ".containerfile"), dockerfile.take),
}
"""How a script is read, by the ending of its name."""
NAMES: Final[Mapping[str, Take]] = {
    **dict.fromkeys(("makefile", "gnumakefile"), makefile.take),
    **dict.fromkeys(("dockerfile", "containerfile"), dockerfile.take),
}
"""How a script is read, by the name of the file up to its first dot."""
_SHEBANG: Final = re.compile(rb"#!.*\b(?:ba|z|da|k)?sh\b")


def is_script(name: str, data: bytes = b"") -> bool:
    """Whether a file of that name is read as a script; one without an ending is where its first line says
    that a shell runs it."""
    return _take(name, data) is not None


def _take(name: str, data: bytes) -> Take | None:
    path = PurePosixPath(name)
    found = ENDINGS.get(path.suffix.lower()) or NAMES.get(path.name.lower().partition(".")[0])
    if found is None and not path.suffix and _SHEBANG.match(data):
        return ENDINGS[".sh"]
    return found


def read(text: str, path: str, *, name: str, data: bytes, marks: Sequence[str]) -> Document:
    """The commands of a script that hold one of ``marks``, in the order of the file."""
    take = _take(name, data)
    assert take is not None
    reader = Reader(text, marks)
    take(reader)
    return _document(reader, path)


def in_yaml(document: Document, marks: Sequence[str]) -> Document:
    """A YAML document with the commands of its steps."""
    if not any(mark in document.text for mark in marks):
        return document
    reader = Reader(document.text, marks)
    workflow.take(reader)
    return replace(
        document,
        comments=_sorted((*document.comments, *reader.comments)),
        commands=tuple(sorted(reader.commands, key=lambda command: command.span)),
        stretches=tuple(reader.stretches),
        groups=tuple(reader.groups),
    )


def _document(reader: Reader, path: str) -> Document:
    return Document(
        path,
        "script",
        reader.text,
        comments=_sorted(reader.comments),
        commands=tuple(sorted(reader.commands, key=lambda command: command.span)),
        stretches=tuple(reader.stretches),
        groups=tuple(reader.groups),
    )


def _sorted(comments: Iterable[Comment]) -> tuple[Comment, ...]:
    return tuple(sorted(dict.fromkeys(comments), key=lambda comment: comment.span))
