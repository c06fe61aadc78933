"""A Python file is read in the encoding that it declares, as Python itself reads it."""

from __future__ import annotations

import ast
import warnings

import pytest

from profilecheck.sources.read import read
from tests.rules.helpers import finds, quiet

BODIES = [
    b"# coding: latin-1 gr\xf6\n{}\nx = '\xf6'\n",
    b"# coding: latin-1\n{}\nx = '\xf6'\n",
    b"# -*- coding: iso-8859-15 -*-\n{}\nx = '\xa4'\n",
    b"\n# coding: latin-1\n{}\nx = '\xf6'\n",
    b"#!/usr/bin/env python\n# vim: set fileencoding=cp1252 :\n{}\nx = '\x80'\n",
    b"# coding: latin-1\r\n{}\r\nx = '\xf6'\r\n",
    b"# coding: latin-1\r{}\rx = '\xf6'\r",
    b"# gr\xf6\n# coding: latin-1\n{}\n",
    b"# coding: shift_jis\n{}\nx = '\x83\x5c'\n",
    b"# coding: utf-8\n{}\nx = '\xc3\xb6'\n",
    b"# coding: UTF_8-unix\n{}\n",
    b"'''\n# coding: nope\n'''\n{}\n",
    b"encoding = 'nope'\n{}\n",
    b"\n\n# coding: nope\n{}\n",
]
REFUSED = [
    b"# coding: nope\n{}\n",
    b"# coding: rot13\n{}\n",
    b"# coding: hex\n{}\n",
    b"# coding: undefined\n{}\n",
    b"# coding: ascii\n{}\nx = '\xf6'\n",
    b"\xef\xbb\xbf# coding: latin-1\n{}\n",
    b"{}\n# coding: latin-1\ny = 1\nx = '\xf6'\n",
    b"x = 1\n# coding: latin-1\n{}\ny = '\xf6'\n",
    b"# coding: utf-8\n{}\nx = '\xf6'\n",
]


def module(body: bytes) -> bytes:
    return body.replace(b"{}", b"import pufferlib.vector")


def parses(data: bytes) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(data)
    except (SyntaxError, ValueError):
        return False
    return True


@pytest.mark.parametrize("body", [*BODIES, *REFUSED])
def test_what_python_reads_is_read_and_nothing_else(body: bytes) -> None:
    document = read(module(body), "a.py", roots=frozenset({"pufferlib"}))
    assert document is not None
    assert document.broken is not parses(module(body))


@pytest.mark.parametrize("body", BODIES)
def test_what_python_reads_is_quiet(body: bytes) -> None:
    assert parses(module(body))
    quiet(module(body), name="train.py")


def test_text_is_that_of_the_declared_encoding() -> None:
    document = read(
        b"# coding: latin-1\nx = '\xf6'; import lib\n", "a.py", roots=frozenset({"lib"})
    )
    assert document is not None
    assert document.text.endswith("x = '\xf6'; import lib\n")
    assert document.uses[0].span.column == 17


def test_the_place_of_what_python_refuses() -> None:
    finding = finds(module(REFUSED[4]), "PC004", at=(3, 1), name="train.py")
    assert finding.message.endswith("byte 0xf6 is not ascii, which the file declares")
    finds(b"\n" + module(REFUSED[0]), "PC004", at=(2, 1), name="train.py")


def test_what_declares_nothing_is_utf8() -> None:
    finds(b"import pufferlib.vector\nx = '\xf6'\n", "PC002", at=(2, 6), name="train.py")
    finds(b"# coding: utf-8\nimport pufferlib.vector\nx = '\xf6'\n", "PC002", name="train.py")
