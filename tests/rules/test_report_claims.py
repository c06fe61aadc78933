"""What words of a report say against it: exactly, or not at all."""

from __future__ import annotations

import json

import pytest

from tests.rules.helpers import report
from tests.rules.reports import NAME, page, written


def codes(text: str, name: str = NAME) -> set[str]:
    return {one.code for one in report(text, name=name, target=None).findings}


@pytest.mark.parametrize("cores", ["4 (8 threads)", "4", "4 cores", "4 physical cores, 8 threads"])
def test_cores_in_words_count(cores: str) -> None:
    assert "PC806" in codes(written(cores=cores))


@pytest.mark.parametrize("cores", ["2 x 4", "4 per socket", "4 (two sockets)", "16 (32 threads)"])
def test_cores_that_may_be_enough_do_not(cores: str) -> None:
    assert "PC806" not in codes(written(cores=cores))


@pytest.mark.parametrize(
    ("cpu", "found"),
    [
        ("Ryzen 5 1500X (4 cores)", True),
        ("2x Xeon E5 (4 cores)", False),
        ("Xeon E5 x2, 4 cores", False),
        ("dual Xeon, 4 cores each", False),
        ("4 P-cores and 8 E-cores", False),
        ("Ryzen 9 (16 cores)", False),
    ],
)
def test_cores_of_the_processor_count(cpu: str, found: bool) -> None:
    assert ("PC806" in codes(written("cores", cpu=cpu))) is found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("Run on a laptop with 4 physical cores.", True),
        ("Run on a laptop with 4 physical cores. The server has 64 cores.", False),
        ("The baseline was run on a laptop with 4 physical cores.", False),
        ("Not run on a laptop with 4 physical cores.", False),
        ("Run on 2 nodes with 4 physical cores.", False),
        ("Use at least 4 physical cores.", False),
    ],
)
def test_a_page_may_tell_the_cores(body: str, found: bool) -> None:
    assert ("PC806" in codes(page(body, "cores", "cpu"), "r.md")) is found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("We only ran it once.", True),
        ("Single run only (n=1).", True),
        ("| what | value |\n|---|---|\n| repeats | 1 |\n", True),
        ("| what | value |\n|---|---|\n| repeats | 5 |\n", False),
        ("| runs | SPS |\n|---|---|\n| 1 | 1.0M |\n| 2 | 1.2M |\n", False),
        ("We only ran it once per seed, with 5 seeds.", False),
        ("Start-up: we only timed it once.", False),
        ("Only one run failed.", False),
        ("Just run the script.", False),
        ("We only ran the baseline once.", False),
        ("We only ran it once. Spread: ± 3 %.", False),
    ],
)
def test_a_page_may_tell_that_it_was_run_once(body: str, found: bool) -> None:
    assert ("PC802" in codes(page(body, "samples"), "r.md")) is found
    assert "PC802" not in codes(page(body), "r.md")


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"baseline_sps": "700k"}, True),
        ({"baseline": "700k"}, True),
        ({"baseline": "3.0"}, False),
        ({"baseline": "PufferLib 3.0"}, False),
    ],
)
def test_a_baseline_in_words_is_a_number(more: dict[str, str], found: bool) -> None:
    assert ("PC807" in codes(written(**more))) is found


ONE = {"sps": 1e6, "num_envs": 8, "num_workers": 4}


@pytest.mark.parametrize(
    ("text", "name", "reason"),
    [
        (json.dumps({"a": ONE, "b": ONE}), NAME, "it holds several results (a, b), which are not"),
        (json.dumps([ONE, ONE]), NAME, "none tells the same as another"),
        (json.dumps({**ONE, "num_envs": "8 x 4"}), NAME, 'num_envs = "8 x 4" is no number of'),
        (f"\n{page()}", "r.md", "its front matter does not begin in the first line"),
        ("PufferLib makes **1.1M SPS** here.\n", "r.md", "it tells a throughput (1.1M SPS), and"),
    ],
)
def test_why_it_is_no_report(text: str, name: str, reason: str) -> None:
    assert reason in (report(text, name=name, target=None).reason or "")


def test_a_number_of_something_is_its_count() -> None:
    told = {"SPS": 1e6, "Number of envs": 64, "Number of workers": 8, "CPU": "Ryzen 9 5950X"}
    assert "PC801" in codes(json.dumps(told))
