"""What a project's dependency files say of PufferLib: which generation they pin, if any."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import tomli

from profilecheck.findings import Evidence, Span
from profilecheck.markers import of_poetry, where
from profilecheck.profiles.marks import TELLING
from profilecheck.profiles.names import GENERATIONS
from profilecheck.profiles.releases import DISTRIBUTIONS, of_reference, of_specifier

LIMIT: Final = 4 * 1024 * 1024
"""Files above this size are not read."""

DECIDING: Final = GENERATIONS
"""Generations that a pin decides; a later one is told and decides nothing."""

_PROJECT: Final = "pyproject.toml"
_REQUIREMENTS: Final = re.compile(r"requirements[\w.-]*\.(txt|in)")
_CONTINUES: Final = "\\"
_LOCK: Final = re.compile(r"(uv|poetry|pdm)\.lock")
_CONDA: Final = re.compile(r"environment[\w.-]*\.ya?ml")


@dataclass(frozen=True, slots=True)
class Pin:
    """One mention of PufferLib in a dependency file.

    ``generation`` is what it decides, or None. ``main`` is false for what stands beside the project's own
    dependencies: an optional group or a second requirements file, or what its marker keeps from Linux
    (``elsewhere``); ``own`` is true for the version of PufferLib's own source tree.
    """

    generation: str | None
    text: str
    line: int = 1
    main: bool = True
    own: bool = False
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class Pins:
    """What the dependency files of one folder say.

    ``exact`` are pins of the project's own dependencies that decide a generation, ``side`` those of
    others, ``loose`` all that decide none, and ``own`` is the version of PufferLib's own tree, which its
    marks may contradict. ``main`` is true where the project's own dependencies name PufferLib.
    """

    exact: tuple[Evidence, ...] = ()
    side: tuple[Evidence, ...] = ()
    loose: tuple[Evidence, ...] = ()
    own: tuple[Evidence, ...] = ()
    main: bool = False


def pins(folder: Path, shown: str) -> Pins:
    """The pins in a folder's own dependency files. ``shown`` is how the folder is told.

    Files that cannot be read or parsed say nothing. What an optional group or a second requirements
    file pins may well be there for a second environment.
    """
    found = [(path, pin) for path in _files(folder) for pin in _of_file(path)]
    told: dict[str, list[Evidence]] = {kind: [] for kind in ("exact", "side", "loose", "own")}
    for path, pin in found:
        name = path.relative_to(folder).as_posix()
        kind, sentence = _told_as(pin)
        told[kind].append(
            Evidence(
                pin.generation or "any",
                f"{name} line {pin.line} {sentence}",
                f"{shown}/{name}" if shown not in ("", ".") else name,
                Span(pin.line, 1, pin.line, 1),
            )
        )
    return Pins(
        **{kind: tuple(evidence) for kind, evidence in told.items()},
        main=any(pin.main for _, pin in found),
    )


def _told_as(pin: Pin) -> tuple[str, str]:
    """What kind of evidence a pin is, and what to say of it."""
    if pin.generation not in (TELLING if pin.own else DECIDING):
        return "loose", f"has {pin.text}, which decides nothing"
    if pin.own:
        return "own", f"is PufferLib's own {pin.text}"
    if pin.main:
        return "exact", f"pins {pin.text}"
    if pin.elsewhere:
        return (
            "side",
            f"pins {pin.text}, whose marker holds on other systems than Linux or for an extra",
        )
    return "side", f"pins {pin.text}, beside the project's own dependencies"


def _files(folder: Path) -> Iterator[Path]:
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError:
        return
    for name in names:
        if name == _PROJECT or any(p.fullmatch(name) for p in (_REQUIREMENTS, _LOCK, _CONDA)):
            yield folder / name
    if "requirements" in names:
        yield from sorted((folder / "requirements").glob("*.txt"))


def _of_file(path: Path) -> Iterable[Pin]:
    try:
        if not path.is_file() or path.stat().st_size > LIMIT:
            return ()
        text = path.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return ()
    if "pufferlib" not in text.lower():
        return ()
    if path.suffix in (".txt", ".in"):
        main = path.stem == "requirements"
        return _beside(_of_requirements(text), main=main)
    if _CONDA.fullmatch(path.name):
        main = path.stem == "environment"
        bare = re.sub(r"(?m)^\s*-\s+(pip:\s*$)?", "", text)
        return _beside(_of_requirements(bare), main=main)
    try:
        data = tomli.loads(text)
    except tomli.TOMLDecodeError:
        return ()
    found = _of_lock(data) if _LOCK.fullmatch(path.name) else _of_project(data)
    return (replace(pin, line=_line(text, pin.text)) for pin in found)


def _beside(pins: Iterable[Pin], *, main: bool) -> Iterator[Pin]:
    return (replace(pin, main=pin.main and main) for pin in pins)


def _marked(pin: Pin, marker: str) -> Iterator[Pin]:
    """A pin as its marker leaves it: nothing of one that holds nowhere."""
    holds = where(marker) if marker else "here"
    if holds == "elsewhere":
        yield replace(pin, main=False, elsewhere=True)
    elif holds == "here":
        yield pin


def _line(text: str, told: str) -> int:
    """The line of a pin: the first that holds it, else the first that names the package."""
    for wanted in (told, "pufferlib"):
        for number, line in enumerate(text.split("\n"), 1):
            if wanted.lower() in line.lower() and not line.lstrip().startswith("#"):
                return number
    return 1


def _of_requirements(text: str) -> Iterator[Pin]:
    for number, line in _logical_lines(text):
        bare = re.sub(r"^(-e|--editable)\s+", "", line).split(" --")[0].strip()
        if bare[:1] in "'\"" and bare[-1:] == bare[:1]:  # YAML's
            bare = bare[1:-1]
        ours = "pufferlib" in bare.lower()
        if ours and (re.match(r"git\+|https?:", bare) or _is_ours(bare)):
            yield from _marked(Pin(_requirement(bare), bare, number), _marker(bare))


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a requirements file without comments, with those joined that end in a backslash, and
    the number of the first of each."""
    joined, first = "", 1
    for number, line in enumerate((*text.split("\n"), ""), 1):
        first = first if joined else number
        bare = re.sub(r"(^|\s)#.*$", "", line).strip()
        joined += f" {bare.removesuffix(_CONTINUES)}"
        if not bare.endswith(_CONTINUES):
            yield first, joined.strip()
            joined = ""


