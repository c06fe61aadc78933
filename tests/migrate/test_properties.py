"""What holds of every migration, over configs made at random. The judges are the loaders themselves.

PROFILECHECK_EXAMPLES raises the number of examples.
"""

from __future__ import annotations

import ast
import configparser
import io
import json
import os
import re
import warnings
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest
import tomli
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from profilecheck.migrate.ledger import FileLedger
from tests.migrate.generated import (
    VALUES,
    config,
    ini_text,
    json_text,
    toml_text,
    yaml_text,
)
from tests.migrate.helpers import migrated

yaml = pytest.importorskip("yaml")

pytestmark = pytest.mark.heavy
AGENTS = 2
ROOTS = {section.partition(".")[0] for section in VALUES} - {"env"}
bounded = settings(
    max_examples=int(os.environ.get("PROFILECHECK_EXAMPLES", "75")),
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
seeds = st.integers(0, 1_000_000)

Values = dict[tuple[str, str], object]


def made(text: str, name: str) -> FileLedger:
    return migrated(text, name, agents=AGENTS)


def ini_values(text: str) -> Values:
    """What 4.0's load_config reads: configparser, then literal_eval, the text where that fails."""
    parser = configparser.ConfigParser()
    parser.read_file(io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
    return {(s, k): literal(parser[s][k]) for s in parser.sections() for k in parser[s]}


def literal(text: str) -> object:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.literal_eval(text)
    except Exception:
        return text


def table_values(loaded: Any, prefix: str) -> Values:
    """The settings of the experiment under a path, flat keys and tables alike."""
    for part in prefix.split(".") if prefix else ():
        loaded = loaded[part]
    return {
        tuple(path.rpartition(".")[::2]): value  # type: ignore[misc]
        for path, value in leaves(loaded, "")
        if path.partition(".")[0] in ROOTS
    }


def leaves(table: Mapping[str, Any], path: str) -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for key, value in table.items():
        whole = f"{path}.{key}" if path else key
        found += leaves(value, whole) if isinstance(value, dict) else [(whole, value)]
    return found


def assert_sound(
    text: str, name: str, read: Callable[[str], Values], comments: list[str]
) -> FileLedger:
    ledger = made(text, name)
    assert ledger.status in ("changed", "blocked"), (ledger.status, ledger.reason, text)
    assert ledger.after is not None, (ledger.reason, text)
    before = read(text)
    named = [(e.section, e.key) for e in ledger.entries if e.span is not None]
    assert sorted(named) == sorted(before), "every setting stands in the ledger exactly once"
    after = ledger.after.decode()
    promised = {put.name: put.value for entry in ledger.entries for put in entry.puts}
    got = read(after)
    assert {n: repr(v) for n, v in got.items()} == {n: repr(v) for n, v in promised.items()}, after
    assert [note for note in comments if note not in after] == []
    assert_rest_stays(ledger, text, after)
    again = made(after, name)
    assert again.after is None and again.status != "blocked", (again.reason, after)
    return ledger


def assert_rest_stays(ledger: FileLedger, before: str, after: str) -> None:
    """Every line without a setting that changes is there afterwards, in its place, or says that it went."""
    if ledger.path.endswith(".json"):
        assert_kept_stay(ledger, before, after)
        return
    spans = [e.span for e in ledger.entries if e.changes and e.span is not None]
    titles = [title for part in ledger.parts for title in part.titles]
    touched = {line for span in spans for line in range(span.line, span.end_line + 1)}
    left = iter(lines(after))
    for number, line in enumerate(lines(before), 1):
        retitled = any(title.title.rpartition(".")[2] in line for title in titles)
        if number in touched or retitled or ("{" in line and not line.lstrip().startswith("#")):
            continue
        found = (one for one in left if one == line or ("# 3.0: " in one and line.strip() in one))
        assert next(found, None) is not None, f"{line!r} is not there any more:\n{after}"


def assert_kept_stay(ledger: FileLedger, before: str, after: str) -> None:
    """What is kept is written as before. Commas and brackets around what goes have to follow."""
    texts = [lines(before)[e.span.line - 1] for e in ledger.entries if e.span and not e.changes]
    logger = before[before.index('"logger"') :].rstrip("} \t\r\n")
    assert logger in after
    if len(lines(before)) > 3:
        shown = {line.rstrip(",") for line in lines(after)}
        moved = [title.title for part in ledger.parts for title in part.titles]
        assert moved or not [text for text in texts if text.rstrip(",") not in shown]
    assert lines(before)[0][:1] == lines(after)[0][:1]


def lines(text: str) -> list[str]:
    """The lines of a text without their ends, which must all be the same."""
    ends = set(re.findall(r"\r\n?|\n", text))
    assert len(ends) <= 1
    return re.split(r"\r\n?|\n", text)


@bounded
@given(seeds)
def test_ini_holds_what_its_ledger_promises(seed: int) -> None:
    source = Random(seed)
    text, comments = ini_text(config(source, ini=True), source)
    assert_sound(text, "experiment.ini", ini_values, comments)


@bounded
@given(seeds)
def test_toml_holds_what_its_ledger_promises(seed: int) -> None:
    source = Random(seed)
    text, comments, prefix = toml_text(config(source, ini=False), source)
    read = lambda text: table_values(tomli.loads(text), prefix)  # noqa: E731
    ledger = assert_sound(text, "experiment.toml", read, comments)
    assert ledger.after is not None
    assert tomli.loads(ledger.after.decode())["logger"] == tomli.loads(text)["logger"]


@bounded
@given(seeds)
def test_json_holds_what_its_ledger_promises(seed: int) -> None:
    source = Random(seed)
    text, prefix = json_text(config(source, ini=False), source)
    read = lambda text: table_values(json.loads(text), prefix)  # noqa: E731
    ledger = assert_sound(text, "experiment.json", read, [])
    assert ledger.after is not None
    assert json.loads(ledger.after)["logger"] == json.loads(text)["logger"]


@bounded
@given(seeds)
def test_yaml_holds_what_its_ledger_promises(seed: int) -> None:
    source = Random(seed)
    text, comments, prefix = yaml_text(config(source, ini=False), source)
    read = lambda text: table_values(yaml.safe_load(text), prefix)  # noqa: E731
    ledger = assert_sound(text, "experiment.yaml", read, comments)
    assert ledger.after is not None
    assert yaml.safe_load(ledger.after.decode())["logger"] == yaml.safe_load(text)["logger"]


@bounded
@given(seeds)
def test_yaml_changes_nothing_that_an_alias_reads(seed: int) -> None:
    source = Random(seed)
    text, _, _ = yaml_text(config(source, ini=False), source)
    scalars = list(re.finditer(r"(?<=: )(?=['\"\w])|(?<=: )(?={)|(?<=:)(?=[ ]*\r?\n[ ]+\S)", text))
    chosen = sorted(source.sample(scalars, min(len(scalars), 2)), key=lambda match: match.start())
    for number, match in reversed(list(enumerate(chosen))):
        blank = "" if text[match.start() - 1] == " " else " "
        text = f"{text[: match.start()]}{blank}&x{number} {text[match.start() :]}"
    end = "\r\n" if "\r\n" in text else "\n"
    text = text.rstrip() + end
    text += "".join(f"copy{number}: *x{number}{end}" for number in range(len(chosen)))
    try:
        before = yaml.safe_load(text)
    except yaml.YAMLError:  # an anchor stands where none may
        return
    ledger = made(text, "experiment.yaml")
    if ledger.after is None:
        assert ledger.status == "blocked" and ledger.reason
        return
    after = yaml.safe_load(ledger.after)
    for number in range(len(chosen)):
        assert after[f"copy{number}"] == before[f"copy{number}"]
    assert after["logger"] == before["logger"]
