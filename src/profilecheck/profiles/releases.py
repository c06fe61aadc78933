"""Releases and commits of PufferLib, and the generation that a pin to one of them means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet
    from packaging.version import Version

FORK: Final = "pufferlib-core"
"""A published fork with the same import name and the surface of 3.0 in all its releases."""
DISTRIBUTIONS: Final = frozenset({"pufferlib", FORK})
"""Distributions with the import name pufferlib."""

PYTHONS: Final = ("3.9", "3.10", "3.11", "3.12", "3.13", "3.14")
"""Versions of Python that PufferLib is for. Source: pufferlib 3.0.0 pyproject.toml, requires-python and classifiers."""

_PATCHES: Final[Mapping[str, Mapping[str, Iterable[int]]]] = {
    "pufferlib": {
        "0.1": range(3),
        "0.2": range(2),
        "0.3": range(1),
        "0.4": range(6),
        "0.5": range(2),
        "0.6": range(2),
        "0.7": range(4),
        "1.0": range(2),
        "2.0": range(7),
        "3.0": range(1),
    },
    FORK: {"2.0": range(1), "3.0": (*range(11), *range(15, 24))},
}
PUBLISHED: Final[Mapping[str, tuple[str, ...]]] = {
    name: tuple(f"{minor}.{patch}" for minor, patches in minors.items() for patch in patches)
    for name, minors in _PATCHES.items()
}
"""The versions on the public index, oldest first. 4.0 and what comes after it never were published."""
UPSTREAM: Final = "https://github.com/PufferAI/PufferLib"
"""The repository of PufferLib. Its default branch is 5.0, which has no Python package."""
REPOSITORY: Final = UPSTREAM.rpartition("/")[2]
FIRST_4: Final = "8e3e7546428f06839dad031935081ff3ad915f07"
"""4.0 as released, before its later revision (052f0f5)."""
PINS: Final[Mapping[str, str]] = {
    "1.0": "pufferlib==1.0.1",
    "2.0": "pufferlib==2.0.6",
    "3.0": "pufferlib==3.0.0",
    "4.0": f"pufferlib @ git+{UPSTREAM}@{FIRST_4}",
}
"""What to write for a generation."""
MOVING: Final = frozenset({"", "main", "master", "dev", "develop", "head"})
"""References of a repository, lower-cased, under which it holds another generation from time to time."""

_LATER: Final = ("3.0.23", "3.1.0", "4.0.0", "4.1.0", "5.0.0", "6.0.0")
RELEASES: Final[Mapping[str, str]] = {
    version: f"{max(1, int(version[0]))}.0" for version in (*PUBLISHED["pufferlib"], *_LATER)
}
"""Versions with their generation: the published ones, and those that their source tree names or that may come."""

COMMITS: Final = {
    "31359250": "2.0",
    "40c7a1b": "3.0",
    FIRST_4: "4.0",
    "754d7259e434673af36380829eb33216e13b5615": "4.0",
    "25647630e1b15330bb3153a5a0d3ff8d234c3acf": "4.0",
    "0170aa5363b451b153a07efee228184467ace484": "4.0",
    "03778a44158482f460533cd1a49d0982e75d571b": "4.0",
    "052f0f5": "4.0",
    "b21c5a47": "5.0",
    "64da1a6b": "5.0",
    "bc98fdc0": "5.0",
    "6ffa5b10": "5.0",
    "89414204": "5.0",
}
"""Commits that are known, full or as far as they are known. The development revision of 4.0 (61f27b3) is
not among them: its names are those of 4.0 with leftovers of 3.0, so a pin to it decides nothing."""

_READ: Final = (FIRST_4, "052f0f5")
"""The commits whose launcher was read."""


def mentioned(data: bytes) -> bool:
    """Whether bytes hold the name of a distribution, in any case, in UTF-8 or UTF-16."""
    return b"pufferlib" in data or b"pufferlib" in data.replace(b"\0", b"").lower()


def of_specifier(specifier: SpecifierSet, name: str = "pufferlib") -> str | None:
    """The one generation whose releases a version specifier admits; None where it admits several or none."""
    if canonical(name) == FORK:
        return "3.0"
    admitted = {
        generation
        for version, generation in RELEASES.items()
        if specifier.contains(version, prereleases=True)
    }
    exact = _exact_version(specifier)
    if exact is not None and not admitted:
        admitted = {f"{max(1, exact.major)}.0"}
    return admitted.pop() if len(admitted) == 1 else None


def release_of(name: str, specifier: str | None, url: str) -> str:
    """The one release or commit of upstream's that a requirement means, where all of its launcher is known;
    empty for every other requirement."""
    if url:
        reference = (reference_of(url) or "").lower() if is_upstream(url) else ""
        return next((one for one in _READ if _is_same(one, reference)), "")
    if specifier is None or canonical(name) == FORK:
        return ""
    from packaging.specifiers import SpecifierSet

    try:
        admits = SpecifierSet(specifier)
    except ValueError:
        return ""
    last = last_published("pufferlib")
    found = [version for version in PUBLISHED["pufferlib"] if admits.contains(version)]
    return last if found == [last] else ""


def is_published(specifier: str, name: str = "pufferlib") -> bool | None:
    """Whether a published version of a distribution is among those that a version specifier admits; None
    where it cannot be read."""
    from packaging.specifiers import SpecifierSet

    try:
        admits = SpecifierSet(specifier)
        versions = PUBLISHED[canonical(name)]
        return any(admits.contains(version, prereleases=True) for version in versions)
    except ValueError:  # no specifier, or one with more digits than Python converts
        return None


def last_published(name: str) -> str:
    """The last published version of a distribution."""
    return PUBLISHED[canonical(name)][-1]


def canonical(name: str) -> str:
    """A distribution's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _exact_version(specifier: SpecifierSet) -> Version | None:
    from packaging.version import InvalidVersion, Version

    for one in specifier:
        if one.operator in ("==", "==="):
            try:
                return Version(one.version.removesuffix(".*"))
            except InvalidVersion:
                return None
    return None


