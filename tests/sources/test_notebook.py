"""Notebooks: the code of their cells as one module, and findings at cell and line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from profilecheck import check_text
from profilecheck.document import Document
from profilecheck.findings import FileReport, Span
from profilecheck.report import render
from profilecheck.sources import notebook
from profilecheck.sources.notebook import NotANotebook
from tests.sources.typed import at

ROOTS = frozenset({"pufferlib"})
WRONG = "vecenv = make(creator, num_envs=100, num_workers=6, backend=Multiprocessing)"
AT = WRONG.index("num_workers") + 1
IMPORT = "from pufferlib.vector import make, Multiprocessing"


def text(*cells: str | tuple[str, str], **more: Any) -> str:
    """A notebook with these cells; a pair is a cell of another kind than code."""
    found = [
        {"cell_type": kind, "metadata": {}, "source": source.splitlines(keepends=True)}
        for kind, source in (cell if isinstance(cell, tuple) else ("code", cell) for cell in cells)
    ]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": found, **more})


def read(*cells: str | tuple[str, str], **more: Any) -> Document:
    return notebook.read(text(*cells, **more).encode(), "a.ipynb", ROOTS)


def names(*cells: str | tuple[str, str], **more: Any) -> list[str]:
    """What is used of the package."""
    return [use.name for use in read(*cells, **more).uses]


def judged(*cells: str | tuple[str, str], target: str = "3.0") -> FileReport:
    return check_text(text(*cells), "a.ipynb", target=target, host=64)


def found(*cells: str | tuple[str, str], target: str = "3.0") -> list[str]:
    """Code and place of each finding."""
    return [f"{one.code}@{one.span.start}" for one in judged(*cells, target=target).findings]


# What is read


def test_cells_are_one_module() -> None:
    assert names("import pufferlib.vector as v\n", "v.make(None)") == [
        "pufferlib.vector",
        "pufferlib.vector.make",
    ]


def test_cells_that_are_no_code_are_not_read() -> None:
    assert names(("markdown", "import pufferlib"), ("raw", "import pufferlib")) == []


def test_outputs_are_not_read() -> None:
    cell = {"cell_type": "code", "source": "x", "outputs": [{"text": "import pufferlib.nothing"}]}
    assert names(cells=[cell]) == []


@pytest.mark.parametrize("source", ["import pufferlib.vector", ["import ", "pufferlib.vector"]])
def test_a_source_is_a_text_or_its_pieces(source: object) -> None:
    assert names(cells=[{"cell_type": "code", "source": source}]) == ["pufferlib.vector"]


def test_nbformat_3() -> None:
    sheet = {"cells": [{"cell_type": "code", "input": ["import pufferlib.vector"]}]}
    assert names(nbformat=3, cells=None, worksheets=[sheet]) == ["pufferlib.vector"]


@pytest.mark.parametrize(
    "metadata",
    [
        {"kernelspec": {"language": "julia"}},
        {"language_info": {"name": "R"}},
    ],
)
def test_a_notebook_of_another_language(metadata: object) -> None:
    with pytest.raises(NotANotebook, match="no Python"):
        read("import pufferlib", metadata=metadata)


@pytest.mark.parametrize(
    "metadata",
    [
        {"kernelspec": {"language": "python", "name": "rl"}},
        {"language_info": {"name": "python", "version": "3.11"}},
        {"language_info": {"name": "ipython"}},
        {"kernelspec": None, "language_info": 7},
        [],
        None,
    ],
)
def test_a_notebook_of_python(metadata: object) -> None:
    assert names("import pufferlib", metadata=metadata) == ["pufferlib"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b"{}",
        b'{"cells": []}',
        b"\xff\xfe",
        b"[" * 100_000,
        b"\xef\xbb\xbf{}",
    ],
    ids=repr,
)
def test_what_is_no_notebook_is_skipped(data: bytes) -> None:
    with pytest.raises(NotANotebook):
        notebook.read(data[:200_000], "a.ipynb", ROOTS)
    report = check_text(data, "a.ipynb", target="3.0")
    assert report.state.value == "skipped"
    assert report.reason in (
        "it is no notebook: it is no JSON",
        "it is no notebook: it has no nbformat",
    )


@pytest.mark.parametrize(
    "cells",
    [
        None,
        7,
        [],
        [None, 7, "x"],
        [{}],
        [{"cell_type": "code"}],
        [{"cell_type": "code", "source": 7}],
    ],
)
def test_a_notebook_without_code(cells: object) -> None:
    assert names(cells=cells) == []
    assert check_text(text(cells=cells), "a.ipynb", target="3.0").state.value == "skipped"


@given(
    st.recursive(
        st.none() | st.integers() | st.text(),
        lambda v: (
            st.lists(v)
            | st.dictionaries(
                st.sampled_from(["cells", "cell_type", "source", "worksheets", "metadata"]), v
            )
        ),
    )
)
def test_any_json_is_read_or_refused(value: object) -> None:
    held = value if isinstance(value, dict) else {"cells": value}
    assert notebook.read(json.dumps({**held, "nbformat": 4}).encode(), "a.ipynb", ROOTS).calls == ()


# What is IPython's


@pytest.mark.parametrize(
    "cell",
    [
        "%matplotlib inline",
        "%load_ext autoreload\n%autoreload 2",
        "!pip install pufferlib==3.0.0",
        "!pip install \\\n  torch \\\n  pufferlib",
        "pip install pufferlib",
        "%pip install 'pufferlib>=3'",
        "cd PufferLib",
        "ls",
        "?pufferlib.vector",
        "??print",
        "print?",
        "pufferlib.vector.make??",
        "files = !ls *.py",
        "a, b = !echo 1 2",
        "kind = %env KIND",
        "if True:\n    !ls\nelse:\n    %pwd",
        "for x in y:\n    files[x] = !ls {x}",
        "!echo '(' [ {",
        '!echo """',
    ],
)
def test_lines_of_ipython(cell: str) -> None:
    """What follows in the cell and below it is read all the same, where it stands."""
    document = read(f"{cell}\nimport pufferlib.vector", "import pufferlib.models")
    assert [use.name for use in document.uses] == ["pufferlib.vector", "pufferlib.models"]
    assert document.problems == ()
    line = cell.count("\n") + 2
    assert [use.span for use in document.uses] == [
        Span(line, 8, line, 24),
        Span(line + 2, 8, line + 2, 24),
    ]


