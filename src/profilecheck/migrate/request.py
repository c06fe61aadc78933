"""What a migration is asked for, and what each kind of file gives back to be carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path, PurePath, PurePosixPath
from typing import Final

from profilecheck.config_folder import Change, unchanged
from profilecheck.document import Document
from profilecheck.findings import Edit
from profilecheck.migrate.ledger import Beside, Part, Port
from profilecheck.options import Options
from profilecheck.surroundings import Surroundings

FROM: Final = "3.0"
TO: Final = "4.0"


@dataclass(frozen=True, slots=True)
class Request:
    """What a migration is asked: how to judge, and decisions by key. A key may be preceded by a file's
    path and a colon (``configs/a.ini:vec.total_agents``): it then holds for that file alone; and by a line behind that
    (``run.sh:12:vec.total_agents``): for the command there; a line alone (``12:vec.total_agents``) will do where one file
    asks about it. ``pin`` is the commit that pins are to name, None to leave
    them. ``alone``: one file is migrated, so that every decision is for it. ``paths`` are the real paths of all files
    that are migrated together."""

    options: Options = field(default_factory=Options)
    answers: Mapping[str, str] = field(default_factory=dict)
    pin: str | None = None
    alone: bool = True
    paths: frozenset[str] = frozenset()

    def without(self) -> Iterator[Request]:
        """The same without what may make an answer needless: other answers, and the agents that are declared."""
        yield replace(self, answers={})
        if self.options.agents_per_env is not None:
            other = replace(self, options=replace(self.options, agents_per_env=None))
            yield from (other, replace(other, answers={}))

    def named_of(self, path: str) -> frozenset[str]:
        """The keys that are decided for one file by its path."""
        return frozenset(self._behind(f"{path}:"))

    def own_of_line(self, path: str, line: str) -> frozenset[str]:
        """The keys that are decided for the command on one line of a file."""
        return frozenset(self._behind(f"{line}:") | self._behind(f"{path}:{line}:"))

    def _behind(self, place: str) -> dict[str, str]:
        """The answers that name a place, by what stands behind it."""
        return {
            key[len(place) :]: text for key, text in self.answers.items() if key.startswith(place)
        }

    def answers_for(self, path: str, line: str | None = None) -> dict[str, str]:
        """The decisions that hold for one file, or for the command on one of its lines: those of its own
        before those of all."""
        general = {key: text for key, text in self.answers.items() if ":" not in key}
        places = [f"{path}:"] if line is None else [f"{path}:", f"{line}:", f"{path}:{line}:"]
        for place in places:
            general |= {key: text for key, text in self._behind(place).items() if ":" not in key}
        return general


@dataclass(frozen=True, slots=True)
class Source:
    """One file that is to be migrated: its document, what lies around it, its whole path. ``exists`` says whether there
    is a file of a path, which is given as the document's is; ``later`` what the INIs of config folders hold
    once all is migrated. ``shared`` are the keys that several of its experiments, calls and launch lines have to do
    with: an answer for the whole file is for those of them that ask."""

    document: Document
    request: Request
    surroundings: Surroundings
    file: str
    exists: Callable[[str], bool] = lambda path: False
    later: Change = unchanged
    shared: frozenset[str] = frozenset()

    @property
    def own(self) -> frozenset[str]:
        """The keys that are decided for this file alone, or where there is no other, and for the one part of it that
        has to do with them: they need not be asked for."""
        request, named = self.request, self.request.named_of(self.document.path)
        return (named | request.answers.keys() if request.alone else named) - self.shared

    @property
    def folders(self) -> list[Path]:
        """The folders of the file's tree that it lies in, its own first; none where nothing is known of the tree."""
        depth = len(Path(self.surroundings.place).parts)
        return list(Path(self.file).parents)[:depth]

    def shown(self, path: Path) -> str:
        """How a whole path is shown where this file's own is shown as it is."""
        whole, own = PurePath(self.file).parts, PurePosixPath(self.document.path).parts
        pairs = zip(reversed(whole), reversed(own), strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        root, before = whole[: len(whole) - same], own[: len(own) - same]
        if path.parts[: len(root)] != root:
            return path.as_posix()
        return PurePosixPath(*before, *path.parts[len(root) :]).as_posix()


@dataclass(frozen=True, slots=True)
class Work:
    """What one kind of migrator would do to a file.

    ``edits`` are those of its text. ``verify`` is given the document of the result and yields what is not
    as it was promised. ``ports`` are what has to be done by hand, ``beside`` new files. ``blocked`` says why nothing can be done.
    ``left`` says why there is nothing to do, where the kind knows the file. ``others`` are the paths of tables of which nothing
    more is told: another program reads them, as was decided, or a person is to port them. ``held`` is what is left of it while other files are blocked, where that is something else.
    """

    parts: tuple[Part, ...] = ()
    edits: tuple[Edit, ...] = ()
    verify: Callable[[Document], Iterator[str]] = lambda result: iter(())
    ports: tuple[Port, ...] = ()
    beside: tuple[Beside, ...] = ()
    blocked: str = ""
    left: str = ""
    others: tuple[str, ...] = ()
    held: Work | None = None


Migrator = Callable[[Source], Work | None]
"""Gives None where the file holds nothing of its kind."""