def _marker(requirement: str) -> str:
    """What stands behind the semicolon of a requirement: behind a URL, which may hold one, after a blank."""
    found = re.search(r"\s;(.*)" if "://" in requirement else r";(.*)", requirement)
    return found[1].strip() if found else ""


def _requirement(text: str) -> str | None:
    """The generation that a requirement decides; None where it decides nothing."""
    if re.match(r"git\+|https?:", text):
        return of_reference(text)
    if conda := re.fullmatch(r"([\w-]+)=(\d[\w.]*)", text):
        text = f"{conda[1]}=={conda[2]}"
    from packaging.requirements import InvalidRequirement, Requirement

    try:
        requirement = Requirement(text)
    except InvalidRequirement:
        return None
    if requirement.url:
        return of_reference(requirement.url)
    return of_specifier(requirement.specifier, requirement.name)


def _of_project(data: Mapping[str, Any]) -> Iterator[Pin]:
    project, tool = _table(data, "project"), _table(data, "tool")
    poetry = _table(tool, "poetry")
    for table in (project, poetry):
        if str(table.get("name", "")).lower() == "pufferlib" and "version" in table:
            version = str(table["version"])
            yield Pin(_exactly(version), f'version = "{version}"', own=True)
    yield from _of_list(project.get("dependencies"), main=True)
    groups = (_table(project, "optional-dependencies"), _table(data, "dependency-groups"))
    for listed in (listed for group in groups for listed in group.values()):
        yield from _of_list(listed, main=False)
    yield from _of_poetry_table(_table(poetry, "dependencies"), main=True)
    for group in (poetry, *_table(poetry, "group").values()):
        for name in ("dev-dependencies",) if group is poetry else ("dependencies",):
            yield from _of_poetry_table(_table(group, name), main=False)
    for name, source in _table(_table(tool, "uv"), "sources").items():
        for one in _each(source) if name.lower() in DISTRIBUTIONS else ():
            if isinstance(one, dict):
                pin = Pin(of_reference(_git_url(one)), f"{name} = {_told(one)}")
                yield from _marked(pin, str(one.get("marker", "")))


