"""What 3.0's load_config returned, given to ``validate``, against the check of the INI that it came from."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any

import pytest

from profilecheck import ConfigError, validate
from profilecheck.findings import Finding, Severity, Stage, State
from tests.oracle import test_load_truth as truth

pytestmark = [pytest.mark.usefixtures("without_offers"), pytest.mark.heavy]


def nested(row: truth.Row) -> dict[str, Any]:
    """The dict that the real loader returned, as far as it was recorded."""
    whole = "default" in row or row.get("whole")
    told = row["verdict"]["args"]
    shipped = {} if whole else truth.rows()[0]["verdict"]["args"]
    tables = {name.rpartition(".")[0] for name in told}
    config: dict[str, Any] = defaultdict(dict)
    for name, value in {**{k: v for k, v in shipped.items() if k not in tables}, **told}.items():
        table: dict[str, Any] = config
        *path, last = name.split(".")
        for part in path:
            table = table.setdefault(part, {})
        table[last] = _meant(value)
    return config


def _meant(value: Any) -> Any:
    """What JSON lacks was recorded as its repr in a list of one."""
    if not isinstance(value, list):
        return value
    text = value[0].replace("inf", "1e999").replace("nan", "(1e999-1e999)")
    return Ellipsis if text == "Ellipsis" else ast.literal_eval(text)


def of_values(config: Mapping[str, Any]) -> tuple[Finding, ...]:
    try:
        return validate(config, target="3.0", host=1024).findings
    except ConfigError as error:
        return error.findings


@cache
def loaded() -> list[truth.Row]:
    """The texts that the real loader reads and the checker judges, and the shipped default.ini alone."""
    first, *rows = (row for row in truth.rows() if row["verdict"]["ok"])
    return [first, *(row for row in rows if truth.verdict(row).state is not State.SKIPPED)]


def errors(findings: Iterable[Finding]) -> dict[str, Finding]:
    return {f.code: f for f in findings if f.severity is Severity.ERROR}


def is_plain(row: truth.Row, found: Collection[str]) -> bool:
    """Whether the dict holds what the file says and no more: no values of another default.ini, none that
    [DEFAULT] puts into every section, and none of which the file's text says more than its value does."""
    own = "default" in row or "[DEFAULT]" in row["text"]
    return not own and not any(code.startswith("PC0") for code in found)


@pytest.mark.parametrize("number", range(len(loaded())))
def test_what_was_loaded_is_judged_as_the_file_is(number: int) -> None:
    row = loaded()[number]
    values, file = errors(of_values(nested(row))), errors(truth.verdict(row).findings)
    if is_plain(row, file):
        assert number == 0 or values.keys() <= file.keys(), (row["text"], values, file)
        assert number or not values
    early = {code for code, f in file.items() if f.stage in (Stage.MAKE, Stage.INIT)}
    assert {code for code in early if code[:3] != "PC0"} <= values.keys(), (row["text"], values)
    assert values or not early


@pytest.mark.heavy
def test_enough_of_the_texts_are_plain() -> None:
    judged = [(row, errors(truth.verdict(row).findings)) for row in loaded()]
    assert sum(is_plain(row, found) for row, found in judged) > 50
    assert sum(is_plain(row, found) and bool(found) for row, found in judged) > 30
