"""PC013 boolean-as-text."""

from __future__ import annotations

import pytest

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
        "vec: {backend: Multiprocessing, num_envs: 1, zero_copy: 'no'}\n",
        "PC013",
        at=(1, 46),
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
    quiet(VEC + "[env]\ntruncate = off\n", "PC013")


def test_silent_another_text() -> None:
    quiet(TRAIN + "anneal_lr = maybe\n", "PC013")


def test_silent_4_0_numbers() -> None:
    quiet(FOUR + "[train]\nanneal_lr = 0\n", "PC013", target="4.0")


@pytest.mark.parametrize("section", ["env", "policy", "rnn"])
def test_a_bool_that_a_python_object_is_given_as_text(section: str) -> None:
    text = f"[base]\nenv_name = a\nrnn_name = R\n[vec]\nnum_envs = 8\n[{section}]\nrender = false\n"
    found = finds(text, "PC013", at=(7, 1), severity="warning")
    assert found.message == (
        f"[{section}] render = false is handed over as text, and any text counts as True: write False"
    )
    assert found.fix is not None and found.fix.edits[0].text == "False"


@pytest.mark.parametrize("value", ["False", "'false'", "true", "off", "no", "falsetto", "0"])
def test_silent_words_that_an_environment_may_know(value: str) -> None:
    quiet(f"[base]\nenv_name = a\n[vec]\nnum_envs = 8\n[env]\nfog = {value}\n", "PC013")


def test_silent_where_c_reads_the_environments_values() -> None:
    text = "[base]\nenv_name = a\n[vec]\ntotal_agents = 8\n[env]\nrender = false\n"
    quiet(text, "PC013", target="4.0")


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        (
            'vec: {backend: Multiprocessing, num_envs: 1, zero_copy: "false"}\n',
            "a.yaml",
            "'false' is text",
        ),
        (
            '[vec]\nbackend = "Multiprocessing"\nnum_envs = 1\nzero_copy = "false"\n',
            "a.toml",
            "'false' is text",
        ),
        (VEC + "zero_copy = 'false'\n", "a.ini", "'false' is text"),
    ],
)
def test_quotes_that_are_the_fault_are_shown(text: str, name: str, told: str) -> None:
    message = finds(text, "PC013", name=name).message
    assert told in message
    assert message.endswith("without quotes")


def test_a_text_without_quotes_is_shown_as_it_stands() -> None:
    message = finds(VEC + "zero_copy = false\n", "PC013").message
    assert message == "[vec] zero_copy = false is text, and any text counts as True: write False"


PYTHON = "import pufferlib.vector\nv = pufferlib.vector.make(\n    f, num_envs=4, backend=pufferlib.vector.Multiprocessing, zero_copy={}\n)\nv.close()\n"


def test_python_has_true_and_false() -> None:
    found = finds(PYTHON.format('"false"'), "PC013", name="a.py")
    assert found.message.endswith("write False without quotes")
    assert found.fix is not None
    assert [edit.text for edit in found.fix.edits] == ["False"]


def test_silent_python_false() -> None:
    quiet(PYTHON.format("False"), "PC013", name="a.py")