_REFERENCE = re.compile(
    r"(?:@|\?(?:rev|tag|branch)=|#)(?P<name>[\w.\-/]+)(?:#(?P<commit>[0-9a-f]{7,40}))?$"
)
_LINE = re.compile(r"(?:refs/(?:heads|tags)/)?v?(?P<major>[1-9])\.\d+(?:\.\d+)?(?:-experiments)?")
_ARCHIVE = re.compile(
    r"(?:^|/)pufferlib(?P<fork>[-_]core)?-(?P<major>[1-9])\.[^/]*\.(?:tar\.gz|whl|zip)$"
)
_SNAPSHOT = re.compile(
    r"/(?:archive|tarball|zipball)/(?P<name>(?:refs/(?:heads|tags)/)?[^/]+?)(?:\.zip|\.tar\.gz|\.tgz)?$"
)
_VCS = re.compile(r"(?:git|hg|svn|bzr)\+")
_FRAGMENT = re.compile(r"#(?![0-9a-fA-F]{7,40}$).*$")


def of_reference(url: str) -> str | None:
    """The generation that a URL means: an archive of a release, or a git reference that is known.

    ``...@4.0``, ``...@<commit>`` and ``...?rev=4.0#<commit>`` are known; a URL without a reference,
    or with the name of a branch that moves, means none.
    """
    url = _FRAGMENT.sub("", url.split(" ")[0])
    if snapshot := _SNAPSHOT.search(url):
        return _of_name(snapshot["name"])
    if archive := _ARCHIVE.search(url.lower()):
        return "3.0" if archive["fork"] else f"{archive['major']}.0"
    match = _REFERENCE.search(url)
    if not match:
        return None
    for reference in (match["commit"], match["name"]):
        if generation := _of_name(reference or ""):
            return generation
    return None


def reference_of(url: str) -> str | None:
    """The branch, tag or commit that the URL of a repository names, empty for none; None for any other URL."""
    if not _VCS.match(url):
        return None
    if commit := re.search(r"#([0-9a-fA-F]{7,40})$", url):
        return commit[1]
    bare = re.sub(r"#.*$", "", url.split(" ")[0])
    if query := re.search(r"\?(?:rev|tag|branch)=([^&]+)$", bare):
        return query[1]
    path = bare.partition("://")[2].partition("/")[2]
    return path.rpartition("@")[2] if "@" in path else ""


def moves(url: str) -> bool:
    """Whether a URL is that of a repository without a reference, or with one that moves on to the next
    generation."""
    reference = reference_of(url)
    return reference is not None and reference.lower() in MOVING


def is_upstream(url: str) -> bool:
    """Whether a URL is that of PufferLib's own repository."""
    return "github.com/pufferai/pufferlib" in url.lower().replace(":", "/")


def _of_name(reference: str) -> str | None:
    if line := _LINE.fullmatch(reference):
        return f"{line['major']}.0"
    for commit, generation in COMMITS.items():
        if _is_same(commit, reference.lower()):
            return generation
    return None


def _is_same(commit: str, reference: str) -> bool:
    """Whether two names of commits, each full or the beginning of one, are of the same."""
    short = min(len(commit), len(reference))
    return short >= 7 and commit[:short] == reference[:short]
