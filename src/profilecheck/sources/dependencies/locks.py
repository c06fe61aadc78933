"""Locks of uv, Poetry, PDM, pixi and Pipenv: what a tool chose of a package.

Locks are long and written by programs, so that only the part on a wanted package is parsed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

import tomli

from profilecheck.document import Requirement
from profilecheck.sources.dependencies.entries import Entries

_PACKAGE: Final = re.compile(r"(?m)^\[\[(packages?)\]\][ \t]*\r?$")
_NAME: Final = re.compile(r"(?m)^name[ \t]*=[ \t]*[\"']([^\"'\r\n]+)[\"']")
_ITEM: Final = re.compile(r"(?m)^-[ ]")
_ASKED: Final = ("reference", "requested-revision", "ref")
"""Keys for what was asked of a repository, and for what that came to."""
_COMMIT: Final = ("resolved_reference", "commit-id", "revision")
_OWN: Final = frozenset({"editable", "virtual", "directory"})


def toml(entries: Entries) -> Iterator[Requirement]:
    """uv.lock, poetry.lock, pdm.lock, pylock.toml: tables of packages."""
    found = list(_PACKAGE.finditer(entries.text))
    ends = [match.start() for match in found[1:]] + [len(entries.text)]
    for match, end in zip(found, ends, strict=False):
        start = match.start()
        named = _NAME.search(entries.text, start, end)
        if named is None or not entries.ours(named[1]):
            continue
        try:
            package = tomli.loads(entries.text[start:end])[match[1]][0]
        except (tomli.TOMLDecodeError, KeyError, IndexError, TypeError, RecursionError, ValueError):
            continue
        yield _locked(entries, named[1], package, start, end)


def _locked(
    entries: Entries, name: str, package: Mapping[str, Any], start: int, end: int
) -> Requirement:
    tables = (package.get(key) for key in ("source", "vcs", "archive", "directory"))
    source = next((table for table in tables if isinstance(table, Mapping)), {})
    version = str(package.get("version", ""))
    text, url = f'version = "{version}"', ""
    if isinstance(source.get("git"), str):  # uv
        text = url = source["git"]
        url = f"git+{url}"
    elif source.get("type") == "git" or isinstance(package.get("git"), str):  # Poetry, PDM, PEP 751
        text = str(source.get("url") or package.get("git"))
        asked, commit = (
            next(
                (str(table[key]) for table in (source, package) for key in keys if key in table), ""
            )
            for keys in (_ASKED, _COMMIT)
        )
        url = f"git+{text}@{asked or commit}" + (f"#{commit}" if asked and commit else "")
    elif not version and isinstance(source.get("url"), str):
        text = url = source["url"]
    own = bool(_OWN & source.keys()) or source.get("type") == "directory"
    place = _place(entries, text if url else "version", start, end)
    specifier = "" if url else f"=={version}" if version else None
    groups = package.get("groups", ["default"])  # PDM's
    asked_for = package.get("optional") is not True and "default" in groups
    marker = package.get("markers", package.get("marker"))
    return Requirement(
        name,
        text,
        entries.span(*place),
        specifier,
        url,
        "" if asked_for else "optional",
        conditional=bool(marker),
        marker=marker if isinstance(marker, str) else "",
        locked=True,
        own=own,
    )


def _place(entries: Entries, wanted: str, start: int, end: int) -> tuple[int, int]:
    """Where a text stands in a package's table, or the statement that begins with it; else its head."""
    at = entries.text.find(wanted, start, end)
    at = start if at < 0 else at
    line = re.compile(r"[^\r\n]*").match(entries.text, at)
    assert line is not None
    return (at, at + len(wanted)) if wanted != "version" else line.span()


def pixi(entries: Entries) -> Iterator[Requirement]:
    """pixi.lock: a list of packages, each by where it was fetched from."""
    start = max(0, entries.text.find("\npackages:"))
    items = [match.start() for match in _ITEM.finditer(entries.text, start)]
    for first, last in pairwise([*items, len(entries.text)]):
        yield from _of_pixi(entries, entries.text[first:last], first)


def _of_pixi(entries: Entries, part: str, start: int) -> Iterator[Requirement]:
    name = re.search(r"(?m)^[ ]+name:[ ]*(\S+)", part)
    if name is None or not entries.ours(name[1]):
        return
    fetched = re.match(r"-[ ]+(?:pypi|conda):[ ]*(\S+)", part)
    version = re.search(r"(?m)^[ ]+version:[ ]*['\"]?([^\s'\"]+)", part)
    url = fetched[1] if fetched and fetched[1].startswith(("git+", ".", "/")) else ""
    match = fetched if url else version
    if match is None:
        return
    place = entries.span(start + match.start(1), start + match.end(1))
    text = url or f"version: {match[1]}"
    yield Requirement(name[1], text, place, "" if url else f"=={match[1]}", url, locked=True)


def pipenv(entries: Entries) -> Iterator[Requirement]:
    """Pipfile.lock: JSON with a table a group."""
    try:
        data = json.loads(entries.text)
    except (ValueError, RecursionError):
        return
    for group, table in data.items() if isinstance(data, dict) else ():
        for name, value in table.items() if isinstance(table, dict) else ():
            if entries.ours(name) and isinstance(value, dict):
                yield _of_pipenv(entries, name, value, "" if group == "default" else group)


def _of_pipenv(entries: Entries, name: str, value: Mapping[str, Any], group: str) -> Requirement:
    key = entries.text.find(f'"{name}"', max(0, entries.text.find(f'"{group or "default"}"')))
    kept = {part: value[part] for part in ("version", "git", "ref", "path") if part in value}
    place = entries.span(max(0, key) + 1, max(0, key) + 1 + len(name))
    made = entries.table(name, kept, place, group=group)
    return replace(made, locked=True, indexed=False)
