"""tox.ini and noxfile.py: what environments for tests install. Nothing is run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from profilecheck.document import Requirement
from profilecheck.sources import ini
from profilecheck.sources.dependencies.entries import Entries
from profilecheck.sources.dependencies.literals import Names, assigned, requirements
from profilecheck.sources.dependencies.purpose import Purpose
from profilecheck.sources.parsing import parsed

_LINE: Final = re.compile(r"[^\r\n]+")
_FACTORS: Final = re.compile(r"\s*[\w.{},!-]+\s*:(?=\s)")
_RUNS: Final = ("run", "run_install", "run_always")
_ANY: Final = "testenv"
"""The environment that all others of tox begin with."""


def tox(entries: Entries) -> Iterator[Requirement]:
    """The ``deps`` of the environments of tox: a line each, for some of them alone where factors stand before
    it (``old: pufferlib==3.0.0``)."""
    for setting in ini.read(entries.text, "tox.ini").settings:
        if setting.key != "deps" or setting.section.partition(":")[0] != _ANY:
            continue
        start = entries.start_of(setting.value_span)
        for match in _LINE.finditer(setting.raw):
            factors = _FACTORS.match(match.group())
            first = factors.end() if factors else 0
            written = re.split(r"(?:^|\s)#", match.group()[first:], maxsplit=1)[0]
            at = start + match.start() + first
            found = entries.pip(written, entries.span(at, at + len(written)), group=setting.section)
            if found is not None:
                some = factors is not None or setting.section != _ANY
                yield replace(found, conditional=found.conditional or some, command=True)


def nox(entries: Entries) -> Iterator[Requirement]:
    """What the sessions of nox install: ``session.install("pufferlib==3.0.0")``, ``session.run("pip", "install", ...)``."""
    tree = parsed(entries.text)
    if tree is None:
        return
    names = assigned(tree)
    purpose = Purpose(entries.text, "")
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        for found in _installed(entries, call, call.func.attr, names):
            asked = (found.specifier or found.url).lstrip("=")
            another = purpose.is_another(found.span.line, found.text, asked)
            yield replace(found, conditional=found.conditional or another, command=True)


def _installed(
    entries: Entries, call: ast.Call, called: str, names: Names
) -> Iterator[Requirement]:
    """The requirements that one call of a session installs."""
    if called == "conda_install":
        for node in call.args:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found = entries.conda(node.value, entries.string(node, node.value), group="nox")
                if found is not None:
                    yield found
        return
    given = call.args if called == "install" else _behind_install(call, called)
    for node in given:
        yield from requirements(entries, node, names, "nox")


def _behind_install(call: ast.Call, called: str) -> Sequence[ast.expr]:
    """The words behind the verb of an installer that a session runs."""
    if called not in _RUNS:
        return ()
    words = [one.value if isinstance(one, ast.Constant) else None for one in call.args]
    return call.args[words.index("install") + 1 :] if "install" in words else ()
