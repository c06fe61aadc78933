"""The INI reader, hazard by hazard. What configparser itself does is compared in test_ini_properties."""

from __future__ import annotations

import pytest

from profilecheck.document import Document, Setting
from profilecheck.findings import Span
from profilecheck.sources import ini
from tests.sources.merged import merge


def read(text: str) -> Document:
    return ini.read(text, "config/a.ini")


def sound(text: str) -> Document:
    document = read(text)
    assert document.problems == ()
    return document


def only(text: str) -> Setting:
    (setting,) = sound(text).settings
    return setting


def values(document: Document) -> dict[tuple[str, str], object]:
    return {(setting.section, setting.key): setting.value for setting in document.settings}


def problems(text: str) -> list[tuple[str, int, int]]:
    return [(p.kind, p.span.line, p.span.column) for p in read(text).problems]


# What a document holds


def test_a_document_keeps_its_path_format_and_text() -> None:
    document = sound("[vec]\nnum_envs = 8\n")
    assert (document.path, document.format) == ("config/a.ini", "ini")
    assert document.text == "[vec]\nnum_envs = 8\n"
    assert not document.broken


def test_a_setting_has_its_section_key_value_and_places() -> None:
    assert only("[vec]\n  Num_Envs  =  8  \n") == Setting(
        section="vec",
        key="num_envs",
        value="8",
        raw="8",
        key_span=Span(2, 3, 2, 11),
        value_span=Span(2, 16, 2, 17),
        written="Num_Envs",
    )


def test_a_section_has_the_span_of_its_header() -> None:
    (section,) = sound("\n  [vec]  tail\n").sections
    assert (section.name, section.span) == ("vec", Span(2, 3, 2, 8))


@pytest.mark.parametrize("text", ["", "\n", "# only a comment", "  \n\t\n", "[vec]", "[vec]\n\n"])
def test_a_text_without_settings_is_sound(text: str) -> None:
    assert sound(text).settings == ()


def test_the_last_line_needs_no_newline() -> None:
    assert only("[vec]\nnum_envs = 8").value == "8"


# Keys and delimiters


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("a=1", "a", "1"),
        ("a:1", "a", "1"),
        ("a = b : c", "a", "b : c"),
        ("a : b = c", "a", "b = c"),
        ("a == 1", "a", "= 1"),
        ("a:=1", "a", "=1"),
        ("a b = 1", "a b", "1"),
        ("SEED = X", "seed", "X"),
        ("a\x0c=\x0c1", "a", "1"),
        ('a = "1"', "a", '"1"'),
        ("a = 100%", "a", "100%"),
        ("a = x\0y", "a", "x\0y"),
        ("a = auto  # note", "a", "auto  # note"),
        ("a = # note", "a", "# note"),
        ("a = [x]", "a", "[x]"),
        ("[x = 1", "[x", "1"),
        ("]x[ = 1", "]x[", "1"),
        ("# a = [1]\nb = 2", "b", "2"),
    ],
)
def test_the_first_delimiter_parts_key_from_value(line: str, key: str, value: str) -> None:
    setting = only(f"[s]\n{line}\n")
    assert (setting.key, setting.value) == (key, value)


def test_a_key_that_grows_when_lower_cased_keeps_its_written_span() -> None:
    setting = only("[s]\nİ = 1")
    assert (setting.key, setting.written) == ("i̇", "İ")
    assert setting.key_span == Span(2, 1, 2, 2)


@pytest.mark.parametrize(("line", "column"), [("a =", 4), ("a:", 3), ("  a =  ", 6)])
def test_an_empty_value_has_an_empty_span_behind_its_delimiter(line: str, column: int) -> None:
    setting = only(f"[s]\n{line}\n")
    assert (setting.value, setting.raw) == ("", "")
    assert setting.value_span == Span(2, column, 2, column)


# Values over several lines


def test_a_deeper_line_goes_on_with_the_value() -> None:
    setting = only("[s]\na = 1\n   2  \n\t3\n")
    assert setting.value == "1\n2\n3"
    assert setting.raw == "1\n   2  \n\t3"
    assert setting.value_span == Span(2, 5, 4, 3)
    assert setting.span == setting.key_span


def test_a_blank_line_inside_a_value_belongs_to_it() -> None:
    assert only("[s]\na = 1\n\n  2\n\n\n").value == "1\n\n2"


