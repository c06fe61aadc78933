"""One pin in the words of the file or the tool that it stands in: the edits that make it name a commit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any, Final

import tomli

from profilecheck.document import Command, Document, Requirement, Setting
from profilecheck.findings import Edit, Span
from profilecheck.profiles import pins_to_v4 as words
from profilecheck.profiles.releases import FORK, canonical, is_upstream
from profilecheck.sources import toml
from profilecheck.sources.dependencies import kind_of
from profilecheck.sources.tables import Places

_SOURCES: Final = "tool.uv.sources"
_UV: Final = re.compile(r"(?m)^\[tool\.uv(?:\.|\])")
_HATCH: Final = re.compile(r"(?m)^build-backend\s*=\s*[\"']hatchling\.build[\"']")
_ALLOWS: Final = re.compile(r"(?m)^\s*allow-direct-references\s*=\s*true")
_ENTRY: Final = re.compile(
    r"(?P<name>[A-Za-z0-9][\w.-]*)\s*(?P<extras>\[[^\]]*\])?(?P<versions>[^;]*)(?P<marker>;.*)?",
    re.DOTALL,
)
_REPOSITORY: Final = re.compile(
    r"(?P<before>.*?git\+[^@#\s]*?//[^@#\s]*)(?:@[^#\s;]*)?(?P<behind>[#\s;].*)?", re.DOTALL
)
_NOT_KEPT: Final = frozenset(
    {
        "version",
        "git",
        "url",
        "path",
        "file",
        "rev",
        "tag",
        "branch",
        "ref",
        "source",
        "index",
        "extras",
    }
)
"""Keys of a table that say which version, and where it comes from."""
_CHECKS_OUT: Final = ("git checkout ", "git reset ")
_SHALLOW: Final = re.compile(r"--(?:depth|shallow-\w+|single-branch)\b")
_REFS: Final = {"pipfile": "ref"}


@dataclass(frozen=True, slots=True)
class Pinned:
    """What a pin becomes: its text, and the edits and remarks that come with it. ``sourced``: where the
    package comes from stands once for all pins of the file; ``source`` is the edit that says so, where nothing does."""

    text: str
    edits: tuple[Edit, ...]
    remarks: tuple[str, ...] = ()
    sourced: bool = False
    source: Edit | None = None


def rewritten(document: Document, file: str, requirement: Requirement, commit: str) -> Pinned | str:
    """A pin that names a commit; the reason, and what to do instead, where that cannot be written."""
    kind = kind_of(file)
    pin = words.requirement(commit)
    if canonical(requirement.name) == FORK:
        return f"{requirement.name} is a fork of 3.0: {words.OF_FORK}"
    if requirement.url and not is_upstream(requirement.url) and requirement.url.startswith("git+"):
        return words.OF_FORK
    if requirement.checkout:
        return _checkout(document, requirement, commit)
    if requirement.command and kind is None:
        return _in_command(document, requirement, commit)
    if kind == "environment" and not requirement.indexed and not requirement.url:
        return words.OF_CONDA.format(pin=pin)
    if kind == "project":
        return _in_project(document, file, requirement, commit)
    return _entry(document, requirement, commit)


def _text(document: Document, span: Span) -> str:
    places = Places(document.text)
    start = places.offset(span.line, span.column)
    return document.text[start : places.offset(span.end_line, span.end_column)]


def _entry(document: Document, requirement: Requirement, commit: str) -> Pinned | str:
    """An entry as pip takes it, in a file or within quotes."""
    raw = _text(document, requirement.span)
    if requirement.url:
        made = _of_url(raw, commit)
        return Pinned(made, (Edit(requirement.span, made),)) if made else words.OF_FORK
    parts = _ENTRY.fullmatch(raw)
    if parts is None:
        return words.BY_HAND.format(pin=words.requirement(commit), tool="the file")
    marker = f" {parts['marker']}" if parts["marker"] else ""
    made = f"{words.requirement(commit)}{marker}"
    remarks = (words.EXTRAS.format(extras=parts["extras"]),) if parts["extras"] else ()
    if _HATCH.search(document.text) and not _ALLOWS.search(document.text):
        remarks = (*remarks, words.HATCH)
    return Pinned(made, (Edit(requirement.span, made),), remarks)


def _of_url(raw: str, commit: str) -> str | None:
    """An entry from a repository or an archive, with the commit in place of what it names."""
    repository = _REPOSITORY.fullmatch(raw)
    if repository:
        return f"{repository['before']}@{commit}{repository['behind'] or ''}"
    archive = re.fullmatch(r"(?P<name>[\w.-]+\s*@\s*)?\S+(?P<marker>\s+;.*)?", raw, re.DOTALL)
    if archive is None or "git+" in raw:
        return None
    return f"{archive['name'] or 'pufferlib @ '}{words.url(commit)}{archive['marker'] or ''}"


# pyproject.toml and its kin


def _in_project(
    document: Document, file: str, requirement: Requirement, commit: str
) -> Pinned | str:
    parsed = document if document.format == "toml" else toml.read(document.text, document.path)
    values = [*parsed.settings, *(s.as_value for s in parsed.sections if s.as_value)]
    setting = next(
        (
            one
            for one in values
            if (one.key_span.line, one.key_span.column)
            == (requirement.span.line, requirement.span.column)
            and canonical(one.key) == canonical(requirement.name)
        ),
        None,
    )
    if setting is not None:
        return _keyed(document, file, setting, requirement, commit)
    if not _UV.search(document.text) or requirement.url:
        return _entry(document, requirement, commit)
    return _for_uv(document, parsed, requirement, commit)


def _keyed(
    document: Document, file: str, setting: Setting, requirement: Requirement, commit: str
) -> Pinned | str:
    """A key of a table: its value becomes a table that names the commit."""
    name = PurePosixPath(file).name.lower()
    ref = _REFS.get(name, "rev")
    by_hand = words.BY_HAND.format(pin=words.table(commit, ref=ref), tool=name)
    if not requirement.indexed and not requirement.url and isinstance(setting.value, str):
        return words.OF_CONDA.format(pin=words.requirement(commit))
    raw = _text(document, setting.value_span)
    if "\n" in raw or not (raw[:1] in "\"'" or raw[:1] == "{"):
        return by_hand
    held: Mapping[str, Any] = setting.value if isinstance(setting.value, Mapping) else {}
    others = "".join(f", {key} = {_in_toml(raw, key)}" for key in held if key not in _NOT_KEPT)
    if "None" in others:
        return by_hand
    made = words.table(commit, ref=ref, others=others)
    remarks = (words.EXTRAS.format(extras=held["extras"]),) if held.get("extras") else ()
    return Pinned(made, (Edit(setting.value_span, made),), remarks)


def _in_toml(raw: str, key: str) -> str | None:
    """The text of a key's value in an inline table; None where it cannot be told from the others."""
    match = re.search(
        rf"[{{,]\s*{re.escape(key)}\s*=\s*(\"[^\"]*\"|'[^']*'|true|false)\s*[,}}]", raw
    )
    if match is None:
        return None
    whole = tomli.loads(f"x = {raw}")["x"][key]
    return match[1] if tomli.loads(f"x = {match[1]}")["x"] == whole else None


