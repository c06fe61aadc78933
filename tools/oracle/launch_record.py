"""Record what the real 3.0.0 makes of launch lines, as fixtures/truth/launch_3.0.jsonl.

    python tools/oracle/launch_record.py DIR

DIR is an environment as ``env.py`` makes it (and is made here if need be). The first line is the INI under
which all arguments are given; every further line has them, and the values that differ from those without
arguments, or argparse's complaint.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import env
from launch_cases import INI

HERE = Path(__file__).resolve().parent
FIXTURE = HERE.parents[1] / "fixtures" / "truth" / "launch_3.0.jsonl"
RANDOM = 400


def record(python: Path) -> Iterator[str]:
    """The lines of the fixture."""
    generate = [sys.executable, str(HERE / "launch_cases.py"), "--random", str(RANDOM)]
    cases = subprocess.run(generate, check=True, capture_output=True, text=True).stdout
    ask = [str(python), str(HERE / "load_oracle.py")]
    done = subprocess.run(ask, input=cases, check=True, capture_output=True, text=True).stdout
    rows = [(row["argv"], row["verdict"]) for row in map(json.loads, done.splitlines())]
    usual = next(verdict["args"] for argv, verdict in rows if not argv)
    yield json.dumps({"text": INI})
    for argv, verdict in rows:
        told = {"args": _changed(verdict["args"], usual)} if verdict["ok"] else _complaint(verdict)
        yield json.dumps({"argv": argv, "ok": verdict["ok"], **told})


def _changed(args: dict[str, Any], usual: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value for name, value in args.items() if json.dumps(value) != json.dumps(usual[name])
    }


def _complaint(verdict: dict[str, Any]) -> dict[str, Any]:
    return {"message": verdict["message"].partition("\n")[0][:120]}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("directory", type=Path)
    lines = record(env.build(parser.parse_args().directory))
    FIXTURE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
