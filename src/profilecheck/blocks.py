"""From a document to the experiments in it: sections under the names that profiles use.

An INI file is one experiment. In TOML, JSON and YAML an experiment is anchored by a ``vec`` (or
``vectorization``) table with at least one known name, at any depth; ``train``, ``base``,
``policy``, ``rnn`` and ``sweep`` count only as its siblings, and flat dotted keys
(``vec.num_envs: 8``) are settings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from profilecheck.document import UNKNOWN, Document, Section, Setting
from profilecheck.profiles.texts import title_before_comment

ANCHORS = ("vec", "vectorization")
SIBLINGS = ("base", "policy", "rnn", "sweep", "train")


@dataclass(frozen=True, slots=True)
class Block:
    """One experiment of a document. ``prefix`` is the path of the table that holds its sections
    (``""`` at top level); ``sections`` and ``settings`` have the names that profiles use."""

    document: Document
    prefix: str
    sections: tuple[Section, ...]
    settings: tuple[Setting, ...]


def blocks(document: Document, vec_names: frozenset[str]) -> list[Block]:
    """The experiments of a document; none where it holds no section that anchors one.

    ``vec_names`` are the names known in ``[vec]``, of any generation.
    """
    if document.format == "ini":
        return [_whole(document)] if _ini_counts(document) else []
    return list(_anchored(document, vec_names))


def _whole(document: Document) -> Block:
    return Block(document, "", document.sections, document.settings)


def _ini_counts(document: Document) -> bool:
    meant = {s.name: title_before_comment(s.name) or s.name for s in document.sections}
    named = {s.key for s in document.settings if meant.get(s.section) == "base"}
    return "vec" in meant.values() or bool(named & {"env_name", "package"})


def _anchored(document: Document, vec_names: frozenset[str]) -> Iterator[Block]:
    settings = [_flattened(setting) for setting in document.settings]
    tables = {section.name: section for section in document.sections}
    keys: dict[str, set[str]] = {}
    for setting in settings:
        keys.setdefault(setting.section, set()).add(setting.key)
    for name in tables:
        parent, _, key = name.rpartition(".")
        keys.setdefault(parent, set()).add(key)
    found: dict[str, str] = {}
    for path in keys:
        prefix, _, last = path.rpartition(".")
        if last in ANCHORS and keys[path] & vec_names:
            found.setdefault(prefix, last)
    for prefix, anchor in found.items():
        yield _block(document, prefix, anchor, settings, vec_names)


def _flattened(setting: Setting) -> Setting:
    path, _, key = setting.key.rpartition(".")
    if not path or not re.fullmatch(r"[\w.\[\]-]+", setting.key):
        return setting
    section = f"{setting.section}.{path}" if setting.section else path
    return replace(setting, section=section, key=key)


def _block(
    document: Document,
    prefix: str,
    anchor: str,
    settings: list[Setting],
    vec_names: frozenset[str],
) -> Block:
    roots = {anchor: "vec", **{name: name for name in SIBLINGS}}

    def canonical(path: str) -> str | None:
        if prefix:
            if not path.startswith(prefix + "."):
                return None
            path = path[len(prefix) + 1 :]
        root, dot, rest = path.partition(".")
        return roots[root] + dot + rest if root in roots else None

    sections: list[Section] = []
    inside: list[Setting] = []
    for section in document.sections:
        name = canonical(section.name)
        if name is None:
            continue
        parent, _, key = name.partition(".")
        if parent == "vec" and key in vec_names:
            # a table where a value belongs: a search space, whose value is not known
            raw = Setting("vec", key, UNKNOWN, "", section.span, section.span, key)
            inside.append(raw)
        elif parent != "vec" or not key:
            sections.append(Section(name, section.span))
    for setting in settings:
        name = canonical(setting.section)
        if name is not None and not name.startswith("vec."):
            inside.append(replace(setting, section=name))
    return Block(document, prefix, tuple(sections), tuple(inside))
