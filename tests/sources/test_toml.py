"""The TOML reader: places against the text, values and refusals against tomli."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest
import tomli

from profilecheck.document import UNKNOWN, Document
from profilecheck.findings import Span
from profilecheck.sources import toml
from profilecheck.sources.tables import MAX_DEPTH
from tests.work import assert_linear

from .toml_texts import TomlTexts
from .typed import at, check_places, flattened, kinds, mutated, names, setting, shape, told, values

PIECES = (
    "=",
    ".",
    "[",
    "]",
    "[[",
    "{",
    "}",
    ",",
    '"',
    "'",
    '"""',
    "#",
    "\n",
    "\r",
    "\\",
    "a",
    "\0",
)


def read(text: str) -> Document:
    document = toml.read(text, "x.toml")
    check_places(document)
    return document


def prove(text: str, data: dict[str, object]) -> None:
    """Each leaf that tomli reads is one setting, whose places hold exactly its key and value."""
    document = read(text)
    assert not document.problems
    assert shape(document) == flattened(data)
    for found in document.settings:
        assert tomli.loads(f"{found.written} = 0") == {found.key: 0}
        if found.raw and repr(UNKNOWN) not in told(found.value):
            assert repr(tomli.loads(f"x = {found.raw}")["x"]) == repr(found.value)


@pytest.mark.parametrize("batch", range(8))
def test_each_leaf_of_a_generated_document_is_one_setting(batch: int) -> None:
    valid = 0
    for seed in range(150):
        text = TomlTexts(Random(f"{batch}-{seed}")).document()
        try:
            data = tomli.loads(text)
        except tomli.TOMLDecodeError:
            assert read(text).broken, text
        else:
            valid += 1
            prove(text, data)
    assert valid > 90  # or the generator writes too much that is no TOML


@pytest.mark.parametrize("batch", range(4))
def test_a_mutated_document_is_refused_exactly_when_tomli_refuses_it(batch: int) -> None:
    refused = 0
    for seed in range(200):
        rng = Random(f"mutated-{batch}-{seed}")
        text = mutated(rng, TomlTexts(rng).document(), PIECES)
        try:
            data = tomli.loads(text)
        except tomli.TOMLDecodeError:
            refused += 1
            assert read(text).broken, text
        else:
            prove(text, data)
    assert 40 < refused < 190


def test_a_dotted_key_is_a_table_and_its_last_part_the_key() -> None:
    document = read("vec . num_envs = 8\n")
    assert names(document) == ["vec"]
    found = setting(document, "num_envs", "vec")
    assert (found.value, found.written, found.key_span) == (8, "num_envs", Span(1, 7, 1, 15))


def test_a_quoted_key_with_a_dot_stays_one_key() -> None:
    found = setting(read('"vec.num_envs" = 8\n'), "vec.num_envs")
    assert (found.value, found.written) == (8, '"vec.num_envs"')


@pytest.mark.parametrize("written", ["''", '""'])
def test_an_empty_key_is_a_key(written: str) -> None:
    prove(f"[vec]\n{written} = 8\n", {"vec": {"": 8}})


def test_a_section_stands_at_its_header() -> None:
    document = read("[a.b]\nx = 1\n[ a ]  # later\n")
    assert [(s.name, s.span) for s in document.sections] == [
        ("a.b", Span(1, 1, 1, 6)),
        ("a", Span(3, 1, 3, 6)),
    ]


def test_a_table_that_headers_pass_through_stands_at_the_part_that_names_it() -> None:
    document = read("[sweep.train]\n[sweep.vec]\n")
    assert [(s.name, s.span) for s in document.sections] == [
        ("sweep.train", Span(1, 1, 1, 14)),
        ("sweep", Span(1, 2, 1, 7)),
        ("sweep.vec", Span(2, 1, 2, 12)),
    ]


def test_tables_in_an_array_are_numbered_and_values_of_the_array() -> None:
    document = read("[[runs]]\nx = 1\n[[runs]]\n[runs.vec]\nnum_envs = 2\n")
    assert names(document) == ["runs[0]", "runs[1]", "runs[1].vec"]
    assert values(document) == {
        ("", "runs"): [{"x": 1}, {"vec": {"num_envs": 2}}],
        ("runs[0]", "x"): 1,
        ("runs[1].vec", "num_envs"): 2,
    }
    assert setting(document, "runs").raw == ""


