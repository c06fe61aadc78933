"""From bytes to a document, by the file's name."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from profilecheck.document import UNKNOWN, Document, Problem, Setting
from profilecheck.sources import ini, json, notebook, python, shell, toml, yaml
from profilecheck.sources.python.encoding import declared
from profilecheck.sources.tables import Places

READERS = {
    ".ini": ini.read,
    ".toml": toml.read,
    ".json": json.read,
    ".yaml": yaml.read,
    ".yml": yaml.read,
    ".cfg": ini.read,
    ".conf": ini.read,
}
PYTHON = (".py", ".pyi")
YAML = (".yaml", ".yml")
PERHAPS_INI = (".cfg", ".conf")
"""Endings of many formats, that of an INI among them."""


_REPLACED = "\N{REPLACEMENT CHARACTER}"


def suffix(name: str) -> str:
    """The ending that decides the format, lower-cased."""
    name = name.rpartition("/")[2]
    at = name.rfind(".")
    return name[at:].lower() if 0 < at < len(name) - 1 else ""


def is_perhaps_ini(name: str) -> bool:
    """Whether only what a file holds says that it is an INI."""
    return suffix(name) in PERHAPS_INI


def not_a_config(name: str) -> str:
    """Why a file of that name is not read as a config."""
    known = ", ".join(ending for ending in READERS if ending not in PERHAPS_INI)
    return (
        f"not a config format: {suffix(name) or 'no file name ending'} ({known} are; Python, notebooks, "
        "scripts, Makefiles, Dockerfiles, Markdown and what pins packages are read too)"
    )


def read(
    data: bytes,
    path: str,
    name: str | None = None,
    roots: frozenset[str] = frozenset(),
    marks: Sequence[str] = (),
) -> Document | None:
    """The document in ``data``; None where the name's ending is that of no config format.

    ``name`` decides the format where ``path`` is not a file's name (standard input). Bytes that are
    not UTF-8, nor what a Python file declares, are a problem at the first of them; the rest is read
    with replacement characters, and values that hold one are UNKNOWN. So are those that run into a place where reading stopped.
    Of Python the uses of the packages ``roots`` are read, and of all that starts commands those that hold one of
    ``marks``. Raises YamlMissing where a YAML file meets no YAML library,
    and NotANotebook where a file with the ending of one is none.
    """
    if suffix(name or path) == notebook.ENDING:
        return notebook.read(data, path, roots, marks)
    reader = READERS.get(suffix(name or path))
    if suffix(name or path) in PYTHON:
        reader = partial(python.read, roots=roots, marks=marks)
        own = declared(data)
        if isinstance(own, Problem):
            text = data.decode("utf-8", errors="replace")
            return Document(path, "python", text, problems=(own,))
        if own is not None:
            return reader(own, path)
    elif shell.is_script(name or path, data):
        text = data.decode("utf-8", errors="replace")  # a shell asks for no encoding
        return shell.read(text, path, name=name or path, data=data, marks=marks)
    elif suffix(name or path) in YAML:
        reader = partial(_yaml, marks=marks)
    if reader is None:
        return None
    try:
        return _without_debris(reader(data.decode("utf-8"), path))
    except UnicodeDecodeError as error:
        return _not_utf8(data, reader(data.decode("utf-8", errors="replace"), path), error.start)


def _yaml(text: str, path: str, *, marks: Sequence[str]) -> Document:
    return shell.in_yaml(yaml.read(text, path), marks)


def _not_utf8(data: bytes, document: Document, first: int) -> Document:
    """A document whose bytes from ``first`` on are not UTF-8. Of UTF-16 nothing else is worth saying."""
    offset = len(data[:first].decode("utf-8"))
    place = Places(document.text).span(offset, offset + 1)
    message = f"byte 0x{data[first]:02x} is not UTF-8"
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        problem = Problem("not-utf8", f"{message}, its mark is that of UTF-16 or UTF-32", place)
        return Document(document.path, document.format, document.text, problems=(problem,))
    problem = Problem("not-utf8", message, place)
    document = replace(document, problems=(problem, *document.problems))
    return _unknown(_without_debris(document), lambda setting: _REPLACED in setting.raw)


def _without_debris(document: Document) -> Document:
    """A document without the values that run into the line of what no loader reads: nobody knows where
    they were meant to end."""
    stops = [one.span.line for one in document.problems if one.kind == "syntax" and one.fatal]
    if not stops:
        return document

    def runs_into(setting: Setting) -> bool:
        span = setting.value_span
        return any(span.line < line <= span.end_line for line in stops)

    return _unknown(document, runs_into)


def _unknown(document: Document, broken: Callable[[Setting], bool]) -> Document:
    settings = (replace(s, value=UNKNOWN) if broken(s) else s for s in document.settings)
    return replace(document, settings=tuple(settings))
