"""Which tables of a document are experiments."""

from __future__ import annotations

import pytest

from profilecheck.blocks import Block, blocks
from profilecheck.document import UNKNOWN
from profilecheck.engine import vec_names
from profilecheck.sources.read import read


def found(text: str, name: str) -> list[Block]:
    document = read(text.encode(), name)
    assert document is not None
    return blocks(document, vec_names())


def only(text: str, name: str) -> dict[tuple[str, str], object]:
    (block,) = found(text, name)
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
    ],
)
def test_other_files_are_not_taken_for_one(text: str, name: str) -> None:
    assert found(text, name) == []
