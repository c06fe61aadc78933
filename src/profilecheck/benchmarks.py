"""A report of a benchmark in a document: whether there is one, and what it tells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import PurePosixPath
from typing import Final

from profilecheck import benchmark_lists
from profilecheck.document import Document, Setting
from profilecheck.profiles import report_claims
from profilecheck.profiles import report_names as names
from profilecheck.prose import NO_PROSE, UNTOLD, Prose, prose
from profilecheck.sources import front_matter
from profilecheck.sources.read import YAML
from profilecheck.sources.tables import BYTE_ORDER_MARK

FORMATS: Final = ("json", "yaml", "script")
"""Formats of documents that may be, or above a page hold, a report."""
_NUMBER: Final = re.compile(
    r"[~≈]?\s*\d[\d,_]*(?:\.\d+)?(?:[eE][+-]?\d+)?\s*[kKmMbB]?(?:[\s/±(].*)?"
)
_DIGITS: Final = re.compile(r"[0-9]{1,18}")
_FAST: Final = 1000
_MOST_TOLD: Final = 20_000
"""Values beside lists that are judged with each of their entries, all entries together."""
_IN_TIMING: Final = (names.WARM_UP, names.PRECISION)
"""Facts that people tell where they say what is timed."""
_FREE: Final = (None, names.MACHINE, names.SOFTWARE, names.PHASE)
"""What is told by texts that may tell anything."""
_RATES_OF: Final = ("median", "mean", "average", "avg", "value", "samples")
"""What the headline is called in a table of statistics."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A report of a benchmark. ``own``: ``profilecheck bench`` wrote it. ``told`` are its values, tables among
    them, that are in no list; ``compared`` those of what it compares with. ``page`` is the text of the page
    around it, ``prose`` that and the free texts among its values, ``headline`` the throughput, or the time where there is none,
    ``tables`` the names of the tables that it is made of."""

    document: Document
    own: bool
    told: tuple[Setting, ...]
    compared: tuple[Setting, ...]
    rates: tuple[Setting, ...]
    headline: Setting
    tables: tuple[str, ...] = ()
    page: str = ""
    prose: Prose = NO_PROSE

    def get(self, fact: str) -> Setting | None:
        """The first value that tells a fact. The highest rate, where it is what is reported, tells no spread."""
        told = self.told
        if fact == names.SPREAD:
            told = tuple(one for one in told if one is not self.headline)
        return _get(told, fact)

    def of_compared(self, fact: str) -> Setting | None:
        """The first value that tells a fact of what the report compares with."""
        for one in self.compared:
            name = names.without_baseline(names.plain(one.key))
            if names.fact_of(name) == fact and _is_told(one, fact):
                return one
        return None

    def text(self, fact: str) -> str:
        """The first text that a fact is, in lower case; empty where it is none."""
        for one in self.told:
            if isinstance(one.value, str) and _fact(one) == fact and _is_told(one, fact):
                return one.value.lower()
        return ""

    def tells(self, fact: str) -> bool:
        """Whether a fact is told, or may be: in words of the page, or as null by our own report, which looked."""
        if self.get(fact) is not None:
            return True
        if self.own and any(_fact(one) == fact for one in self.told):
            return True
        if fact in _IN_TIMING and prose(*self._timing()).tells(fact):
            return True
        return self.prose.tells(fact)

    def _timing(self) -> Iterator[str]:
        """What is said of what is timed, as texts."""
        for one in self.told:
            if _fact(one) == names.INCLUDES:
                parts = one.value if isinstance(one.value, list) else [one.value]
                yield ", ".join(part for part in parts if isinstance(part, str))

    def count(self, fact: str) -> int | None:
        """The whole number that a fact is."""
        found = whole(self.get(fact))
        return self._cores_in_words() if fact == names.CORES and found is None else found

    def _cores_in_words(self) -> int | None:
        given = self.get(names.CORES)
        if given is not None:
            return report_claims.cores_of(given.value) if isinstance(given.value, str) else None
        if model := self.text(names.CPU):
            return report_claims.cores_of_model(model)
        return report_claims.cores_run_on(self.prose.sentences)

    @property
    def failed(self) -> bool:
        """Whether it says that the run came to no end."""
        return self.get(names.FAILURES) is not None


def whole(setting: Setting | None) -> int | None:
    """The whole number that a setting holds, as a number."""
    value = setting.value if setting else None
    if isinstance(value, str) and _DIGITS.fullmatch(value.strip()):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def in_bytes(data: bytes, file: str) -> bool:
    """Whether a report may stand in the bytes of a file: a cheap test."""
    ending = PurePosixPath(file).suffix.lower()
    if ending == ".json" or ending in YAML:
        return names.in_bytes(data)
    return ending in front_matter.ENDINGS and front_matter.may_begin(data) and names.in_bytes(data)


def with_front_matter(document: Document, file: str) -> Document:
    """A page with its front matter, where a report may stand in it; with what YAML refuses in it, where a report
    certainly does. Raises YamlMissing."""
    if not file.lower().endswith(front_matter.ENDINGS):
        return document
    front = front_matter.read(document)
    if front is None or not names.in_bytes(front.text.encode()):
        return document
    if not front.broken:
        return front_matter.joined(document, front)
    return replace(document, problems=front.problems) if is_broken(front) else document


def reports(document: Document) -> tuple[Benchmark, ...]:
    """The report in a document, or those in a list of results; none where nothing says that there is one."""
    if document.format not in FORMATS or document.broken or not document.settings:
        return ()
    one = _benchmark(document)
    return (one,) if one is not None else _in_lists(document)


def is_broken(document: Document) -> bool:
    """Whether a text that its format refuses is a report all the same: what could be read of it is one."""
    if document.format not in ("json", "yaml") or not document.broken:
        return False
    is_template = any(mark in document.text for mark in ("{{", "{%"))
    return not is_template and _benchmark(document) is not None


def _benchmark(document: Document) -> Benchmark | None:
    return _of(document, *_parted(_values(document)), tuple(one.name for one in document.sections))


def _in_lists(document: Document) -> tuple[Benchmark, ...]:
    """The reports that the entries of lists are, with what is told beside the lists for all of them; none where not all entries
    of a list are reports, and different ones."""
    shared, compared = _parted(_values(document))
    if _rates(shared):
        return ()
    lists = benchmark_lists.of(document)
    if _are_too_many(document, len(shared), sum(map(len, lists.values()))):
        return ()
    found: list[Benchmark] = []
    for name, entries in lists.items():
        parted = [_parted(entry) for entry in entries]
        for told, beside in parted:
            if not _is_of_its_own(told):
                return ()
            all_told = [*told, *shared]
            tables = (name, *(one.key for one in all_told if isinstance(one.value, dict)))
            one = _of(document, all_told, [*beside, *compared], tables)
            if one is None:
                return ()
            found.append(one)
        if not (all(is_own(told) for told, _ in parted) or _differ([told for told, _ in parted])):
            return ()
    return tuple(found)


def _are_too_many(document: Document, shared: int, entries: int) -> bool:
    """Whether it would take long to judge every entry with all that stands beside them: nobody writes such a report."""
    page = len(document.text) // 100 if document.format == "script" else 0
    return (shared + page) * entries > _MOST_TOLD


def _is_of_its_own(told: Sequence[Setting]) -> bool:
    """Whether an entry is a result, and not one of several repeats: it tells what was run."""
    return is_own(told) or bool(
        _rates(told) and any(_get(told, fact) for fact in (names.ENVS, *names.BESIDE_ENVS))
    )


def _differ(entries: Sequence[Sequence[Setting]]) -> bool:
    """Whether no two entries tell the same of what was run, and where."""
    known = [
        {
            (one.section, one.key, repr(one.value))
            for one in told
            if (fact := _fact(one)) is not None and fact not in names.OF_REPEATS
        }
        for told in entries
    ]
    return len(set(map(frozenset, known))) == len(known)


def _of(
    document: Document, told: list[Setting], compared: list[Setting], tables: tuple[str, ...]
) -> Benchmark | None:
    own = is_own(told)
    if own and (version := _version(told)) is not None and version not in names.OWN_VERSIONS:
        return None
    rates = _rates(told)
    if len(_results(told)) > 1 and not own:
        return None
    headline = _headline(tables, told, rates, own=own)
    if headline is None:
        return None
    page = document.text[front_matter.end(document.text) :] if document.format == "script" else ""
    others = (one for one in told if one not in rates and _fact(one) in _FREE)
    texts = (one.value for one in others if isinstance(one.value, str))
    free = (text for text in texts if " " in text.strip())
    return Benchmark(
        document,
        own,
        tuple(told),
        tuple(compared),
        rates,
        headline,
        tables,
        page,
        prose(page, *free),
    )


def why_none(document: Document) -> str | None:
    """Why a document that tells a throughput, and is no report, is none."""
    told = _parted(_values(document))[0]
    if is_own(told):
        return f"it is a report of version {_version(told)}, which this profilecheck does not know"
    rate = next(iter(_rates(told)), None)
    if rate is None:
        return _of_front_matter(document) or _of_lists(document) or _no_rate(told)
    if len(results := _results(told)) > 1:
        return f"it holds several results ({', '.join(results[:3])}), which are not judged: give each a file of its own"
    given = _get(told, names.ENVS)
    if given is not None and isinstance(given.value, str) and not whole(given):
        return f"{given.key} = {given.raw} is no number of environments, which a report of a benchmark tells"
    lacking = [] if whole(given) else ["how many environments there were"]
    if not any(_get(told, fact) for fact in names.BESIDE_ENVS):
        lacking.append("workers, a backend or a start method")
    if lacking:
        what = " and ".join(lacking)
        return f"{rate.key} may be any program's: a report of a benchmark tells {what} beside it"
    beside = "beside the CPU model, the machine or samples"
    if not _is_any_programs(rate):
        return f"it holds names of a trainer's: {rate.key} is that of a benchmark {beside}"
    environments = _get(told, names.ENVS, names.ANY_PROGRAMS_ENVS)
    if environments is None:
        called = names.plain((_get(told, names.ENVS) or rate).key)
        return f"{rate.key} and {called} may be any program's: call the environments num_envs"
    if _is_fast(rate.value):
        return f"{rate.key} may be any program's: it counts {beside}"
    return f"{rate.key} may be any program's: it counts from {_FAST:,} on, and {rate.raw} is below that"


def _of_front_matter(document: Document) -> str | None:
    """Why no report was read from the front matter of a page, where one may stand there."""
    if document.format != "script" or document.settings:
        return None
    front = front_matter.read(document)
    if front is not None and front.broken and names.in_bytes(front.text.encode()):
        problem = front.problems[0]
        return f"its front matter is no YAML (line {problem.span.line}: {problem.message})"
    text = document.text.removeprefix(BYTE_ORDER_MARK)
    if names.in_bytes(text.encode()) and text[:1].isspace() and text.lstrip().startswith("---"):
        return "its front matter does not begin in the first line, and so is none"
    if names.in_bytes(front_matter.of_toml(document.text).encode()):
        return "its front matter is TOML (+++), and a report is read from YAML between lines of ---"
    return None


def _of_lists(document: Document) -> str | None:
    rates = (s for s in document.settings if "[" in s.section and names.is_rate(names.plain(s.key)))
    rate = next(rates, None)
    if rate is None:
        return None
    several = any("[1]" in one.section for one in document.settings)
    mend = "give each a file of its own" if several else "give its one result without the list"
    return (
        f"{rate.key} stands in {rate.section}, and a list is judged where each entry is a report, tells the environments, "
        f"workers or backend of its own, and none tells the same as another (of very many entries with much beside them none is): {mend}"
    )


def _results(told: Sequence[Setting]) -> list[str]:
    """The tables that each hold a throughput and its own number of environments."""
    rated = dict.fromkeys(one.section for one in _rates(told))
    counted = {one.section for one in told if _fact(one) == names.ENVS and whole(one)}
    return [section for section in rated if section in counted]


def _no_rate(told: Sequence[Setting]) -> str | None:
    """That what is called a throughput is none, in what else is a report."""
    if not whole(_get(told, names.ENVS)) or not any(_get(told, f) for f in names.BESIDE_ENVS):
        return None
    named = (one for one in told if names.is_rate(names.plain(one.key)) and one.value is not None)
    rate = next(named, None)
    return f"{rate.key} = {rate.raw} is no throughput: a number above 0 is" if rate else None


def is_own(told: Sequence[Setting]) -> bool:
    """Whether ``profilecheck bench`` wrote what is told."""
    return any(s.key == "kind" and not s.section and s.value == names.OWN_KIND for s in told)


def _version(told: Sequence[Setting]) -> int | None:
    return whole(next((s for s in told if s.key == "version" and not s.section), None))


def _parted(values: Iterable[Setting]) -> tuple[list[Setting], list[Setting]]:
    """What is told, and what of it is on something to compare with."""
    told: list[Setting] = []
    compared: list[Setting] = []
    for one in values:
        path = [names.plain(name) for name in (*one.section.split("."), one.key) if name]
        (compared if any(map(names.is_baseline, path)) else told).append(one)
    return told, compared


def _rates(told: Sequence[Setting]) -> tuple[Setting, ...]:
    return tuple(one for one in told if names.is_rate(names.plain(one.key)) and _is_rate(one.value))


def _values(document: Document) -> Iterator[Setting]:
    """All values in the order of the file, tables among them, but for those in lists."""
    return (one for one in benchmark_lists.values(document) if "[" not in one.section)


def _headline(
    tables: tuple[str, ...], told: list[Setting], rates: tuple[Setting, ...], *, own: bool
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
        if signs or not (_is_any_programs(rate) or _is_trainers(tables, told)):
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
    return isinstance(setting.value, list if _fact(setting) == names.SAMPLES else (str, dict))


def _is_trainers(tables: tuple[str, ...], told: list[Setting]) -> bool:
    sections = (name.rpartition(".")[2] for name in tables)
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
        if _fact(one) == fact and names.plain(one.key) not in but and _is_told(one, fact):
            return one
    return None


def _fact(setting: Setting) -> str | None:
    """The fact that a setting's name stands for, in the table that it stands in."""
    table = names.plain(setting.section.rpartition(".")[2])
    return names.fact_in(table, names.plain(setting.key))


def _is_told(setting: Setting, fact: str) -> bool:
    """Whether a value tells a fact, and no other: ``system: {cpu: ...}`` is no operating system."""
    value = setting.value
    if value is None or value == [] or value == {}:
        return False
    if isinstance(value, str):
        return value.strip().lower() not in UNTOLD
    if fact in names.COUNTS and isinstance(value, (int, float)):
        return value > 0
    if fact == names.REVISION and setting.key.lower() == "version":
        return not isinstance(value, int)  # that of the report's own format
    if isinstance(value, dict) and fact in names.ONE_THING:
        return any(names.fact_of(names.plain(str(key))) in (None, fact) for key in value)
    return True


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
