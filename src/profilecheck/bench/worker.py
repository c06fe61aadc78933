"""What a worker process does: make its environments, then reset and step them as it is told."""

from __future__ import annotations

import multiprocessing
import os
import signal
import struct
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.heap import Arena
from typing import Final

from profilecheck.bench.buffers import buffers
from profilecheck.bench.environment import Make
from profilecheck.bench.group import Group
from profilecheck.bench.vector import Usage
from profilecheck.bench.workload import BenchError, Workload
from profilecheck.signals import ignore_ends

RESET: Final = b"r"
"""Followed by the seed."""
STEP: Final = b"s"
USAGE: Final = b"u"
CLOSE: Final = b"c"
DONE: Final = b"d"
FAILED: Final = b"f"
"""Followed by the sentence that tells it."""
SEED: Final = struct.Struct("<Q")
USED: Final = struct.Struct("<dq")
"""Seconds of CPU; bytes, -1 where not known."""


def serve(
    own: Connection,
    others: Sequence[Connection],
    memory: Arena,
    workload: Workload,
    numbers: range,
    make: Make,
) -> None:
    """Answer each command once it is done, until the other side closes. Ctrl-C and SIGTERM are for the process that started this one.

    ``numbers`` are those of its environments; ``others`` are connections that a forked process has and must not keep open.
    """
    ignore_ends()
    _end_with_parent()
    for other in others:
        other.close()
    with suppress(EOFError, OSError):
        _serve(own, memory, workload, numbers, make)


def _end_with_parent() -> None:
    """End this process once the one that started it is gone, whatever a step still has to do: one step of many
    environments may take minutes. The thread waits without Python's lock, so that it takes no time of a step."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch(sentinel: int) -> None:
        wait([sentinel])
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))

    threading.Thread(target=watch, args=(parent.sentinel,), daemon=True).start()


def _serve(own: Connection, memory: Arena, workload: Workload, numbers: range, make: Make) -> None:
    try:
        group = Group(workload, numbers, buffers(workload, memory.buffer), make)
        own.send_bytes(DONE)
        while True:
            command = own.recv_bytes()
            if command == STEP:
                group.step()
                own.send_bytes(DONE)
            elif command[:1] == RESET:
                group.reset(*SEED.unpack(command[1:]))
                own.send_bytes(DONE)
            elif command == USAGE:
                used = usage_here()
                peak = -1 if used.peak_bytes is None else used.peak_bytes
                own.send_bytes(USED.pack(used.cpu_seconds, peak))
            else:
                return
    except BenchError as error:
        own.send_bytes(FAILED + str(error).encode())


def usage_here() -> Usage:
    """What this process has used."""
    return Usage(time.process_time(), _peak())


def _peak() -> int | None:
    try:
        # What getrusage tells outlasts exec: a new process would begin with its parent's peak.
        with open("/proc/self/status", encoding="ascii", errors="replace") as status:  # noqa: PTH123
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
