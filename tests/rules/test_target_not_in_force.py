"""PC901: a comment asks for a target and is not in force."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet, report

OLD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n"


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("target=3.1", 27),
        ("target=5.0", 27),
        ("target: 4.0", 28),
        ("target 4.0 for now", 27),
        ("traget=4.0", 27),
        ("taget = 3.0", 28),
        ("target=", 24),
    ],
)
@pytest.mark.parametrize("mark", ["#", ";"])
def test_it_stands_at_the_comment(mark: str, text: str, end: int) -> None:
    found = finds(f"{mark} profilecheck: {text}\n{OLD}", "PC901", at=(1, 17), severity="error")
    assert found.span.end_column == end
    assert found.message.endswith("; the comment decides nothing")


def test_the_nearest_target_is_told() -> None:
    found = finds(f"# profilecheck: target=3.1\n{OLD}", "PC901")
    assert found.message == (
        "`target=3.1` asks for a target that there is not (did you mean 3.0?); "
        "the comment decides nothing"
    )


def test_a_target_without_a_profile() -> None:
    found = finds(f"# profilecheck: target=5.0\n{OLD}", "PC901")
    assert "asks for 5.0, which has no profile: the nearest that has one is 4.0" in found.message


def test_behind_a_value() -> None:
    finds(f"{OLD}num_workers = 8 # profilecheck: target=6\n", "PC901", at=(5, 33))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", "# profilecheck: target=3.1\nvec:\n  num_envs: 8\n"),
        ("a.yaml", "vec:\n  num_envs: 8 # profilecheck: target=3.1\n"),
        ("a.toml", "# profilecheck: target=3.1\n[vec]\nnum_envs = 8\n"),
        ("a.toml", "[vec] # profilecheck: target=3.1\nnum_envs = 8\n"),
    ],
)
def test_in_other_formats(name: str, text: str) -> None:
    finds(text, "PC901", name=name)


def test_a_file_with_two_generations_is_told_both() -> None:
    mixed = "[vec]\nnum_envs = 8\ntotal_agents = 8\n"
    verdict = report(f"# profilecheck: target=5.0\n{mixed}", target=None)
    assert {"PC901", "PC101"} <= {finding.code for finding in verdict.findings}


@pytest.mark.parametrize(
    "text",
    [
        "target=3.0",
        "target = '3.0'",
        "target=v3.0",
        "target=auto",
        "the target has 64 cores",
        "ignore[PC203]",
    ],
)
def test_silent(text: str) -> None:
    quiet(f"# profilecheck: {text}\n{OLD}", "PC901")


@pytest.mark.parametrize(
    "comment", ["# target=5.0", "# profiler: target=5.0", "# see profilecheck: target=5.0"]
)
def test_silent_on_what_is_not_addressed_to_it(comment: str) -> None:
    quiet(f"{comment}\n{OLD}", "PC901")


def test_silent_where_it_is_ignored() -> None:
    quiet(f"# profilecheck: target=5.0\n{OLD}", "PC901", ignore=["PC9"])
