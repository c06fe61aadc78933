"""Fetch the archive of a release with pip, and run nothing of what is in it.

    python tools/sdist.py pufferlib==3.0.0 FOLDER

pip asks an archive's own setup.py for metadata before it keeps the file, and those of pufferlib
import torch and download libraries. A stand-in for setuptools, which exists only while pip runs,
answers from the PKG-INFO that every archive carries. A release that has a wheel comes as one.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

STAND_IN = """
import os, re, shutil, sys

__legacy__ = sys.modules[__name__]

def get_requires_for_build_wheel(config_settings=None):
    return []

def prepare_metadata_for_build_wheel(directory, config_settings=None):
    with open("PKG-INFO", encoding="utf-8") as file:
        text = file.read()
    name, version = (re.search(rf"^{key}: (.*)$", text, re.M)[1] for key in ("Name", "Version"))
    folder = f"{name}-{version}.dist-info"
    os.makedirs(os.path.join(directory, folder))
    shutil.copy("PKG-INFO", os.path.join(directory, folder, "METADATA"))
    return folder
"""


class Impossible(Exception):
    """The archive cannot be had, with what pip said."""


def fetch(requirement: str, folder: Path) -> Path:
    """The archive of ``name==version``, in ``folder``. Raises ``Impossible``."""
    with tempfile.TemporaryDirectory() as stand_in, tempfile.TemporaryDirectory() as got:
        package = Path(stand_in, "setuptools")
        package.mkdir()
        (package / "__init__.py").touch()
        (package / "build_meta.py").write_text(STAND_IN, encoding="utf-8")
        flags = ["--quiet", "--no-deps", "--no-build-isolation", "--dest", got]
        command = [sys.executable, "-m", "pip", "download", *flags, requirement]
        variables = {**os.environ, "PYTHONPATH": stand_in}
        try:
            done = subprocess.run(
                command, env=variables, capture_output=True, text=True, check=False, timeout=600
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Impossible(str(error)) from error
        if done.returncode:
            raise Impossible(done.stderr.strip())
        (archive,) = Path(got).iterdir()
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / archive.name
        target.write_bytes(archive.read_bytes())
        return target


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("requirement", help="name==version")
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    try:
        print(fetch(arguments.requirement, arguments.folder))
    except Impossible as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
