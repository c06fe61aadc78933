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


@pytest.mark.parametrize(
    ("matrix", "lines"),
    [
        ("{include: [{env: puffer_breakout, n: 8}, {n: 4, 'env': puffer_go}]}", {4: "breakout go"}),
        ('{ env: ["puffer_breakout", pong], name: puffer_none }', {4: "breakout"}),
        ("{ name: [puffer_none],\n    env: [pong,  # puffer_none\n  puffer_go] }", {6: "go"}),
        ("\n  include:\n  - {env: puffer_breakout, n: 8}\n  - {n: 4, env: puffer_go}", {6: "breakout", 7: "go"}),
        ("\n  include: [\n    {env: puffer_breakout}, {name: puffer_none},\n  ]", {6: "breakout"}),
        ("{name: puffer_none}\nenv: {env: puffer_none}", {}),
    ],
)  # fmt: skip
def test_values_in_braces(matrix: str, lines: dict[int, str]) -> None:
    indented = matrix.replace("\n", "\n" + 6 * " ")
    text = (
        f"jobs:\n  a:\n    strategy:\n      matrix: {indented}\n"
        "    steps:\n      - run: puffer train ${{ matrix.env }} --train.bptt-horizon 64\n"
        "  b:\n    strategy:\n      matrix: {env: [puffer_none]}\n"
    )
    (port,) = migrated(text, ".github/workflows/a.yml").ports
    named = [(at, one) for at, names in lines.items() for one in names.split()]
    names = ", ".join(f"line {at}: puffer_{one} to {one}" for at, one in named)
    assert port.how.endswith(f"rename what is put in here, {names}" if names else "put in here")


@pytest.mark.parametrize("expression", ["matrix.n", "matrix.gone", "steps.a.outputs.env"])
def test_values_that_are_not_written_out(expression: str) -> None:
    assert told(expression).endswith("mend what is put in here")
