"""The one shape that every source yields: a document of settings in sections.

A rule never knows whether a setting came from an INI file, a TOML table or a mapping in YAML.
This module imports nothing of profilecheck but ``findings``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from profilecheck.findings import Cells, Span


class Unknown:
    """The type of ``UNKNOWN``. It has no truth value, so that no rule takes it for false."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "(not known)"  # as a message tells it, in a list too

    def __reduce__(self) -> str:
        return "UNKNOWN"  # pickled by name, so that it stays the one object

    def __bool__(self) -> bool:
        raise TypeError("UNKNOWN has no truth value: compare with `is UNKNOWN`")


UNKNOWN: Final = Unknown()
"""A value that cannot be known without running code or resolving something outside the file."""


class Whole(int):
    """A whole number whose type is not int (numpy's int64): not every runtime takes it for one."""

    __slots__ = ()


Format = Literal["ini", "toml", "json", "yaml", "values", "python", "script", "dependencies"]
"""What a text is. A script is any text that holds command lines: a shell's, a Makefile, a Dockerfile, Markdown."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A value that is an importable thing, by its dotted name: ``pufferlib.vector.Serial``."""

    name: str

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Possible:
    """A value that holds unless whoever runs the file chooses another, and who says so: "the default of
    --num-envs on line 12"."""

    value: object
    told: str


@dataclass(frozen=True, slots=True)
class Setting:
    """One key with its value.

    ``section`` is the dotted path of the table that holds it (``vec``, ``sweep.train.horizon``,
    ``""`` at top level). ``key`` is the key as its loader knows it (INI: lower-cased);
    ``written`` is the key as it stands in the file. ``value`` is the typed value, or ``UNKNOWN``;
    in an INI document it is the text as configparser would join it, before interpolation, and the
    profile decides what it means. ``raw`` is the source text of the value, exactly.
    ``value_span`` is empty (start equals end) where there is no value text. ``possible`` says whose
    default the value is, where it is no more than that.
    """

    section: str
    key: str
    value: object
    raw: str
    key_span: Span
    value_span: Span
    written: str = ""
    possible: str = ""

    @property
    def span(self) -> Span:
        """From the start of the key to the end of the value's first line, or of the value, where it is behind."""
        if self.key_span <= self.value_span and self.value_span.end_line == self.key_span.line:
            return self.key_span.to(self.value_span)
        return self.key_span


@dataclass(frozen=True, slots=True)
class Section:
    """One table: its dotted name and the span of its header (INI, TOML) or of its key.

    ``as_value`` is the same table as one value of the table that holds it (``env_kwargs: {...}``),
    where the format nests tables and this one has a key.
    """

    name: str
    span: Span
    as_value: Setting | None = field(default=None, compare=False, repr=False)


ProblemKind = Literal[
    "not-utf8",
    "byte-order-mark",
    "syntax",
    "text-before-section",
    "duplicate-key",
    "duplicate-section",
    "nul-byte",
    "too-deep",
]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is wrong with the text itself, found while reading it.

    ``fatal`` means that the format's own loader refuses the file. ``span`` is where; for a
    duplicate it is the second occurrence and ``first`` is the first one.
    """

    kind: ProblemKind
    message: str
    span: Span
    fatal: bool = True
    first: Span | None = None


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, from its mark (``#`` or ``;``) to the end of the line. ``alone`` on its line, or not;
    ``block`` is the code block of a page that it stands in."""

    text: str
    span: Span
    alone: bool
    block: Span | None = None


Guard = Literal["optional", "typing", "version", "dead"]
"""What keeps an import from failing: a ``try`` that catches ImportError, ``TYPE_CHECKING``, a test of
what is installed, or that nothing ever comes to it."""


@dataclass(frozen=True, slots=True)
class Use:
    """A dotted name of another package that a Python file imports or reads.

    ``name`` is absolute (``pufferlib.vector.make``). ``importing`` is true where an import statement
    names it: it is then the module, or the module and the name taken from it; ``module`` is how much of
    it is known to be a module because it was imported as one. ``guard`` says what keeps it from failing.
    """

    name: str
    module: str
    span: Span
    importing: bool = False
    guard: Guard | None = None


Unpicklable = Literal["lambda", "local", "guarded"]
"""Why a process that is not forked cannot be given a function or class: pickle finds it by its name in
its module, and it has none there, or only under the module's main guard."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A function or class of a Python file that an argument is, or holds, with what a call of it takes.

    ``kind`` is what it is; an instance is one of a class of the file. ``parameters`` are those that may
    be given by keyword (None: not known), ``positional`` those by position, in their order, ``rest`` says
    that it takes any other keyword too, ``required`` are those without a default, ``unused`` those that
    its body never reads (``**`` for the other keywords). ``returns`` is the imported thing whose result its one
    ``return`` is. ``bases`` are what an instance's class inherits from
    outside the file, where nothing in the file lets the instance be called; else None.
    """

    kind: Literal["lambda", "function", "class", "instance"]
    name: str
    span: Span
    parameters: frozenset[str] | None = None
    positional: tuple[str, ...] = ()
    rest: bool = False
    required: frozenset[str] = frozenset()
    unused: frozenset[str] = frozenset()
    unpicklable: Unpicklable | None = None
    bases: frozenset[str] | None = None
    returns: str = ""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a call: ``key`` is its keyword, or its position from 0. ``definitions`` are the
    functions and classes of the file that it certainly is, or holds; ``made`` is the call of something
    imported whose result it certainly is; ``shared``: where it is written, other calls have it too."""

    key: str | int
    value: object
    raw: str
    key_span: Span
    value_span: Span
    definitions: tuple[Definition, ...] = ()
    made: Call | None = None
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Again:
    """What uses a value next after it was reset: ``by`` is a method of it, or the dotted name of what takes it.

    ``span`` is the variable there, ``read`` all attributes that are read of it until then and not called.
    """

    by: str
    span: Span
    read: frozenset[str]


@dataclass(frozen=True, slots=True)
class Site:
    """Where a call stands, and what becomes of what it returns.

    ``at_import``: importing the module is certain to reach it. ``in_library``: the module's own
    statements only import and define. ``attributes`` are all those read of the result, None where the
    result is handed on or cannot be followed. ``start_method`` is how processes start there: a name
    where the module is certain to set it, None where it says nothing of it, else UNKNOWN. ``follows``
    are the places of the calls that are certain to come before this one, where it sets that method. ``after_reset``
    is what uses the result next where nothing else can, once the module has reset it.
    """

    at_import: bool
    in_library: bool
    attributes: frozenset[str] | None
    start_method: object
    follows: frozenset[Span]
    after_reset: Again | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A call of something that was imported: its dotted name, where it is called, its arguments.

    ``rest`` is true where further arguments may come from what cannot be known (``**config``);
    ``expected`` where the file itself expects the call to raise. ``site`` is None where the call is made
    within another function of the file, which is called here. ``guard`` says what keeps the call from being
    made where what it calls is not there. ``versioned``: it stands in a branch of a test of a version.
    """

    name: str
    span: Span
    arguments: tuple[Argument, ...]
    rest: bool = False
    expected: bool = False
    site: Site | None = None
    guard: Guard | None = None
    versioned: bool = False


