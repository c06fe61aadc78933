"""The commands that Python modules and the cells of notebooks start."""

from __future__ import annotations

import json
from functools import partial
from textwrap import dedent

import pytest

from profilecheck.document import Document, Word
from profilecheck.findings import State
from profilecheck.sources import notebook, python
from tests.rules.helpers import finds, quiet, report
from tests.work import counted

MARKS = ("puffer",)
HEAD = "import asyncio, os, shlex, subprocess, sys\nfrom subprocess import Popen, run as start\n"


def told(word: Word) -> str:
    return word.text + ("" if word.whole else "?") + ("*" if word.several else "")


def commands(document: Document) -> list[str]:
    return [" ".join(map(told, command.words)) for command in document.commands]


def started(text: str) -> list[str]:
    return commands(python.read(HEAD + dedent(text), "a.py", frozenset(), MARKS))


def cell(text: str) -> list[str]:
    cells = [{"cell_type": "code", "source": text}]
    data = json.dumps({"nbformat": 4, "metadata": {}, "cells": cells}).encode()
    return commands(notebook.read(data, "a.ipynb", frozenset(), MARKS))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('subprocess.run(["puffer", "a"])', "puffer a"),
        ('subprocess.run(("puffer", "a"), check=True)', "puffer a"),
        ('subprocess.check_call(args=["puffer", "a"])', "puffer a"),
        ('start(["puffer", "a"])', "puffer a"),
        ('p = Popen(["puffer", "a"], env=e)', "puffer a"),
        ('subprocess.run(["puffer", x, str(n), f"--a={n}", *more])', "puffer ? ? --a=? ?*"),
        ('subprocess.run(["puffer"] + ["a"] + more)', "puffer a ?*"),
        ('E = "x"\nsubprocess.run(["puffer", E, "--a=" + E, "--b=" + n])', "puffer x --a=x --b=?"),
        (
            'subprocess.run([sys.executable, "-m", "puffer.x", "a"])',
            "python -m puffer.x a",
        ),
        ('os.system("puffer a --b 1")', "puffer a --b 1"),
        ('os.system(f"puffer {x} --b={n} --c")', "puffer ?* --b=? --c"),
        ('os.system("puffer {} --b={}".format(x, n))', "puffer ?* --b=?"),
        ('os.system("puffer %s --b=%d" % (x, n))', "puffer ?* --b=?"),
        ('os.system("puffer a "\n  "--b 1")', "puffer a --b 1"),
        ('os.system("""\n  puffer a \\\\\n    --b 1\n""")', "puffer a --b 1"),
        ('subprocess.run("puffer a > log", shell=True)', "puffer a"),
        ('subprocess.run(shlex.split("puffer a --b"))', "puffer a --b"),
        ('subprocess.run("puffer a --b".split())', "puffer a --b"),
        ('os.execvp("puffer", ["puffer", "a"])', "puffer a"),
        ('os.execlp("puffer", "puffer", "a")', "puffer a"),
        ('asyncio.run(asyncio.create_subprocess_exec("puffer", "a"))', "puffer a"),
        ('os.system(" ".join(["puffer", "a", x]))', "puffer a ?"),
        ('c = ["puffer", "a"]\nos.system(" ".join(c) + " --b")', "puffer a --b"),
        ('c = ["puffer", "a"]\nsubprocess.run(c)', "puffer a"),
        ('c = ["puffer", "a"]\nprint(c)\nsubprocess.run(c)', "puffer a"),
        ('c = ["puffer", "a"]\nc.append("b")\nsubprocess.run(c)', "puffer a ?*"),
        ('c = ["puffer", "a"]\nc += ["b"]\nsubprocess.run(c)', "puffer a ?*"),
        ('c = ["puffer", "a"]\nextend(c)\nsubprocess.run(c)', "puffer a ?*"),
        ('c = ["puffer", "a"]\ndef f():\n  subprocess.run(c)', "puffer a"),
        (
            'try:\n  subprocess.run(["puffer", "a"])\nexcept subprocess.CalledProcessError:\n  pass',
            "puffer a",
        ),
    ],
)
def test_a_command(text: str, expected: str) -> None:
    assert started(text) == [expected]


