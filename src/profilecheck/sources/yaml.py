"""YAML text as a Document: what ``yaml.safe_load`` reads, and where everything stands.

PyYAML is an extra (``profilecheck[yaml]``) and is imported only when there is YAML to read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from profilecheck.document import Document
from profilecheck.sources.tables import BYTE_ORDER_MARK, Fault, Tables

_COMMENT: Final = re.compile(r"""(?<![^\s,\[\]{}"'\ufeff])#[^\r\n\x85\u2028\u2029]*""")


class YamlMissing(Exception):
    """PyYAML, which reading YAML needs, cannot be imported."""


def read(text: str, path: str) -> Document:
    """Read YAML text as ``yaml.safe_load_all`` does, keeping positions.

    Raises YamlMissing where PyYAML cannot be imported, and nothing else. A document that PyYAML
    refuses has a fatal problem, and the settings before it; so has one with more than ``LOADED_DEPTH``
    mappings and lists in each other; below ``MAX_DEPTH`` of them all is unknown. Keys are strings (``str`` of what PyYAML makes of them). The
    second document's sections begin with ``document[1]``. What an alias names and what a merge key
    brings stands where it is named, with the places of the settings at the anchor. Unknown are
    values with a tag that ``safe_load`` does not know, and aliases of what is not complete, lies too
    deep or is too much; of a merge key with such a value a setting ``<<`` remains. Of equal keys only
    the last, the one in force, is a setting.
    """
    try:
        import yaml  # noqa: F401
    except ImportError as error:
        raise YamlMissing("reading YAML needs PyYAML: install profilecheck[yaml]") from error
    from profilecheck.sources import yaml_nodes

    tables = Tables(text)
    body = text
    unreadable = yaml_nodes.unreadable(text)
    if unreadable is not None:
        message = f"YAML allows no character U+{ord(text[unreadable]):04X}"
        tables.fault(Fault(message, unreadable))
        body = text[: tables.places.line_start(unreadable)]
    # libyaml counts a mark that it skips at the start as no character, PyYAML counts it as one.
    start = len(body) - len(body.lstrip(BYTE_ORDER_MARK))
    composer = yaml_nodes.Composer(body, start, yaml_nodes.loaders()[0])
    end = len(body)
    try:
        composer.run()
    except Fault as fault:
        end = composer.at
        if unreadable is None:
            tables.fault(fault)
    for index, document in enumerate(composer.documents):
        tables.root(document, f"document[{index}]" if index else "")
    for comment in _comments(body, composer.scalars, end):
        tables.comment(*comment)
    return tables.document(path, "yaml")


def _comments(text: str, scalars: Iterable[tuple[int, int]], end: int) -> Iterable[tuple[int, int]]:
    """The places of the comments: what begins with ``#`` where no scalar stands."""
    at = 0
    for start, scalar_end in (*scalars, (end, end)):
        for match in _COMMENT.finditer(text, at, start):
            yield match.span()
        at = max(at, scalar_end)
