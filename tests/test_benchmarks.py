"""What is a report of a benchmark, and what of other people's JSON and Markdown is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from profilecheck.benchmarks import in_bytes
from profilecheck.engine import could_matter
from profilecheck.findings import State
from profilecheck.sources.yaml import YamlMissing
from tests.rules.helpers import quiet, report
from tests.rules.reports import page, written

CONFIG = {"num_envs": 8, "num_workers": 4, "backend": "Multiprocessing"}
MEASURED = {"cpu": "AMD EPYC", "samples": [1.0, 2.0, 3.0]}

FOREIGN = {
    "a video": {"fps": 30, "workers": 4, "backend": "ffmpeg", "cpu": "x264"},
    "a service": {"throughput": 1e4, "workers": 4, "envs": {"PORT": "80"}, "machine": "m5"},
    "a config with the frames of a video": {**CONFIG, "fps": 60},
    "a config of a physics engine": {**CONFIG, "steps_per_second": 50},
    "frames to draw, with a machine": {**CONFIG, **MEASURED, "render_fps": 50},
    "a cap": {**CONFIG, **MEASURED, "max_sps": 50},
    "a training log": {"SPS": 1e6, "num_envs": 8, "num_workers": 4, "learning_rate": 0.01},
    "a training log in tables": {"SPS": 1e6, "train": {"gamma": 1}, "x": CONFIG},
    "a summary": {"SPS": 1e6, "agent_steps": 1e8, "epoch": 100, "uptime": 300},
    "a rate of nothing vectorized": {"sps": 1e6, **MEASURED},
    "environments alone": {"sps": 1e6, "num_envs": 8},
    "a rate that is not told": {**CONFIG, **MEASURED, "sps": None},
    "a rate that is a switch": {**CONFIG, **MEASURED, "sps": True},
    "a rate to fill in": {**CONFIG, **MEASURED, "sps": "${sps}"},
    "another kind": {"kind": "profilecheck-run", "run": CONFIG},
    "a switch of cuDNN": {**CONFIG, **MEASURED, "cudnn_benchmark": True, "duration": 5},
    "frames to draw, and seeds": {**CONFIG, "fps": 60, "runs": 5},
    "a log whose names have slashes": {"SPS": 1e6, **CONFIG, "train/learning_rate": 0.1},
    "a log of PufferLib's trainer": {"SPS": 1e6, "epoch": 3, "uptime": 5.0, "config": CONFIG},
    "frames of a display, on a machine": {**CONFIG, "fps": 60, "machine": "dgx"},
    "a rate without end": {**CONFIG, "sps": float("inf")},
    "a load test": {"throughput": 2e4, "environments": 2, "workers": 4, **MEASURED},
    "a video of a renderer": {"fps": 24_000, "envs": 1, "num_threads": 4, **MEASURED},
    "a summary of W&B": {"SPS": 1e6, **CONFIG, "_runtime": 300, "_wandb": {"runtime": 300}},
    "a result of RLlib": {"env_throughput": 9e3, **CONFIG, "training_iteration": 5},
    "a trial of a sweep": {"params": CONFIG, "sps": 1e6, "score": 7.5},
    "a job": {**CONFIG, "walltime": 3600, "machine": "cluster", "name": "benchmark"},
}


@pytest.mark.parametrize("name", ["any.json", "any.yaml"])
@pytest.mark.parametrize("what", FOREIGN)
def test_what_is_no_report_is_not_judged(what: str, name: str) -> None:
    verdict = report(json.dumps(FOREIGN[what]), name=name, target=None)
    assert not [one for one in verdict.findings if one.code.startswith("PC8")]


def test_lists_of_results_are_not_judged() -> None:
    results = [{"sps": 1e6, **CONFIG}, {"sps": 2e6, **CONFIG}]
    for text in (json.dumps(results), json.dumps({"results": results, "cpu": "AMD"})):
        assert report(text, name="any.json", target=None).state is State.SKIPPED


@pytest.mark.parametrize(
    "more",
    [
        {"sps": 1e6},
        {"SPS": "1.2M"},
        {"results": {"sps": {"median": 1e6, "std": 5.0}}},
        {"fps": 30_000, **MEASURED},
        {"throughput": 1e6, "hardware": "a 5950X"},
        {"sps": 1e6, "train": {"gamma": 1}, **MEASURED},
    ],
)
def test_what_is_a_report(more: dict[str, object]) -> None:
    text = json.dumps({**CONFIG, **more})
    assert could_matter(text.encode(), "any.json")
    verdict = report(text, name="any.json", target=None)
    assert [one.code for one in verdict.findings if one.code.startswith("PC8")]


@pytest.mark.parametrize("file", ["any.json", "any.md", "any.yml"])
def test_a_throughput_that_is_no_report_says_why(file: str) -> None:
    text = '{"fps": 30, "workers": 4, "num_envs": 0}\n'
    text = f"---\n{text}---\n" if file.endswith(".md") else text
    assert (report(text, name=file, target=None).reason or "").startswith("fps may be any")


def test_a_page_without_front_matter_is_none() -> None:
    text = f"# Results\n\n```json\n{written('python')}```\n"
    assert report(text, name="a.md", target=None).state is State.SKIPPED
    assert not in_bytes(text.encode(), "a.md")


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: x\n---\nsps: 5\nnum_envs: 4\nworkers: 2\n",
        "---\nsps: 1e6\nnum_envs: 4\nworkers: 2\n",
        "---\nsps: [1\nnum_envs: 4\nworkers: 2\n---\n",
        "text\n---\nsps: 1000000\nnum_envs: 4\nworkers: 2\n---\n",
    ],
)
def test_what_is_no_front_matter(text: str) -> None:
    assert report(text, name="a.md", target=None).state is State.SKIPPED


def test_a_page_keeps_its_launch_lines() -> None:
    text = page("```sh\npuffer train puffer_breakout --vec.num-workers 4\n```\n", "python")
    codes = {one.code for one in report(text, name="a.md", target="4.0").findings}
    assert codes >= {"PC801", "PC701"}


def test_windows_line_ends_are_front_matter_too() -> None:
    text = page("It is fast.\n", "python").replace("\n", "\r\n")
    assert [one.code for one in report(text, name="a.md").findings] == ["PC801"]


def test_our_own_report_that_lost_its_parts_is_judged() -> None:
    verdict = report('{"kind": "profilecheck-bench"}\n', name="a.json", target=None)
    assert [one.code for one in verdict.findings] == ["PC801"]
    assert verdict.findings[0].message.startswith("the throughput cannot be measured again")


def test_a_broken_report_is_not_judged() -> None:
    verdict = report(written("python")[:-2], name="a.json", target=None)
    assert not [one for one in verdict.findings if one.code.startswith("PC8")]


def test_a_comment_that_silences_nothing_on_a_report_is_told() -> None:
    text = page().replace("---\n", "---\n# profilecheck: ignore[PC806]\n", 1)
    verdict = report(text, name="a.md", target=None)
    assert [one.code for one in verdict.findings] == ["PC905"]


YAML = """\
# A report by hand.
benchmark: breakout
vec: &vec
  num_envs: 64
  num_workers: 8
