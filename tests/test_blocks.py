"""Which tables of a document are experiments."""

from __future__ import annotations

import json

import pytest

from profilecheck.blocks import Asked, Block, blocks
from profilecheck.document import UNKNOWN
from profilecheck.sources.read import read
from tests.work import assert_linear, counted


def found(text: str, name: str, asked: Asked | None = None) -> list[Block]:
    document = read(text.encode(), name)
    assert document is not None
    return blocks(document, asked=asked)


def only(text: str, name: str, asked: Asked | None = None) -> dict[tuple[str, str], object]:
    (block,) = found(text, name, asked)
    return {(s.section, s.key): s.value for s in block.settings}


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("[vec]\n", True),
        ("[base]\nenv_name = a\n", True),
        ("[base]\npackage = ocean\n", True),
        ("[base]\nurl = x\n", False),
        ("[Vec]\nnum_envs = 1\n", False),
        ("[train]\nlr = 1\n", False),
        ("", False),
    ],
)
def test_an_ini_counts_by_its_sections(text: str, counts: bool) -> None:
    assert bool(found(text, "a.ini")) == counts


def test_a_top_level_toml_table_is_one() -> None:
    assert only("[vec]\nnum_envs = 8\n", "a.toml") == {("vec", "num_envs"): 8}


def test_a_nested_table_brings_its_siblings() -> None:
    text = '{"run": {"vec": {"num_envs": 8}, "train": {"seed": 1}, "other": {"x": 1}}, "train": {"y": 2}}'
    assert only(text, "a.json") == {("vec", "num_envs"): 8, ("train", "seed"): 1}


def test_vectorization_is_another_name_for_vec() -> None:
    assert only("vectorization:\n  num_envs: 8\n", "a.yaml") == {("vec", "num_envs"): 8}


def test_flat_dotted_keys_are_settings() -> None:
    text = "vec.num_envs: 8\ntrain.seed: 1\n"
    assert only(text, "a.yaml") == {("vec", "num_envs"): 8, ("train", "seed"): 1}


def test_a_search_space_is_unknown() -> None:
    text = "vec:\n  num_envs: {type: categorical, choices: [1, 2]}\n"
    assert only(text, "a.yaml") == {("vec", "num_envs"): UNKNOWN}


def test_each_element_of_a_list_is_an_experiment() -> None:
    text = "runs:\n  - vec: {num_envs: 8}\n  - vec: {num_envs: 9}\n"
    assert [b.prefix for b in found(text, "a.yaml")] == ["runs[0]", "runs[1]"]


def test_sweep_tables_keep_their_depth() -> None:
    text = "[vec]\nnum_envs = 8\n[sweep.train.gamma]\nmin = 0.8\n"
    assert only(text, "a.toml")["sweep.train.gamma", "min"] == 0.8


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("services:\n  vec:\n    image: nginx\n", "compose.yaml"),
        ("jobs:\n  vec:\n    runs-on: ubuntu\n    steps: []\n", "workflow.yml"),
        ("vec: [1, 2, 3]\n", "a.yaml"),
        ("vec: 8\n", "a.yaml"),
        ("num_envs: 8\n", "a.yaml"),
        ('{"vector": {"num_envs": 8}}', "a.json"),
        ("[tool.vec]\nname = 'x'\n", "pyproject.toml"),
        ("[env]\nnum_envs = 8\n", "a.toml"),
        ("vec: {size: 3, seed: 1}\n", "a.yaml"),
        ("vec: {backend: faiss, size: 3, seed: 1}\n", "a.yaml"),
        ("vec: {num_threads: 8, backend: avx}\n", "a.yaml"),
        ("vec: {batch_size: 8, size: 3}\n", "a.yaml"),
        ("hydra:\n  sweeper:\n    params:\n      vec.num_envs: 8,16,32\n", "a.yaml"),
        ("params:\n  vec.num_envs: 8,16,32\n", "conf/hydra/sweeper/grid.yaml"),
        ("vec:\n  _target_: envs.make\n  num_envs: 8\n", "a.yaml"),
        ("num_envs: 8\nnum_workers: 2\n", "vector/a.yaml"),
        ("backend: faiss\nseed: 2\n", "vec/a.yaml"),
        ("_target_: envs.make\nnum_envs: 8\n", "vec/a.yaml"),
    ],
)
def test_other_files_are_not_taken_for_one(text: str, name: str) -> None:
    assert found(text, name) == []


@pytest.mark.parametrize(
    "vec",
    [
        "num_workers: 2",
        "total_agents: 8",
        "backend: Serial",
        "backend: pufferlib.vector.Multiprocessing",
        "batch_size: 8, num_threads: 2",
        "num_envs: '???'",
        "num_envs: '{{ envs }}'",
    ],
)
def test_a_table_called_vec_is_one_by_its_names(vec: str) -> None:
    assert len(found(f"vec: {{{vec}, x: 1}}\n", "a.yaml")) == 1


