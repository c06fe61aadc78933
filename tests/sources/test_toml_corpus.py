"""The TOML reader over the toml-test corpus, with tomli as the judge.

The corpus comes with Debian's golang-github-burntsushi-toml-dev; without it these tests skip.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli

from profilecheck.sources import toml

from .test_toml import prove
from .typed import check_places

CORPUS = Path("/usr/share/gocode/src/github.com/BurntSushi/toml/internal/toml-test/tests")
FILES = sorted(path.relative_to(CORPUS).as_posix() for path in CORPUS.rglob("*.toml"))

pytestmark = pytest.mark.skipif(not FILES, reason="the toml-test corpus is not installed")


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_read_in_full_or_refused_as_tomli_does(name: str) -> None:
    try:
        text = (CORPUS / name).read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        pytest.skip("not UTF-8: no text to read")
    try:
        data = tomli.loads(text)
    except tomli.TOMLDecodeError:
        document = toml.read(text, name)
        check_places(document)
        assert document.broken
    else:
        prove(text, data)


def test_the_corpus_is_there_in_full() -> None:
    assert len(FILES) > 300
