"""Ask the real 3.0.0 what it makes of a sweep, or record what it answers.

    PYTHON tools/oracle/sweep_oracle.py < cases.jsonl > verdicts.jsonl
    python tools/oracle/sweep_oracle.py --record DIR

PYTHON is the interpreter of an environment made by ``env.py``, and DIR such an environment. The
installed sweep.py runs as it is, with stand-ins for torch and pyro, which it imports and does not
need for reading a sweep. A verdict is the case with ``type`` of the exception, or without it where
``Hyperparameters`` takes the sweep; ``centre`` is then what ``to_dict(search_centers)`` makes of the parameter: the
first trial of ParetoGenetic and Protein (no number where it raises or is not finite). A case with ``draws``, a number, has ``drawn`` as well:
what as many samples put in, ``near`` the search centre as Random takes them, and ``wide`` as those methods do that go on from samples.
``--record`` writes fixtures/truth/sweep_3.0.jsonl.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).resolve().parent
FIXTURE = HERE.parents[1] / "fixtures" / "truth" / "sweep_3.0.jsonl"
SEED, COUNT = 7, 500
STAND_INS = ("torch", "pyro", "pyro.contrib", "pyro.contrib.gp")


def real() -> Any:
    """``Hyperparameters`` of the installed sweep.py."""
    for name in (*STAND_INS, "pyro.contrib.gp.kernels", "pyro.contrib.gp.models"):
        sys.modules[name] = ModuleType(name)
    sys.modules["pyro.contrib"].gp = sys.modules["pyro.contrib.gp"]  # type: ignore[attr-defined]
    sys.modules["pyro.contrib.gp.kernels"].Kernel = object  # type: ignore[attr-defined]
    sys.modules["pyro.contrib.gp.models"].GPRegression = object  # type: ignore[attr-defined]
    os.chdir(tempfile.mkdtemp())  # importing pufferlib leaves a symlink
    with contextlib.redirect_stderr(io.StringIO()):
        module = importlib.import_module("pufferlib.sweep")
    return module.Hyperparameters


def read(text: str) -> object:
    """A value as the loader reads it."""
    try:
        return ast.literal_eval(text)
    except Exception:
        return text


def verdict(hyperparameters: Any, case: dict[str, dict[str, str]]) -> dict[str, Any]:
    """The case, with the type of what it raises."""
    sweep: dict[str, Any] = {"metric": "score", "goal": "maximize"}
    sweep |= {key: read(text) for key, text in case["sweep"].items()}
    sweep["env"] = {"x": {key: read(text) for key, text in case["table"].items()}}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            space = hyperparameters(sweep)
    except Exception as error:
        return {**case, "type": type(error).__name__}
    found = {**case, "centre": _centre(space)}
    return {**found, "drawn": _drawn(space, case["draws"])} if "draws" in case else found


def _drawn(space: Any, count: Any) -> dict[str, list[float]]:
    """The values of samples of the first kind, and of some that are taken around samples, over and over."""
    numpy = importlib.import_module("numpy")
    numpy.random.seed(0)
    near = space.sample(count)
    wide = near
    for _ in range(256):
        wide = space.sample(count, mu=wide)
    return {
        name: sorted({space.to_dict(one, {"env": {}})["env"]["x"] for one in samples})
        for name, samples in (("near", near), ("wide", wide))
    }


def _centre(space: Any) -> float | None:
    """What the first trial puts in, told as JSON can."""
    try:
        found = space.to_dict(space.search_centers, {"env": {}})["env"]["x"]
    except Exception:
        return None
    plain = isinstance(found, (int, float)) and abs(found) < float("inf")
    return found if plain else None


def ask(python: Path, cases: Iterable[Any]) -> list[dict[str, Any]]:
    """The verdict of the real package on every case, in order."""
    lines = "\n".join(json.dumps(case) for case in cases)
    command = [str(python), str(Path(__file__).resolve())]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the oracle failed:\n{done.stderr[-2000:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def record(directory: Path) -> None:
    """Write the fixture."""
    import env
    from sweep_cases import edges, sampled

    rows = ask(env.build(directory), [*edges(), *sampled(SEED, COUNT)])
    text = "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
    FIXTURE.write_text(text, encoding="utf-8")


def main() -> None:
    """Answer each case of standard input with one line."""
    if sys.argv[1:2] == ["--record"]:
        record(Path(sys.argv[2]))
        return
    hyperparameters = real()
    for line in sys.stdin:
        print(json.dumps(verdict(hyperparameters, json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
