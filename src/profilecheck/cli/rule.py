"""Explain a rule: what it checks, why, and what to write instead.

The beginning of codes (PC2) and --all list the rules, a line each, in the text format.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from profilecheck.cli.output import CLEAN, Output, UsageError

if TYPE_CHECKING:
    from profilecheck.rules import Rule


def declare(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments to its parser."""
    parser.add_argument(
        "codes", nargs="*", metavar="CODE", help="a code, its beginning, or a rule's name"
    )
    parser.add_argument("--all", action="store_true", help="every rule")
    parser.add_argument(
        "--format", choices=("text", "json", "markdown"), default="text", help="(default: text)"
    )


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Print the rules that were asked for."""
    from profilecheck.report.pages import rule_page, rule_text
    from profilecheck.rules import rules

    if arguments.all and arguments.codes:
        raise UsageError("give codes or --all, not both")
    if not arguments.all and not arguments.codes:
        raise UsageError("give the code of a rule (PC203), its beginning (PC2), or --all")
    begun = [""] if arguments.all else list(map(_code, arguments.codes))
    chosen = [rule for code, rule in rules().items() if code.startswith(tuple(begun))]
    if arguments.format == "json":
        data = {"version": 1, "rules": [_data(rule) for rule in chosen]}
        output.write(json.dumps(data, indent=2) + "\n")
    elif arguments.format == "markdown":
        output.write("\n".join(rule_page(rule) for rule in chosen))
    elif rules().keys() >= set(begun):
        output.write("\n".join(rule_text(rule, output.width) for rule in chosen))
    else:
        output.write(_list(chosen))
    return CLEAN


def _code(word: str) -> str:
    from profilecheck import rule_words
    from profilecheck.telling import told

    code = rule_words.code_of(word)
    if code is None:
        raise UsageError(f"unknown rule {told(word)}: {rule_words.hint(word)}")
    return code


def _list(chosen: Iterable[Rule]) -> str:
    return "".join(f"{rule.code}  {rule.severity.value:<8} {rule.title}\n" for rule in chosen)


def _data(rule: Rule) -> dict[str, object]:
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.value,
        "effect": rule.effect.value,
        "stage": rule.stage.value,
        "profiles": list(rule.profiles),
        "title": rule.title,
        "documentation": rule.doc,
    }
