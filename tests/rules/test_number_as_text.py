"""PC012 number-as-text."""

from __future__ import annotations

import pytest
import yaml

from profilecheck.findings import Severity
from profilecheck.layers import Defaults
from tests.rules.helpers import finds, quiet, report

BASE = "[base]\nenv_name = x\n"
VEC = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"
TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"
FOUR = "[base]\nenv_name = x\n[vec]\ntotal_agents = 4096\n"


def test_a_quoted_number() -> None:
    finds(BASE + "[vec]\nnum_envs = '8'\n", "PC012", at=(4, 1), severity="error")


def test_leading_zeros() -> None:
    finds(VEC + "num_workers = 008\n", "PC012", at=(5, 1), severity="error")


def test_a_product() -> None:
    finds(TRAIN + "minibatch_size = 64*128\n", "PC012", at=(6, 1), severity="error")


def test_infinity() -> None:
    finds(TRAIN + "gamma = inf\n", "PC012", at=(6, 1), severity="error")


def test_grouped_digits_are_a_tuple() -> None:
    finds(TRAIN + "total_timesteps = 1,000,000\n", "PC012", at=(6, 1), severity="error")


def test_grouped_digits_that_stay_text() -> None:
    finds(BASE + "[vec]\nnum_envs = 1,024\n", "PC012", at=(4, 1), severity="error")


def test_torch_makes_a_float_of_it() -> None:
    finds(TRAIN + "max_grad_norm = '0.5'\n", "PC012", at=(6, 1), severity="warning")


def test_yaml_1_1_exponent() -> None:
    finds(
        "vec: {num_envs: 1}\ntrain:\n  learning_rate: 3e-4\n",
        "PC012",
        at=(3, 3),
        severity="warning",
        name="a.yaml",
    )


def test_yaml_says_which_library_reads_what() -> None:
    found = finds("vec: {num_envs: 1}\ntrain:\n  gamma: 5e-1\n", "PC012", name="a.yaml")
    assert found.message == (
        "[train] gamma = 5e-1 is text to PyYAML (an exponent needs a dot and a sign) and a number to OmegaConf "
        "and Hydra: write 0.5, which all read as a number"
    )


def test_yaml_in_vec_neither_reading_runs() -> None:
    finds("vec:\n  num_envs: 1e3\n", "PC012", severity="error", name="a.yaml")


def test_yaml_quoted_is_text_to_all() -> None:
    text = "vec: {num_envs: 1}\ntrain:\n  gamma: '5e-1'\n"
    found = finds(text, "PC012", severity="error", name="a.yaml", defaults="ini")
    assert found.message == "[train] gamma = '5e-1' is text, not a number: write 0.5 without quotes"


@pytest.mark.parametrize(
    ("text", "written"),
    [("1e-3", "0.001"), ("1e-5", "1.0e-5"), ("25e-8", "2.5e-7"), ("1.0e7", "10000000")],
)
def test_what_to_write_is_a_number_to_every_reader(text: str, written: str) -> None:
    found = finds(
        f"vec: {{num_envs: 1}}\ntrain: {{total_timesteps: {text}}}\n", "PC012", name="a.yaml"
    )
    assert f"write {written}," in found.message
    assert found.fix is None or found.fix.edits[0].text == written
    assert yaml.safe_load(written) == float(text)


def test_what_has_no_quotes_is_not_to_be_written_without_them() -> None:
    assert finds(VEC + "num_workers = 008\n", "PC012").message.endswith("not a number: write 8")


def test_yaml_quoted() -> None:
    finds("vec:\n  num_envs: '1'\n", "PC012", at=(2, 3), severity="error", name="a.yaml")


def test_json_quoted() -> None:
    finds('{"vec": {"num_envs": "1"}}', "PC012", at=(1, 10), severity="error", name="a.json")


def test_toml_quoted() -> None:
    finds('[vec]\nnum_envs = "1"\n', "PC012", at=(2, 1), severity="error", name="a.toml")


def test_4_0() -> None:
    finds(FOUR + "num_buffers = '2'\n", "PC012", at=(5, 1), severity="error", target="4.0")


def test_an_override() -> None:
    finds(VEC, "PC012", set_="vec.num_workers='8'")


def test_silent_numbers() -> None:
    quiet(
        VEC + "num_workers = 8\n[train]\nlearning_rate = 3e-4\ntotal_timesteps = 10_000_000\n",
        "PC012",
    )


def test_silent_hexadecimal_and_negative() -> None:
    quiet(VEC + "[env]\nsize = 0x10\n[train]\nent_coef = -1e-3\n", "PC012")


def test_a_whole_number_is_suggested_without_a_fraction() -> None:
    found = finds("vec: {backend: Serial, num_envs: 8e3}\n", "PC012", name="a.yaml")
    assert "write 8000," in found.message
    assert found.fix is not None and found.fix.edits[0].text == "8000"


def test_silent_auto() -> None:
    quiet(VEC + "num_workers = auto\n", "PC012")


def test_silent_a_word_that_is_no_number() -> None:
    quiet(VEC + "num_workers = many\n", "PC012")


def test_silent_a_name_that_is_a_number() -> None:
    quiet("[base]\nenv_name = 2048\n[vec]\nnum_envs = 8\n", "PC012")


def test_silent_a_text_of_the_environment() -> None:
    quiet(VEC + "[env]\nversion = '4'\n", "PC012")


def test_silent_yaml_exponent_behind_a_dot() -> None:
    quiet("vec: {num_envs: 1}\ntrain: {learning_rate: 3.0e-4}\n", "PC012", name="a.yaml")


@pytest.mark.parametrize(("target", "defaults"), [("3.0", "ini"), ("3.0", None), ("4.0", None)])
def test_no_rule_takes_the_one_reading_for_the_truth(target: str, defaults: Defaults) -> None:
    sizes = "num_envs: 8" if target == "3.0" else "total_agents: 64"
    keys = ["learning_rate", "minibatch_size", "total_timesteps", "gamma"]
    train = "".join(f"  {key}: 1e-3\n" for key in keys)
    text = f"vec: {{{sizes}}}\ntrain:\n{train}"
    verdict = report(text, name="a.yaml", target=target, defaults=defaults, ignore=["PC2", "PC3"])
    assert [f.code for f in verdict.findings] == ["PC012"] * len(keys)
    assert report(text, name="a.yaml", target=target).findings[-1].severity is Severity.WARNING


@pytest.mark.parametrize(
    ("text", "instead"),
    [("0,995", "0.995"), ("0,003", "0.003"), ("1,000", "1_000")],
)
def test_a_zero_before_the_comma_makes_it_a_decimal_one(text: str, instead: str) -> None:
    found = finds(f"[vec]\nnum_envs = 2\n[train]\ngamma = {text}\n", "PC012")
    assert f"write {instead}" in found.message


TRAINERS = "vec: {num_envs: 4, backend: Serial}\ntrain: {learning_rate: '0.003', "


def test_numbers_in_quotes_of_any_trainer_are_left_alone() -> None:
    quiet(TRAINERS + "num_steps: 4}\n", "PC012", name="a.yaml")


def test_numbers_in_quotes_of_what_seems_pufferlibs_trainer_are_warnings() -> None:
    text = TRAINERS + "bptt_horizon: 64, max_minibatch_size: 32768}\n"
    found = finds(text, "PC012", name="a.yaml", severity="warning")
    assert found.message.startswith("if PufferLib's own trainer reads [train]: ")
