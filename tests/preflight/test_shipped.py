"""What is taken to a node runs where profilecheck is not installed, and leaves what is installed as it was."""

from __future__ import annotations

import json
import subprocess
import sys
from inspect import getsource

from profilecheck import hosts
from profilecheck.preflight import shipped
from profilecheck.preflight.gather import gather, host_of

ALONE = """
import json, sys
from typing import Any
try:
    import profilecheck
    raise SystemExit("it is installed here")
except ModuleNotFoundError:
    pass
text, modules = json.load(sys.stdin)
exec(text)
print(json.dumps(gather_from([tuple(one) for one in modules])))
assert not [name for name in sys.modules if name.startswith("profilecheck")]
"""


def test_it_runs_with_the_standard_library_alone() -> None:
    sent = json.dumps([getsource(shipped.gather_from), shipped.texts()])
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", ALONE],
        input=sent,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == json.loads(json.dumps(gather()))


def test_what_is_installed_stays() -> None:
    told = shipped.gather_from(shipped.texts())
    assert told == gather()
    assert sys.modules["profilecheck.hosts"] is hosts
    here = hosts.this_machine()
    there = host_of("n1", told)
    assert (there.cores, there.threads, there.limits) == (here.cores, here.threads, here.limits)
