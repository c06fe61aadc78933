"""PC013 boolean-as-text."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

VEC = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"
TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"
FOUR = "[base]\nenv_name = x\n[vec]\ntotal_agents = 4096\n"


def test_false_is_true() -> None:
    finds(VEC + "zero_copy = false\n", "PC013", at=(5, 1), severity="warning")


def test_no_compiling() -> None:
    finds(TRAIN + "compile = no\n", "PC013", at=(6, 1), severity="warning")


def test_off_in_capitals() -> None:
    finds(TRAIN + "anneal_lr = OFF\n", "PC013", at=(6, 1), severity="warning")


def test_torch_refuses_it() -> None:
    finds(TRAIN + "torch_deterministic = true\n", "PC013", at=(6, 1), severity="error")


def test_4_0_cannot_cast_true() -> None:
    finds(FOUR + "[train]\nanneal_lr = true\n", "PC013", at=(6, 1), severity="error", target="4.0")


def test_4_0_cannot_cast_false() -> None:
    finds(FOUR + "[train]\nanneal_lr = no\n", "PC013", at=(6, 1), severity="error", target="4.0")


def test_4_0_python_part() -> None:
    finds(FOUR + "[sweep]\nuse_gpu = false\n", "PC013", at=(6, 1), severity="warning", target="4.0")


def test_yaml_quoted() -> None:
    finds(
        "vec: {backend: Serial, num_envs: 1, zero_copy: 'no'}\n",
        "PC013",
        at=(1, 37),
        severity="warning",
        name="a.yaml",
    )


def test_silent_true_does_what_it_says() -> None:
    quiet(TRAIN + "anneal_lr = true\ncompile_fullgraph = yes\n", "PC013")


def test_silent_python_booleans() -> None:
    quiet(
        VEC + "zero_copy = False\n[train]\ncompile = False\ntorch_deterministic = True\n", "PC013"
    )


def test_silent_yaml_booleans() -> None:
    quiet("vec: {backend: Serial, num_envs: 1, zero_copy: no}\n", "PC013", name="a.yaml")


def test_silent_a_text_of_the_environment() -> None:
    quiet(VEC + "[env]\ntruncate = false\n", "PC013")


def test_silent_another_text() -> None:
    quiet(TRAIN + "anneal_lr = maybe\n", "PC013")


def test_silent_4_0_numbers() -> None:
    quiet(FOUR + "[train]\nanneal_lr = 0\n", "PC013", target="4.0")
