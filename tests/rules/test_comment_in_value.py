"""PC010 comment-in-value."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

BASE = "[base]\nenv_name = x\n"
VEC = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"
TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"
FOUR = "[base]\nenv_name = x\n[vec]\ntotal_agents = 4096\n"


def test_behind_auto() -> None:
    finds(VEC + "num_workers = auto  # note\n", "PC010", at=(5, 1), severity="error")


def test_behind_a_number_with_a_semicolon() -> None:
    finds(BASE + "[vec]\nnum_envs = 8 ; note\n", "PC010", at=(4, 1), severity="error")


def test_behind_the_backend() -> None:
    finds(
        VEC + "backend = Serial # one process\nbatch_size = 8\n",
        "PC010",
        at=(5, 1),
        severity="error",
    )


def test_behind_a_class() -> None:
    finds(
        BASE + "policy_name = Policy # best\n[vec]\nnum_envs = 8\n",
        "PC010",
        at=(3, 1),
        severity="error",
    )


def test_behind_a_number_of_the_trainer() -> None:
    finds(TRAIN + "gamma = 0.9 ; x\n", "PC010", at=(6, 1), severity="error")


def test_behind_a_switch_that_stays_on() -> None:
    finds(TRAIN + "anneal_lr = True ; x\n", "PC010", at=(6, 1), severity="warning")


def test_behind_a_path() -> None:
    finds(TRAIN + "data_dir = out # here\n", "PC010", at=(6, 1), severity="warning")


def test_env_name_holds_more_names() -> None:
    finds("[base]\nenv_name = x # y\n[vec]\nnum_envs = 8\n", "PC010", at=(2, 1), severity="warning")


def test_behind_a_number_of_the_environment() -> None:
    finds(VEC + "[env]\nsize = 11 ; odd\n", "PC010", at=(6, 1), severity="warning")


def test_behind_a_word_of_the_environment() -> None:
    finds(VEC + "[env]\nname = forest # dark\n", "PC010", at=(6, 1), severity="warning")


def test_4_0_cannot_cast_it() -> None:
    finds(
        BASE + "[vec]\ntotal_agents = 4096 ; all\n",
        "PC010",
        at=(4, 1),
        severity="error",
        target="4.0",
    )


def test_4_0_hands_over_no_text() -> None:
    finds(FOUR + "[env]\nsize = 11 ; odd\n", "PC010", at=(6, 1), severity="warning", target="4.0")


def test_nothing_stands_before_it() -> None:
    finds(VEC + "[env]\nname = # none\n", "PC010", at=(6, 1), severity="warning")


def test_silent_python_knows_the_comment() -> None:
    quiet(BASE + "[vec]\nnum_envs = 8 # note\n", "PC010")


def test_silent_behind_none() -> None:
    quiet(BASE + "rnn_name = None  # no memory\n[vec]\nnum_envs = 8\n", "PC010")


def test_silent_behind_a_quoted_word() -> None:
    quiet(VEC + "backend = 'Multiprocessing' # note\n", "PC010")


def test_silent_inside_quotes() -> None:
    quiet(VEC + "[env]\nname = 'a # b'\n", "PC010")


def test_silent_a_number_in_a_title() -> None:
    quiet(VEC + "[env]\ntitle = Level #3\n", "PC010")


def test_silent_a_colour() -> None:
    quiet(VEC + "[env]\ncolor = #ff0000\nurl = http://a/#b\n", "PC010")


def test_silent_a_comment_of_its_own() -> None:
    quiet(VEC + "# note\nnum_workers = 8\n", "PC010")


def test_silent_a_section_that_nobody_reads() -> None:
    quiet(VEC + "[mine]\na = b # c\n", "PC010")


def test_silent_a_value_that_is_wrong_without_it() -> None:
    quiet(VEC + "num_workers = lots # of them\n", "PC010")


def test_silent_yaml_has_comments() -> None:
    quiet("vec:\n  num_envs: 1 # note\n  backend: PufferEnv # note\n", "PC010", name="a.yaml")
