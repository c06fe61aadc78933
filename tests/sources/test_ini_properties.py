"""The INI reader against the running configparser, over generated texts and real configs.

Each property quotes the promise it proves. PROFILECHECK_EXAMPLES raises the number of examples.
"""

from __future__ import annotations

import configparser
import io
import os
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from profilecheck.document import Document, Setting
from profilecheck.findings import Span
from profilecheck.sources import ini
from profilecheck.sources.interpolation import InterpolationFault, interpolate
from tests.sources.merged import merge

REAL_CONFIGS = Path(__file__).parents[3] / "shared/facts/ini"

bounded = settings(
    max_examples=int(os.environ.get("PROFILECHECK_EXAMPLES", "400")),
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)

# Texts that are nasty on purpose.

NAMES = ("a", "b", "A", "num_envs", "Num_Envs", "İ", "ǅ", "x y", "a.b", "[", "]", "[a", "a]", "%")
TEXTS = (
    "",
    "1",
    "auto  # note",
    "# note",
    "a = b : c",
    "[vec]",
    "100%",
    "100%%",
    "%(a)s",
    "%(B)s",
    "%(b)s-%(num_envs)s",
    "%(missing)s",
    "%(a",
    "%()s",
    "%(x y)s%%%(a)s",
    "ü\u2028z",
    "p\x85q",
    "n\0l",
    "t\tu",
    "v ; profilecheck: ignore",
    '"q"',
    "\ufeff",
)
HEADERS = (
    "a",
    "b",
    "vec",
    "DEFAULT",
    "default",
    " vec ",
    "a]b",
    "]",
    "[",
    "sweep.vec",
    "%(a)s",
    "ü",
)
BLANKS = ("", " ", "\t", "\x0c", "\x1c", "\x1d", "\x1e", "\x1f", "\x85", "\u2028", "\xa0", " \x0b ")
INDENTS = ("", "", "", "", " ", "  ", "    ", "\t", "\x0c", "\x1d ", "\xa0", "\u2028")
SPACES = ("", "", " ", " ", "  ", "\t", "\x0c", "\x85", "\u2028")
DELIMITERS = ("=", "=", ":", "==", "=:", " : = ")
TAILS = ("", "", "", "# x", "# x [y]", "; z", "=", "tail", "# profilecheck: ignore")
NOTES = (" note", "", "a = 1", "[a]", " profilecheck: ignore[PC203]")
FAULTS = ("word", "= 1", ":", "[]", "[vec", "]", "]=[", "ü", "\ufeff", "[a")
LINE_ENDS = ("\n", "\n", "\n", "\n", "\r\n", "\r\n", "\r", "\n\r")


def lines_of(count: int, *parts: Sequence[str]) -> list[str]:
    """Lines put together at random, always the same: one draw a line keeps generation fast."""
    source = Random(f"{parts}")
    return ["".join(source.choice(part) for part in parts) for _ in range(count)]


NUMBERED = [f"k{number}" for number in range(10_000)]
HEADER_LINES = lines_of(500, INDENTS, ["["], HEADERS, ["]"], SPACES, TAILS)
SOUND_LINES = [
    *lines_of(3000, INDENTS, NUMBERED, SPACES, DELIMITERS, SPACES, TEXTS, SPACES),
    *lines_of(1000, INDENTS, NAMES, SPACES, DELIMITERS, SPACES, TEXTS, SPACES),
    *lines_of(1000, INDENTS, "#;", NOTES),
    *lines_of(2000, (" ", "  ", "\t", "     "), TEXTS, SPACES),
    *BLANKS * 150,
]
FAULTY_LINES = [
    *SOUND_LINES,
    *HEADER_LINES * 2,
    *lines_of(500, INDENTS, FAULTS),
    *lines_of(500, INDENTS, NAMES, DELIMITERS, TEXTS),
]

