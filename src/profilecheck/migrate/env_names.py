"""Names of environments that a script holds beside the calls that are rewritten: in lists, loops, what starts a thread."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from profilecheck.document import Document
from profilecheck.findings import Span
from profilecheck.migrate.ledger import again
from profilecheck.migrate.request import TO
from profilecheck.profiles.launch_environments import misnamed
from profilecheck.sources.parsing import parsed
from profilecheck.sources.python.lines import Lines


def left(document: Document, told: Collection[Span]) -> Iterator[str]:
    """A remark for each that 4.0 has under another name, and that nothing else is said of at the places ``told``."""
    if not any(use.name.startswith("pufferlib.pufferl") for use in document.uses):
        return
    tree = parsed(document.text)
    if tree is None:
        return
    place = Lines(document.text).place
    started = (word.span for command in document.commands for word in command.words)
    lines = {line for one in (*told, *started) for line in range(one.line, one.end_line + 1)}
    found = dict[tuple[str, str], list[Span]]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            now, span = misnamed(node.value, TO), place(node)
            if now and span.line not in lines:
                found.setdefault((node.value, now), []).append(span)
    for (name, now), spans in found.items():
        ordered = sorted(spans)
        yield f"{ordered[0].first_line}: {name!r} stays{again(ordered)}: {TO} calls it {now}"
