"""PC801: a throughput without what makes it reproducible."""

from __future__ import annotations

import json

import pytest

from profilecheck.findings import Severity
from tests.rules.helpers import finds, quiet
from tests.rules.reports import COMPLETE, NAME, page, written

CODE = "PC801"
ASKED = {
    "num_workers": "how many workers",
    "batch_size": "the batch size",
    "backend": "the backend",
    "start_method": "the start method",
    "pufferlib": "the revision",
    "python": "Python",
    "dependencies": "dependencies",
    "cpu": "the CPU model",
    "cores": "how many physical cores",
    "os": "the operating system",
    "precision": "precision",
    "agent_steps": "how many steps",
    "includes": "what the time includes",
    "warmup_steps": "the warm-up",
}


@pytest.mark.parametrize("key", ASKED)
def test_each_field_alone_is_missed(key: str) -> None:
    found = finds(written(key), CODE, name=NAME, at=(2, 1), severity=Severity.WARNING)
    assert f"does not tell {ASKED[key]}" in found.message
    assert ", " not in found.message and " and " not in found.message


def test_one_finding_lists_all_that_is_missing() -> None:
    found = finds(written("python", "cpu", "os"), CODE, name=NAME)
    assert "Python's version, the CPU model and the operating system" in found.message


@pytest.mark.parametrize("value", [None, "", "?", "unknown", [], {}])
def test_a_value_that_tells_nothing_is_missed(value: object) -> None:
    finds(written("cpu", cpu=value), CODE, name=NAME)


def test_a_gpu_needs_its_driver_and_cuda() -> None:
    found = finds(written(gpu="RTX 4090"), CODE, name=NAME)
    assert "the GPU's driver and CUDA's version" in found.message


def test_a_page_is_judged_by_its_front_matter() -> None:
    finds(page("It is fast.\n", "python"), CODE, name="post.md", at=(3, 1))


def test_a_comment_in_front_matter_silences_it() -> None:
    front = (
        "---\n# profilecheck: ignore[PC801] of a talk\nsimulation_sps: 1.2M\nsamples: [1, 2, 3]\n"
    )
    text = f"{front}envs: 64\nworkers: 8\n---\n"
    quiet(text, CODE, name="post.md")
    finds(text.replace("PC801", "PC802"), CODE, name="post.md", at=(3, 1))


def test_is_silent_on_all_of_it() -> None:
    quiet(written(), name=NAME)
    quiet(page(), name="post.md")


def test_is_silent_on_names_in_other_words() -> None:
    text = json.dumps({key.replace("_", " ").title(): value for key, value in COMPLETE.items()})
    quiet(text, CODE, name=NAME)


def test_is_silent_on_fields_in_tables() -> None:
    cpu = {"model": "AMD Ryzen 9 5950X", "cores": 16}
    quiet(written("cpu", "cores", "os", hardware={"cpu": cpu, "os": "Linux"}), CODE, name=NAME)


@pytest.mark.parametrize("backend", ["Serial", "pufferlib.vector.Serial", "native"])
def test_is_silent_on_workers_where_one_process_steps(backend: str) -> None:
    text = written("num_workers", "batch_size", "start_method", "backend", backend=backend)
    quiet(text, CODE, name=NAME)


def test_is_silent_on_a_start_method_where_none_may_be() -> None:
    quiet(written("start_method", "backend", backend="Ray"), CODE, name=NAME)


@pytest.mark.parametrize("gpu", ["none", None, [], 0, False])
def test_is_silent_on_cuda_without_a_gpu(gpu: object) -> None:
    quiet(written(gpu=gpu), CODE, name=NAME)


def test_is_silent_on_cuda_of_another_makers_gpu() -> None:
    quiet(written(gpu="AMD MI300X", driver="6.3"), CODE, name=NAME)


def test_is_silent_on_what_a_text_on_the_machine_may_tell() -> None:
    text = written("cpu", "cores", "os", machine="a 5950X of 16 cores, Ubuntu", gpu="RTX 4090")
    quiet(text, CODE, name=NAME)


def test_is_silent_on_cores_in_the_models_name() -> None:
    quiet(written("cores", "cpu", cpu="EPYC 7763 64-Core Processor"), CODE, name=NAME)


def test_is_silent_on_steps_where_the_seconds_are_told() -> None:
    quiet(written("agent_steps", seconds=5.3), CODE, name=NAME)


def test_is_silent_on_what_the_prose_of_a_page_tells() -> None:
    quiet(page("On Python 3.11, after a warm-up.\n", "python", "warmup_steps"), CODE, name="a.md")


def test_is_silent_on_a_run_that_failed() -> None:
    quiet(written("python", failures=["worker 3 died"]), CODE, name=NAME)
