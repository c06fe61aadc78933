"""tox.ini and noxfile.py: what environments for tests install. Nothing is run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from profilecheck.document import Requirement
from profilecheck.sources import ini
from profilecheck.sources.dependencies.entries import Entries
from profilecheck.sources.dependencies.purpose import Purpose
from profilecheck.sources.parsing import parsed

_LINE: Final = re.compile(r"[^\r\n]+")
_FACTORS: Final = re.compile(r"\s*[\w.{},!-]+\s*:(?=\s)")
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
    """The literals that the sessions of nox install: ``session.install("pufferlib==3.0.0")``."""
    tree = parsed(entries.text)
    if tree is None:
        return
    purpose = Purpose(entries.text, "")
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        if call.func.attr not in ("install", "conda_install"):
            continue
        read = entries.pip if call.func.attr == "install" else entries.conda
        for node in call.args:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found = read(node.value, entries.string(node, node.value), group="nox")
                if found is not None:
                    asked = (found.specifier or found.url).lstrip("=")
                    another = purpose.is_another(found.span.line, found.text, asked)
                    yield replace(found, conditional=found.conditional or another, command=True)