def _of_list(listed: object, *, main: bool) -> Iterator[Pin]:
    for entry in listed if isinstance(listed, list) else ():
        if isinstance(entry, str) and _is_ours(entry):
            yield from _marked(Pin(_requirement(entry), entry, main=main), _marker(entry))


def _of_poetry_table(table: Mapping[str, Any], *, main: bool) -> Iterator[Pin]:
    for name, wanted in table.items():
        for one in _each(wanted) if name.lower() in DISTRIBUTIONS else ():
            table = one if isinstance(one, dict) else {}
            asked = main and table.get("optional") is not True
            pin = Pin(_of_poetry(name, one), f"{name} = {_told(one)}", main=asked)
            yield from _marked(pin, of_poetry(table))


def _each(wanted: object) -> list[object]:
    """What Poetry and uv take alone or in a list, one for each marker."""
    return wanted if isinstance(wanted, list) else [wanted]


def _is_ours(text: str) -> bool:
    name = re.split(r"[\s\[<>=!~;@(]", text.strip(), maxsplit=1)[0]
    return name.lower().replace("_", "-") in DISTRIBUTIONS


def _of_poetry(name: str, wanted: object) -> str | None:
    if isinstance(wanted, dict):
        if "git" in wanted:
            return of_reference(_git_url(wanted))
        wanted = wanted.get("version", "*")
    text = str(wanted)
    if text[:1].isdigit():
        text = f"=={text}"
    elif text[:1] in "^~" and text[:2] != "~=":
        text = f"~={text[1:]}" if "." in text else f"=={text[1:]}.*"
    return _admitted("" if text == "*" else text, name)


def _of_lock(data: Mapping[str, Any]) -> Iterator[Pin]:
    packages = data.get("package")
    for package in packages if isinstance(packages, list) else ():
        if not isinstance(package, dict) or str(package.get("name")).lower() not in DISTRIBUTIONS:
            continue
        groups = package.get("groups", ["default"])  # PDM's
        main = package.get("optional") is not True and "default" in _each(groups)
        marker = package.get("markers", package.get("marker"))
        pin = replace(_locked(package), main=main)
        yield from _marked(pin, marker if isinstance(marker, str) else "")


def _locked(package: Mapping[str, Any]) -> Pin:
    source = _table(package, "source")
    if "git" in source:  # uv
        return Pin(of_reference(str(source["git"])), str(source["git"]))
    if source.get("type") == "git":  # poetry
        return Pin(_first(map(of_reference, _poetry_urls(source))), str(source.get("url")))
    own = bool({"editable", "virtual", "directory"} & source.keys())
    version = str(package.get("version", ""))
    pinned = _exactly(version, str(package["name"]))
    return Pin(pinned, f'version = "{version}"', own=own)


def _poetry_urls(source: Mapping[str, Any]) -> Iterator[str]:
    for key in ("resolved_reference", "reference"):
        yield f"{source.get('url', '')}@{source.get(key, '')}"


def _git_url(table: Mapping[str, Any]) -> str:
    reference = _first(table.get(key) for key in ("rev", "tag", "branch"))
    return f"{table.get('git', '')}@{reference or ''}"


def _first(values: Iterable[str | None]) -> str | None:
    return next((value for value in values if value), None)


def _exactly(version: str, name: str = "pufferlib") -> str | None:
    return _admitted(f"=={version}", name)


def _admitted(specifier: str, name: str) -> str | None:
    """The generation that a version specifier decides. ``packaging``, which takes as long to import as a
    config to check, is needed only where PufferLib is named."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        return of_specifier(SpecifierSet(specifier), name)
    except InvalidSpecifier:
        return None


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = data.get(name)
    return found if isinstance(found, dict) else {}


def _told(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f'{k} = "{v}"' for k, v in value.items()) + " }"
    return f'"{value}"'
