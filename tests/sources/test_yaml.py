"""The YAML reader: places against the text, values and refusals against PyYAML.

Every test runs over PyYAML's loader in C and over the one in Python.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from random import Random
from typing import Any

import pytest
import yaml as pyyaml

from profilecheck.document import UNKNOWN, Document
from profilecheck.findings import Span
from profilecheck.sources import yaml, yaml_nodes
from profilecheck.sources.tables import MAX_DEPTH

from .typed import at, check_places, flattened, kinds, mutated, names, setting, shape, told, values

KEYS = (
    "vec",
    "num_envs",
    "vec.num_envs",
    "a b",
    "ü",
    "\U0001f600",
    "#",
    "- x",
    "yes",
    "1",
    "~",
    "a",
)
SCALARS: tuple[object, ...] = (
    0, 8, -17, 262144, 0.5, 1e5, math.inf, math.nan, True, None, date(2024, 2, 29),
    "", "a", "a # b", "x: y", "two\nlines\n", "  indented\n text", "'q'", '"', "${x}", "1e5", "yes",
    "ü\U0001f600", "\x85\u2028", "\t", "long " * 30, "[", "{", "&a", "*a", "!t", "%", "---", "\\", "<<",
)  # fmt: skip
PIECES = (
    ":", ": ", "-", "- ", "\n", "\n  ", "\r\n", " ", "#", " # c", "'", '"', "[", "]", "{", "}", ",", "?", "? ",
    "|\n", ">\n", "---\n", "...\n", "%", "!t ", "!!str ", "&a ", "*a", "<<: ", "~", "yes", "1:30", "\x85", "\t",
    "\\", "\x00", "\ufeff", "a: 1\n",
)  # fmt: skip


@pytest.fixture(params=[loader.__name__ for loader in yaml_nodes.loaders()], autouse=True)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """One of PyYAML's loaders, which the reader then uses."""
    chosen = getattr(pyyaml, request.param)
    monkeypatch.setattr(yaml_nodes, "loaders", lambda: [chosen])
    yield chosen


def read(text: str) -> Document:
    document = yaml.read(text, "x.yaml")
    check_places(document)
    return document


def generated(rng: Random, depth: int = 0) -> object:
    """Random data: mappings, lists and scalars that are nasty to write."""
    choice = rng.random()
    if depth < 4 and choice < (0.8 if depth == 0 else 0.35):
        return {rng.choice(KEYS): generated(rng, depth + 1) for _ in range(rng.randint(0, 5))}
    if depth < 4 and choice < 0.6:
        return [generated(rng, depth + 1) for _ in range(rng.randint(0, 4))]
    return rng.choice(SCALARS)


def dumped(rng: Random, data: object) -> str:
    """``data`` as PyYAML writes it, in any of its styles, with comments between the lines."""

    class Dumper(pyyaml.SafeDumper):
        def ignore_aliases(self, data: object) -> bool:
            return True

    text = pyyaml.dump(
        data,
        Dumper=Dumper,
        default_flow_style=rng.choice((None, True, False, False)),
        default_style=rng.choice((None, None, None, '"', "'")),
        indent=rng.choice((2, 4)),
        width=rng.choice((20, 80, 1000)),
        allow_unicode=rng.random() < 0.5,
        explicit_start=rng.random() < 0.2,
        sort_keys=False,
    )
    text = rng.choice(("", "# first\n", "\n", "\ufeff")) + text
    return text.replace("\n", rng.choice(("\n", "\n", "\r\n")))


