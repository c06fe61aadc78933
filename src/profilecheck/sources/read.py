"""From bytes to a document, by the file's name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath

from profilecheck.document import Document, Problem
from profilecheck.findings import Span
from profilecheck.sources import ini, json, toml, yaml

READERS = {
    ".ini": ini.read,
    ".toml": toml.read,
    ".json": json.read,
    ".yaml": yaml.read,
    ".yml": yaml.read,
}


def suffix(name: str) -> str:
    """The ending that decides the format, lower-cased."""
    return PurePosixPath(name).suffix.lower()


def read(data: bytes, path: str, name: str | None = None) -> Document | None:
    """The document in ``data``; None where the name's ending is that of no config format.

    ``name`` decides the format where ``path`` is not a file's name (standard input). Bytes that are
    not UTF-8 are a problem at the first of them; the rest is read with replacement characters.
    Raises YamlMissing where a YAML file meets no YAML library.
    """
    reader = READERS.get(suffix(name or path))
    if reader is None:
        return None
    try:
        return reader(data.decode("utf-8"), path)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        problem = Problem(
            "not-utf8",
            f"byte 0x{data[error.start]:02x} is not UTF-8",
            Span(line, column, line, column + 1),
        )
        document = reader(data.decode("utf-8", errors="replace"), path)
        return replace(document, problems=(problem, *document.problems))
