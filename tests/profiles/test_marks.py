"""Which generation a file's names speak for, together."""

from __future__ import annotations

import pytest

from profilecheck.document import Section
from profilecheck.profiles.marks import TELLING, telling
from profilecheck.profiles.trees import generation_of, known_anywhere, strays
from profilecheck.sources import ini

LATER = "[train]\nanneal_ent_coef = 0\n"


def told(text: str, *, own_loader: bool = True) -> dict[str, list[str]]:
    document = ini.read(text, "a.ini")
    found = telling(document.sections, document.settings, own_loader=own_loader)
    return {
        generation: [
            place.name if isinstance(place, Section) else f"{place.section}.{place.key}"
            for place in places
        ]
        for generation, places in found.items()
    }


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[vec]\nnum_envs = 8\ngpu = 1\n", {"3.0": ["vec.num_envs"]}),
        ("[vec]\ntotal_agents = 8\n", {"4.0": ["vec.total_agents"]}),
        ("[train]\nbeta1 = 0.9\nhorizon = 8\n", {"4.0": ["train.beta1", "train.horizon"]}),
        ("[train]\nmomentum = 0.9\n", {"5.0": ["train.momentum"]}),
        ("[bot_eval]\n", {"5.0": ["bot_eval"]}),
        ("[sweep.train.adam_eps]\nmin = 1\n", {"3.0": ["sweep.train.adam_eps"]}),
        ("[train]\ngamma = 0.9\n", {}),
        ("[train]\nnum_envs = 8\n", {}),
        ("[env]\nnum_envs = 8\ntotal_agents = 8\n", {}),
        ("[DEFAULT]\nnum_envs = 8\n[vec]\n", {}),
        ("[eval]\nbackend = x\n", {}),
    ],
)
def test_names_of_one_generation(text: str, names: dict[str, list[str]]) -> None:
    assert told(text) == names


def test_they_are_in_the_order_of_generations_and_of_the_file() -> None:
    text = "[train]\nmomentum = 1\nbeta1 = 1\n[vec]\nnum_workers = 1\nnum_envs = 1\n"
    found = told(text)
    assert tuple(found) == TELLING
    assert found["3.0"] == ["vec.num_workers", "vec.num_envs"]


def test_what_4_0_and_5_0_share_means_4_0_without_a_name_of_5_0() -> None:
    assert told("[vec]\ntotal_agents = 8\n[train]\nhorizon = 8\n") == {
        "4.0": ["vec.total_agents", "train.horizon"]
    }


def test_what_4_0_and_5_0_share_tells_nothing_beside_a_name_of_5_0() -> None:
    assert told("[vec]\ntotal_agents = 8\nnum_policies = 2\n") == {"5.0": ["vec.num_policies"]}


def test_beside_3_0_it_is_not_3_0s() -> None:
    found = told("[vec]\nnum_envs = 8\ntotal_agents = 8\nnum_policies = 2\n")
    assert found == {"3.0": ["vec.num_envs"], "5.0": ["vec.total_agents", "vec.num_policies"]}


def test_a_section_stands_for_the_names_in_it() -> None:
    assert told("[torch]\nnetwork = MinGRU\n") == {"4.0": ["torch"]}


def test_a_name_in_it_may_say_more_than_the_section() -> None:
    assert told("[selfplay]\nenabled = 0\neval_games = 4\n") == {"5.0": ["selfplay.eval_games"]}


@pytest.mark.parametrize(
    "text",
    [
        "[vec]\ntotal_agents = 8\n" + LATER + "beta1 = 1\nadam_beta1 = 1\n",
        "[vec]\ntotal_agents = 8\n" + LATER + "compile = 0\n",
        "[base]\npackage = ocean\nnccl_id_path = x\n[vec]\ntotal_agents = 8\n",
        "[base]\npolicy_name = P\n[vec]\ntotal_agents = 8\n[legacy]\ncompile = 0\n",
    ],
)
def test_what_a_revision_of_4_0_put_there_itself_is_not_3_0s(text: str) -> None:
    assert set(told(text)) == {"4.0"}


