"""PufferLib 3.x, imported; the only place that imports it, and only when asked."""

from __future__ import annotations

import importlib
import re
import sys
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from profilecheck.profiles.api_names import ROOT
from profilecheck.profiles.python_calls import MAKE, MAKE_OF
from profilecheck.profiles.releases import DISTRIBUTIONS

_VERSION: Final = re.compile(r"^__version__\s*=\s*['\"]?(?P<version>[\w.]+)", re.MULTILINE)
_NEEDED: Final = f"make starts {MAKE_OF.partition('.')[0]}.x (pip install pufferlib==3.0.0)"


class WrongRuntime(RuntimeError):
    """No PufferLib is installed whose environments ``make`` starts."""


def vector() -> tuple[Any, str]:
    """The module that has ``make``, and the version of its package. Raises WrongRuntime before anything of
    another generation is imported."""
    version = _version()
    if version.partition(".")[0] != MAKE_OF.partition(".")[0]:
        raise WrongRuntime(f"PufferLib {version} is installed: {_NEEDED}")
    return importlib.import_module(MAKE.rpartition(".")[0]), version


def release(module: Any, version: str) -> str:
    """The release that is installed, where what a package says of itself (3.0) tells it from no other."""
    package = Path(module.__file__).parent
    for name in DISTRIBUTIONS:
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue
        there = Path(str(found.locate_file(ROOT)))
        if there == package and found.version.startswith(f"{version}."):
            return found.version
    return version


def _version() -> str:
    """What the package itself says, read and not run: a distribution may be hidden by a source tree."""
    if (loaded := getattr(sys.modules.get(ROOT), "__version__", None)) is not None:
        return str(loaded)
    spec = find_spec(ROOT)
    if spec is None:
        raise WrongRuntime(f"no PufferLib is installed for {sys.executable}: {_NEEDED}")
    where = spec.origin or ", ".join(spec.submodule_search_locations or ())
    said = _VERSION.search(_text(Path(spec.origin))) if spec.origin else None
    if said is None:
        raise WrongRuntime(f"the {ROOT} of {where} tells no version: {_NEEDED}")
    return said["version"]


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
