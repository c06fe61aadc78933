"""Releases and commits of PufferLib, and the generation that a pin to one of them means."""

from __future__ import annotations

import re
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

RELEASES: Final = {
    "0.7.3": "1.0",
    "1.0.1": "1.0",
    "2.0.6": "2.0",
    "3.0.0": "3.0",
    "3.0.23": "3.0",
    "3.1.0": "3.0",
    "4.0.0": "4.0",
    "4.1.0": "4.0",
    "5.0.0": "5.0",
    "6.0.0": "6.0",
}
"""A version of each generation, published or named in its source tree; later ones stand for what may come."""

COMMITS: Final = {
    "31359250": "2.0",
    "40c7a1b": "3.0",
    "8e3e7546428f06839dad031935081ff3ad915f07": "4.0",
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


def of_specifier(specifier: SpecifierSet, name: str = "pufferlib") -> str | None:
    """The one generation whose releases a version specifier admits; None where it admits several or none."""
    if name.lower().replace("_", "-") == FORK:
        return "3.0"
    admitted = {
        generation
        for version, generation in RELEASES.items()
        if specifier.contains(version, prereleases=True)
    }
    exact = _exact_version(specifier)
    if exact is not None and not admitted:
        admitted = {f"{exact.major}.0"}
    return admitted.pop() if len(admitted) == 1 else None


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
    r"/pufferlib(?P<fork>[-_]core)?-(?P<major>[1-9])\.[^/]*\.(?:tar\.gz|whl|zip)$"
)


def of_reference(url: str) -> str | None:
    """The generation that a URL means: an archive of a release, or a git reference that is known.

    ``...@4.0``, ``...@<commit>`` and ``...?rev=4.0#<commit>`` are known; a URL without a reference,
    or with the name of a branch that moves, means none.
    """
    url = re.sub(r"#(?:egg|subdirectory|sha256)=[^#]*$", "", url.split(" ")[0])
    if archive := _ARCHIVE.search(url.lower()):
        return "3.0" if archive["fork"] else f"{archive['major']}.0"
    match = _REFERENCE.search(url)
    if not match:
        return None
    for reference in (match["commit"], match["name"]):
        if generation := _of_name(reference or ""):
            return generation
    return None


def _of_name(reference: str) -> str | None:
    if line := _LINE.fullmatch(reference):
        return f"{line['major']}.0"
    for commit, generation in COMMITS.items():
        short = min(len(commit), len(reference))
        if short >= 7 and commit[:short] == reference[:short].lower():
            return generation
    return None
