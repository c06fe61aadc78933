"""A ledger as Markdown, for the text of a pull request: what changes, and what is kept behind a fold."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

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
from profilecheck.telling import counted, cut

ENDING: Final = ".md"
_LONGEST: Final = 200
_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>()#+!|~$-])")
_RUNS: Final = re.compile("`+")


def tell(ledger: Ledger, *, color: bool, width: int) -> str:
    """The whole ledger; what a terminal can plays no part."""
    return "\n".join(_lines(ledger)) + "\n"


def _lines(ledger: Ledger) -> Iterator[str]:
    yield f"<!-- profilecheck migrate: {ledger.source} to {ledger.target} -->"
    yield f"## PufferLib {ledger.source} to {ledger.target}"
    yield f"\n{text(summary(ledger))}."
    if counted_in := numbering(ledger):
        yield f"\n{text(counted_in)}."
    questions, said = asked(ledger), repeated(ledger)
    yield from _common(shared(questions), said)
    single = by_file(one for one in questions if len(one.askers) == 1)
    once = Once()
    for file in ledger.files:
        if is_told(file):
            yield from _file(file, ledger.target, single.get(id(file), []), said, once)
    left = [file for file in ledger.files if not is_told(file)]
    if left:
        lines = [f"- {code(file.path)}: {text(file.reason)}" for file in left]
        yield from _folded(f"{counted(len(left), 'file')} left", lines)


def _common(questions: Sequence[Asked], said: Mapping[str, list[str]]) -> Iterator[str]:
    """What is asked and said of several files or experiments."""
    if questions:
        yield "\n### Decisions that several take\n"
    for one in questions:
        yield from _question(one)
        alone = f"; {text(one.alone)}" if one.alone else ""
        yield f"  - asked by {', '.join(map(code, one.labels))}{alone}"
    if said:
        yield "\n### Notes on several\n"
    for remark, paths in said.items():
        yield f"- {text(remark)}: {', '.join(map(code, paths))}"


def _file(
    file: FileLedger, target: str, questions: Sequence[Asked], said: Collection[str], once: Once
) -> Iterator[str]:
    yield f"\n### {code(file.path)}: {file.status}"
    if file.reason:
        yield f"\n{text(why(file))}"
    if questions:
        yield "\nDecisions:\n"
        for one in questions:
            yield from _question(one)
    remaining = [
        *(f"- [ ] {text(once.at(file, one))}" for one in told_findings(file)),
        *(
            f"- [ ] {port.span.first_line}: {text(port.what)}. {text(once.how(file, port))}"
            for port in file.ports
        ),
    ]
    if remaining:
        yield f"\nLeft under {target}:\n"
        yield from remaining
    for new in file.beside:
        yield f"\nNew file {code(new.path)}: {text(new.reason)}"
    for part in file.parts:
        if part.name:
            yield f"\n#### {code(part.name)}"
        for remark in part.remarks:
            if remark not in said:
                yield f"\n> {text(remark)}"
        told = rows(part)
        changed, kept = [r for r in told if not r.kept], [r for r in told if r.kept]
        if changed:
            yield from ("", *_table(changed))
        if kept:
            yield from _folded(f"{counted(len(kept), 'setting')} kept", _kept(kept))


def _question(one: Asked) -> Iterator[str]:
    question = one.question
    mark = " " if question.open else "x"
    meant = f": {code(question.answer)}" if question.answer is not None else ""
    yield f"- [{mark}] **{text(one.key)}**{meant}. {text(asks(question))}"
    if question.open:
        for option, does in one.options:
            yield f"  - {code(option)}: {text(does)}"
        if question.meanwhile:
            yield f"  - until then: {text(question.meanwhile)}"


def _table(told: Iterable[Row]) -> Iterator[str]:
    yield "| 3.0 | 4.0 | action | why |"
    yield "| --- | --- | --- | --- |"
    for row in told:
        was = _cell(row.was) if row.was else ""
        now = "<br>".join(map(_cell, row.now))
        yield f"| {was} | {now} | {row.action} | {text(row.reason)} |"


def _kept(told: Iterable[Row]) -> Iterator[str]:
    yield "| setting | note |"
    yield "| --- | --- |"
    for row in told:
        yield f"| {_cell(row.was)} | {text(row.reason)} |"


def _folded(summed: str, lines: Iterable[str]) -> Iterator[str]:
    yield f"\n<details><summary>{summed}</summary>\n"
    yield from lines
    yield "\n</details>"


def text(words: str) -> str:
    """Words as they are: nothing of them is markup, a mention, a reference or a link."""
    shown = _SPECIAL.sub(r"\\\1", escaped(words)).replace("&", "&amp;")
    shown = shown.replace("@", "@<!-- -->").replace("\\#", "\\#<!-- -->")
    return re.sub(r"(?i)\b(https?|ftp|www)(:|\.)", r"\1<!-- -->\2", shown)


def code(words: str) -> str:
    """Words as code, whatever backticks they hold."""
    shown = escaped(cut(words, _LONGEST))
    fence = "`" * (max((len(run) for run in _RUNS.findall(shown)), default=0) + 1)
    pad = " " if not shown.strip() or shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def _cell(words: str) -> str:
    """Code in a cell of a table, which a bar would end."""
    return code(words).replace("|", "\\|")
