"""``--no-defaults``: nothing is known of what lies below a file, and no rule reasons from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck import check_text, choices
from profilecheck.findings import FileReport
from profilecheck.layers import Defaults
from tests.fixture_files import FIXTURES, configs, read_case
from tests.rules.helpers import finds, quiet

pytestmark = pytest.mark.heavy

GOOD = [path for path in configs(FIXTURES / "rules") if path.parent.name == "good"]


@pytest.mark.parametrize(
    "text",
    [
        "[vec]\nnum_envs = 8\nbackend = Multiprocessing\nbatch_size = 3\n",
        "[vec]\nbackend = Serial\nnum_workers = 3\nbatch_size = 4\n",
        "[vec]\nbackend = PufferEnv\n",
        "[train]\nbatch_size = 4096\n[vec]\nnum_envs = 4\n",
        "[train]\nminibatch_size = %(batch_size)s\n[vec]\nnum_envs = 4\n",
    ],
)
def test_what_a_default_would_decide_is_not_judged(text: str) -> None:
    quiet(text, defaults="none")


def test_the_backend_of_a_text_that_is_no_number_is_not_guessed() -> None:
    text = "[vec]\nnum_envs = 32\nnum_workers = auto   # one for each\n"
    found = finds(text, "PC010", severity="error", defaults="none")
    quiet(text, "PC204", defaults="none")
    assert found.span.line == 3


def test_no_update_at_all_needs_no_other_value() -> None:
    finds("[vec]\nnum_envs = 8\n[train]\nupdate_epochs = 0\n", "PC619", defaults="none")
    quiet("[vec]\nnum_envs = 8\n[train]\nupdate_epochs = 0\n", "PC617", defaults="none")


def test_the_agents_of_an_unknown_number_of_environments_are_unknown() -> None:
    text = "[vec]\nnum_workers = 2\n[train]\nbatch_size = 64\nbptt_horizon = 64\nminibatch_size = 64\nmax_minibatch_size = 64\n"
    finds(text, "PC603", agents_per_env=2)
    quiet(text, "PC603", agents_per_env=2, defaults="none")


@pytest.mark.parametrize("path", GOOD, ids=lambda path: f"{path.parent.parent.name}/{path.name}")
def test_what_is_good_over_its_defaults_is_no_error_without_them(path: Path) -> None:
    case = read_case(path)
    if any(option.startswith("--") and "default" in option for option in case.options):
        pytest.skip("chooses its defaults itself")
    given = dict(zip(case.options[::2], case.options[1::2], strict=False))

    def found(defaults: Defaults | None) -> FileReport:
        return check_text(
            path.read_bytes(),
            path.name,
            target=given.get("--target"),
            mode=choices.mode(given.get("--mode", "train")),
            host=1024,
            defaults=defaults,
        )

    with_defaults, without = found(None), found("none")
    errors = {f.code for f in without.findings if f.severity.value == "error"}
    assert errors <= {f.code for f in with_defaults.findings}
