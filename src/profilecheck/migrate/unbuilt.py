"""Installs of 4.0 from its URL, with neither configs nor a compiled environment: told where nothing builds 4.0 besides."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Final

from profilecheck.document import Requirement
from profilecheck.files import read_file
from profilecheck.findings import Span, lines_of
from profilecheck.launches import launch_blocks
from profilecheck.migrate.ledger import Port
from profilecheck.migrate.request import FROM, TO, Source
from profilecheck.pins import LIMIT, Pin, pin_of
from profilecheck.profiles import pins_to_v4 as words
from profilecheck.profiles.launch_lines import asks_help
from profilecheck.profiles.releases import UPSTREAM, is_upstream, reference_of
from profilecheck.profiles.trees import DEFAULT_INI
from profilecheck.target import decide

_NAMED: Final = re.compile(r"[\w.-]*(?:/[\w.-]+)+|[\w-][\w.-]*\.(?:sh|bash|zsh|py|mk)\b")
"""What may be the path of a script, or of an action's folder."""
_MAKE: Final = re.compile(r"(?<![\w./-])make(?![\w./-])")
_MAKEFILES: Final = ("Makefile", "makefile", "GNUmakefile")
_ACTIONS: Final = ("action.yml", "action.yaml")
_EDITABLE: Final = re.compile(r"(?:-e|--editable)[= \t]*['\"]?\Z")
"""What stands before a repository that pip clones and leaves as it is."""
_MOST: Final = 500
"""How many names of a text are looked for in its tree, at most."""


def ports(source: Source, pins: Iterable[Pin]) -> tuple[Port, ...]:
    """One for each command of a file that installs 4.0 from its URL already."""
    found = [
        pin.requirement
        for pin in pins
        if pin.requirement.command
        and not (pin.requirement.checkout or pin.requirement.conditional)
        and _is_of_url(pin)
        and not _is_editable(source, pin.requirement)
    ]
    if not found or is_built(source):
        return ()
    return tuple(port(one.span, reference_of(one.url) or "") for one in found)


def port(span: Span, commit: str) -> Port:
    """What is to be done about a command that installs a commit of 4.0 from its URL."""
    return Port(span, words.USELESS, _how(commit))


def port_of_file(
    source: Source, span: Span, path: str, asked: Iterable[Requirement]
) -> Port | None:
    """What is to be done about a command that installs what a file asks for, where that is 4.0 from its URL; None where
    the script builds 4.0, or launches nothing with it."""
    commits = list(_commits(source, path, asked))
    if not commits or not _launches(source) or is_built(source):
        return None
    how = words.BRINGS_URL.format(how=_how(commits[0]))
    return Port(span, words.FROM_FILE.format(path=path), how)


def _commits(source: Source, path: str, asked: Iterable[Requirement]) -> Iterator[str]:
    """The commits of 4.0 that a file will ask for by URL once all is migrated."""
    for one in asked:
        pin = pin_of(one, path)
        if _is_of_url(pin):
            yield reference_of(one.url) or ""
        elif source.request.pin is not None and pin.generation == FROM:
            yield source.request.pin


def _how(commit: str) -> str:
    return words.TO_BUILD.format(url=UPSTREAM, commit=commit, build=words.BUILD)


def _is_of_url(pin: Pin) -> bool:
    return pin.generation == TO and is_upstream(pin.requirement.url)


def _is_editable(source: Source, requirement: Requirement) -> bool:
    span = requirement.span
    line = lines_of(source.document.text)[span.line - 1]
    return _EDITABLE.search(line[: span.column - 1]) is not None


def _launches(source: Source) -> bool:
    """Whether a file launches 3.0, which it will not any more, or 4.0."""
    options = replace(source.request.options, target=None)
    for block in launch_blocks(source.document):
        launch = block.launch
        if launch is None or not launch.of_profiles or asks_help(launch):
            continue
        target = decide(block, options, source.surroundings)
        of = target.profile.name if target.profile is not None else None
        if target.how != "directive" or of == TO:
            return True
    return False


# What builds


def is_built(source: Source) -> bool:
    """Whether 4.0 is built where a file runs: by the file, by a script that it names, or because the tree is that of 4.0."""
    if words.BUILD in source.document.text:
        return True
    marks = source.surroundings.marks
    if any(
        one.profile == TO and PurePosixPath(one.path or "").name != DEFAULT_INI for one in marks
    ):
        return True
    return any(map(_builds, _scripts(source)))


def _scripts(source: Source) -> Iterator[Path]:
    """The files of the tree that a file names, and the Makefile where it calls make."""
    if not source.surroundings.place:
        return  # nothing is known of where it lies
    text = source.document.text
    names = dict.fromkeys(match[0] for match in _NAMED.finditer(text))
    if _MAKE.search(text):
        names = dict.fromkeys(_MAKEFILES) | names
    for name in list(names)[:_MOST]:
        for one in (name, *(f"{name}/{action}" for action in _ACTIONS)):
            found = find(source, one)
            if found is not None:
                yield found


def _builds(path: Path) -> bool:
    try:
        return words.BUILD.encode() in read_file(path, LIMIT)
    except (OSError, ValueError):
        return False


def find(source: Source, path: str) -> Path | None:
    """The file of a path: from the script's own folder upward, as a path in an image by its name."""
    for base in source.folders or [Path(source.file).parent]:
        for one in dict.fromkeys((path.lstrip("/"), Path(path).name)):
            if one and (base / one).is_file():
                return base / one
    return None
