"""What of PufferLib would start, found without importing any of it.

An interpreter is asked for what it has installed and where; else a source tree in this folder counts, and
last the program that 5.0 is.
"""

from __future__ import annotations

import inspect
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from profilecheck.findings import Evidence
from profilecheck.launch import ask
from profilecheck.profiles import api_names
from profilecheck.profiles.launch_programs import MODULE, NATIVE, PROGRAM
from profilecheck.profiles.launch_runs import FILE
from profilecheck.profiles.releases import DISTRIBUTIONS, of_specifier
from profilecheck.surroundings import marks_in

_PATIENCE: Final = 60
"""Seconds for which an interpreter may think about its answer."""
_LONGEST_LINE: Final = 1024
"""Bytes of a script's first line that matter: no system reads more."""


class NoRuntime(Exception):
    """Nothing is there to start; the message says where it was looked for."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """A PufferLib that can be started.

    ``kind``: ``installed`` (a distribution with its program), ``tree`` (a package that no distribution
    installed a program for), ``program`` (5.0's own). ``command`` starts it, ``folder`` holds its package.
    ``evidence`` are what tells its generation: marks of its files, which count, and its version. ``commit``
    is the one that it was installed from, where that is known.
    """

    kind: Literal["installed", "tree", "program"]
    command: tuple[str, ...]
    folder: Path
    evidence: tuple[Evidence, ...]
    python: str
    python_version: str
    start_method: str
    distribution: str | None = None
    version: str | None = None
    commit: str | None = None
    editable: bool = False
    suffixes: tuple[str, ...] = ()
    """What names of compiled modules end with that its interpreter imports."""

    @property
    def generation(self) -> str | None:
        """Its generation; None where nothing tells it."""
        return self.evidence[0].profile if self.evidence else None

    @property
    def told(self) -> str:
        """What it is, in words."""
        name = f"{self.distribution} {self.version}" if self.distribution else "a source tree"
        how = " (editable)" if self.editable else ""
        return f"{name if self.kind != 'program' else self.command[0]}{how} in {self.folder}"

    @property
    def why(self) -> str:
        """What tells its generation, in words."""
        return (
            "; ".join(f"{one.message}" for one in self.evidence) or "nothing tells its generation"
        )


def find(python: str | None, here: Path) -> Runtime:
    """What would start. ``python`` is an interpreter, by default this one; ``here`` is this folder.

    Raises NoRuntime, also where the interpreter cannot be asked.
    """
    said = _asked(_interpreter(python))
    name = said["distributions"][0] if said["distributions"] else None
    installed = Path(said["folder"]) if said["folder"] else None
    if name and name["script"] and installed:
        command = _program(name["script"], said)
        return _runtime("installed", command, installed, said, name)
    if (here / FILE).is_file():  # where python -m looks first
        own = name if installed == here else None
        return _runtime("tree", (said["asked"], "-m", MODULE), here, said, own)
    if installed:
        return _runtime("tree", (said["asked"], "-m", MODULE), installed, said, name)
    program = here / PROGRAM
    if program.is_file() and os.access(program, os.X_OK):
        return _runtime("program", (f"./{PROGRAM}",), here, said, None)
    raise NoRuntime(
        f"no PufferLib to start: {said['asked']} has none installed, "
        f"and {here} holds neither {FILE} nor ./{PROGRAM}"
    )


def _interpreter(python: str | None) -> str:
    if python is None:
        return sys.executable
    found = shutil.which(python)
    if found is None:
        raise NoRuntime(f"{python}: no interpreter that can be run")
    return found


def _asked(python: str) -> dict[str, Any]:
    words = [python, "-c", inspect.getsource(ask), api_names.ROOT, PROGRAM, *sorted(DISTRIBUTIONS)]
    try:
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE, check=True
        )
        # whatever the interpreter runs when it starts may print too
        lines = [line for line in done.stdout.splitlines() if line.startswith(ask.MARK.encode())]
        said: dict[str, Any] = json.loads(lines[-1][len(ask.MARK) :] if lines else b"")
        return {**said, "asked": python}
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise NoRuntime(f"{python} does not tell what is installed: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    """Why an interpreter gave no answer, in words: those of the error itself quote all that it was asked."""
    if isinstance(error, subprocess.TimeoutExpired):
        return f"no answer within {error.timeout:g} s"
    if isinstance(error, subprocess.CalledProcessError):
        last: str = (error.stderr or b"").decode("utf-8", "replace").strip().rpartition("\n")[2]
        code = error.returncode
        ended = f"signal {-code} ended it" if code < 0 else f"it ended with exit code {code}"
        return last or f"{ended}, and said nothing"
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return "it is no Python, or one that printed no answer"


def _program(script: str, said: Mapping[str, Any]) -> tuple[str, ...]:
    """The words that start a script with the interpreter that was asked: its own first line may name another
    one, where an environment was copied, moved, or sees what the system has installed."""
    with Path(script).open("rb") as file:
        first = file.readline(_LONGEST_LINE).split()
    own = Path(os.fsdecode(first[0][2:])) if len(first) == 1 and first[0][:3] == b"#!/" else None
    if own is None or os.path.realpath(own.parent) == os.path.realpath(Path(said["python"]).parent):
        return (script,)
    return (said["asked"], script)


def _runtime(
    kind: Literal["installed", "tree", "program"],
    command: tuple[str, ...],
    folder: Path,
    said: dict[str, Any],
    name: dict[str, Any] | None,
) -> Runtime:
    evidence = (
        *marks_in(folder, folder.as_posix()),
        *(_by_version(name, folder) if name else ()),
        *([Evidence(NATIVE, f"./{PROGRAM} is a program of {NATIVE}")] if kind == "program" else ()),
    )
    of = name or {}
    return Runtime(
        kind,
        command,
        folder,
        evidence,
        said["asked"],
        said["python_version"],
        said["start_method"],
        of.get("name"),
        of.get("version"),
        of.get("commit"),
        bool(of.get("editable")),
        tuple(said["suffixes"]),
    )


def _by_version(name: dict[str, Any], folder: Path) -> Iterator[Evidence]:
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        told = of_specifier(SpecifierSet(f"=={name['version']}"), name["name"])
    except InvalidSpecifier:
        return
    if told is not None:
        yield Evidence(told, f"{name['name']} {name['version']} is {told}", folder.as_posix())
