"""What a project's dependency files say of PufferLib: which generation they pin, if any."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import tomli
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet

from profilecheck.findings import Evidence, Span
from profilecheck.profiles.releases import DISTRIBUTIONS, of_reference, of_specifier

LIMIT: Final = 4 * 1024 * 1024
"""Files above this size are not read."""
FILES: Final = ("pyproject.toml", "requirements*.txt", "requirements/*.txt", "uv.lock")

DECIDING: Final = ("3.0", "4.0", "5.0")
"""Generations that a pin decides; what older ones pin is told and decides nothing."""

Pin = tuple[str | None, str, int]
"""The generation a pin decides (None: none), the pin as written, and its line."""


def pins(folder: Path, shown: str) -> tuple[list[Evidence], list[Evidence]]:
    """The pins in a folder's own dependency files: those that decide a generation, and the others.

    ``shown`` is how the folder is told. Files that cannot be read or parsed say nothing.
    """
    exact: list[Evidence] = []
    loose: list[Evidence] = []
    for pattern in FILES:
        for path in sorted(folder.glob(pattern)):
            for generation, text, line in _of_file(path):
                name = path.relative_to(folder).as_posix()
                where = f"{shown}/{name}" if shown not in ("", ".") else name
                span = Span(line, 1, line, 1)
                if generation not in DECIDING:
                    loose.append(
                        Evidence(
                            generation or "any",
                            f"{name} line {line} has {text}, which decides nothing",
                            where,
                            span,
                        )
                    )
                else:
                    told = f"{name} line {line} pins {text}"
                    exact.append(Evidence(generation, told, where, span))
    return exact, loose


def _of_file(path: Path) -> tuple[Pin, ...]:
    try:
        status = path.stat()
        if not path.is_file() or status.st_size > LIMIT:
            return ()
        return _parsed(path, status.st_mtime_ns, status.st_size)
    except (OSError, ValueError):
        return ()


@lru_cache(maxsize=256)
def _parsed(path: Path, modified: int, size: int) -> tuple[Pin, ...]:
    text = path.read_text(encoding="utf-8", errors="replace")
    if "pufferlib" not in text.lower():
        return ()
    if path.suffix == ".txt":
        return tuple(_of_requirements(text))
    try:
        data = tomli.loads(text)
    except tomli.TOMLDecodeError:
        return ()
    found = _of_lock(data) if path.name == "uv.lock" else _of_project(data)
    return tuple((generation, told, _line(text, told)) for generation, told in found)


def _line(text: str, told: str) -> int:
    """The line of a pin: the first that holds it, else the first that names the package."""
    for wanted in (told, "pufferlib"):
        for number, line in enumerate(text.split("\n"), 1):
            if wanted.lower() in line.lower() and not line.lstrip().startswith("#"):
                return number
    return 1


def _of_requirements(text: str) -> Iterator[Pin]:
    for number, line in enumerate(text.split("\n"), 1):
        bare = re.sub(r"(^|\s)#.*$", "", line).strip()
        bare = re.sub(r"^(-e|--editable)\s+", "", bare).split(" --")[0].strip()
        ours = "pufferlib" in bare.lower()
        if ours and (re.match(r"git\+|https?:", bare) or _is_ours(bare)):
            yield (_requirement(bare), bare, number)


def _requirement(text: str) -> str | None:
    """The generation that a requirement decides; None where it decides nothing."""
    if re.match(r"git\+|https?:", text):
        return of_reference(text)
    try:
        requirement = Requirement(text)
    except InvalidRequirement:
        return None
    if requirement.name.lower().replace("_", "-") not in DISTRIBUTIONS:
        return None
    if requirement.url:
        return of_reference(requirement.url)
    return of_specifier(requirement.specifier, requirement.name)


def _of_project(data: Mapping[str, Any]) -> Iterator[tuple[str | None, str]]:
    project = _table(data, "project")
    tool = _table(data, "tool")
    if str(project.get("name", "")).lower() == "pufferlib":
        version = str(project.get("version", ""))
        yield _exactly(version), f'version = "{version}"'
    lists = [project.get("dependencies"), *_table(project, "optional-dependencies").values()]
    lists += _table(data, "dependency-groups").values()
    for listed in lists:
        for entry in listed if isinstance(listed, list) else ():
            if isinstance(entry, str) and _is_ours(entry):
                yield _requirement(entry), entry
    poetry = _table(tool, "poetry")
    groups = [poetry, *_table(poetry, "group").values()]
    for group in groups:
        for name, wanted in _table(group, "dependencies").items():
            if name.lower() in DISTRIBUTIONS:
                yield _of_poetry(name, wanted), f"{name} = {_told(wanted)}"
    for name, source in _table(_table(tool, "uv"), "sources").items():
        if name.lower() in DISTRIBUTIONS and isinstance(source, dict):
            reference = next((source[k] for k in ("rev", "tag", "branch") if k in source), "")
            yield of_reference(f"{source.get('git', '')}@{reference}"), f"{name} = {_told(source)}"


def _is_ours(text: str) -> bool:
    name = re.split(r"[\s\[<>=!~;@(]", text.strip(), maxsplit=1)[0]
    return name.lower().replace("_", "-") in DISTRIBUTIONS


def _of_poetry(name: str, wanted: object) -> str | None:
    if isinstance(wanted, dict):
        if "git" in wanted:
            reference = next((wanted[k] for k in ("rev", "tag", "branch") if k in wanted), "")
            return of_reference(f"{wanted['git']}@{reference}")
        wanted = wanted.get("version", "*")
    text = str(wanted)
    if text[:1].isdigit():
        text = f"=={text}"
    elif text[:1] in "^~" and text[:2] != "~=":
        text = f"~={text[1:]}" if "." in text else f"=={text[1:]}.*"
    try:
        return of_specifier(SpecifierSet("" if text == "*" else text), name)
    except InvalidSpecifier:
        return None


def _of_lock(data: Mapping[str, Any]) -> Iterator[tuple[str | None, str]]:
    packages = data.get("package")
    for package in packages if isinstance(packages, list) else ():
        if not isinstance(package, dict) or str(package.get("name")).lower() not in DISTRIBUTIONS:
            continue
        source = _table(package, "source")
        if "git" in source:
            yield of_reference(str(source["git"])), str(source["git"])
        else:
            version = str(package.get("version", ""))
            yield _exactly(version, str(package["name"])), f'version = "{version}"'


def _exactly(version: str, name: str = "pufferlib") -> str | None:
    try:
        return of_specifier(SpecifierSet(f"=={version}"), name)
    except InvalidSpecifier:
        return None


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = data.get(name)
    return found if isinstance(found, dict) else {}


def _told(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f'{k} = "{v}"' for k, v in value.items()) + " }"
    return f'"{value}"'
