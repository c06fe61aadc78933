"""What ``run`` says that 3.0 cannot make, against the real 3.0.0, whose environments are not compiled here."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from profilecheck.launch.installed import find
from profilecheck.launch.v3 import unmade
from profilecheck.profiles.launch_runs import ENVIRONMENTS, OCEAN
from profilecheck.profiles.v3_environments import MADE, PACKAGES, PREFIX

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(os.name == "nt", reason="the environment is made for a posix shell"),
]

ASK = """\
import importlib, json, sys
from pufferlib.ocean.environment import env_creator
names, packages = json.loads(sys.argv[1])
def ends(ask, *given):
    try:
        return ask(*given)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
made = {name: ends(env_creator, name) for name in names}
made = {name: told if isinstance(told, str) else None for name, told in made.items()}
print(json.dumps([made, {name: str(ends(importlib.import_module, name)) for name in packages}]))
"""


def test_what_it_says_is_not_made_is_not(oracle: Path, tmp_path: Path) -> None:
    real = find(str(oracle), tmp_path)
    for folder in (OCEAN, ENVIRONMENTS):  # and no launcher, which would end before
        (tmp_path / folder).parent.mkdir(exist_ok=True)
        (tmp_path / folder).symlink_to(real.folder / folder)
    runtime = replace(real, folder=tmp_path)
    names = sorted(f"{PREFIX}{name}" for name in MADE)
    packages = ("None", "nothere", "atari.deep")
    modules = [f"pufferlib.environments.{name}" for name in packages]
    ask = [str(oracle), "-c", ASK, json.dumps([names, modules])]
    done = subprocess.run(ask, check=True, capture_output=True, cwd=tmp_path)
    made, imported = json.loads(done.stdout.splitlines()[-1])
    said = {name for name in names if list(unmade(runtime, name, "ocean"))}
    ended = {name for name in names if "cannot import name 'binding'" in str(made[name])}
    others = {name for name in said - ended if "Error" not in str(made[name]) and made[name]}
    assert said == ended | others  # what lacks another module too is made as the text of its class
    assert len(ended) > 25 and others == {"puffer_moba", "puffer_nmmo3"}
    for package, module in zip(packages, modules, strict=True):
        assert list(unmade(runtime, names[0], package))
        assert "Error" in imported[module]
    assert not [one for name in PACKAGES - {"ocean"} for one in unmade(runtime, names[0], name)]
