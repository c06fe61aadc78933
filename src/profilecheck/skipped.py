"""Why a file is not judged, and what would have it judged."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Final

from profilecheck import benchmarks
from profilecheck.blocks import (
    ANCHORS,
    SIBLINGS,
    Asked,
    Block,
    Place,
    of_sweeper,
    places,
    strange,
    top,
)
from profilecheck.document import Document
from profilecheck.profiles import anchors, api_names, report_names
from profilecheck.profiles.base import Profile
from profilecheck.sources import front_matter

NOTHING: Final = "no section that a profile knows"
NO_LAUNCH: Final = "no command in it launches PufferLib"
BY_VERSION: Final = "no command in it launches PufferLib but in a branch of a test of the version"
NO_USE: Final = "no import, call or launch of PufferLib in it can be judged"
NO_PIN: Final = "nothing in it asks for PufferLib"

_TEMPLATE: Final = re.compile(r"\{\{|\{%")
_TOLD: Final = 3
"""How many names are told, at most."""
_ALIKE: Final = 0.65
"""How alike two names of tables are, at least, for one to be taken as a slip of the other."""
_SAMPLE: Final = 3
"""How many lines are looked at to tell JSON lines from a broken JSON file."""


def unread(document: Document, *, holds_one: bool) -> str | None:
    """Why a text that its format refuses is not judged: it was not meant to be read as it stands, or
    nothing in it looks like a config of PufferLib. None for a broken config. ``holds_one``: there is
    an experiment in what could be read."""
    if not document.broken or document.format == "values":
        return None
    text = document.text.replace("\0", "")  # UTF-16, which no loader reads, is to be said to be so
    name = document.format.upper()
    if document.format == "json" and _is_json_lines(text):
        return "it holds one JSON value a line, and no config as a whole"
    if document.format == "script" or benchmarks.is_broken(document):
        return None
    if document.format != "ini" and _TEMPLATE.search(text):
        return f"it is a template ({{{{ or {{%), and no {name} before it is filled in"
    if document.format == "python" and api_names.is_imported(text):
        return None
    if holds_one or anchors.mentions(text, header=document.format == "ini"):
        return None
    if document.format in benchmarks.FORMATS and report_names.in_bytes(text.encode()):
        problem = next(one for one in document.problems if one.fatal)
        return f"it is no {name} (line {problem.span.line}: {problem.message}), and so no report of a benchmark"
    return f"it is no {name}, and nothing in it looks like a config of PufferLib"


def _is_json_lines(text: str) -> bool:
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        found = [json.loads(line) for line in lines[:_SAMPLE]]
    except (ValueError, RecursionError):
        return False
    return len(found) > 1 and all(isinstance(value, dict) for value in found)


def why(document: Document, asked: Asked | None, file: str) -> str:
    """Why a text that its loader reads holds no experiment."""
    if not document.text.strip("\ufeff \t\r\n\f"):
        return "it is empty"
    if document.format in benchmarks.FORMATS and (reason := benchmarks.why_none(document)):
        return reason
    if document.format == "script":
        on_purpose = any(command.versioned for command in document.commands)
        rate = report_names.rate_in(document.text) if file.endswith(front_matter.ENDINGS) else None
        if rate is not None and not on_purpose:
            return f"{NO_LAUNCH}; it tells a throughput ({rate}), and reports are read from front matter (YAML between lines of --- at the very top)"
        return BY_VERSION if on_purpose else NO_LAUNCH
    if document.format == "python":
        return NO_USE
    if document.format == "dependencies":
        return NO_PIN
    if document.format != "ini":
        for place in places(document):
            return _of_place(place, file)
    return _flat(document, asked) or _misnamed(document) or _beside_none(document) or NOTHING


def beside(block: Block, profile: Profile) -> Iterator[str]:
    """Why [train] beside a judged table is not judged, where its trainer is Python's and may be any."""
    train = [s.key for s in block.settings if s.section == "train"]
    known = [key for key in train if profile.spec("train", key) is not None]
    names = {(s.section, s.key) for s in block.settings}
    typed = block.document.format not in ("ini", "values")
    if typed and profile.signature and known and not anchors.is_trainers(names):
        yield (
            f"[train] is not judged, because {_listed(known)} may be any trainer's (--defaults ini: "
            "PufferLib's own reads it)"
        )


def _of_place(place: Place, file: str) -> str:
    path = f"{place.prefix}.{place.anchor}" if place.prefix else place.anchor
    if of_sweeper(place.prefix, file):
        return f"what {path} holds are values for a sweeper to try, no experiment"
    if place.target is not None:
        return f"{path} is for {place.target} (_target_), and not for a function of pufferlib"
    known = _listed(name for name in place.vec if anchors.is_known("vec", name))
    if not known:
        return NOTHING
    if anchors.is_foreign_backend(place.vec):
        backend = place.vec["backend"]
        return f"{path} may be any program's: it holds {known}, and backend {backend!r} is none of PufferLib's"
    return f"{path} may be any program's: it holds {known}, and no name of PufferLib's own"


def _flat(document: Document, asked: Asked | None) -> str | None:
    names = list(top(document))
    if document.format == "ini" or not anchors.is_call(names):
        return None
    known = _listed(name for name in names if anchors.is_known("vec", name))
    if asked is None:
        return (
            f"{known} stand at top level and in no table vec: where a target is asked for "
            "(--target, the settings or a comment), they are judged as arguments of vector.make"
        )
    return (
        f"{known} stand at top level beside {_listed(strange(names))}, which vector.make does not "
        "take: put them into a table vec, or ask for a target in a comment of the file"
    )


def _misnamed(document: Document) -> str | None:
    """A table with names of [vec] whose own name is nearly vec, or that has several of them."""
    held: dict[str, list[str]] = {}
    for setting in document.settings:
        held.setdefault(setting.section, []).append(setting.key)
    for section in document.sections:
        own = anchors.own_names(held.get(section.name, ()))
        name = section.name.rpartition(".")[2]
        if own and get_close_matches(name.lower(), ANCHORS, 1, _ALIKE):
            return f"{NOTHING}: [{section.name}] holds {_listed(own)}; did you mean [vec]?"
        if len(own) >= anchors.ENOUGH:
            return f"{NOTHING}: [{section.name}] holds {_listed(own)}, and only a table called vec is judged"
    return None


def _beside_none(document: Document) -> str | None:
    """Sections of an INI that a profile knows, without those by which one counts."""
    if document.format != "ini":
        return None
    known = [f"[{one.name}]" for one in document.sections if one.name in ("base", *SIBLINGS)]
    if not known:
        return None
    return (
        f"it has {_listed(dict.fromkeys(known))}, but neither [vec] nor [base] with env_name or package, "
        "one of which an INI of PufferLib has"
    )


def _listed(names: Iterable[str]) -> str:
    first, more = list(names), ""
    if len(first) > _TOLD:
        first, more = first[:_TOLD], " and others"
    return ", ".join(first) + more
