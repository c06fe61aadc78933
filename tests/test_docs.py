"""What the documentation shows to be copied works as it stands."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import tomli
import yaml
from jsonschema import Draft202012Validator

from profilecheck import Host, Override, check_text, schemas, validate
from profilecheck.cli import main
from profilecheck.settings import load

DOCS = Path(__file__).parent.parent / "docs"
CONFIGURATION = (DOCS / "configuration.md").read_text(encoding="utf-8")
LOADERS: dict[str, Callable[[str], object]] = {
    "yaml": yaml.safe_load,
    "toml": tomli.loads,
    "json": json.loads,
}


def blocks(section: str) -> list[tuple[str, str]]:
    """The fenced blocks of a section of configuration.md: language and text."""
    _, _, rest = CONFIGURATION.partition(f"\n## {section}\n")
    return re.findall(r"```(\w+)\n(.*?)```", rest.partition("\n## ")[0], re.DOTALL)


BLOCK = re.compile(
    r"<!-- output -->\n```console\n\$ profilecheck (?P<command>.+)\n(?P<shown>(?:.*\n)*?)```\n"
)
SECTIONS = (DOCS / "migrate.md").read_text(encoding="utf-8").split("\n## ")


@pytest.mark.parametrize(
    "section", [one for one in SECTIONS if BLOCK.search(one)], ids=lambda one: one.splitlines()[0]
)
def test_migrate_s_page_shows_what_is_printed(
    section: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a copy of the examples for each section, one command after the other, with what goes to standard error."""
    examples = tmp_path / "examples"
    shutil.copytree(DOCS.parent / "fixtures" / "readme", examples)
    monkeypatch.chdir(examples)
    for block in BLOCK.finditer(section):
        main(shlex.split(block["command"]))
        printed = capsys.readouterr()
        assert block["shown"] == printed.out + printed.err


def test_the_settings_that_are_shown_can_be_followed(tmp_path: Path) -> None:
    shown = [*blocks("The machine"), *blocks("`[tool.profilecheck]`")]
    assert len(shown) == 2
    path = tmp_path / "pyproject.toml"
    path.write_text("\n".join(text for _, text in shown), encoding="utf-8")
    settings = load(tmp_path)
    assert (settings.host, settings.hosts["cluster"].cores) == ("cluster", 64)
    assert settings.agents_per_env == 8


@pytest.mark.parametrize("language", ["yaml", "toml", "json"])
def test_a_file_that_names_its_schema_passes_it_and_the_check(language: str) -> None:
    text = next(text for kind, text in blocks("Editors") if kind == language)
    Draft202012Validator(schemas.schema("3.0")).validate(LOADERS[language](text))
    assert check_text(text, f"a.{language}", target="3.0", select="PC0,PC1").findings == ()


def test_the_editor_s_settings_are_json() -> None:
    *_, (language, text) = blocks("Editors")
    assert language == "json"
    assert set(json.loads(text)) == {
        "yaml.schemas",
        "evenBetterToml.schema.associations",
        "json.schemas",
    }


def test_the_comments_that_are_shown_do_what_is_said() -> None:
    (_, text), *_ = blocks("Comments")
    report = check_text(text, "a.ini", host=64)
    assert (report.profile, report.suppressed) == ("3.0", 1)


def test_the_machines_and_overrides_of_the_api_page_can_be_made() -> None:
    host = Host("cluster", cores=64, threads=128)
    made = validate({"num_envs": 1}, host=host, overrides=[Override("vec", "num_envs", "1")])
    assert made.profile == "3.0"
    assert Host("other", cores=None).cores is None
