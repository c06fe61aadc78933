"""Edits in YAML, each by its text before and after."""

from __future__ import annotations

from random import Random

import pytest

from tests.migrate.generated import config, yaml_text
from tests.migrate.helpers import migrated, result

yaml = pytest.importorskip("yaml")

from profilecheck.sources import yaml_layout, yaml_nodes  # noqa: E402 - they import it

DROPPED = "dropped: num_threads and num_buffers are nearest, and mean something else"


def after(text: str) -> str:
    """The result, which PyYAML takes and a second run leaves alone."""
    made = result(text, "experiment.yaml", agents=2, threads=64)
    list(yaml.safe_load_all(made))
    assert migrated(made, "experiment.yaml", agents=2, threads=64).after is None
    return made


def reason(text: str) -> str:
    ledger = migrated(text, "experiment.yaml", agents=2, threads=64)
    assert ledger.status == "blocked"
    return ledger.reason


def test_a_setting_that_goes_is_a_comment_where_it_stood() -> None:
    text = (
        "a:\n   vec:  # v\n      num_envs: 8  # e\n      num_workers:   4 # w\n\n   # tail\nz: 1\n"
    )
    assert after(text) == (
        "a:\n   vec:  # v\n      total_agents: 16  # e\n"
        f"      # 3.0: num_workers:   4 # w  -> {DROPPED}\n"
        "      num_buffers: 2\n      num_threads: 16\n\n   # tail\nz: 1\n"
    )


def test_of_a_value_over_several_lines_each_is_a_comment() -> None:
    text = 'vec:\n  num_workers: |\n    4\n\n    5\n  zero_copy: "a\n    b"\n  num_envs: 8\n'
    made = after(text)
    assert f"  # 3.0: num_workers: |\n    # 4\n\n    # 5  -> {DROPPED}\n" in made
    assert '  # 3.0: zero_copy: "a\n    # b"  -> dropped' in made


def test_a_key_behind_a_dash_becomes_a_comment() -> None:
    text = "runs:\n-   vec.num_workers: 3\n    vec.num_envs: 8\n- vec: {num_envs: 4, num_workers: 2,}\n"
    made = after(text)
    assert f"-   # 3.0: vec.num_workers: 3  -> {DROPPED}\n    vec.total_agents: 16\n" in made
    assert "- vec: {total_agents: 8, num_buffers: 2, num_threads: 16,}\n" in made


def test_the_comments_of_a_flow_mapping_stay() -> None:
    text = "vec: {\n  num_envs: 8,  # e\n  num_workers: 2,  # w\n  backend: Serial # b\n}\n"
    made = after(text)
    assert yaml.safe_load(made) == {
        "vec": {"total_agents": 16, "num_buffers": 2, "num_threads": 16}
    }
    assert all(note in made for note in ("# e\n", "# w\n", "# b\n"))


def test_a_table_in_which_nothing_is_left_goes() -> None:
    text = (
        "vec: {num_envs: 8}\nbase:\n  env_name: ferry\n  rnn_name: R\n"
        "rnn:  # r\n  # in\n  hidden_size: 9\nend: 1\n"
    )
    made = after(text)
    assert (
        "# 3.0: rnn:  # r  -> dropped: 4.0 has no such section\n"
        "  # in\n  # 3.0: hidden_size: 9  -> now [policy] hidden_size\nend: 1\n"
    ) in made
    assert yaml.safe_load(made)["policy"] == {"hidden_size": 9}


def test_a_new_mapping_is_as_deep_as_its_like() -> None:
    text = (
        "a:\n    vec:\n        num_envs: 8\n    base:\n        env_name: ferry\n        rnn_name: R\n"
        "    rnn: {hidden_size: 9}\n"
    )
    assert "    policy:\n        hidden_size: 9\n" in after(text)


def test_titles_of_swept_names_follow() -> None:
    text = (
        "vec: {num_envs: 8}\nbase: {env_name: ferry}\nsweep:\n  train:\n    'adam_beta1':  # t\n      min: 0.5\n"
        "  rnn:\n    hidden_size: {max: 9}\n"
    )
    made = after(text)
    assert "    'beta1':  # t\n      min: 0.5\n" in made
    assert yaml.safe_load(made)["sweep"]["policy"] == {"hidden_size": {"max": 9}}


def test_quotes_stay_and_numbers_are_written_so_that_yaml_1_1_reads_them() -> None:
    text = (
        "vec: {num_envs: 8}\nbase: {env_name: 'puffer_pong'}\n"
        'train:\n  "adam_eps": 1.0e-08\n  anneal_lr: yes\n  data_dir: "on"\n'
    )
    made = after(text)
    loaded = yaml.safe_load(made)
    assert "env_name: 'pong'" in made and '  "eps": 1.0e-08\n' in made
    assert loaded["train"]["anneal_lr"] == 1 and loaded["base"]["checkpoint_dir"] == "on"


