"""Every decision that a migration shows can be closed with exactly the words that it shows."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from profilecheck.choices import ChoiceError
from profilecheck.migrate.decisions import answers_of, see_that_all_answer
from profilecheck.migrate.files import migrate_bytes
from profilecheck.migrate.ledger import FileLedger, Ledger
from profilecheck.migrate.request import Request
from profilecheck.migrate.run import migrate_paths
from profilecheck.migrate.told import tell
from profilecheck.migrate.told.asked import Asked, asked
from tests.fixture_files import FIXTURES

CONFIGS = sorted((FIXTURES / "configs/3.0").iterdir())
UPSTREAMS = sorted((FIXTURES.parent.parent / "shared/facts/ini/3.0").glob("*.ini"))
FREE = {"N": "4096", "NUMBER": "1", "NAME": "mine"}
LINES = """\
puffer train puffer_breakout --train.learning-rate $LR --train.optimizer $O
puffer train puffer_breakout --train.batch-size $B --train.bptt-horizon $H --train.minibatch-size 1000
puffer train puffer_breakout --train.bptt-horizon auto --train.batch-size $B
puffer train puffer_breakout --env.width abc --env.render-mode human --env.x yes
puffer train puffer_breakout --policy.hidden-size $H --rnn.hidden-size $K --rnn.input-size 3
puffer train puffer_breakout --train.anneal-lr $A --train.device $D --mine 3
torchrun --nproc-per-node=$P -m pufferlib.pufferl train puffer_pong --train.total-timesteps 1000
puffer train puffer_pong --vec.num-envs $N --neptune
puffer train puffer_pong --train.seed 3 --train.bptt-horizon
puffer train puffer_mine --vec.num-envs 8 "$@"
puffer sweep puffer_pong --train.horizon $H --train.bptt-horizon $J
"""
SCRIPT = """\
import pufferlib.vector
from pufferlib.ocean import env_creator
def run(width):
    a = pufferlib.vector.make(env_creator("puffer_breakout"), num_envs=8, env_kwargs={"width": width})
    b = pufferlib.vector.make(env_creator("puffer_pong"), env_kwargs={"render_mode": "human"})
    return pufferlib.vector.make(Mine, num_envs=a.num_envs)
