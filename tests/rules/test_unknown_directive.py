"""PC903: a comment to profilecheck is no directive."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

OLD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ingore[PC203] why", "`ingore[PC203]` silences nothing: write ignore[PC203]"),
        ("ignore PC203", "`ignore PC203` silences nothing: write ignore[PC203]"),
        ("ignore[]", "`ignore[]` names no rule and silences nothing"),
        ("noqa", "`noqa` silences nothing: write ignore[CODES]"),
        (
            "mode=eval",
            "`mode=eval` is no directive: those are target=4.0, ignore[CODES] and ignore-file[CODES]",
        ),
    ],
)
def test_a_slip(text: str, said: str) -> None:
    found = finds(f"# profilecheck: {text}\n{OLD}", "PC903", at=(1, 17), severity="warning")
    assert found.message == said


def test_what_it_was_to_silence_still_stands() -> None:
    text = f"{OLD}# profilecheck: ingore[PC203]\nnum_workers = 3\n"
    finds(text, "PC903", at=(5, 17))
    finds(text, "PC203", at=(6, 1))


def test_behind_a_value() -> None:
    text = f"{OLD}num_workers = 3  # profilecheck: ingore[PC203]\n"
    finds(text, "PC903", at=(5, 34))
    finds(text, "PC203", at=(5, 1))


def test_the_name_of_the_tool_is_misspelt() -> None:
    finds(f"# profilcheck: ignore[PC203]\n{OLD}", "PC903", at=(1, 3))


def test_a_long_one_is_cut() -> None:
    found = finds(f"# profilecheck: ignore {'x' * 500}\n{OLD}", "PC903")
    assert len(found.message) < 200


@pytest.mark.parametrize(
    "text",
    [
        "ignored in production",
        "see docs/configuration.md",
        "ignore[PC2]",
        "ignore-file[num-envs] why",
        "checked by hand",
        "traget=4.0",
        "",
    ],
)
def test_silent(text: str) -> None:
    quiet(f"# profilecheck: {text}\n{OLD}", "PC903")


@pytest.mark.parametrize("comment", ["# noqa", "# ruff: ignore[PC203]", "# ingore[PC203]"])
def test_silent_on_what_is_not_addressed_to_it(comment: str) -> None:
    quiet(f"{comment}\n{OLD}", "PC903")
