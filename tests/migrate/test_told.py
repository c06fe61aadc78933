"""The forms of a ledger: everything is in each, and nothing of a file is anything but text."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from profilecheck.findings import START
from profilecheck.migrate.ledger import Beside, FileLedger, Ledger, Port
from profilecheck.migrate.told import endings, formats, is_ledger, tell
from profilecheck.report._cells import width as cells
from tests.migrate.helpers import migrated
from tests.migrate.samples import ADAM, BLOCKED, HOSTILE, OPEN, PLAIN, REFUSED

PORTED = FileLedger(
    "train.py",
    "unchanged",
    before=b"import pufferlib.vector\n",
    ports=(
        Port(START, "pufferlib.vector.make(...)", "write [vec] of an INI, and launch puffer train"),
    ),
    beside=(Beside("train_py.ini", "[vec]\ntotal_agents = 8\n", "what the call set up"),),
)
FILES = (
    migrated(ADAM, "a/adam.ini"),
    migrated(BLOCKED, "a/blocked.ini"),
    migrated(HOSTILE, "a/hostile.ini"),
    migrated(OPEN, "a/open.ini", decide={"train.batch_size": "drop"}),
    migrated(REFUSED, "a/refused.ini"),
    FileLedger("a/yours.ini", "left", "it is of 4.0 already"),
    FileLedger("gone.ini", "unreadable", "no such file or folder"),
    PORTED,
)
LEDGER = Ledger("3.0", "4.0", FILES)


def told(name: str, ledger: Ledger = LEDGER, width: int = 120) -> str:
    return tell(name, ledger, width=width)


def of(text: str, name: str = "x.ini") -> Ledger:
    return Ledger("3.0", "4.0", (migrated(text, name),))


def facts() -> Iterator[str]:
    """What every whole account has to hold, as plain text."""
    for file in FILES:
        yield file.path
        yield from filter(None, [file.reason])
        for entry in file.entries:
            yield from filter(None, [entry.key, entry.reason])
            yield from (put.key for put in entry.puts)
        for question in file.questions:
            yield from (question.key, question.asks)
            for choice in question.choices if question.open else ():
                yield from (f"{question.key}={choice.answer}", choice.does)
        for part in file.parts:
            yield from part.remarks
        yield from (one.message for one in file.errors)
        for port in file.ports:
            yield from (port.what, port.how)
        yield from (new.path for new in file.beside)


def plain(name: str, text: str) -> str:
    """The words of a form, without its markup and its breaks."""
    if name == "html":
        text = html.unescape(re.sub(r"<[^>]*>", " ", text))
    if name == "markdown":
        text = text.replace("&amp;", "&").replace("<!-- -->", "")
        text = re.sub(r"\\([\\`*_{}\[\]<>()#+!|~$-])", r"\1", text)
    if name == "json":
        text = re.sub(r"\\u([0-9a-f]{4})", lambda m: chr(int(m[1], 16)), text).replace('\\"', '"')
    return " ".join(text.split())


@pytest.mark.parametrize("name", ["html", "json", "markdown", "table"])
def test_everything_is_in_every_whole_account(name: str) -> None:
    text = plain(name, told(name, width=400))
    for fact in facts():
        words = " ".join(fact.split())
        known = words in text or words.encode("unicode_escape").decode() in text
        assert known, words


def test_the_forms_and_their_endings() -> None:
    assert formats() == ("diff", "html", "json", "markdown", "table")
    assert endings() == {".html": "html", ".json": "json", ".md": "markdown", ".txt": "table"}
    for name in endings().values():
        assert is_ledger(told(name).encode())
        assert is_ledger(told(name, Ledger("3.0", "4.0", ())).encode())


@pytest.mark.parametrize("name", ["html", "json", "markdown", "table"])
def test_no_form_holds_what_controls_a_terminal(name: str) -> None:
    text = told(name).replace("\n", "")
    assert text.isprintable()


# JSON


def test_json_has_every_setting_with_both_texts_and_its_place() -> None:
    data = json.loads(told("json", of(PLAIN)))
    assert (data["version"], data["source"], data["target"]) == (1, "3.0", "4.0")
    (experiment,) = data["files"][0]["experiments"]
    settings = {(s["section"], s["key"]): s for s in experiment["settings"] if s["key"]}
    written = re.findall(r"^(\w+) = ", PLAIN, re.MULTILINE)
    assert [key for _, key in settings] == written
    lines = PLAIN.splitlines()
    for (_, key), setting in settings.items():
        assert lines[setting["span"]["line"] - 1][setting["span"]["column"] - 1 :].startswith(key)
        assert setting["before"] in PLAIN
    assert settings["vec", "num_envs"]["before"] == "8  # objects"
    assert settings["vec", "num_envs"]["after"] == [
        {"section": "vec", "key": "total_agents", "text": "4096"}
    ]
    assert settings["train", "bptt_horizon"]["action"] == "renamed"
    new = [s for s in experiment["settings"] if s["key"] is None]
    assert new and all(s["span"] is None and s["before"] is None and s["after"] for s in new)


def test_json_counts_what_it_holds() -> None:
    data = json.loads(told("json"))
    statuses = [file["status"] for file in data["files"]]
    assert data["summary"]["files"] == {
        one: statuses.count(one)
        for one in ("changed", "by-hand", "unchanged", "blocked", "left", "unreadable")
    }
    counted = data["summary"]["settings"]
    told_of = [
        setting["action"]
        for file in data["files"]
        if file["status"] == "changed"
        for experiment in file["experiments"]
        for setting in experiment["settings"]
    ]
    assert counted == {one: told_of.count(one) for one in counted}
    assert sum(counted.values()) == len(told_of)


# Markdown


def rendered_cells(line: str) -> list[str]:
    """The cells of a table's line, as GitHub parts them: at bars that no backslash precedes."""
    return re.split(r"(?<!\\)\|", line)[1:-1]


