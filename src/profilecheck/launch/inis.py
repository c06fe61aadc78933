"""The INIs that an installed loader reads for an environment, found as it finds them."""

from __future__ import annotations

import glob
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from profilecheck.config_folder import DEFAULT
from profilecheck.document import Document
from profilecheck.files import read_file
from profilecheck.profiles.launch_lines import names_in
from profilecheck.profiles.trees import DEFAULT_INI
from profilecheck.sources.read import read


class NoConfig(Exception):
    """The loader finds no INI for an environment, or fails over one before it; the message says why."""


@dataclass(frozen=True, slots=True)
class Installed:
    """default.ini, and the INI that lies over it; None where default.ini is all."""

    default: Document
    environment: Document | None

    @property
    def paths(self) -> tuple[str, ...]:
        """Where they are."""
        return tuple(one.path for one in (self.default, self.environment) if one is not None)


def installed(folder: Path, environment: str) -> Installed:
    """What a loader reads below ``folder`` for an environment.

    It takes the INIs in the order in which the file system gives them, and the first that has the name;
    one that it cannot parse ends it, whatever that is for. Raises NoConfig.
    """
    default = _read(folder / DEFAULT_INI)
    if default is None:
        raise NoConfig(
            f"there is no {folder / DEFAULT_INI}, without which the loader finds nothing"
        )
    if environment == DEFAULT:
        return Installed(default, None)
    for one in _in_order(folder):
        if environment in (names_in(one) or names_in(default)):
            return Installed(default, one)
    raise NoConfig(
        f"no INI below {folder} has {environment} in its [base] env_name, and the loader reads no others"
    )


def _in_order(folder: Path) -> Iterator[Document]:
    for path in glob.glob(f"{glob.escape(str(folder))}/**/*.ini", recursive=True):  # noqa: PTH207
        document = _read(Path(path))
        if document is not None:
            yield document


def _read(path: Path) -> Document | None:
    try:
        document = read(read_file(path), path.as_posix())
    except OSError:  # configparser passes over what it cannot open
        return None
    fatal = next((one for one in document.problems if one.fatal), None) if document else None
    if fatal is not None:
        raise NoConfig(f"{path}:{fatal.span.start}: {fatal.message}: the loader ends there")
    return document
