"""PC009 lower-cased-key."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

BASE = "[base]\nenv_name = x\n"
VEC = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"
FOUR = "[base]\nenv_name = x\n[vec]\ntotal_agents = 4096\n"


def test_a_keyword_of_the_environment() -> None:
    finds(VEC + "[env]\nmaxSteps = 100\n", "PC009", at=(6, 1), severity="warning")


def test_a_keyword_of_the_policy() -> None:
    finds(VEC + "[policy]\nCNN_channels = 32\n", "PC009", at=(6, 1), severity="warning")


def test_a_known_name_is_read_all_the_same() -> None:
    finds(BASE + "[vec]\nNum_Envs = 8\n", "PC009", at=(4, 1), severity="info")


def test_4_0_bindings_ask_for_lower_case_too() -> None:
    finds(FOUR + "[env]\nNumAgents = 8\n", "PC009", at=(6, 1), severity="warning", target="4.0")


def test_silent_lower_case() -> None:
    quiet(VEC + "[env]\nmax_steps = 100\n", "PC009")


def test_silent_an_unknown_name_is_reported_as_such() -> None:
    quiet(VEC + "Foo_Bar = 1\n", "PC009")


def test_silent_a_section_that_nobody_reads() -> None:
    quiet(VEC + "[mine]\nFoo = 1\n", "PC009")


def test_silent_yaml_keeps_its_case() -> None:
    quiet("vec: {num_envs: 1}\nenv: {maxSteps: 1}\n", "PC009", name="a.yaml")


def test_silent_capitals_in_the_value() -> None:
    quiet(VEC + "[env]\nname = Forest\n", "PC009")
