"""Shell text as commands: what is run, through wrappers, ``bash -c`` and here-documents too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Final

from profilecheck.document import Command, Comment, Word
from profilecheck.findings import Span
from profilecheck.sources.shell.branches import by_version
from profilecheck.sources.shell.escapes import stuffed, with_quotes
from profilecheck.sources.shell.fillers import filled, with_holes
from profilecheck.sources.shell.tellers import told
from profilecheck.sources.shell.text import ANY, HOLES, Piece
from profilecheck.sources.shell.variables import ASSIGNMENT, KEYWORDS, Variables
from profilecheck.sources.shell.words import Lexer, Token
from profilecheck.sources.tables import Places

_RUNS: Final = r"(?m)(?:^\s*(?:exec\s+)?|\b(?:eval|exec|bash|sh|tmux|screen|ssh|sbatch|srun)\b[^\n]*)[\"']?\$\{{?{}\b"
"""What runs the command in a variable: it stands first, or behind a program that runs what it is given."""
_NO_SPLITS: Final = re.compile(r"\A#![^\n]*\bzsh\b|\bIFS=")
"""Where a value may not be split at its blanks: zsh does not."""
_OPTION: Final = re.compile(r"--?[\w-]+=")
_SHELLS: Final = frozenset({"sh", "bash", "zsh", "dash", "ksh"})
_RUN_OTHERS: Final = """
    accelerate apptainer aprun at batch bsub builtin caffeinate catchsegv cgexec choom chronic chroot chrt
    command compute-sanitizer conda coproc coverage cuda-gdb dbus-run-session debugpy deepspeed direnv doas
    docker docker-compose doppler dotenv entr env eval exec firejail flatpak flock gdb hatch horovodrun hyperfine ibrun
    ionice jsrun kernprof kubectl linux64 mamba memray micromamba mpiexec mpirun ncu nerdctl nice nix
    nix-shell nodemon nohup nsenter nsys numactl op parallel pdm perf pipenv pipx pixi pkexec podman poetry
    prlimit proxychains proxychains4 py-spy pyinstrument qsub ray rocprof runuser rye salloc sbatch
    scalene schroot screen script setarch setsid sg singularity sky srun ssh stdbuf strace su sudo
    systemd-run taskset time timeout tini tmux torchrun trap ts tsp unbuffer unshare uv uvx valgrind
    vglrun viztracer watch xargs xvfb-run
"""
WRAPPERS: Final = _SHELLS | frozenset(_RUN_OTHERS.split())
"""Programs that run a command among their arguments."""
_FED: Final = _SHELLS | {
    "at",
    "batch",
    "ssh",
    "sbatch",
    "srun",
    "su",
    "sudo",
    "docker",
    "podman",
    "kubectl",
}
"""Programs that run what a here-document feeds to them."""
_TELLERS: Final = frozenset({"cat", "echo", "printf"})
"""Programs whose here-document, or whose words, another may be fed with."""
_WRITTEN: Final = re.compile(r"""[\s>"'/][\w.${}-]+\.(?:sh|bash|zsh|sbatch|slurm)\b""")
"""The name of a script among the words of a command."""
_FOUND: Final = re.compile(r"\{\}")
_FINDS: Final = frozenset({"-exec", "-execdir", "-ok", "-okdir"})
_STUFF: Final = "stuff"
"""The command of ``screen`` that types a text."""
_ELLIPSES: Final = ("...", "\u2026")
_LOCATED: Final = re.compile(
    r"(?P<quote>\"?)(?:\$?\$\((?:shell )?(?:which|command -v|type -p) (?P<program>[\w.+-]+)\)"
    r"|`(?:which|command -v|type -p) (?P<quoted>[\w.+-]+)`)(?P=quote)"
)
"""What asks for the place of a program."""
_LONGEST_PLACE: Final = 60
DEPTH: Final = 4
"""How deep commands within words of commands are looked for, at most."""