"""
INI = """\
[base]
package = ocean
env_name = puffer_{name}
[vec]
num_envs = 8
[env]
num_envs = {games}
render_mode = human
fast = yes
[rnn]
hidden_size = 64
[policy]
hidden_size = 128
[train]
optimizer = adam
learning_rate = 0.01
batch_size = 524288
minibatch_size = 1000
"""
TYPED = {
    "a": {"vec": {"num_envs": 8, "num_workers": 4}},
    "b": {"vec": {"num_envs": 16, "num_workers": 4}, "train": {"bptt_horizon": 8}},
}


def notebook(*cells: str) -> str:
    held: list[dict[str, object]] = [
        {
            "cell_type": "code",
            "metadata": {},
            "outputs": [],
            "execution_count": None,
            "source": cell,
        }
        for cell in cells
    ]
    return json.dumps({"cells": held, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


TREE = {
    "run.sh": LINES,
    "more=1.x/run.sh": LINES,
    "Makefile": "".join(f"t{n}:\n\t{line}\n" for n, line in enumerate(LINES.splitlines())),
    "nb.ipynb": notebook("import os", "x = 1\n!" + LINES.replace("\n", "\n!").rstrip("!\n")),
    "train.py": SCRIPT,
    "more=1.x/train.py": SCRIPT,
    "a.ini": INI.format(name="breakout", games=512),
    "b.ini": INI.format(name="pong", games=1000),
    "c.ini": INI.format(name="cpr", games=3),
    "d.ini": INI.format(name="mine", games=3),
    "runs.json": json.dumps(TYPED),
    "runs.yaml": json.dumps(TYPED),
}


def words(one: Asked) -> Iterator[tuple[str, bool]]:
    """What is shown to give each answer, and whether all that ask are to have it."""
    shown = [(option, True) for option, _ in one.options]
    shown.append((one.alone.removeprefix("for one alone: "), len(one.askers) == 1))
    for option, for_all in filter(lambda pair: pair[0], shown):
        _, word = shlex.split(option)
        key, _, answer = word.rpartition("=")
        if not key.startswith("PATH:") and ":LINE:" not in key and ":TABLE." not in key:
            yield f"{key}={FREE.get(answer, answer)}", for_all


def is_open(files: dict[str, FileLedger], one: Asked, *, for_all: bool) -> bool:
    askers = one.askers if for_all else one.askers[:1]
    held = [
        question
        for asker in askers
        for part in files[asker.file.path].parts
        if part.name == asker.part.name
        for question in part.questions
        if question.key == asker.question.key
    ]
    return any(question.open for question in held)


@pytest.mark.parametrize("path", [*CONFIGS, *UPSTREAMS], ids=lambda path: path.name)
def test_the_questions_of_a_config_are_closed_by_what_is_shown(path: Path) -> None:
    data = path.read_bytes()
    ledger = Ledger("3.0", "4.0", (migrate_bytes(data, path.name, Request()),))
    for one in asked(ledger):
        if not one.question.open:
            continue
        shown = list(words(one))
        assert shown, one.key
        for word, for_all in shown:
            file = migrate_bytes(data, path.name, Request(answers=(given := answers_of([word]))))
            see_that_all_answer(given, [file])
            assert not is_open({path.name: file}, one, for_all=for_all), word


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in TREE.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(folder: Path, *decide: str) -> Ledger:
    given = answers_of(decide)
    ledger = migrate_paths(["."], Request(answers=given, alone=False), root=folder)
    see_that_all_answer(given, ledger.files)
    return ledger


@pytest.mark.heavy
def test_the_questions_of_a_whole_tree_are_closed_by_what_is_shown(tree: Path) -> None:
    ledger = run(tree)
    found = [one for one in asked(ledger) if one.question.open]
    asking = {file.path for one in found for file in one.files}
    assert asking == TREE.keys()
    for one in found:
        for word, for_all in list(words(one))[:1]:
            files = {file.path: file for file in run(tree, word).files}
            assert not is_open(files, one, for_all=for_all), word


@pytest.mark.heavy
def test_each_heading_is_a_key(tree: Path) -> None:
    """What a question is called answers the first that asks it, wherever nothing else goes by that name."""
    ledger = run(tree)
    table = " ".join(tell("table", ledger, width=1000).split())
    for one in asked(ledger):
        assert f"{one.key} (open): " in table
        if one.beside or one.elsewhere:
            continue
        answer = next(words(one))[0].partition(f"{one.question.key}=")[2]
        files = {file.path: file for file in run(tree, f"{one.key}={answer}").files}
        assert not is_open(files, one, for_all=False), one.key


def test_json_has_the_words_for_one_alone(tree: Path) -> None:
    data = json.loads(tell("json", run(tree)))
    found = {
        choice["decide"]: (file["path"], question["key"])
        for file in data["files"]
        for part in file["experiments"]
        for question in part["questions"]
        for choice in question["choices"][:1]
    }
    assert "run.sh:8:launch.neptune=drop" in found
    assert {path for path, _ in found.values()} >= {"nb.ipynb", "Makefile", "more=1.x/train.py"}
    answered = run(tree, *found)
    for path, key in found.values():
        (file,) = (one for one in answered.files if one.path == path)
        assert key not in [question.key for question in file.open], (path, key)


def test_a_line_alone_is_named_where_one_file_asks(tree: Path) -> None:
    with pytest.raises(
        ChoiceError, match=r"8:launch\.neptune: 2 files ask for it: name one, as in"
    ):
        run(tree, "8:launch.neptune=drop")
    with pytest.raises(ChoiceError, match="files ask for it"):
        run(tree, "8:launch.line=leave")
    (tree / "more=1.x/run.sh").unlink()
    (file,) = (one for one in run(tree, "8:launch.neptune=drop").files if one.path == "run.sh")
    assert "8:launch.neptune" not in [question.key for question in file.open]
    (file,) = (one for one in run(tree, "11:launch.line=leave").files if one.path == "run.sh")
    assert 11 in [port.span.line for port in file.ports]


def test_no_question_quotes_what_is_not_known(tree: Path) -> None:
    for one in asked(run(tree)):
        said = [one.question.asks, one.question.meanwhile, *map(str, one.question.choices)]
        assert "(not known)" not in " ".join(said), one.key


def test_two_widths_that_are_not_known_are_not_the_same(tree: Path) -> None:
    (file,) = (one for one in run(tree).files if one.path == "run.sh")
    assert "5:policy.hidden_size" in [question.key for question in file.open]


def test_a_question_that_blocks_a_line_of_a_notebook_is_told_at_its_cell(tree: Path) -> None:
    (file,) = (one for one in run(tree).files if one.path == "nb.ipynb")
    assert file.status == "blocked"
    assert "line 9 of cell 2: --vec.num-envs is $N" in file.reason
