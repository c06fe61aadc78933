"""What the readers of dependency files share: entries as pip, Poetry and conda write them, with their places."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from profilecheck.document import Requirement
from profilecheck.findings import Span
from profilecheck.sources.tables import Places

LONGEST: Final = 2000
"""How long an entry may be, at most. People write none that is near it."""
_NAME: Final = re.compile(r"\s*([A-Za-z0-9][\w.-]*)")
_URL: Final = re.compile(r"(?:git|hg|svn|bzr)\+\S|\w+://|git@")
_ARCHIVE: Final = re.compile(r"(?P<name>.+?)-\d[\w.+!-]*\.(?:tar\.gz|tar\.bz2|zip|whl)")
_FRAGMENT: Final = re.compile(r"[#&](?:egg|name)=([\w.-]+)")
_BOUND: Final = re.compile(r"\d+(?:\.\d+)*")
_CONDA: Final = re.compile(
    r"(?:[^\s:]+::)?(?P<name>[A-Za-z0-9][\w.-]*)\s*(?P<version>[=<>!~\d*][^\[]*)?(?:\[.*\])?"
)
REFERENCES: Final = ("rev", "tag", "branch", "ref")
"""Keys under which tables name what is taken of a repository."""
_CONDITIONS: Final = ("markers", "marker", "python", "platform", "sys_platform", "python_version")
_PLACES: Final = ("url", "path", "file", "workspace")
_INDEXES: Final = ("index", "source", "channel")


def canonical(name: str) -> str:
    """A distribution's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name.strip()).lower()


@dataclass(slots=True)
class Entries:
    """Makes requirements of the entries of one text that are for one of the packages ``wanted``."""

    text: str
    wanted: frozenset[str]
    places: Places = field(init=False)

    def __post_init__(self) -> None:
        self.places = Places(self.text)

    def ours(self, name: object) -> bool:
        """Whether a name is that of a wanted package."""
        return isinstance(name, str) and canonical(name) in self.wanted

    def span(self, start: int, end: int) -> Span:
        """The place of a stretch of the text, without blanks around it."""
        written = self.text[start:end]
        start += len(written) - len(written.lstrip())
        return self.places.span(start, max(start, start + len(written.strip())))

    def start_of(self, span: Span) -> int:
        """The offset at which a place begins."""
        return self.places.offset(span.line, span.column)

    def string(self, node: ast.Constant, value: str) -> Span:
        """The place of what a literal of Python says; of all of the literal where it is not written in one piece."""
        start = self.text.find(value, *self._ends(node))
        return self.span(start, start + len(value)) if start >= 0 else self.node(node)

    def node(self, node: ast.expr) -> Span:
        """The place of an expression of Python."""
        return self.span(*self._ends(node))

    def _ends(self, node: ast.expr) -> tuple[int, int]:
        first = self._offset(node.lineno, node.col_offset)
        last = self._offset(node.end_lineno or node.lineno, node.end_col_offset or 0)
        return first, max(first, last)

    def _offset(self, line: int, column: int) -> int:
        """The offset of a place as Python tells it: its columns are bytes."""
        start = self.places.offset(line, 1)
        written = self.text[start:].split("\n", 1)[0]
        return start + len(written.encode()[:column].decode(errors="replace"))

    def pip(self, written: str, span: Span, *, group: str = "") -> Requirement | None:
        """An entry as pip takes it: PEP 508, a URL or a path."""
        entry = written.strip()
        if len(entry) > LONGEST:
            return None
        if _URL.match(entry) or "/" in entry.split("@")[0].split(";")[0]:
            url = re.split(r"\s+[;#]", entry)[0].strip()
            name = self._name_of_url(url)
            marked = re.search(r"\s;\s*(.*)", entry)
            if not name:
                return None
            marker = marked[1] if marked else ""
            conditional = marked is not None
            return Requirement(
                name, url, span, url=url, group=group, conditional=conditional, marker=marker
            )
        match = _NAME.match(entry)
        if match is None or not self.ours(match[1]):
            return None
        from packaging.requirements import InvalidRequirement
        from packaging.requirements import Requirement as Parsed

        try:
            parsed = Parsed(entry)
        except InvalidRequirement:
            return Requirement(match[1], entry, span, None, group=group)
        if parsed.url:
            return Requirement(
                parsed.name,
                entry,
                span,
                url=parsed.url,
                group=group,
                conditional=parsed.marker is not None,
                marker=str(parsed.marker or ""),
            )
        return Requirement(
            parsed.name,
            entry,
            span,
            str(parsed.specifier),
            group=group,
            indexed=True,
            conditional=parsed.marker is not None,
            marker=str(parsed.marker or ""),
        )

    def conda(self, written: str, span: Span, *, group: str = "") -> Requirement | None:
        """An entry as conda takes it: ``pufferlib=3.0.0``. Its channels are no index of pip's."""
        match = _CONDA.fullmatch(written.strip()) if len(written) <= LONGEST else None
        if match is None or not self.ours(match["name"]):
            return None
        text = written.strip()
        return Requirement(match["name"], text, span, conda(match["version"] or ""), group=group)

    def table(
        self, name: str, value: object, span: Span, *, group: str = "", poetry: bool = False
    ) -> Requirement:
        """An entry of a table: a version, or where the package comes from."""
        table: Mapping[str, Any] = value if isinstance(value, Mapping) else {"version": value}
        version = table.get("version", "*")
        read = (loose if poetry else bare)(version) if isinstance(version, str) else None
        url = _url(table)
        return Requirement(
            name,
            f"{name} = {told(value)}",
            span,
            "" if url else read,
            url,
            group or ("optional" if table.get("optional") is True else ""),
            indexed=not url and not any(table.get(key) for key in _INDEXES),
            conditional=any(key in table for key in _CONDITIONS),
            marker=_marker(table),
        )

    def _name_of_url(self, url: str) -> str:
        """The wanted package that a URL or path names: by its fragment, its archive or its repository."""
        named = _FRAGMENT.search(url)
        if named:
            return named[1] if self.ours(named[1]) else ""
        path = re.split(r"[?#]", url)[0]
        parts = [part for part in re.split(r"[/:]", path) if part]
        for part in reversed(parts):
            archive = _ARCHIVE.fullmatch(part)
            if archive and self.ours(archive["name"]):
                return archive["name"]
            repository = re.split(r"[@\[]", part)[0].removesuffix(".git")
            if self.ours(repository):
                return repository
        return ""


