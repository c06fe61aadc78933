"""Dependency files made at random, each with the truth of what it pins: found is that, where it stands.

The seeds are fixed, so that a failure can be repeated: ``make(seed)``.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from profilecheck.pins import pin_of
from tests.sources.test_dependencies import asked, quoted

UPSTREAM = "https://github.com/PufferAI/PufferLib"
COMMITS = {"3.0": "40c7a1b", "4.0": "8e3e7546428f06839dad031935081ff3ad915f07", "5.0": "64da1a6b"}
VERSIONS = {
    "1.0": ["==1.0.1", "==0.7.3", ">=1,<2", "~=1.0"],
    "2.0": ["==2.0.6", "~=2.0", ">=2.0.1,<3", "==2.*", "===2.0.6"],
    "3.0": ["==3.0.0", "==3.0", ">=3,<4", "~=3.0", "==3.*", ">=3.0.0,<4,!=3.0.1"],
    "4.0": ["==4.0.0", "==4.*", ">=4,<5", "~=4.0"],
    None: ["", ">=2", ">=3.0.0", "<4", "!=3.0.0", ">=2,<4", ">0"],
}
NOISE = ["numpy<2", "torch>=2", "gymnasium==0.29.1", "# pufferlib==9.9", "pufferlib-envs==1.0"]


@dataclass(frozen=True)
class Made:
    """A file with the one pin in it: what stands at its place, what it means, whether it is the project's own."""

    name: str
    text: str
    at: str
    generation: str | None
    main: bool


def _entry(rng: random.Random) -> tuple[str, str | None]:
    """An entry as pip takes it, and the generation that it means."""
    kind = rng.choice(["version", "version", "git", "direct", "fork", "archive"])
    if kind == "version":
        generation = rng.choice(list(VERSIONS))
        name = rng.choice(["pufferlib", "PufferLib", "pufferlib[atari]", "pufferlib[a, b]"])
        gap = rng.choice(["", "", " "])
        return f"{name}{gap}{rng.choice(VERSIONS[generation])}".rstrip(), generation
    if kind == "fork":
        name = rng.choice(["pufferlib-core", "pufferlib_core", "PufferLib.Core"])
        return f"{name}{rng.choice(['', '>=3', '==3.0.17'])}", "3.0"
    if kind == "archive":
        major = rng.choice("34")
        return f"https://files.example/pufferlib-{major}.0.0.tar.gz", f"{major}.0"
    generation = rng.choice([*COMMITS, None])
    scheme = rng.choice(
        [UPSTREAM, f"{UPSTREAM}.git", "ssh://git@github.com/PufferAI/PufferLib.git"]
    )
    reference = ["", "@main", "@0123456789abcdef"]
    if generation is not None:
        reference = [f"@{COMMITS[generation]}", f"@{generation}"]
    url = f"git+{scheme}{rng.choice(reference)}"
    if kind == "direct":
        return f"pufferlib @ {url}", generation
    return url + rng.choice(["", "#egg=pufferlib"]), generation


def _lines(rng: random.Random, entry: str, indent: str = "") -> str:
    lines = [f"{indent}{line}" for line in rng.sample(NOISE, rng.randint(0, 3))]
    lines.insert(rng.randint(0, len(lines)), f"{indent}{entry}")
    return "".join(f"{line}\n" for line in lines)


def _requirements(rng: random.Random) -> Made:
    entry, generation = _entry(rng)
    name = rng.choice(["requirements.txt", "requirements.in", "requirements-dev.txt"])
    before = "-e " if entry.startswith("git+") and rng.random() < 0.5 else ""
    behind = rng.choice(
        ["", "  # pufferlib==1.0", " --hash=sha256:00", " \\\n    --hash=sha256:00"]
    )
    if name.endswith(".in") or before:
        behind = ""
    text = _lines(rng, f"{before}{entry}{behind}")
    return Made(name, text, entry, generation, "-" not in name)


def _project(rng: random.Random) -> Made:
    entry, generation = _entry(rng)
    quote = rng.choice("\"'")
    table, main = rng.choice(
        [
            ("[project]\ndependencies", True),
            ("[project.optional-dependencies]\nrl", False),
            ("[dependency-groups]\nrl", False),
            ("[tool.uv]\noverride-dependencies", True),
            ("[tool.pdm.dev-dependencies]\nrl", False),
            ("[tool.hatch.envs.rl]\ndependencies", False),
        ]
    )
    listed = ", ".join(['"numpy"', f"{quote}{entry}{quote}"])
    layout = rng.choice(
        [f"[{listed}]", f'[\n  "numpy",  # "pufferlib==9"\n  {quote}{entry}{quote},\n]']
    )
    return Made("pyproject.toml", f"# head\n{table} = {layout}\n", entry, generation, main)