@pytest.mark.parametrize(
    "cell",
    [
        'x = """\n%matplotlib inline\n!ls\n"""',
        "x = (y\n  % z)",
        "x = y \\\n  % z",
        "x = [\n  'a',  # (\n  'b?'\n]\ny = x[0]",
        "x != 1",
        "x = 1 if y else z",
        'f"{x!r}"',
        "ls = 1\nls += 2",
        "cat.meow()",
        "more = pip",
    ],
)
def test_lines_that_are_pythons(cell: str) -> None:
    code = f"{cell}\nimport pufferlib"
    assert [use.span.line for use in read(code).uses] == [code.count("\n") + 1]


@pytest.mark.parametrize("magic", ["time", "timeit", "capture out", "px"])
def test_a_cell_that_a_magic_runs_as_python(magic: str) -> None:
    assert found(f"%%{magic}\n{IMPORT}\n{WRONG}") == [f"PC203@cell 1:3:{AT}"]


@pytest.mark.parametrize(
    "magic", ["bash", "writefile train.py", "html", "script python", "sql", ""]
)
def test_a_cell_that_is_no_python_of_the_notebook(magic: str) -> None:
    assert names(f"\n%%{magic}\nimport pufferlib.nothing", "import pufferlib") == ["pufferlib"]


@pytest.mark.parametrize("magic", ["%time", "%timeit -n 1", "%prun"])
def test_a_statement_that_a_magic_runs(magic: str) -> None:
    column = len(magic) + 1 + AT
    assert found(IMPORT, f"{magic} {WRONG}") == [f"PC203@cell 2:1:{column}"]


def test_a_cell_that_is_no_python_hides_nothing_else() -> None:
    cells = (IMPORT, "for x in:\n  pass", WRONG)
    assert found(*cells) == [f"PC203@cell 3:1:{AT}"]