def test_markdown_s_tables_keep_their_columns() -> None:
    for block in re.findall(r"(?:^\|.*\n)+", told("markdown"), re.MULTILINE):
        lines = block.splitlines()
        assert {len(rendered_cells(line)) for line in lines} == {len(rendered_cells(lines[0]))}


def test_nothing_of_a_file_is_markup_in_markdown() -> None:
    text = told("markdown", of(HOSTILE))
    outside = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", text)
    tags = set(re.findall(r"<[^>]*>", outside.replace("<!-- -->", "")))
    assert tags <= {"<details>", "</details>", "<summary>", "</summary>", "<br>"} | {
        text.splitlines()[0]
    }
    assert not re.search(r"@\w|(?<!#)#\d|https?://", outside.replace("\\", ""))


def test_decisions_are_a_checklist() -> None:
    text = told("markdown")
    assert re.search(r"^- \[ \] \*\*train\.optimizer\*\*\. 3", text, re.MULTILINE)
    assert re.search(r"^- \[x\] \*\*train\.batch\\_size\*\*: `drop`\. 3", text, re.MULTILINE)
    assert "  - `--decide a/adam.ini:train.batch_size=horizon=32`: " in text


# HTML


class Page(HTMLParser):
    """The elements and attributes of a page, and whether each is closed in its turn."""

    EMPTY = frozenset({"meta", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.names: set[str] = set()
        self.ids: list[str] = []
        self.links: set[str] = set()
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            self.names.add(name)
            if name == "id":
                self.ids.append(value or "")
            if name == "href":
                self.links.add(value or "")
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_nothing_of_a_file_is_markup_in_html() -> None:
    text = told("html")
    page = Page(text)
    assert not page.tags & {"script", "img", "link", "iframe", "object", "svg", "base", "form"}
    assert not {name for name in page.names if name.startswith("on")} | page.names & {
        "src",
        "style",
    }
    assert text.isascii()


def test_every_link_of_the_page_leads_somewhere_on_it() -> None:
    page = Page(told("html"))
    assert len(page.ids) == len(set(page.ids))
    assert page.links and all(link.startswith("#") and link[1:] in page.ids for link in page.links)


def test_both_sides_of_a_change_link_to_its_reason() -> None:
    text = told("html", of(PLAIN))
    row = re.search(r'<tr id="(f1-s\d+)">(?:(?!</tr>).)*bptt_horizon', text)
    assert row
    assert f'<code><a href="#{row[1]}">bptt_horizon = 64</a></code>' in text
    assert f'<code><a href="#{row[1]}">horizon = 64</a></code>' in text


def test_all_lines_of_both_sides_are_on_the_page() -> None:
    ledger = of(HOSTILE)
    page = Page(told("html", ledger))
    (file,) = ledger.files
    assert file.after is not None
    before, after = file.before.decode().count("\n"), file.after.decode().count("\n")
    assert {f"f1-b{n}" for n in range(1, before + 1)} <= {*page.ids}
    assert {f"f1-a{n}" for n in range(1, after + 1)} <= {*page.ids}


def test_a_decision_that_several_files_ask_has_its_answers_once() -> None:
    files = tuple(migrated(ADAM, f"{name}.ini") for name in "abc")
    text = told("html", Ledger("3.0", "4.0", files))
    assert text.count("<dt><code>--decide train.learning_rate=keep</code></dt>") == 1
    assert text.count('<a href="#d2">Answers, for all that ask</a>') == len(files)
    page = Page(text)
    assert all(link[1:] in page.ids for link in page.links)


def test_the_page_lists_first_what_needs_a_person_most() -> None:
    files = (of(PLAIN, "a.ini"), of(ADAM, "b.ini"), of(BLOCKED, "c.ini"))
    ledger = Ledger("3.0", "4.0", tuple(one for held in files for one in held.files))
    listed = re.findall(r'<td><a href="#f\d"><code>(.*?)</code>', told("html", ledger))
    assert listed == ["c.ini", "b.ini", "a.ini"]


def test_a_very_long_line_is_cut_on_the_page_and_said_to_be() -> None:
    text = told("html", of(PLAIN.replace("[train]", f"[train]\nmine = {'x' * 50_000}\n")))
    assert "more characters" in text
    assert len(text) < 40_000


# The terminal


@pytest.mark.parametrize("width", [20, 40, 75, 76, 100, 200])
@pytest.mark.parametrize("color", [False, True])
def test_no_line_is_wider_than_the_terminal(width: int, color: bool) -> None:
    text = re.sub(r"\x1b\[[0-9;]*m", "", tell("table", LEDGER, color=color, width=width))
    assert max(cells(line) for line in text.splitlines()) <= width


def test_a_narrow_terminal_is_told_the_same_words() -> None:
    narrow, wide = told("table", width=60), told("table", width=400)
    for word in ("adam_beta1", "bptt_horizon", "total_agents", "train.batch_size=horizon=32"):
        assert (word in narrow) is (word in wide)


def test_colours_only_where_they_are_allowed() -> None:
    assert "\x1b" not in tell("table", LEDGER)
    assert "\x1b[31m" in tell("table", LEDGER, color=True)
    assert "\x1b[32m+" in tell("diff", of(PLAIN), color=True)


def test_a_page_leaves_out_what_is_far_from_any_change() -> None:
    long = PLAIN.replace("[train]", "# far\n" * 2000 + "[train]")
    text = told("html", of(long))
    assert "2000 unchanged lines" not in text and "unchanged lines, not shown here" in text
    assert len(text) < 50_000
    assert "bptt_horizon" in text


def test_a_comment_that_a_setting_became_links_to_the_reason() -> None:
    text = told("html", of(PLAIN))
    row = re.search(r'<tr id="(f1-s\d+)">(?:(?!</tr>).)*num_workers', text)
    assert row and f'<code><a href="#{row[1]}"># 3.0: num_workers' in text


# Lines

SPLIT = """\
from pufferlib import PufferEnv, unroll_nested_dict
import pufferlib.vector
vec = pufferlib.vector.make(Env, num_envs=4096)
again = pufferlib.vector.make(Env, num_envs=4096)
names = ["puffer_breakout"]
from pufferlib import pufferl
pufferl.train("puffer_breakout")
"""
"""One import becomes two, which moves all lines below it."""


def test_all_lines_of_a_script_are_those_of_the_file_before() -> None:
    (file,) = (whole := Ledger("3.0", "4.0", (migrated(SPLIT, "train.py", agents=1),))).files
    assert file.after is not None and file.after.count(b"\n") == SPLIT.count("\n") + 1
    lines = SPLIT.split("\n")
    for port in file.ports:
        named = port.what.partition("(")[0].strip().rpartition(".")[2]
        assert named in lines[port.span.line - 1], port
    assert [one.span.line for one in file.ports if one.what == "vector.make(...)"] == [3, 4]
    assert "pufferlib.vector (again in lines 3, 4)" in [one.what for one in file.ports]
    (part, notes) = file.parts
    assert part.at is not None and part.at.line == 3
    assert notes.remarks[0].startswith("line 5: 'puffer_breakout' stays")
    data = json.loads(told("json", whole))["files"][0]
    assert [one["span"]["line"] for one in data["ports"]] == [p.span.line for p in file.ports]
    (new,) = file.beside
    assert "(line 3, line 4)" in new.text
    assert "Lines are those of train.py as it was before the migration." in new.text


@pytest.mark.parametrize("name", ["html", "markdown", "table"])
def test_every_form_says_once_which_lines_are_told(name: str) -> None:
    said = "Lines are those of the files as they were before the migration"
    assert plain(name, told(name, of(SPLIT, "train.py"), width=400)).count(said) == 1
    assert said not in plain(name, told(name, of(PLAIN), width=400))


def test_what_a_port_tells_is_no_finding_though_its_line_moved() -> None:
    (file,) = of(SPLIT, "train.py").files
    assert file.ports and not file.findings