@dataclass
class Reader:
    """Collects the commands of one file that hold one of the ``marks``, and its comments.

    ``block`` is the block of a page that is being read; ``versioned`` says that what is read stands in a branch of
    a test of the version.
    """

    text: str
    marks: Sequence[str]
    places: Places = field(init=False)
    commands: list[Command] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    stretches: list[Span] = field(default_factory=list)
    groups: list[Span] = field(default_factory=list)
    block: Span | None = None
    versioned: bool = False

    def __post_init__(self) -> None:
        self.places = Places(self.text)

    def script(
        self,
        piece: Piece,
        *,
        bare: bool = False,
        depth: int = DEPTH,
        values: Mapping[str, Piece] | None = None,
        closed: bool = False,
        splits: bool = True,
    ) -> None:
        """Takes in the commands of shell text. ``values`` are variables that are known before it; ``closed``
        says that it is put together by another shell, which knows none of its own; ``splits`` is false for a shell that splits no value at its blanks."""
        variables = Variables(piece.text, dict(values or {}), closed)
        splits = splits and not _NO_SPLITS.search(piece.text)
        lexer = Lexer(piece, variables.texts, splits, page=self.block is not None)
        tokens = list(variables.follow(lexer))
        self.comments += (self.comment(*comment) for comment in lexer.comments)
        for inner, known in lexer.substitutions if depth else ():
            texts = (inner, *known.values())
            if any(mark in text.text for text in texts for mark in self.marks):
                self.script(inner, depth=depth - 1, values=known)
        chosen, before = by_version(tokens, self.text), self.versioned
        for run, fed in _runs(tokens):
            self.versioned = before or run[0].start in chosen
            self.run(run, bare=bare, depth=depth)
            if fed and depth:
                self._feed(run, depth=depth)
        self.versioned = before
        for token in tokens if depth else ():
            if self.is_kept(token, piece.text, variables.texts):
                self.script(_kept(token, piece.text), depth=depth - 1)

    def is_kept(self, token: Token, text: str, known: Mapping[str, Piece]) -> bool:
        """Whether a word keeps a command in a variable that is run: ``CMD="..."``, later ``eval "$CMD"``. The
        words of one that is known stand where it is run."""
        name = ASSIGNMENT.match(token.text) if token.quoted and not token.operator else None
        if name is None or not any(mark in token.text for mark in self.marks):
            return False
        variable = name.group().rstrip("+=")
        return variable not in known and bool(re.search(_RUNS.format(re.escape(variable)), text))

    def comment(self, start: int, end: int) -> Comment:
        """The comment at these offsets."""
        before = self.text[self.places.line_start(start) : start]
        return Comment(
            self.text[start:end], self.places.span(start, end), not before.strip(), self.block
        )

    def run(
        self,
        tokens: list[Token],
        *,
        bare: bool = False,
        depth: int = DEPTH,
    ) -> None:
        """Takes in one command, and those that stand in its words."""
        bodies = [token for token in tokens if token.body is not None]
        words = _without_keywords(t for t in tokens if t.body is None)
        if not words:
            return
        name = words[0].text.rpartition("/")[2]
        wraps = name in WRAPPERS or words[0].text[:1] in HOLES
        for body in bodies if depth and (name in _FED or self._writes(words)) else ():
            assert body.body is not None
            put_in = body.values is not None
            self.script(body.body, depth=depth - 1, values=body.values, closed=put_in)
        if name == "find":
            for found in _found(words):
                self.run(found, bare=bare, depth=depth)
            return
        for command in filled(words, self.marks) if wraps else (words,):
            self._command(command, wraps=wraps, bare=bare, depth=depth)

    def _writes(self, words: list[Token]) -> bool:
        """Whether a command writes what it is fed with to a script: ``cat > job.sh <<EOF``."""
        if words[0].text not in ("cat", "tee"):
            return False
        start = words[0].start
        end = self.text.find("\n", start)
        return _WRITTEN.search(self.text[start : end if end >= 0 else None]) is not None

    def _feed(self, tokens: list[Token], *, depth: int) -> None:
        """Takes in what a command tells one that runs it: ``cat <<EOF | sbatch``."""
        words = _without_keywords(t for t in tokens if t.body is None)
        if not words or words[0].text not in _TELLERS:
            return
        for token in tokens:
            if token.body is not None:
                closed = token.values is not None
                self.script(token.body, depth=depth - 1, values=token.values, closed=closed)
        if words[0].text != "cat":
            self.script(told(words), depth=depth - 1)

    def _command(self, words: list[Token], *, wraps: bool, bare: bool, depth: int) -> None:
        words = list(map(self._located, words))
        if any(mark in word.text for word in words for mark in self.marks):
            self.keep(words, wraps=wraps, bare=bare)
        for before, word in pairwise(words) if wraps and depth else ():
            if word.quoted and any(blank in word.text.strip() for blank in " \n\t"):
                piece = stuffed(word.piece) if before.text == _STUFF else word.piece
                option = _OPTION.match(piece.text)  # what stands behind its name: --wrap='...'
                self.script(piece[option.end() :] if option else piece, depth=depth - 1)

    def _located(self, token: Token) -> Token:
        """A program whose place is asked for (``$(which puffer)``), as the program."""
        if token.text not in HOLES or token.end - token.start > _LONGEST_PLACE:
            return token
        found = _LOCATED.fullmatch(self.text, token.start, token.end)
        if found is None:
            return token
        name = found["program"] or found["quoted"]
        return replace(token, text=name, places=[token.start] * len(name))

    def keep(self, words: list[Token], *, wraps: bool = False, bare: bool = False) -> None:
        """Takes in a command of these words."""
        span = self.places.span(words[0].start, max(word.end for word in words))
        made = tuple(map(self._word, words))
        self.commands.append(Command(made, span, wraps, bare, self.versioned))
        whole = self._logical_line(span)
        if whole.end_line > whole.line:
            self.stretches.append(whole)

    def _logical_line(self, span: Span) -> Span:
        """All lines that are one to a shell: no comment can stand between them."""
        first, last = self._joined.get(span.line, (span.line, span.line))
        last = max(last, self._joined.get(span.end_line, (0, span.end_line))[1])
        return Span(first, 1, last, span.end_column)

    @cached_property
    def _joined(self) -> Mapping[int, tuple[int, int]]:
        """The first and the last of the lines that a backslash joins, by each of them."""
        found: dict[int, tuple[int, int]] = {}
        lines = re.split(r"\r?\n", self.text)
        first = 1
        for number, line in enumerate(lines, 1):
            goes_on = line.endswith("\\") and number < len(lines)
            if goes_on or (number > first and line.lstrip().startswith("#")):
                continue
            if number > first:
                found |= dict.fromkeys(range(first, number + 1), (first, number))
            first = number + 1
        return found

    def _word(self, token: Token) -> Word:
        known = re.split("|".join(HOLES), token.text, maxsplit=1)[0]
        whole = known == token.text
        split = known.find("=")
        start, end = with_quotes(self.text, token.start, token.end)
        after = None
        if split >= 0:
            after = self.places.span(token.places[split] + 1, end)
        several = token.text[:1] == ANY or token.text.startswith(_ELLIPSES)
        tail = "" if whole else re.split("|".join(HOLES), token.text)[-1]
        return Word(known, self.places.span(start, end), whole, several, after, tail)


