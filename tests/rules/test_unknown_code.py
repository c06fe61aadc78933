"""PC904: a suppression names a rule that there is not."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

OLD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n"


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("PC2033", "no rule's code begins so (did you mean PC203?)"),
        ("PC19", "no rule's code begins so"),
        ("PC2xx", "write PC2 for all codes that begin so"),
        ("envs_by_workers", "no rule has this code or name (did you mean envs-by-workers?)"),
        ("E501", "no rule has this code or name"),
    ],
)
def test_the_nearest_is_told(word: str, said: str) -> None:
    found = finds(
        f"# profilecheck: ignore[PC203, {word}]\n{OLD}", "PC904", at=(1, 31), severity="warning"
    )
    assert found.message.startswith(f"`{word}` silences nothing: {said}")
    assert found.span.end_column == 31 + len(word)


def test_it_silences_nothing_and_the_others_do() -> None:
    text = f"{OLD}# profilecheck: ignore[PC999]\nnum_workers = 3\n"
    finds(text, "PC203")
    assert quiet(text.replace("PC999", "PC999, PC203"), "PC203").suppressed == 1


def test_for_the_whole_file() -> None:
    finds(f"# profilecheck: ignore-file[bogus PC998]\n{OLD}", "PC904", at=(1, 29), count=2)


@pytest.mark.parametrize(
    "words", ["PC203", "pc203", "PC", "PC2, PC30", "envs-by-workers", "Envs-By-Workers, PC905"]
)
def test_silent(words: str) -> None:
    quiet(f"# profilecheck: ignore[{words}]\n{OLD}", "PC904")


def test_silent_on_an_address_in_the_reason() -> None:
    quiet(f"# profilecheck: ignore[PC203] see issue [PC999]\n{OLD}", "PC904")
