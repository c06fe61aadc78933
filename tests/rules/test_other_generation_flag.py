"""PC701: a flag of another generation on a launch line."""

from __future__ import annotations

import pytest

from profilecheck.findings import Evidence
from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet, report


@pytest.mark.parametrize(
    ("target", "flag", "said"),
    [
        ("4.0", "--vec.num-envs 8", "use --vec.total-agents"),
        ("4.0", "--vec.num_envs=8", "use --vec.total-agents"),
        ("4.0", "--train.bptt-horizon 64", "use --train.horizon"),
        ("4.0", "--train.device cuda", "nothing takes its place"),
        ("4.0", "--train.checkpoint-interval 5", "use --checkpoint-interval"),
        ("4.0", "--rnn-name X", "nothing takes its place"),
        ("4.0", "--neptune", "--wandb"),
        ("4.0", "--max-runs 5", "--sweep.max-runs"),
        ("4.0", "--local_rank 5", "--train.gpus"),
        ("4.0", "--train.momentum 0.9", "--train.beta1"),
        ("3.0", "--vec.total-agents 8", "use --vec.num-envs"),
        ("3.0", "--train.horizon 64", "use --train.bptt-horizon"),
        ("3.0", "--seed 3", "use --train.seed"),
        ("3.0", "--slowly", "always trains with torch"),
        ("3.0", "--sweep.max-runs 5", "use --max-runs"),
    ],
)
def test_each_says_what_to_use(target: str, flag: str, said: str) -> None:
    found = finds(
        f"puffer train x {flag}",
        "PC701",
        name="run.sh",
        target=target,
        at=(1, 16),
        severity="error",
    )
    assert said in found.message


def test_one_finding_for_each_flag_and_no_rule_on_values() -> None:
    text = "puffer train x --vec.num-envs 3 --vec.num-workers 2 --train.horizon 7 --train.minibatch-size 3"
    verdict = report(text, name="run.sh", target="4.0")
    assert [finding.code for finding in verdict.findings] == ["PC701", "PC701"]


def test_in_a_page_whose_target_is_from_a_pin_it_is_a_warning() -> None:
    pinned = Surroundings(
        exact=(Evidence("4.0", "pyproject.toml pins pufferlib 4.0", "pyproject.toml"),)
    )
    text = "```sh\npuffer train x --vec.num-envs 8\n```\n"
    finds(text, "PC701", name="README.md", target=None, surroundings=pinned, severity="warning")
    finds(text, "PC701", name="README.md", target="4.0", severity="error")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("puffer autotune x", "PC704"),
        ("puffer train puffer_breakout", "PC705"),
        ("puffer train breakout --vec.total-agents many", "PC706"),
        ("puffer train --wandb x", "PC708"),
        ("puffer train breakout --train.minibatch-size 100 --train.horizon 64", "PC651"),
    ],
)
def test_in_a_page_no_rule_finds_an_error_by_a_pin(line: str, code: str) -> None:
    pinned = Surroundings(
        exact=(Evidence("4.0", "pyproject.toml pins pufferlib 4.0", "pyproject.toml"),)
    )
    text = f"```sh\n{line}\n```\n"
    on_page = finds(
        text, code, name="README.md", target=None, surroundings=pinned, severity="warning"
    )
    assert any("a warning in a page" in note.message for note in on_page.notes)
    finds(text, code, name="README.md", target="4.0", severity="error")
    finds(line, code, name="run.sh", target=None, surroundings=pinned, severity="error")


def test_in_a_page_a_warning_by_a_pin_stays_as_it_is() -> None:
    pinned = Surroundings(
        exact=(Evidence("4.0", "pyproject.toml pins pufferlib 4.0", "pyproject.toml"),)
    )
    text = "```sh\npuffer train breakout --reset-state False\n```\n"
    found = finds(
        text, "PC707", name="README.md", target=None, surroundings=pinned, severity="warning"
    )
    assert not any("in a page" in note.message for note in found.notes)


def test_in_a_fork_its_own_names_are_none_and_others_a_warning() -> None:
    fork = Surroundings(
        fork="config/default.ini has names of its own", fork_names=frozenset({("train", "horizon")})
    )
    quiet("puffer train x --train.horizon 8", "PC701", name="run.sh", surroundings=fork)
    finds(
        "puffer train x --vec.total-agents 8",
        "PC701",
        name="run.sh",
        surroundings=fork,
        severity="warning",
    )


def test_on_a_line_with_flags_of_no_generation_it_is_a_warning() -> None:
    text = (
        "puffer train x --train.horizon 91 --policy-architecture T --train.minibatch-multiplier 3"
    )
    finds(text, "PC701", name="run.sh", target="3.0", severity="warning")
    finds(
        "puffer train x --train.horizon 91 --env.a 1 --policy.b 2",
        "PC701",
        name="run.sh",
        severity="error",
    )


@pytest.mark.parametrize(
    ("target", "text"),
    [
        ("3.0", "puffer train x --vec.num-envs 8 --train.bptt-horizon 64 --neptune --local-rank 0"),
        ("4.0", "puffer train x --vec.total-agents 4096 --train.horizon 64 --slowly --seed 3"),
        ("4.0", "puffer match x --load-enemy-model-path a --num-games 3 --selfplay.enabled 1"),
        ("4.0", "puffer train x --env.num-envs 8 --env.horizon 3"),
        ("3.0", "puffer train x --env.total-agents 8 --policy.hidden-size 3"),
        ("3.0", "puffer train x $FLAGS --tag total-agents"),
        ("3.0", "puffer train x # --vec.total-agents 8"),
        ("3.0", "puffer train x --wandb-group total_agents"),
        ("3.0", "puffer train x --load_model_path latest"),
    ],
)
def test_its_own_flags_and_any_of_open_sections_are_left_alone(target: str, text: str) -> None:
    quiet(text, "PC701", name="run.sh", target=target)


@pytest.mark.parametrize(
    "text",
    [
        "# profilecheck: ignore[PC701] both\npuffer train x \\\n  --slowly \\\n  --vec.total-agents 8\n",
        "puffer train x \\\n  --slowly \\\n  --vec.total-agents 8  # profilecheck: ignore[PC701]\n",
        "puffer train x --slowly  # profilecheck: ignore\n",
        "# profilecheck: ignore-file[PC7]\ntrue\npuffer train x --slowly\n",
    ],
)
def test_a_comment_silences_a_whole_command(text: str) -> None:
    verdict = quiet(text, name="run.sh")
    assert verdict.suppressed >= 1


def test_a_comment_before_a_block_silences_the_whole_block() -> None:
    text = "<!-- profilecheck: ignore[PC701] -->\n```sh\ntrue\npuffer train x --slowly\n```\n"
    assert quiet(text, name="README.md").suppressed == 1


def test_a_launcher_of_either_generation_has_branches_for_both() -> None:
    text = (
        'if [ "$V" = 4.0 ]; then\n  puffer train breakout --vec.total-agents 4096\n'
        "else\n  puffer train puffer_breakout --vec.num-envs 8 --vec.num-workers 2\nfi\n"
        "puffer eval breakout\n"
    )
    quiet(text, name="run.sh", target="4.0")
    other = text.replace('"$V" = 4.0', "$GPUS -gt 4")
    finds(other, "PC701", name="run.sh", target="4.0", count=2)
    skipped = report(text.replace("puffer eval breakout", ""), name="run.sh", target="4.0")
    assert skipped.reason is not None
    assert skipped.reason.endswith("in a branch of a test of the version")
