"""What becomes of a config in a later generation: the shapes of the question and of the answer.

A profile's module of migration (``v3_to_v4``) turns a ``Source`` into an ``Outcome``. It knows names and
values only; how a file is edited so that it holds the outcome is no knowledge of PufferLib.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from profilecheck.profiles.base import ABSENT, Name

Kind = Literal["count", "number", "name"]
"""What a free answer has to be: a whole number of at least 1, any finite number, a name."""
Action = Literal["kept", "renamed", "moved", "converted", "split", "merged", "dropped", "added"]


@dataclass(frozen=True, slots=True)
class Put:
    """A setting of the result: its name and the value that the target's loader is to read there.

    ``as_written`` says that the value's text stays as it stands in the source.
    """

    section: str
    key: str
    value: object
    as_written: bool = False

    @property
    def name(self) -> Name:
        """Section and key."""
        return (self.section, self.key)


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of one setting, or of a new one (``added``): where it is afterwards, and why.

    ``puts`` is empty where it is dropped. ``inert`` is true of a kept setting that the target does not read.
    """

    action: Action
    puts: tuple[Put, ...]
    reason: str
    inert: bool = False


@dataclass(frozen=True, slots=True)
class TitleFate:
    """What becomes of a section as a whole: its new title, or None where it goes with all that it holds."""

    action: Action
    to: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question and what it does."""

    answer: str
    does: str


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that a person has to take: ``key`` names it, ``asks`` says what the generations do.

    ``free`` says that any value of that ``kind`` may be given. ``blocking``: without an answer nothing can be
    written. ``answer`` is the one that was given, ``refused`` one that it does not take; ``meanwhile`` is what the
    result holds without one.
    """

    key: str
    asks: str
    choices: tuple[Choice, ...] = ()
    free: bool = False
    blocking: bool = False
    answer: str | None = None
    meanwhile: str = ""
    kind: Kind = "number"
    refused: str | None = None

    @property
    def open(self) -> bool:
        """Whether nobody answered."""
        return self.answer is None


@dataclass(frozen=True, slots=True)
class Source:
    """A config as its own generation reads it.

    ``written`` are its own settings by name, in the order of the file, ``get`` gives the effective value
    of a name (UNKNOWN where there is none or it cannot be known). ``sections`` are its titles. ``loaded`` says
    that the generation's own loader reads it, default.ini below it and all; ``trained`` that its own trainer
    does, or may: otherwise there is [vec] alone. ``is_base`` that it is such a
    default.ini itself, below which nothing lies. ``agents_per_env`` is declared, for this file alone where it is ``alone``;
    ``threads`` are the hardware threads of the machine that it will run on, None where none is declared.
    ``answers`` are decisions by key, of which ``own`` are for this file alone (None: all of them are), and ``asking``
    those that it is known to ask for.
    ``reads`` is the generation that reads the file today, where that is certain: where it sets a name of
    both, that one's is in force; None where nobody is to be asked about such pairs.
    ``below`` gives what will lie below the file in the target but for its own defaults; ABSENT where nothing does.
    ``instead`` is the path of a default.ini of the target: what the project's own gave before it is not known, and ``get``
    gives what upstream's did.
    """

    written: Mapping[Name, object]
    get: Callable[[str, str], object]
    sections: tuple[str, ...]
    loaded: bool = True
    trained: bool = True
    is_base: bool = False
    agents_per_env: int | None = None
    threads: int | None = None
    answers: Mapping[str, str] = field(default_factory=dict)
    own: frozenset[str] | None = None
    asking: frozenset[str] = frozenset()
    reads: str | None = None
    alone: bool = True
    below: Callable[[str, str], object] = lambda section, key: ABSENT
    instead: str = ""

    def has(self, section: str, key: str) -> bool:
        """Whether the file itself sets the name."""
        return (section, key) in self.written


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of a whole config.

    ``fates`` has every written setting, ``titles`` the sections that change as a whole, ``added`` the new
    settings. ``questions`` are all that arose, answered or not. ``remarks`` tell what no setting can express.
    ``by_hand`` are settings that stand for something a person has to bring to the target: what it is, and how.
    """

    fates: Mapping[Name, Fate]
    titles: Mapping[str, TitleFate]
    added: tuple[Fate, ...]
    questions: tuple[Question, ...]
    remarks: tuple[str, ...]
    by_hand: tuple[tuple[Name, str, str], ...] = ()