def _for_uv(
    document: Document, parsed: Document, requirement: Requirement, commit: str
) -> Pinned | str:
    """An entry of a project that uses uv: the name alone, and its source in uv's own table."""
    raw = _text(document, requirement.span)
    parts = _ENTRY.fullmatch(raw)
    if parts is None:
        return words.BY_HAND.format(pin=words.requirement(commit), tool="uv")
    marker = f" {parts['marker']}" if parts["marker"] else ""
    remarks = (words.EXTRAS.format(extras=parts["extras"]),) if parts["extras"] else ()
    edit = Edit(requirement.span, f"{parts['name']}{marker}")
    values = [*parsed.settings, *(s.as_value for s in parsed.sections if s.as_value)]
    held = [one for one in values if one.section == _SOURCES]
    tables = [
        canonical(one.name.rpartition(".")[2])
        for one in parsed.sections
        if one.name.startswith(_SOURCES)
    ]
    source = None
    if canonical(parts["name"]) not in (*(canonical(one.key) for one in held), *tables):
        line = f"{parts['name']} = {words.table(commit, ref='rev')}"
        source = _source(document, parsed, held, line)
    return Pinned(f"{parts['name']}, from {words.url(commit)}", (edit,), remarks, True, source)


def _source(document: Document, parsed: Document, held: list[Setting], line: str) -> Edit:
    """The edit that writes a line into uv's table of sources, which is made where there is none."""
    text = document.text
    newline = "\r\n" if "\r\n" in text else "\n"
    header = next((one for one in parsed.sections if one.name == _SOURCES), None)
    if header is None:
        gap = newline if text.endswith("\n") else newline * 2
        end = Places(text).span(len(text), len(text))
        return Edit(end, f"{gap}[{_SOURCES}]{newline}{line}{newline}")
    last = max([header.span.end_line, *(one.value_span.end_line for one in held)])
    lines = re.split(r"\r\n?|\n", text)
    column = len(lines[last - 1]) + 1
    return Edit(Span(last, column, last, column), f"{newline}{line}")


