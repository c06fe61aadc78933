"""What ``run`` starts, against the real 3.0.0: its load_config comes to the checked config."""

from __future__ import annotations

import json
import os
import random
import shlex
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from profilecheck.findings import Evidence
from profilecheck.hosts import declared
from profilecheck.launch.installed import Runtime, find
from profilecheck.launch.plan import NothingToRun, Over, Plan, Request, plan
from profilecheck.options import Options
from profilecheck.own_package import OwnPackage
from profilecheck.profiles.launch_programs import LAUNCHERS, MODULE
from profilecheck.profiles.launch_runs import COMPILED, ENVIRONMENT, by_position, reads
from profilecheck.profiles.launch_spelling import alike
from profilecheck.sources import ini
from profilecheck.surroundings import NOWHERE
from tests.cli.helpers import started

TOOLS = Path(__file__).resolve().parents[2] / "tools" / "oracle"
FIXED = {flag.replace("-", "_") for flag in LAUNCHERS["3.0"].fixed}
pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(os.name == "nt", reason="the environment is made for a posix shell"),
]

KEYS = {
    "vec": ("num_envs", "num_workers", "batch_size", "zero_copy", "seed", "overwork"),
    "env": ("width", "speed", "walls", "name", "deep-er", "sizes", "new", "nothing"),
    "policy": ("hidden_size", "name"),
    "train": ("total_timesteps", "compile", "anneal_lr", "device", "minibatch_size", "gamma"),
    "base": ("policy_name", "rnn_name", "max_suggestion_cost"),
    "sweep.train.gamma": ("min", "max", "scale"),
}
VALUES = (
    *("1", "8", "0.5", "1e7", "10_000_000", "True", "False", "None", "auto", "Serial", "''"),
    *("[1, 2]", "['a', 'b']", "(1, 2)", "{}", "-3", "-1e-5", "a b", "--x", "100%%", "$HOME", "é"),
)
LACKING = (f"holds no {COMPILED[0]}", "torch, which the launcher imports before all else")
"""What this environment lacks, and 3.0's launcher needs."""
CASES = int(os.environ.get("PROFILECHECK_ORACLE_RUNS", "20"))
BEHIND = ("--train.gamma=0.25", "--vec.num-envs=16", "--tag", "--train.compile=", "--env.name=-x")


def generated(source: random.Random) -> str:
    """A config for the environment ``case``, of whatever values."""
    sections = ["[base]\nenv_name = case\npackage = ocean\n"]
    for section, keys in KEYS.items():
        chosen = [key for key in keys if source.random() < 0.5]
        held = "".join(f"{key} = {_value(source, key)}\n" for key in chosen)
        sections.append(held if section == "base" else f"[{section}]\n{held}")
    base = sections.pop(-2)
    return "".join([sections[0], base, *sections[1:]])


def _value(source: random.Random, key: str) -> str:
    """Most often one of the type that the key usually has, so that it can be passed."""
    if source.random() < 0.3:
        return source.choice(VALUES)
    if key in ("zero_copy", "walls", "overwork", "compile", "anneal_lr"):
        return source.choice(("True", "False"))
    if key in ("name", "device", "policy_name", "scale"):
        return source.choice(("Serial", "a b", "--x", "100%%", "$HOME", "é", "-3e"))
    return source.choice(("1", "8", "64", "1e3", "0.25", "10_000"))


@cache
def _real(python: Path) -> Runtime:
    return find(str(python), python.parent)


def runtime_of(python: Path, folder: Path, installed: str) -> Runtime:
    """The real runtime, but with INIs of its own: the shipped default.ini, and one for the environment."""
    real = _real(python)
    assert real.generation == "3.0" and real.version == "3.0.0" and real.kind == "installed"
    config = folder / "pufferlib/config"
    config.mkdir(parents=True, exist_ok=True)
    shipped = (real.folder / "pufferlib/config/default.ini").read_text(encoding="utf-8")
    (config / "default.ini").write_text(shipped, encoding="utf-8")
    (config / "case.ini").write_text(installed, encoding="utf-8")
    return replace(real, folder=folder, evidence=(Evidence("3.0", "it is 3.0"),))


def planned(
    text: str,
    runtime: Runtime,
    mode: Any,
    behind: tuple[str, ...],
    name: str,
    over: Over | None = "default",
) -> Plan:
    options = Options(target="3.0", mode=mode, host=declared(64, None, "the host"))
    document = ini.read(text, "case_of_ours.ini")
    file = "/case_of_ours.ini"
    return plan(Request(document, file, options, NOWHERE, name, behind, over), runtime)