def test_a_comment_line_inside_a_value_is_dropped_from_it() -> None:
    setting = only("[s]\na = 1\n  # note\n; note\n  2\n  # last\n")
    assert setting.value == "1\n2"
    assert setting.raw == "1\n  # note\n; note\n  2"


def test_a_value_may_begin_below_its_key() -> None:
    setting = only("[s]\na =\n  1\n  2\n")
    assert (setting.value, setting.raw) == ("\n1\n2", "\n  1\n  2")
    assert setting.value_span == Span(2, 4, 4, 4)


def test_a_deeper_key_or_header_is_part_of_the_value() -> None:
    document = sound("[vec]\nbackend = Serial\n  num_envs = 8\n  [train]\nseed = 1\n")
    assert values(document) == {
        ("vec", "backend"): "Serial\nnum_envs = 8\n[train]",
        ("vec", "seed"): "1",
    }
    assert [section.name for section in document.sections] == ["vec"]


def test_the_first_key_of_a_section_may_be_indented() -> None:
    assert values(sound("[s]\n    a = 1\n    b = 2\n  c = 3\n")) == {
        ("s", "a"): "1",
        ("s", "b"): "2",
        ("s", "c"): "3",
    }


def test_an_indented_comment_does_not_move_the_indentation() -> None:
    assert values(sound("[s]\na = 1\n      # note\n  b = 2\n")) == {("s", "a"): "1\nb = 2"}


# Sections


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("[ vec ]", " vec "),
        ("[sweep.vec.num_envs]", "sweep.vec.num_envs"),
        ("[vec] # x", "vec"),
        ("[vec] # x [y]", "vec] # x [y"),
        ("[vec]=1", "vec"),
        ("[[vec]]", "[vec]"),
        ("[]]", "]"),
        ("[a=b]", "a=b"),
        ("  [vec]", "vec"),
    ],
)
def test_the_last_bracket_closes_the_name(header: str, name: str) -> None:
    assert [section.name for section in sound(f"{header}\nk = 1\n").sections] == [name]


def test_default_is_a_section_of_its_own_here() -> None:
    document = sound("[DEFAULT]\na = 1\n[vec]\nb = 2\n")
    assert values(document) == {("DEFAULT", "a"): "1", ("vec", "b"): "2"}


def test_default_may_come_back() -> None:
    assert len(sound("[DEFAULT]\na = 1\n[vec]\n[DEFAULT]\nb = 2\n").sections) == 3


def test_default_remembers_its_keys_when_it_comes_back() -> None:
    assert problems("[DEFAULT]\na = 1\n[vec]\n[DEFAULT]\nA = 2\n") == [("duplicate-key", 5, 1)]


def test_the_same_key_in_two_sections_is_no_duplicate() -> None:
    assert len(sound("[env]\nnum_envs = 1\n[vec]\nnum_envs = 1\n").settings) == 2


# Line ends and other white space


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_of_open_ends_a_line(end: str) -> None:
    setting = only(end.join(["[s]", "a = 1", "  2", "", "  3", ""]))
    assert setting.value == "1\n2\n\n3"
    assert setting.raw == end.join(["1", "  2", "", "  3"])
    assert setting.value_span == Span(2, 5, 5, 4)


def test_a_value_over_mixed_line_ends_keeps_them_in_raw() -> None:
    assert only("[s]\r\na = 1\r  2\n  3\r\n").raw == "1\r  2\n  3"


@pytest.mark.parametrize(
    "space", ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]
)
def test_other_separators_end_no_line(space: str) -> None:
    assert only(f"[s]\na = x{space}b = y\n").value == f"x{space}b = y"


@pytest.mark.parametrize("space", ["\t", "\x0c", "\x1f", "\x85", "\xa0", "\u2028"])
def test_any_white_space_indents_by_one(space: str) -> None:
    assert only(f"[s]\na = 1\n{space}b = 2\n").value == "1\nb = 2"


# Comments