sound_lines = st.lists(st.sampled_from(SOUND_LINES), max_size=8)
faulty_lines = st.lists(st.sampled_from(FAULTY_LINES), max_size=8)
named_headers = st.permutations(["[vec]", "[DEFAULT]", "[train]"])


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Lines under up to four headers; half of all texts have no fault put in on purpose."""
    body = draw(st.sampled_from((sound_lines, faulty_lines)))
    lines = draw(body)
    if draw(st.integers(0, 9)):
        lines.insert(0, draw(st.sampled_from(HEADER_LINES)))
    for header in draw(named_headers)[: draw(st.integers(0, 3))]:
        lines += [header, *draw(body)]
    ends = Random(draw(st.integers(0, 99)))
    same = ends.choice((*LINE_ENDS, None, None))
    text = "".join(line + (same or ends.choice(LINE_ENDS)) for line in lines)
    text = text.rstrip("\r\n") if ends.random() < 0.3 else text
    return "\ufeff" + text if ends.random() < 0.05 else text


SOUP = st.text(alphabet="[]=:#;%()s aAbB1\n\n\n\r\t \x0c\x1c\x1d\x1e\x85\u2028\ufeff\0İ")
everything = st.one_of(texts(), texts(), texts(), SOUP, SOUP.map("[a]\n".__add__))


# The judge: configparser on an open text file.


def opened(text: str) -> io.TextIOWrapper:
    """What ``open()`` gives for a file of this text: the same class, with the same arguments."""
    return io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")


def judge(*texts: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser()
    for text in texts:
        parser.read_file(opened(text))
    return parser


def refusal(text: str) -> configparser.Error | None:
    try:
        judge(text)
    except configparser.Error as error:
        return error
    return None


def raw_values(parser: configparser.ConfigParser) -> dict[str, list[tuple[str, str]]]:
    found = {name: list(parser.items(name, raw=True)) for name in parser.sections()}
    return {"DEFAULT": list(parser.defaults().items()), **found}


def values(merged: dict[str, dict[str, Setting]]) -> dict[str, list[tuple[str, object]]]:
    return {
        name: [(key, setting.value) for key, setting in ini.in_force(merged, name).items()]
        for name in merged
    }


def outcome_there(parser: configparser.ConfigParser, section: str, key: str) -> object:
    """The interpolated value, or the kind of refusal and the name it lacks."""
    try:
        return parser.get(section, key)
    except configparser.InterpolationMissingOptionError as error:
        return ("missing", error.reference)
    except configparser.InterpolationSyntaxError:
        return ("syntax", None)
    except configparser.InterpolationDepthError:
        return ("depth", None)


def outcome_here(merged: dict[str, dict[str, Setting]], section: str, key: str) -> object:
    items = {name: str(setting.value) for name, setting in ini.in_force(merged, section).items()}
    try:
        return interpolate(items[key], key, items, section)
    except InterpolationFault as fault:
        return (fault.kind, fault.reference)


def assert_same_values(documents: list[Document], parser: configparser.ConfigParser) -> None:
    merged = merge(documents)
    assert values(merged) == raw_values(parser)
    assert list(merged) == list(parser)
    for section in parser:
        for key in parser[section]:
            assert outcome_here(merged, section, key) == outcome_there(parser, section, key)


# Reading a span back.


def source_lines(text: str) -> list[str]:
    """The lines of a text with their ends, as ``open(newline="")`` gives them."""
    return list(io.StringIO(text, newline=""))


def cut(text: str, span: Span) -> str:
    lines = source_lines(text)[span.line - 1 : span.end_line]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "".join(lines)


def joined(raw: str) -> str:
    """A raw value as the rules of continuation join it."""
    first, *further = [line.strip() for line in re.split(r"\r\n?|\n", raw)]
    return "\n".join([first, *(line for line in further if line[:1] not in ("#", ";") or not line)])


# The properties.


@bounded
@given(everything)
def test_a_text_is_broken_exactly_where_configparser_refuses_it(text: str) -> None:
    assert ini.read(text, "a.ini").broken == (refusal(text) is not None)


@bounded
@given(texts())
def test_sections_keys_and_values_are_those_of_configparser(text: str) -> None:
    document = ini.read(text, "a.ini")
    if not document.broken:
        assert_same_values([document], judge(text))


@bounded
@given(texts(), texts())
def test_a_file_over_a_default_file_holds_what_configparser_holds(below: str, above: str) -> None:
    documents = [ini.read(below, "default.ini"), ini.read(above, "a.ini")]
    if not any(document.broken for document in documents):
        assert_same_values(documents, judge(below, above))


@bounded
@given(everything)
def test_a_refusal_has_its_problem_of_the_same_kind_on_the_same_line(text: str) -> None:
    error = refusal(text)
    if error is None:
        return
    problems = [(problem.kind, problem.span.line) for problem in ini.read(text, "a.ini").problems]
    syntax = [line for kind, line in problems if kind == "syntax"]
    unclosed = [
        line for line in syntax if re.match(r"\s*\[[^]]*$", source_lines(text)[line - 1].strip())
    ]
    if isinstance(error, configparser.MissingSectionHeaderError):
        kind = "byte-order-mark" if text.startswith("\ufeff") else "text-before-section"
        assert problems[0] == (kind, error.lineno)
        return
    # Behind an unclosed header the reader knows better than configparser which section it is in.
    known = min(unclosed, default=10**9)
    if isinstance(error, configparser.ParsingError):
        lines = [line for line, _ in error.errors]
        assert [line for line in syntax if line <= known] == [n for n in lines if n <= known]
        assert all(kind == "syntax" for kind, line in problems if line <= known)
    elif isinstance(error, configparser.DuplicateSectionError):
        assert error.lineno is not None
        assert error.lineno > known or ("duplicate-section", error.lineno) in problems
    else:
        assert isinstance(error, configparser.DuplicateOptionError)
        assert error.lineno is not None
        kind = "duplicate-key" if error.option else "syntax"
        assert error.lineno > known or (kind, error.lineno) in problems


@bounded
@given(everything)
def test_every_span_holds_the_text_it_stands_for(text: str) -> None:
    document = ini.read(text, "a.ini")
    for setting in document.settings:
        assert cut(text, setting.key_span) == setting.written
        assert setting.written.strip().lower() == setting.key
        assert cut(text, setting.value_span) == setting.raw
        assert joined(setting.raw) == setting.value
    for comment in document.comments:
        assert cut(text, comment.span) == comment.text
        assert comment.text[0] in "#;"
    for section in document.sections:
        header = cut(text, section.span)
        assert header == f"[{section.name}]" or header[1:].strip() == section.name
    for problem in document.problems:
        assert cut(text, problem.span)


@bounded
@given(everything)
def test_places_are_in_the_order_of_the_file(text: str) -> None:
    document = ini.read(text, "a.ini")
    for spans in (
        [setting.key_span for setting in document.settings],
        [section.span for section in document.sections],
        [comment.span for comment in document.comments],
        [problem.span for problem in document.problems],
    ):
        assert spans == sorted(spans)


@pytest.mark.skipif(not REAL_CONFIGS.is_dir(), reason="the real configs are not beside the project")
@pytest.mark.parametrize("default", ["", "3.0/default.ini", "4.0/default.ini"])
def test_real_configs_read_as_configparser_reads_them(default: str) -> None:
    below = (REAL_CONFIGS / default).read_bytes().decode() if default else ""
    paths = sorted(REAL_CONFIGS.rglob("*.ini"))
    assert len(paths) > 100
    for path in paths:
        text = path.read_bytes().decode()
        document = ini.read(text, path.name)
        error = refusal(text)
        assert document.broken == (error is not None), (path, error)
        if error is None:
            assert_same_values([ini.read(below, "default.ini"), document], judge(below, text))
