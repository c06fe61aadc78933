"""The documentation pages of the rules, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable
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


def rule_page(rule: Documented) -> str:
    """The page of one rule."""
    _, _, rest = rule.doc.partition("\n")
    applies = " and ".join(rule.profiles) if rule.profiles else "every profile"
    return (
        f"# {rule.code} {rule.name}\n\n{rule.title}\n\n"
        f"*{rule.severity.value}; effect: {rule.effect.value}; stage: {rule.stage.value}; "
        f"applies to {applies}*\n\n{rest.strip()}\n"
    )


def index_page(rules: Iterable[Documented]) -> str:
    """The list of all rules."""
    rows = [
        f"| [{rule.code}]({rule.code}.md) | {rule.name} | {rule.severity.value} | {rule.title} |"
        for rule in rules
    ]
    return "\n".join(
        [
            "# Rules",
            "",
            "| code | name | severity | what is wrong |",
            "|---|---|---|---|",
            *rows,
            "",
        ]
    )
