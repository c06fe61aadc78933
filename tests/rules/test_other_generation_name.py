"""PC103: a leftover name of another generation."""

from __future__ import annotations

import pytest

from profilecheck.edits import apply
from profilecheck.findings import Effect, Finding, Stage
from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet

NEW = "[base]\nenv_name = a\n[vec]\ntotal_agents = 4096\n"
OLD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n"
LATER = NEW + "[train]\nanneal_ent_coef = 0\n"


def edit(found: Finding) -> tuple[int, int, int, str]:
    assert found.fix is not None
    (one,) = found.fix.edits
    return one.span.line, one.span.column, one.span.end_column, one.text


def test_one_leftover_in_vec() -> None:
    found = finds(NEW + "backend = Serial\n", "PC103", at=(5, 1), severity="error", target="4.0")
    assert found.message == (
        "[vec] backend = Serial is a name of 3.0, and 4.0 ignores it: remove it; nothing takes its place "
        "(vectorization is native; there is nothing to choose)"
    )
    assert (found.effect, found.stage) == (Effect.IGNORED, Stage.SILENT)


@pytest.mark.parametrize(
    ("section", "line", "instead"),
    [
        ("base", "policy_name = P", "remove it; nothing takes its place"),
        ("base", "max_suggestion_cost = 3", "use [sweep] max_suggestion_cost"),
        ("train", "bptt_horizon = 8", "use [train] horizon"),
        ("train", "checkpoint_interval = 8", "use [base] checkpoint_interval"),
        ("train", "data_dir = x", "use [base] checkpoint_dir and [base] log_dir"),
        ("train", "batch_size = auto", "remove it; nothing takes its place"),
        ("train", "optimizer = adam", "remove it; nothing takes its place (always Muon"),
        ("vec", "seed = 3", "use [base] seed"),
        (
            "vec",
            "num_envs = 3",
            "remove it; [vec] total_agents, which the file sets, takes its place",
        ),
    ],
)
def test_what_to_use_in_4_0(section: str, line: str, instead: str) -> None:
    text = NEW.replace(f"[{section}]\n", f"[{section}]\n{line}\n")
    text += "" if section in ("base", "vec") else f"[{section}]\n{line}\n"
    assert f"and 4.0 ignores it: {instead}" in finds(text, "PC103", target="4.0").message


@pytest.mark.parametrize(
    ("section", "line", "instead"),
    [
        ("train", "horizon = 8", "use [train] bptt_horizon"),
        ("train", "replay_ratio = 1", "use [train] update_epochs"),
        ("train", "gpus = 1", "remove it; nothing takes its place (torchrun"),
        ("base", "seed = 8", "use [train] seed"),
        ("base", "checkpoint_dir = x", "use [train] data_dir"),
    ],
)
def test_what_to_use_in_3_0(section: str, line: str, instead: str) -> None:
    text = OLD.replace("[base]\n", f"[base]\n{line}\n")
    text = text if section == "base" else OLD + f"[{section}]\n{line}\n"
    assert f"and 3.0 ignores it: {instead}" in finds(text, "PC103").message


def test_3_0_refuses_it_in_vec() -> None:
    found = finds(OLD + "num_buffers = 2\n", "PC103", severity="error")
    assert "vector.make raises `Invalid argument`" in found.message
    assert (found.effect, found.stage) == (Effect.RAISES, Stage.MAKE)


def test_pufferenv_ignores_it_in_vec() -> None:
    text = "[base]\nenv_name = a\n[vec]\nbackend = PufferEnv\nnum_envs = 1\nnum_buffers = 2\n"
    found = finds(text, "PC103", severity="error")
    assert (found.effect, found.stage) == (Effect.IGNORED, Stage.SILENT)


def test_an_unknown_backend_may_be_pufferenv() -> None:
    text = "vec:\n  backend: ${backend}\n  num_envs: 8\n  total_agents: 8\n"
    found = finds(text, "PC103", name="a.yaml")
    assert "which vector.make refuses unless backend is PufferEnv" in found.message