@pytest.mark.parametrize(
    "text",
    [
        "[vec]\ntotal_agents = 8\n[train]\nbeta1 = 1\nadam_beta1 = 1\n",
        "[vec]\ntotal_agents = 8\n" + LATER + "adam_beta1 = 1\n",
        "[vec]\ntotal_agents = 8\nbackend = Serial\n" + LATER,
        "[base]\npackage = ocean\n[vec]\ntotal_agents = 8\n",
    ],
)
def test_other_leftovers_are(text: str) -> None:
    assert set(told(text)) == {"3.0", "4.0"}


def test_names_of_the_development_revision_do_not_make_a_file_of_3_0_another() -> None:
    assert set(told("[base]\npackage = ocean\nname = x\n[vec]\nnum_envs = 8\n")) == {"3.0"}


@pytest.mark.parametrize(
    "text", ["[train]\nhorizon = 8\n", "[base]\nseed = 8\n", "[sweep.train.beta1]\nmin = 1\n"]
)
def test_names_that_any_trainer_may_have_tell_only_where_pufferlib_reads(text: str) -> None:
    assert set(told(text)) == {"4.0"}
    assert not told(text, own_loader=False)


@pytest.mark.parametrize("text", ["[vec]\nnum_envs = 8\n", "[train]\nbptt_horizon = 8\n"])
def test_names_of_pufferlibs_own_tell_everywhere(text: str) -> None:
    assert set(told(text, own_loader=False)) == {"3.0"}


def default(text: str) -> tuple[str | None, list[str]]:
    """The generation of a default.ini, and the names that it lacks."""
    document = ini.read(text, "default.ini")
    found = generation_of(document.sections, document.settings)
    stray = strays(document.sections, document.settings)
    return (found[0] if found else None), [f"{s.section}.{s.key}" for s in stray]


@pytest.mark.parametrize(
    ("text", "generation", "names"),
    [
        ("[base]\n[vec]\nnum_envs = 2\n[train]\ngamma = 1\n", "3.0", []),
        ("[base]\n[vec]\ntotal_agents = 2\nnum_buffers = 1\n", "4.0", []),
        ("[base]\n[vec]\nnum_envs = 2\nmax_num_threads = 4\n", "3.0", ["vec.max_num_threads"]),
        ("[base]\n[vec]\nnum_envs = 2\n[train]\nhorizon = 4\n", "3.0", ["train.horizon"]),
        ("[base]\nrnn_name = x\n[vec]\ntotal_agents = 2\n", "4.0", ["base.rnn_name"]),
        ("[base]\n[vec]\nnum_envs = 2\ntotal_agents = 8\n", None, []),
        ("[base]\nrnn_name = x\n[vec]\n[train]\nbeta1 = 1\n", None, []),
        ("[base]\nrnn_name = x\n[vec]\n", "3.0", []),
        ("[base]\n[vec]\n", None, []),
        ("[base]\n[vec]\nnum_envs = 2\n[env]\nx = 1\n[sweep]\ny = 1\n[rnn]\nz = 1\n", "3.0", []),
        ("[DEFAULT]\nx = 1\n[base]\n[vec]\nnum_envs = 2\n", "3.0", []),
        ("[base]\n[vec]\nnum_envs = 2\n[bot]\nx = 1\n", "3.0", ["bot.x"]),
    ],
)
def test_a_default_ini(text: str, generation: str | None, names: list[str]) -> None:
    assert default(text) == (generation, names)


@pytest.mark.parametrize(
    ("section", "name", "known"),
    [
        ("vec", "num_envs", True),
        ("train", "env_batch_size", True),
        ("train", "min_lr_ratio", True),
        ("legacy", "compile", True),
        ("env", "bogus", True),
        ("policy", "bogus", True),
        ("sweep.train.horizon", "bogus", True),
        ("vec", "bogus", False),
        ("train", "num_buffers", False),
        ("eval", "backend", False),
    ],
)
def test_a_name_that_some_generation_reads(section: str, name: str, known: bool) -> None:
    assert known_anywhere(section, name) is known
