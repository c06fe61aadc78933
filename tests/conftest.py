"""What holds for every test: generated examples are the same in every run, and programs that are started here
can be interrupted, as from a terminal. Thousands of cases of the same code are run without the tracing of coverage, which
takes as long as they do.

``HYPOTHESIS_PROFILE=explore`` draws others each time, to look for what no run has met yet.
"""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell's jobs in the background have it so
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # nohup
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("heavy"):
            item.add_marker("no_cover")
