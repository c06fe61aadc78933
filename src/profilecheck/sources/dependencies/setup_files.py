"""setup.cfg and setup.py: what setuptools is told in texts. Nothing is run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from profilecheck.document import Requirement
from profilecheck.sources import ini
from profilecheck.sources.dependencies.entries import Entries
from profilecheck.sources.dependencies.literals import assigned, requirements, resolved
from profilecheck.sources.parsing import parsed

_LINE: Final = re.compile(r"[^\r\n]+")
_EXTRAS: Final = "options.extras_require"
_LISTS: Final = ("install_requires", "setup_requires", "tests_require")
_OWN: Final = "install_requires"


def cfg(entries: Entries) -> Iterator[Requirement]:
    """The requirements in setup.cfg: a line each."""
    document = ini.read(entries.text, "setup.cfg")
    names = (
        one.value for one in document.settings if (one.section, one.key) == ("metadata", "name")
    )
    if any(map(entries.ours, names)):
        return
    for setting in document.settings:
        if setting.section == "options" and setting.key in _LISTS:
            group = "" if setting.key == _OWN else setting.key
        elif setting.section == _EXTRAS:
            group = setting.key
        else:
            continue
        start = entries.start_of(setting.value_span)
        for match in _LINE.finditer(setting.raw):
            written = re.split(r"(?:^|\s)#", match.group(), maxsplit=1)[0]
            place = entries.span(start + match.start(), start + match.start() + len(written))
            found = entries.pip(written, place, group=group)
            if found is not None:
                yield replace(found, extra=setting.section == _EXTRAS)


def py(entries: Entries) -> Iterator[Requirement]:
    """The requirements in setup.py: literals, names of literals of the module, and texts that begin with one."""
    tree = parsed(entries.text)
    if tree is None:
        return
    names = assigned(tree)
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or _called(call.func) != "setup":
            continue
        given = {one.arg: one.value for one in call.keywords if one.arg}
        name = resolved(given.get("name"), names)
        if isinstance(name, ast.Constant) and entries.ours(name.value):
            continue
        for key in _LISTS:
            yield from requirements(entries, given.get(key), names, "" if key == _OWN else key)
        extras = resolved(given.get("extras_require"), names)
        for key_node, value in (
            zip(extras.keys, extras.values, strict=True) if isinstance(extras, ast.Dict) else ()
        ):
            group = key_node.value if isinstance(key_node, ast.Constant) else "extra"
            found = requirements(entries, value, names, str(group))
            yield from (replace(one, extra=True) for one in found)


def _called(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
