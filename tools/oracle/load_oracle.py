"""Ask the real 3.0.0 ``load_config`` what it makes of an environment's INI.

    PYTHON tools/oracle/load_oracle.py < cases.jsonl > verdicts.jsonl

PYTHON is the interpreter of an environment made by ``env.py``. ``load_config`` is taken out of the
installed pufferl.py, whose other imports need torch, and runs with its own globals; only the class
that formats the help menu is argparse's own, and the only INI that it is shown beside default.ini is
the case's.

A case: ``{"text": the INI}`` and, where it is not the shipped one, ``"default": the text of
default.ini``. The verdict: ``{"ok": true, "args": {...}}``, else ``type`` and ``message`` of the
exception. The args are the values by dotted name that the shipped default.ini alone does not give;
they are all values where the case has a default.ini of its own, or ``"whole": true``. The text is
loaded with the arguments of the case's ``argv``, of which argparse's complaint is then the message, and under
the name that the case has as ``ask``, else the first name in its env_name, else ``None``, which
default.ini gives.
"""

from __future__ import annotations

import argparse
import ast
import configparser
import contextlib
import importlib
import importlib.util
import io
import json
import os
import sys
import tempfile
import warnings
from collections import defaultdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

warnings.filterwarnings("ignore")


def package() -> Path:
    """The folder of the installed package."""
    spec = importlib.util.find_spec("pufferlib")
    if spec is None or spec.origin is None:
        raise SystemExit("the real pufferlib is not installed here")
    return Path(spec.origin).parent


def load_config(root: Path) -> dict[str, Any]:
    """The globals of the real function, under its own name."""
    os.chdir(tempfile.mkdtemp())  # importing pufferlib leaves a symlink
    with contextlib.redirect_stderr(io.StringIO()):
        pufferlib = importlib.import_module("pufferlib")
    tree = ast.parse((root / "pufferl.py").read_text(encoding="utf-8"))
    tree.body = [node for node in tree.body if getattr(node, "name", "") == "load_config"]
    space: dict[str, Any] = {
        "argparse": argparse,
        "ast": ast,
        "configparser": configparser,
        "defaultdict": defaultdict,
        "os": os,
        "pufferlib": pufferlib,
        "RichHelpFormatter": argparse.HelpFormatter,
    }
    exec(compile(tree, "pufferl.py", "exec"), space)
    return space


def flat(value: Any, prefix: str = "") -> dict[str, Any]:
    """A nested config as values by dotted name; what JSON lacks is its repr in a list of one."""
    if isinstance(value, dict) and value:
        found: dict[str, Any] = {}
        for key, inner in value.items():
            found |= flat(inner, f"{prefix}.{key}" if prefix else str(key))
        return found
    if isinstance(value, float) and abs(value) < float("inf"):
        return {prefix: value}
    known = value is None or isinstance(value, (bool, int, str))
    return {prefix: value if known else [repr(value)]}


def run(
    space: dict[str, Any], case: dict[str, Any], shipped: str, usual: dict[str, Any]
) -> dict[str, Any]:
    """The verdict on one case; ``usual`` are the values that need not be told."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "config")
        config.mkdir()
        (config / "default.ini").write_text(case.get("default", shipped), encoding="utf-8")
        (config / "case.ini").write_text(case["text"], encoding="utf-8")
        space["__file__"] = str(Path(folder, "pufferl.py"))
        found = [str(config / "case.ini")]
        space["glob"] = SimpleNamespace(glob=lambda pattern, recursive: found)
        sys.argv = ["puffer", *case.get("argv", ())]
        quiet = io.StringIO()
        try:
            with contextlib.redirect_stderr(quiet), contextlib.redirect_stdout(quiet):
                args = space["load_config"](case.get("ask") or _name(config))
        except SystemExit as error:
            said = quiet.getvalue().strip().rpartition(" error: ")[2] if "argv" in case else ""
            return {"ok": False, "type": "SystemExit", "message": said or str(error.code)}
        except Exception as error:
            message = str(error).replace(folder, "").partition("\n")[0][:120]
            return {"ok": False, "type": type(error).__name__, "message": message}
        values = flat(args)
        if "default" in case or case.get("whole"):
            return {"ok": True, "args": values}
        told = {name: value for name, value in values.items() if not _same(name, value, usual)}
        return {"ok": True, "args": told}


def _same(name: str, value: Any, usual: dict[str, Any]) -> bool:
    return name in usual and usual[name] == value and type(usual[name]) is type(value)


def _name(config: Path) -> str:
    parser = configparser.ConfigParser()
    with contextlib.suppress(configparser.Error):
        parser.read([config / "default.ini", config / "case.ini"])
        names: list[str] = parser.get("base", "env_name", raw=True, fallback="None").split()
        return names[0] if names else "None"
    return "None"


def main() -> None:
    """Answer each case of standard input with one line."""
    root = package()
    space = load_config(root)
    shipped = (root / "config" / "default.ini").read_text(encoding="utf-8")
    usual = run(space, {"text": ""}, shipped, {})["args"]
    for line in sys.stdin:
        case = json.loads(line)
        print(json.dumps({**case, "verdict": run(space, case, shipped, usual)}), flush=True)


if __name__ == "__main__":
    main()
