"""PC807: a throughput that is compared with one of other hardware."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet
from tests.rules.reports import NAME, page, written

CODE = "PC807"
XEON = "Intel Xeon E5-2680"


def test_another_cpu() -> None:
    found = finds(written(baseline={"sps": 7e5, "cpu": XEON}), CODE, name=NAME)
    assert XEON in found.message and "5950X" in found.message


@pytest.mark.parametrize(
    "key", ["baseline", "published", "published_sps", "paper_sps", "referenceSps"]
)
def test_a_machine_that_is_not_told(key: str) -> None:
    assert "not told" in finds(written(**{key: 7e5}), CODE, name=NAME).message


def test_another_machine_beside_the_number() -> None:
    finds(written(baseline_sps=7e5, baseline_cpu=XEON), CODE, name=NAME)


def test_another_gpu() -> None:
    finds(written(gpu="RTX 4090", baseline={"sps": 7e5, "gpu": "A100"}), CODE, name=NAME)


def test_other_cores_of_the_same_cpu() -> None:
    text = written(baseline={"sps": 7e5, "cpu": "AMD Ryzen 9 5950X", "cores": 8})
    finds(text, CODE, name=NAME)


@pytest.mark.parametrize("cpu", ["AMD Ryzen 9 5950X", "ryzen 9 5950x", "AMD Ryzen 9 5950X 16-Core"])
def test_is_silent_on_the_same_cpu(cpu: str) -> None:
    quiet(written(baseline={"sps": 7e5, "cpu": cpu}), CODE, name=NAME)


def test_is_silent_where_the_report_says_that_it_is_the_same() -> None:
    quiet(written(baseline_sps=7e5, note="both on the same machine"), CODE, name=NAME)
    quiet(written(baseline_sps=7e5, same_hardware=True), CODE, name=NAME)
    quiet(page("On this machine it made 700,000.\n", baseline_sps=7e5), CODE, name="a.md")


def test_is_silent_where_its_own_machine_is_not_told() -> None:
    quiet(written("cpu", "cores", baseline={"sps": 7e5, "cpu": XEON}), CODE, name=NAME)
    quiet(written("cpu", "cores", baseline=7e5), CODE, name=NAME)


def test_is_silent_where_the_two_tell_different_things() -> None:
    quiet(written(baseline={"sps": 7e5, "gpu": "A100"}), CODE, name=NAME)


@pytest.mark.parametrize("value", ["the paper of 2023", None, True, [1, 2]])
def test_is_silent_on_what_is_no_number(value: object) -> None:
    quiet(written(baseline=value), CODE, name=NAME)


def test_is_silent_on_other_numbers_of_the_other_run() -> None:
    quiet(written(baseline={"run": 12}, paper_year=2023, reference=4), CODE, name=NAME)


def test_is_silent_without_a_comparison() -> None:
    quiet(written(), CODE, name=NAME)


def test_is_silent_where_the_page_tells_of_the_other_machine() -> None:
    text = "The baseline is of an AMD EPYC 7763.\n"
    quiet(page(text, baseline_sps=700000), CODE, name="a.md")
    finds(page("We use an AMD EPYC 7763.\n", baseline_sps=700000), CODE, name="a.md")


@pytest.mark.parametrize(
    "text", ["We measured on a Ryzen 7 5800X (8 cores).", "- CPU: Ryzen 7 5800X"]
)
def test_its_own_machine_told_in_prose(text: str) -> None:
    finds(page(f"# Result\n\n{text}\n", "cpu", "cores", baseline_sps=7e5), CODE, name="a.md")


@pytest.mark.parametrize(
    "text",
    [
        "We measured both on a Ryzen 7 5800X.",
        "Workers share the cores of a CPU.",
        "We measured on a Ryzen 7 5800X. The old number is of an EPYC 7763.",
        "It would run on a Ryzen 7 5800X.",
        "Our laptop is a Ryzen 7 5800X.",
    ],
)
def test_is_silent_where_prose_may_be_of_another_machine(text: str) -> None:
    quiet(page(f"# Result\n\n{text}\n", "cpu", "cores", baseline_sps=7e5), CODE, name="a.md")