def test_a_cell_that_is_no_python_and_imports_the_package_is_told() -> None:
    report = judged("import pufferlib.vector\nfor x in:", "import pufferlib.models")
    (finding,) = report.findings
    assert (finding.code, finding.span.start) == ("PC004", "cell 1:2:9")
    assert finding.severity.value == "warning"


# Places


def test_findings_stand_at_cell_and_line() -> None:
    cells = (("markdown", "# title"), IMPORT, "\n", f"# train\n{WRONG}")
    report = judged(*cells)
    (finding,) = report.findings
    assert finding.span == Span(2, AT, 2, AT + 13, 4)
    assert finding.notes[0].message == "[vec] num_envs = 100: this file, line 2 of cell 4"
    assert finding.notes[0].span == Span(2, AT - 14, 2, AT - 2, 4)


def test_every_format_tells_the_cell() -> None:
    from profilecheck.findings import Report

    report = Report((judged(("markdown", "a\nb"), IMPORT, f"x = 1\n{WRONG}"),))
    lines = render("text", report).splitlines()
    assert lines[1].startswith(f"a.ipynb:cell 3:2:{AT}: error PC203")
    assert lines[3:5] == [f"2 | {WRONG}", f"  | {' ' * (AT - 1)}^{'~' * 12}"]
    assert render("concise", report).startswith(f"a.ipynb:cell 3:2:{AT}: error PC203")
    data = json.loads(render("json", report))
    place = {key: data["findings"][0][key] for key in ("cell", "line", "column", "end_line")}
    assert place == {"cell": 3, "line": 2, "column": AT, "end_line": 2}
    assert data["findings"][0]["notes"][0]["cell"] == 3
    assert {one["cell"] for one in data["files"][0]["evidence"]} == {None}


def test_evidence_tells_the_cell() -> None:
    report = check_text(text("x", IMPORT), "a.ipynb")
    assert report.profile == "3.0"
    assert {one.span.cell for one in report.evidence if one.span} == {2}


def test_other_files_tell_no_cell() -> None:
    report = check_text("[base]\nenv_name = a\n[vec]\nnum_envs = 100\nnum_workers = 6\n", "a.ini")
    assert all(one.span.cell == 0 for one in report.findings)


@given(
    st.lists(
        st.lists(st.sampled_from(["", "x = 1", "# note", IMPORT, WRONG, "%time x"]), max_size=4),
        min_size=1,
        max_size=5,
    ),
    st.sampled_from(["\n", "\r\n"]),
)
def test_what_a_span_means_is_what_stands_there(cells: list[list[str]], end: str) -> None:
    """Each place, of a finding or a note, leads to the text that it is about, in its cell alone."""
    texts = [end.join(lines) for lines in cells]
    report = judged(*texts)
    for finding in report.findings:
        inside = texts[finding.span.cell - 1]
        if finding.code == "PC203":
            assert at(inside, finding.span) == "num_workers=6"


# Comments


@pytest.mark.parametrize(
    ("comment", "codes"),
    [
        ("# profilecheck: ignore[PC203] as it is", []),
        ("# profilecheck: ignore-file[PC203]", []),
        ("# profilecheck: ignore[PC204]", ["PC203", "PC905"]),
    ],
)
def test_comments_in_cells(comment: str, codes: list[str]) -> None:
    assert sorted(one.code for one in judged(IMPORT, f"{comment}\n{WRONG}").findings) == codes


def test_a_comment_holds_in_its_own_cell() -> None:
    cells = (IMPORT, "# profilecheck: ignore[PC203]", WRONG)
    assert found(*cells) == ["PC905@cell 2:1:24", f"PC203@cell 3:1:{AT}"]


def test_a_comment_says_what_a_notebook_is_for() -> None:
    assert [code[:5] for code in found("# profilecheck: target=4.0", IMPORT, target="auto")] == [
        "PC401"
    ]


def test_a_line_in_a_message_is_one_of_a_cell() -> None:
    report = judged(IMPORT, "# profilecheck: ignore[PC204]\nx = 1")
    told = next(one for one in report.findings if one.code == "PC905").message
    assert told == "`PC204` silences nothing: line 2 of cell 2 has no such finding"
