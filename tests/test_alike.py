"""What is written alike is judged once, and told as if each were judged by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from profilecheck.findings import Finding
from tests.rules.helpers import report, told

WRONG = "puffer train puffer_breakout --vec.num-envs 100 --vec.num-workers 6"
CONTINUED = "puffer train puffer_breakout \\\n  --vec.num-envs 100 \\\n  --vec.num-workers 6 --vec.batch-size 7"
CALL = 'pufferlib.vector.make(E, backend="Serial", num_envs=100, num_workers=6)'
LAID_OUT = "pufferlib.vector.make(\n    E,\n    num_envs=100,\n    num_workers=6,\n    backend='Serial',\n)"
HEAD = "import os\nimport pufferlib.vector\nN = 100\n"


def found(head: str, name: str, parts: list[str]) -> list[Finding]:
    """The findings on a file, as they are of its last part."""
    verdict = report(head + "\n".join(parts) + "\n", name=name, target=None)
    assert verdict.findings, told(verdict)
    first = (head + "\n".join(parts[:-1])).count("\n") + 1
    return [finding for finding in verdict.findings if finding.span.line > first]


@pytest.mark.parametrize(
    ("name", "head", "part"),
    [
        ("a.sh", "", WRONG),
        ("a.sh", "", f"{WRONG} --train.minibatch-size 7 --vec.nm-envs 3"),
        ("a.sh", "", f"{WRONG} --vec.total-agents 8"),
        ("a.sh", "", CONTINUED),
        ("a.md", "", f"```sh\n{CONTINUED}\n```"),
        ("a.yaml", "", f"- run: {WRONG}"),
        ("a.py", HEAD, f'os.system("{WRONG}")'),
        ("a.py", HEAD, CALL),
        ("a.py", HEAD, CALL.replace("100", "N")),
        ("a.py", HEAD, LAID_OUT),
    ],
)
def test_the_second_is_told_as_if_it_were_alone(name: str, head: str, part: str) -> None:
    blank = "\n" * part.count("\n")
    together, alone = found(head, name, [part, part]), found(head, name, [blank, part])
    assert alone
    assert together == alone


def test_one_with_a_comment_is_judged_by_itself() -> None:
    lines = [
        WRONG,
        f"{WRONG}  # profilecheck: ignore[PC203]",
        WRONG,
        "# profilecheck: ignore",
        WRONG,
    ]
    verdict = report("\n".join(lines), name="a.sh", target=None)
    assert [finding.span.line for finding in verdict.findings] == [1, 3], told(verdict)
    assert verdict.suppressed == 2


def test_those_that_differ_are_not_alike() -> None:
    lines = [
        WRONG,
        WRONG.replace("6", "7"),
        WRONG.replace("100", "96"),
        f" {WRONG}",
        WRONG.replace(" 6", "=6"),
    ]
    verdict = report("\n".join(lines), name="a.sh", target=None)
    assert [finding.span.line for finding in verdict.findings] == [1, 2, 4, 5], told(verdict)
    assert "num_workers = 7" in verdict.findings[1].message


def test_what_stands_elsewhere_stays_there() -> None:
    text = f"{HEAD}{CALL.replace('100', 'N')}\n{CALL.replace('100', 'N')}\n"
    first, second = report(text, name="a.py", target=None).findings[:2]
    assert first.span.line == 4 and second.span.line == 5
    assert replace(second, span=first.span, notes=()) == replace(first, notes=(), fix=second.fix)
