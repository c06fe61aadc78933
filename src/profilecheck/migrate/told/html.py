"""A ledger as one page of HTML, complete in itself: no script, no network, and ASCII alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from profilecheck.migrate.ledger import FileLedger, Ledger
from profilecheck.migrate.told._sides import on_line, sides
from profilecheck.migrate.told.words import (
    ORDER,
    Row,
    actions,
    asks,
    at,
    choices,
    is_told,
    key,
    of_files,
    rows,
    to_do,
    told_findings,
    word,
)
from profilecheck.profiles.migration import Question
from profilecheck.report._cells import escaped
from profilecheck.telling import counted

ENDING: Final = ".html"


@cache
def _style() -> str:
    return (Path(__file__).parent / "page.css").read_text(encoding="utf-8")


def tell(ledger: Ledger, *, color: bool, width: int) -> str:
    """The whole page; what a terminal can plays no part."""
    page = "\n".join(_page(ledger)) + "\n"
    return page.encode("ascii", "xmlcharrefreplace").decode("ascii")


def text(words: str) -> str:
    """Words as they are: nothing of them is markup, and nothing turns the direction of others."""
    return "\t".join(escape(escaped(part)) for part in words.split("\t"))


def code(words: str) -> str:
    """Words as code."""
    return f"<code>{text(words)}</code>"


def _page(ledger: Ledger) -> Iterator[str]:
    title = f"PufferLib {ledger.source} to {ledger.target}"
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="generator" content="profilecheck migrate">'
    yield (
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">"
    )
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f"<title>{text(title)}</title>\n<style>\n{_style()}</style>\n</head>\n<body>"
    told = "; ".join([of_files(ledger), *to_do(ledger)])
    yield f"<header><h1>{text(title)}</h1><p>{text(told)}.</p>{_tiles(ledger)}</header>"
    files = [file for file in ledger.files if is_told(file)]
    left = [file for file in ledger.files if not is_told(file)]
    if len(files) > 1:
        links = (
            f'<li><a href="#f{at}">{code(file.path)}</a> {_badge(file.status)}{_opened(file)}</li>'
            for at, file in enumerate(files, 1)
        )
        yield f'<nav aria-label="files"><ul>{"".join(links)}</ul></nav>'
    yield "<main>"
    for number, file in enumerate(files, 1):
        yield from _file(file, f"f{number}", ledger)
    if left:
        items = "".join(f"<li>{code(file.path)}: {text(file.reason)}</li>" for file in left)
        held = counted(len(left), "file")
        yield f"<details><summary>{held} left as they are</summary><ul>{items}</ul></details>"
    yield "</main>\n</body>\n</html>"


def _tiles(ledger: Ledger) -> str:
    number = actions(ledger)
    tiles = [(str(number[action]), action) for action in ORDER if number[action]]
    items = "".join(f"<li><b>{held}</b> {text(what)}</li>" for held, what in tiles)
    return f'<ul class="tiles">{items}</ul>' if tiles else ""


def _badge(word: str) -> str:
    return f'<span class="badge {word}">{word}</span>'


def _opened(file: FileLedger) -> str:
    return f" {text(counted(len(file.open), 'decision'))} to take" if file.open else ""


def _file(file: FileLedger, anchor: str, ledger: Ledger) -> Iterator[str]:
    yield f'<section id="{anchor}"><h2>{code(file.path)} {_badge(file.status)}</h2>'
    if file.reason:
        yield f'<p class="why">{text(file.reason)}</p>'
    if file.questions:
        yield "<h3>Decisions</h3>"
        for question in file.questions:
            yield _question(question, file, ledger)
    remaining = [*map(at, told_findings(file))]
    remaining += [f"{port.span.first_line}: {port.what}: {port.how}" for port in file.ports]
    if remaining:
        items = "".join(f"<li>{text(one)}</li>" for one in remaining)
        yield f"<h3>What remains under {text(ledger.target)}</h3><ul>{items}</ul>"
    for new in file.beside:
        yield f"<h3>New file {code(new.path)}</h3><p>{text(new.reason)}</p><pre>{text_of_lines(new.text)}</pre>"
    told = [(part, rows(part)) for part in file.parts]
    remarks = [remark for part in file.parts for remark in part.remarks]
    if remarks:
        items = "".join(f"<li>{text(remark)}</li>" for remark in remarks)
        yield f"<h3>Notes</h3><ul>{items}</ul>"
    if file.after is not None:
        yield "<h3>Before and after</h3>"
        yield from sides(file, anchor, [row for _, found in told for row in found], text)
    number = 0
    for part, found in told:
        heading = f"Settings of {code(part.name)}" if part.name else "Settings"
        yield f"<h3>{heading}</h3>" if found else ""
        numbered = list(enumerate(found, number + 1))
        number += len(found)
        yield from _settings(numbered, anchor, linked=file.after is not None)
    yield "</section>"


def text_of_lines(words: str) -> str:
    """A text of several lines."""
    return "\n".join(map(text, words.split("\n")))


def _question(question: Question, file: FileLedger, ledger: Ledger) -> str:
    head = f"<h4>{code(key(file, question))} {_badge('open' if question.open else 'decided')}</h4>"
    asked = f"<p>{text(asks(question))}</p>"
    if question.answer is not None:
        return f'<div class="decision">{head}{asked}<p>Decided: {code(question.answer)}</p></div>'
    offered = "".join(
        f"<dt>{code(word(ledger, file, question, one.answer))}</dt><dd>{text(one.does)}</dd>"
        for one in choices(question)
    )
    until = f"<p>Until then: {text(question.meanwhile)}</p>" if question.meanwhile else ""
    return f'<div class="decision open">{head}{asked}<dl>{offered}</dl>{until}</div>'


def _settings(numbered: Sequence[tuple[int, Row]], anchor: str, *, linked: bool) -> Iterator[str]:
    kept = [one for one in numbered if one[1].kept]
    changed = [one for one in numbered if not one[1].kept]
    if changed:
        yield _table(changed, anchor, linked)
    if kept:
        held = counted(len(kept), "setting")
        yield f"<details><summary>{held} kept</summary>{_table(kept, anchor, linked)}</details>"


def _table(numbered: Iterable[tuple[int, Row]], anchor: str, linked: bool) -> str:
    body = "".join(_row(number, row, anchor, linked) for number, row in numbered)
    head = "<tr><th>was</th><th>is</th><th>action</th><th>why</th></tr>"
    return f'<table class="settings"><thead>{head}</thead><tbody>{body}</tbody></table>'


def _row(number: int, row: Row, anchor: str, linked: bool) -> str:
    where = ""
    if row.span is not None:
        link = f' href="#{anchor}-b{on_line(row)}"' if linked and on_line(row) else ""
        where = f' <a class="line"{link}>{row.span.first_line}</a>'
    now = "<br>".join(map(code, row.now))
    cells = (
        ("was", (code(row.was) if row.was else "") + where),
        ("is", now),
        ("action", _badge(row.action)),
        ("why", text(row.reason)),
    )
    inner = "".join(f'<td class="{name}">{cell}</td>' for name, cell in cells)
    return f'<tr id="{anchor}-s{number}">{inner}</tr>'