# Commands


def _in_command(document: Document, requirement: Requirement, commit: str) -> Pinned | str:
    tool = _tool(document, requirement)
    made = words.argument(tool, commit)
    if made is None:
        if tool in ("conda", "mamba", "micromamba"):
            return words.OF_CONDA.format(pin=words.url(commit))
        return words.BY_HAND.format(pin=words.url(commit), tool=tool or "its installer")
    raw = _text(document, requirement.span)
    extras = re.match(r"[\w.-]+(\[[^\]]*\])", raw)
    remarks = (words.EXTRAS.format(extras=extras[1]),) if extras else ()
    if requirement.url:
        kept = _of_url(raw, commit)
        if kept is None:
            return words.OF_FORK
        made = kept if "git+" in raw else made
    if "#" in made and raw == made.partition("#")[0]:
        made = raw
    return Pinned(made, (Edit(requirement.span, made),), remarks)


def _checkout(document: Document, requirement: Requirement, commit: str) -> Pinned | str:
    """What git checks out of a clone; git clones no commit, and a clone that is cut short does not hold it."""
    if requirement.text.startswith(_CHECKS_OUT) and not _SHALLOW.search(document.text):
        return Pinned(commit, (Edit(requirement.span, commit),))
    submodule = requirement.text.startswith("branch ")
    return (words.OF_SUBMODULE if submodule else words.OF_CLONE).format(commit=commit)


def _tool(document: Document, requirement: Requirement) -> str:
    """The program that installs a requirement; pip in the cells of a notebook."""
    command = next((one for one in document.commands if _holds(one, requirement.span)), None)
    if command is None:
        return "pip"
    names = [word.text.rpartition("/")[2] for word in command.words]
    if any(
        re.fullmatch(r"pip[\d.]*", name) and behind == "install" for name, behind in pairwise(names)
    ):
        return "pip"  # whatever runs it
    for name in names:
        if re.fullmatch(
            r"pip[\d.]*|pipx|uvx?|poetry|pdm|pipenv|pixi|rye|hatch|(?:micro)?mamba|conda", name
        ):
            return "uv" if name == "uvx" else name
    return "pip"


def _holds(command: Command, span: Span) -> bool:
    outer = command.span
    return (outer.line, outer.column) <= (span.line, span.column) and (span.line, span.column) <= (
        outer.end_line,
        outer.end_column,
    )