def _marker(table: Mapping[str, Any]) -> str:
    """Where an entry of a table holds, in the words of PEP 508; uv, Poetry and Pipenv each have their own."""
    parts = [f"({table[key]})" for key in ("markers", "marker") if table.get(key)]
    for key in ("platform", "sys_platform"):
        if table.get(key):
            wanted = str(table[key])
            parts.append(
                f"sys_platform {wanted}" if wanted[:1] in "=!" else f'sys_platform == "{wanted}"'
            )
    python = str(table.get("python", ""))
    if python[:1] in tuple("<>=!"):
        bounds = (bound.strip() for bound in python.split(","))
        parts += [
            f'python_version {bound[: -len(version)]} "{version}"'
            for bound in bounds
            if (version := bound.lstrip("<>=! "))
        ]
    return " and ".join(parts)


def _url(table: Mapping[str, Any]) -> str:
    """Where a table says that the package comes from, as pip would write it."""
    repository = table.get("git")
    if isinstance(repository, str):
        reference = next((str(table[key]) for key in REFERENCES if table.get(key)), "")
        return f"git+{repository}" + (f"@{reference}" if reference else "")
    return next((str(table[key]) for key in _PLACES if table.get(key)), "")


def told(value: object) -> str:
    """A value of a table as TOML would write it on one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {told(one)}" for key, one in value.items()) + " }"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"'


def bare(version: str) -> str | None:
    """A version as tables write it that take pip's operators; without one it is exact."""
    version = version.strip()
    if version in ("*", ""):
        return ""
    return f"=={version}" if version[0].isdigit() else version


def conda(version: str) -> str | None:
    """A version as conda writes it: one ``=`` or a blank admits what begins so."""
    version = version.strip()
    if "|" in version:
        return None
    parts = []
    for part in version.split(","):
        match = re.fullmatch(r"(=?)\s*(\d[\w.]*?)(?:\.\*|\*)?(?:[=\s]\S*)?", part.strip())
        parts.append(f"=={match[2]}.*" if match else part.strip())
    return ",".join(part for part in parts if part != "*")


def loose(version: str) -> str | None:
    """A version as Poetry writes it, with ``^`` and ``~``, as pip would; None for alternatives."""
    if "|" in version:
        return None
    parts = [_loose(part.strip()) for part in version.split(",")]
    return ",".join(part for part in parts if part)


def _loose(part: str) -> str:
    if part in ("*", ""):
        return ""
    if part[0] == "=" and part[:2] != "==":
        return f"=={part[1:].strip()}"
    if part[0] not in "^~" or part[:2] == "~=":
        return f"=={part}" if part[0].isdigit() else part
    written = part[1:].strip()
    match = _BOUND.match(written)
    if match is None:
        return part
    numbers = [int(number) for number in match[0].split(".")]
    if part[0] == "~":
        kept = min(2, len(numbers))
    else:
        kept = next((i + 1 for i, number in enumerate(numbers) if number), len(numbers))
    above = [*numbers[: kept - 1], numbers[kept - 1] + 1]
    return f">={written},<{'.'.join(map(str, above))}"
