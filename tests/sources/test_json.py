"""The JSON reader: places against the text, values and refusals against ``json.loads``."""

from __future__ import annotations

import json as standard
import math
import sys
from random import Random

import pytest

from profilecheck.document import UNKNOWN, Document
from profilecheck.findings import Span
from profilecheck.sources import json
from profilecheck.sources.tables import MAX_DEPTH, Places

from .typed import at, check_places, flattened, kinds, mutated, names, setting, shape, told, values

KEYS = ("vec", "num_envs", "vec.num_envs", "", "a b", "ü", "\U0001f600", 'q"', "\n", "train", "a")
SCALARS = (
    "0", "-0", "8", "-17", "0.5", "1e5", "-2E-3", "1.0", "123456789012345678901234567890", "1e999",
    "true", "false", "null", "NaN", "Infinity", "-Infinity",
    '""', '"a"', '"${x}"', '"[{,:"', r'"\u00e9\n\\\"\/"', r'"\ud83d\ude00"', r'"\ud800"', '"ü\U0001f600"',
)  # fmt: skip
PIECES = (
    "{", "}", "[", "]", ",", ":", '"', "\\", "\\u", "'", " ", "\n", "\t", "0", "1", "-", ".", "e", "N",
    "nul", "true", "None", "#", "//", "\ufeff", "\x00", "\xa0", "٣", "Infinity",
)  # fmt: skip


def read(text: str) -> Document:
    document = json.read(text, "x.json")
    check_places(document)
    return document


def generated(rng: Random, depth: int = 0) -> str:
    """Random JSON text: any blank space, any escape, keys that come twice."""

    def space() -> str:
        return rng.choice(("", "", " ", "\n", "\r\n", "\t", "\r"))

    choice = rng.random()
    if depth < 4 and choice < (0.9 if depth == 0 else 0.35):
        pairs = []
        for _ in range(rng.randint(0, 4)):
            key = standard.dumps(rng.choice(KEYS), ensure_ascii=rng.random() < 0.5)
            value = generated(rng, depth + 1)
            pairs.append(f"{space()}{key}{space()}:{space()}{value}{space()}")
        return "{" + (",".join(pairs) or space()) + "}"
    if depth < 4 and choice < 0.6:
        items = [space() + generated(rng, depth + 1) + space() for _ in range(rng.randint(0, 3))]
        return "[" + (",".join(items) or space()) + "]"
    return rng.choice(SCALARS)


def prove(text: str) -> bool:
    """Accepts and refuses as ``json.loads`` does, with its values, or at its place."""
    document = read(text)
    try:
        data = standard.loads(text)
    except standard.JSONDecodeError as error:
        assert document.broken, text
        if text.startswith("\ufeff"):
            assert kinds(document)[0] == "byte-order-mark"
            return False
        (problem,) = (p for p in document.problems if p.fatal)
        better = "never closed" in problem.message or "before a closing" in problem.message
        if problem.kind == "syntax" and not better:
            expected = Places(text).span(error.pos, error.pos)
            assert (problem.span.line, problem.span.column) == (expected.line, expected.column)
        return False
    assert not document.broken, text
    assert shape(document) == flattened(data)
    for found in document.settings:
        assert standard.loads(found.written) == found.key
        if repr(UNKNOWN) not in told(found.value):
            assert repr(standard.loads(found.raw)) == repr(found.value)
    return True


@pytest.mark.parametrize("batch", range(4))
def test_a_generated_text_is_read_as_json_loads_does(batch: int) -> None:
    for seed in range(200):
        rng = Random(f"{batch}-{seed}")
        assert prove(rng.choice(("", " ", "\n")) + generated(rng) + rng.choice(("", "\n")))


@pytest.mark.parametrize("batch", range(4))
def test_a_mutated_text_is_refused_exactly_when_json_loads_refuses_it(batch: int) -> None:
    accepted = 0
    for seed in range(400):
        rng = Random(f"mutated-{batch}-{seed}")
        accepted += prove(mutated(rng, generated(rng), PIECES))
    assert 20 < accepted < 350


def test_keys_and_values_have_their_places() -> None:
    document = read('{"vec": {\r\n  "num_envs" : 8,\r\n  "seed": null}}')
    assert [(s.name, s.span) for s in document.sections] == [("vec", Span(1, 2, 1, 7))]
    found = setting(document, "num_envs", "vec")
    assert (found.key_span, found.value_span) == (Span(2, 3, 2, 13), Span(2, 16, 2, 17))
    assert (found.written, found.raw, found.value) == ('"num_envs"', "8", 8)


def test_a_key_with_a_dot_stays_one_key() -> None:
    assert values(read('{"vec.num_envs": 8}')) == {("", "vec.num_envs"): 8}


def test_a_list_of_scalars_is_one_value() -> None:
    found = setting(read('{"a": [1, [2.0, "x"], []]}'), "a")
    assert (found.value, found.raw) == ([1, [2.0, "x"], []], '[1, [2.0, "x"], []]')


def test_the_mappings_in_a_list_are_values_and_sections() -> None:
    document = read('{"runs": [{"x": 1}, 2, [{}, {"y": {"z": 3}}]]}')
    assert values(document) == {
        ("", "runs"): [{"x": 1}, 2, [{}, {"y": {"z": 3}}]],
        ("runs[0]", "x"): 1,
        ("runs[2][1].y", "z"): 3,
    }
    assert [(s.name, at(document.text, s.span)) for s in document.sections] == [
        ("runs[0]", '"x"'),
        ("runs[2][0]", "{"),
        ("runs[2][1]", '"y"'),
        ("runs[2][1].y", '"y"'),
    ]


