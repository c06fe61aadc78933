"""Ask the real 3.0.0 for environments by package and name, as ``load_env`` does before it calls ``make``.

    PYTHON tools/oracle/environment_oracle.py < cases.jsonl > verdicts.jsonl
    python tools/oracle/environment_oracle.py --record DIR

A case: ``{"package": text, "name": text}``. The verdict adds ``type`` and ``message`` of the exception, or neither
where the package knows the name. A game that is not compiled here, and a program that is not installed, is
no verdict on the name. ``--record`` writes fixtures/truth/environments_3.0.jsonl.
"""

from __future__ import annotations

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
from typing import Any

HERE = Path(__file__).resolve().parent
FIXTURE = HERE.parents[1] / "fixtures" / "truth" / "environments_3.0.jsonl"

OCEAN = (
    *("breakout", "blastar", "convert", "pong", "freeway", "enduro", "tetris", "cartpole", "moba"),
    *(
        "boids",
        "drone",
        "nmmo3",
        "snake",
        "squared",
        "school",
        "pysquared",
        "connect4",
        "terraform",
    ),
    *(
        "template",
        "tripletriad",
        "tactical",
        "target",
        "go",
        "rware",
        "trash_pickup",
        "grid",
        "cpr",
    ),
    *("tower_climb", "impulse_wars", "gpudrive", "pacman", "checkers", "spaces", "multiagent"),
    *("bandit", "continuous", "foraging", "group", "memory", "password", "performance", "puffer"),
    *("performance_empiric", "predator_prey", "stochastic", "oldgrid", "sanity", "render", "torch"),
    *(
        "robocode",
        "rocket_lander",
        "tcg",
        "environment",
        "breakou",
        "Breakout",
        "my_env",
        "breakout_",
    ),
)
NAMES = (
    *(f"puffer_{name}" for name in OCEAN),
    *OCEAN,
    *("", "puffer_", "xpuffer_breakout", "breakout_puffer_", "puffer_puffer_breakout"),
    *("Puffer_breakout", "puffer-breakout", "puffer_snake,", "'puffer_snake'", "default", "None"),
)
PACKAGES = (
    *("ocean", "atari", "box2d", "bsuite", "butterfly", "classic_control", "craftax", "crafter"),
    *("classic_control_continuous", "dm_control", "dm_lab", "gpudrive", "griddly", "gvgai"),
    *("kinetix", "links_awaken", "magent", "metta", "microrts", "minerl", "minigrid", "minihack"),
    *("mujoco", "nethack", "nmmo", "open_spiel", "pokemon_red", "procgen", "slimevolley", "smac"),
    *("stable_retro", "test", "trade_sim", "vizdoom"),
    *("Ocean", "3", "None", "Atari", "oceans", "my_package", "", "mujoco ", "environments"),
)


def cases() -> list[dict[str, str]]:
    """Every name of ocean, true and false, and every package."""
    asked = [{"package": "ocean", "name": name} for name in NAMES]
    return [*asked, *({"package": package, "name": "puffer_spaces"} for package in PACKAGES)]


def ask(python: Path, asked: Iterable[dict[str, str]]) -> list[dict[str, Any]]:
    """The verdict of the real package on every case, in order."""
    lines = "\n".join(json.dumps(case) for case in asked)
    command = [str(python), str(Path(__file__).resolve())]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the oracle failed:\n{done.stderr[-2000:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def _verdict(package: str, name: str) -> dict[str, str]:
    module_name = "pufferlib.ocean" if package == "ocean" else f"pufferlib.environments.{package}"
    try:
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            module = importlib.import_module(module_name)
            if package == "ocean":
                module.env_creator(name)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("pufferlib.environments") and error.name == module_name:
            return {"type": "ModuleNotFoundError", "message": str(error)}
    except ImportError:
        pass  # a game that is not compiled here
    except Exception as error:
        if package == "ocean":
            return {"type": type(error).__name__, "message": str(error)}
    return {}


def main() -> int:
    if sys.argv[1:2] == ["--record"]:
        import env

        python = env.build(Path(sys.argv[2]))
        rows = (json.dumps(row) for row in ask(python, cases()))
        FIXTURE.write_text("\n".join(rows) + "\n", encoding="utf-8")
        return 0
    os.chdir(tempfile.mkdtemp())  # importing pufferlib leaves a symlink
    for line in sys.stdin:
        case = json.loads(line)
        print(json.dumps({**case, **_verdict(case["package"], case["name"])}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
