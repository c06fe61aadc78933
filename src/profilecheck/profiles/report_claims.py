"""What words of a report say so exactly that it counts against it: cores, the machine, and that it was run once.

Whatever may be of another machine, of another run or of each of several is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from profilecheck.profiles import report_names as names
from profilecheck.profiles import report_words as words

_CORES: Final = re.compile(r"(?i)(?<![\w.,])(\d{1,4})[ -]?(?:physical[ -]|cpu[ -])?cores?\b")
_ONE_COUNT: Final = re.compile(r"\s*(\d{1,4})\s*(?:(?:physical )?cores?)?\s*(?:[(,/].*)?", re.I)
_SEVERAL: Final = re.compile(
    r"(?i)(?<!\w)\d{1,2}\s?[x×*](?![a-z])|(?<!\w)[x×*]\s?\d|\b(?:dual|two|per|each|sockets?|nodes?|processors)\b|\bp-?cores?\b"
)
"""That a count may be of one of several processors."""
_RAN_ON: Final = re.compile(
    r"(?i)\b(?:ran|run|measured|benchmarked|timed)\b[^.;]{0,40}?\bon\b[^.;]{0,60}?\b(\d{1,4}) physical cores\b"
)
_ANOTHER: Final = re.compile(
    r"(?i)\b(?:not?|other|another|published|baseline|reference|paper|compared|than|could|would|can|should|may|also|if|start-?up|warm-?up|compil\w+)\b|n['’]t\b"
)
_COUNT: Final = re.compile(
    r"(?i)(?:number of |num[ _])?(?:repeats|repetitions|runs|trials)\s*[:=]\s*(\d{1,4})"
)
_RAN: Final = r"(?:ran|run|measured|timed)"
_ONCE: Final = re.compile(
    rf"(?i)\b(?:(?:only|just) {_RAN} (?:it|this) once|{_RAN} (?:it|this) (?:only|just) once|(?:we|I) (?:only|just) {_RAN} once"
    r"|single[ -]run only|(?:only|just) (?:a single|one) run)(?=\s*(?:[.,;:!()]|$))"
)
"""That it was run once, and no more is said of it: not once per seed."""


_OWN_MACHINE: Final = re.compile(
    r"(?i)\b(?:ran|run|runs|measured|benchmarked|timed)\b[^.;]{0,40}?\bon\b|^\W{0,6}(?:cpu|gpu|processor|hardware|machine)\b[^:]{0,20}:"
)
_OF_BOTH: Final = re.compile(
    r"(?i)\b(?:both|all|each|every|everything|either|old|older|earlier|before|previous(?:ly)?|original(?:ly)?|theirs?|they|against|vs)\b"
)
"""That a machine may be that of the other number, too."""
_MACHINES: Final = (names.CPU, names.GPU, names.CORES)


def cores_of(text: str) -> int | None:
    """The cores that a value named so tells in words: ``16 (32 threads)``."""
    match = _ONE_COUNT.fullmatch(text)
    return int(match[1]) if match and not _SEVERAL.search(text) else None


def cores_of_model(text: str) -> int | None:
    """The cores of the processor in its description: ``Ryzen 9 5950X (16 cores)``."""
    found = {int(count) for count in _CORES.findall(text)}
    return found.pop() if len(found) == 1 and not _SEVERAL.search(text) else None


def cores_run_on(sentences: Iterable[str]) -> int | None:
    """The physical cores that it was run on, where no sentence speaks of other cores."""
    known: set[int] = set()
    certain = False
    for one in sentences:
        known |= {int(count) for count in _CORES.findall(one)}
        ran = _RAN_ON.search(one)
        certain |= ran is not None and not _ANOTHER.search(one) and not _SEVERAL.search(one)
    return known.pop() if certain and len(known) == 1 else None


def tell_own_machine(sentences: Iterable[str]) -> bool:
    """Whether it is said what it was measured on, and nothing of a machine that the other number may be of."""
    of_machines = [one for one in sentences if any(words.exactly(fact, one) for fact in _MACHINES)]
    if any(_ANOTHER.search(one) or _OF_BOTH.search(one) for one in of_machines):
        return False
    return any(_OWN_MACHINE.search(one) for one in of_machines)


def repeats_said(sentences: Iterable[str]) -> tuple[int, str] | None:
    """How many repeats are said to be all there were, and the words that say so."""
    counts: dict[int, str] = {}
    for one in sentences:
        if match := _COUNT.fullmatch(one):
            counts[int(match[1])] = one
        elif (match := _ONCE.search(one)) and not _ANOTHER.search(one):
            counts[1] = match[0]
    return next(iter(counts.items())) if len(counts) == 1 else None
