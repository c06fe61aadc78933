"""For the terminal: each setting with what it was and is, then what is to be decided and what remains."""

from __future__ import annotations

import io
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from profilecheck.migrate.ledger import FileLedger, Ledger
from profilecheck.migrate.told.asked import Asked, asked, by_file, repeated, shared
from profilecheck.migrate.told.words import (
    Once,
    Row,
    asks,
    is_told,
    numbering,
    rows,
    summary,
    told_findings,
    why,
)
from profilecheck.report._cells import escaped
from profilecheck.telling import cut

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

ENDING: Final = ".txt"
_NARROW: Final = 76
"""Cells below which columns would be slivers: what was and what is then stand below one another."""
_LEFT: Final = 20
"""How many files that are left are listed, at most."""
_STYLES: Final = {
    "dropped": "red",
    "added": "green",
    "kept": "dim",
    "blocked": "bold red",
    "unreadable": "bold red",
    "changed": "bold green",
    "by-hand": "bold yellow",
}
_CHANGED: Final = "yellow"


def tell(ledger: Ledger, *, color: bool, width: int) -> str:
    """The whole ledger in lines of at most ``width`` cells; only words without a space are never cut short."""
    from rich.console import Console

    stream = io.StringIO()
    console = Console(
        file=stream,
        width=max(width, 20),
        force_terminal=color,
        color_system="standard" if color else None,
        no_color=not color,
        legacy_windows=False,
        markup=False,
        highlight=False,
        emoji=False,
        _environ={},
    )
    head = f"profilecheck migrate: {ledger.source} to {ledger.target}"
    _say(console, f"{head}: {summary(ledger)}", "bold")
    if lines := numbering(ledger):
        _say(console, f"{lines}.")
    questions, said = asked(ledger), repeated(ledger)
    _common(console, questions, said)
    single = by_file(one for one in questions if len(one.askers) == 1)
    once = Once()
    for file in ledger.files:
        if is_told(file):
            _file(console, file, single.get(id(file), []), said, once)
    left = [file for file in ledger.files if not is_told(file)]
    for file in left[:_LEFT]:
        _say(console, f"{file.path}: left: {file.reason}")
    if len(left) > _LEFT:
        _say(
            console,
            f"{len(left) - _LEFT} more files are left as they are; a ledger in Markdown, HTML or JSON names all",
        )
    return "".join(f"{line.rstrip()}\n" for line in stream.getvalue().splitlines())


def _say(console: Console, words: str, style: str = "", indent: int = 0) -> None:
    """Words, wrapped between spaces only, that control nothing."""
    from rich.padding import Padding
    from rich.text import Text

    console.print(Padding(Text(escaped(words), style, overflow="fold"), (0, 0, 0, indent)))


def _common(console: Console, questions: Iterable[Asked], remarks: Mapping[str, list[str]]) -> None:
    """What is asked and said of several files or experiments."""
    together = shared(questions)
    if together or remarks:
        console.print()
    if together:
        _say(console, "decisions that several take:", "bold")
    for one in together:
        _question(console, one)
        told = filter(None, [f"asked by {', '.join(one.labels)}", one.alone])
        _say(console, "; ".join(told), indent=4)
    for remark, paths in remarks.items():
        _say(console, f"note on {', '.join(paths)}: {remark}")


def _file(
    console: Console,
    file: FileLedger,
    questions: Sequence[Asked],
    said: Collection[str],
    once: Once,
) -> None:
    reason = f": {why(file)}" if file.reason else ""
    console.print()
    _say(console, f"{file.path}: {file.status}{reason}", _STYLES.get(file.status, "bold"))
    for part in file.parts:
        if part.name:
            _say(console, f"{part.name}:", "bold")
        told = rows(part)
        if console.width < _NARROW:
            _stacked(console, told)
        elif told:
            console.print(_table(told))
        for remark in part.remarks:
            if remark not in said:
                _say(console, f"note: {remark}", indent=2)
    if questions:
        _say(console, "decisions:", "bold")
        for one in questions:
            _question(console, one)
    remaining = list(_remaining(file, once))
    if remaining:
        _say(console, "what remains:", "bold")
        for line in remaining:
            _say(console, line, indent=2)


def _table(told: Iterable[Row]) -> RenderableType:
    from rich.box import SIMPLE
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE, expand=False, pad_edge=False, padding=(0, 1), show_edge=False)
    table.add_column("was", overflow="fold", ratio=3)
    table.add_column("is", overflow="fold", ratio=3)
    table.add_column("action", no_wrap=True)
    table.add_column("reason", overflow="fold", ratio=4)
    section = None
    for row in told:
        if row.entry is not None and row.section != section:
            title = f"[{_value(row.section)}]" if row.section else "(in no section)"
            table.add_row(Text(title, "bold"))
        section = row.section
        here = f"[{section}] "
        now = "\n".join(_value(one.removeprefix(here)) for one in row.now) if not row.kept else ""
        action = f"{row.action}, unread" if row.entry and row.entry.inert else row.action
        cells = (_value(row.was.removeprefix(here)), now, action, escaped(row.reason))
        table.add_row(*(Text(cell, style) for cell, style in zip(cells, _styles(row), strict=True)))
    return table


def _styles(row: Row) -> tuple[str, ...]:
    """Those of the four cells."""
    whole = "dim" if row.kept else "bold" if row.entry is None else ""
    return whole, "", _style(row), ""


def _stacked(console: Console, told: Iterable[Row]) -> None:
    for row in told:
        _say(console, f"{row.action}  {_value(row.was)}".rstrip(), _style(row))
        if not row.kept:
            for now in row.now:
                _say(console, f"-> {_value(now)}", indent=2)
        if row.reason:
            _say(console, row.reason, indent=4)


def _style(row: Row) -> str:
    return _STYLES.get(row.action, _CHANGED)


def _value(words: str) -> str:
    return escaped(cut(words, 120))


def _question(console: Console, one: Asked) -> None:
    question = one.question
    state = "open" if question.open else f"decided: {question.answer}"
    _say(console, f"{one.key} ({state}): {asks(question)}", indent=2)
    if not question.open:
        return
    for option, does in one.options:
        _say(console, option, "bold", indent=4)
        _say(console, does, indent=8)
    if question.meanwhile:
        _say(console, f"until then: {question.meanwhile}", indent=4)


def _remaining(file: FileLedger, once: Once) -> Iterator[str]:
    yield from (once.at(file, one) for one in told_findings(file))
    for port in file.ports:
        yield f"{port.span.first_line}: {port.what}: {once.how(file, port)}"
    for new in file.beside:
        yield f"new file {new.path}: {new.reason}"
