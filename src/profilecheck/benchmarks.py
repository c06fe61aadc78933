"""A report of a benchmark in a document: whether there is one, and what it tells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import PurePosixPath
from typing import Final

from profilecheck.document import Document, Setting
from profilecheck.profiles import report_names as names
from profilecheck.sources import front_matter
from profilecheck.sources.read import YAML

FORMATS: Final = ("json", "yaml", "script")
"""Formats of documents that may be, or above a page hold, a report."""
_UNTOLD: Final = ("", "-", "?", "n/a", "na", "unknown", "todo", "tbd", "not known")
"""Texts that stand for no value."""
_NUMBER: Final = re.compile(
    r"[~≈]?\s*\d[\d,_]*(?:\.\d+)?(?:[eE][+-]?\d+)?\s*[kKmMbB]?(?:[\s/±(].*)?"
)
_FAST: Final = 1000
_RATES_OF: Final = ("median", "mean", "average", "avg", "value", "samples")
"""What the headline is called in a table of statistics."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A report of a benchmark. ``own``: ``profilecheck bench`` wrote it. ``told`` are its values, tables among
    them, that are in no list; ``compared`` those of what it compares with. ``page`` is the text of the page
    around it, ``headline`` the throughput, or the time where there is none."""

    document: Document
    own: bool
    told: tuple[Setting, ...]
    compared: tuple[Setting, ...]
    rates: tuple[Setting, ...]
    headline: Setting
    page: str = ""

    def get(self, fact: str) -> Setting | None:
        """The first value that tells a fact."""
        return _get(self.told, fact)

    def of_compared(self, fact: str) -> Setting | None:
        """The first value that tells a fact of what the report compares with."""
        for one in self.compared:
            name = names.without_baseline(names.plain(one.key))
            if names.fact_of(name) == fact and _is_told(one):
                return one
        return None

    def text(self, fact: str) -> str:
        """The text that a fact is, in lower case; empty where it is none."""
        found = self.get(fact)
        return found.value.lower() if found and isinstance(found.value, str) else ""

    def tells(self, fact: str) -> bool:
        """Whether a fact is told, or may be: in words of the page, or as null by our own report, which looked."""
        if self.get(fact) is not None:
            return True
        if self.own and any(names.fact_of(names.plain(one.key)) == fact for one in self.told):
            return True
        return _words(fact).search(self.page) is not None

    def count(self, fact: str) -> int | None:
        """The whole number that a fact is."""
        return whole(self.get(fact))

    @property
    def failed(self) -> bool:
        """Whether it says that the run came to no end."""
        return self.get(names.FAILURES) is not None


def whole(setting: Setting | None) -> int | None:
    """The whole number that a setting holds, as a number."""
    value = setting.value if setting else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def in_bytes(data: bytes, file: str) -> bool:
    """Whether a report may stand in the bytes of a file: a cheap test."""
    ending = PurePosixPath(file).suffix.lower()
    if ending == ".json" or ending in YAML:
        return names.in_bytes(data)
    return ending in front_matter.ENDINGS and data.startswith(b"---") and names.in_bytes(data)


def with_front_matter(document: Document, file: str) -> Document:
    """A page with its front matter, where a report may stand in it. Raises YamlMissing."""
    if not file.lower().endswith(front_matter.ENDINGS):
        return document
    front = document.text[: front_matter.end(document.text)]
    return front_matter.joined(document) if names.in_bytes(front.encode()) else document


def benchmark(document: Document) -> Benchmark | None:
    """The report in a document; None where nothing says that it is one."""
    if document.format not in FORMATS or document.broken or not document.settings:
        return None
    told, compared = _parted(document)
    own = any(s.key == "kind" and not s.section and s.value == names.OWN_KIND for s in told)
    rates = _rates(told)
    headline = _headline(document, told, rates, own=own)
    if headline is None:
        return None
    page = document.text[front_matter.end(document.text) :] if document.format == "script" else ""
    return Benchmark(document, own, tuple(told), tuple(compared), rates, headline, page)


def why_none(document: Document) -> str | None:
    """Why a document that tells a throughput, and is no report, is none."""
    rate = next(iter(_rates(_parted(document)[0])), None)
    if rate is None:
        return None
    return (
        f"{rate.key} may be any program's: a report of a benchmark tells how many environments there were, and "
        "workers, backend or start method; and the CPU, the machine or samples, where others call numbers so"
    )


def _parted(document: Document) -> tuple[list[Setting], list[Setting]]:
    """What a document tells, and what of it is on something to compare with."""
    told: list[Setting] = []
    compared: list[Setting] = []
    for one in _values(document):
        path = [names.plain(name) for name in (*one.section.split("."), one.key) if name]
        (compared if any(map(names.is_baseline, path)) else told).append(one)
    return told, compared


def _rates(told: Sequence[Setting]) -> tuple[Setting, ...]:
    return tuple(one for one in told if names.is_rate(names.plain(one.key)) and _is_rate(one.value))


def _values(document: Document) -> Iterator[Setting]:
    """All values in the order of the file, tables among them, but for those in lists."""
    tables = (section.as_value for section in document.sections if section.as_value is not None)
    found = (one for one in (*document.settings, *tables) if "[" not in one.section)
    return iter(sorted(found, key=lambda one: one.key_span))


def _headline(
    document: Document, told: list[Setting], rates: tuple[Setting, ...], *, own: bool
) -> Setting | None:
    """The number that a document reports, where it is a report."""
    if own:
        kind = next(one for one in told if one.key == "kind" and not one.section)
        return rates[0] if rates else kind
    environments = _get(told, names.ENVS)
    if not whole(environments) or not any(_get(told, fact) for fact in names.BESIDE_ENVS):
        return None
    certain = _get(told, names.ENVS, names.ANY_PROGRAMS_ENVS) is not None
    signs = [fact for fact in names.MEASURED if _is_measured(_get(told, fact))]
    for rate in rates:
        if _is_any_programs(rate) and not (certain and _is_fast(rate.value)):
            continue
        if signs or not (_is_any_programs(rate) or _is_trainers(document, told)):
            return rate
    seconds = _get(told, names.SECONDS)
    if rates or names.RESULTS.isdisjoint(signs) or not _is_called_benchmark(told):
        return None
    return seconds if seconds is not None and _is_number(seconds.value) else None


def _is_any_programs(rate: Setting) -> bool:
    return names.is_any_programs(names.plain(rate.key))


def _is_fast(value: object) -> bool:
    """Whether a number is none that a display, a video or the clock of an engine has."""
    return not isinstance(value, (int, float)) or value >= _FAST


def _is_measured(setting: Setting | None) -> bool:
    """Whether a value is no config's: numbers of workers and processors are."""
    if setting is None:
        return False
    fact = names.fact_of(names.plain(setting.key))
    return isinstance(setting.value, list if fact == names.SAMPLES else (str, dict))


