"""setup.cfg and setup.py: what setuptools is told in texts. Nothing is run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from profilecheck.document import Requirement
from profilecheck.sources import ini
from profilecheck.sources.dependencies.entries import Entries
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
    """The requirements in setup.py that are literals, or names of literals of the module."""
    tree = parsed(entries.text)
    if tree is None:
        return
    names = _assigned(tree)
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or _called(call.func) != "setup":
            continue
        given = {one.arg: one.value for one in call.keywords if one.arg}
        name = _resolved(given.get("name"), names)
        if isinstance(name, ast.Constant) and entries.ours(name.value):
            continue
        for key in _LISTS:
            yield from _strings(entries, given.get(key), names, "" if key == _OWN else key)
        extras = _resolved(given.get("extras_require"), names)
        for key_node, value in (
            zip(extras.keys, extras.values, strict=True) if isinstance(extras, ast.Dict) else ()
        ):
            group = key_node.value if isinstance(key_node, ast.Constant) else "extra"
            found = _strings(entries, value, names, str(group))
            yield from (replace(one, extra=True) for one in found)


def _assigned(tree: ast.Module) -> Mapping[str, ast.expr]:
    """The names that the module assigns once, with what they are."""
    found: dict[str, list[ast.expr]] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node.value)
    return {name: values[0] for name, values in found.items() if len(values) == 1}


def _resolved(node: ast.expr | None, names: Mapping[str, ast.expr]) -> ast.expr | None:
    return names.get(node.id) if isinstance(node, ast.Name) else node


def _strings(
    entries: Entries, node: ast.expr | None, names: Mapping[str, ast.expr], group: str
) -> Iterator[Requirement]:
    """The strings of a list, and of lists that are added to it."""
    pending = [node]
    while pending:
        one = _resolved(pending.pop(), names)
        if isinstance(one, ast.BinOp) and isinstance(one.op, ast.Add):
            pending += [one.right, one.left]
        elif isinstance(one, (ast.List, ast.Tuple)):
            for item in one.elts:
                if isinstance(item, ast.Constant) and isinstance(item.value, str):
                    place = entries.string(item, item.value)
                    found = entries.pip(item.value, place, group=group)
                    if found is not None:
                        yield found


def _called(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