def prove(text: str, loader: Any) -> bool:
    """Accepts and refuses as PyYAML does; where no alias or tag is in the text, with its values."""
    document = read(text)
    if text.startswith("\ufeff\ufeff"):
        return False  # PyYAML's two loaders do not agree on it either
    try:
        for _ in pyyaml.compose_all(text, Loader=loader):
            pass
    except (pyyaml.YAMLError, ValueError, OverflowError):
        assert document.broken, text
        return False
    assert not document.broken, text
    if not set("&*!<=?") & set(text) and text.count("---") + text.count("...") == 0:
        try:
            data = pyyaml.load(text, Loader=loader)
        except (pyyaml.YAMLError, ValueError):
            return True  # a date that is none, a list as a key: unknown to us, refused by PyYAML
        assert shape(document) == flattened(data), text
    return True


@pytest.mark.parametrize("batch", range(4))
def test_generated_data_is_read_as_safe_load_does(batch: int, loader: Any) -> None:
    for seed in range(50):
        rng = Random(f"{batch}-{seed}")
        data = generated(rng)
        text = dumped(rng, data)
        document = read(text)
        assert not document.problems, text
        assert shape(document) == flattened(pyyaml.load(text, Loader=loader)), text
        for found in document.settings:
            if (
                repr(UNKNOWN) not in told(found.value)
                and "!!" not in text
                and "\n" not in found.raw
            ):
                assert repr(pyyaml.safe_load(found.raw)) == repr(found.value)


@pytest.mark.parametrize("batch", range(4))
def test_a_mutated_text_is_refused_exactly_when_pyyaml_refuses_it(batch: int, loader: Any) -> None:
    accepted = 0
    for seed in range(100):
        rng = Random(f"mutated-{batch}-{seed}")
        accepted += prove(mutated(rng, dumped(rng, generated(rng)), PIECES), loader)
    assert 15 < accepted < 90


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("8", 8),
        ("262_144", 262144),
        ("0x10", 16),
        ("010", 8),
        ("1:30", 90),
        ("1e5", "1e5"),
        ("3e-4", "3e-4"),
        ("1.0e+5", 1e5),
        ("3.0e-4", 3e-4),
        (".inf", math.inf),
        ("yes", True),
        ("off", False),
        ("y", "y"),
        ("~", None),
        ("None", "None"),
        ("Serial", "Serial"),
        ("'8'", "8"),
        ('"a\\tb"', "a\tb"),
        ("2024-02-29", date(2024, 2, 29)),
        ("2024-02-30", UNKNOWN),
        ("[1, [two, 3.5]]", [1, ["two", 3.5]]),
        ("!Foo 8", UNKNOWN),
        ("!!python/name:os.system x", UNKNOWN),
        ("${num_envs}", UNKNOWN),
        ("a${x}b", UNKNOWN),
        ("'${x}'", UNKNOWN),
        ("???", UNKNOWN),
        ("what???", "what???"),
        ("'{{ envs }}'", UNKNOWN),
        ("'{% if x %}8{% endif %}'", UNKNOWN),
        ("$x {y}", "$x {y}"),
        ("!!int abc", UNKNOWN),
        ("!!int ''", UNKNOWN),
        ("!!bool maybe", UNKNOWN),
        ("!!timestamp x", UNKNOWN),
        ("!!binary é", UNKNOWN),
        ("!!str 8", "8"),
        ("!!float 1", 1.0),
        ("! 8", 8),
    ],
)
def test_a_scalar_is_what_safe_load_makes_of_it(raw: str, value: object) -> None:
    found = setting(read(f"vec:\n  key: {raw}  # note\n  other: 1\n"), "key", "vec")
    assert repr(found.value) == repr(value)
    assert found.raw == raw[raw.find(" ") + 1 :] if raw.startswith("!") else raw


def test_keys_and_values_have_their_places() -> None:
    document = read("# c\r\nvec:\r\n  num_envs:   8  # eight\r\n  'seed': \"x\"\r\n")
    assert [(s.name, s.span) for s in document.sections] == [("vec", Span(2, 1, 2, 4))]
    found = setting(document, "num_envs", "vec")
    assert (found.key_span, found.value_span) == (Span(3, 3, 3, 11), Span(3, 15, 3, 16))
    assert setting(document, "seed", "vec").written == "'seed'"


