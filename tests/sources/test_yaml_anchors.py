"""Commands that YAML's aliases take up from elsewhere in the file."""

from __future__ import annotations

import pytest

from profilecheck.document import Document
from profilecheck.sources import shell


def found(text: str) -> list[str]:
    """Each command with its line."""
    document = shell.in_yaml(Document("ci.yml", "yaml", text), ("puffer",))
    return [
        f"{one.span.line} {' '.join(word.text for word in one.words)}" for one in document.commands
    ]


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("x: &a puffer b\njob:\n  - run: *a\n", ["1 puffer b"]),
        ("x: &a puffer b # note\njob:\n  - run: *a # note\n  - run: *a\n", ["1 puffer b"]),
        ("x: &a |\n  cd x\n  puffer b\njob:\n  run: *a\n", ["3 puffer b"]),
        ("x:\n- &a 'puffer b'\n- c\njob:\n  script:\n    - *a\n", ["2 puffer b"]),
        ("x:\n- &a |\n  puffer b\n- c\njob:\n  script:\n    - *a\n", ["3 puffer b"]),
        ("x: &a\n  - cd x\n  - puffer b\njob:\n  script: *a\n", ["3 puffer b"]),
        (
            "x: &a\n  - puffer b\njob:\n  script:\n    - *a\n    - puffer c\n",
            ["2 puffer b", "6 puffer c"],
        ),
        ("x: &a [cd x, puffer b]\njob:\n  script: *a\n", ["1 puffer b"]),
        ("x: &a [puffer, b]\ny:\n  command: *a\n", ["1 puffer b"]),
        ("x: &a\n  - puffer\n  - b\ny:\n  command: *a\n  args: [c]\n", ["2 puffer b c"]),
        ("x: &b puffer b\ny:\n  entrypoint: [puffer]\n  command:\n    - *c\n", ["3 puffer"]),
        ("x: &a puffer b\ny: &a puffer c\njob:\n  run: *a\n", ["2 puffer c"]),
        ("job:\n  - run: &a puffer b\n  - run: *a\n", ["2 puffer b"]),
        ("y:\n  command: [puffer, *a, c]\nx: &a b\n", ["2 puffer  c"]),
        ("x: &a puffer b\njob:\n  name: *a\n", []),
        ("job:\n  run: *a\nx: &a puffer b\n", []),
        ("job:\n  run: *nobody\n", []),
        ("x: &a\n  run: puffer b\ny: *a\n", ["2 puffer b"]),
    ],
)
def test_an_alias_is_what_its_anchor_holds(text: str, commands: list[str]) -> None:
    assert found(text) == commands


def test_aliases_within_aliases_do_not_multiply() -> None:
    levels = "".join(f"a{n}: &a{n}\n" + f"  - *a{n - 1}\n" * 9 for n in range(1, 40))
    text = f"a0: &a0\n  - puffer b\n{levels}job:\n  script: *a39\n  before_script: *a1\n"
    assert set(found(text)) == {"2 puffer b"}
