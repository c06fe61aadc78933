"""PC506: forced-start-method."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet
from tests.rules.python_files import module

FORCE = "mp.set_start_method('spawn', force=True)\n"
DEF = "def build():\n    return pv.make(Env, **serial)\n"
FIRES = {
    "by keyword": FORCE + DEF,
    "by position": "mp.set_start_method('spawn', True)\n" + DEF,
    "behind the definitions": DEF + FORCE,
    "in a try": "try:\n    " + FORCE + "finally:\n    pass\n" + DEF,
    "by torch": "import torch.multiprocessing as tmp\ntmp.set_start_method('fork', force=True)\n"
    + DEF,
    "by name": "from multiprocessing import set_start_method\nset_start_method('fork', force=True)\n"
    + DEF,
    "beside other settings": "import logging\nlogging.basicConfig()\n" + FORCE + DEF,
}


@pytest.mark.parametrize("text", FIRES.values(), ids=FIRES)
def test_it_finds_a_library_that_forces_it(text: str) -> None:
    finds(module(text), "PC506", name="vec.py", severity="warning")


SILENT = {
    "without force": "mp.set_start_method('spawn')\n" + DEF,
    "force off": "mp.set_start_method('spawn', force=False)\n" + DEF,
    "force unknown": "mp.set_start_method('spawn', force=FORCE)\n" + DEF,
    "under the guard": DEF + "if __name__ == '__main__':\n    " + FORCE,
    "before a guard": FORCE + DEF + "if __name__ == '__main__':\n    build()",
    "a script that calls its function": FORCE + DEF + "build()",
    "a script that keeps what it returns": FORCE + DEF + "v = build()",
    "a script that reads its arguments": "import argparse\nargs = argparse.ArgumentParser().parse_args()\n"
    + FORCE
    + DEF,
    "a script without functions": FORCE + "v = pv.make(Env, **serial)",
    "a script that loops": FORCE + DEF + "for n in range(3):\n    build()",
    "in a function": DEF + "def main():\n    " + FORCE,
    "behind a condition": "if sys.argv:\n    " + FORCE + DEF,
    "tried": "try:\n    " + FORCE + "except RuntimeError:\n    pass\n" + DEF,
    "a context of its own": "ctx = mp.get_context('spawn')\n" + DEF,
    "something else of that name": "from settings import set_start_method\nset_start_method('spawn', force=True)\n"
    + DEF,
}


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT)
def test_it_is_silent_of_programs_and_of_what_is_not_forced(text: str) -> None:
    quiet(module(text), "PC506", name="vec.py")


def test_it_is_silent_in_files_of_pytest() -> None:
    quiet(module(FORCE + DEF), "PC506", name="conftest.py")