def test_lines_are_counted_as_editors_do() -> None:
    document = read("a: 1\x85b: 2\u2028c: 3\rd: 4\r\ne: 5\n")
    assert [s.key_span.line for s in document.settings] == [1, 1, 1, 2, 3]


def test_columns_count_code_points() -> None:
    found = setting(read("\U0001f600ü: {é: 1}\n"), "é", "\U0001f600ü")
    assert found.value_span == Span(1, 9, 1, 10)


def test_a_byte_order_mark_is_no_problem_and_moves_no_place() -> None:
    document = read("\ufeff# c\na: 1\n")
    assert not document.problems
    assert setting(document, "a").key_span == Span(2, 1, 2, 2)
    assert setting(read("\ufeffa: 1\n"), "a").key_span == Span(1, 2, 1, 3)
    assert setting(read("\ufeff\ufeffa: 1\n"), "a").key_span == Span(1, 3, 1, 4)


def test_a_key_with_a_dot_stays_one_key() -> None:
    assert values(read("vec.num_envs: 8\n")) == {("", "vec.num_envs"): 8}


def test_keys_are_strings() -> None:
    document = read("7: a\n2.5: b\non: c\n~: d\n2024-02-29: e\n'1.0': f\n")
    assert [s.key for s in document.settings] == ["7", "2.5", "True", "None", "2024-02-29", "1.0"]


def test_a_key_that_no_loader_knows_is_its_text() -> None:
    document = read("? [a, b]\n: 1\n!Foo x: 2\n")
    assert values(document) == {("", "[a, b]"): 1, ("", "x"): 2}


def test_mappings_in_lists_are_sections_at_their_first_key() -> None:
    document = read("runs:\n- x: 1\n- 2\n- - {}\n  - y: {z: 3}\n")
    assert values(document) == {
        ("", "runs"): [{"x": 1}, 2, [{}, {"y": {"z": 3}}]],
        ("runs[0]", "x"): 1,
        ("runs[2][1].y", "z"): 3,
    }
    assert [(s.name, at(document.text, s.span)) for s in document.sections] == [
        ("runs[0]", "x"),
        ("runs[2][0]", "{"),
        ("runs[2][1]", "y"),
        ("runs[2][1].y", "y"),
    ]


def test_a_block_list_ends_with_its_last_item() -> None:
    document = read("a:\n  - 1\n  - [2,\n     3]\n\n# c\nb: 2\n")
    found = setting(document, "a")
    assert (found.value, found.raw) == ([1, [2, 3]], "- 1\n  - [2,\n     3]")


def test_no_value_is_none_with_an_empty_span() -> None:
    document = read("a:\nb: !!str\nc: &x\nd: *x\n")
    assert values(document) == {("", "a"): None, ("", "b"): "", ("", "c"): None, ("", "d"): None}
    assert setting(document, "a").value_span == Span(1, 3, 1, 3)


@pytest.mark.parametrize("header", ["|", ">", "|-", ">+", "|2", "| # c"])
def test_a_block_scalar_is_one_value_without_the_blank_lines_after_it(header: str) -> None:
    document = read(f"a: {header}\n  x # no\n\n  y\n\n# c\nb: 1\n")
    assert setting(document, "a").raw == f"{header}\n  x # no\n\n  y"
    assert setting(document, "b").value == 1
    assert all(" no" not in comment.text for comment in document.comments)


def test_an_anchor_is_no_part_of_a_value() -> None:
    document = read("a: &x 1\nb: &y  # c\n  2\nc: &z [3]\n&k d: 4\n")
    assert [s.raw for s in document.settings] == ["1", "2", "[3]", "4"]
    assert [s.written for s in document.settings] == ["a", "b", "c", "d"]


def test_an_alias_of_a_scalar_has_its_value_and_a_place_of_its_own() -> None:
    document = read("a: &x 8\nb: *x\nc: [*x, 1]\n*x : d\n")
    assert values(document) == {("", "a"): 8, ("", "b"): 8, ("", "c"): [8, 1], ("", "8"): "d"}
    assert setting(document, "b").raw == "*x"


