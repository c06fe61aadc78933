"""Edits in INI files, each by its text before and after. The judge is configparser."""

from __future__ import annotations

import configparser
import io

import pytest

from tests.migrate.helpers import migrated, result

DROPPED = "dropped: num_threads and num_buffers are nearest, and mean something else"
HEAD = "[base]\nenv_name = ferry\n"


def loaded(text: str) -> configparser.ConfigParser:
    """What the loaders read."""
    parser = configparser.ConfigParser()
    parser.read_file(io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
    return parser


def after(text: str) -> str:
    """The result, which configparser takes and a second run leaves alone."""
    made = result(text, "experiment.ini", agents=2, threads=64)
    loaded(made)
    assert migrated(made, "experiment.ini", agents=2, threads=64).after is None
    return made


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", ["", "end"])
def test_line_ends_stay(end: str, last: str) -> None:
    text = end.join([*HEAD.splitlines(), "[vec]", "num_envs = 8  # e", "num_workers=4"])
    made = after(text + (end if last else ""))
    assert made.replace(end, "").count("\n") == made.replace(end, "").count("\r") == 0
    assert made.endswith(end) == bool(last)
    assert f"total_agents = 16  # e{end}# 3.0: num_workers=4  -> {DROPPED}{end}" in made


def test_colons_tabs_and_capitals_stay() -> None:
    made = after(f"{HEAD}[vec]\nnum_envs:8\nNum_Workers\t=\t4\n[train]\nANNEAL_LR\t:\tTrue\t# on\n")
    assert "total_agents:16\n" in made
    assert f"# 3.0: Num_Workers\t=\t4  -> {DROPPED}\n" in made
    assert "ANNEAL_LR\t:\t1\t# on\n" in made


def test_a_value_goes_on_with_its_lines_and_comments() -> None:
    text = f"{HEAD}[vec]\nnum_envs = 8\nbatch_size = (4\n  # c1\n\n  + 4)\n  ; c2\nseed:\n   3\n"
    made = after(text)
    assert "# 3.0: batch_size = (4\n  # c1\n\n  # + 4)  -> dropped" in made
    assert "  ; c2\n# 3.0: seed:\n   # 3  -> now [base] seed\n" in made
    assert loaded(made)["base"]["seed"].strip() == "3"


def test_a_comment_between_the_lines_of_a_converted_value_stays() -> None:
    text = f"{HEAD}[vec]\nnum_envs =\n  # how many\n  8\nnum_workers = 4\n"
    made = after(text)
    assert "# 3.0: num_envs =\n  # how many\n  # 8  -> now [vec] total_agents\n" in made
    assert loaded(made)["vec"]["total_agents"] == "16"


def test_a_suppression_behind_a_setting_that_goes_silences_nothing_any_more() -> None:
    text = f"{HEAD}[vec]\nnum_envs = 8\nnum_workers = 4 # profilecheck: ignore[PC203] so\n"
    made = after(text)
    assert f"# 3.0: num_workers = 4 # profilecheck: ignore[PC203] so  -> {DROPPED}\n" in made
    findings = migrated(text, agents=2, threads=64).findings
    assert not [one for one in findings if one.code.startswith("PC9")]


def test_a_suppression_above_a_setting_that_goes_silences_no_other() -> None:
    text = (
        f"# profilecheck: ignore-file[PC652]\n{HEAD}[vec]\n; profilecheck: ignore[PC203] so\n# of two\n"
        "num_workers = 3\n# profilecheck: ignore\nnum_envs = 8\n"
    )
    made = after(text)
    assert "; 3.0: profilecheck: ignore[PC203] so\n# of two\n# 3.0: num_workers = 3" in made
    assert "\n# profilecheck: ignore\ntotal_agents = 16\n" in made
    assert made.startswith("# profilecheck: ignore-file[PC652]\n")


def test_the_target_that_a_comment_asks_for_follows() -> None:
    made = after(f"# profilecheck: target=3.0 for now\n{HEAD}[vec]\nnum_envs = 8\n")
    assert made.startswith("# profilecheck: target=4.0 for now\n")


def test_indented_sections() -> None:
    text = "  [base]\n  env_name = puffer_pong\n  [vec]\n    num_envs = 8\n    seed = 4\n  [policy]\n  hidden_size = 3\n"
    made = after(text)
    assert "  env_name = pong\n  seed = 4\n  [vec]\n    total_agents = 16\n" in made
    assert "    num_buffers = 2\n    num_threads = 16\n  [policy]\n" in made


def test_a_setting_below_a_bare_header_takes_in_nothing_that_is_deeper() -> None:
    text = f"{HEAD}[vec]\n  [train]\n  gamma = 0.9\n  bptt_horizon = 16\n"
    made = result(text, "experiment.ini", agents=2, decide={"vec.total_agents": "64"})
    assert loaded(made)["train"]["gamma"] == "0.9"
    assert loaded(made)["vec"]["total_agents"] == "64"


def test_a_new_section_takes_in_no_setting_of_the_last() -> None:
    text = f"{HEAD}rnn_name = R\n[sweep.train.gamma]\nmin = 0.1\n[rnn]\nhidden_size = 9\n[vec]\nnum_envs = 8\n"
    made = loaded(after(text))
    assert made["policy"]["hidden_size"] == "9"
    assert set(made["vec"]) == {"total_agents", "num_buffers", "num_threads"}


def test_references_are_written_out_where_they_would_no_longer_hold() -> None:
    text = (
        f"{HEAD}[vec]\nnum_envs = 8\n[train]\ndata_dir = a/%(mine)s\nmine = 100%% %(learning_rate)s\n"
        "learning_rate = 0.1\nadam_beta1 = %(learning_rate)s\nadam_beta2 = %(adam_beta1)s\n"
    )
    made = after(text)
    read = loaded(made)
    assert read["base"]["checkpoint_dir"] == "a/100% 0.1"
    assert read["train"]["beta2"] == "0.1" and "mine = 100%% %(learning_rate)s\n" in made


def test_form_feeds_nul_and_line_separators_stay() -> None:
    text = "\x0c[base]\nenv_name = ferry\x0c\n[vec]\x0c\nnum_envs\x0c=\x0c8\nbackend = \u2028Serial\n[x]\na = \x00\x85b\n"
    made = after(text)
    assert "total_agents\x0c=\x0c8\n# 3.0: backend = \u2028Serial  -> " in made
    assert made.endswith("[x]\na = \x00\x85b\n")


def test_names_that_only_look_alike_stay() -> None:
    text = f"{HEAD}[vec]\nnum_envs = 8\nnum_w\u043erkers = 4\n\u200bseed = 3\n"
    assert "num_w\u043erkers = 4\n\u200bseed = 3\n" in after(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "[DEFAULT]\nnum_envs = 8\n[base]\nenv_name = ferry\n[vec]\nnum_workers = 2\n",
            "[DEFAULT]",
        ),
        (f"{HEAD}[vec]\nnum_envs = 8\nnum_envs = 9\n", "refuses it as it is: line 5"),
        (f"{HEAD}[vec]\nnum_envs = 8\n[vec]\nnum_workers = 9\n", "refuses it as it is: line 5"),
        (f"{HEAD}[vec]\nnum_envs = 8\nseed = %(nothing)s\n", "interpolation"),
        (f"{HEAD}[vec]\nnum_envs = 8\nnum_workers\n", "refuses it as it is: line 5"),
        (f"\ufeff{HEAD}[vec]\nnum_envs = 8\n", "byte-order mark"),
        (f"{HEAD}[vec]\nnum_envs = 8\n  num_workers = 4\n", "num_envs is '8"),
        (f"{HEAD}[vec]\nnum_envs = \u0664\n", "cannot be counted"),
    ],
)
def test_what_cannot_be_migrated_blocks_the_file(text: str, told: str) -> None:
    ledger = migrated(text, agents=2)
    assert ledger.status == "blocked" and told in ledger.reason


def test_a_reference_to_what_default_ini_alone_has_is_written_out() -> None:
    """4.0's default.ini may have another value there, or none."""
    text = f"{HEAD}[vec]\nnum_envs = 8192\n[train]\nbptt_horizon = %(seed)s\nupdate_epochs = %(max_minibatch_size)s\n"
    after = result(text, agents=1)
    assert "\nhorizon = 42\nreplay_ratio = 32768\n" in after
