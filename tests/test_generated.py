"""Generated files are what the generator makes now; the scaffold makes a rule that runs."""

from __future__ import annotations

import importlib.util
import json
import re
import runpy
import sys
from pathlib import Path
from types import ModuleType

import pytest
import yaml
from jsonschema import Draft202012Validator

from profilecheck import schemas
from profilecheck.profiles import profiles
from profilecheck.rules import rules

ROOT = Path(__file__).parent.parent


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.heavy
def test_no_generated_file_has_drifted() -> None:
    gen = tool("gen")
    files = gen.generated()
    assert not gen.stale(files)
    drifted = [p for p, text in files.items() if p.read_text(encoding="utf-8") != text]
    assert not drifted


HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "name",
    [
        *(
            "a.ini",
            "config/a.YAML",
            "a.yml",
            "a.toml",
            "a.json",
            "a.cfg",
            "a.conf",
            "train.py",
            "a.ipynb",
        ),
        *("run.sh", "jobs/a.sbatch", "a.slurm", "a.zsh", "jobs/launch", "Makefile", "rules.mk"),
        *(
            "Dockerfile",
            "docker/Dockerfile.gpu",
            "makefile.linux",
            "README.md",
            "setup.py",
            "uv.lock",
        ),
        *("requirements.txt", "requirements-dev.in", "Pipfile", "environment.yml", "tox.ini"),
    ],
)
def test_hooks_are_given_what_a_check_reads(name: str) -> None:
    """pre-commit searches the pattern in the path; a file must have all types of ``types``."""
    for hook in HOOKS:
        assert re.search(hook["files"], name)
        assert hook["types"] == ["text"]
        assert "types_or" not in hook


@pytest.mark.parametrize("name", ["a.c", "a.jsonl", "a.ini.bak", ".gitignore", "a.mdx", "a.csv"])
def test_hooks_are_not_given_what_no_check_reads(name: str) -> None:
    assert not any(re.search(hook["files"], name) for hook in HOOKS)


@pytest.mark.parametrize(
    ("asked", "folder", "prefix", "given"),
    [
        (["PC2"], "v3", "PC2", "check"),
        (["PC4"], "imports", "PC40", "check"),
        (["PC4", "--folder", "pins"], "pins", "PC41", "check_pins"),
        (["PC8"], "reports", "PC8", "check_report"),
    ],
)
def test_scaffold_writes_a_rule_that_loads(
    asked: list[str], folder: str, prefix: str, given: str, tmp_path: Path
) -> None:
    family, *rest = asked
    argv = [family, "made-up-rule", *rest, "--root", str(tmp_path)]
    assert tool("new_rule").main(argv) == 0
    module = tmp_path / f"src/profilecheck/rules/{folder}/made_up_rule.py"
    rule = runpy.run_path(str(module))["RULE"]
    assert (rule.name, rule.code[: len(prefix)]) == ("made-up-rule", prefix)
    assert rule.code not in rules()
    assert getattr(rule, given) is not None
    compile((tmp_path / "tests/rules/test_made_up_rule.py").read_text(), "test", "exec")


@pytest.mark.parametrize("slug", ["Bad", "a_b", "-x", ""])
def test_scaffold_refuses_a_bad_name(slug: str, tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        tool("new_rule").main(["PC2", slug, "--root", str(tmp_path)])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", schemas.config_names())
def test_schemas_are_valid_and_strict(name: str) -> None:
    made = schemas.schema(name)
    Draft202012Validator.check_schema(made)
    validator = Draft202012Validator(made)
    assert validator.is_valid({}) and validator.is_valid({"$schema": "3.0.schema.json"})
    assert not validator.is_valid({"$schema": 1})
    whole = name in profiles()
    assert validator.is_valid({"no_such_name": 1}) is whole
    strict = {key: value for key, value in made.get("$defs", {}).items() if key != "OpenTable"}
    assert all(table["additionalProperties"] is False for table in strict.values())
    assert bool(strict) is whole


def test_schema_tells_right_values_from_wrong_ones() -> None:
    validator = Draft202012Validator(schemas.schema("3.0"))
    assert validator.is_valid({"vec": {"backend": "Serial", "num_envs": 4, "num_workers": "auto"}})
    assert not validator.is_valid({"vec": {"backend": "serial"}})
    assert not validator.is_valid({"vec": {"total_agents": 4096}})
    beside = {"$schema": "3.0.schema.json", "tool": {"ruff": {"line-length": 100}}, "seed": 1}
    assert validator.is_valid({**beside, "vec": {"num_envs": 4}})
    assert not validator.is_valid({**beside, "vec": {"num_envs": 0}})
    assert Draft202012Validator(schemas.schema("4.0")).is_valid({"vec": {"total_agents": 4096}})


def test_unknown_schema_is_an_error() -> None:
    with pytest.raises(schemas.UnknownSchema):
        schemas.schema("9.9")


def test_schema_files_are_json() -> None:
    files = list((ROOT / "schemas").glob("*.json"))
    assert len(files) == len(schemas.names())
    for path in files:
        Draft202012Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))