def test_an_alias_of_a_mapping_or_list_is_what_it_names() -> None:
    document = read("a: &x {y: 1}\nb: *x\nc: &z [1]\nd: *z\ne: [*z, *x]\n")
    assert values(document) == {
        ("a", "y"): 1,
        ("b", "y"): 1,
        ("", "c"): [1],
        ("", "d"): [1],
        ("", "e"): [[1], {"y": 1}],
        ("e[1]", "y"): 1,
    }
    assert setting(document, "d").raw == "*z"
    assert setting(document, "y", "b").key_span == setting(document, "y", "a").key_span


def test_what_a_merge_key_brings_stands_at_its_anchor() -> None:
    document = read("base: &b {num_envs: 1, seed: 3}\nvec:\n  <<: *b\n  seed: 2\n")
    assert values(document)["vec", "num_envs"] == 1
    assert values(document)["vec", "seed"] == 2
    assert setting(document, "num_envs", "vec").key_span.line == 1
    assert setting(document, "seed", "vec").key_span.line == 4
    assert not document.problems


MERGES = (
    "{<<: *a, xx: 9}",
    "{xx: 9, <<: *a}",
    "{<<: [*a, *e], zz: 9}",
    "{<<: [*b, *b]}",
    "{<<: *a, <<: *b}",
    "{<<: *b, <<: *a, yy: 9}",
    "{<<: {xx: 7, <<: *b}}",
    "{<<: [*c, {xx: 8}], ww: *a}",
    "{<<: *list}",
    "{<<: []}",
    "{<<: *a, xx: 1, xx: 2}",
    "&d {<<: *c, own: [*a, *list]}",
)


@pytest.mark.parametrize("value", MERGES)
def test_a_merge_key_is_followed_as_the_loader_does(value: str, loader: Any) -> None:
    text = (
        "a: &a {xx: 1, yy: 2}\nb: &b {yy: 3, zz: 4, 10: one}\nc: &c {<<: *b, yy: 5}\n"
        f"e: &e {{yy: 2, uu: 6}}\nlist: &list [*a, *e]\nvec: {value}\n"
    )
    assert shape(read(text)) == flattened(pyyaml.load(text, Loader=loader))


def test_of_merged_mappings_that_differ_none_is_known() -> None:
    """PyYAML 6.0.3 takes the first of a list, 6.0.4 the last."""
    document = read("a: &a {xx: 1, yy: 2}\nb: &b {yy: 3}\nvec: {<<: [*a, *b]}\n")
    assert values(document)["vec", "xx"] == 1
    assert values(document)["vec", "yy"] is UNKNOWN
    assert setting(document, "yy", "vec").key_span == setting(document, "yy", "a").key_span


@pytest.mark.parametrize("value", ["5", "~", "[1]", "!other {x: 1}", "[{x: 1}, 2]"])
def test_a_merge_key_that_brings_no_mapping_stays_an_unknown_setting(value: str) -> None:
    document = read(f"vec: {{<<: {value}, seed: 2}}\n")
    assert values(document) == {("vec", "<<"): UNKNOWN, ("vec", "seed"): 2}
    assert setting(document, "<<", "vec").raw.endswith(value.removeprefix("!other "))


def test_a_mapping_that_is_merged_into_itself_is_unknown() -> None:
    assert values(read("vec: &v\n  <<: *v\n  seed: 1\n")) == {
        ("vec", "<<"): UNKNOWN,
        ("vec", "seed"): 1,
    }


def test_a_fault_behind_a_merge_key_leaves_what_it_brought() -> None:
    assert values(read("a: &a {x: 1}\nvec:\n  <<: *a\n  y: }\n"))["vec", "x"] == 1