def test_a_shell_that_is_started_runs_its_text() -> None:
    assert "puffer a" in started('subprocess.run(["bash", "-c", "cd x && puffer a"])')
    assert "puffer a" in started('subprocess.run(["srun", "bash", "-c", f"puffer a"])')


@pytest.mark.parametrize(
    "text",
    [
        'print("puffer a")',
        '["puffer", "a"]',
        'x = "puffer a"',
        'help(["puffer", "a"])',
        'self.run(["puffer", "a"])',
        "os.system",
        "os.system()",
        "os.system(c)",
        "subprocess.run()",
        'subprocess.run("puffer a")',
        'subprocess.run("puffer a", shell=False)',
        'subprocess.run(["puffer", "a"], shell=shell)',
        'def run(x): ...\nrun(["puffer", "a"])',
        'c = ["puffer", "a"]\nc[0] = x\nsubprocess.run(c)',
        'c = ["puffer", "a"]\nc.insert(0, x)\nsubprocess.run(c)',
        'c = ["puffer", "a"]\nif x: c = ["b"]\nsubprocess.run(c)',
        'for c in [["puffer", "a"]]: subprocess.run(c)',
        'def f(c=["puffer", "a"]): subprocess.run(c)',
        'with pytest.raises(OSError):\n  subprocess.run(["puffer", "a"])',
        'subprocess.run("puffer a | tee x".split())',
        "c = c + ['puffer']\nsubprocess.run(c)",
    ],
)
def test_what_starts_no_command_that_is_known(text: str) -> None:
    assert started(text) == []


@pytest.mark.parametrize(
    ("line", "places"),
    [
        ('subprocess.run(["puffer", "--a=b"])', [(3, 18, 24), (3, 28, 33)]),
        ("subprocess.run(['puffer', E])", [(3, 18, 24), (3, 27, 28)]),
        ('os.system("puffer --a")', [(3, 12, 18), (3, 19, 22)]),
        ('os.system(f"puffer {x} é --a")', [(3, 13, 19), (3, 20, 21), (3, 24, 25), (3, 26, 29)]),
        ('os.system("""puffer\\\n  --a""")', [(3, 14, 20), (4, 3, 6)]),
        ('os.system("""puffer \\\\\n  --a""")', [(3, 14, 20), (4, 3, 6)]),
        ('os.system("puffer \\"a\\" b")', [(3, 12, 18), (3, 19, 24), (3, 25, 26)]),
        ('os.system(f"puffer \\\\\\n --a {x}")', [(3, 13, 19), (3, 25, 28), (3, 29, 30)]),
        ('os.system("puffer \\x41")', [(3, 11, 12), (3, 11, 12)]),
    ],
)
def test_words_stand_where_they_are_written(line: str, places: list[tuple[int, int, int]]) -> None:
    (command,) = python.read(HEAD + line, "a.py", frozenset(), MARKS).commands
    spans = [(w.span.line, w.span.column, w.span.end_column) for w in command.words]
    assert spans == places


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("!puffer a", ["puffer a"]),
        ("  !puffer a --b {n} c_{n} $m", ["puffer a --b ? c_? ?*"]),
        ("!cd x && puffer a \\\n  --b", ["puffer a --b"]),
        ("out = !puffer a", ["puffer a"]),
        ("%sx puffer a", ["puffer a"]),
        ("%%bash\ncd x\npuffer a", ["puffer a"]),
        ("%%shell\npuffer a", ["puffer a"]),
        ("%%script bash\nE=a\npuffer $E", ["puffer a"]),
        ("%run puffer.py a", ["python puffer.py a"]),
        ("%%time\n!puffer a", ["puffer a"]),
        ("import os\nos.system('puffer a')", ["puffer a"]),
        ("# !puffer a", []),
        ("print('!puffer a')", []),
        ("%%writefile a.sh\n!puffer a", []),
        ("%%html\n!puffer a", []),
        ("%cd puffer", []),
    ],
)
def test_a_cell(text: str, expected: list[str]) -> None:
    assert cell(text) == expected


