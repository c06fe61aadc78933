"""The forms in which a ledger is told: one small module each, found by folder.

A module of this package that defines ``tell`` is a form, named as the module is. It is given a ``Ledger`` and
gives one text; it neither prints nor writes anything. ``ENDING`` is that of the files that hold the form, where there
are such.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Final

from profilecheck.migrate.ledger import Ledger

_BEGINNING: Final = re.compile(
    rb"""profilecheck\ migrate:\ |<!--\ profilecheck\ migrate:\ |\{\s*"generator":\ "profilecheck\ migrate"
    |<!doctype\ html>.{,100}<meta\ name="generator"\ content="profilecheck\ migrate">""",
    re.DOTALL | re.VERBOSE,
)
"""Of every ledger in a file, so that one is told from files of the user's."""
FILE_WIDTH: Final = 120
"""The cells of a line in a file."""


@cache
def _forms() -> Mapping[str, ModuleType]:
    found = {}
    for module in pkgutil.iter_modules(__path__):
        if not module.name.startswith("_"):
            loaded = importlib.import_module(f"{__name__}.{module.name}")
            if hasattr(loaded, "tell"):
                found[module.name] = loaded
    return found


def formats() -> tuple[str, ...]:
    """The names of all forms."""
    return tuple(_forms())


def endings() -> Mapping[str, str]:
    """The name of the form that files of each ending hold."""
    return {form.ENDING: name for name, form in _forms().items() if hasattr(form, "ENDING")}


def tell(name: str, ledger: Ledger, *, color: bool = False, width: int = FILE_WIDTH) -> str:
    """A ledger in the form of that name. Raises KeyError where there is none.

    ``color`` allows terminal escapes, ``width`` is how many cells a line may take, where a form has either.
    """
    text: str = _forms()[name].tell(ledger, color=color, width=width)
    return text


def is_ledger(data: bytes) -> bool:
    """Whether a file's bytes are a ledger that was told before."""
    return _BEGINNING.match(data) is not None
