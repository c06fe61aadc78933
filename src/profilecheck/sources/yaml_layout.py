"""YAML text as it is written: every node with its place, aliases and merge keys as they stand. Imports PyYAML.

For edits. What the nodes mean is read by ``yaml_nodes``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import yaml

from profilecheck.document import UNKNOWN
from profilecheck.sources.tables import BYTE_ORDER_MARK
from profilecheck.sources.yaml_nodes import PROPERTIES, loaders


@dataclass(slots=True, eq=False)
class Written:
    """A node. ``start`` is where it begins with its anchor and tag, ``body`` without. ``parts`` are the keys and
    values of a mapping in turn, or the items of a list; ``text`` is a scalar's. ``read`` are the places of the
    aliases that name it; ``keeps`` says that blank lines below a block scalar are of its value."""

    kind: Literal["scalar", "map", "list", "alias"]
    start: int
    body: int
    end: int
    flow: bool = False
    text: str = ""
    keeps: bool = False
    parts: list[Written] = field(default_factory=list)
    read: list[int] = field(default_factory=list)


def layout(text: str) -> tuple[list[Written], list[Written]]:
    """The documents of a text that PyYAML takes, and those of their nodes that aliases name."""
    start = len(text) - len(text.lstrip(BYTE_ORDER_MARK))
    parser = loaders()[0](text[start:])
    documents: list[Written] = []
    anchors: dict[str, Written] = {}
    opened: list[Written] = []
    named: list[Written] = []
    try:
        while parser.check_event():
            event = parser.get_event()
            if isinstance(event, yaml.DocumentStartEvent):
                anchors = {}
            elif isinstance(event, yaml.CollectionEndEvent):
                _close(opened, start, event)
            elif isinstance(event, yaml.NodeEvent):
                node = _node(text, start, event)
                anchor = event.anchor
                if node.kind == "alias":
                    target = anchors[anchor or ""]
                    named += [] if target.read else [target]
                    target.read.append(node.start)
                elif anchor is not None:
                    anchors[anchor] = node
                (opened[-1].parts if opened else documents).append(node)
                if node.kind in ("map", "list"):
                    opened.append(node)
    finally:
        parser.dispose()
    return documents, named


def _node(text: str, offset: int, event: Any) -> Written:
    start, end = offset + event.start_mark.index, offset + event.end_mark.index
    if isinstance(event, yaml.AliasEvent):
        return Written("alias", start, start, end)
    match = PROPERTIES.match(text, start, end) if text[start : start + 1] in ("&", "!") else None
    body = start if match is None else match.end()
    if not isinstance(event, yaml.ScalarEvent):
        kind: Literal["map", "list"] = (
            "map" if isinstance(event, yaml.MappingStartEvent) else "list"
        )
        return Written(kind, start, body, body, bool(event.flow_style))
    keeps = False
    if event.style in ("|", ">"):
        keeps = "+" in text[body : body + 3]
        end = start + len(text[start:end].rstrip(" \t\r\n"))
    return Written("scalar", start, body, end, text=event.value, keeps=keeps)


def _close(opened: list[Written], offset: int, event: Any) -> None:
    node = opened.pop()
    start, end = offset + event.start_mark.index, offset + event.end_mark.index
    # The end of one without brackets is noted where the next token begins.
    node.end = end if end > start else max([node.body, *(part.end for part in node.parts)])


def value_of(text: str) -> object:
    """What ``yaml.safe_load`` makes of a text on one line. UNKNOWN where it takes it for none."""
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError):
        return UNKNOWN
