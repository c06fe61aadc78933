"""Environments that a workflow puts into a launch line: told by hand, with the values that are to be renamed."""

from __future__ import annotations

import pytest

from tests.migrate.helpers import migrated

WORKFLOW = """\
on:
  workflow_dispatch:
    inputs:
      env:
        default: puffer_maze
        options:
          - puffer_maze
          - breakout
jobs:
  other:
    strategy:
      matrix:
        env: [puffer_go]
  train:
    strategy:
      matrix:
        env: [puffer_breakout, pong]  # puffer_none
        name:
        - puffer_drone
        include:
          - env: puffer_snake
            n: 4
    env:
      ENV: puffer_moba
    steps:
      - run: puffer train ${{ @ }} --train.bptt-horizon 64
"""
EXPECTED = {
    "matrix.env": "line 17: puffer_breakout to breakout, line 21: puffer_snake to snake",
    "matrix.name": "line 19: puffer_drone to drone",
    "inputs.env": "line 5: puffer_maze to maze, line 7: puffer_maze to maze",
    "github.event.inputs.env": "line 5: puffer_maze to maze, line 7: puffer_maze to maze",
    "env.ENV": "line 24: puffer_moba to moba",
}


def told(expression: str) -> str:
    """What is to be done by hand about the environment of the line."""
    text = WORKFLOW.replace("@", expression)
    (port,) = migrated(text, ".github/workflows/a.yml").ports
    assert port.what == f"the environment ${{{{ {expression} }}}}"
    return port.how


@pytest.mark.parametrize("expression", EXPECTED)
def test_the_values_are_told(expression: str) -> None:
    assert told(expression).endswith(f"rename what is put in here, {EXPECTED[expression]}")


@pytest.mark.parametrize("expression", ["matrix.n", "matrix.gone", "steps.a.outputs.env"])
def test_values_that_are_not_written_out(expression: str) -> None:
    assert told(expression).endswith("mend what is put in here")
