"""Releases and commits of PufferLib, and the generation that a pin to one of them means."""

from __future__ import annotations

import re
from typing import Final

from packaging.specifiers import SpecifierSet

DISTRIBUTIONS: Final = frozenset({"pufferlib", "pufferlib-core"})
"""Distributions with the import name pufferlib; pufferlib-core is a published fork with the surface of 3.0."""

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
}
"""A version of each generation, published or named in its source tree; later ones stand for what may come."""

COMMITS: Final = {
    "8e3e7546428f06839dad031935081ff3ad915f07": "4.0",
    "754d7259e434673af36380829eb33216e13b5615": "4.0",
    "25647630e1b15330bb3153a5a0d3ff8d234c3acf": "4.0",
    "0170aa5363b451b153a07efee228184467ace484": "4.0",
    "052f0f5": "4.0",
    "64da1a6": "5.0",
    "bc98fdc": "5.0",
    "6ffa5b10": "5.0",
}
"""Commits that are known, full or as far as they are known."""


def of_specifier(specifier: SpecifierSet, name: str = "pufferlib") -> str | None:
    """The one generation whose releases a version specifier admits; None where it admits several or none."""
    if name.lower() == "pufferlib-core":
        return "3.0"
    admitted = {
        generation
        for version, generation in RELEASES.items()
        if specifier.contains(version, prereleases=True)
    }
    exact = _exact_version(specifier)
    if exact is not None and not admitted:
        admitted = {f"{exact}.0"}
    return admitted.pop() if len(admitted) == 1 else None


def _exact_version(specifier: SpecifierSet) -> str | None:
    for one in specifier:
        if one.operator in ("==", "===") and (match := re.match(r"\d+", one.version)):
            return match[0]
    return None


def of_reference(url: str) -> str | None:
    """The generation that a git URL with a reference (``...@4.0``, ``...@<commit>``) means, if that is known."""
    url = re.sub(r"#(?:egg|subdirectory)=[^#]*$", "", url.split(" ")[0])
    match = re.search(r"(?:@|\?rev=|\?tag=|\?branch=|#)([\w.\-/]+)(?:#([0-9a-f]{7,40}))?$", url)
    if not match:
        return None
    for reference in (match[2], match[1]):
        if not reference:
            continue
        if number := re.fullmatch(r"v?([1-9])\.\d+(?:\.\d+)?", reference):
            return f"{number[1]}.0"
        for commit, generation in COMMITS.items():
            short = min(len(commit), len(reference))
            if short >= 7 and commit[:short] == reference[:short]:
                return generation
    return None
