"""A value that 4.0 takes in two flags, ``--train.data-dir``: written twice where that comes to the same."""

from __future__ import annotations

import pytest

from tests.migrate.helpers import migrated

LINE = "puffer train puffer_breakout --train.data-dir {} --train.bptt-horizon 32\n"
ITEMS = 'import subprocess\nsubprocess.run(["puffer", "train", "puffer_pong", "--train.data-dir", {}, "--tag", "a"])\n'
SYSTEM = "import os\nos.system({})\n"
CALLED = "puffer train puffer_pong --train.data-dir {} --tag a"


def becomes(text: str, name: str, **decide: str) -> tuple[str, list[str]]:
    """The result, and the keys of what is asked."""
    answers = {key.replace("__", "."): answer for key, answer in decide.items()}
    ledger = migrated(text, name, decide=answers)
    assert ledger.after is not None, (ledger.status, ledger.reason)
    return ledger.after.decode(), [one.key for one in ledger.questions]


@pytest.mark.parametrize(
    "value",
    [
        *("$(mktemp -d)", "runs/$((i++))", '"`date +%s`"', "runs/$RANDOM", "$((n=3))"),
        *("$(pwd; f)", '"$(echo $(f))"'),
    ],
)
def test_what_is_worked_out_anew_is_asked_about(value: str) -> None:
    after, asked = becomes(LINE.format(value), "run.sh")
    assert after == f"puffer train breakout --checkpoint-dir {value} --train.horizon 32\n"
    assert asked == ["1:train.data_dir"]
    both, _ = becomes(LINE.format(value), "run.sh", train__data_dir="both")
    assert f"--checkpoint-dir {value} --log-dir {value}" in both


@pytest.mark.parametrize(
    "value", ["$OUT", "${A:-x}/b", "runs/$((i+1))", '"$(dirname "$0")/x"', "$((a == b))"]
)
def test_what_comes_to_the_same_is_written_twice(value: str) -> None:
    after, asked = becomes(LINE.format(value), "run.sh")
    assert f"--checkpoint-dir {value} --log-dir {value} " in after
    assert not asked


@pytest.mark.parametrize(
    ("value", "twice"),
    [
        ("$(OUT)", True),
        ("$(ONCE)", False),
        ("$(notdir $(OUT))", True),
        ("$(EACH)", False),
        ("$(shell mktemp -d)", False),
        ("$$(mktemp -d)", False),
    ],
)
def test_a_makefile_works_some_variables_out_anew(value: str, twice: bool) -> None:
    text = "OUT = runs\nONCE := $(shell mktemp -d)\nEACH = x/$(shell mktemp -d)\na:\n\t"
    after, asked = becomes(text + LINE.format(value), "Makefile")
    assert (f"--log-dir {value}" in after) is twice
    assert bool(asked) is not twice


@pytest.mark.parametrize(
    ("item", "twice"),
    [
        ("out", True),
        ('out / "x"', True),
        ('f"{out}/a"', True),
        ("str(out)", True),
        ("tempfile.mkdtemp()", False),
        ('f"a/{next(it)}"', False),
        ('"%s/a" % out', False),
        ('"a" + out', False),
        ("(y := out)", False),
    ],
)
def test_an_item_of_a_list_in_python(item: str, twice: bool) -> None:
    after, asked = becomes(ITEMS.format(item), "train.py")
    more = f' "--log-dir", {item},' if twice else ""
    assert f'"pong", "--checkpoint-dir", {item},{more} "--tag"' in after
    assert bool(asked) is not twice


@pytest.mark.parametrize(
    ("command", "twice"),
    [
        (f'f"{CALLED}"'.format("{out}"), True),
        (f'"{CALLED}".format(d=out)'.format("{d}"), True),
        (f'"{CALLED}"'.format("'/x y'"), True),
        (f'f"{CALLED}"'.format("{next(it)}"), False),
        (f'"{CALLED}" % out'.format("%s"), False),
        (f'"{CALLED}".format(out)'.format("{}"), False),
        (f'"{CALLED}"'.format('" + out + "'), False),
    ],
)
def test_a_command_in_a_text_of_python(command: str, twice: bool) -> None:
    after, asked = becomes(SYSTEM.format(command), "train.py")
    assert "pong --checkpoint-dir" in after
    assert ("--log-dir" in after) is twice
    assert bool(asked) is not twice
