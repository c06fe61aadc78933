"""Every bad fixture is fixed: to the file of its name in ``fixed``, or not at all."""

from __future__ import annotations

from codecs import BOM_UTF8
from dataclasses import replace
from pathlib import Path

import pytest

from profilecheck.fix import fix_bytes
from profilecheck.hosts import declared
from profilecheck.options import Options
from tests.fixing import BAD, assert_sound_fix, fixed, options_of
from tests.fixture_files import FIXTURES, configs, read_case

OF_EACH_RULE = list({path.parent.parent.name: path for path in BAD}.values())
HOSTILE = [path for path in configs(FIXTURES / "hostile") if path.stat().st_size < 100_000]


def place(path: Path) -> str:
    return path.relative_to(FIXTURES).as_posix()


@pytest.mark.parametrize("path", BAD, ids=place)
def test_a_safe_fix_gives_the_file_that_is_expected(path: Path) -> None:
    expected = path.parent.parent / "fixed" / path.name
    data = expected.read_bytes() if expected.exists() else path.read_bytes()
    assert fixed(path).after == data


@pytest.mark.heavy
@pytest.mark.parametrize("path", BAD, ids=place)
def test_a_fix_keeps_what_it_does_not_mend(path: Path) -> None:
    assert_sound_fix(path.read_bytes(), path.name, options_of(read_case(path)), unsafe=True)


@pytest.mark.heavy
@pytest.mark.parametrize("path", OF_EACH_RULE[::3], ids=place)
def test_a_safe_fix_keeps_what_it_does_not_mend(path: Path) -> None:
    assert_sound_fix(path.read_bytes(), path.name, options_of(read_case(path)), unsafe=False)


@pytest.mark.heavy
@pytest.mark.parametrize("path", OF_EACH_RULE, ids=place)
def test_line_ends_the_mark_and_the_end_of_the_file_stay_as_they_are(path: Path) -> None:
    data, options = path.read_bytes(), options_of(read_case(path))
    one = fix_bytes(data, path.name, options, unsafe=True)
    if not one.mended or b"\r" in data or data.startswith(BOM_UTF8):
        return
    windows = fix_bytes(data.replace(b"\n", b"\r\n"), path.name, options, unsafe=True)
    assert windows.after.replace(b"\r\n", b"").count(b"\n") == 0
    assert b"\r" not in windows.after.replace(b"\r\n", b"")
    bare = fix_bytes(data.rstrip(b"\n"), path.name, options, unsafe=True)
    if path.suffix == ".ini":
        assert windows.after == one.after.replace(b"\n", b"\r\n")
        assert bare.after == one.after.removesuffix(b"\n")
    else:
        assert not bare.after.endswith(b"\n")
    marked = fix_bytes(BOM_UTF8 + data, path.name, replace(options, ignore=("PC003",)), unsafe=True)
    assert marked.after.startswith(BOM_UTF8)


@pytest.mark.heavy
@pytest.mark.parametrize("target", ["3.0", "4.0"])
@pytest.mark.parametrize("path", HOSTILE, ids=place)
def test_a_hostile_file_is_fixed_soundly_or_left(path: Path, target: str) -> None:
    options = Options(target=target, host=declared(64, None, "tests"))
    assert_sound_fix(path.read_bytes(), path.name, options, unsafe=True)


def test_every_fixed_file_is_that_of_a_bad_one() -> None:
    for path in (FIXTURES / "rules").glob("*/fixed/*"):
        assert (path.parent.parent / "bad" / path.name).exists(), path
