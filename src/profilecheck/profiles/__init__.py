"""All knowledge of PufferLib, one module a generation; nothing else in profilecheck holds any.

A module of this package that defines ``PROFILE`` is a profile: adding a generation is adding a
module.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

from profilecheck.profiles.base import Name, Profile


@cache
def profiles() -> Mapping[str, Profile]:
    """Every profile by name, oldest first."""
    found: dict[str, Profile] = {}
    for module in pkgutil.iter_modules(__path__):
        if module.name.startswith("v") and module.name[1:].isdigit():
            profile = importlib.import_module(f"{__name__}.{module.name}").PROFILE
            found[profile.name] = profile
    return dict(sorted(found.items(), key=lambda item: tuple(map(int, item[0].split(".")))))


def is_known(name: Name) -> bool:
    """Whether the loader of a generation knows a name."""
    return any(profile.spec(*name) is not None for profile in profiles().values())
