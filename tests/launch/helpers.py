"""Installations of PufferLib whose programs are stand-ins, that tell what they were started with."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from profilecheck.profiles import profiles

STAND_IN = f"""\
#!{sys.executable}
import json, os, signal, sys, time
with open(os.environ["STARTED"], "w") as file:
    json.dump({{"argv": sys.argv[1:], "pipe": signal.getsignal(signal.SIGPIPE) is not None}}, file)
if os.environ.get("WAIT"):
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(40 + number))
    signal.signal(signal.SIGINT, lambda number, frame: sys.exit(40 + number))
    print("waiting", flush=True)
    time.sleep(60)
sys.exit(int(os.environ.get("EXIT", "0")))
"""
MARK_3 = "from pufferlib import PufferEnv\n"
MARK_4 = 'title = "{b2}4.0"\n'
ENVIRONMENT = """\
[base]
package = ocean
env_name = puffer_thing other_name
policy_name = Policy
rnn_name = Recurrent

[vec]
num_envs = 2

[env]
width = 8
deep = None
walls = False

[train]
total_timesteps = 90_000_000
compile = True
"""
THING = """\
[base]
package = ocean
env_name = puffer_thing
policy_name = Policy
rnn_name = Recurrent

[vec]
backend = Serial
num_envs = 4
batch_size = 4

[env]
width = 16
deep = None
walls = True

[train]
total_timesteps = 90_000_000
compile = False
minibatch_size = 256
"""
"""A config of 3.0 that every machine runs; all of it can be passed."""
ENVIRONMENT_4 = "[base]\nenv_name = thing\n\n[vec]\ntotal_agents = 1024\n\n[env]\nwidth = 8\n"
THING_4 = """\
[base]
env_name = thing

[vec]
total_agents = 512
num_buffers = 2
num_threads = 2

[env]
width = 8

[train]
horizon = 32
"""


@dataclass(frozen=True)
class Installation:
    """Where it is; ``variables`` are what an interpreter needs to find it."""

    folder: Path
    program: Path
    started: Path

    @property
    def variables(self) -> dict[str, str]:
        return {"PYTHONPATH": str(self.folder), "STARTED": str(self.started)}


def default_ini(generation: str) -> str:
    """The text of a generation's default.ini, as its profile has it."""
    texts = profiles()[generation].default_texts()
    return "\n".join(
        f"[{section}]\n" + "".join(f"{key} = {text}\n" for key, text in keys.items())
        for section, keys in texts.items()
    )


def install(
    root: Path,
    generation: str,
    version: str = "",
    *,
    ini: str = "",
    name: str = "pufferlib",
    program: bool = True,
) -> Installation:
    """A distribution with its program, as installers leave it."""
    site = root / "site"
    configs = site / ("pufferlib/config" if generation == "3.0" else "config")
    info = site / f"{name.replace('-', '_')}-{version or generation + '.0'}.dist-info"
    script = root / "bin" / "puffer"
    own = ini or (ENVIRONMENT if generation == "3.0" else ENVIRONMENT_4)
    files = {
        site / "pufferlib/__init__.py": "raise AssertionError('imported')\n",
        site / "pufferlib/pufferl.py": MARK_4 if generation == "4.0" else "",
        configs / "default.ini": default_ini(generation),
        configs / "ocean/thing.ini": own,
        info
        / "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version or generation + '.0'}\n",
        info / "RECORD": "../bin/puffer,,\n",
        info / "entry_points.txt": "[console_scripts]\npuffer = pufferlib.pufferl:main\n",
        script: STAND_IN,
    }
    if generation == "3.0":
        files[site / "pufferlib/vector.py"] = MARK_3
    if not program:
        del files[script]
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if program:
        script.chmod(0o755)
    return Installation(site, script, root / "started.json")


def compile_for(site: Path, environment: str, at: int = 1_000_000_000) -> Path:
    """What 4.0's build.sh leaves of a build; ``at`` is when it was linked, in seconds."""
    library = site / f"build/libstatic_{environment}.a"
    compiled = site / f"pufferlib/_C{EXTENSION_SUFFIXES[0]}"
    library.parent.mkdir(exist_ok=True)
    library.write_bytes(b"!<arch>")
    compiled.write_bytes(b"\x7fELF\0\0thing_of_C\0" + environment.encode() + b"\0more\0")
    os.utime(library, (at, at))
    os.utime(compiled, (at + 1, at + 1))
    return compiled