def test_the_tables_beside_it_tell_a_table_called_vec() -> None:
    assert not found("vec: {seed: 1}\ntrain: {seed: 2}\n", "a.yaml")
    assert found("vec: {seed: 1}\ntrain: {bptt_horizon: 8}\n", "a.yaml")
    assert found("vec: {seed: 1}\nbase: {env_name: ferry}\n", "a.yaml")


def test_a_target_that_is_asked_for_tells_a_name_that_is_nearly_pufferlibs() -> None:
    assert not found("vec: {batch_size: 8}\n", "a.yaml")
    assert found("vec: {batch_size: 8}\n", "a.yaml", "options")
    assert not found("vec: {seed: 8}\n", "a.yaml", "options")


@pytest.mark.parametrize(
    "value",
    ["[8, 16, 32]", "{value: 8}", "{values: [8, 16]}", "{min: 8, max: 64}", "{{ envs }}", "???"],
)
def test_what_stands_for_several_values_is_unknown(value: str) -> None:
    text = f"vec:\n  num_envs: {value}\n  num_workers: 2\ntrain:\n  gamma: {value}\n"
    assert only(text, "a.yaml") == {
        ("vec", "num_envs"): UNKNOWN,
        ("vec", "num_workers"): 2,
        ("train", "gamma"): UNKNOWN,
    }


def test_a_list_or_table_where_one_belongs_is_a_value() -> None:
    text = "vec:\n  env_args: [[1], [2]]\n  env_kwargs: {size: 3, deep: {x: 1}}\n"
    assert only(text, "a.yaml") == {
        ("vec", "env_args"): [[1], [2]],
        ("vec", "env_kwargs"): {"size": 3, "deep": {"x": 1}},
    }
    text = "[vec]\nnum_envs = 2\n[[vec.env_kwargs]]\nsize = 1\n[[vec.env_kwargs]]\nsize = 2\n"
    assert only(text, "a.toml")["vec", "env_kwargs"] == [{"size": 1}, {"size": 2}]


@pytest.mark.parametrize("value", ["{values: [{}, {}]}", "{value: {a: 1}}"])
def test_a_search_space_where_a_table_belongs_is_unknown(value: str) -> None:
    assert only(f"vec: {{num_envs: 8, env_kwargs: {value}}}\n", "a.yaml")["vec", "env_kwargs"] is (
        UNKNOWN
    )


def test_a_table_as_a_value_has_its_place() -> None:
    (block,) = found("[vec]\nnum_envs = 8\n[vec.env_kwargs]\nsize = 1\n", "a.toml")
    (kwargs,) = (s for s in block.settings if s.key == "env_kwargs")
    assert (kwargs.key_span.line, kwargs.key_span.column) == (3, 6)


def test_hydras_own_keys_are_no_settings() -> None:
    text = "vec:\n  _target_: pufferlib.vector.make\n  _partial_: true\n  num_envs: 8\n"
    assert only(text, "a.yaml") == {("vec", "num_envs"): 8}


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("vec: {num_envs: 8}\n", "a.yaml", set()),
        ("defaults: [_self_]\nvec: {num_envs: 8}\n", "a.yaml", {"vec"}),
        ("defaults:\n  - vec: lap\nvec: {num_envs: 8}\ntrain: {}\n", "a.yaml", {"vec", "train"}),
        ("# @package _global_\nvec: {num_envs: 8}\n", "a.yaml", {"vec"}),
        ("parameters:\n  vec.num_envs: {value: 8}\n", "a.yaml", {"vec"}),
        ("num_envs: 8\n", "vec/a.yaml", {"vec"}),
        ("vec:\n  <<: !x {}\n  num_envs: 8\n", "a.yaml", {"vec"}),
        ("b: &b {seed: 1}\nvec:\n  <<: *b\n  num_envs: 8\n", "a.yaml", set()),
    ],
)
def test_what_else_may_be_added_is_open(text: str, name: str, expected: set[str]) -> None:
    (block,) = found(text, name)
    assert block.open_sections == expected
    assert {(s.section, s.key) for s in block.settings} >= {("vec", "num_envs")}


@pytest.mark.parametrize(
    "text",
    [
        "parameters:\n  vec:\n    parameters:\n      num_envs: {values: [8]}\n",
        "parameters:\n  vec:\n    num_envs: {values: [8]}\n",
        "parameters:\n  vec.num_envs: {values: [8]}\n",
    ],
)
def test_a_sweep_of_wandb_is_an_experiment_of_unknown_values(text: str) -> None:
    assert only(text, "a.yaml") == {("vec", "num_envs"): UNKNOWN}


def test_an_alias_is_what_it_names() -> None:
    text = "x: &x {num_envs: 8}\nrun: {vec: *x}\nother: {vec: *x}\n"
    assert [b.prefix for b in found(text, "a.yaml")] == ["run", "other"]
    assert {s.key_span.line for b in found(text, "a.yaml") for s in b.settings} == {1}


# The top level as [vec]