def test_a_quoted_merge_key_is_a_key() -> None:
    assert values(read("'<<': 1\n")) == {("", "<<"): 1}


@pytest.mark.parametrize(
    "value",
    ["!Foo {x: 1}", "!Foo\n  x: 1", "!!set {x, y}", "!!omap [x: 1]", "!Foo [1]", "!!pairs [x: 1]"],
)
def test_a_mapping_or_list_with_a_tag_is_unknown_and_not_looked_into(value: str) -> None:
    document = read(f"a: {value}\nb: 1\n")
    assert values(document) == {("", "a"): UNKNOWN, ("", "b"): 1}
    assert not document.sections


@pytest.mark.parametrize("value", ["!!map {x: 1}", "&a {x: 1}", "!!map\n  x: 1", "! {x: 1}"])
def test_a_mapping_with_its_own_tag_is_a_mapping(value: str) -> None:
    assert values(read(f"a: {value}\n")) == {("a", "x"): 1}


def test_later_documents_have_a_prefix() -> None:
    document = read("a: 1\n---\nvec: {num_envs: 2}\n---\n- x: 3\n---\n")
    assert values(document) == {
        ("", "a"): 1,
        ("document[1].vec", "num_envs"): 2,
        ("document[2][0]", "x"): 3,
    }
    assert names(document) == ["document[1]", "document[1].vec", "document[2][0]"]
    assert not document.problems


def test_an_anchor_may_come_again_in_another_document() -> None:
    assert not read("a: &x 1\n---\na: &x 2\n").problems


def test_the_last_of_equal_keys_counts_and_the_second_is_no_fatal_problem() -> None:
    document = read("vec: {num_envs: 1}\nvec:\n  seed: 2\n1: a\ntrue: b\n")
    assert values(document) == {("vec", "seed"): 2, ("", "True"): "b"}
    assert kinds(document) == ["duplicate-key", "duplicate-key"]
    assert not document.broken
    assert document.problems[0].span == Span(2, 1, 2, 4)
    assert document.problems[0].first == Span(1, 1, 1, 4)


@pytest.mark.parametrize("text", ["a: {x: 1}\nb: {x: 1}\n", "- x: 1\n- x: 1\n", "1: a\n'1': b\n"])
def test_keys_that_are_not_equal_to_the_loader_are_no_problem(text: str) -> None:
    assert not read(text).problems


def test_recursive_aliases_end() -> None:
    document = read("a: &a\n  b: *a\n  c: &c [*c, *a]\n")
    assert values(document) == {("a", "b"): UNKNOWN, ("a", "c"): UNKNOWN}


@pytest.mark.heavy
def test_a_billion_laughs_are_not_told() -> None:
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 60)]
    lines += ["m0: &m0 {x: 1}"]
    lines += [f"m{n}: &m{n} {{a: *m{n - 1}, b: *m{n - 1}}}" for n in range(1, 60)]
    lines += ["k0: &k0 {x0: 1}"] + [
        f"k{n}: &k{n} {{<<: *k{n - 1}, x{n}: 1}}" for n in range(1, 600)
    ]
    assert len(read("\n".join(lines)).settings) < 100_000


def test_aliases_do_not_lead_deeper_than_the_bound() -> None:
    lines = ["m0: &m0 {x: 1}"] + [f"m{n}: &m{n} {{a: *m{n - 1}}}" for n in range(1, 300)]
    document = read("\n".join(lines))
    assert max(s.section.count(".") for s in document.settings) < MAX_DEPTH
    assert values(document)["m50" + ".a" * 50, "x"] == 1


@pytest.mark.parametrize("inner", ["1", "{a: 1}", "[]", "{<<: {a: 1}, b: 2}"])
def test_what_lies_deeper_than_is_looked_into_is_unknown(inner: str) -> None:
    deep = "[" * 300 + inner + "]" * 300
    document = read(f"x: {deep}\nt:\n  a: {{b: {deep}, c: 2}}\n  d: 3\n")
    assert not document.problems
    assert setting(document, "x").raw == deep
    assert values(document)["t", "d"] == 3 and values(document)["t.a", "c"] == 2


