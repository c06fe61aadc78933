"""A place behind a sentence, where the sentence does not tell it."""

from __future__ import annotations

import pytest

from profilecheck.findings import Span
from profilecheck.report._words import placed


@pytest.mark.parametrize(
    ("message", "line", "told"),
    [
        ("named again in line 24", 24, "named again in line 24"),
        ("named again in lines 24, 31", 24, "named again in lines 24, 31"),
        ("it stands on lines 3 and 24", 24, "it stands on lines 3 and 24"),
        ("set above", 24, "set above (line 24)"),
        ("as line 24 says", 2, "as line 24 says (line 2)"),
        ("as line 2 says", 24, "as line 2 says (line 24)"),
        ("of lines 24, 31", 3, "of lines 24, 31 (line 3)"),
    ],
)
def test_a_line_is_told_once(message: str, line: int, told: str) -> None:
    assert placed(message, None, Span(line, 1, line, 2), "a.py") == told


def test_a_line_of_a_cell_is_told_once() -> None:
    span = Span(2, 1, 2, 5, 3)
    told = "named again in line 2 of cell 3, line 4 of cell 5"
    assert placed(told, None, span, "a.ipynb") == told
    assert placed("line 2 of cell 31", None, span, "a.ipynb").endswith("31 (line 2 of cell 3)")