def _is_trainers(document: Document, told: list[Setting]) -> bool:
    sections = (section.name.rpartition(".")[2] for section in document.sections)
    parts = [part for name in (*sections, *(one.key for one in told)) for part in name.split("/")]
    plain = (names.plain(part) for part in parts)
    return not (names.LOGGERS.isdisjoint(parts) and names.TRAINERS.isdisjoint(plain))


def _is_called_benchmark(told: list[Setting]) -> bool:
    """Whether a key or a text of a report says that it is one."""
    texts = [one.value for one in told if isinstance(one.value, str)]
    keyed = any(names.plain(one.key).startswith("benchmark") for one in told)
    return keyed or any("benchmark" in text.lower() for text in texts)


def _get(told: Sequence[Setting], fact: str, but: frozenset[str] = frozenset()) -> Setting | None:
    for one in told:
        name = names.plain(one.key)
        if names.fact_of(name) == fact and name not in but and _is_told(one):
            return one
    return None


def _is_told(setting: Setting) -> bool:
    value = setting.value
    if value is None or value == [] or value == {}:
        return False
    return not (isinstance(value, str) and value.strip().lower() in _UNTOLD)


def _is_rate(value: object) -> bool:
    """Whether a value is a measured number, or a table or list of some."""
    if isinstance(value, dict):
        return any(_is_rate(value.get(name)) for name in _RATES_OF)
    if isinstance(value, list):
        return bool(value) and all(map(_is_number, value))
    return _is_number(value)


def _is_number(value: object) -> bool:
    if isinstance(value, str):
        return _NUMBER.fullmatch(value.strip()) is not None
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < inf


@cache
def _words(fact: str) -> re.Pattern[str]:
    """The words that a page may have for a fact."""
    words = sorted({*names.FACTS[fact], names.plain(fact)}, key=len, reverse=True)
    either = "|".join(word.replace("_", "[ _-]?") for word in words)
    return re.compile(rf"(?i)(?<![a-z])(?:{either})(?![a-z])")