def test_a_name_of_the_development_revision() -> None:
    found = finds(NEW + "[policy]\nnetwork = MinGRU\n", "PC103", target="4.0")
    assert "is a name of 4.0's development revision" in found.message


def test_a_name_of_5_0() -> None:
    text = NEW + "[train]\nbeta1 = 0.9\nmomentum = 0.9\n"
    assert "is a name of 5.0" in finds(text, "PC103", target="4.0").message


def test_each_leftover_once() -> None:
    finds(
        NEW + "backend = Serial\nnum_workers = 2\nzero_copy = 1\n", "PC103", count=3, target="4.0"
    )


def test_an_override() -> None:
    found = finds(NEW, "PC103", target="4.0", set_="train.bptt_horizon=16")
    assert found.message.startswith("--set: [train] bptt_horizon = 16 is a name of 3.0")


def test_outside_ini_where_the_name_is_pufferlibs_own() -> None:
    text = "[vec]\ntotal_agents = 8\n[train]\nadam_beta1 = 0.9\nbatch_size = 8\n"
    finds(text, "PC103", at=(4, 1), name="a.toml", target="4.0")


def test_it_is_a_warning_in_a_fork() -> None:
    fork = Surroundings(fork="default.ini has names of its own ([vec] x)")
    found = finds(
        NEW + "backend = Serial\n", "PC103", severity="warning", target="4.0", surroundings=fork
    )
    assert found.notes[0].message.startswith("one level down in a fork: default.ini")


def test_a_rename_has_a_fix() -> None:
    found = finds(NEW + "[train]\nbptt_horizon = 8\n", "PC103", target="4.0")
    assert edit(found) == (6, 1, 13, "horizon")


def test_a_fix_keeps_the_path_of_a_flat_key() -> None:
    text = "vec.total_agents: 8\ntrain.bptt_horizon: 8\n"
    assert edit(finds(text, "PC103", name="a.yaml", target="4.0"))[3] == "train.horizon"


def test_a_fix_keeps_the_quotes() -> None:
    text = '{"vec": {"total_agents": 8}, "train": {"bptt_horizon": 8}}'
    assert edit(finds(text, "PC103", name="a.json", target="4.0"))[3] == '"horizon"'


def test_a_fix_replaces_a_key_in_capitals() -> None:
    found = finds(NEW + "[train]\nBPTT_Horizon = 8\n", "PC103", target="4.0")
    assert edit(found)[3] == "horizon"


@pytest.mark.parametrize(
    "text",
    [
        "[DEFAULT]\nbackend = Serial\n" + NEW,
    ],
)
def test_what_stands_in_every_section_has_no_fix(text: str) -> None:
    assert finds(text, "PC103", target="4.0").fix is None


@pytest.mark.parametrize("line", ["[train]\nhorizon = 8\nbptt_horizon = 9\n", "num_envs = 8\n"])
def test_what_has_a_successor_that_is_set_is_removed(line: str) -> None:
    found = finds(NEW + line, "PC103", target="4.0")
    assert found.fix is not None and found.fix.safe
    assert apply(NEW + line, found.fix.edits) == NEW + line[: -len(line.splitlines()[-1]) - 1]


def test_what_has_no_successor_is_removed_only_when_asked() -> None:
    fix = finds(NEW + "backend = Serial\n", "PC103", target="4.0").fix
    assert fix is not None and not fix.safe and fix.description == "remove [vec] backend"


def test_a_key_of_another_section_is_moved() -> None:
    text = NEW + "[train]\ncheckpoint_interval = 8\n"
    fix = finds(text, "PC103", target="4.0").fix
    assert fix is not None and fix.safe
    assert apply(text, fix.edits).startswith("[base]\nenv_name = a\ncheckpoint_interval = 8\n")


def test_a_name_under_which_the_value_says_something_else_is_no_safe_one() -> None:
    fix = finds(NEW + "[train]\nadam_beta1 = 0.9\n", "PC103", target="4.0").fix
    assert fix is not None and not fix.safe