def test_comments_are_kept_with_their_places() -> None:
    document = sound("# one\n[s]\n  ; two \na = 1  # no comment\n")
    assert [(c.text, c.span, c.alone) for c in document.comments] == [
        ("# one", Span(1, 1, 1, 6), True),
        ("; two ", Span(3, 3, 3, 9), True),
    ]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("a = 1  # profilecheck: ignore[PC203] why", "# profilecheck: ignore[PC203] why"),
        ("a = 1 ;profilecheck: ignore", ";profilecheck: ignore"),
        ("a = # profilecheck: ignore", "# profilecheck: ignore"),
        ("a = 1 # note # profilecheck: ignore", "# profilecheck: ignore"),
    ],
)
def test_a_directive_behind_a_value_is_noted_and_stays_in_the_value(line: str, text: str) -> None:
    document = sound(f"[s]\n{line}\n")
    (comment,) = document.comments
    assert (comment.text, comment.alone) == (text, False)
    assert comment.span == Span(2, len(line) - len(text) + 1, 2, len(line) + 1)
    assert document.settings[0].value == line.removeprefix("a = ")


@pytest.mark.parametrize(
    "line", ["a = 1  # note", "a = 1# profilecheck: ignore", "a = 1 # see profilecheck: ignore"]
)
def test_other_tails_are_no_comments(line: str) -> None:
    assert sound(f"[s]\n{line}\n").comments == ()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ('"see # profilecheck: x there"', None),
        ("'see # profilecheck: x there'", None),
        ("r'see # profilecheck: x there'", None),
        ("['a', 'see # profilecheck: x']", None),
        ("'it\\'s # profilecheck: x'", None),
        ('"see # profilecheck: x" in a text', None),
        ("'''a\n  see # profilecheck: x\n  b'''", None),
        ("[\n  'see # profilecheck: x',\n  ]", None),
        ("'see # profilecheck: x' # profilecheck: y", "# profilecheck: y"),
        ("'a # profilecheck: x' 'b # profilecheck: y' # profilecheck: z", "# profilecheck: z"),
        ("'a' # profilecheck: 'x'", "# profilecheck: 'x'"),
        ("don't # profilecheck: can't", "# profilecheck: can't"),
        ("'open # profilecheck: x", "# profilecheck: x"),
        ("a # it's # profilecheck: that's", "# profilecheck: that's"),
        ("[\n  'a',  # profilecheck: x\n  'b']", "# profilecheck: x"),
    ],
)
def test_what_is_a_string_to_python_holds_no_directive(value: str, text: str | None) -> None:
    found = sound(f"[s]\na = {value}\nb = 1\n").comments
    assert [comment.text for comment in found] == ([] if text is None else [text])
    for one in found:
        assert one.span.end_column - one.span.column == len(one.text)


def test_a_directive_on_a_further_line_or_a_header_is_noted() -> None:
    document = sound("[s]  # profilecheck: ignore\na = 1\n  2  # profilecheck: ignore\n")
    assert [(c.span.line, c.span.column, c.alone) for c in document.comments] == [
        (1, 6, False),
        (3, 6, False),
    ]
    assert document.sections[0].name == "s"


# Faults


def test_a_line_without_delimiter_is_a_syntax_problem() -> None:
    (problem,) = read("[vec]\nnum_envs = 8\n  \nzero_copy\nseed = 1\n").problems
    assert (problem.kind, problem.fatal) == ("syntax", True)
    assert problem.span == Span(4, 1, 4, 10)
    assert problem.message == "no '=' or ':' after 'zero_copy'"


@pytest.mark.parametrize("line", ["= 1", ": 1", "[]", "word", "]"])
def test_what_is_no_header_and_no_setting_is_a_syntax_problem(line: str) -> None:
    assert problems(f"[s]\n{line}\n") == [("syntax", 2, 1)]


def test_the_settings_around_a_fault_are_read() -> None:
    document = read("[s]\na = 1\nword\n  more of it\nb = 2\n")
    assert values(document) == {("s", "a"): "1", ("s", "b"): "2"}
    assert len(document.problems) == 1


def test_text_before_the_first_section_is_one_problem() -> None:
    text = "# note\n  num_envs = 8\nseed = 1\n[vec]\nbackend = Serial\n"
    assert problems(text) == [("text-before-section", 2, 3)]
    assert values(read(text)) == {("vec", "backend"): "Serial"}


def test_an_unclosed_header_opens_its_section() -> None:
    document = read("[base]\npackage = ocean\n[vec\nnum_envs = 8\n")
    assert [(p.kind, p.span) for p in document.problems] == [("syntax", Span(3, 1, 3, 5))]
    assert values(document)["vec", "num_envs"] == "8"
    assert [section.name for section in document.sections] == ["base", "vec"]


