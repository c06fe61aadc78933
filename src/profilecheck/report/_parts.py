"""Which part of a tree is for which generation, and on what evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from profilecheck.findings import Evidence, FileReport, Report
from profilecheck.report._words import judged, placed

_REASONS = 2
"""How many reasons are given for a part, at most."""


@dataclass(frozen=True, slots=True)
class Part:
    """A folder all of whose files that tell a generation tell the same; or those files that lie in a folder
    itself, beside parts of it; or one file.

    ``profile`` is None for files that tell several generations at once.
    """

    path: str
    profile: str | None
    files: int
    reasons: tuple[str, ...]
    itself: bool = False


def parts(report: Report) -> list[Part]:
    """The parts of a report's files, each as large as it can be, by their paths."""
    telling = [file for file in report.files if judged(file) and _tells(file)]
    return sorted(_parts(telling), key=lambda part: (part.path, part.profile or ""))


def _tells(file: FileReport) -> bool:
    return file.profile is not None or len({one.profile for one in file.evidence}) > 1


def _parts(telling: Sequence[FileReport]) -> Iterator[Part]:
    pending = [(0, telling)] if telling else []
    while pending:
        depth, group = pending.pop()
        if len({file.profile for file in group}) == 1:
            yield _part(group, itself=False)
            continue
        own: dict[str | None, list[FileReport]] = {}
        below: dict[str, list[FileReport]] = {}
        for file in group:
            names = file.path.split("/")
            if len(names) == depth + 1:
                own.setdefault(file.profile, []).append(file)
            else:
                below.setdefault(names[depth], []).append(file)
        pending += [(depth + 1, inside) for inside in below.values()]
        yield from (_part(files, itself=True) for files in own.values())


def _part(files: Sequence[FileReport], *, itself: bool) -> Part:
    path = files[0].path if len(files) == 1 else _common_folder(files)
    profile = files[0].profile
    return Part(path, profile, len(files), _reasons(files), itself and len(files) > 1)


def _common_folder(files: Sequence[FileReport]) -> str:
    """The folder that all lie in, with a slash at its end; ``./`` for the one that paths start from."""
    folders = [file.path.split("/")[:-1] for file in files]
    first, last = min(folders), max(folders)
    same = 0
    while same < min(len(first), len(last)) and first[same] == last[same]:
        same += 1
    return "".join(f"{name}/" for name in first[:same]) or "./"


def _reasons(files: Sequence[FileReport]) -> tuple[str, ...]:
    """The pins and marks of the tree that decide for most files; without any, what the first file holds."""
    around: Counter[str] = Counter()
    for file in files if files[0].profile else ():
        around.update(_outside(file))
    if around:
        return tuple(message for message, _ in around.most_common(_REASONS))
    first: dict[str, str] = {}
    here = files[0].path
    for one in sorted(_speaking(files[0]), key=lambda one: one.path != here):
        first.setdefault(one.profile, placed(one.message, one.path, one.span, ""))
    return tuple(first.values())[:_REASONS]


def _outside(file: FileReport) -> list[str]:
    """What decided from outside of a file. The reason that decided is its first; where that stands in the file,
    those after it were overruled or not needed."""
    speaking = _speaking(file)
    if not speaking or speaking[0].path == file.path:
        return []
    return list(dict.fromkeys(one.message for one in speaking if one.path != file.path))


def _speaking(file: FileReport) -> list[Evidence]:
    return [one for one in file.evidence if file.profile in (None, one.profile)]
