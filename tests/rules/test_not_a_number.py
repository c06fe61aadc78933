"""PC302 not-a-number."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

VEC = "[vec]\ntotal_agents = 4096\n"


@pytest.mark.parametrize("value", ["auto", "None", "[2]", "two"])
def test_a_value_that_does_not_cast(value: str) -> None:
    finds(f"{VEC}num_buffers = {value}\n", "PC302", at=(3, 1), severity="error", target="4.0")


def test_the_message_says_what_happens_and_what_to_write() -> None:
    found = finds(f"{VEC}num_buffers = auto\n", "PC302", target="4.0")
    assert "num_buffers = 'auto' is text" in found.message
    assert "nothing is trained, and the process exits with 0" in found.message
    assert found.message.endswith("write a number")
    assert [note.message for note in found.notes] == ["try num_buffers = 2"]


@pytest.mark.parametrize(("text", "number"), [("true", 1), ("false", 0), ("off", 0), ("yes", 1)])
@pytest.mark.parametrize("key", ["anneal_lr", "total_timesteps"])
def test_a_boolean_in_words_is_the_number_that_it_means(text: str, number: int, key: str) -> None:
    """Whatever the default of the key is: the message and its note offer the same."""
    toml = f'[vec]\ntotal_agents = 4096\n[train]\n{key} = "{text}"\n'
    found = finds(toml, "PC302", name="a.toml", target="4.0", defaults="ini", ignore=("PC013",))
    assert f"write {number}" in found.message
    assert [n.message for n in found.notes if n.message.startswith("try")] in (
        [],
        [f"try {key} = {number}"],
    )


def test_python_raises_where_it_calculates_first() -> None:
    found = finds(f"{VEC}[train]\nminibatch_size = auto\n", "PC302", at=(4, 1), target="4.0")
    assert "raises TypeError before it starts" in found.message


@pytest.mark.parametrize(
    ("section", "key", "when"),
    [
        ("base", "checkpoint_interval", "in the first epoch"),
        ("base", "eval_episodes", "after training"),
        ("sweep", "downsample", "before the log is saved"),
    ],
)
def test_what_only_python_reads(section: str, key: str, when: str) -> None:
    found = finds(f"{VEC}[{section}]\n{key} = many\n", "PC302", at=(4, 1), target="4.0")
    assert when in found.message


def test_typed_text_is_no_number() -> None:
    finds('[vec]\ntotal_agents = "many"\n', "PC302", at=(2, 1), name="c.toml", target="4.0")


def test_what_the_reading_of_a_text_explains_is_reported_there() -> None:
    quiet(f"{VEC}num_buffers = '3'\n", "PC302", target="4.0")
    quiet(f"{VEC}[train]\nanneal_lr = true\n", "PC302", target="4.0")
    quiet(f"{VEC}num_buffers = 4 ; four\n", "PC302", target="4.0")


def test_eval_raises() -> None:
    found = finds(f"{VEC}[train]\ngamma = high\n", "PC302", target="4.0", mode="eval")
    assert "eval raises RuntimeError" in found.message


def test_relations_are_not_judged_on_it() -> None:
    verdict = quiet(f"{VEC}num_buffers = many\nnum_threads = 7\n", "PC305", target="4.0")
    assert [f.code for f in verdict.findings if f.severity == "error"] == ["PC302"]


@pytest.mark.parametrize("value", ["4", "4.5", "True", "1e2", "0x10", "4_000"])
def test_numbers_cast(value: str) -> None:
    quiet(f"{VEC}num_threads = {value}\n", "PC302", target="4.0")


def test_keys_that_nobody_casts_may_hold_text() -> None:
    text = "[base]\nenv_name = my_env\ncheckpoint_dir = runs\n[vec]\n[torch]\nnetwork = LSTM\n"
    quiet(text, "PC302", target="4.0")


def test_what_the_trainer_sets_itself_is_not_cast() -> None:
    quiet(f"[base]\nworld_size = all\n{VEC}", "PC302", target="4.0")
    finds(f"[base]\nworld_size = all\n{VEC}", "PC302", at=(2, 1), target="4.0", mode="eval")


def test_eval_sets_the_horizon_itself_and_writes_no_checkpoints() -> None:
    text = f"[base]\ncheckpoint_interval = never\n{VEC}[train]\nhorizon = long\n"
    quiet(text, "PC302", target="4.0", mode="eval")


def test_env_and_unknown_sections_are_left_to_others() -> None:
    quiet(f"{VEC}[env]\nname = forest\n[extra]\ngamma = x\n", "PC302", target="4.0")


def test_what_is_not_known_is_not_judged() -> None:
    text = "vec:\n  total_agents: ${agents}\n  num_buffers: 2\n"
    quiet(text, "PC302", name="c.yaml", target="4.0")


def test_3_0_has_its_own_words() -> None:
    quiet("[vec]\nnum_envs = 8\nnum_workers = auto\n", "PC302")


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("minibatch_size", "write a number"),
        ("total_timesteps", "write a number"),
        ("horizon", "`auto` is a word of 3.0"),
    ],
)
def test_auto_is_a_word_of_3_0_where_3_0_takes_it(key: str, told: str) -> None:
    text = f"[base]\nenv_name = x\n[vec]\ntotal_agents = 4096\n[train]\n{key} = auto\n"
    assert finds(text, "PC302", target="4.0").message.endswith(told)
