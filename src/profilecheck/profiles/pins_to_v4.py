"""What a pin of 3.0 becomes: a commit of 4.0, which never was published, in the words of each tool.

Sources: PEP 508, direct references; the manuals of pip, uv, Poetry, PDM, Pipenv and pixi on git repositories;
PufferLib 0170aa5 build.sh, 8e3e754 pyproject.toml, pufferlib/pufferl.py load_config.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from profilecheck.profiles.releases import COMMITS, PINS, UPSTREAM, last_published

TO: Final = "4.0"
LAST: Final = last_published("pufferlib")
"""What is installed where any version will do."""
HELD: Final = "its pin stays while other files are blocked, for it tells what they are of: --pin again once none is"
WHOLE: Final = 40
"""Digits of a commit."""
LEAST: Final = 7
"""Digits of a commit that git shows, at least."""
EXAMPLE: Final = PINS[TO].rpartition("@")[2]
_HEX: Final = re.compile(r"[0-9a-f]+")


class NoCommit(ValueError):
    """What cannot be pinned, with the reason for the user."""


def commit_of(given: str) -> str:
    """The commit of 4.0 that is given, in full where it is known so. Raises NoCommit."""
    text = given.strip().lower()
    if _HEX.fullmatch(text) and not LEAST <= len(text) <= WHOLE:
        raise NoCommit(
            f"{given} is no commit: it has {len(text)} digit{'s' * (len(text) != 1)}, and a commit has {WHOLE}, of which the first {LEAST} "
            f"will do where it is known. Give one of {TO}, such as {EXAMPLE}"
        )
    if not _HEX.fullmatch(text):
        raise NoCommit(
            f"{given} is no commit: what a branch or a tag names may change. Give one, such as {EXAMPLE}"
        )
    known = [one for one in COMMITS if one.startswith(text) or text.startswith(one)]
    for one in known:
        if COMMITS[one] != TO:
            raise NoCommit(
                f"{given} is a commit of {COMMITS[one]}: give one of {TO}, such as {EXAMPLE}"
            )
    if len(text) < WHOLE and not known:
        raise NoCommit(f"{given} is not known to be of {TO}: give all {WHOLE} digits of the commit")
    return max((*known, text), key=len)


def is_known(commit: str) -> bool:
    """Whether a commit is known to be of 4.0."""
    return any(COMMITS[one] == TO and commit.startswith(one) for one in COMMITS)


def url(commit: str) -> str:
    """The repository at a commit, as pip takes it."""
    return f"git+{UPSTREAM}@{commit}"


def requirement(commit: str) -> str:
    """A requirement as PEP 508 writes it."""
    return f"pufferlib @ {url(commit)}"


_OF_TOOL: Final[Mapping[str, str]] = {
    "pip": "git+{url}@{commit}",
    "uv": "git+{url}@{commit}",
    "pdm": "git+{url}@{commit}",
    "poetry": "git+{url}.git#{commit}",
    "pipenv": "git+{url}@{commit}#egg=pufferlib",
}


def argument(tool: str, commit: str) -> str | None:
    """What a command that installs is given; None where a tool takes no repository so."""
    form = _OF_TOOL.get("pip" if tool.startswith("pip") and tool != "pipenv" else tool)
    return form.format(url=UPSTREAM, commit=commit) if form else None


def table(commit: str, *, ref: str, others: str = "") -> str:
    """An inline table of TOML; ``ref`` is its key for a commit."""
    return f'{{ git = "{UPSTREAM}", {ref} = "{commit}"{others} }}'


LOCKS: Final[Mapping[str, str]] = {
    "uv.lock": "uv lock",
    "poetry.lock": "poetry lock",
    "pdm.lock": "pdm lock",
    "pixi.lock": "pixi lock",
    "pipfile.lock": "pipenv lock",
    "pylock.toml": "the tool that made it",
}
"""What makes a lock again."""

ASKS: Final = (
    "{told} installs 3.0, and 4.0 was never published: --pin COMMIT names the commit of it that takes its place, "
    f"such as {EXAMPLE}"
)
NONE_OF_ITS_OWN: Final = "none of its pins is one of 3.0 for the project itself"
NOT_KNOWN: Final = (
    "which version that is cannot be read here: where it is not one of 4.0, write {pin}"
)
NOT_READ_HERE: Final = "which version it pins cannot be read here"
DOUBTED: Final = "line {line}: {told} stays: which version that is cannot be read here; where it is one of 3.0, pin 4.0 there by hand"
FROM_FILE: Final = "an install from {path}"
FROM_NOWHERE: Final = "line {line} installs what {path} asks for, which is not here: where that is PufferLib of 3.0, pin 4.0 there"
ITS_PIN: Final = "line {line} of it asks for {told}"
NOT_READ: Final = (
    "and nothing in its name says that it is a file of requirements: pin 4.0 there by hand"
)
NOT_MIGRATED: Final = "and it is not among the files that are migrated: migrate it too"
STAYS_THERE: Final = "which stays, as it may be for a second environment: where it is for this project, pin 4.0 there by hand"
STAYS: Final = "line {line}: {told} stays: {why}"
MOVES: Final = "it names no commit, so that it is of no one generation"
SECOND_COMMAND: Final = "the command is under a condition, into an environment of its own, or for another version on purpose"
LEFT_BEHIND: Final = (
    "under a condition, into an environment of its own, or for another version on purpose, and the file's launch lines become 4.0's: "
    "where they run with it, pin 4.0 here too, or leave them (--decide FILE:LINE:launch.line=leave)"
)
SECOND_INSTALL: Final = (
    "line {line} installs 4.0, so that this one may be for another environment: where both are for the same, "
    "the later one decides: remove this line"
)
SECOND_SCRIPT: Final = "the file may be for a second environment"
SECOND_FILE: Final = (
    "the file may be for a second environment: the project's own requirements include it nowhere"
)
SECOND_GROUP: Final = (
    "its group may be for a second environment: no pin of the project itself is migrated with it"
)
OF_NAME: Final = "its group is named for another version"
OF_CONFLICT: Final = "[tool.uv] conflicts keeps its group apart; where [tool.uv.sources] names PufferLib, that is for this group too"
OF_HATCH: Final = "its environment of Hatch does not install the project"
OF_FEATURE: Final = "its feature of pixi is in no environment with the default feature"
MAJOR: Final = "3"
"""The first number of the versions that are migrated, as names of groups have it."""
SECOND_EXTRA: Final = (
    "its extra is for a second environment: the project itself asks for no PufferLib"
)
SECOND_SYSTEM: Final = "it holds under a condition"
MEANWHILE: Final = "it stays as it is"
WHY: Final = "4.0 was never published: it is pinned by its commit"
BUILT: Final = (
    "4.0 has to be built where it is: clone the repository at the commit, run ./build.sh ENV for the environment, "
    "and pip install -e . there; an install from the URL alone has neither configs nor a compiled environment"
)
BUILD: Final = "build.sh"
"""What compiles an environment of 4.0."""
USELESS: Final = (
    "an install of 4.0 from its URL, which has neither configs nor a compiled environment"
)
TO_BUILD: Final = (
    "write git clone {url} && cd PufferLib && git checkout {commit}, then ./{build} ENV for the environment and pip install -e . there; "
    "INIs of your own go to the config folder of that clone"
)
BRINGS_URL: Final = "it asks for 4.0 by its URL, which brings neither configs nor a compiled environment, and the file launches it: behind it {how}"
CUT_OFF: Final = "line {line}: {raw} no longer decides which version is installed there: the commit stands in its place"
UNKNOWN_COMMIT: Final = "{commit} is not among the commits that are known to be of 4.0"
EXTRAS: Final = "the extras {extras} are of 3.0's environments in Python, which 4.0 does not have"
HATCH: Final = (
    "Hatch takes a repository only with [tool.hatch.metadata] allow-direct-references = true"
)
HASHED: Final = "pip takes no repository in a file with hashes: pin 4.0 outside of it, with {pin}"
OF_CONDA: Final = "conda has no 4.0: install it with pip, as {pin}"
OF_FORK: Final = "it is no repository of upstream's: pin a commit of its own that is of 4.0"
OF_CLONE: Final = (
    "git clone takes a branch or a tag, and no commit: clone all of it, without --depth, "
    "and let git -C FOLDER checkout {commit} follow"
)
OF_SUBMODULE: Final = (
    "a submodule is moved by git: git -C FOLDER checkout {commit}, git add FOLDER, and no branch here, "
    "lest git submodule update --remote moves it on"
)
BY_HAND: Final = "write {pin} in the words of {tool}"
COMPILED: Final = "it is made by {tool}: change what it is made from, and make it again"
