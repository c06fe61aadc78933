"""How worker processes ended, and what that says: an exception, an exit of their own, a signal."""

from __future__ import annotations

import ast
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final

from profilecheck.signals import name_of

_RAISED: Final = 1
"""The exit code of a process that ends by an exception."""
_CRASHES: Final = frozenset({"SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGABRT", "SIGTRAP"})
MOMENT: Final = 1.0
"""Seconds between the end of a pipe, of its process, and that process's exit code, at most."""


class WorkerError(RuntimeError):
    """A worker process has ended, so that its answer would be waited for for ever."""


def ended(processes: Sequence[BaseProcess], gone: Sequence[BaseProcess]) -> WorkerError:
    """That some of the processes have ended (``gone``)."""
    of = f"of {len(processes)} worker processes"
    ends = [one.exitcode for one in gone]
    told = [f"{ends.count(code)} {of} {_told(code)}" for code in sorted(set(ends), key=str)]
    return WorkerError("; ".join(told))


def first_gone(processes: Sequence[BaseProcess], timeout: float | None = None) -> list[BaseProcess]:
    """Those that end first, waited for at most so long, with their exit codes."""
    sentinels: dict[Any, BaseProcess] = {one.sentinel: one for one in processes}
    gone = [sentinels[one] for one in wait(list(sentinels), timeout)]
    for one in gone:
        one.join(MOMENT)
    return gone


def _told(code: int | None) -> str:
    if code is None:
        return "closed its pipe, and never answered"
    if code == _RAISED:
        return f"ended with exit code 1, and never answered: what it raised is on standard error{_elsewhere()}"
    if code >= 0:
        return (
            f"ended with exit code {code}, and never answered: something in it exits (sys.exit, os._exit, "
            "compiled code), which with backend='Serial' would end this program"
        )
    name = name_of(-code)
    return f"ended by {name}, and never answered{_of_signal(name)}"


def _of_signal(name: str) -> str:
    if name == "SIGKILL":
        return ": did the machine, or what the job may use of it, run out of memory?"
    if name in _CRASHES:
        return (
            ": compiled code failed, and with backend='Serial' would end this program; "
            "PYTHONFAULTHANDLER=1 has Python tell where"
        )
    return ": something sent it that"


def _elsewhere() -> str:
    """Where else an exception can be had, or why it is raised nowhere else."""
    method = multiprocessing.get_start_method(allow_none=True)
    main = run_again() if method in ("spawn", "forkserver") else None
    if main is None:
        return ", and backend='Serial' raises it here"
    return (
        f"; each worker that {method} starts runs {main} again, where no `if __name__ == '__main__':` "
        "keeps it from what is for this program alone"
    )


def run_again() -> str | None:
    """The main module, where a worker that is not forked runs it again and nothing in it asks whether it is that.

    Source: multiprocessing/spawn.py, get_preparation_data and _fixup_main_from_name.
    """
    main = sys.modules.get("__main__")
    file = getattr(main, "__file__", None)
    named = getattr(getattr(main, "__spec__", None), "name", "")
    if file is None or named.rpartition(".")[2] == "__main__":
        return None
    try:
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    return None if any(_asks(tree)) else str(file)


def _asks(tree: ast.AST) -> Iterator[bool]:
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.IfExp):
            yield any(isinstance(n, ast.Name) and n.id == "__name__" for n in ast.walk(node.test))
