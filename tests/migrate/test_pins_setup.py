"""Pins in the texts of a setup.py: each is edited at its own place, or told there."""

from __future__ import annotations

import pytest

from profilecheck.migrate.ledger import FileLedger, Ledger
from profilecheck.migrate.run import without_pins
from tests.migrate.helpers import migrated, standing
from tests.migrate.test_pins import COMMIT, URL, pinned

SETUP = "from setuptools import setup\nsetup({})\n"


@pytest.mark.parametrize(
    "given",
    [
        'install_requires=["pufferlib" "==3.0.0"], description="made for pufferlib==3.0.0"',
        'install_requires=["pufferlib" "==3.0.0"])  # pufferlib==3.0.0\nprint("pufferlib==3.0.0"',
        'install_requires=["pufferlib\\x3d=3.0.0"], extras_require={"dev": ["pufferlib==3.0.0 ; python_version<\\"3.11\\""]}',
    ],
)
def test_a_text_that_is_not_written_in_one_piece_is_a_place_to_port(given: str) -> None:
    before = SETUP.format(given)
    ledger = migrated(before, "setup.py", pin=COMMIT)
    assert (ledger.status, ledger.after) == ("by-hand", None)
    assert all(one[:1] == '"' for one in standing(before, [port.span for port in ledger.ports]))


def test_another_text_of_the_same_words_is_edited_at_its_own_place() -> None:
    before = SETUP.format(
        'install_requires=["pufferlib" "==3.0.0"], extras_require={"dev": ["pufferlib==3.0.0"]}'
    )
    ledger = migrated(before, "setup.py", pin=COMMIT)
    assert ledger.after == before.replace('"pufferlib==3.0.0"', f'"pufferlib @ {URL}"').encode()
    spans = [port.span for port in ledger.ports]
    assert standing(before, spans) == {'"pufferlib" "==3.0.0"'}


def test_one_list_for_several_uses_is_edited_once() -> None:
    before = 'one = ["pufferlib==3.0.0"]\n' + SETUP.format(
        'install_requires=one, extras_require={"dev": one}'
    )
    assert pinned(before, "setup.py") == before.replace("pufferlib==3.0.0", f"pufferlib @ {URL}")


def test_a_file_that_is_blocked_over_its_pin_alone_stays_so_and_holds_up_no_other() -> None:
    left = FileLedger("a", "left", "its pin stays", b"")
    setup = FileLedger("setup.py", "blocked", "it cannot be edited", b"", held=left)
    listed = FileLedger("requirements.txt", "changed", "", b"a", b"b", held=left)
    ini = FileLedger("my.ini", "blocked", "undecided", b"")
    ledger = without_pins(Ledger("3.0", "4.0", (setup, listed)))
    assert ledger.files == (setup, listed)
    assert without_pins(Ledger("3.0", "4.0", (setup, listed, ini))).files == (setup, left, ini)
