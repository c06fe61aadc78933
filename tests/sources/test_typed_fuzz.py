"""No text makes a typed reader raise, and every place that it gives lies in the text.

PROFILECHECK_EXAMPLES raises the number of texts.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

import pytest

from profilecheck.document import Document
from profilecheck.sources import json, toml, yaml

from . import test_json, test_toml, test_yaml
from .toml_texts import TomlTexts
from .typed import check_places, mutated

EXAMPLES = int(os.environ.get("PROFILECHECK_EXAMPLES", "400"))
PIECES = (
    *test_toml.PIECES,
    *test_json.PIECES,
    *test_yaml.PIECES,
    "\ud800",
    "${",
    "\u2028",
    "\U0010ffff",
)

READERS: dict[str, Callable[[str, str], Document]] = {
    "toml": toml.read,
    "json": json.read,
    "yaml": yaml.read,
}


def text_of(rng: Random) -> str:
    """A text that was one of the formats, or never was any."""
    text = rng.choice(
        (
            lambda: TomlTexts(rng).document(),
            lambda: test_json.generated(rng),
            lambda: test_yaml.dumped(rng, test_yaml.generated(rng)),
            lambda: "".join(rng.choice(PIECES) for _ in range(rng.randint(0, 40))),
        )
    )()
    for _ in range(rng.randint(0, 3)):
        text = mutated(rng, text, PIECES)
    return text


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("batch", range(4))
def test_no_text_makes_a_reader_raise(name: str, batch: int) -> None:
    for seed in range(EXAMPLES // 4):
        document = READERS[name](text_of(Random(f"fuzz-{batch}-{seed}")), f"x.{name}")
        check_places(document)
        assert document.format == name


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    "char", ["\0", "\x1b", "\x7f", "\ud800", "\ufeff", "\ufffe", "\u2028", "\r"]
)
@pytest.mark.parametrize(
    "text", ["{}", "{}a: 1", 'a = "{}"', '{{"a": "{}"}}', "a: {}", "# {}\n", "a: '{}'\n"]
)
def test_a_strange_character_anywhere_is_read_or_refused(name: str, char: str, text: str) -> None:
    check_places(READERS[name](text.format(char), "x"))


@pytest.mark.parametrize("name", READERS)
def test_the_same_text_gives_the_same_document(name: str) -> None:
    text = text_of(Random("same"))
    assert repr(READERS[name](text, "x")) == repr(READERS[name](text, "x"))
