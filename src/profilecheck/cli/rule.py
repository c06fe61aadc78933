"""Explain a rule: what it checks, why, an example, and what to write instead.

With --all and the text format, a list of all rules.
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
    parser.add_argument("codes", nargs="*", metavar="CODE", help="a code or a rule's name")
    parser.add_argument("--all", action="store_true", help="every rule")
    parser.add_argument(
        "--format", choices=("text", "json", "markdown"), default="text", help="(default: text)"
    )


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Print the rules that were asked for."""
    from profilecheck.report.pages import rule_page
    from profilecheck.rules import rules

    if bool(arguments.codes) == arguments.all:
        raise UsageError("give the code of a rule, or --all")
    chosen = list(rules().values()) if arguments.all else list(map(_rule, arguments.codes))
    if arguments.format == "json":
        data = {"version": 1, "rules": [_data(rule) for rule in chosen]}
        output.write(json.dumps(data, indent=2) + "\n")
    elif arguments.format == "markdown" or not arguments.all:
        output.write("\n".join(rule_page(rule) for rule in chosen))
    else:
        output.write(_list(chosen))
    return CLEAN


def _rule(word: str) -> Rule:
    from profilecheck.rules import rules
    from profilecheck.setting_values import did_you_mean

    by_name = {rule.name: rule for rule in rules().values()}
    rule = rules().get(word.upper()) or by_name.get(word.lower())
    if rule is None:
        raise UsageError(f"unknown rule {word!r}{did_you_mean(word, [*rules(), *by_name])}")
    return rule


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