machine:
  cpu: AMD Ryzen 9 5950X  # profilecheck: ignore[PC802]
results:
  <<: *vec
  sps: 1.2e6
  repeats: 1
---
sps: 5
"""


def test_a_report_in_yaml_is_judged_where_it_stands() -> None:
    assert could_matter(YAML.encode(), "a.yaml")
    verdict = report(YAML, name="a.yaml", target=None)
    found = {one.code: one.span for one in verdict.findings if one.code.startswith("PC8")}
    assert set(found) == {"PC801", "PC802", "PC805"}
    assert (found["PC805"].line, found["PC805"].column) == (10, 3)
    silenced = report(
        YAML.replace("  repeats", "  # profilecheck: ignore[PC802]\n  repeats"),
        name="a.yaml",
        target=None,
    )
    assert not [one for one in silenced.findings if one.code == "PC802"]


OTHERS_YAML = {
    "a config of W&B": "num_envs: {desc: null, value: 8}\nSPS: {desc: null, value: 1000000}\nworkers: {value: 4}\n",
    "a sweep": "method: bayes\nmetric: {name: SPS, goal: maximize}\nparameters:\n  num_envs: {values: [1, 2]}\n  num_workers: {values: [1]}\n",
    "a simulator": "env: {numEnvs: 4096, fps: 60}\nsim: {num_threads: 4, substeps: 2}\n",
    "a template": "sps: {{ sps }}\nnum_envs: {{ n }}\nworkers: 2\n{% if x %}\n",
    "a workflow": "jobs:\n  bench:\n    environments: 3\n    steps:\n      - run: bench --duration 5\n    timeout_seconds: 60\n",
    "a service": "services:\n  api:\n    environment: {WORKERS: 4, NUM_ENVS: 3}\n    healthcheck: {duration: 5}\n",
    "what is broken": "sps: 1000000\nnum_envs: 4\nworkers: [2\n",
    "a later document": "title: x\n---\nsps: 1000000\nnum_envs: 4\nworkers: 2\n",
    "a list": "- {sps: 1000000, num_envs: 4, workers: 2}\n",
}


@pytest.mark.parametrize("what", OTHERS_YAML)
def test_yaml_of_others_is_not_judged(what: str) -> None:
    assert report(OTHERS_YAML[what], name="a.yaml", target=None).state is State.SKIPPED


def test_a_report_in_yaml_that_needs_yaml_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(text: str, path: str) -> None:
        raise YamlMissing("no YAML")

    monkeypatch.setattr("profilecheck.sources.yaml.read", missing)
    assert report(YAML, name="a.yaml").state is State.UNREADABLE
    assert report("fps: 5\n", name="a.yaml").state is State.SKIPPED


def test_a_page_that_needs_yaml_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(text: str, path: str) -> None:
        raise YamlMissing("no YAML")

    monkeypatch.setattr("profilecheck.sources.yaml.read", missing)
    verdict = report(page(), name="a.md")
    assert verdict.state is State.UNREADABLE and "yaml" in (verdict.reason or "")
    assert report("# a page\n", name="a.md").state is State.SKIPPED


@pytest.mark.parametrize("name", ["a.json", "a.md", "a.yaml", "a.yml"])
def test_a_walk_takes_only_what_may_be_a_report(name: str) -> None:
    lead = b"---\n" if name.endswith(".md") else b""
    assert could_matter(lead + b'"sps": 5, "num_envs": 4', name)
    assert not could_matter(lead + b'"sps": 5, "workers": 4', name)
    assert not could_matter(lead + b'"name": "x", "num_envs": 4', name)
    assert not could_matter(b'{"scripts": {"envs": "x"}}', "package.json")


def test_profilechecks_own_report_is_clean(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("numpy")
    from profilecheck.cli import main

    file = tmp_path / "report.json"
    counts = ["--envs", "2", "--steps-per-env", "20", "--warmup", "2", "--work", "0"]
    assert main(["bench", "--backend", "serial", *counts, "--output", str(file)]) == 0
    capsys.readouterr()
    text = file.read_bytes()
    assert could_matter(text, str(file))
    for target in (None, "3.0", "4.0"):
        assert quiet(text, name="report.json", target=target).state is State.OK
