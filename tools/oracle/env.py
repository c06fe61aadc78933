"""Build an environment of its own in which the real pufferlib 3.0.0 can be imported, without torch.

    python tools/oracle/env.py DIR [--python PYTHON]

Prints the path of the interpreter in it. An environment that works already is left as it is.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

RELEASE = "3.0.0"
REQUIREMENTS = (
    ("numpy<2", "gymnasium<=0.29.1", "gym<=0.23", "psutil", "setuptools<81", "wheel"),
    (f"pufferlib=={RELEASE}",),
)

# The released setup.py imports torch.utils.cpp_extension whatever is to be built, and with
# NO_OCEAN=1 uses a name, c_extension_paths, that it then never assigned. A stand-in that exists
# only while pip builds answers both; nothing of pufferlib itself is altered.
STAND_IN = {
    "torch/__init__.py": "import builtins\n\nbuiltins.c_extension_paths = []\n",
    "torch/utils/__init__.py": "",
    "torch/utils/cpp_extension.py": (
        "from setuptools import Extension\n"
        "from setuptools.command.build_ext import build_ext as BuildExtension\n\n"
        "CUDA_HOME = None\n"
        "CppExtension = CUDAExtension = Extension\n"
    ),
}

OLDEST, NEWEST = (3, 9), (3, 12)
"""numpy<2 has wheels for these Pythons."""

PROBE = (
    "import importlib.metadata as m, pufferlib.vector as v;"
    f"assert m.version('pufferlib') == {RELEASE!r} and v.make"
)


class Impossible(Exception):
    """The environment cannot be built here, with the reason."""


def build(directory: Path, python: str | None = None) -> Path:
    """The interpreter of an environment in ``directory`` that has the real package.

    ``python`` is the interpreter to build with; without one, a suitable one is looked for.
    Raises ``Impossible`` with the reason, say the last lines of what pip said.
    """
    found = interpreter(directory)
    if works(found):
        return found
    _run([python or suitable_python(), "-m", "venv", "--clear", str(directory)])
    pip = [str(found), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    libraries, package = REQUIREMENTS
    _run([*pip, *libraries])
    with tempfile.TemporaryDirectory() as folder:
        for name, text in STAND_IN.items():
            file = Path(folder, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        # pip must not cache the wheel: it was built without the compiled kernels
        flags = ["--no-cache-dir", "--no-build-isolation", "--no-deps"]
        variables = {"PYTHONPATH": folder, "NO_OCEAN": "1", "NO_TRAIN": "1"}
        _run([*pip, *flags, *package], variables)
    if not works(found):
        raise Impossible(f"{found} cannot import pufferlib.vector of {RELEASE}")
    return found


def beside(python: Path, name: str, *requirements: str, dependencies: bool = True) -> Path:
    """A folder with packages for the interpreter of an environment, which it has itself not: what it runs has
    them by PYTHONPATH. Raises ``Impossible``."""
    folder = python.parent.parent / "beside" / name
    done = folder / ".done"
    if not done.exists():
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        alone = [] if dependencies else ["--no-deps"]
        _run([*pip, "--upgrade", "--target", str(folder), *alone, *requirements])
        done.touch()
    return folder


def interpreter(directory: Path) -> Path:
    """Where an environment in ``directory`` has its interpreter."""
    return directory.resolve() / "bin" / "python"


def works(python: Path) -> bool:
    """True where the interpreter exists and imports the right release."""
    if not python.exists():
        return False
    with tempfile.TemporaryDirectory() as folder:  # the import leaves a symlink in its directory
        probe = subprocess.run([python, "-c", PROBE], cwd=folder, capture_output=True, check=False)
    return probe.returncode == 0


def suitable_python() -> str:
    """The first interpreter, this one first, of a version that the old libraries support."""
    for python in _pythons():
        command = [python, "-c", "import sys; print(*sys.version_info[:2])"]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        if answer.returncode == 0 and OLDEST <= tuple(map(int, answer.stdout.split())) <= NEWEST:
            return python
    raise Impossible(f"no Python from {OLDEST} to {NEWEST}, which numpy<2 needs")


def _pythons() -> Iterator[str]:
    yield sys.executable
    for minor in (11, 10, 12, 9):
        if found := shutil.which(f"python3.{minor}"):
            yield found


def _run(command: list[str], variables: dict[str, str] | None = None) -> None:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | (variables or {})
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, timeout=600
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Impossible(f"{' '.join(command)}: {error}") from error
    if done.returncode:
        told = "\n".join((done.stderr or done.stdout).strip().splitlines()[-8:])
        raise Impossible(f"{' '.join(command)} failed:\n{told}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--python", help="the interpreter to build the environment with")
    arguments = parser.parse_args()
    try:
        print(build(arguments.directory, arguments.python))
    except Impossible as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