def test_an_inline_table_is_a_table_at_its_key() -> None:
    document = read("vec = {num_envs = 8, b.c = 1}\n")
    assert [(s.name, s.span) for s in document.sections] == [
        ("vec", Span(1, 1, 1, 4)),
        ("vec.b", Span(1, 22, 1, 23)),
    ]
    assert values(document) == {("vec", "num_envs"): 8, ("vec.b", "c"): 1}


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("[vec.env_kwargs]\nsize = 1\n[vec.env_kwargs.b]\nc = 2\n", ""),
        ("[vec]\nenv_kwargs = {size = 1, b = {c = 2}}\n", "{size = 1, b = {c = 2}}"),
        ("[vec]\nenv_kwargs.size = 1\nenv_kwargs.b.c = 2\n", None),
    ],
)
def test_a_table_is_a_value_at_its_key_too(text: str, raw: str | None) -> None:
    document = read(text)
    (held,) = (s.as_value for s in document.sections if s.name == "vec.env_kwargs")
    assert held is not None and held.value == {"size": 1, "b": {"c": 2}}
    assert at(text, held.key_span) == "env_kwargs"
    assert raw is None or held.raw == at(text, held.value_span) == raw


def test_inline_tables_in_a_list_stand_at_their_first_key() -> None:
    document = read("runs = [{x = 1}, [{}]]\n")
    assert [(s.name, at(document.text, s.span)) for s in document.sections] == [
        ("runs[0]", "x"),
        ("runs[1][0]", "{"),
    ]


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("8", 8),
        ("1_000", 1000),
        ("1e5", 1e5),
        ("1979-05-27", date(1979, 5, 27)),
        ("[1, 2]", [1, 2]),
        ("[\n  1, # one\n  2,\n]", [1, 2]),
        ('"a # b"', "a # b"),
        ('"""\nx"""', "x"),
        ('"${num_envs}"', UNKNOWN),
        ('[1, "${x}"]', UNKNOWN),
        ('"$x {y}"', "$x {y}"),
    ],
)
def test_a_value_is_what_tomli_reads_and_its_text_is_exact(raw: str, value: object) -> None:
    found = setting(read(f"key = {raw}  # note\nother = 1\n"), "key")
    assert (found.value, found.raw) == (value, raw)


def test_comments_are_found_and_those_in_strings_are_none() -> None:
    document = read("# one\na = '#'  # two\nb = [ # three\n]\nc = '''\n# none'''\n\t# four\n")
    assert [(c.text, c.alone) for c in document.comments] == [
        ("# one", True),
        ("# two", False),
        ("# three", False),
        ("# four", True),
    ]


def test_lines_of_crlf_text_are_counted_once() -> None:
    found = setting(read("[vec]\r\n# c\r\nnum_envs = 8\r\n"), "num_envs", "vec")
    assert (found.key_span, found.value_span) == (Span(3, 1, 3, 9), Span(3, 12, 3, 13))


def test_columns_count_code_points() -> None:
    found = setting(read('"\U0001f600ü" = {"é" = 1}\n'), "é", "\U0001f600ü")
    assert found.value_span == Span(1, 15, 1, 16)


def test_a_byte_order_mark_is_refused_and_the_rest_is_read() -> None:
    document = read("\ufeffa = 1\n")
    assert kinds(document) == ["byte-order-mark"]
    assert document.broken
    assert setting(document, "a").key_span == Span(1, 2, 1, 3)


@pytest.mark.parametrize(
    ("text", "kind", "second", "first"),
    [
        ("a = 1\nb = 2\na = 3\n", "duplicate-key", Span(3, 1, 3, 2), Span(1, 1, 1, 2)),
        ("[v]\nx = 1\nx = 2\n", "duplicate-key", Span(3, 1, 3, 2), Span(2, 1, 2, 2)),
        ("a = 1\na.b = 2\n", "duplicate-key", Span(2, 1, 2, 4), Span(1, 1, 1, 2)),
        ("a = {x = 1, x = 2}\n", "duplicate-key", Span(1, 13, 1, 14), Span(1, 6, 1, 7)),
        ("a = {}\na.b = 2\n", "duplicate-key", Span(2, 1, 2, 4), Span(1, 1, 1, 2)),
        ("[a]\n[b]\n[a]\n", "duplicate-section", Span(3, 1, 3, 4), Span(1, 1, 1, 4)),
        ("a = 1\n[a]\n", "duplicate-section", Span(2, 1, 2, 4), Span(1, 1, 1, 2)),
        ("a = [1]\n[[a]]\n", "duplicate-section", Span(2, 1, 2, 6), Span(1, 1, 1, 2)),
        ("[[a]]\n[a]\n", "duplicate-section", Span(2, 1, 2, 4), Span(1, 3, 1, 4)),
    ],
)
def test_what_is_defined_twice_has_both_places(
    text: str, kind: str, second: Span, first: Span
) -> None:
    (problem,) = read(text).problems
    assert (problem.kind, problem.span, problem.first) == (kind, second, first)
    assert problem.fatal


