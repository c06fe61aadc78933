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

RULES = Path(__file__).parent.parent / "fixtures" / "rules"
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


RESULTS = [{"sps": 1e6, **CONFIG}, {"sps": 2e6, **CONFIG, "num_workers": 8}]


@pytest.mark.parametrize("name", ["any.json", "any.yaml"])
@pytest.mark.parametrize("key", [None, "results", "bench.results"])
def test_each_result_of_a_list_is_judged_at_its_place(key: str | None, name: str) -> None:
    listed: object = RESULTS
    for part in reversed((key or "").split(".")):
        listed = {part: listed} if part else listed
    text = json.dumps(listed, indent=0)
    verdict = report(text, name=name, target=None)
    spans = [one.span for one in verdict.findings if one.code == "PC805"]
    lines = text.splitlines()
    assert [lines[span.line - 1] for span in spans] == ['"sps": 1000000.0,', '"sps": 2000000.0,']


def test_what_stands_beside_a_list_is_told_by_all_of_its_results() -> None:
    shared = {"num_envs": 8, "backend": "Multiprocessing", "cpu": "AMD EPYC"}
    results = [{"num_workers": 2, "sps": 1e6}, {"num_workers": 4, "sps": 2e6, "python": "3.11"}]
    found = report(json.dumps({**shared, "results": results}), name="a.json", target=None).findings
    first, second = (one.message for one in found if one.code == "PC801")
    assert "CPU" not in first and "Python" in first and "Python" not in second


def test_reports_of_our_own_in_a_list_are_judged() -> None:
    one = json.loads((RULES / "oversubscribed-number" / "bad" / "own.json").read_text())
    verdict = report(json.dumps([one, one]), name="a.json", target=None)
    assert [found.code for found in verdict.findings] == ["PC806", "PC806"]


def test_lists_whose_entries_may_be_anything_are_not_judged_and_said_not_to_be() -> None:
    results = [{"sps": 1e6, **CONFIG}, {"sps": 2e6, **CONFIG}]
    for text, place in (
        (json.dumps(results), "[0]"),
        (json.dumps([*RESULTS, {"sps": 3e6}]), "[0]"),
        (json.dumps([*RESULTS, {"num_envs": 4, "error": "out of memory"}]), "[0]"),
        (json.dumps({**CONFIG, "runs": [{"sps": 1e6}, {"sps": 2e6}]}), "runs[0]"),
        (json.dumps({"results": results, "cpu": "AMD"}), "results[0]"),
    ):
        verdict = report(text, name="any.json", target=None)
        assert verdict.state is State.SKIPPED
        assert f"sps stands in {place}, and a list is judged where" in str(verdict.reason)


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


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"fps": 900, **CONFIG, **MEASURED}, "it counts from 1,000 on, and 900 is below that"),
        ({"fps": 9000, **CONFIG}, "it counts beside the CPU model, the machine or samples"),
        ({"sps": 900, **CONFIG, "lr": 1.0}, "names of a trainer's: sps is that of a benchmark be"),
        ({"sps": 900, "num_envs": 8}, "tells workers, a backend or a start method beside it"),
        ({"sps": 0, **CONFIG}, "sps = 0 is no throughput: a number above 0 is"),
    ],
)
def test_what_a_report_lacks_to_be_one_is_told(more: dict[str, object], told: str) -> None:
    verdict = report(json.dumps(more), name="any.json", target=None)
    assert verdict.state is State.SKIPPED and told in str(verdict.reason)


def test_a_report_of_a_later_version_is_not_judged_by_this_one() -> None:
    text = json.dumps({"kind": "profilecheck-bench", "version": 9})
    reason = report(text, name="any.json", target=None).reason
    assert reason == "it is a report of version 9, which this profilecheck does not know"


def test_a_report_with_a_table_vec_is_of_no_machine_but_its_own() -> None:
    text = json.dumps({"sps": 1e6, "vec": {**CONFIG, "num_workers": 4000, "num_envs": 4000}})
    verdict = report(text, name="a.json", target="3.0")
    codes = {one.code for one in verdict.findings}
    assert "PC801" in codes and "PC230" not in codes


def test_counts_in_quotes_are_counts() -> None:
    text = written("cores", cores="4")
    assert "PC806" in {one.code for one in report(text, name="a.json").findings}


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


def test_a_broken_report_is_told_to_be_broken_and_judged_no_further() -> None:
    for text, name in (
        (written("python")[:-2], "a.json"),
        (page("", "python").replace("\n}", ',\n"a": b: c }', 1), "a.md"),
        ("---\nsps: 1e+6\nenvs: 4\nworkers: 2\nnote: a: b\n---\n", "a.md"),
        ("sps: 1000000\nnum_envs: 4\nworkers: [2\n", "a.yaml"),
    ):
        verdict = report(text, name=name, target=None)
        assert [one.code for one in verdict.findings] == ["PC004"], text


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ('{"sps": 1, "num_envs": 4,}', "a.json", "it is no JSON (line 1: JSON allows no comma"),
        ("---\nsps: [1\nenvs: 4\nx: 2\n---\n", "a.md", "its front matter is no YAML (line"),
        ("---\nsps: {% if x %}\nenvs: 4\nx: 2\n---\n", "a.md", "its front matter is no YAML (l"),
        ("+++\nsps = 1\nnum_envs = 4\n+++\n", "a.md", "its front matter is TOML (+++), and a re"),
    ],
)
def test_what_may_be_a_broken_report_says_what_breaks_it(text: str, name: str, told: str) -> None:
    verdict = report(text, name=name, target=None)
    assert verdict.state is State.SKIPPED and str(verdict.reason).startswith(told)


def test_a_page_with_broken_front_matter_keeps_its_launch_lines() -> None:
    front = "---\nsps: 1000000\nenvs: 4\nworkers: 2\nnote: a: b\n---\n"
    text = f"{front}```sh\npuffer train puffer_breakout --vec.num-workers 4\n```\n"
    codes = {one.code for one in report(text, name="a.md", target="4.0").findings}
    assert codes >= {"PC004", "PC701"}


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
    "a later document": "title: x\n---\nsps: 1000000\nnum_envs: 4\nworkers: 2\n",
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


def test_a_list_of_very_many_beside_very_much_is_not_judged() -> None:
    results = [{"sps": 1e6, **CONFIG, "num_envs": 8 * n} for n in range(1, 300)]
    beside = {f"note_{n}": n for n in range(300)}
    text = json.dumps({**beside, "results": results})
    assert report(text, name="a.json", target=None).state is State.SKIPPED
    assert report(json.dumps(results), name="a.json", target=None).state is State.FINDINGS


def test_the_name_of_a_list_may_tell_what_ran() -> None:
    found = report(json.dumps({"training": RESULTS}), name="a.json", target=None).findings
    assert {one.code for one in found} == {"PC801", "PC803"}
