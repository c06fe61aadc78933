"""PC902: two comments ask for two targets."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet, report

OLD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n"


def test_the_second_is_told_and_which_is_in_force() -> None:
    text = f"# profilecheck: target=3.0\n{OLD}; profilecheck: target=4.0\n"
    found = finds(text, "PC902", at=(6, 17), severity="error", target=None)
    assert "the comment on line 1 asks for 3.0, and the first one counts" in found.message
    assert found.notes[0].span is not None and found.notes[0].span.line == 1
    assert report(text, target="4.0").profile == "3.0"


def test_every_further_one() -> None:
    text = "# profilecheck: target=4.0\n# profilecheck: target=3.0\n" * 2
    finds(text + OLD, "PC902", at=(2, 17), count=2)


def test_the_first_that_there_is_counts() -> None:
    text = (
        f"# profilecheck: target=5.0\n# profilecheck: target=3.0\n# profilecheck: target=4.0\n{OLD}"
    )
    assert "line 2 asks for 3.0" in finds(text, "PC902", at=(3, 17)).message


def test_in_one_comment() -> None:
    finds(f"# profilecheck: target=3.0, target=4.0\n{OLD}", "PC902", at=(1, 29))


@pytest.mark.parametrize(
    "second", ["target=3.0", "target='v3.0'", "target=auto", "target=5.0", "the target is 4.0"]
)
def test_silent(second: str) -> None:
    quiet(f"# profilecheck: target=3.0\n# profilecheck: {second}\n{OLD}", "PC902")


def test_silent_behind_auto() -> None:
    text = f"# profilecheck: target=auto\n# profilecheck: target=4.0\n{OLD}"
    assert quiet(text, "PC902").profile == "4.0"
