"""The documentation pages of the rules, as Markdown and for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from profilecheck.findings import Effect, Severity, Stage


class Documented(Protocol):
    """What a page needs of a rule."""

    @property
    def code(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def severity(self) -> Severity: ...
    @property
    def effect(self) -> Effect: ...
    @property
    def stage(self) -> Stage: ...
    @property
    def profiles(self) -> tuple[str, ...]: ...
    @property
    def doc(self) -> str: ...
    @property
    def title(self) -> str: ...


def rule_page(rule: Documented, fix: str = "") -> str:
    """The page of one rule; ``fix`` says whether there are fixes, where that is known."""
    facts = f"{_facts(rule)}; fix: {fix}" if fix else _facts(rule)
    return f"# {rule.code} {rule.name}\n\n{rule.title}\n\n*{facts}*\n\n{_sections(rule)}\n"


def _facts(rule: Documented) -> str:
    applies = " and ".join(rule.profiles) if rule.profiles else "every profile"
    return (
        f"{rule.severity.value}; effect: {rule.effect.value}; stage: {rule.stage.value}; "
        f"applies to {applies}"
    )


def _sections(rule: Documented) -> str:
    return rule.doc.partition("\n")[2].strip()


def rule_text(rule: Documented, width: int) -> str:
    """The page of one rule for a terminal: paragraphs wrapped, headings and code without marks."""
    head = [f"{rule.code} {rule.name}", *wrap(rule.title, width), "", *wrap(_facts(rule), width)]
    return "\n".join([*head, *_body(_sections(rule), width)]) + "\n"


def _body(markdown: str, width: int) -> Iterator[str]:
    paragraph: list[str] = []
    fenced = False
    for line in (*markdown.split("\n"), ""):
        if line.startswith("```"):
            fenced = not fenced
            if options := line.partition(" ")[2]:
                yield f"  (with {options})"
        elif fenced:
            yield f"    {line}".rstrip()
        elif line.startswith("## "):
            yield from ("", line[3:])
        elif line.strip():
            paragraph.append(line)
            continue
        yield from (f"  {text}" for text in wrap(" ".join(paragraph), width - 2))
        paragraph.clear()


def wrap(text: str, width: int) -> list[str]:
    """A paragraph in lines that fit, words whole."""
    return textwrap.wrap(text, max(width, 20), break_long_words=False, break_on_hyphens=False)


def index_page(rules: Iterable[Documented], fixes: Mapping[str, str]) -> str:
    """The list of all rules; ``fixes`` says of which codes there are fixes, and which."""
    rows = [
        f"| [{rule.code}]({rule.code}.md) | {rule.name} | {rule.severity.value} | "
        f"{fixes.get(rule.code, '')} | {rule.title} |"
        for rule in rules
    ]
    return "\n".join(
        [
            "# Rules",
            "",
            "| code | name | severity | [fix](../fix.md) | what is wrong |",
            "|---|---|---|---|---|",
            *rows,
            "",
        ]
    )