def _runs(tokens: Iterable[Token]) -> Iterator[tuple[list[Token], bool]]:
    """The words of each command, and whether one behind a pipe runs what it tells."""
    runs: list[tuple[list[Token], str]] = []
    run: list[Token] = []
    for token in tokens:
        if not token.operator:
            run.append(token)
        elif run:
            runs.append((run, token.text))
            run = []
    runs.append((run, ""))
    for (words, operator), (following, _) in pairwise((*runs, ([], ""))):
        if words:
            behind = _without_keywords(following)
            name = behind[0].text.rpartition("/")[2] if behind else ""
            yield words, operator in ("|", "|&") and name in _FED | {"qsub", "bsub"}


def _found(words: list[Token]) -> Iterator[list[Token]]:
    """The commands that find runs, with a hole for what it has found."""
    part: list[Token] | None = None
    for word in words[1:]:
        if part is None:
            part = [] if word.text in _FINDS else None
        elif word.text in (";", "+"):
            yield part
            part = None
        else:
            part.append(with_holes(word, _FOUND))
    if part:
        yield part


def _without_keywords(tokens: Iterable[Token]) -> list[Token]:
    """A command without the shell's own words and the assignments before it."""
    words = list(tokens)
    first = 0
    for token in words:
        keyword = token.text in KEYWORDS and not token.quoted
        if not keyword and token.items is None and not ASSIGNMENT.match(token.text):
            break
        first += 1
    return words[first:]


def _kept(token: Token, text: str) -> Piece:
    """The command that a variable keeps, with a hole for the words behind it where it is run."""
    at = token.text.index("=") + 1
    kept = token.piece[at:]
    name = re.escape(token.text[: at - 1].rstrip("+"))
    if not re.search(rf"\$\{{?{name}\b\}}?[\"']?[ \t]+[^\s;&|#)<>]", text):
        return kept
    last = token.end - 1
    return Piece(f"{kept.text} {ANY}", [*kept.places, last, last])
