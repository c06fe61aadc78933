"""PC801: a throughput without what makes it reproducible."""

from __future__ import annotations

import json

import pytest

from profilecheck.findings import Severity
from tests.rules.helpers import finds, quiet
from tests.rules.reports import COMPLETE, NAME, page, written

CODE = "PC801"
ASKED = {
    "num_workers": "the workers",
    "batch_size": "the batch size",
    "backend": "the backend",
    "start_method": "the start method",
    "pufferlib": "the version or commit of PufferLib",
    "python": "the Python version",
    "dependencies": "the dependencies",
    "cpu": "the CPU model",
    "cores": "the physical cores",
    "os": "the operating system",
    "precision": "the precision",
    "agent_steps": "the steps timed",
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
    assert "the Python version, CPU model and operating system" in found.message


@pytest.mark.parametrize("value", [None, "", "?", "unknown", [], {}])
def test_a_value_that_tells_nothing_is_missed(value: object) -> None:
    finds(written("cpu", cpu=value), CODE, name=NAME)


def test_a_gpu_needs_its_driver_and_cuda() -> None:
    found = finds(written(gpu="RTX 4090"), CODE, name=NAME)
    assert "the GPU driver and CUDA version" in found.message


def test_a_page_is_judged_by_its_front_matter() -> None:
    finds(page("It is fast.\n", "python"), CODE, name="post.md", at=(3, 1))


def test_front_matter_behind_a_byte_order_mark_is_read() -> None:
    finds("\ufeff" + page("It is fast.\n", "python"), CODE, name="post.md", at=(3, 1))


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


NAMED = {
    "agent_steps": ["steps_timed", "timed_steps", "steps_measured", "measured_steps"],
    "cores": ["cpu_count_physical", "physical_cpu_count", "hardware_cores"],
    "warmup_steps": ["warmup_s", "num_warmup", "burn_in", "discarded_steps"],
    "pufferlib": ["puffer_commit"],
    "start_method": ["multiprocessing_context"],
    "precision": ["observation_dtype"],
    "python": ["pyversion"],
}


@pytest.mark.parametrize(("key", "name"), [(k, n) for k, found in NAMED.items() for n in found])
def test_is_silent_on_other_names_of_the_same(key: str, name: str) -> None:
    quiet(written(key, **{name: COMPLETE[key]}), name=NAME)


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


TOLD = {
    "pufferlib": ["Measured at 79ad0fa.", "PufferLib 3.0.0", "on the 4.0 branch", "commit: `abc`"],
    "python": ["Python 3.11", "CPython: 3.12.1", "python3.11", "Python's version is 3.11", "py311"],
    "dependencies": ["numpy 1.26", "torch==2.4.0", "see requirements.txt", "numpy: `1.26`"],
    "cpu": ["AMD EPYC 7763", "Intel Xeon Platinum 8380", "a 5950X", "Apple M2", "i7-13700H"],
    "cores": ["64 cores", "a 16-core CPU", "64C/128T", "cores: 8", "on 32 vCPUs", "c5.4xlarge"],
    "os": ["Linux", "macOS", "Ubuntu 22.04", "Debian 12", "On Windows.", "Linux, kernel unknown"],
    "precision": ["float32", "fp16", "bfloat16", "observations in uint8", "single precision"],
    "start_method": ["spawn", "forkserver", "fork", "workers are forked", "| spawn | 3 |"],
    "batch_size": ["batch of 32", "batches of 32 environments"],
    "agent_steps": [
        *("64000 timed steps", "1M env steps", "for 60 s", "100 episodes of 64 steps"),
        *("We timed 1M steps over 100 episodes.", "After 100 warm-up steps we made 10,000 steps."),
        *("1M steps, after a warm-up of 100 steps", "An episode has 64 steps, a run 1M steps."),
        *("After the warm-up we timed 1,000 steps.", "1M steps, warm-up 100 steps"),
        *("We trained for 10M steps.", "Runs are 1M steps long.", "Steps timed: 6,400,000"),
    ],
    "includes": ["not timed: resets", "We measured the steps alone.", "including resets"],
    "warmup_steps": ["1000 steps of warm-up", "warmed up before", "no warm-up", "burn-in"],
}
LACKING = {
    "pufferlib": ["We time PufferLib.", "PufferLib, of a commit unknown"],
    "python": ["written in Python, at 1.2M", "the version of Python was not recorded", "Python: ?"],
    "dependencies": ["no requirements were noted", "numpy"],
    "cpu": ["CPU: unknown", "we do not know the CPU", "<!-- CPU: to tell -->", "1000x faster"],
    "cores": ["I forgot the cores.", "| cores | workers |\n|---|---|\n| ? | 8 |"],
    "os": ["The OS was not noted.", "windows of ten frames slide", "| OS | n/a |\n|---|---|\n"],
    "precision": ["the precision is unspecified", "| what | told |\n|---|---|\n| precision | - |"],
    "start_method": ["a fork of PufferLib", "spawn or fork: I forgot"],
    "agent_steps": [
        *("1.2M steps per second", "It makes 1M steps/s.", "An episode has 64 steps."),
        *("Frame skip of 4 steps.", "The horizon is 64 steps long.", "Max episode steps: 500"),
        *("The policy takes 10,000 steps to learn.", "Warm-up of 100 steps is left out."),
        *("We excluded 100 warmup steps.", "An episode lasts 30 seconds.", "64 steps per episode"),
        "It warms up for 10 s.",
    ],
    "includes": ["Measured at noon.", "measured on a laptop"],
}


@pytest.mark.parametrize(("key", "text"), [(k, t) for k, texts in TOLD.items() for t in texts])
def test_is_silent_on_a_value_in_prose(key: str, text: str) -> None:
    quiet(page(f"# Result\n\n{text}\n", key), CODE, name="a.md")


@pytest.mark.parametrize(("key", "text"), [(k, t) for k, texts in LACKING.items() for t in texts])
def test_what_prose_says_is_lacking_is_missed(key: str, text: str) -> None:
    found = finds(page(f"# Result\n\n{text}\n", key), CODE, name="a.md")
    assert found.message.endswith(ASKED[key])


def test_what_is_lacking_in_one_sentence_is_told_by_another() -> None:
    lost = "I did not record the CPU model, but it was an EPYC 7763. The Python I forgot: 3.11 I think."
    assert finds(page(lost, "cpu", "python"), CODE, name="a.md").message.endswith("Python version")


def test_is_silent_on_the_cells_of_a_table() -> None:
    tables = (
        "| CPU | OS | start method |\n|:--|--:|---|\n| EPYC 7763 | Ubuntu 22.04 | spawn |\n\n"
        "| Python | 3.11 |\n|---|---|\n| precision | float32 |\n| warm-up | 1000 steps |\n"
    )
    keys = ("cpu", "os", "start_method", "python", "precision", "warmup_steps")
    quiet(page(tables, *keys), CODE, name="a.md")


def test_is_silent_on_what_a_note_tells() -> None:
    note = "Ubuntu 22.04, Python 3.11, precision float32"
    quiet(written("os", "python", "precision", notes=note), CODE, name=NAME)
    finds(written("os", "python", "precision", notes="fast"), CODE, name=NAME)


@pytest.mark.parametrize(
    ("key", "more"),
    [
        ("os", {"system": {"cpu": "Intel Xeon"}}),
        ("cpu", {"processor": {"cores": 4}}),
        ("pufferlib", {"version": 1}),
        ("pufferlib", {"cuda": {"version": "12.4"}}),
        ("cores", {"cores": 0}),
        ("includes", {"timing": {"seconds": 5.0}}),
    ],
)
def test_a_value_of_something_else_tells_nothing(key: str, more: dict[str, object]) -> None:
    assert finds(written(key, **more), CODE, name=NAME).message.endswith(ASKED[key])


@pytest.mark.parametrize(
    ("key", "more"),
    [
        ("os", {"system": {"name": "Linux", "cpu": "Intel Xeon"}}),
        ("python", {"interpreter": {"python": {"version": "3.11"}}}),
        ("pufferlib", {"version": "1.0"}),
        ("includes", {"timing": {"clock": "perf_counter", "seconds": 5.0}}),
    ],
)
def test_is_silent_on_a_value_in_its_own_table(key: str, more: dict[str, object]) -> None:
    quiet(written(key, **more), CODE, name=NAME)


def test_a_backend_in_a_table_called_vec_asks_for_the_start_method() -> None:
    vec = {"num_envs": 64, "num_workers": 8, "batch_size": 32, "backend": "Multiprocessing"}
    keys = ("num_envs", "num_workers", "batch_size", "backend", "start_method")
    found = finds(written(*keys, vec=vec), CODE, name=NAME)
    assert found.message.endswith("does not tell the start method")


def test_is_silent_on_a_run_that_failed() -> None:
    quiet(written("python", failures=["worker 3 died"]), CODE, name=NAME)


@pytest.mark.parametrize("backend", ["PufferEnv", "pufferlib.PufferEnv"])
def test_a_pufferenv_starts_no_processes(backend: str) -> None:
    quiet(written("num_workers", "batch_size", "start_method", backend=backend), CODE, name=NAME)


@pytest.mark.parametrize(
    ("missing", "timed"),
    [
        ("warmup_steps", {"timing": "steps and actions; starts after a warm-up of 64000 steps"}),
        ("warmup_steps", {"includes": "steps, after a warm-up of 1000 steps"}),
        ("warmup_steps", {"timing": {"includes": ["step"], "excludes": ["startup", "warmup"]}}),
        ("precision", {"includes": "step() in float32"}),
    ],
)
def test_what_is_said_of_what_is_timed_counts(missing: str, timed: dict[str, object]) -> None:
    quiet(written(missing, "includes", **timed), CODE, name=NAME)
    plain = dict.fromkeys(timed, "steps and actions")
    finds(written(missing, "includes", **plain), CODE, name=NAME)
