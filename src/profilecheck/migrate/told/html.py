"""A ledger as one page of HTML, complete in itself: no script, no network, and ASCII alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from profilecheck.migrate.ledger import FileLedger, Ledger, Status
from profilecheck.migrate.told._sides import on_line, sides
from profilecheck.migrate.told.asked import Asked, asked, by_file, repeated, shared
from profilecheck.migrate.told.words import (
    ORDER,
    Once,
    Row,
    actions,
    asks,
    is_told,
    numbering,
    of_files,
    rows,
    to_do,
    told_findings,
    why,
)
from profilecheck.profiles.migration import Question
from profilecheck.report._cells import escaped
from profilecheck.telling import counted, cut

ENDING: Final = ".html"
_LONGEST: Final = 300
"""Characters of a setting in the account, at most: the whole of it stands in its line."""
_FIRST: Final[Sequence[Status]] = (
    "unreadable",
    "blocked",
    "by-hand",
    "changed",
    "unchanged",
    "left",
)
"""What a file has become, in the order in which it needs a person."""


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
    lines = f"<p>{text(numbering(ledger))}.</p>" if numbering(ledger) else ""
    yield f"<header><h1>{text(title)}</h1><p>{text(told)}.</p>{lines}{_tiles(ledger)}</header>"
    questions, said = asked(ledger), repeated(ledger)
    common = [one for one in shared(questions) if one.question.open]
    files = [file for file in ledger.files if is_told(file)]
    left = [file for file in ledger.files if not is_told(file)]
    if len(files) > 1:
        yield _contents(files)
    yield "<main>"
    if common:
        yield from _shared(common, {file.path: number for number, file in enumerate(files, 1)})
    yield from _notes(said)
    above = {id(one): number for number, one in enumerate(common, 1)}
    asked_of, once = by_file(questions), Once()
    for number, file in enumerate(files, 1):
        found = [(one, above.get(id(one))) for one in asked_of.get(id(file), [])]
        yield from _file(file, f"f{number}", ledger.target, found, said, once)
    if left:
        items = "".join(f"<li>{code(file.path)}: {text(file.reason)}</li>" for file in left)
        held = counted(len(left), "file")
        yield f"<details><summary>{held} left as they are</summary><ul>{items}</ul></details>"
    yield "</main>\n</body>\n</html>"


def _tiles(ledger: Ledger) -> str:
    number = actions(ledger)
    tiles = [(str(number[action]), action) for action in ORDER if number[action]]
    items = "".join(f"<li><b>{held}</b> {text(what)}</li>" for held, what in tiles)
    label = '<li class="label">settings</li>'
    return f'<ul class="tiles">{label}{items}</ul>' if tiles else ""


def _contents(files: Sequence[FileLedger]) -> str:
    """The files, those first that need a person most."""
    order = sorted(enumerate(files, 1), key=lambda one: _need(one[1]))
    counts = ("decisions", "errors", "by hand", "changes")
    head = "".join(f"<th>{name}</th>" for name in ("file", "", *counts))
    body = "".join(
        f'<tr><td><a href="#f{number}">{code(file.path)}</a></td><td>{_badge(file.status)}</td>'
        + "".join(f'<td class="number">{held or ""}</td>' for held in _counts(file))
        + "</tr>"
        for number, file in order
    )
    return f'<nav aria-label="files"><table class="files"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></nav>'


def _need(file: FileLedger) -> tuple[int, bool, bool]:
    return _FIRST.index(file.status), not file.errors, not file.open


def _counts(file: FileLedger) -> tuple[int, ...]:
    changed = sum(entry.changes for entry in file.entries) if file.after is not None else 0
    return len(file.open), len(file.errors), len(file.ports), changed


def _notes(said: Mapping[str, list[str]]) -> Iterator[str]:
    """What is said of several files or experiments."""
    if said:
        items = "".join(
            f"<li>{text(told)}<details><summary>{counted(len(paths), 'file')}</summary>"
            f"{', '.join(map(code, paths))}</details></li>"
            for told, paths in said.items()
        )
        yield f'<section id="notes"><h2>Notes on several</h2><ul>{items}</ul></section>'


def _shared(common: Sequence[Asked], numbers: Mapping[str, int]) -> Iterator[str]:
    """The decisions that several files or experiments ask in the same words: one answer does for all of them."""
    yield '<section id="decisions"><h2>Decisions that several ask</h2>'
    for number, one in enumerate(common, 1):
        links = ", ".join(
            f'<a href="#f{numbers[file.path]}">{code(file.path)}</a>' for file in one.files
        )
        told = f"<p>{text(one.alone)}</p>"
        asking = f"<details><summary>asked by {counted(len(one.files), 'file')}</summary>{links}</details>{told}"
        yield _decision(one.key, one.question, one.options, asking, anchor=f"d{number}")
    yield "</section>"


def _badge(word: str) -> str:
    return f'<span class="badge {word}">{word}</span>'


def _file(
    file: FileLedger,
    anchor: str,
    target: str,
    questions: Sequence[tuple[Asked, int | None]],
    said: Collection[str],
    once: Once,
) -> Iterator[str]:
    yield f'<section id="{anchor}"><h2>{code(file.path)} {_badge(file.status)}</h2>'
    if file.reason:
        yield f'<p class="why">{text(why(file))}</p>'
    if questions:
        yield "<h3>Decisions</h3>"
        for one, above in questions:
            yield _question(one, above)
    remaining = [once.at(file, one) for one in told_findings(file)]
    remaining += [
        f"{port.span.first_line}: {port.what}: {once.how(file, port)}" for port in file.ports
    ]
    if remaining:
        items = "".join(f"<li>{text(one)}</li>" for one in remaining)
        yield f"<h3>What remains under {text(target)}</h3><ul>{items}</ul>"
    for new in file.beside:
        yield f"<h3>New file {code(new.path)}</h3><p>{text(new.reason)}</p><pre>{text_of_lines(new.text)}</pre>"
    told = [(part, rows(part)) for part in file.parts]
    remarks = [one for part in file.parts for one in part.remarks if one not in said]
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


def _question(one: Asked, above: int | None) -> str:
    question = one.question
    if question.answer is not None:
        return _decision(one.key, question, (), f"<p>Decided: {code(question.answer)}</p>")
    if above is not None:
        link = f'<a href="#d{above}">Answers, for all that ask</a>'
        return f'<div class="decision open"><h4>{code(one.key)} {_badge("open")}</h4>{link}</div>'
    return _decision(one.key, question, one.options)


def _decision(
    name: str,
    question: Question,
    options: Iterable[tuple[str, str]],
    last: str = "",
    *,
    anchor: str = "",
) -> str:
    mark = f' id="{anchor}"' if anchor else ""
    state = "open" if question.open else "decided"
    offered = "".join(f"<dt>{code(one)}</dt><dd>{text(does)}</dd>" for one, does in options)
    listed = f"<dl>{offered}</dl>" if offered else ""
    until = (
        f"<p>Until then: {text(question.meanwhile)}</p>"
        if question.open and question.meanwhile
        else ""
    )
    return (
        f'<div class="decision {state}"{mark}><h4>{code(name)} {_badge(state)}</h4>'
        f"<p>{text(asks(question))}</p>{listed}{until}{last}</div>"
    )


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
    now = "<br>".join(code(cut(one, _LONGEST)) for one in row.now)
    cells = (
        ("was", (code(cut(row.was, _LONGEST)) if row.was else "") + where),
        ("is", now),
        ("action", _badge(row.action)),
        ("why", text(row.reason)),
    )
    inner = "".join(f'<td class="{name}">{cell}</td>' for name, cell in cells)
    return f'<tr id="{anchor}-s{number}">{inner}</tr>'