def test_a_mapping_is_a_value_with_a_place_too() -> None:
    document = read('{"vec": {"env_kwargs": {"a": 1, "b": ["${x}"], "a": 2}}}')
    held = document.sections[1].as_value
    assert held is not None and (held.section, held.key) == ("vec", "env_kwargs")
    assert held.value == {"a": 2, "b": UNKNOWN}
    assert at(document.text, held.key_span) == held.written == '"env_kwargs"'
    assert at(document.text, held.value_span) == held.raw == '{"a": 1, "b": ["${x}"], "a": 2}'


def test_a_list_at_the_top_has_numbered_sections() -> None:
    document = read('[{"vec": {"num_envs": 1}}, {}]')
    assert names(document) == ["[0]", "[0].vec", "[1]"]


def test_a_string_to_fill_in_is_unknown() -> None:
    assert values(read('{"a": "${x}", "b": ["${x}"], "c": "$x"}')) == {
        ("", "a"): UNKNOWN,
        ("", "b"): UNKNOWN,
        ("", "c"): "$x",
    }


def test_the_last_of_equal_keys_counts_and_the_second_is_no_fatal_problem() -> None:
    document = read('{"vec": {"num_envs": 1},\n "vec": {"seed": 2},\n "a": 1}')
    assert values(document) == {("vec", "seed"): 2, ("", "a"): 1}
    (problem,) = document.problems
    assert (problem.kind, problem.fatal) == ("duplicate-key", False)
    assert (problem.span, problem.first) == (Span(2, 2, 2, 7), Span(1, 2, 1, 7))


@pytest.mark.parametrize("text", ['{"a": {"x": 1}, "b": {"x": 1}}', '[{"x": 1}, {"x": 1}]'])
def test_equal_keys_of_different_tables_are_no_problem(text: str) -> None:
    assert not read(text).problems


def test_numbers_keep_their_types() -> None:
    found = values(read('{"i": 12345678901234567890123, "f": 8.0, "n": NaN, "m": -Infinity}'))
    assert found["", "i"] == 12345678901234567890123
    assert isinstance(found["", "f"], float)
    assert isinstance(found["", "n"], float)
    assert math.isnan(found["", "n"])
    assert found["", "m"] == -math.inf


@pytest.mark.skipif(not hasattr(sys, "get_int_max_str_digits"), reason="digits have no bound here")
def test_a_number_that_python_does_not_convert_is_a_syntax_error() -> None:
    document = read(f'{{"a": 1, "b": {"1" * 5000}}}')
    assert kinds(document) == ["syntax"]
    assert values(document) == {("", "a"): 1}


def test_a_byte_order_mark_is_refused_and_the_rest_is_read() -> None:
    document = read('\ufeff{"a": 1}')
    assert (kinds(document), document.broken) == (["byte-order-mark"], True)
    assert setting(document, "a").key_span == Span(1, 3, 1, 6)


@pytest.mark.parametrize(
    ("text", "place", "word"),
    [
        ('{"a": 1,}', (1, 8), "comma before"),
        ('{"a": 1,\n "b": [1,\n2', (2, 7), "never closed"),
        ('{"a": 1, "b": [2}', (1, 17), "due first"),
        ('{"a": 1 "b": 2}', (1, 9), "comma is missing"),
        ('{"a": 1, b: 2}', (1, 10), "double quotes"),
        ("{\"a\": 1, 'b': 2}", (1, 10), "double quotes"),
        ('{"a": 1, "b": \'x\'}', (1, 15), "double quotes"),
        ('{"a": 1, "b" 2}', (1, 14), "':'"),
        ('{"a": 1, "b": None}', (1, 15), "null"),
        ('{"a": 1, "b": yes}', (1, 15), "no JSON value"),
        ('{"a": 1, // b\n "b": 2}', (1, 10), "comments"),
        ('{"a": 1, "b": 01}', (1, 16), "comma is missing"),
        ('{"a": 1, "b": "x\n"}', (1, 17), "line break"),
        ('{"a": 1, "b": "\\x"}', (1, 16), "escape"),
        ('{"a": 1, "b": "x', (1, 15), "string"),
        ('{"a": 1}\n{"b": 2}', (2, 1), "only one value"),
        ('{"a": 1, "b": \x00}', (1, 15), "value belongs"),
    ],
)
def test_a_syntax_error_says_what_and_where_and_what_comes_before_is_read(
    text: str, place: tuple[int, int], word: str
) -> None:
    document = read(text)
    (problem,) = document.problems
    assert (problem.kind, problem.fatal) == ("syntax", True)
    assert (problem.span.line, problem.span.column) == place
    assert word in problem.message
    assert values(document)["", "a"] == 1


@pytest.mark.parametrize("text", ["", " \n", "\ufeff"])
def test_a_text_without_a_value_is_a_syntax_error(text: str) -> None:
    assert "syntax" in kinds(read(text))


def test_a_list_that_a_fault_cuts_short_is_unknown() -> None:
    assert setting(read('{"a": [1, 2, ?]}'), "a").value is UNKNOWN


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, '[{"a":' * 500])
def test_deep_nesting_is_a_problem_and_no_crash(text: str) -> None:
    assert kinds(read(text)) == ["too-deep"]


def test_what_lies_deeper_than_is_looked_into_is_unknown_where_json_reads_it() -> None:
    deep = "[" * 800 + "{}" + "]" * 800
    document = read(
        f'{{"a": {deep}, "b": [1, 2], "c": {"{" + chr(34) + "x" + chr(34) + ":"}{deep}}}}}'
    )
    assert standard.loads(document.text)
    assert not document.problems
    assert values(document)["", "b"] == [1, 2]
    assert setting(document, "a").raw == deep


def test_nesting_up_to_the_bound_is_read() -> None:
    assert not read("[" * MAX_DEPTH + "]" * MAX_DEPTH).problems
