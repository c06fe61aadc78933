"""PC106: names of 1.0 and 2.0, and of revisions that were never published."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet, report

NEW = "[base]\nenv_name = a\n[vec]\ntotal_agents = 4096\n"
OLD = "[base]\nenv_name = a\n[vec]\nnum_workers = 2\n"


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("num_envs", "use [vec] num_envs"),
        ("num_workers", "remove it; [vec] num_workers, which the file sets, takes its place"),
        ("env_batch_size", "use [vec] batch_size"),
        ("zero_copy", "use [vec] zero_copy"),
        ("norm_adv", "remove it; nothing takes its place"),
        ("target_kl", "remove it; nothing takes its place"),
    ],
)
def test_names_of_2_0_under_train(name: str, instead: str) -> None:
    text = OLD + f"[train]\n{name} = 4\n"
    found = finds(text, "PC106", at=(6, 1), severity="warning")
    assert f"is a name of 2.0, and 3.0 ignores it: {instead}" in found.message


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("num_envs", "remove it; [vec] total_agents, which the file sets, takes its place"),
        ("env_batch_size", "remove it; nothing takes its place"),
        ("norm_adv", "remove it; nothing takes its place"),
        ("use_rnn", "remove it; nothing takes its place (the native network is always recurrent)"),
    ],
)
def test_names_of_2_0_under_4_0(name: str, instead: str) -> None:
    found = finds(NEW + f"[train]\n{name} = 4\n", "PC106", severity="warning", target="4.0")
    assert f"is a name of 2.0, and 4.0 ignores it: {instead}" in found.message


def test_3_0_refuses_it_in_vec() -> None:
    found = finds(OLD + "envs_per_worker = 2\n", "PC106", severity="error")
    assert "is a name of 1.0, and vector.make raises `Invalid argument`" in found.message


def test_a_name_in_vec_has_a_fix() -> None:
    found = finds(OLD + "env_batch_size = 2\n", "PC106")
    assert found.fix is not None and found.fix.edits[0].text == "batch_size"


def test_two_names_that_would_become_one_have_one_fix() -> None:
    text = OLD + "env_batch_size = 2\nenvs_per_batch = 2\n"
    fixes = [f.fix for f in report(text).findings if f.code == "PC106"]
    assert [fix is None for fix in fixes] == [False, True]


def test_a_name_of_a_later_source_revision() -> None:
    found = finds(OLD + "[train]\nmin_lr_ratio = 0.1\n", "PC106", severity="warning")
    assert "is a name of a later revision of 3.x and 4.0" in found.message


def test_sweeps_in_the_form_of_2_0_are_one_finding() -> None:
    text = OLD + "[sweep.parameters.train.parameters.gamma]\nmin = 0\n"
    text += "[sweep.parameters.env.parameters.x]\nmin = 0\n"
    found = finds(text, "PC106", at=(5, 1), severity="warning")
    assert "(and 1 more)" in found.message


@pytest.mark.parametrize(
    "text",
    [
        OLD,
        OLD + "[env]\nnum_envs = 8\nenv_batch_size = 2\nzero_copy = 1\n",
        OLD + "[policy]\nuse_rnn = 1\n",
        OLD + "[eval]\nnum_workers = 2\n",
        OLD + "# [train]\n# num_envs = 8\n",
        OLD + "[train]\nuse_rnn = True\n",
        OLD + "[sweep.train.gamma]\nmin = 0\n",
        OLD.replace("env_name", "vec = serial\nenv_name"),
    ],
)
def test_nothing_is_of_an_older_generation_in_3_0(text: str) -> None:
    quiet(text, "PC106")


@pytest.mark.parametrize("text", [NEW, NEW + "[train]\nmin_lr_ratio = 0.1\nhorizon = 8\n"])
def test_nothing_is_of_an_older_generation_in_4_0(text: str) -> None:
    quiet(text, "PC106", target="4.0")


def test_tables_that_a_script_of_the_users_own_reads() -> None:
    text = "vec:\n  num_envs: 8\ntrain:\n  num_envs: 8\n  zero_copy: true\n"
    quiet(text, "PC106", name="a.yaml")


def test_of_names_that_would_become_one_only_the_first_is_to_be_renamed() -> None:
    text = OLD + "env_batch_size = 2\nenvs_per_batch = 2\n[train]\nenv_batch_size = 2\n"
    told = [f.message.partition(": ")[2] for f in report(text).findings if f.code == "PC106"]
    assert told == [
        "use [vec] batch_size",
        "remove it; [vec] env_batch_size (line 5) becomes [vec] batch_size already",
        "remove it; [vec] env_batch_size (line 5) becomes [vec] batch_size already",
    ]


def test_a_sweep_of_3_0_ends_over_parameters_of_the_form_of_2_0() -> None:
    # the real sweep: KeyError 'mean' without a mean; KeyError 'train' with all of the keys
    text = OLD + "[sweep.parameters.train.parameters.gamma]\n"
    for keys in (
        "min = 0\n",
        "distribution = uniform\nmin = 0\nmax = 1\nmean = 0.5\nscale = auto\n",
    ):
        found = finds(text + keys, "PC106", severity="error", mode="sweep")
        assert "every sweep ends with an error before its first run" in found.message
        found = finds(text + keys, "PC106", severity="warning")
        assert found.message.endswith("(only a sweep meets this)")