Handling = Literal["read", "asked", "set", "filled"]
"""What is done with a key of a mapping: it is read, which fails where it is missing; asked for, which gives None
there; set; or the mapping below the keys is filled with others, which are not known."""


@dataclass(frozen=True, slots=True)
class Item:
    """A value that a Python file reads or sets, by keys, in what a call of something imported returned:
    ``args["vec"]["num_envs"]`` of ``pufferlib.pufferl.load_config``. ``name`` is what is called. ``key_spans`` are
    where the keys are written out, and ``how`` is what becomes of a key that is not there. ``doubted``: the file
    tests what keys there are, or whether this one gave None."""

    name: str
    keys: tuple[str, ...]
    span: Span
    guard: Guard | None = None
    key_spans: tuple[Span, ...] = ()
    how: Handling = "read"
    doubted: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a command line, without its quotes.

    ``text`` is all of it that is known: where ``whole`` is false, its beginning, up to a variable or
    another thing that the shell puts in. ``several``: it may come to no word at all, or to several.
    ``after`` is the place of what stands behind its first ``=``, where it has one.
    ``tail`` is what is known behind all that is not.
    """

    text: str
    span: Span
    whole: bool = True
    several: bool = False
    after: Span | None = None
    tail: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """A command line as words, without assignments before it and redirections.

    ``wraps`` is true where its first word is one that runs a command among its arguments (``srun``,
    ``uv run``), or is not known. ``span`` is all of it, ``bare`` that nothing around it is known to be a
    shell's: a block of Markdown without a language. ``versioned``: it stands in a branch of a test that names
    a version.
    """

    words: tuple[Word, ...]
    span: Span
    wraps: bool = False
    bare: bool = False
    versioned: bool = False


@dataclass(frozen=True, slots=True)
class Requirement:
    """What a dependency file, or a command that installs, asks of one package.

    ``text`` is what is asked, as a message tells it. ``specifier`` are the versions that it admits, as pip
    writes them; None where they are not known. ``url`` is where the package comes from instead: an
    archive, a folder, or a repository with ``@`` and the reference. ``group`` names what it is for beside
    the project's own dependencies. ``indexed``: its versions are those of the public index.
    ``conditional``: it holds only somewhere; ``marker`` says where, as PEP 508 writes it. ``locked``: a tool wrote it. ``own``: it is the version of
    the package's own source tree. ``cut`` is what a shell takes for a redirection and away from it. ``command``: a
    command, or a tool that makes environments, installs it. ``checkout``: it is a clone or a submodule, whose
    reference git takes. ``extra``: its group is installed only together with the project's own dependencies.
    """

    name: str
    text: str
    span: Span
    specifier: str | None = ""
    url: str = ""
    group: str = ""
    indexed: bool = False
    conditional: bool = False
    marker: str = ""
    locked: bool = False
    own: bool = False
    cut: str = ""
    command: bool = False
    checkout: bool = False
    extra: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A file as settings in sections, with all that is wrong with its text.

    ``settings`` and ``sections`` are in the order of the file and complete up to the first fatal
    problem at least. A typed format repeats a key only where its own loader would; the last
    occurrence is then the one in force. ``stretches`` are commands of several lines, which a comment on the line
    before, on the first or on the last means as a whole; ``groups`` are blocks of commands, which one before them
    or on their first line does. ``cells`` are those of a notebook, whose
    ``text`` is the code of all of them. ``replaced`` are the dotted names of imported things that a Python
    file puts something else for, wherever it does.
    """

    path: str
    format: Format
    text: str
    sections: tuple[Section, ...] = ()
    settings: tuple[Setting, ...] = ()
    problems: tuple[Problem, ...] = ()
    comments: tuple[Comment, ...] = field(default=())
    uses: tuple[Use, ...] = ()
    calls: tuple[Call, ...] = ()
    items: tuple[Item, ...] = ()
    replaced: frozenset[str] = frozenset()
    commands: tuple[Command, ...] = ()
    stretches: tuple[Span, ...] = ()
    groups: tuple[Span, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    cells: Cells | None = None

    @property
    def broken(self) -> bool:
        """True where the format's own loader refuses this text."""
        return any(problem.fatal for problem in self.problems)
