"""Repositories that lie beside a project: what scripts clone and check out, and what .gitmodules follows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from profilecheck.document import Command, Requirement, Word
from profilecheck.findings import Span
from profilecheck.sources.dependencies.entries import Entries
from profilecheck.sources.dependencies.purpose import Purpose

_BRANCH: Final = frozenset({"-b", "--branch", "--revision"})
_WITH_VALUE: Final = _BRANCH | frozenset(
    {"--depth", "-o", "--origin", "-c", "--config", "-j", "--jobs", "--reference", "--filter", "-u"}
    | {
        "--template",
        "--separate-git-dir",
        "--shallow-since",
        "--shallow-exclude",
        "--server-option",
    }
)
_STEP: Final = re.compile(
    r"\bgit[ \t]+(?:-C[ \t]+(?P<folder>\S+)[ \t]+)?(?P<verb>checkout|switch|reset)\b"
    r"(?:[ \t]+(?:-[bBcC][ \t]+[^\s-]\S*|-(?!-[ \t])\S+))*[ \t]+(?!-)(?P<name>[^\s;&|`\"')\\]+)"
    r"|(?<![\w./-])(?:cd|pushd|WORKDIR)[ \t]+(?P<entered>[^\s;&|)]+)"
)
_COMMENT: Final = re.compile(r"(?:^|[ \t])#")
_REMOTE: Final = re.compile(
    r"(?:(?:refs/)?(?:remotes/)?(?:origin|upstream)|(?:refs/)?(?:tags|heads))/"
)
_FAR: Final = 20_000
"""How many characters behind a clone its checkout is looked for, at most."""
_GROUP: Final = "a clone"


def clones(
    entries: Entries, commands: Sequence[Command], purpose: Purpose
) -> Iterator[Requirement]:
    """The repositories of wanted packages that commands clone at a branch or a tag, or check out at anything
    right after. A clone alone asks for nothing."""
    found = [clone for command in commands if (clone := _clone(entries, command)) is not None]
    starts = [entries.start_of(clone.span) for clone in found]
    for clone, end in zip(found, [*starts[1:], len(entries.text)], strict=False):
        asked = _checked_out(entries, clone, end) or _at_branch(entries, clone)
        if asked is not None:
            another = purpose.is_another(asked.span.line, asked.text, _reference(asked))
            yield replace(asked, conditional=another)


@dataclass(frozen=True, slots=True)
class _Clone:
    """A command that clones: the package, where from and where to, the word that names its branch."""

    span: Span
    name: str
    url: str
    folder: str
    branch: Word | None


def _clone(entries: Entries, command: Command) -> _Clone | None:
    words = command.words
    names = [word.text.rpartition("/")[2] for word in words]
    program = next((at for at, name in enumerate(names) if name in ("git", "gh")), None)
    if program is None or "clone" not in names[program:] or (program and not command.wraps):
        return None
    branch, places = None, []
    rest = iter(words[names.index("clone", program) + 1 :])
    for word in rest:
        flag, equals, value = word.text.partition("=")
        if flag in _BRANCH and equals and word.after is not None:
            branch = replace(word, text=value, span=word.after)
        elif flag in _WITH_VALUE and not equals:
            following = next(rest, None)
            branch = following if flag in _BRANCH else branch
        elif not word.text.startswith("-"):
            places.append(word)
    if not places:
        return None
    url = _as_url(places[0].text, of_hub=names[program] == "gh")
    asked = entries.pip(f"git+{url}", places[0].span) if url else None
    if asked is None:
        return None
    folder = places[1].text if len(places) > 1 else url
    return _Clone(places[0].span, asked.name, url, _folder(folder), branch)


def _as_url(written: str, *, of_hub: bool) -> str:
    """Where a repository lies, as a URL; empty for a path."""
    if "://" in written:
        return written
    at, colon, path = written.partition(":")
    if colon and "@" in at:
        return f"ssh://{at}/{path}"
    return f"https://github.com/{written}" if of_hub and written.count("/") == 1 else ""


def _folder(written: str) -> str:
    """The last part of a path, without quotes."""
    return written.strip("\"'").rstrip("/").rpartition("/")[2].removesuffix(".git").lower()


def _at_branch(entries: Entries, clone: _Clone) -> Requirement | None:
    if clone.branch is None:
        return None
    reference = clone.branch.text if clone.branch.whole else _raw(entries, clone.branch.span)
    return _requirement(clone, reference, f"git clone -b {reference}", clone.branch.span)


def _raw(entries: Entries, span: Span) -> str:
    end = entries.places.offset(span.end_line, span.end_column)
    return entries.text[entries.start_of(span) : end].strip("\"'")


def _checked_out(entries: Entries, clone: _Clone, end: int) -> Requirement | None:
    """What is checked out last in a clone, up to the next one."""
    start = entries.start_of(clone.span)
    text = entries.text[start : min(end, start + _FAR)]
    found, entered = None, ""
    for match in _STEP.finditer(text):
        if match["entered"]:
            entered = match["entered"]
            continue
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if _folder(match["folder"] or entered) == clone.folder and not _COMMENT.search(line):
            place = entries.span(start + match.start("name"), start + match.end("name"))
            reference = _REMOTE.sub("", match["name"], count=1)
            told = f"git {match['verb']} {match['name']}"
            found = _requirement(clone, reference, told, place)
    return found


def _requirement(clone: _Clone, reference: str, told: str, span: Span) -> Requirement:
    url = f"git+{clone.url}@{reference}"
    text = f"{told} of {clone.url}"
    return Requirement(clone.name, text, span, url=url, group=_GROUP, command=True, checkout=True)


def _reference(asked: Requirement) -> str:
    return asked.url.rpartition("@")[2]


_HEADER: Final = re.compile(r"[ \t]*\[submodule[ \t]+\"(?P<name>.*)\"\]")
_PAIR: Final = re.compile(r"[ \t]*(?P<key>\w+)[ \t]*=[ \t]*(?P<value>[^\s#;]+)")


def submodules(entries: Entries) -> Iterator[Requirement]:
    """The submodules of .gitmodules that follow a branch. The commit that is taken of one stands in git's index."""
    purpose = Purpose(entries.text, "")
    url, branch = "", None
    start = 0
    for line in [*entries.text.splitlines(keepends=True), '[submodule ""]']:
        if _HEADER.match(line):
            if url and branch is not None:
                yield from _submodule(entries, url, branch, purpose)
            url, branch = "", None
        elif pair := _PAIR.match(line):
            value = start + pair.start("value"), start + pair.end("value")
            url = pair["value"] if pair["key"] == "url" else url
            branch = value if pair["key"] == "branch" else branch
        start += len(line)


def _submodule(
    entries: Entries, url: str, branch: tuple[int, int], purpose: Purpose
) -> Iterator[Requirement]:
    span, reference = entries.span(*branch), entries.text[slice(*branch)]
    where = _as_url(url, of_hub=False)
    asked = entries.pip(f"git+{where}", span) if where and reference != "." else None
    if asked is None:
        return
    another = purpose.is_another(span.line, reference, reference)
    clone = _Clone(span, asked.name, where, "", None)
    told = f"branch {reference}"
    yield replace(_requirement(clone, reference, told, span), conditional=another)
