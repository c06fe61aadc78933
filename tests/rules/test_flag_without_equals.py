"""PC709: 5.0 reads a value only behind an equals sign."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def test_a_value_behind_a_blank() -> None:
    found = finds(
        "./puffer train --train.horizon 64 --vec.total-agents=8",
        "PC709",
        name="run.sh",
        target=None,
        at=(1, 16),
    )
    assert found.fix is not None
    assert found.fix.edits[0].text == "="


def test_each_flag() -> None:
    finds("./puffer sweep --a.b 1 --c.d 2", "PC709", name="run.sh", target=None, count=2)


@pytest.mark.parametrize(
    "text",
    [
        "./puffer train --train.horizon=64 --vec.total-agents=8",
        "./puffer eval latest --headless --seed=3",
        "./puffer eval model.bin --headless",
        "./puffer train --selfplay.enabled --train.horizon=64",
        "./puffer train $FLAGS",
        "puffer train x --train.horizon 64",
    ],
)
def test_lines_that_5_takes(text: str) -> None:
    quiet(text, "PC709", name="run.sh", target=None)


def test_in_a_tree_of_another_generation_it_is_another_program() -> None:
    quiet("./puffer train --train.horizon 64", name="run.sh", target="4.0")
