"""PC713: a checkpoint that the mode does not load."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.surroundings import look
from tests.rules.helpers import finds, quiet

CODE = "PC713"
NAME = "run.sh"


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("puffer train breakout --load-model-path latest", 23, "starts from random weights"),
        ('puffer train breakout --load-model-path="$CKPT"', 23, "starts from random weights"),
        ("puffer train breakout --load-mo latest", 23, "does not read --load-model-path"),
        (
            "puffer paretosweep breakout --load-id abc",
            29,
            "native paretosweep does not read --load-id",
        ),
        (
            "puffer eval breakout --load-id abc",
            22,
            "name the file of weights with --load-model-path",
        ),
        ("puffer eval breakout --load-model-path a.pt", 22, "loads flat float32 .bin files"),
        ("python -m pufferlib.pufferl train breakout --load-id a", 44, "does not read --load-id"),
    ],
)
def test_what_the_native_trainer_does_not_read(line: str, column: int, words: str) -> None:
    found = finds(f"{line}\n", CODE, at=(1, column), severity="warning", name=NAME, target="4.0")
    assert words in found.message


@pytest.mark.parametrize(
    ("line", "target"),
    [
        ("puffer train breakout --slowly --load-model-path latest", "4.0"),
        ("puffer train breakout $MORE --load-model-path latest", "4.0"),
        ("puffer $MODE breakout --load-model-path latest", "4.0"),
        ("puffer train breakout --help --load-model-path latest", "4.0"),
        ("puffer eval breakout --load-model-path latest", "4.0"),
        ('puffer eval breakout --load-model-path "$CKPT"', "4.0"),
        ("puffer eval breakout --slowly --load-model-path a.pt", "4.0"),
        ("python pufferl.py train breakout --load-model-path latest", "4.0"),
        ("puffer train puffer_breakout --load-model-path latest", "3.0"),
        ("puffer train breakout --wandb", "4.0"),
    ],
)
def test_silent(line: str, target: str) -> None:
    quiet(f"{line}\n", CODE, name=NAME, target=target)


@pytest.mark.parametrize(
    ("trainer", "found"),
    [
        ("def train(args): ...\ndef _train(args): load(args['load_model_path'])\n", False),
        ("def train(args): ...\n", False),
        ("def train(args): ...\ndef _train(args): ...\n", True),
    ],
)
def test_the_trees_own_trainer_may_read_it(tmp_path: Path, trainer: str, *, found: bool) -> None:
    own = tmp_path / "pufferlib"
    own.mkdir()
    (own / "__init__.py").write_text("")
    (own / "pufferl.py").write_text(trainer)
    path = tmp_path / NAME
    line, around = "puffer train breakout --load-model-path latest\n", look(path)
    ask = finds if found else quiet
    ask(line, CODE, name=str(path), target="4.0", surroundings=around)
