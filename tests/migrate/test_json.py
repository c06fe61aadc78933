"""Edits in JSON, each by its text before and after."""

from __future__ import annotations

import json

import pytest

from tests.migrate.helpers import migrated, result


def after(text: str) -> str:
    """The result, which JSON's reader takes and a second run leaves alone."""
    made = result(text, "experiment.json", agents=2, threads=64)
    json.loads(made)
    assert migrated(made, "experiment.json", agents=2, threads=64).after is None
    return made


def test_minified_stays_minified() -> None:
    text = '{"a":{"vec":{"num_workers":2,"num_envs":8,"zero_copy":true}},"b":[1,2]}'
    assert after(text) == (
        '{"a":{"vec":{"total_agents":16,"num_buffers":2,"num_threads":16}},"b":[1,2]}'
    )


@pytest.mark.parametrize("indent", [1, 2, 4, 7, "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_new_lines_have_the_indentation_of_the_file(indent: int | str, end: str) -> None:
    before = {
        "vec": {"num_envs": 8, "num_workers": 2},
        "base": {"env_name": "ferry", "rnn_name": "R"},
        "rnn": {"hidden_size": 9},
        "x": {},
    }
    made = {
        "vec": {"total_agents": 16, "num_buffers": 2, "num_threads": 16},
        "base": {"env_name": "ferry"},
        "x": {},
        "policy": {"hidden_size": 9},
    }
    text = after(json.dumps(before, indent=indent).replace("\n", end))
    assert text == json.dumps(made, indent=indent).replace("\n", end)


def test_flat_keys_stay_flat_and_move_in_place() -> None:
    text = '{"vec.num_envs": 8, "vec.seed": 3, "base.env_name": "puffer_pong", "sweep.train.adam_eps.min": 1e-8}'
    assert after(text) == (
        '{"vec.total_agents": 16, "base.seed": 3, "base.env_name": "pong", '
        '"sweep.train.eps.min": 1e-8, "vec.num_buffers": 2, "vec.num_threads": 16}'
    )


def test_of_equal_keys_the_last_is_migrated_and_the_others_go() -> None:
    text = '{"vec": {"num_workers": 5, "num_envs": 9, "num_envs": 4, "num_work\\u0065rs": 3}}'
    assert after(text) == '{"vec": {"total_agents": 8, "num_buffers": 2, "num_threads": 16}}'


def test_a_table_that_is_overwritten_by_its_like_stays() -> None:
    first = '{"vec": {"num_envs": 1, "num_workers": 1}, '
    made = after(f'{first}"vec": {{"num_envs": 4, "num_workers": 3}}}}')
    assert made.startswith(first)


def test_a_table_that_goes_does_not_bring_its_like_into_force() -> None:
    text = (
        '{"vec": {"num_envs": 4}, "base": {"env_name": "ferry"}, "rnn": {"hidden_size": 1}, '
        '"rnn": {"input_size": 2}}'
    )
    assert "rnn" not in json.loads(after(text))


def test_empty_tables_go_with_those_that_held_them_alone() -> None:
    text = (
        '{"vec": {"num_envs": 4}, "base": {"env_name": "ferry"}, '
        '"sweep": {"train": {"learning_rate": {"mean": 0.1}}}}'
    )
    assert "sweep" not in json.loads(after(text))


def test_what_stands_twice_blocks_it() -> None:
    text = '{"vec": {"num_envs": 4, "num_workers": 2}, "vec.num_envs": 8}'
    ledger = migrated(text, "e.json", agents=2)
    assert ledger.status == "blocked"
    assert ledger.reason.startswith("[vec] num_envs stands on lines 1 and 1")


def test_where_no_table_is_none_is_made() -> None:
    text = '{"vec": {"num_envs": 4, "seed": 1}, "base": 3, "train": {"bptt_horizon": 8, "adam_eps": 1, "vtrace_rho_clip": 1}}'
    ledger = migrated(text, "e.json", agents=2)
    assert ledger.status == "blocked"
    assert ledger.reason == "base on line 1 is no table, and seed is to go into it"
