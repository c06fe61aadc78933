"""Launches of which a variable holds the program and what is behind it."""

from __future__ import annotations

import pytest

from tests.migrate.helpers import migrated, question, result


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            'CMD="puffer train puffer_breakout"\n$CMD --train.bptt-horizon 64\n',
            'CMD="puffer train breakout"\n$CMD --train.horizon 64\n',
        ),
        (
            'CMD="puffer train puffer_breakout --train.seed=3 --tag $X"\neval "$CMD"\n$CMD\n',
            'CMD="puffer train breakout --seed=3 --tag $X"\neval "$CMD"\n$CMD\n',
        ),
        (
            'CMD="puffer train puffer_breakout"\n$CMD --train.device cpu\n${CMD} --vec.num-envs 8\n',
            'CMD="puffer train breakout"\n$CMD --slowly\n${CMD} --vec.total-agents 8192\n',
        ),
        (
            'CMD="torchrun --nproc-per-node=1 -m pufferlib.pufferl train puffer_pong"\n$CMD\n',
            'CMD="python -m pufferlib.pufferl train pong"\n$CMD\n',
        ),
    ],
)
def test_it_is_edited_where_it_is_set(before: str, after: str) -> None:
    assert result(before, "run.sh") == after
    assert migrated(after, "run.sh").after is None


def test_in_a_makefile() -> None:
    before = "RUN = puffer train puffer_breakout{}  # x\na:\n\t@$(RUN) {}\nb:\n\t$(RUN)\n"
    after = before.replace("puffer_", "")
    old, new = ("", "--train.bptt-horizon 64"), ("", "--train.horizon 64")
    assert result(before.format(*old), "Makefile") == after.format(*new)
    old, new = (" --train.compile False --train.seed 3", ""), (" --seed 3", "")
    assert result(before.format(*old), "Makefile") == after.format(*new)


@pytest.mark.parametrize(
    "held",
    ['puffer train "puffer_breakout"', "$(BASE) puffer_breakout", "puffer train $(E)"],
)
def test_what_is_put_together_otherwise_is_a_decision_on_its_line(held: str) -> None:
    text = f"BASE = puffer train\nE = puffer_pong\nRUN = {held}\na:\n\t$(RUN) --train.bptt-horizon 64\n"
    asked = question(migrated(text, "Makefile"), "5:launch.line")
    assert asked.asks.startswith("$(RUN) holds several words of the line")


def test_lines_that_need_it_otherwise_say_so() -> None:
    text = 'CMD="puffer train puffer_mine --train.bptt-horizon 8"\n$CMD\nX=1 $CMD --train.bptt-horizon 4\n'
    ledger = migrated(text, "run.sh")
    assert ledger.status == "blocked"
    assert question(ledger, "2:launch.line").blocking


def test_what_a_loop_of_a_recipe_runs_of_define() -> None:
    before = "define RUN\npuffer train puffer_pong --train.bptt-horizon 64 --tag $$i\nendef\na:\n\tfor i in 1 2; do $(RUN); done\n"
    after = before.replace("puffer_pong", "pong").replace("bptt-horizon", "horizon")
    assert result(before, "Makefile") == after


def test_a_program_whose_place_is_asked_for() -> None:
    before = 'torchrun --nproc-per-node=1 "$(which puffer)" train puffer_pong\n$(which puffer) train puffer_pong --train.bptt-horizon 64\n'
    after = 'python "$(which puffer)" train pong\n$(which puffer) train pong --train.horizon 64\n'
    assert result(before, "run.sh") == after
