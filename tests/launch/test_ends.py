"""What is told of worker processes that have ended: real ones do."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from profilecheck.launch.ends import ended, first_gone, run_again

FORK = multiprocessing.get_context("fork")
ENDS = {
    0: "exit code 0, and never answered: something in it exits",
    1: "exit code 1, and never answered: what it raised is on standard error, and backend='Serial' raises it here",
    3: "exit code 3, and never answered: something in it exits (sys.exit, os._exit, compiled code)",
    -signal.SIGKILL: "ended by SIGKILL, and never answered: did the machine, or what the job may use of it, run out",
    -signal.SIGSEGV: "ended by SIGSEGV, and never answered: compiled code failed",
    -signal.SIGTERM: "ended by SIGTERM, and never answered: something sent it that",
}


def leave(code: int) -> None:
    if code < 0:
        faulthandler.disable()
        os.kill(os.getpid(), -code)
    os._exit(code)


def test_each_end_is_told_for_what_it_is() -> None:
    processes = [FORK.Process(target=leave, args=(code,)) for code in ENDS]
    for one in processes:
        one.start()
    for one in processes:
        assert one in first_gone([one])
    told = str(ended(processes, processes))
    assert told.count("1 of 6 worker processes ended ") == 6
    assert not [end for end in ENDS.values() if end not in told], told


def test_equal_ends_are_told_once() -> None:
    processes = [FORK.Process(target=leave, args=(3,)) for _ in range(2)]
    for one in processes:
        one.start()
        one.join()
    assert str(ended(processes, processes)).startswith("2 of 2 worker processes ended with exit")


@pytest.mark.parametrize(
    ("text", "name", "again"),
    [
        ("make()\n", None, True),
        ("log = getLogger(__name__)\nmake()\n", None, True),
        ("if __name__ == '__main__':\n    make()\n", None, False),
        ("if 'x' == __name__ or DEBUG:\n    make()\n", None, False),
        ("make()\n", "package.__main__", False),
        ("make()\n", "package.module", True),
        ("make(\n", None, False),
        (None, None, False),
    ],
)
def test_a_main_module_that_workers_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None, name: str | None, again: bool
) -> None:
    main = ModuleType("__main__")
    main.__spec__ = SimpleNamespace(name=name) if name else None  # type: ignore[assignment]
    if text is not None:
        main.__file__ = str(tmp_path / "main.py")
        Path(main.__file__).write_text(text, encoding="utf-8")
    monkeypatch.setitem(sys.modules, "__main__", main)
    assert run_again() == (main.__file__ if again else None)
