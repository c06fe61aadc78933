"""Edits are made where the sources say that things stand, and nowhere else."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from profilecheck.edits import EditError, apply, carried
from profilecheck.findings import Edit, Span
from profilecheck.sources import ini, json, python, toml, yaml
from profilecheck.sources.tables import Places

TEXTS = st.text(st.sampled_from("ab=[]#\r\n\f\v\x1c\x85\u2028é🐡\t \0"), max_size=40)


def edit(line: int, column: int, end_line: int, end_column: int, text: str) -> Edit:
    return Edit(Span(line, column, end_line, end_column), text)


def test_a_span_is_replaced() -> None:
    assert apply("[vec]\nnum_envs = 7\n", [edit(2, 12, 2, 13, "8")]) == "[vec]\nnum_envs = 8\n"


def test_edits_are_made_whatever_their_order() -> None:
    edits = [edit(2, 1, 2, 2, "B"), edit(1, 1, 1, 2, "A")]
    assert apply("a\nb\n", edits) == apply("a\nb\n", edits[::-1]) == "A\nB\n"


def test_no_edits_change_nothing() -> None:
    assert apply("a\r\nb\rc\n\n", []) == "a\r\nb\rc\n\n"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_in_the_sources(end: str) -> None:
    assert apply(f"a{end}b{end}c", [edit(2, 1, 2, 2, "B")]) == f"a{end}B{end}c"


@pytest.mark.parametrize("char", ["\f", "\v", "\x1c", "\x85", "\u2028"])
def test_what_only_splitlines_takes_for_a_line_end_is_text(char: str) -> None:
    assert apply(f"a{char}b\nc", [edit(1, 3, 1, 4, "B"), edit(2, 1, 2, 2, "C")]) == f"a{char}B\nC"


def test_columns_are_code_points() -> None:
    assert apply("🐡é = 1", [edit(1, 6, 1, 7, "2")]) == "🐡é = 2"


def test_a_span_over_lines_takes_their_ends() -> None:
    assert apply("a\r\nb\r\nc\r\n", [edit(1, 1, 2, 1, "")]) == "b\r\nc\r\n"


def test_what_is_inserted_in_one_place_keeps_its_order() -> None:
    assert apply("ab", [edit(1, 2, 1, 2, "1"), edit(1, 2, 1, 2, "2")]) == "a12b"


def test_what_is_inserted_stands_before_what_replaces_the_text_behind_it() -> None:
    edits = [edit(1, 2, 1, 3, "B"), edit(1, 2, 1, 2, "+"), edit(1, 3, 1, 3, "-")]
    assert apply("abc", edits) == "a+B-c"


@pytest.mark.parametrize("place", [Span(2, 1, 2, 1), Span(1, 3, 1, 3)])
def test_the_end_of_the_text_is_a_place(place: Span) -> None:
    text = "ab\n"[: place.line + 1]
    assert apply(text, [Edit(place, "c")]) == text + "c"


@pytest.mark.parametrize(
    "edits",
    [
        [edit(1, 1, 1, 3, "x"), edit(1, 2, 1, 4, "y")],
        [edit(1, 1, 1, 3, "x"), edit(1, 1, 1, 3, "x")],
        [edit(1, 1, 1, 4, "x"), edit(1, 2, 1, 2, "y")],
    ],
    ids=["part", "same", "inserted within"],
)
def test_edits_that_overlap_are_refused(edits: list[Edit]) -> None:
    for order in (edits, edits[::-1]):
        with pytest.raises(EditError, match="two edits overlap: at 1:1 and at 1:"):
            apply("abcd", order)


@pytest.mark.parametrize(
    "span",
    [
        Span(0, 1, 1, 1),
        Span(1, 0, 1, 1),
        Span(3, 1, 3, 1),
        Span(1, 1, 1, 5),
        Span(1, 1, 2, 2),
        Span(1, 3, 1, 1),
        Span(1, 1, 1, 2, cell=1),
    ],
)
def test_a_span_that_is_not_of_the_text_is_refused(span: Span) -> None:
    with pytest.raises(EditError, match=r"^an edit "):
        apply("abc\r\n", [Edit(span, "x")])


@given(TEXTS, st.data())
def test_an_edit_changes_what_a_span_of_the_sources_means(text: str, data: st.DataObject) -> None:
    places = [at for at in range(len(text) + 1) if text[at - 1 : at + 1] != "\r\n"]
    start = data.draw(st.sampled_from(places))
    end = data.draw(st.sampled_from([at for at in places if at >= start]))
    new = data.draw(TEXTS)
    edited = apply(text, [Edit(Places(text).span(start, end), new)])
    assert edited == text[:start] + new + text[end:]


@given(TEXTS, st.data())
def test_edits_together_are_edits_one_after_the_other(text: str, data: st.DataObject) -> None:
    places = [at for at in range(len(text) + 1) if text[at - 1 : at + 1] != "\r\n"]
    bounds = data.draw(st.lists(st.sampled_from(places), unique=True, max_size=8).map(sorted))
    ranges = list(zip(bounds[::2], bounds[1::2], strict=False))
    news = [data.draw(TEXTS) for _ in ranges]
    expected = text
    for (start, end), new in reversed(list(zip(ranges, news, strict=True))):
        expected = expected[:start] + new + expected[end:]
    spans = [Places(text).span(*bound) for bound in ranges]
    edits = [Edit(span, new) for span, new in zip(spans, news, strict=True)]
    assert apply(text, data.draw(st.permutations(edits))) == expected


READERS = {
    "a.ini": (ini.read, "; c\n[vec]\nnum_envs = OLD\n[train]\nx = 1\n"),
    "a.toml": (toml.read, "# c\n[vec]\nnum_envs = 'OLD'\n"),
    "a.json": (json.read, '{\n  "vec": {\n"num_envs": "OLD"}}\n'),
    "a.yaml": (yaml.read, "# c\nvec:\n  num_envs: OLD\n"),
}


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["", "byte-order mark"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("name", READERS)
def test_values_of_every_source_are_edited_where_they_stand(name: str, end: str, mark: str) -> None:
    if name == "a.toml" and (end == "\r" or mark):
        pytest.skip("TOML has no such texts")
    if name == "a.json" and mark:
        pytest.skip("JSON has no such texts")
    read, plain = READERS[name]
    text = mark + plain.replace("c\n", "é\u2028\x85🐡\n" if name == "a.ini" else "é🐡\n").replace(
        "\n", end
    )
    (setting,) = [s for s in read(text, name).settings if s.key == "num_envs"]
    old = setting.raw
    edited = apply(text, [Edit(setting.value_span, old.replace("OLD", "NEW"))])
    assert edited == text.replace("OLD", "NEW")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_uses_of_python_are_edited_where_they_stand(end: str) -> None:
    text = f"# é{end}\f{end}s = 'é\x85🐡'; import pufferlib{end}"
    document = python.read(text, "a.py", frozenset({"pufferlib"}))
    assert apply(text, [Edit(document.uses[0].span, "x")]) in {
        text.replace("import pufferlib", "x"),
        text.replace("pufferlib", "x"),
    }


@given(text=st.text(st.sampled_from("ab\n"), max_size=20), data=st.data())
def test_what_no_edit_changes_is_found_again(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=4, max_size=4)))
    places = Places(text)
    before, kept, behind = (places.span(*pair) for pair in itertools.pairwise(cuts))
    edits = [Edit(before, data.draw(st.sampled_from(["", "x", "x\ny"])))]
    if cuts[1] < cuts[2]:
        edits.append(Edit(behind, "z"))
    after = apply(text, edits)
    where, now = carried(text, edits, kept), Places(after)
    start, end = now.offset(where.line, where.column), now.offset(where.end_line, where.end_column)
    assert after[start:end] == text[cuts[1] : cuts[2]]
