"""Comments at launch lines: one at a command of several lines holds for all of it, wherever it stands."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, report, told

LINE = "puffer train puffer_breakout --vec.num-envs 100 --vec.num-workers 6"
NOTE = "# profilecheck: ignore[PC203]"
HTML = "<!-- profilecheck: ignore[PC203] -->"
ITEMS = "".join(f"    - {word!r}\n" for word in LINE.split())
WORDS = ",\n    ".join(map(repr, LINE.split()))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yml", f"a:\n  run: |\n    {NOTE}\n    {LINE}\n"),
        ("a.yml", f"a:\n  run: |\n    {LINE}  {NOTE}\n"),
        ("a.yml", f"a:\n  {NOTE}\n  run: |\n    cd x\n    {LINE}\n"),
        ("a.yml", f"a:\n  run: |  {NOTE}\n    cd x\n    {LINE}\n"),
        ("a.yml", f"a:\n  script:\n  - |\n    {NOTE}\n    {LINE}\n"),
        ("a.yml", f"a:\n  command:  {NOTE}\n{ITEMS}"),
        ("a.yml", f"a:\n  command:\n{ITEMS[:-1]}  {NOTE}\n"),
        ("a.md", f"text {HTML}\n```sh\n{LINE}\n```\n"),
        ("a.md", f"text {HTML} more\n```sh\n{LINE}\n```\n"),
        ("a.md", f"<!--\nprofilecheck: ignore[PC203]\nwhy\n-->\n```sh\n{LINE}\n```\n"),
        ("a.py", f"import subprocess\n{NOTE}\nsubprocess.run([\n    {WORDS}\n])\n"),
        ("a.py", f"import subprocess\nsubprocess.run([  {NOTE}\n    {WORDS}\n])\n"),
        ("a.py", f"import subprocess\nsubprocess.run([\n    {WORDS}\n])  {NOTE}\n"),
        ("a.py", f"import subprocess\n{NOTE}\nx = [\n    {WORDS}\n]\nsubprocess.run(x)\n"),
        ("a.py", f"import os\n{NOTE}\nwith os.popen(\n    {LINE!r}\n) as x:\n    pass\n"),
        ("Dockerfile", f"FROM x\n{NOTE}\nRUN true && \\\n  {LINE}\n"),
        ("a.sh", f"{NOTE}\nA=1 B=2 \\\n  {LINE} \\\n  | tee x\n"),
        ("a.sh", f"A=1 B=2 \\\n  {LINE} \\\n  | tee x  {NOTE}\n"),
        ("Makefile", f"a:\n\t{NOTE}\n\tcd x; \\\n\t  {LINE}\n"),
    ],
)
def test_a_comment_holds_for_the_whole_command(name: str, text: str) -> None:
    verdict = report(text, name=name, target=None)
    assert (verdict.suppressed, verdict.findings) == (1, ()), told(verdict)


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.yml", f"a:\n  run: |\n    {LINE}\n    {LINE} {NOTE}\n", 3),
        ("a.yml", f"a:\n  {NOTE}\n  run: cd x\n  script: {LINE}\n", 4),
        ("a.py", f"import os\n{NOTE}\nos.system(\n  'x')\nos.system('{LINE}')\n", 5),
        ("a.sh", f"{NOTE}\ncd x\n{LINE}\n", 3),
        ("a.md", f"```sh\n{LINE}\n```\ntext {HTML}\n", 2),
    ],
)
def test_it_does_not_hold_for_others(name: str, text: str, line: int) -> None:
    assert finds(text, "PC203", name=name, target=None).span.line == line


def test_the_comments_of_a_block_in_yaml_are_in_force() -> None:
    finds(
        f"a:\n  run: |\n    {LINE}\n    # profilecheck: target=4.0\n",
        "PC701",
        name="a.yml",
        target=None,
        count=2,
    )
    finds(
        f"a:\n  run: |\n    # profilecheck: ignore[PC2003]\n    {LINE}\n",
        "PC904",
        name="a.yml",
        target=None,
    )