@pytest.mark.parametrize(
    "line",
    [
        "a{0} = [*a{1}, *a{1}, *a{1}, *a{1}]\n",
        "a{0} = a{1} + a{1}\n",
        "a{0} = f'x' + a{1} + a{1} + a{1}\n",
        "a{0} = ' '.join([a{1}, a{1}, a{1}])\n",
        "a{0} = a{0} + a{1}\n",
    ],
)
def test_what_names_others_again_and_again_ends(line: str) -> None:
    text = "".join(line.format(i, i + 1) for i in range(60))
    for first in ("['puffer']", "'puffer '"):
        source = f"a60 = {first}\n{text}subprocess.run(a0)\nos.system(a0)\n"
        _, calls = counted(partial(started, source))
        assert calls < 1_000_000


def test_a_text_of_many_parts_is_put_together() -> None:
    parts = " + ".join([repr("puffer a"), *(repr(f" --b {i}") for i in range(30))])
    assert started(f"os.system({parts})")[0].endswith("--b 29")


CALL = (
    'import subprocess\nsubprocess.run(["puffer", "train", "puffer_x", "--train.horizon", "64"])\n'
)


def test_a_launch_in_python_is_judged() -> None:
    finding = finds(CALL, "PC701", name="a.py", at=(2, 49))
    assert "--train.bptt-horizon" in finding.message


def test_one_that_is_right_is_not_told() -> None:
    quiet(CALL.replace("horizon", "bptt-horizon"), name="a.py")


def test_a_comment_silences_it() -> None:
    verdict = report(CALL.replace("])\n", "])  # profilecheck: ignore[PC701] old\n"), name="a.py")
    assert (verdict.state, verdict.suppressed) == (State.OK, 1)


def test_a_comment_in_a_cell_silences_it() -> None:
    line = "!puffer train puffer_x --train.horizon 64"
    for text in (
        f"{line}  # profilecheck: ignore[PC701] old\n",
        f"%%bash\n# profilecheck: ignore[PC701] old\n{line[1:]}\n",
    ):
        cells = [{"cell_type": "code", "source": text}]
        data = json.dumps({"nbformat": 4, "metadata": {}, "cells": cells})
        verdict = report(data, name="a.ipynb")
        assert (verdict.state, verdict.suppressed) == (State.OK, 1), verdict.findings


def test_a_module_that_starts_nothing_is_skipped() -> None:
    assert report('x = "puffer train"\n', name="a.py").state is State.SKIPPED


def test_its_own_words_tell_what_it_is_for() -> None:
    line = 'subprocess.run(["puffer", "train", "x", "--vec.num-envs", "100", "--vec.num-workers", "6"])'
    finds(HEAD + line, "PC203", name="a.py", target=None, at=(3, 67))
    data = json.dumps(
        {
            "nbformat": 4,
            "metadata": {},
            "cells": [
                {
                    "cell_type": "code",
                    "source": "!puffer train x --vec.num-envs 100 --vec.num-workers 6",
                }
            ],
        }
    )
    finds(data, "PC203", name="a.ipynb", target=None)


def test_a_launcher_for_two_generations_uses_one_of_them() -> None:
    text = """
        import pufferlib.vector
        if gen == "4.0":
            subprocess.run(["puffer", "train", "breakout", "--vec.total-agents", str(n)])
        else:
            subprocess.run(["puffer", "train", "puffer_breakout", "--vec.num-envs", str(n)])
        """
    quiet(HEAD + dedent(text), name="a.py", target=None)


def test_a_line_that_tells_nothing_is_for_what_its_file_uses() -> None:
    text = (
        'import pufferlib.vector\nsubprocess.run(["puffer", "train", "x", "--vec.nm-envs", "8"])\n'
    )
    finds(HEAD + text, "PC702", name="a.py", target=None)
    verdict = report(HEAD + text.partition("\n")[2], name="a.py", target=None)
    assert verdict.state is State.AMBIGUOUS