def test_an_unclosed_header_begins_anew_as_a_closed_one_does() -> None:
    text = "[base]\nseed = 1\n[vec\n  seed = 2\n"
    assert problems(text) == [("syntax", 3, 1)]
    assert values(read(text)) == {("base", "seed"): "1", ("vec", "seed"): "2"}


def test_an_unclosed_header_below_stray_text_is_a_fault_of_its_own() -> None:
    assert problems("stray\n[vec\n") == [("text-before-section", 1, 1), ("syntax", 2, 1)]


def test_an_unclosed_first_header_opens_its_section() -> None:
    assert problems("[vec\nnum_envs = 8\n") == [("text-before-section", 1, 1)]
    assert values(read("[vec\nnum_envs = 8\n")) == {("vec", "num_envs"): "8"}


def test_each_further_occurrence_of_a_key_is_a_problem_and_kept() -> None:
    document = read("[s]\na = 1\nb = 2\nA : 3\na = 4\n")
    assert [(p.kind, p.span, p.first) for p in document.problems] == [
        ("duplicate-key", Span(4, 1, 4, 2), Span(2, 1, 2, 2)),
        ("duplicate-key", Span(5, 1, 5, 2), Span(2, 1, 2, 2)),
    ]
    assert [setting.value for setting in document.settings] == ["1", "2", "3", "4"]


def test_a_second_section_of_a_name_is_one_problem_whatever_it_holds() -> None:
    document = read("[s]\na = 1\n[t]\n [s]\na = 2\n")
    (problem,) = document.problems
    assert (problem.kind, problem.span) == ("duplicate-section", Span(4, 2, 4, 5))
    assert problem.first == Span(1, 1, 1, 4)
    assert [setting.value for setting in document.settings] == ["1", "2"]


def test_a_byte_order_mark_is_one_problem_and_read_over() -> None:
    document = read("\ufeff[vec] # profilecheck: ignore\nnum_envs = 8\n")
    assert [(p.kind, p.span) for p in document.problems] == [("byte-order-mark", Span(1, 1, 1, 2))]
    assert document.sections[0].span == Span(1, 2, 1, 7)
    assert document.comments[0].span == Span(1, 8, 1, 30)
    assert document.settings[0].key_span == Span(2, 1, 2, 9)


def test_a_byte_order_mark_does_not_indent() -> None:
    assert problems("\ufeff# note\n[s]\n") == [("byte-order-mark", 1, 1)]
    assert read("\ufeff# note").comments[0].span == Span(1, 2, 1, 8)


def test_all_faults_of_a_file_are_found_in_one_run() -> None:
    text = "x = 1\n[s]\na = 1\nword\na = 2\n[t]\n= 3\n[s]\nb = 4\n"
    assert problems(text) == [
        ("text-before-section", 1, 1),
        ("syntax", 4, 1),
        ("duplicate-key", 5, 1),
        ("syntax", 7, 1),
        ("duplicate-section", 8, 1),
    ]


def test_a_message_quotes_no_more_than_the_start_of_a_long_line() -> None:
    (problem,) = read("[s]\n" + "x" * 10_000).problems
    assert len(problem.message) < 100


# Merging


def test_later_files_lie_over_earlier_ones() -> None:
    default = sound("[base]\npackage = None\n[vec]\nnum_envs = 2\nseed = 42\n")
    own = sound("[vec]\nNUM_ENVS = 8\n[train]\n[DEFAULT]\nseed = 1\n")
    merged = merge([default, own])
    assert list(merged) == ["DEFAULT", "base", "vec", "train"]
    assert merged["vec"]["num_envs"] is own.settings[0]
    assert {key: setting.value for key, setting in merged["vec"].items()} == {
        "num_envs": "8",
        "seed": "42",
    }


def test_the_items_of_a_section_lie_over_those_of_default() -> None:
    merged = merge([sound("[DEFAULT]\nb = 1\na = 2\n[s]\nc = 3\nb = 4\n[t]\n")])
    assert [(k, s.value) for k, s in ini.in_force(merged, "s").items()] == [
        ("b", "4"),
        ("a", "2"),
        ("c", "3"),
    ]
    assert list(ini.in_force(merged, "t")) == ["b", "a"]
    assert list(ini.in_force(merged, "DEFAULT")) == ["b", "a"]


def test_a_section_that_no_file_has_has_no_items() -> None:
    with pytest.raises(KeyError, match="vec"):
        ini.in_force(merge([]), "vec")