def _tables(rng: random.Random) -> Made:
    generation = rng.choice(list(COMMITS))
    key = rng.choice(["rev", "tag", "branch"])
    value = f'{{ git = "{UPSTREAM}", {key} = "{rng.choice([COMMITS[generation], generation])}" }}'
    table, main = rng.choice(
        [
            ("tool.uv.sources", True),
            ("tool.poetry.dependencies", True),
            ("tool.poetry.group.rl.dependencies", False),
            ("tool.pixi.pypi-dependencies", True),
        ]
    )
    return Made(
        "pyproject.toml",
        f'[{table}]\nnumpy = "*"\npufferlib = {value}\n',
        f"pufferlib = {value}",
        generation,
        main,
    )


def _poetry(rng: random.Random) -> Made:
    written, generation = rng.choice(
        [
            ("^3.0", "3.0"),
            ("~2.0", "2.0"),
            ("3.0.0", "3.0"),
            ("^3", "3.0"),
            ("*", None),
            (">=2", None),
        ]
    )
    text = f'[tool.poetry.dependencies]\npython = "^3.10"\npufferlib = "{written}"\n'
    return Made("pyproject.toml", text, f'pufferlib = "{written}"', generation, True)


def _setup(rng: random.Random) -> Made:
    entry, generation = _entry(rng)
    if rng.random() < 0.5:
        body = _lines(rng, entry, "    ").replace("    # pufferlib==9.9\n", "")
        return Made("setup.cfg", f"[options]\ninstall_requires =\n{body}", entry, generation, True)
    text = f"from setuptools import setup\n\nNAME = 'é'\nsetup(name=NAME, install_requires=['numpy', '{entry}'])\n"
    return Made("setup.py", text, entry, generation, True)


def _conda(rng: random.Random) -> Made:
    entry, generation = _entry(rng)
    quote = rng.choice(["", "'", '"'])
    name = rng.choice(["environment.yml", "environment-gpu.yaml"])
    behind = rng.choice(["", "  # pufferlib==1.0"])
    text = f"name: x\ndependencies:\n  - python=3.11\n  - pip:\n      - numpy\n      - {quote}{entry}{quote}{behind}\n"
    return Made(name, text, entry, generation, "-" not in name)


def _lock(rng: random.Random) -> Made:
    generation = rng.choice(["2.0", "3.0"])
    version = {"2.0": "2.0.6", "3.0": "3.0.0"}[generation]
    name = rng.choice(["uv.lock", "poetry.lock", "pdm.lock"])
    others = [
        f'[[package]]\nname = "{other}"\nversion = "1.0"\ndependencies = ["pufferlib"]\n'
        for other in ("numpy", "pufferlib-envs")
    ]
    others.insert(rng.randint(0, 2), f'[[package]]\nname = "pufferlib"\nversion = "{version}"\n')
    return Made(name, "\n".join(others), f'version = "{version}"', generation, True)


def _command(rng: random.Random) -> Made:
    entry, generation = _entry(rng)
    installer = rng.choice(
        [
            "pip install",
            "python -m pip install -q",
            "uv pip install --system",
            "uv add",
            "sudo pip3 install",
        ]
    )
    line = f"{installer} '{entry}'" + rng.choice(["", " torch", " && echo pufferlib==1.0"])
    name, before = rng.choice(
        [
            ("setup.sh", "#!/bin/sh\n# pip install pufferlib==9\n"),
            ("Dockerfile", "FROM x\nRUN "),
            ("README.md", "No pufferlib==9 here.\n\n```bash\n"),
        ]
    )
    return Made(name, f"{before}{line}\n", entry, generation, False)


MAKERS: tuple[Callable[[random.Random], Made], ...] = (
    _requirements,
    _project,
    _tables,
    _poetry,
    _setup,
    _conda,
    _lock,
    _command,
)


def make(seed: int) -> list[Made]:
    """Some files, the same for the same seed. Line ends are those of either system."""
    rng = random.Random(seed)
    return [maker(rng) for maker in MAKERS for _ in range(12)]


@pytest.mark.parametrize("seed", range(40))
def test_what_a_file_pins_is_what_it_was_made_to_pin(seed: int) -> None:
    for made in make(seed):
        for text in (made.text, made.text.replace("\n", "\r\n")):
            found = [pin_of(one, made.name) for one in asked(made.name, text)]
            assert len(found) == 1, made
            (pin,) = found
            assert quoted(text, pin.requirement) == made.at, made
            assert (pin.generation, pin.main) == (made.generation, made.main), made
