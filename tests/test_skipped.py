"""Why files are not judged, and which broken texts are broken configs."""

from __future__ import annotations

import pytest

from profilecheck.findings import State
from tests.rules.helpers import report


def reason(text: str | bytes, name: str, target: str | None = None) -> str:
    verdict = report(text, name=name, target=target)
    assert verdict.state is State.SKIPPED, verdict.findings
    assert verdict.reason
    return verdict.reason


@pytest.mark.parametrize(
    ("text", "name", "part"),
    [
        ("", "a.ini", "it is empty"),
        ("\n \n", "a.yaml", "it is empty"),
        ("a: 1\n", "a.yaml", "no section that a profile knows"),
        ("[other]\na = 1\n", "a.ini", "no section that a profile knows"),
        (
            "[train]\na = 1\n",
            "a.ini",
            "it has [train], but neither [vec] nor [base] with env_name or package",
        ),
        ("[base]\ntag = 1\n[train]\na = 1\n", "a.ini", "it has [base], [train], but neither"),
        (
            "name = 'pufferlib'\n",
            "a.py",
            "no import, call or launch of PufferLib in it can be judged",
        ),
        ("[vecs]\nnum_envs = 8\n", "a.ini", "[vecs] holds num_envs; did you mean [vec]?"),
        ("[Vec]\nnum_envs = 8\n", "a.ini", "did you mean [vec]?"),
        (
            "run: {vector: {num_envs: 8}}\n",
            "a.yaml",
            "[run.vector] holds num_envs; did you mean [vec]?",
        ),
        ("vec: {seed: 1, size: 3}\n", "a.yaml", "it holds seed, and no name of PufferLib's own"),
        ("a:\n  vec: {_target_: x.y, num_envs: 1}\n", "a.yaml", "a.vec is for x.y (_target_)"),
        ("hydra: {sweeper: {vec.num_envs: '8,9'}}\n", "a.yaml", "for a sweeper to try"),
        ("num_envs: 8\nnum_workers: 2\n", "a.yaml", "where a target is asked for"),
        ("[server]\nport = 1\n", "a.cfg", "not a config format: .cfg"),
        ("server { port 1; }\n", "a.conf", "unless it holds [vec] or [base]"),
        ("x", "a.txt", "not a config format: .txt"),
    ],
)
def test_a_file_says_why_it_is_not_judged(text: str, name: str, part: str) -> None:
    assert part in reason(text, name)


def test_names_beside_others_say_what_would_have_them_judged() -> None:
    text = "num_envs: 8\nnum_workers: 2\nlr: 0.1\ngamma: 1\nbeta: 2\neps: 3\n"
    told = reason(text, "a.yaml", "3.0")
    assert "num_envs, num_workers stand at top level beside lr, gamma, beta and others" in told
    assert "ask for a target in a comment" in told


@pytest.mark.parametrize("name", ["a.cfg", "a.conf", "A.CFG"])
def test_an_ini_under_another_ending_is_judged(name: str) -> None:
    verdict = report("[vec]\nnum_envs = 8\nnum_workers = 3\n", name=name)
    assert "PC203" in {finding.code for finding in verdict.findings}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('{"vec": [1], "seed": 1}\n{"vec": [2], "seed": 2}\n', "a.json"),
        ('{"vec": {"num_envs": 8}}\n{"vec": {"num_envs": 9}}\n', "a.json"),
        ('{\n  // vector, seed\n  "compilerOptions": {"backend": 1}\n}\n', "tsconfig.json"),
        ("{{- if .Values.vector }}\nbackend: {{ .Values.x }}\nseed: 1\n{{- end }}\n", "a.yaml"),
        ("vec:\n  num_envs: 8\n{% if big %}\n  num_workers: 3\n{% endif %}\n", "a.yaml"),
        ("[vec]\nnum_envs = {{ envs }}\n", "a.toml"),
        ("vector: [seed, num_envs\n", "a.yaml"),
        ("notes about vec: and num_envs\n\tare: [\n", "a.yaml"),
        ("vec num_envs \0\1", "a.yaml"),
        ("a vector\nof seeds\n", "a.ini"),
    ],
)
def test_a_text_that_was_meant_for_something_else_is_no_broken_config(text: str, name: str) -> None:
    reason(text, name)
    reason(text, name, "3.0")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('{"vec": {"num_envs": 8,}}', "a.json"),
        ('// c\n{"vec": {"num_envs": 8}}', "a.json"),
        ("vec:\n  num_envs: 8\n num_workers: 2\n", "a.yaml"),
        ("a: [\nvec.num_envs: 8\n", "a.yaml"),
        ("[vec]\nnum_envs = \n", "a.toml"),
        ("x = \n[run.vec]\nnum_envs = 8\n", "a.toml"),
        ("[vec\nnum_envs = 8\n", "a.ini"),
        ("[vec]\nnum_envs 8\n", "a.ini"),
        ("nonsense\n[base]\nenv_name = ferry\n", "a.ini"),
        (b"vec:\n  num_envs: 8\n  name: caf\xe9\n", "a.yaml"),
        ("vec:\n  num_envs: 8\n".encode("utf-16"), "a.yaml"),
    ],
)
def test_a_broken_config_is_told(text: str | bytes, name: str) -> None:
    verdict = report(text, name=name)
    assert {finding.code for finding in verdict.findings} & {"PC002", "PC004", "PC005"}


def test_another_programs_backend_is_told() -> None:
    told = reason("vec: {backend: async, num_envs: 8}\n", "a.yaml")
    assert told.endswith("it holds backend, num_envs, and backend 'async' is none of PufferLib's")
