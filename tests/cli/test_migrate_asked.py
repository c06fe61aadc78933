"""The same question, note or finding of several files and experiments is told once, with all that it is about."""

from __future__ import annotations

import json

import pytest

from profilecheck.migrate.ledger import Ledger
from profilecheck.migrate.told import tell
from profilecheck.migrate.told.asked import Asked, asked
from tests.cli.helpers import Cli
from tests.migrate.helpers import migrated
from tests.migrate.samples import OPEN, PLAIN

MANY = [f"{number:02}.ini" for number in range(40)]
VEC = {"vec": {"num_envs": 8, "num_workers": 4}}


def ledger(*texts: tuple[str, str]) -> Ledger:
    return Ledger("3.0", "4.0", tuple(migrated(text, name) for name, text in texts))


def of(whole: Ledger) -> Asked:
    (one,) = [one for one in asked(whole) if one.question.open]
    return one


def test_forty_files_ask_once(cli: Cli) -> None:
    for name in MANY:
        cli.write(name, OPEN)
    ran = cli("migrate", ".")
    assert ran.err.count("train.batch_size: 3.0 refuses") == 1
    assert "00.ini, 01.ini, 02.ini and 37 more files: train.batch_size: " in ran.err
    assert "\n    asked by 00.ini, 01.ini, " in ran.err and "19.ini, 20 more\n" in ran.err
    assert "    --decide train.batch_size=drop: " in ran.err
    alone = "for one alone: --decide 00.ini:train.batch_size=drop"
    assert ran.err.count(alone) == 1
    answers = (
        "--decide",
        "train.batch_size=drop",
        "--decide",
        "07.ini:train.batch_size=horizon=32",
    )
    assert cli("migrate", ".", *answers).code == 0


@pytest.mark.parametrize("form", ["html", "markdown", "table"])
def test_every_form_asks_once_and_names_all(form: str) -> None:
    text = tell(form, ledger(*((name, OPEN) for name in MANY)), width=10_000)
    text = text.replace("\\", "")
    assert text.count("3.0 refuses batch_size") == 1
    assert (
        text.count("4.0's is always recurrent") + text.count("4.0&#x27;s is always recurrent") == 1
    )
    assert text.count("39.ini") >= 2  # at the question, and at its own account


def test_files_that_ask_something_else_are_told_by_their_paths() -> None:
    other = OPEN.replace("131072", "65536")
    found = asked(ledger(("a.ini", OPEN), ("b.ini", OPEN), ("c.ini", other)))
    assert [one.options[0][0] for one in found] == [
        "--decide PATH:train.batch_size=drop",
        "--decide c.ini:train.batch_size=drop",
    ]


def test_one_experiment_of_several_is_called_by_its_table() -> None:
    told = {"a": {**VEC, "env": {"num_envs": 2}}, "b": {"vec": {"total_agents": 8}}}
    told["c"] = {"vec": {"num_envs": 4, "total_agents": 4096, "num_workers": 2}}
    found = asked(ledger(("a.json", json.dumps(told))))
    assert {one.key for one in found} == {"a.vec.total_agents", "c.vec.total_agents"}
    assert "--decide a.vec.total_agents=N" in [one.options[0][0] for one in found]


def test_experiments_that_ask_the_same_are_asked_once() -> None:
    one = of(ledger(("a.json", json.dumps({"a": VEC, "b": VEC}))))
    assert (one.key, one.labels) == ("vec.total_agents", ["a.json (a, b)"])
    assert one.options[0][0] == "--decide vec.total_agents=N"
    assert one.alone == "for one alone: --decide a.json:a.vec.total_agents=N"


def test_some_experiments_of_a_file_are_told_by_their_tables() -> None:
    other = {"vec": {"num_envs": 16, "num_workers": 4}}
    found = asked(ledger(("a.json", json.dumps({"a": VEC, "b": VEC, "c": other}))))
    assert [one.options[0][0] for one in found] == [
        "--decide a.json:TABLE.vec.total_agents=N",
        "--decide c.vec.total_agents=N",
    ]


def test_notes_on_calls_are_told_once(cli: Cli) -> None:
    call = "pufferlib.vector.make(Env, num_envs={})\n"
    text = "import pufferlib.vector\n" + "".join(call.format(n) for n in (4096, 8192, 16384))
    cli.write("train.py", text)
    ran = cli("migrate", "train.py", "--agents-per-env", "1")
    assert ran.err.count("note: the network changes") == 1


def test_warnings_on_the_result_are_told_on_the_terminal(cli: Cli) -> None:
    """Three buffers of 4096 agents: 4.0 runs, and one agent is never stepped."""
    for name in ("a.ini", "b.ini"):
        cli.write(name, PLAIN)
    words = ("--decide", "a.ini:vec.num_buffers=3", "--decide", "b.ini:vec.num_buffers=3")
    ran = cli("migrate", ".", *words, "-q")
    assert ran.code == 0
    assert "a.ini, b.ini: still PC305 under 4.0 (warning): total_agents = 4096" in ran.err
    assert cli("migrate", ".", *words).err.splitlines()[-1].endswith("; 2 warnings")
    summary = json.loads(cli("migrate", ".", *words, "--format", "json").out)["summary"]
    assert (summary["errors"], summary["warnings"]) == (0, 2)


def test_what_stands_between_two_apostrophes_is_no_long_value(cli: Cli) -> None:
    cli.write("a.ini", PLAIN.replace("num_workers", "total_agents"))
    told = "3.0's agents come to vec.num_envs 8 x env.num_envs 512 x 1 agent per environment of upstream's squared"
    assert told in cli("migrate", "a.ini").err


def test_verbose_names_every_file(cli: Cli) -> None:
    for name in MANY:
        cli.write(name, OPEN)
    hint = "not every file is named here: -v names all of them"
    brief, whole = cli("migrate", ".").err, cli("migrate", ".", "-v").err
    assert hint in brief and hint not in whole
    assert "more file" not in whole
    notes = [line for line in whole.splitlines() if "note: the network changes" in line]
    assert notes == [f"{', '.join(MANY)}: {notes[0].partition(': ')[2]}"]


@pytest.mark.parametrize("form", ["html", "markdown", "table"])
def test_what_is_to_port_is_said_in_full_once(form: str) -> None:
    script = "import pufferlib.emulation\n"
    text = tell(form, ledger(("a.py", script), ("b.py", script), ("c.py", script)), width=10_000)
    text = text.replace("\\", "")
    assert text.count("4.0 wraps no environment of Gymnasium or PettingZoo") == 1
    assert text.count("as said at a.py (line 1)") == 2


def test_what_is_to_port_is_said_in_full_once_on_the_terminal(cli: Cli) -> None:
    cli.write("a.py", "import pufferlib.emulation\n")
    cli.write("b.py", "import pufferlib.emulation\npufferlib.emulation\n")
    ran = cli("migrate", ".")
    assert ran.err.count("4.0 wraps no environment of Gymnasium or PettingZoo") == 1
    assert "pufferlib.emulation (again in line 2): as said at a.py:1:8" in ran.err
