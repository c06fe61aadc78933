"""Record what the real 3.0.0 answers to about 3,000 calls, as fixtures/truth/make_3.0.jsonl.

    python tools/oracle/record.py DIR [--check]

DIR is an environment as ``env.py`` makes it (and is made here if need be). The first line says
what answered; every further line is a case with ``type`` and ``message`` of the exception, or
neither where ``make`` accepts. The same release answers the same, byte for byte: ``--check`` writes
nothing and exits 1 where it does not.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import env
from make_cases import Case, boundary, corners, sampled

HERE = Path(__file__).resolve().parent
FIXTURE = HERE.parents[1] / "fixtures" / "truth" / "make_3.0.jsonl"
SEED = 3
BOUNDARY, RANDOM = 2200, 800
MESSAGE = 64
"""Characters of a message that are kept: enough to tell the checks from one another."""

ABOUT = """
import hashlib, importlib.metadata, importlib.util, json, pathlib, platform
package = pathlib.Path(importlib.util.find_spec("pufferlib").origin)
print(json.dumps({
    "pufferlib": importlib.metadata.version("pufferlib"),
    "vector.py": hashlib.sha256(package.with_name("vector.py").read_bytes()).hexdigest(),
    "python": platform.python_version(),
    "numpy": importlib.metadata.version("numpy"),
}))
"""


def ask(python: Path, cases: Iterable[Case], *flags: str) -> list[dict[str, Any]]:
    """The verdict of the real package on every case, in order."""
    lines = "\n".join(json.dumps(case.as_json()) for case in cases)
    command = [str(python), str(HERE / "make_oracle.py"), *flags]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the oracle failed:\n{done.stderr[-2000:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def chosen() -> list[Case]:
    """The recorded cases: the corners, a sample of the boundaries, and random ones."""
    edges = list(boundary())
    picked = random.Random(SEED).sample(range(len(edges)), BOUNDARY)
    return [*corners(), *(edges[i] for i in sorted(picked)), *sampled(SEED, RANDOM)]


def record(python: Path) -> str:
    """The fixture's text."""
    about = subprocess.run([python, "-c", ABOUT], capture_output=True, text=True, check=True)
    cases = chosen()
    lines = [about.stdout.strip()]
    for case, verdict in zip(cases, ask(python, cases), strict=True):
        row = case.as_json()
        if case.creators is None:
            del row["creators"]
        if verdict["verdict"] == "raise":
            message = verdict["message"].partition("\n")[0][:MESSAGE]
            row |= {"type": verdict["type"], "message": message}
        lines.append(json.dumps(row, ensure_ascii=False, separators=(",", ":")))
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    text = record(env.build(arguments.directory))
    if arguments.check:
        same = FIXTURE.read_text(encoding="utf-8") == text
        print("the same" if same else f"{FIXTURE.name} differs")
        return 0 if same else 1
    FIXTURE.parent.mkdir(parents=True, exist_ok=True)
    FIXTURE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
