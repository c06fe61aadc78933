"""PC014 scalar-and-section."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

BASE = "[base]\nenv_name = x\n"
VEC = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"
FOUR = "[base]\nenv_name = x\n[vec]\ntotal_agents = 4096\n"


def test_vec_of_2_0() -> None:
    finds(
        BASE + "vec = multiprocessing\n[vec]\nnum_envs = 8\n", "PC014", at=(3, 1), severity="error"
    )


def test_vec_over_the_section_of_default_ini() -> None:
    finds(BASE + "vec = multiprocessing\n", "PC014", at=(3, 1), severity="error")


def test_metric_table_of_2_0() -> None:
    finds(
        VEC + "[sweep.metric]\ngoal = maximize\nname = score\n",
        "PC014",
        at=(5, 1),
        severity="error",
    )


def test_metric_table_beside_its_scalar() -> None:
    finds(VEC + "[sweep]\nmetric = score\n[sweep.metric]\ngoal = maximize\n", "PC014", at=(7, 1))


def test_a_leftover_scalar() -> None:
    finds(VEC + "[sweep]\ntrain = 1\n", "PC014", at=(6, 1))


def test_below_a_setting_of_vec() -> None:
    finds(VEC + "[vec.num_envs]\na = 1\n", "PC014", at=(5, 1))


def test_4_0_loads_alike() -> None:
    finds(
        FOUR + "[sweep.metric]\ngoal = maximize\n",
        "PC014",
        at=(5, 1),
        severity="error",
        target="4.0",
    )


def test_it_takes_the_place_of_an_empty_section() -> None:
    finds(BASE + "env = 3\n[vec]\nnum_envs = 8\n", "PC014", at=(3, 1), severity="error")


def test_it_takes_the_place_of_a_section_above() -> None:
    finds(VEC + "[a.b]\nc = 1\n[a]\nb = 2\n", "PC014", at=(8, 1), severity="warning")


def test_an_override() -> None:
    finds(VEC, "PC014", at=(1, 1), set_="sweep.metric.x=1")


def test_silent_sections_below_sections() -> None:
    quiet(
        VEC
        + "[sweep.train.gamma]\nmin = 0.8\nmax = 0.9\nmean = 0.85\nscale = auto\ndistribution = uniform\n",
        "PC014",
    )


def test_silent_an_empty_table_is_filled() -> None:
    quiet(BASE + "vec = {}\n[vec]\nnum_envs = 8\n", "PC014")


def test_silent_an_empty_header_sets_nothing() -> None:
    quiet(VEC + "[sweep.metric]\n", "PC014")


def test_silent_a_name_that_no_section_has() -> None:
    quiet(BASE + "vector = x\n[vec]\nnum_envs = 8\n", "PC014")


def test_silent_no_rnn_is_read() -> None:
    quiet(BASE + "rnn = x\n[vec]\nnum_envs = 8\n", "PC014")


def test_silent_toml_is_not_loaded_so() -> None:
    quiet("[base]\nvec = 1\n[vec]\nnum_envs = 1\n", "PC014", name="a.toml")


def test_the_load_ends_once_and_further_tables_are_noted() -> None:
    text = BASE + "vec = multiprocessing\n[sweep.metric]\ngoal = maximize\n"
    found = finds(text, "PC014", at=(3, 1))
    (note,) = [note for note in found.notes if note.span is not None]
    assert "[sweep.metric]" in note.message
    assert note.span is not None and note.span.line == 4


def test_fires_on_a_section_with_the_name_of_a_fixed_flag() -> None:
    found = finds("[base]\nenv_name = a\n[wandb]\nproject = x\n", "PC014", at=(3, 1))
    assert "--wandb" in found.message
    finds("[base]\nenv_name = a\n[slowly]\nx = 1\n", "PC014", target="4.0")


def test_is_silent_on_a_section_that_only_resembles_a_flag() -> None:
    quiet("[base]\nenv_name = a\n[wandb]\n", "PC014")
    quiet("[base]\nenv_name = a\n[slowly]\nx = 1\n", "PC014")
    quiet("[base]\nenv_name = a\n[wandb_settings]\nx = 1\n", "PC014")
    quiet("wandb: {project: x}\nvec: {backend: Serial}\n", "PC014", name="a.yaml")


def test_none_is_no_table_but_for_make() -> None:
    four = "[base]\nenv_name = a\nenv = None\n[vec]\ntotal_agents = 8192\n"
    finds(four, "PC014", at=(3, 1), target="4.0", severity="error")
    finds(BASE + "policy = None\n[vec]\nnum_envs = 8\n", "PC014", at=(3, 1), severity="error")
    quiet(BASE + "env = None\n[vec]\nnum_envs = 8\n", "PC014")
    quiet(BASE + "env = {}\n[vec]\nnum_envs = 8\n", "PC014")


def test_the_keys_of_base_lie_at_the_top_where_no_table_is_called_base() -> None:
    quiet("[base]\npackage = reef\nenv_name = x\nbase = 4\n[vec]\nnum_envs = 8\n", "PC014")