def test_both_loaders_of_pyyaml_give_the_same_places(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [yaml_text(config(Random(seed), ini=False), Random(seed))[0] for seed in range(40)]
    texts.append(
        "vec:\n  num_workers: |+\n    4\n\n  num_envs:\n    8\n  backend:\n  zero_copy: 'a\n   b'\n"
    )
    fast = [migrated(text, "e.yaml", agents=2).after for text in texts]
    for module in (yaml_nodes, yaml_layout):
        monkeypatch.setattr(module, "loaders", lambda: [yaml.SafeLoader])
    assert [migrated(text, "e.yaml", agents=2).after for text in texts] == fast


def test_a_byte_order_mark_that_yaml_passes_over_stays() -> None:
    assert after("\ufeffvec:\n  num_envs: 8\n").startswith("\ufeffvec:\n  total_agents: 16\n")


def test_each_document_is_migrated() -> None:
    text = "vec: {num_envs: 8, num_workers: 2}\n...\n# between\n---\nvec:\n  num_envs: 4\n  backend: Serial\n"
    first, second = yaml.safe_load_all(after(text))
    assert (first["vec"]["total_agents"], second["vec"]["total_agents"]) == (16, 8)


def test_an_alias_as_a_value_is_converted_in_its_own_place() -> None:
    made = after("n: &n 8\nvec:\n  num_envs: *n\n  num_workers: 2\n")
    assert made.startswith("n: &n 8\nvec:\n  total_agents: 16\n")


def test_an_anchor_that_nothing_reads_stays() -> None:
    assert "total_agents: &n 16\n" in after("vec: &v\n  num_envs: &n 8\n  num_workers: 2\n")


@pytest.mark.parametrize(
    "text",
    [
        "d: &d\n  num_workers: 8\nvec:\n  <<: *d\n  num_envs: 8\n",
        "vec:\n  num_envs: &n 8\n  num_workers: 2\nx: *n\n",
        "a: &a\n  vec: {num_envs: 8, num_workers: 2}\nb: *a\n",
        "vec: &v {num_envs: 8, num_workers: 2}\nb: {<<: *v}\n",
        "vec:\n  num_workers: [&x 2]\n  num_envs: 8\ny: *x\n",
    ],
)
def test_what_an_alias_reads_is_not_edited(text: str) -> None:
    assert "names is read on line" in reason(text)


def test_lines_are_not_written_into_a_text_that_keeps_them() -> None:
    text = "vec:\n  num_envs: 8\n  num_workers: 2\n  note: |+\n    keep\n\nend: 1\n"
    assert yaml.safe_load(after(text))["vec"]["note"] == "keep\n\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("vec:\n  num_envs: 8\n  ? num_workers\n  : 2\n", "does not begin its line"),
        ("vec:\n  num_envs: 8\n  num_workers: 'a\u2028 b'\n", "U+2028"),
        (
            "parameters:\n  vec:\n    parameters:\n      num_workers: {value: 2}\n      num_envs: {value: 8}\n",
            "num_envs",
        ),
        ("vec: {num_envs: '${n}', num_workers: 2}\n", "num_envs is not known"),
        ("vec:\n  num_envs: 8\n  num_workers: 4\nvec.num_envs: 3\n", "lines 2 and 4"),
        ("vec:\n  num_workers: 4\n", "has a place in 4.0"),
    ],
)
def test_what_cannot_be_edited_blocks_the_file(text: str, told: str) -> None:
    assert told in reason(text)


def test_of_equal_keys_the_last_is_migrated_and_the_others_go() -> None:
    text = (
        "vec:\n  num_workers: 1\n  num_envs: 9\n  num_envs: 4\nvec:\n  num_envs: 8\n  num_envs: 2\n"
    )
    made = after(text)
    assert "  # 3.0: num_envs: 8  -> dropped: set again on line 7\n  total_agents: 4\n" in made
    assert made.startswith("vec:\n  num_workers: 1\n  num_envs: 9\n  num_envs: 4\n")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", ["", "end"])
def test_line_ends_stay(end: str, last: str) -> None:
    text = end.join(["# c", "vec:", "  num_envs: 8", "  num_workers: 2"]) + (end if last else "")
    made = after(text)
    assert made.replace(end, "").count("\n") == made.replace(end, "").count("\r") == 0
    assert made.endswith(end) == bool(last)
