"""Edits in TOML, each by its text before and after."""

from __future__ import annotations

import pytest
import tomli

from tests.migrate.helpers import migrated, result

DROPPED = "dropped: num_threads and num_buffers are nearest, and mean something else"


def after(text: str) -> str:
    """The result, which TOML's reader takes and a second run leaves alone."""
    made = result(text, "experiment.toml", agents=2, threads=64)
    tomli.loads(made)
    assert migrated(made, "experiment.toml", agents=2, threads=64).after is None
    return made


def test_a_setting_that_goes_is_a_comment_where_it_stood() -> None:
    assert after("[vec]\nnum_envs = 8 # e\n  num_workers = 4\t# w\n") == (
        f"[vec]\ntotal_agents = 16 # e\n  # 3.0: num_workers = 4\t# w  -> {DROPPED}\n"
        "  num_buffers = 2\n  num_threads = 16\n"
    )


def test_of_a_value_over_several_lines_each_is_a_comment() -> None:
    made = after(
        '[vec]\nnum_envs = 8\nnum_workers = """\n4\n\n# x\n"""  # y\nkeep = [\n  1, # z\n]\n'
    )
    assert f'# 3.0: num_workers = """\n# 4\n\n# x\n# """  # y  -> {DROPPED}\n' in made
    assert "keep = [\n  1, # z\n]\n" in made


def test_quoted_keys_and_strings_stay_quoted() -> None:
    text = (
        "[vec]\n\"num_envs\" = 8\n'num_workers' = 4\n[base]\nenv_name = 'puffer_pong'\n"
        '[train]\n"adam_beta1" = 0.9\n'
    )
    made = after(text)
    assert '"total_agents" = 16\n' in made
    assert "env_name = 'pong'\n" in made
    assert '"beta1" = 0.9\n' in made


def test_an_escaped_key_is_renamed() -> None:
    assert '"total_agents" = 16\n' in after('[vec]\n"num\\u005fenvs" = 8\nnum_workers = 2\n')


def test_dotted_keys_stay_dotted_and_move_in_place() -> None:
    text = 'vec.num_envs = 8\nvec . seed = 3\nbase.env_name = "ferry"\n'
    made = after(text)
    assert made.startswith("vec.total_agents = 16\nbase . seed = 3\n")
    assert "\nvec.num_threads = 16\n" in made or "\nvec . num_threads = 16\n" in made


def test_a_moved_setting_goes_below_the_last_of_its_table() -> None:
    text = '[base]\nenv_name = "ferry" # last\n\n[vec]\nnum_envs = 8\nseed = 3 # s\n'
    made = after(text)
    assert '[base]\nenv_name = "ferry" # last\nseed = 3\n\n[vec]\n' in made
    assert "# 3.0: seed = 3 # s  -> now [base] seed\n" in made


def test_a_new_table_is_made_beside_with_the_prefix_of_the_others() -> None:
    text = (
        '["my run".vec]\nnum_envs = 8\n["my run".base]\nenv_name = "ferry"\nrnn_name = "R"\n'
        '["my run".rnn]\nhidden_size = 64\n[other]\na = 1\n'
    )
    made = after(text)
    assert '# 3.0: ["my run".rnn]  -> dropped: 4.0 has no such section\n' in made
    assert '\n\n["my run".policy]\nhidden_size = 64\n[other]\na = 1\n' in made


def test_headers_of_swept_names_follow() -> None:
    text = (
        '[a.vec]\nnum_envs = 8\n[a.base]\nenv_name = "ferry"\n'
        "[a.sweep.train.adam_beta1] # t\nmin = 0.5\n[a . sweep . 'rnn' . hidden_size]\nmax = 9\n"
    )
    made = after(text)
    assert "[a.sweep.train.beta1] # t\nmin = 0.5\n" in made
    assert "[a . sweep . 'policy' . hidden_size]\nmax = 9\n" in made


def test_each_of_an_array_of_tables_is_an_experiment() -> None:
    text = "[[runs]]\n[runs.vec]\nnum_envs = 8\nnum_workers = 2\n[[runs]]\nvec.num_envs = 3\nvec.num_workers = 1\n"
    loaded = tomli.loads(after(text))
    assert [run["vec"]["total_agents"] for run in loaded["runs"]] == [16, 6]


def test_in_an_inline_table_the_entry_goes_with_its_comma() -> None:
    text = 'vec = { num_envs = 8, num_workers = 2, backend = "Serial" } # v\n'
    assert after(text) == "vec = { total_agents = 16, num_buffers = 2, num_threads = 16 } # v\n"


def test_a_new_table_beside_an_inline_one_is_inline() -> None:
    text = 'vec = {num_envs = 8}\nbase = {env_name = "ferry", rnn_name = "R"}\nrnn = {hidden_size = 9}\n'
    assert "\npolicy = {hidden_size = 9}\n" in after(text)


def test_a_table_that_is_a_value_goes_as_a_whole() -> None:
    text = "[vec]\nnum_envs = 8\n[vec.env_kwargs]\nsize = 3\n[vec.env_kwargs.more]\na = 1\n[x]\nb = 2\n"
    made = after(text)
    assert "# 3.0: [vec.env_kwargs]" in made and "# 3.0: [vec.env_kwargs.more]" in made
    assert tomli.loads(made).keys() == {"vec", "x"} and "env_kwargs" not in tomli.loads(made)["vec"]


@pytest.mark.parametrize("end", ["\r\n", "\n"])
@pytest.mark.parametrize("last", ["", "end"])
def test_line_ends_stay(end: str, last: str) -> None:
    text = end.join(["# c", "[vec]", "num_envs = 8", "num_workers = 2"]) + (end if last else "")
    made = after(text)
    assert made.count("\n") == made.count(end)
    assert made.endswith(end) == bool(last)


def test_dotted_keys_within_an_inline_table_block_it() -> None:
    ledger = migrated("a = {vec.num_envs = 8, vec.num_workers = 2}\n", "e.toml", agents=2)
    assert ledger.status == "blocked" and "without braces of its own" in ledger.reason


def test_dates_are_moved_as_dates() -> None:
    text = '[vec]\nnum_envs = 8\n[base]\nenv_name = "ferry"\n[train]\nanneal_lr = 2020-01-01\ndata_dir = 1979-05-27\n'
    ledger = migrated(text, "e.toml", agents=2)
    assert ledger.status == "changed" and b"checkpoint_dir = 1979-05-27\n" in (ledger.after or b"")


@pytest.mark.parametrize(
    ("text", "base"),
    [
        (
            "{dotted}\n[vec]\nnum_envs = 8\nseed = 1\n",
            "base.checkpoint_interval = 50\nbase.seed = 1\n",
        ),
        (
            "[runs.a]\n{dotted}vec = {{ num_envs = 8, seed = 1 }}\n[runs.a.logging]\nnum_envs = 3\n",
            "base.checkpoint_interval = 50\nbase.seed = 1\n",
        ),
        (
            "[runs.a]\nvec = {{ num_envs = 8, seed = 1 }}\n{dotted}",
            "base.checkpoint_interval = 50\nbase.seed = 1\n",
        ),
    ],
)
def test_settings_that_move_to_one_new_table_are_written_in_one_form(text: str, base: str) -> None:
    dotted = "train.checkpoint_interval = 50\ntrain.bptt_horizon = 64\ntrain.adam_beta1 = 0.9\n"
    after = result(text.format(dotted=dotted), "a.toml", agents=512)
    assert base in after
    assert "\ntrain.horizon = 64\ntrain.beta1 = 0.9\n" in after
    assert "[base]" not in after.replace("now [base]", "")
