"""Every INI of 3.0.0, where upstream's configs lie beside the repository, comes out as a 4.0 config."""

from __future__ import annotations

import configparser
from collections.abc import Mapping
from pathlib import Path

import pytest

from profilecheck.migrate.ledger import FileLedger
from profilecheck.profiles import profiles
from profilecheck.profiles.base import Name, read_literal
from tests.migrate.helpers import errors, migrated

INI = Path(__file__).resolve().parents[3] / "shared" / "facts" / "ini"
pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(not INI.is_dir(), reason="upstream's configs are not here"),
]

AGENTS: Mapping[str, int] = {
    "butterfly.ini": 2,
    "gpudrive.ini": 64,
    "magent.ini": 81,
    "metta.ini": 24,
    "nmmo.ini": 128,
    "ocean/cpr.ini": 8,
    "ocean/gpudrive.ini": 64,
    "ocean/moba.ini": 5,
    "ocean/tactical.ini": 1,
    "open_spiel.ini": 2,
    "slimevolley.ini": 2,
}
"""Agents of an environment that is no single-agent game and that no table knows."""


def names() -> list[str]:
    root = INI / "3.0"
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*.ini"))


def ledger(name: str, decide: Mapping[str, str] | None = None) -> FileLedger:
    data = (INI / "3.0" / name).read_bytes()
    found = migrated(data, Path(name).name, decide=decide)
    if "agents-per-env" not in found.reason:
        return found
    return migrated(data, Path(name).name, agents=AGENTS.get(name, 1), decide=decide)


def answers(found: FileLedger) -> dict[str, str]:
    """An answer to every question: the first that is offered, else a number."""
    return {
        one.key: one.choices[0].answer if one.choices else "1"
        for one in found.questions
        if one.open
    }


def written(data: bytes) -> dict[Name, object]:
    """The settings of an INI as the loaders read them."""
    parser = configparser.ConfigParser()
    parser.read_string(data.decode())
    return {(s, key): read_literal(parser[s][key]) for s in parser.sections() for key in parser[s]}


@pytest.mark.parametrize("name", names())
def test_every_setting_is_in_the_ledger_once(name: str) -> None:
    found = ledger(name)
    named = [(one.section, one.key) for one in found.entries if one.span is not None]
    assert sorted(named) == sorted(written(found.before))


@pytest.mark.parametrize("name", names())
def test_the_loader_reads_what_the_ledger_promises(name: str) -> None:
    found = ledger(name)
    assert found.after is not None
    promised = {put.name: put.value for one in found.entries for put in one.puts}
    assert written(found.after) == promised


@pytest.mark.parametrize("name", names())
def test_what_4_0_refuses_is_to_be_decided(name: str) -> None:
    """Without a decision every error is about a key that a question names; with all, there is none."""
    found = ledger(name)
    asked = {question.key.partition(".")[2] for question in found.open}
    assert found.after is not None
    for error in found.errors:
        assert any(key in error.message for key in asked), error.message
    decided = found
    for _ in range(3):  # an answer may bring up another question
        if not decided.open:
            break
        decided = ledger(name, {**_given(decided), **answers(decided)})
    assert not decided.open
    assert not errors(decided), decided.errors


def _given(found: FileLedger) -> dict[str, str]:
    return {one.key: one.answer for one in found.questions if one.answer is not None}


@pytest.mark.parametrize("name", names())
def test_a_second_run_changes_nothing(name: str) -> None:
    found = ledger(name)
    assert found.after is not None
    again = migrated(found.after, Path(name).name, agents=1)
    assert again.after is None
    assert again.status in ("left", "unchanged", "by-hand")
    assert [one.what for one in again.ports] == [one.what for one in found.ports]
    assert [one.message for one in again.errors] == [one.message for one in found.errors]


@pytest.mark.parametrize("name", names())
def test_lines_that_hold_no_changed_setting_stay(name: str) -> None:
    found = ledger(name)
    assert found.after is not None
    before, after = found.before.decode().splitlines(), found.after.decode().splitlines()
    changed = {one.span.line for one in found.entries if one.span is not None and one.changes}
    changed |= {title.span.line for part in found.parts for title in part.titles}
    stays = [line for number, line in enumerate(before, 1) if number not in changed]
    rest = iter(after)
    assert all(line in rest for line in stays)  # in order, with others between them


SAME_NAME = sorted(
    {Path(name).name for name in names()} & {p.name for p in (INI / "4.0").glob("*.ini")}
)
NEVER_MIGRATED = {"boids.ini", "checkers.ini", "continuous.ini", "impulse_wars.ini", "template.ini"}
"""Files of the 4.0 tree that upstream itself left in 3.0's names."""


OF_ITS_OWN: Mapping[str, set[Name]] = {
    "target.ini": {("env", "num_agents"), ("env", "num_goals")},
    "tetris.ini": {("env", "deck_size")},
}
"""Arguments of 3.0's environments that upstream left out: 4.0's target always has 8 agents, its tetris no deck_size."""


@pytest.mark.parametrize(
    "name", [n for n in SAME_NAME if n not in NEVER_MIGRATED and n != "default.ini"]
)
def test_names_agree_with_upstreams_own_4_0_file(name: str) -> None:
    """A name of the result that upstream's file lacks is one of 4.0's default.ini, or an argument of 3.0's game."""
    source = next(path for path in (f"ocean/{name}", name) if (INI / "3.0" / path).is_file())
    found = ledger(source)
    assert found.after is not None
    defaults = profiles()["4.0"].default_texts()
    upstreams = written((INI / "4.0" / name).read_bytes())
    own = {
        (section, key)
        for section, key in written(found.after)
        if (section, key) not in upstreams
        and key not in defaults.get(section, {})
        and not section.startswith("sweep.")
    }
    assert own == OF_ITS_OWN.get(name, set())
