"""What commands print for programs has all that its schema asks for, and nothing that the schema lacks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from profilecheck import schemas
from profilecheck.cli import main
from tests.closing import astray, closed, places

RULES = Path(__file__).parent.parent / "fixtures" / "rules"
HOSTILE = RULES.parent / "hostile"
TREES = RULES.parent / "trees"
CHECKED = (
    *(HOSTILE / "torn.ipynb", HOSTILE / "deep.ipynb", HOSTILE / "utf_16.ini", TREES / "monorepo"),
    *(RULES / "too-few-repeats" / "bad", RULES / "number-as-text" / "bad"),
)
MIGRATED = (
    *(TREES / "broken_default" / "config" / "ocean", TREES / "fork_3", TREES / "pinned_3"),
    *(TREES / "checkout_4", RULES / "no-main-guard" / "bad"),
)
EXPLAINED = (
    RULES / "declared-agents" / "bad" / "env_changed.ini",
    RULES / "envs-by-workers" / "bad" / "nested.json",
    RULES / "envs-by-workers" / "good" / "workers_from_a_variable.yaml",
    RULES / "false-is-true" / "good" / "train.sh",
    TREES / "checkout_4" / "config" / "default.ini",
)
SCRIPT = """\
import pufferlib.vector

if __name__ == "__main__":
    pufferlib.vector.make(make_env, num_envs=64, num_workers=8)
"""
"""Of which a migration makes a config beside it."""
ANY = {"explain": [("experiments", "[]", "values", "[]", "value")]}
"""Where an output may hold any value."""


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """What a command prints."""

    def run(*argv: str | Path) -> Any:
        main([str(word) for word in argv])
        return json.loads(capsys.readouterr().out)

    return run


def output(name: str, printed: Callable[..., Any], folder: Path) -> Any:
    """A real output that a schema of that name is for, with as much in it as there can be."""
    if name == "check":
        return printed("check", "--format", "json", *CHECKED)
    if name == "migrate":
        (folder / "train.py").write_text(SCRIPT)
        one = printed("migrate", "--format", "json", "--agents-per-env", "64", folder)
        whole = printed("migrate", "--format", "json", *MIGRATED)
        assert one["files"][0]["beside"] and one["files"][0]["ports"]
        return {**whole, "files": [*one["files"], *whole["files"]]}
    command = ("explain", "--format", "json", "--cores", "8")
    found = [printed(*command, path) for path in EXPLAINED]
    return {**found[0], "experiments": [one for each in found for one in each["experiments"]]}


@pytest.mark.parametrize("name", ["check", "explain", "migrate"])
def test_an_output_has_what_its_schema_names_and_no_other_types(
    name: str, printed: Callable[..., Any], tmp_path: Path
) -> None:
    schema = schemas.schema(name)
    Draft202012Validator.check_schema(schema)
    told = output(name, printed, tmp_path)
    Draft202012Validator(closed(schema)).validate(told)
    assert told["version"] == 1
    named = {place[-1] for place in places(told)}
    assert named >= _named(schema), "the sample shows not all that the schema names"
    takes = Draft202012Validator(schema).is_valid
    assert takes({**told, "of_a_later_version": 1})
    for changed, place in astray(told, ANY.get(name, [])):
        assert not takes(changed), f"{place} takes any type"


def _named(schema: Any) -> set[str]:
    """The names of all properties of a schema."""
    if isinstance(schema, list):
        return {name for one in schema for name in _named(one)}
    if not isinstance(schema, dict):
        return set()
    own = schema.get("properties", {})
    below = (_named(value) for key, value in schema.items() if key != "properties")
    return set(own).union(*below, *map(_named, own.values()))


@pytest.mark.parametrize("name", schemas.OUTPUTS)
def test_a_schema_of_an_output_is_no_other_programs(name: str) -> None:
    takes = Draft202012Validator(schemas.schema(name)).is_valid
    assert not takes({}) and not takes([]) and not takes({"version": 1})
    assert schemas.schema(name)["properties"]["version"]["const"] == 1