def test_what_a_later_revision_wrote_back_is_a_warning() -> None:
    finds(LATER + "beta1 = 0.9\nadam_beta1 = 0.9\n", "PC103", severity="warning", target="4.0")


def test_a_leftover_alone_in_a_later_revision_is_an_error() -> None:
    finds(LATER + "adam_beta1 = 0.9\n", "PC103", severity="error", target="4.0")


@pytest.mark.parametrize(
    "text",
    [
        NEW,
        NEW + "[env]\nnum_envs = 8\nbackend = x\nbptt_horizon = 3\n",
        NEW + "[train]\nhorizon = 64\nbeta1 = 0.9\nseed = 3\n",
        NEW + "[eval]\nbackend = Serial\n",
        NEW + "# num_envs = 8\n; backend = Serial\n",
        NEW + "[train]\nnum_envs = 8\nuse_rnn = 1\n",
        NEW + "[selfplay]\nenabled = 0\n[vec2]\nnum_envs = 8\n",
        OLD,
    ],
)
def test_nothing_is_left_over_in_4_0(text: str) -> None:
    quiet(text, "PC103", target="4.0")


@pytest.mark.parametrize(
    "text",
    [
        OLD,
        OLD + "[env]\nhorizon = 8\ntotal_agents = 8\n",
        OLD + "[policy]\nhidden_size = 8\nnum_layers = 2\nnetwork = x\n",
        OLD + "[rnn]\nhorizon = 8\n",
        OLD + "[train]\nmin_lr_ratio = 0.1\n",
        NEW,
    ],
)
def test_nothing_is_left_over_in_3_0(text: str) -> None:
    quiet(text, "PC103", target="3.0")


@pytest.mark.parametrize(
    "train", ["horizon: 8", "beta1: 0.9", "eps: 1.0e-8", "gpus: 2", "momentum: 0.9"]
)
def test_names_that_any_trainer_may_have_outside_ini(train: str) -> None:
    quiet(f"vec:\n  num_envs: 8\ntrain:\n  {train}\n", "PC103", name="a.yaml")


def test_names_of_the_fork_itself() -> None:
    fork = Surroundings(fork="x", fork_names=frozenset({("train", "horizon")}))
    quiet(OLD + "[train]\nhorizon = 8\n", "PC103", surroundings=fork)


def test_the_development_revisions_own_default_ini() -> None:
    text = "[base]\npackage = ocean\nenv_name = None\nnccl_id_path = x\n[vec]\ntotal_agents = 8\n"
    quiet(text, "PC103", name="default.ini", target="4.0")


def test_a_file_below_the_development_revisions_default_ini() -> None:
    default = "[base]\npackage = None\nnccl_id_path = x\n[vec]\ntotal_agents = 8\n"
    text = NEW.replace("[base]\n", "[base]\npackage = ocean\n")
    quiet(text, "PC103", target="4.0", default_ini=default)
    finds(text, "PC103", target="4.0")


def test_what_3_0s_launcher_sets_itself_has_a_rule_of_its_own() -> None:
    quiet(OLD + "[train]\nuse_rnn = True\nenv = x\n", "PC103")


def test_what_became_two_names_of_which_one_is_set() -> None:
    text = NEW + "[train]\ndata_dir = x\n"
    text = text.replace("[base]\n", "[base]\nlog_dir = y\n")
    found = finds(text, "PC103", target="4.0")
    assert found.message.endswith("use [base] checkpoint_dir ([base] log_dir is set already)")


FORK = Surroundings(
    fork="x",
    fork_names=frozenset({("train", "horizon")}),
    fork_dropped=frozenset({("train", "bptt_horizon")}),
)


def test_a_name_that_the_fork_dropped_is_a_leftover() -> None:
    text = OLD + "[train]\nbptt_horizon = 32\n"
    found = finds(text, "PC103", severity="warning", surroundings=FORK)
    assert (
        "is a name of upstream's that this fork's default.ini and trainer dropped" in found.message
    )
    assert found.message.endswith(": use [train] horizon")
    quiet(text, "PC103")
