"""Keys and sections written with `-`: the loader reads them with `_`, and so are they judged."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet, report

HEAD = "[base]\npackage = ocean\nenv_name = puffer_tactical\n"
DRONE = "[base]\nenv_name = drone\n"


def codes(text: str, target: str) -> set[str]:
    return {f.code for f in report(text, target=target).findings}


@pytest.mark.parametrize(
    ("text", "target"),
    [
        (f"{HEAD}[vec]\nenv-args = []\n", "3.0"),
        (f"{HEAD}[vec]\nenv-args = 1\n", "3.0"),
        (f"{HEAD}[vec]\nenv-kwargs = 1\n", "3.0"),
        (f"{HEAD}[vec]\nover-wrk = 1\n", "3.0"),
        (f"{HEAD}[policy]\nhidden-size = 8\n", "3.0"),
        (f"{DRONE}[env]\nnum-drones = 64\ntask = 1\nalpha-dist = 1\n", "4.0"),
        (f"{DRONE}[vec]\nnum-frozen-banks = 9\n", "4.0"),
        (f"{HEAD}[sweep.train.no-such]\ndistribution = uniform\nmin = 2\nmax = 1\n", "3.0"),
        (f"{DRONE}[sweep.train.no-such]\ndistribution = uniform\nmin = 1\nmax = 2\n", "4.0"),
    ],
)
def test_both_spellings_are_judged_alike(text: str, target: str) -> None:
    assert codes(text, target) == codes(text.replace("-", "_"), target)


def test_a_binding_finds_its_key() -> None:
    text = f"{DRONE}[env]\nnum-drones = 64\ntask = 1\nalpha-dist = 1\n"
    quiet(text, "PC310", target="4.0")


def test_a_second_spelling_of_a_default_is_one_finding() -> None:
    verdict = report(f"{HEAD}[sweep.train.learning-rate]\nmin = 0.1\n")
    assert [finding.code for finding in verdict.findings] == ["PC015"]


def test_an_override_is_named_as_it_is_read() -> None:
    text = f"{HEAD}[vec]\nnum_envs = 8\nnum_workers = 4\nbatch_size = 2\n"
    quiet(text, set_="vec.num-workers=8")
    finds(text, "PC203", set_="vec.num-workers=3")


def test_other_formats_are_read_by_another_loader() -> None:
    finds("vec:\n  num_envs: 8\n  env-args: []\n", "PC105", name="x.yaml")