FLAT = "num_envs: 8\nnum_workers: 2\nenv_kwargs: {size: 3}\n"
WITH_OTHERS = f"{FLAT}learning_rate: 0.1\n"


def test_keyword_arguments_at_top_level_are_vec_where_a_target_is_asked_for() -> None:
    expected = {
        ("vec", "num_envs"): 8,
        ("vec", "num_workers"): 2,
        ("vec", "env_kwargs"): {"size": 3},
    }
    assert not found(FLAT, "a.yaml")
    assert only(FLAT, "a.yaml", "options") == only(FLAT, "a.yaml", "comment") == expected


def test_options_ask_of_every_file_and_a_comment_of_this_one() -> None:
    assert not found(WITH_OTHERS, "a.yaml", "options")
    assert ("vec", "num_envs") in only(WITH_OTHERS, "a.yaml", "comment")
    assert ("vec", "learning_rate") not in only(WITH_OTHERS, "a.yaml", "comment")


@pytest.mark.parametrize(
    "text", ["num_envs: 8\n", "num_envs: 8\nseed: 1\n", "seed: 1\nbackend: x\n"]
)
def test_less_than_two_names_at_top_level_are_none(text: str) -> None:
    assert not found(text, "a.yaml", "comment")


@pytest.mark.parametrize("folder", ["vec", "conf/vec", "/x/vectorization"])
def test_a_file_in_a_folder_called_vec_is_a_group(folder: str) -> None:
    text = "defaults: [base]\n_target_: pufferlib.vector.make\nnum_envs: 8\nx: 1\n"
    assert only(text, f"{folder}/lap.yaml") == {("vec", "num_envs"): 8, ("vec", "x"): 1}


def test_a_table_called_vec_goes_before_the_top_level() -> None:
    text = f"{FLAT}vec: {{num_envs: 4}}\n"
    assert only(text, "vec/a.yaml", "comment") == {("vec", "num_envs"): 4}


def test_keys_of_many_dots_take_no_longer_than_they_are_long() -> None:
    keys = {f"vec.{'a.' * 20_000}{n}": n for n in range(100)}
    document = read(json.dumps({**keys, "vec.num_envs": 8}).encode(), "a.json")
    assert document is not None
    found, calls = counted(lambda: blocks(document))
    assert len(found) == 1 and calls < 20_000


def test_ten_times_as_many_experiments_are_ten_times_the_work() -> None:
    def work(count: int) -> None:
        text = "runs:\n" + "  - vec: {num_envs: 8, env_kwargs: {a: 1}}\n" * count
        document = read(text.encode(), "a.yaml")
        assert document is not None
        assert len(blocks(document)) == count

    assert_linear(work, 40, 400)


WITH_A_COMMENT = (
    "# profilecheck: target=3.0\nnum_envs: 8\nnum_workers: 4\nbackend: Multiprocessing\n"
)


@pytest.mark.parametrize(
    ("key", "counts"),
    [
        ("env_name", False),
        ("lr", False),
        ("total_timesteps", False),
        ("max_steps", False),
        ("n_envs", False),  # num_envs is there: this one is the program's own
        ("num_wrokers", True),
        ("Zero_Copy", True),
        ("overwork", True),
    ],
)
def test_at_top_level_a_foreign_key_is_the_programs_own(key: str, counts: bool) -> None:
    values = only(WITH_A_COMMENT + f"{key}: 1\n", "a.yaml", "comment")
    assert (("vec", key) in values) == counts
    assert ("vec", "num_workers") in values


def test_another_word_for_what_is_missing_counts_at_top_level() -> None:
    text = "num_workers: 4\nbatch_size: 2\nn_envs: 8\n"
    assert ("vec", "n_envs") in only(text, "a.yaml", "comment")


@pytest.mark.parametrize(
    ("text", "asked", "counts"),
    [
        ("vectorization: {backend: faiss, batch_size: 32, num_threads: 4}\n", None, False),
        ("vectorization: {backend: faiss, batch_size: 32, num_threads: 4}\n", "options", False),
        ("vec: {backend: async, num_envs: 8}\n", None, False),
        ("vec: {backend: async, num_envs: 8, batch_size: 4}\n", None, False),
        ("vec: {backend: async, num_envs: 8}\n", "options", True),
        ("vec: {backend: async, num_envs: 8, num_workers: 4}\n", None, True),
        ("vec: {backend: async, num_envs: 8}\nbase: {env_name: a}\n", None, True),
        ("vec: {backend: Multiprocesing, num_envs: 8}\n", None, True),
        ("vec: {backend: native, num_envs: 8}\n", None, True),
        ("vec: {backend: '${backend}', num_envs: 8}\n", None, True),
        ("vec: {batch_size: 32, num_threads: 4}\n", None, True),
    ],
)
def test_another_programs_backend_outweighs_common_names(
    text: str, asked: Asked | None, counts: bool
) -> None:
    assert bool(found(text, "a.yaml", asked)) == counts