def loaded(python: Path, cases: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """What the real load_config makes of each case."""
    given = "".join(json.dumps(case) + "\n" for case in cases)
    ask = [str(python), str(TOOLS / "load_oracle.py")]
    done = subprocess.run(ask, input=given, check=True, capture_output=True, text=True)
    yield from (json.loads(line)["verdict"] for line in done.stdout.splitlines())


def _refused(made: Plan) -> bool:
    """Whether the launcher is said to refuse a flag behind ``--``, or its value."""
    return any(one.code in ("PC701", "PC702", "PC706") for one in made.reports[1].findings)


def differences(made: Plan, args: Mapping[str, Any]) -> Iterator[str]:
    """Where the loaded config is not the checked one, but for what is told to be so."""
    unpassed = {one.name for one in made.unpassed}
    checked = {
        (key if section == "base" else f"{section}.{key}"): (name, value.value)
        for name, value in made.config.values.items()
        for section, key in [name]
    }
    for dotted, (name, value) in checked.items():
        if name in unpassed or not reads("3.0", made.experiment.mode, name):
            continue
        if dotted not in args:
            yield f"{dotted} = {value!r} is not there"
        elif not _equal(value, args[dotted]):
            yield f"{dotted}: {value!r} was checked, {args[dotted]!r} is loaded"
    for dotted, value in args.items():
        section, _, key = dotted.rpartition(".")
        name = (section or "base", key)
        known = dotted in checked or name in unpassed or dotted in FIXED
        empty = value == ["{}"] or value == {}
        if not known and not empty and reads("3.0", made.experiment.mode, name):
            yield f"{dotted} = {value!r} is loaded, and was not checked"


def _equal(value: object, told: Any) -> bool:
    """``told`` is as the oracle writes it: what JSON lacks is its repr in a list of one."""
    return repr(value) == told[0] if isinstance(told, list) else alike(value, told)


@pytest.mark.heavy
@pytest.mark.parametrize("over", get_args(Over))
@pytest.mark.parametrize("mode", ["train", "sweep"])
def test_random_configs_start_as_they_were_checked(
    oracle: Path, tmp_path: Path, mode: str, over: Over
) -> None:
    source = random.Random(mode)
    cases, plans = [], []
    for number in range(CASES):
        installed, text = generated(source), generated(source)
        behind = tuple(source.sample(BEHIND[:2] + BEHIND[3:4], source.randrange(3)))
        runtime = runtime_of(oracle, tmp_path / str(number), installed)
        made = planned(text, runtime, mode, behind, "case", over)
        loads = all(one.startswith("in what lies below the config") for one in made.refusals)
        if not made.words or not loads:
            continue
        plans.append(made)
        cases.append({"text": installed, "argv": made.words[3:], "ask": "case", "whole": True})
    verdicts = list(loaded(oracle, cases))
    assert len(plans) > CASES // 2
    assert sum(len(made.passed) for made in plans) > CASES * (3 if over == "default" else 1)
    for made, verdict, case in zip(plans, verdicts, cases, strict=True):
        assert verdict["ok"] == (not _refused(made)), (verdict, case)
        assert not verdict["ok"] or not list(differences(made, verdict["args"])), case


def test_a_line_that_is_refused_is_refused_by_the_loader(oracle: Path, tmp_path: Path) -> None:
    """And the other way round: no flag is told to be refused that it takes."""
    own = (
        "load = 1\nf = x\nta = x\nrender = x\nmax_ = 1\n"  # beginnings of the launcher's own flags
    )
    installed = f"[base]\nenv_name = case\npackage = ocean\n{own}[env]\nname = a\nnothing = None\n"
    runtime = runtime_of(oracle, tmp_path, installed)
    flags = [
        *(["--env.name=-x"], ["--env.name", "-x"], ["--env.nothing=1"], ["--env.n", "a"]),
        *(["--train.gamma", "a"], ["--wandb=1"], ["--tag"], ["a"], ["--env.new=1"], ["--tag", "A"]),
        *(["--load=2"], ["--f=2"], ["--f=y"], ["--ta=y"], ["--render=y"], ["--render", "None"]),
        *(
            ["--"],
            ["--tag", "-x y=1"],
            ["--tag", "--env.name=a b"],
            ["--max-=2"],
            ["--tag=a", "--"],
        ),
        *(["--train.seed=1e3"], ["--vec.num-workers=auto"], ["--train"], ["--env.nam=b"]),
    ]
    made = [planned(installed, runtime, "train", tuple(one), "case") for one in flags]
    cases = [{"text": installed, "argv": one, "ask": "case", "whole": True} for one in flags]
    taken = [verdict["ok"] for verdict in loaded(oracle, cases)]
    assert [not one.refusals and not _refused(one) for one in made] == taken


def shipped(root: Path) -> Iterator[tuple[str, str, Path]]:
    for path in sorted((root / "pufferlib/config").rglob("*.ini")):
        text = path.read_text(encoding="utf-8")
        names = [s.value for s in ini.read(text, path.name).settings if s.key == "env_name"]
        if path.name != "default.ini" and names and isinstance(names[0], str):
            yield names[0].split()[0], text, path


@pytest.mark.heavy
def test_a_shipped_config_starts_without_a_flag(oracle: Path, tmp_path: Path) -> None:
    """As it is installed, whichever of its names it is launched by."""
    runtime = find(str(oracle), tmp_path)
    found = 0
    for name, text, path in shipped(runtime.folder):
        try:
            made = planned(text, runtime, "sweep", (), name)
        except NothingToRun as error:
            pytest.fail(f"{path.name}: {error}")
        refusals = [one for one in made.refusals if not any(part in one for part in LACKING)]
        assert len(made.refusals) == len(refusals) + len(LACKING)
        if refusals:
            assert "do not load" in refusals[0], (path.name, refusals)
            continue
        assert made.inis is not None and made.inis.paths[-1] == path.as_posix(), path.name
        assert (made.passed, made.unpassed) == ((), ()), (path.name, made.passed, made.unpassed)
        found += 1
    assert found > 55


@pytest.mark.heavy
def test_a_shipped_config_with_other_values(oracle: Path, tmp_path: Path) -> None:
    """Each number, word and truth value of a shipped INI changed, as far as it can be passed."""
    root = find(str(oracle), tmp_path).folder
    cases, plans = [], []
    for number, (name, text, _) in enumerate(shipped(root)):
        runtime = runtime_of(oracle, tmp_path / str(number), text)
        changed = "\n".join(map(_changed, text.split("\n")))
        made = planned(changed, runtime, "train", (), name)
        if made.words and not made.refusals:
            plans.append(made)
            cases.append({"text": text, "argv": made.words[3:], "ask": name, "whole": True})
    verdicts = list(loaded(oracle, cases))
    assert len(plans) > 55
    for made, verdict, case in zip(plans, verdicts, cases, strict=True):
        assert verdict["ok"], (verdict, case["ask"])
        assert not list(differences(made, verdict["args"])), case["ask"]


def _changed(line: str) -> str:
    key, equals, value = line.partition(" = ")
    if not equals or key in ("env_name", "package"):
        return line
    flipped = {"True": "False", "False": "True", "auto": "8"}.get(value, value)
    if flipped == value and value.replace("_", "").isdecimal():
        flipped = str(int(value) + 1)
    return f"{key} = {flipped}"


def test_what_the_real_program_lacks_keeps_it_from_starting(oracle: Path, tmp_path: Path) -> None:
    """It ends where it imports torch, or its compiled part, which this environment lacks."""
    runtime = find(str(oracle), tmp_path)
    text = "[base]\nenv_name = puffer_squared\n[vec]\nbackend = Serial\n"
    (tmp_path / "squared.ini").write_text(text, encoding="utf-8")
    ran = started("run", "squared.ini", "--python", str(oracle), folder=tmp_path)
    said = ran.stderr.decode()
    assert ran.returncode == 1 and all(part in said for part in LACKING)
    command = [*runtime.command, "train", "puffer_squared", "--vec.backend=Serial"]
    assert f"it would have run: {shlex.join(command)}" in said
    real = subprocess.run(command, capture_output=True, cwd=tmp_path, check=False)
    assert real.returncode == 1
    assert b"ModuleNotFoundError: No module named" in real.stderr or b"ImportError" in real.stderr


def test_the_flag_for_the_environment_is_read_by_no_mode_that_starts_it(
    oracle: Path, tmp_path: Path
) -> None:
    """load_config takes it, over the INI of the word behind the mode; of its callers export reads it, and those that fail."""
    text = "[base]\nenv_name = case\npackage = ocean\n[env]\nwidth = 8\n"
    made = planned(
        text, runtime_of(oracle, tmp_path, text), "train", ("--env-name", "other"), "case"
    )
    case = {"text": text, "argv": made.words[3:], "ask": "case", "whole": True}
    (verdict,) = loaded(oracle, [case])
    assert verdict["args"]["env_name"] == "other" and verdict["args"]["env.width"] == 8
    assert made.config.value(*ENVIRONMENT) == "case"
    assert [one.code for one in made.reports[1].findings] == ["PC714"]
    own = OwnPackage(_real(oracle).folder / "pufferlib")
    held = {name: own.texts_in(f"{MODULE}.{name}") or () for name in LAUNCHERS["3.0"].modes}
    readers = {name for name, texts in held.items() if ENVIRONMENT[1] in texts}
    assert readers == {"export", "profile", "autotune"}
    assert not any(by_position("3.0", name) for name in readers)
    assert all(by_position("3.0", name) for name in held.keys() - readers)
    for name in ("main", "load_env", "load_policy"):
        assert ENVIRONMENT[1] not in (own.texts_in(f"{MODULE}.{name}") or ENVIRONMENT)
