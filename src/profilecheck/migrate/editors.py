"""The editors of configs: for each format what turns plans into edits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from profilecheck.document import Document
from profilecheck.findings import Edit
from profilecheck.migrate import ini, json, toml
from profilecheck.migrate.plan import Plan

Editor = Callable[[Document, Sequence[Plan]], list[Edit]]


def _yaml(document: Document, plans: Sequence[Plan]) -> list[Edit]:
    """The editor of YAML, loaded where there is a YAML document: it needs the extra that read it."""
    from profilecheck.migrate import yaml

    return yaml.edits(document, plans)


EDITORS: Final[Mapping[str, Editor]] = {
    "ini": ini.edits,
    "json": json.edits,
    "toml": toml.edits,
    "yaml": _yaml,
}
"""The editor of each format: from a document and its plans to edits. Raises Unplannable."""
