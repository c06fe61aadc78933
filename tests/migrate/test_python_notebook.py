"""Notebooks: edits land in the strings of the JSON, plans are told at cell and line."""

from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from profilecheck.edits import EditError
from profilecheck.findings import Edit, Span
from profilecheck.migrate.notebook import edited
from profilecheck.sources import notebook
from tests.migrate.helpers import migrated
from tests.sources.test_notebook import text

TRAIN = "pufferl.train('puffer_go')"
IMPORT = "from pufferlib import pufferl"


def cells(data: bytes) -> list[str]:
    """The code of each cell."""
    return ["".join(cell["source"]) for cell in json.loads(data)["cells"]]


@pytest.mark.parametrize("indent", [None, 1, "\t"])
def test_an_edit_changes_one_string_and_no_other_byte(indent: int | str | None) -> None:
    given_ = {
        "cells": [
            {"cell_type": "markdown", "metadata": {}, "source": [TRAIN]},
            {
                "cell_type": "code",
                "execution_count": 3,
                "metadata": {"tags": ["a\u00e9"]},
                "outputs": [{"text": [TRAIN], "n": 1e5}],
                "source": [
                    f"{IMPORT}\n",
                    "%matplotlib inline\n",
                    f"x = '\u00e9\U0001f421'; {TRAIN}",
                ],
            },
        ],
        "metadata": {"kernelspec": {"language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    for ascii_ in (True, False):
        before = json.dumps(given_, indent=indent, ensure_ascii=ascii_) + "\n"
        after = migrated(before, "nb.ipynb").after
        assert after is not None
        head, _, tail = before.rpartition("puffer_")
        assert after.decode() == head + tail


@pytest.mark.parametrize("code", [[f"{IMPORT}\n", TRAIN], f"{IMPORT}\n{TRAIN}"])
def test_a_source_may_be_one_string_or_several(code: object) -> None:
    before = json.dumps(
        {"nbformat": 4, "cells": [{"cell_type": "code", "source": code, "metadata": {}}]}
    )
    after = migrated(before, "nb.ipynb").after
    assert after is not None
    assert cells(after) == [f"{IMPORT}\npufferl.train('go')"]


def test_the_notebooks_of_old() -> None:
    before = json.dumps(
        {
            "nbformat": 3,
            "worksheets": [{"cells": [{"cell_type": "code", "input": [IMPORT, "\n", TRAIN]}]}],
        }
    )
    after = migrated(before, "nb.ipynb").after
    assert after is not None
    assert after.decode() == before.replace("puffer_", "")


def test_an_import_is_split_within_its_cell() -> None:
    before = text(
        "import os", "from pufferlib import (\n    pufferl,\n    unroll_nested_dict,\n)\nx = 1"
    )
    after = migrated(before, "nb.ipynb").after
    assert after is not None
    assert cells(after)[1] == (
        "from pufferlib.sweep import unroll_nested_dict\nfrom pufferlib import (\n    pufferl,\n)\nx = 1"
    )


def test_imports_are_found_between_magics() -> None:
    before = text(
        "%matplotlib inline\n!pip install x\nfrom pufferlib import unroll_nested_dict\n",
        "this is no Python",
        "%%bash\nfrom pufferlib import unroll_nested_dict\n",
        "%time from pufferlib import unroll_nested_dict",
    )
    after = migrated(before, "nb.ipynb").after
    assert after is not None
    assert cells(after) == [
        "%matplotlib inline\n!pip install x\nfrom pufferlib.sweep import unroll_nested_dict\n",
        "this is no Python",
        "%%bash\nfrom pufferlib import unroll_nested_dict\n",
        "%time from pufferlib.sweep import unroll_nested_dict",
    ]


def test_plans_are_told_at_cell_and_line() -> None:
    ledger = migrated(
        text(
            ("markdown", "# Title"),
            "import os\nimport pufferlib.vector\n",
            "v = 1\nv = pufferlib.vector.make(Env, num_envs=N)",
        ),
        "nb.ipynb",
        agents=1,
    )
    assert ledger.status == "by-hand"
    assert [(port.span.start, port.what) for port in ledger.ports] == [
        ("cell 2:2:8", "pufferlib.vector (again in line 2 of cell 3)"),
        ("cell 3:2:5", "vector.make(...)"),
    ]
    (part,) = ledger.parts
    assert part.at is not None and part.at.first_line == "line 2 of cell 3"
    assert not ledger.errors


def test_the_config_of_a_notebook_names_the_cell() -> None:
    ledger = migrated(
        text("import pufferlib.vector", "v = pufferlib.vector.make(Env, num_envs=4096)"),
        "nb.ipynb",
        agents=1,
    )
    (new,) = ledger.beside
    assert new.path == "nb_ipynb_vec_4.0.ini"
    assert "line 1 of cell 2" in new.text


@pytest.mark.parametrize(
    "data", ["no JSON", "{}", '{"nbformat": 4, "metadata": {"language_info": {"name": "R"}}}']
)
def test_what_is_no_notebook_of_python_is_left(data: str) -> None:
    assert migrated(data, "nb.ipynb").status == "left"


def test_a_second_run_changes_nothing() -> None:
    after = migrated(text(IMPORT, TRAIN), "nb.ipynb").after
    assert after is not None
    assert migrated(after, "nb.ipynb").status == "left"


LINE = st.text(st.sampled_from("ab'\"\\\t/\u00e9\U0001f421\x7f\u2028 \ud83d"), max_size=6)


@settings(max_examples=200, deadline=None)
@given(
    lines=st.lists(LINE, min_size=1, max_size=4),
    cuts=st.lists(st.integers(0, 30), max_size=3),
    ascii_=st.booleans(),
    data=st.data(),
)
def test_an_edit_anywhere_is_that_edit_of_the_code(
    lines: list[str], cuts: list[int], ascii_: bool, data: st.DataObject
) -> None:
    code = "\n".join(lines)
    if not ascii_ and "\ud83d" in code:
        return  # a lone surrogate has no bytes but as an escape
    at = sorted({0, len(code), *(cut for cut in cuts if cut < len(code))})
    pieces = [code[a:b] for a, b in itertools.pairwise(at)] or [""]
    before = json.dumps(
        {"nbformat": 4, "cells": [{"cell_type": "code", "source": pieces}]}, ensure_ascii=ascii_
    ).encode()
    document = notebook.read(before, "nb.ipynb", frozenset({"pufferlib"}))
    line = data.draw(st.integers(1, len(lines)))
    last = data.draw(st.integers(line, len(lines)))
    column = data.draw(st.integers(1, len(lines[line - 1]) + 1))
    end = data.draw(st.integers(column if last == line else 1, len(lines[last - 1]) + 1))
    new = data.draw(st.sampled_from(["", "x", '"\\\n\u00e9']))
    after = edited(before, document, [Edit(Span(line, column, last, end), new)])
    starts = [0]
    for one in lines:
        starts.append(starts[-1] + len(one) + 1)
    wanted = code[: starts[line - 1] + column - 1] + new + code[starts[last - 1] + end - 1 :]
    assert cells(after) == [wanted]


def test_edits_that_overlap_are_refused() -> None:
    before = text("abcdef").encode()
    document = notebook.read(before, "nb.ipynb", frozenset())
    edits = [Edit(Span(1, 1, 1, 4), ""), Edit(Span(1, 3, 1, 5), "")]
    with pytest.raises(EditError):
        edited(before, document, edits)


@pytest.mark.parametrize("magic", ["%%bash", "%%sh", "%%script bash"])
def test_a_pin_and_a_launch_line_in_one_cell_move_together(magic: str) -> None:
    script = f"{magic}\npip install pufferlib==3.0.0\npuffer train puffer_squared --train.bptt-horizon 64\n"
    ledger = migrated(text(script), "a.ipynb", pin="8e3e7546428f06839dad031935081ff3ad915f07")
    assert ledger.after is not None
    (cell,) = cells(ledger.after)
    assert "PufferLib@8e3e7546" in cell and "puffer train squared --train.horizon 64\n" in cell
    assert "3.0.0" not in cell