@pytest.mark.parametrize(
    "text",
    [
        "[vec]\nnum_envs = 1\n[env]\nnum_envs = 1\n",
        "[[a]]\nx = 1\n[[a]]\nx = 1\n",
        "a.b = 1\na.c = 1\n",
        "[a.b]\n[a]\nx = 1\n",
        "a = [{x = 1}, {x = 2}]\n",
    ],
)
def test_what_only_looks_defined_twice_is_no_problem(text: str) -> None:
    assert not read(text).problems


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a = 1\nb = = 2\nc = 3\n", Span(2, 5, 2, 6)),
        ("a = 1\r\nb = yes\r\n", Span(2, 5, 2, 6)),
        ("a = 1\nb\n", Span(2, 2, 2, 2)),
        ("a = 1\nb = [1,\n\n", Span(2, 1, 2, 8)),
        ('a = 1\nb = """x', Span(2, 1, 2, 9)),
        ("a = 1\n[vec\n", Span(2, 5, 2, 5)),
        ("a = 1\nb = \x00\n", Span(2, 5, 2, 6)),
        ("a = 1\nb = 2024-02-30\n", Span(2, 5, 2, 6)),
    ],
)
def test_a_syntax_error_has_its_place_and_what_comes_before_is_read(text: str, place: Span) -> None:
    document = read(text)
    (problem,) = document.problems
    assert (problem.kind, problem.span, problem.fatal) == ("syntax", place, True)
    assert "(at " not in problem.message
    assert values(document) == {("", "a"): 1}


def test_a_number_that_python_does_not_convert_is_a_syntax_error() -> None:
    document = read(f"a = 1\nb = {'1' * 5000}\n")
    assert kinds(document) == ["syntax"]
    assert document.problems[0].span == Span(2, 5, 2, 5005)


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 5000,
        "x = " + "{a=" * 5000,
        "x = " + "[" * 450 + "]" * 450,
        ".".join("a" * 5000) + " = 1",
        "[" + ".".join("a" * 5000) + "]",
        "[" + ".".join("b" * 60) + "]\n" + ".".join("b" * 60) + " = 1\n",
    ],
)
def test_deep_nesting_is_a_problem_and_no_crash(text: str) -> None:
    document = read("a = 1\n" + text)
    assert kinds(document) == ["too-deep"]
    assert setting(document, "a").value == 1


@pytest.mark.parametrize(
    "inner",
    ["1", "'a]'", '"]\\""', "{a = [1, 2], b.c = 1.5, 'd' = 1979-05-27 07:32:00Z}", '"""\n]"""'],
)
def test_what_lies_deeper_than_is_looked_into_is_unknown(inner: str) -> None:
    deep = "[" * 300 + f"{inner}, # ]\n" + "]" * 300
    document = read(f"x = {deep}\n[t]\na = {{b = {deep}, c = 2}}\nd = 3\n")
    assert not document.problems
    assert setting(document, "x").raw == deep
    assert values(document)["t", "d"] == 3 and values(document)["t.a", "c"] == 2


def test_nesting_up_to_the_bound_is_read() -> None:
    deep = "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1)
    assert not read(f"x = {deep}").problems


def test_an_empty_text_is_an_empty_document() -> None:
    document = read("")
    assert (document.sections, document.settings, document.problems) == ((), (), ())


def test_many_tables_are_read_in_linear_time() -> None:
    def work(count: int) -> None:
        text = "".join(f"[t{n}]\nx = {{y = {n}}}\n" for n in range(count))
        assert len(toml.read(text, "x.toml").settings) == count

    assert_linear(work, 100, 1000)
