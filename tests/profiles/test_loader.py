"""The loader's faults and values against what the real load_config of 3.0.0 did."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from profilecheck.blocks import Block
from profilecheck.layers import Config, build
from profilecheck.profiles import profiles
from profilecheck.profiles.loader import LoaderFault, faults, option
from profilecheck.sources.ini import read

V3 = profiles()["3.0"]
TRUTH = Path(__file__).parent.parent.parent / "fixtures" / "truth" / "load_3.0.jsonl"
ROWS = [json.loads(line) for line in TRUTH.read_text(encoding="utf-8").splitlines()]
PARSER = {
    "MissingSectionHeaderError",
    "DuplicateOptionError",
    "DuplicateSectionError",
    "ParsingError",
}
INTERPOLATION = {f"Interpolation{kind}Error" for kind in ("Syntax", "MissingOption", "Depth")}
ARGPARSE = {"ArgumentError", "ValueError"}


def config(text: str) -> Config:
    document = read(text, "case.ini")
    block = Block(document, "", document.sections, document.settings)
    return build(block, V3, defaults="ini")


def of(merged: Config) -> tuple[LoaderFault, ...]:
    settings = [(name, value.value) for name, value in merged.values.items()]
    return faults(settings, V3.fixed_flags)


def unpacked(merged: Config) -> dict[str, Any]:
    """The values by dotted name, as the loader's nested dicts hold them in the end."""
    nested: dict[str, Any] = {}
    fixed = {flag.replace("-", "_") for flag in V3.fixed_flags}
    for name, value in merged.values.items():
        destination = option(name, value.value).destination
        if destination in fixed:  # `_tag` is another flag than `tag`, but argparse files it there
            continue
        *path, last = destination.split(".")
        table = nested
        for key in path:
            table = table.setdefault(key, {})
        table[last] = value.value
    return flat(nested)


def flat(value: Any, prefix: str = "") -> dict[str, Any]:
    if isinstance(value, dict) and value:
        found: dict[str, Any] = {}
        for key, inner in value.items():
            found |= flat(inner, f"{prefix}.{key}" if prefix else str(key))
        return found
    if isinstance(value, float) and abs(value) < float("inf"):
        return {prefix: value}
    known = value is None or isinstance(value, (bool, int, str))
    return {prefix: value if known else [repr(value)]}


USUAL = unpacked(config(""))


def expected(row: dict[str, Any]) -> str:
    return str(row["verdict"].get("type", "ok"))


def found(text: str) -> set[str]:
    """The exceptions by which the loader may fail, as we see it. It reads values and makes flags in
    one loop, so either may fail first; it unpacks only afterwards."""
    if read(text, "case.ini").broken:
        return PARSER
    merged = config(text)
    causes = {fault.cause for fault in of(merged) if fault.raises}
    early = INTERPOLATION if merged.bad_interpolations else set()
    if causes - {"scalar-and-section"}:
        early = early | ARGPARSE
    return early or ({"AttributeError"} if causes else {"ok"})


def test_truth_holds_every_kind_of_failure() -> None:
    kinds = {expected(row) for row in ROWS}
    assert kinds >= {"ok", "AttributeError"} | PARSER | INTERPOLATION | ARGPARSE
    assert len(ROWS) > 300


def test_it_fails_where_the_real_loader_fails() -> None:
    assert not [row for row in ROWS if expected(row) not in found(row["text"])]


@pytest.mark.parametrize("row", [r for r in ROWS if expected(r) == "ok"], ids=lambda r: r["text"])
def test_it_loads_what_the_real_loader_loads(row: dict[str, Any]) -> None:
    told = {
        name: value for name, value in row["verdict"]["args"].items() if name != "train.use_rnn"
    }
    ours = unpacked(config(row["text"]))
    changed = {
        name: value
        for name, value in ours.items()
        if name != "train.use_rnn"
        and not (name in USUAL and USUAL[name] == value and type(USUAL[name]) is type(value))
    }
    assert changed == told
    assert {k: type(v) for k, v in changed.items()} == {k: type(v) for k, v in told.items()}


def test_a_plain_value_after_its_section_takes_its_place() -> None:
    (fault,) = of(config("[a.b]\nc = 1\n[a]\nb = 2\n"))
    assert (fault.cause, fault.name, fault.other) == ("section-replaced", ("a", "b"), ("a.b", "c"))
    assert not fault.raises


def test_a_section_that_holds_nothing_is_replaced_as_well() -> None:
    settings = [(("base", "env"), "x")]
    assert [fault.cause for fault in faults(settings, (), ("env", "vec"))] == ["section-replaced"]
    assert not faults(settings, (), ("vec",))
    assert not faults([(("base", "env"), {})], (), ("env",))


def test_each_table_in_the_way_is_told_once() -> None:
    causes = [fault.cause for fault in of(config("[base]\nvec = 1\n[vec]\na = 1\nb = 2\n"))]
    assert causes == ["scalar-and-section"]


def test_flags_and_names_are_those_of_argparse() -> None:
    one = option(("vec", "num_envs"), 4)
    assert (one.flag, one.destination) == ("--vec.num-envs", "vec.num_envs")
    assert option(("base", "env_name"), "x").flag == "--env-name"


@pytest.mark.parametrize("row", [r for r in ROWS if expected(r) == "ok"], ids=lambda r: r["text"])
def test_a_setting_has_the_name_that_the_run_finds_it_by(row: dict[str, Any]) -> None:
    merged = config(row["text"])
    for section, key in merged.values:
        dotted = key if section == "base" else f"{section}.{key}"
        if dotted[0] not in "-_":  # argparse drops what a flag's name begins with
            assert option((section, key), None).destination == dotted


@pytest.mark.parametrize("first", ["a-b", "a_b"])
def test_of_two_spellings_of_a_name_the_one_with_low_lines_is_judged(first: str) -> None:
    second = "a_b" if first == "a-b" else "a-b"
    merged = config(f"[env]\n{first} = 1\n{second} = 2\n")
    assert merged.value("env", "a_b") == (2 if second == "a_b" else 1)
    assert [fault.cause for fault in of(merged)] == ["same-flag"]


def test_tables_of_two_spellings_are_one() -> None:
    merged = config("[sweep.train.learning-rate]\nnew-one = 1\n")
    assert merged.value("sweep.train.learning_rate", "new_one") == 1
    assert "sweep.train.learning-rate" not in merged.sections