def test_a_long_number_in_base_60_is_unknown() -> None:
    assert setting(read("a: 1" + ":1" * 50_000 + "\n"), "a").value is UNKNOWN


def test_comments_are_found_and_those_in_scalars_are_none() -> None:
    document = read(
        "%YAML 1.1 # zero\n--- # one\na: '#'  # two\nb: x#y\nc: [1,# three\n  \"# no\"]# four\n"
        "d: |  # five\n  # no\n  \t# no\ne: &x  # six\n  f: 1\n  # seven\ng: a\n  b # eight\n"
    )
    assert [comment.text for comment in document.comments] == [
        f"# {word}"
        for word in ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight"]
    ]
    assert [c.text for c in document.comments if c.alone] == ["# seven"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x85", "\u2028", "\u2029"])
def test_a_comment_ends_where_yaml_ends_the_line(end: str) -> None:
    document = read(f"# one{end}a: 1{end}")
    assert [comment.text for comment in document.comments] == ["# one"]
    assert values(document) == {("", "a"): 1}


@pytest.mark.parametrize(
    ("text", "line", "kind"),
    [
        ("a: 1\nb: [1, 2\nc: 3\n", 3, "syntax"),
        ("a: 1\nb: 'x\n\n", 2, "syntax"),
        ("a: 1\n b: 2\n", 2, "syntax"),
        ("a: 1\nb: c: d\n", 2, "syntax"),
        ("a: 1\n\tb: 2\n", 2, "syntax"),
        ("a: 1\nb: *zz\n", 2, "syntax"),
        ("a: &x 1\nb: &x 2\n", 2, "syntax"),
        ("a: 1\nb: }\n", 2, "syntax"),
        ("a: 1\nb: !x!y 2\n", 2, "syntax"),
        ("a: 1\nb: @c\n", 2, "syntax"),
        ("a: 1\nb: \x00\n", 2, "syntax"),
        ("a: 1\nb: \x1b[31m\n", 2, "syntax"),
        ("a: 1\nb: \ud800\n", 2, "syntax"),
        ("a: 1\nb: " + "[" * 5000, 2, "too-deep"),
        ("a: 1\nb: " + "{a: " * 5000, 2, "too-deep"),
        ("a: 1\nb:\n" + "\n".join(" " * n + "- " for n in range(1, 500)), 2, "too-deep"),
    ],
)
def test_a_fault_has_its_place_and_what_comes_before_is_read(
    text: str, line: int, kind: str
) -> None:
    document = read(text)
    (problem,) = document.problems
    assert (problem.kind, problem.fatal) == (kind, True)
    assert problem.span.line == line or kind == "too-deep"
    if " b: 2" not in text and "\tb" not in text:  # there the first value itself goes on
        assert values(document)["", "a"] == 1


def test_a_list_that_a_fault_cuts_short_is_unknown() -> None:
    assert setting(read("a: [1, 2, }"), "a").value is UNKNOWN


def test_nesting_up_to_the_bound_is_read() -> None:
    assert not read("[" * MAX_DEPTH + "]" * MAX_DEPTH).problems


@pytest.mark.parametrize("text", ["", "\n", "# c\n", "--- \n...\n", "\ufeff", "8\n", "- 1\n"])
def test_a_text_without_a_mapping_is_an_empty_document(text: str) -> None:
    document = read(text)
    assert (document.sections, document.settings, document.problems) == ((), (), ())


def test_without_pyyaml_the_reader_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    original = builtins.__import__

    def refuse(
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> Any:
        if name == "yaml":
            raise ImportError(name)
        return original(name, globals, locals, fromlist, level)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(yaml.YamlMissing, match=r"profilecheck\[yaml\]"):
        yaml.read("a: 1\n", "x.yaml")
