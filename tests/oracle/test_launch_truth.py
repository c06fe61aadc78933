"""The flags of a launch line against what the real 3.0.0 makes of them: its own load_config, with argparse.

Recorded by tools/oracle/load_oracle.py for the arguments of tools/oracle/launch_cases.py; a verdict holds the values
that differ from those without arguments.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from profilecheck.blocks import Block
from profilecheck.document import Word
from profilecheck.findings import Span
from profilecheck.layers import build
from profilecheck.profiles import profiles
from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_flags import Given, parse, parser
from profilecheck.profiles.loader import option
from profilecheck.sources.ini import read

ROOT = Path(__file__).resolve().parents[2]
FIXTURE = ROOT / "fixtures" / "truth" / "launch_3.0.jsonl"
SAID = (
    ("unrecognized arguments", {"unknown", "stray"}),
    ("ambiguous option", {"ambiguous"}),
    ("expected one argument", {"no-value", "ambiguous"}),  # the launcher's own flags are read twice
    ("ignored explicit argument", {"with-value"}),
    ("invalid", {"refused"}),
)
Row = Mapping[str, Any]


@cache
def rows() -> tuple[str, list[Row]]:
    """The INI under which all arguments were given, and each with its verdict."""
    first, *lines = FIXTURE.read_text(encoding="utf-8").splitlines()
    return str(json.loads(first)["text"]), [json.loads(line) for line in lines]


@cache
def below() -> Mapping[Name, object]:
    """The values of the INI over those of default.ini."""
    document = read(rows()[0], "config/case.ini")
    block = Block(document, "", document.sections, document.settings)
    config = build(block, profiles()["3.0"], defaults="ini")
    return {name: value.value for name, value in config.values.items()}


def words(argv: list[str]) -> tuple[Word, ...]:
    span = Span(1, 1, 1, 2)
    return tuple(Word(text, span, after=span if "=" in text else None) for text in argv)


def answer(argv: list[str]) -> tuple[Given, ...]:
    return tuple(parse(words(argv), parser("3.0", below().items(), complete=True)))


def disagreement(row: Row) -> str | None:
    """What is not as the real launcher has it."""
    found = answer(row["argv"])
    wrong = [one.outcome for one in found if one.outcome != "set"]
    if not row["ok"]:
        kinds = next(kinds for said, kinds in SAID if said in row["message"])
        return None if kinds & set(wrong) else f"{row['argv']}: {row['message']}, not {wrong}"
    if wrong:
        return f"{row['argv']}: taken, and not {wrong}"
    given = {
        option(one.option.name, None).destination: shown(one.value)
        for one in found
        if one.option is not None and one.option.name is not None
    }
    same = {option(name, None).destination: shown(value) for name, value in below().items()}
    ours = {name: value for name, value in given.items() if told(value) != told(same[name])}
    theirs = {name: value for name, value in row["args"].items() if name in same}
    return None if told(ours) == told(theirs) else f"{row['argv']}: {theirs}, not {ours}"


def shown(value: object) -> object:
    """A value as the record has it: what JSON lacks is its repr in a list of one."""
    plain = value is None or isinstance(value, (bool, int, str))
    number = isinstance(value, float) and abs(value) < float("inf")
    return value if plain or number else [repr(value)]


def told(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def test_every_argument_is_taken_or_refused_as_the_real_launcher_does() -> None:
    differences = [found for row in rows()[1] if (found := disagreement(row))]
    assert not differences, "\n".join(differences[:20])
    assert len(rows()[1]) > 2000


def test_the_record_holds_every_way_of_being_refused() -> None:
    said = Counter(
        kind for row in rows()[1] if not row["ok"] for kind, _ in SAID if kind in row["message"]
    )
    assert set(said) == {kind for kind, _ in SAID}
    assert sum(row["ok"] for row in rows()[1]) > 500
