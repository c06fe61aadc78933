"""From a Python document to what is judged in it: its imports, and each call that takes a config."""

from __future__ import annotations

from profilecheck.blocks import Block
from profilecheck.document import Call, Document, Section
from profilecheck.profiles import python_calls


def call_blocks(document: Document) -> list[Block]:
    """The module as a whole, without settings, and each call of ``vector.make`` with its arguments."""
    if not document.uses:
        return []
    whole = Block(document, "", (), ())
    made = [_block(document, call) for call in document.calls if python_calls.is_judged(call)]
    return [whole, *made]


def _block(document: Document, call: Call) -> Block:
    settings = tuple(python_calls.settings(call))
    opened = frozenset({"vec"}) if call.rest else frozenset()
    section = Section("vec", call.span)
    return Block(document, f"line {call.span.line}", (section,), settings, opened, call)
