"""``profilecheck rule``, ``profiles`` and ``schema``."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from profilecheck import schemas
from profilecheck.profiles import profiles
from profilecheck.rules import rules
from tests.cli.helpers import Cli


def test_rule_prints_the_page_of_a_code(cli: Cli) -> None:
    ran = cli("rule", "PC203")
    assert ran.code == 0
    assert ran.out.startswith("PC203 envs-by-workers\n")
    assert "\nUse instead\n    [base]\n" in ran.out
    assert "\n  (with target=3.0 cores=64)\n" in ran.out


def test_no_line_of_a_page_is_wider_than_the_terminal(cli: Cli) -> None:
    out = cli("rule", *rules()).out + cli("profiles").out
    wide = [line for line in out.splitlines() if len(line) > 100]
    assert all(line.startswith("    ") for line in wide)  # code keeps its lines


@pytest.mark.parametrize(
    "command", ["check", "explain", "preflight", "bench", "rule", "profiles", "schema"]
)
@pytest.mark.parametrize("columns", [80, 120])
def test_no_line_of_help_is_wider_than_the_terminal(
    cli: Cli, command: str, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for ran in (cli(command, "--help"), cli("--help")):
        assert max(map(len, ran.out.splitlines())) <= columns


@pytest.mark.parametrize("word", ["pc203", "envs-by-workers", "Envs-By-Workers"])
def test_rule_takes_a_name_and_any_case(cli: Cli, word: str) -> None:
    assert "PC203 envs-by-workers\n" in cli("rule", word).out


def test_rule_prints_several(cli: Cli) -> None:
    out = cli("rule", "PC203", "PC225").out
    assert "PC203 envs-by-workers\n" in out
    assert "PC225 seed-ignored\n" in out


def test_rule_lists_all_in_order(cli: Cli) -> None:
    out = cli("rule", "--all").out
    assert [line[:5] for line in out.splitlines()] == list(rules())
    assert "PC203  error    " in out


def test_rule_lists_those_whose_codes_begin_so(cli: Cli) -> None:
    out = cli("rule", "pc2", "PC30").out
    listed = [line[:5] for line in out.splitlines()]
    assert listed == [code for code in rules() if code.startswith(("PC2", "PC30"))]
    data = json.loads(cli("rule", "PC2", "--format", "json").out)
    assert len(data["rules"]) == sum(code.startswith("PC2") for code in rules())


def test_rule_as_json_holds_what_there_is_to_know(cli: Cli) -> None:
    data = json.loads(cli("rule", "--all", "--format", "json").out)
    assert data["version"] == 1
    assert [rule["code"] for rule in data["rules"]] == list(rules())
    one = json.loads(cli("rule", "PC203", "--format", "json").out)["rules"]
    assert [rule["name"] for rule in one] == ["envs-by-workers"]
    assert one[0]["severity"] == "error"
    assert one[0]["profiles"] == ["3.0"]


def test_rule_as_markdown_prints_every_page(cli: Cli) -> None:
    out = cli("rule", "--all", "--format", "markdown").out
    assert all(f"# {rule.code} {rule.name}\n" in out for rule in rules().values())


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["rule"], "give the code of a rule (PC203), its beginning (PC2), or --all"),
        (["rule", "--all", "PC203"], "give codes or --all, not both"),
        (["rule", "PC999"], "unknown rule 'PC999': no rule's code begins so"),
        (["rule", "PC2xx"], "write PC2 for all codes that begin so"),
        (["rule", "envs-by-worker"], "(did you mean envs-by-workers?)"),
        (["schema", "4.0-vek"], "unknown schema '4.0-vek': use 4.0-vec"),
        (["schema", "vec"], "use 3.0-vec or 4.0-vec"),
        (["schema", "5.0"], "use one of 3.0, "),
        (["schema", "zzz"], "use one of 3.0, "),
        (["profiles", "3.0"], "one argument too many: 3.0"),
    ],
)
def test_wrong_usage_is_2(cli: Cli, argv: list[str], told: str) -> None:
    ran = cli(*argv)
    assert ran.code == 2
    assert told in ran.err
    assert ran.out == ""


def test_profiles_tells_what_each_reads(cli: Cli) -> None:
    out = cli("profiles").out
    for profile in profiles().values():
        assert f"{profile.name}  {profile.title}\n" in out
    assert "  [vec] backend, num_envs, " in out
    assert "  [env] any name\n" in out


def test_profiles_as_json(cli: Cli) -> None:
    data = json.loads(cli("profiles", "--format", "json").out)
    by_name = {profile["name"]: profile for profile in data["profiles"]}
    assert list(by_name) == list(profiles())
    assert "num_workers" in by_name["3.0"]["sections"]["vec"]
    assert by_name["4.0"]["open_sections"] == ["env"]


@pytest.mark.parametrize("name", schemas.names())
def test_schema_prints_a_schema(cli: Cli, name: str) -> None:
    made = json.loads(cli("schema", name).out)
    Draft202012Validator.check_schema(made)
    assert made == schemas.schema(name)


def test_schema_lists_the_schemas(cli: Cli) -> None:
    assert cli("schema").out.split() == schemas.names()
