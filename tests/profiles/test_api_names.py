"""Which modules and names each generation has, and what took the place of the others."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from profilecheck.profiles import profiles
from profilecheck.profiles.api_changes import CHANGES
from profilecheck.profiles.api_names import (
    GENERATIONS,
    GROWN,
    KIN,
    CannotTell,
    Known,
    Missing,
    exported,
    mark_of,
    status,
    tables,
)
from profilecheck.profiles.releases import FORK

FACTS = Path(__file__).resolve().parents[3] / "shared" / "facts" / "api"
STALE = FACTS / "stale_self_imports_3.0.0.json"
FALSE_ALARMS = {"pufferlib.pytorch._nativize_dtype", "pufferlib._C"}
"""Rows of the record that are none: a private name, and what is compiled."""

EVERYWHERE = (*GENERATIONS, FORK)


def missing(name: str, generation: str, module: str = "") -> Missing:
    found = status(name, generation, module)
    assert isinstance(found, Missing), found
    return found


def test_every_profile_with_a_package_has_its_table() -> None:
    assert {g for g in profiles() if g in ("3.0", "4.0")} <= set(tables())
    assert set(tables()) == {*EVERYWHERE, *(kin for kins in KIN.values() for kin in kins)}
    assert all(tables()["3.0"].has(package) for package in GROWN)


@pytest.mark.parametrize("generation", EVERYWHERE)
def test_every_name_of_a_table_is_known_in_its_generation(generation: str) -> None:
    for module, names in tables()[generation].modules.items():
        assert status(module, generation) == Known(module, module=True)
        assert status(f"{module}.*", generation, module) == Known(f"{module}.*", module=True)
        for name in names - {n.rpartition(".")[2] for n in tables()[generation].modules}:
            dotted = f"{module}.{name}"
            assert status(dotted, generation) == Known(dotted, module=False)
            assert isinstance(status(f"{dotted}.more", generation), CannotTell)


@given(
    st.sampled_from(EVERYWHERE),
    st.lists(st.sampled_from(["pufferlib", "vector", "ocean", "_C", "make", "x"]), max_size=4),
    st.booleans(),
)
def test_what_lies_in_what_is_missing_is_missing(
    generation: str, parts: list[str], whole: bool
) -> None:
    name = ".".join(["pufferlib", *parts])
    found = status(name, generation, name if whole else "")
    deeper = status(f"{name}.y", generation, name if whole else "")
    if isinstance(found, Missing):
        assert isinstance(deeper, Missing) and deeper.part == found.part
        assert found.generations == deeper.generations
        assert name == found.part or name.startswith(f"{found.part}.")
        assert isinstance(status(found.within, generation), Known)
    elif isinstance(found, CannotTell):
        assert isinstance(deeper, CannotTell)


USED_BY_3_0_0 = """
pufferlib.pufferl: pufferlib pufferlib.sweep pufferlib.vector pufferlib.pytorch pufferlib._C
 pufferlib.APIUsageError pufferlib.pytorch.numpy_to_torch_dtype_dict pufferlib.pytorch.sample_logits
 pufferlib.unroll_nested_dict pufferlib.vector.make pufferlib.vector.autotune pufferlib.__version__
pufferlib.vector: pufferlib.emulation.GymnasiumPufferEnv pufferlib.emulation.PettingZooPufferEnv
 pufferlib.PufferEnv pufferlib.set_buffers pufferlib.spaces pufferlib.spaces.joint_space
 pufferlib.vector.PufferEnv pufferlib.vector.Serial
examples: pufferlib.GymToGymnasium pufferlib.ocean.env_creator pufferlib.ocean.breakout
 pufferlib.pytorch.layer_init pufferlib.pytorch.nativize_dtype pufferlib.pytorch.nativize_tensor
 pufferlib.vector.Multiprocessing pufferlib.pufferl.train pufferlib.pufferl.load_config
 pufferlib.pufferl.PuffeRL pufferlib.models.Default pufferlib.emulation
"""


@pytest.mark.parametrize("name", sorted({n for n in USED_BY_3_0_0.split() if not n.endswith(":")}))
def test_what_3_0_0_uses_of_itself_is_there(name: str) -> None:
    assert isinstance(status(name, "3.0"), Known)


@pytest.mark.skipif(not STALE.is_file(), reason="the facts are not here")
def test_what_3_0_0_imports_and_lacks_is_missing() -> None:
    for path, line, how, name in json.loads(STALE.read_text(encoding="utf-8")):
        found = status(name, "3.0", name if how == "import" else "")
        assert isinstance(found, Missing) != (name in FALSE_ALARMS), (path, line, name, found)
        if isinstance(found, Missing):
            assert found.generations and found.instead, name


def test_a_module_that_is_gone() -> None:
    found = missing("pufferlib.vector.make", "4.0", "pufferlib.vector")
    assert (found.part, found.module, found.within) == ("pufferlib.vector", True, "pufferlib")
    assert (found.generations, found.gone_in) == (("1.0", "2.0", "3.0"), "4.0")
    assert found.instead and found.instead.instead.startswith("vectorization is native: [vec]")


def test_a_name_that_is_gone_from_a_module_that_is_left() -> None:
    found = missing("pufferlib.pufferl.PuffeRL", "4.0", "pufferlib.pufferl")
    assert (found.part, found.module) == ("pufferlib.pufferl.PuffeRL", False)
    assert (found.within, found.generations) == ("pufferlib.pufferl", ("3.0",))
    assert found.instead and found.instead.name == "pufferlib.torch_pufferl.PuffeRL"


def test_a_name_that_came_later() -> None:
    found = missing("pufferlib.torch_pufferl.PuffeRL", "3.0")
    assert (found.part, found.generations, found.gone_in) == (
        "pufferlib.torch_pufferl",
        ("4.0",),
        "",
    )
    assert found.instead and found.instead.name == "pufferlib.pufferl.PuffeRL"


def test_a_name_that_never_was() -> None:
    found = missing("pufferlib.vector.Seriall", "3.0")
    assert (found.generations, found.gone_in, found.instead) == ((), "", None)


@pytest.mark.parametrize(
    ("name", "generation", "new"),
    [
        ("pufferlib.postprocess.EpisodeStats", "3.0", "pufferlib.EpisodeStats"),
        ("pufferlib.wrappers.GymToGymnasium", "3.0", "pufferlib.GymToGymnasium"),
        ("pufferlib.utils.unroll_nested_dict", "3.0", "pufferlib.unroll_nested_dict"),
        ("pufferlib.environment.PufferEnv", "3.0", "pufferlib.PufferEnv"),
        ("pufferlib.exceptions.APIUsageError", "3.0", "pufferlib.APIUsageError"),
        ("pufferlib.emulation.BasicPostprocessor", "3.0", "pufferlib.EpisodeStats"),
        ("pufferlib.emulation.BasicPostprocessor", "2.0", "pufferlib.postprocess.EpisodeStats"),
        ("pufferlib.vectorization.Multiprocessing", "3.0", "pufferlib.vector.Multiprocessing"),
        (
            "pufferlib.frameworks.cleanrl.RecurrentPolicy",
            "2.0",
            "pufferlib.cleanrl.RecurrentPolicy",
        ),
        ("pufferlib.frameworks.cleanrl.RecurrentPolicy", "3.0", "pufferlib.models.LSTMWrapper"),
        ("pufferlib.frameworks.cleanrl.RecurrentPolicy", "4.0", "pufferlib.models.LSTM"),
        ("pufferlib.cleanrl.sample_logits", "3.0", "pufferlib.pytorch.sample_logits"),
        ("pufferlib.cleanrl.sample_logits", "4.0", "pufferlib.torch_pufferl.sample_logits"),
        ("pufferlib.version.__version__", "4.0", "pufferlib.__version__"),
        ("pufferlib.ocean.Breakout", "3.0", "pufferlib.ocean.breakout.breakout.Breakout"),
        ("pufferlib.pufferlib.unroll_nested_dict", "4.0", "pufferlib.sweep.unroll_nested_dict"),
        ("pufferlib.models.Policy", "3.0", "pufferlib.models.Default"),
        ("pufferlib.pufferl.unroll_nested_dict", "3.0", "pufferlib.unroll_nested_dict"),
        ("pufferlib.EpisodeStats", FORK, "pufferlib.pufferlib.EpisodeStats"),
        ("pufferlib.postprocess.EpisodeStats", FORK, "pufferlib.pufferlib.EpisodeStats"),
        ("pufferlib.emulation.GymnasiumPufferEnv", "4.0", ""),
        ("pufferlib.policy_store", "3.0", ""),
        ("pufferlib.ocean", FORK, ""),
    ],
)
def test_what_takes_the_place(name: str, generation: str, new: str) -> None:
    instead = missing(name, generation).instead
    assert instead is not None and instead.name == new
    assert new or instead.note
    assert new in instead.instead


def test_rows_are_of_names_that_went_and_lead_to_names_that_are_there() -> None:
    for generation, rows in CHANGES.items():
        for old, new, note in rows:
            assert isinstance(status(old, generation), (Missing, CannotTell)), (generation, old)
            assert any(table.has(old) for table in tables().values()), old
            assert not new or isinstance(status(new, generation), Known), (generation, new)
            assert new or note, old
        assert len({old for old, _, _ in rows}) == len(rows), generation


@pytest.mark.parametrize("generation", EVERYWHERE)
def test_what_is_offered_is_there(generation: str) -> None:
    """For every name of any table, the replacement and each name in its words exists in the target."""
    for table in tables().values():
        for module, names in table.modules.items():
            for name in (module, *(f"{module}.{n}" for n in names)):
                found = status(name, generation)
                if isinstance(found, Missing) and found.instead:
                    for told in re.findall(r"pufferlib(?:\.\w+)+", found.instead.instead):
                        assert isinstance(status(told, generation), Known), (name, told)
                    assert len(found.instead.note) <= 140 and found.instead.instead


@pytest.mark.parametrize(
    "module", ["vector", "emulation", "pytorch", "spaces", "ocean", "environments"]
)
def test_every_module_of_3_0_that_4_0_lacks_says_what_to_do(module: str) -> None:
    found = missing(f"pufferlib.{module}", "4.0")
    assert found.instead is not None and "3.0" in found.generations


@pytest.mark.parametrize(
    ("name", "generation", "why"),
    [
        ("pufferlib.vector.Serial.reset", "3.0", "pufferlib.vector.Serial is an object"),
        ("pufferlib.vector.np.zeros", "3.0", "pufferlib.vector.np is an object"),
        ("pufferlib._C.puff_advantage_other", "3.0", "not all names of pufferlib._C"),
        ("pufferlib._C.anything", "4.0", "not all names of pufferlib._C"),
        ("pufferlib.ocean.breakout.binding.vec_init", "3.0", "not all names"),
        ("pufferlib.ocean.of_mine.of_mine.Env", "3.0", "environment of one's own"),
        ("pufferlib.environments.of_mine", "2.0", "environment of one's own"),
        ("pufferlib.models.CraftaxEncoder", "4.0", "a commit that was not read"),
        ("pufferlib.device", "4.0", "a commit that was not read"),
        ("pufferlib.pufferl.load_config_file", "3.0", "a source revision after 3.0.0 has"),
        ("pufferlib.muon.Muon", "3.0", "a source revision after 3.0.0 has pufferlib.muon"),
        ("pufferlib.pytorch_modules", "3.0", "pufferlib-core 3.0.23 has"),
        ("pufferlib.vector", "5.0", "no table of 5.0"),
        ("pufferlib", "3.0-source", "no table of 3.0-source"),
        ("torch.nn", "3.0", "no table of torch"),
    ],
)
def test_what_cannot_be_told(name: str, generation: str, why: str) -> None:
    found = status(name, generation)
    assert isinstance(found, CannotTell) and why in found.why, found


def test_what_the_fork_adds_at_run_time_is_known() -> None:
    for name in ("PufferEnv", "APIUsageError", "unroll_nested_dict", "pufferl", "models", "_C"):
        assert isinstance(status(f"pufferlib.{name}", FORK), Known)
    assert isinstance(status("pufferlib.nope", FORK), Missing)


@pytest.mark.parametrize("name", ["__version__", "__name__", "__file__", "__path__", "__dict__"])
def test_dunder_names_of_the_package(name: str) -> None:
    assert {type(status(f"pufferlib.{name}", generation)) for generation in EVERYWHERE} == {Known}


def test_a_module_has_no_version() -> None:
    assert isinstance(status("pufferlib.vector.__version__", "3.0"), Missing)


def test_an_import_wants_a_module() -> None:
    assert isinstance(status("pufferlib.PufferEnv", "3.0"), Known)
    found = missing("pufferlib.PufferEnv", "3.0", "pufferlib.PufferEnv")
    assert (found.part, found.generations) == ("pufferlib.PufferEnv", ())
    assert isinstance(status("pufferlib.PufferEnv", "3.0", "pufferlib"), Known)
    assert missing("pufferlib._C.x", "3.0", "pufferlib._C.x").part == "pufferlib._C.x"


def test_a_star_asks_for_the_module() -> None:
    assert isinstance(status("pufferlib.vector.*", "3.0", "pufferlib.vector"), Known)
    assert missing("pufferlib.vector.*", "4.0", "pufferlib.vector").part == "pufferlib.vector"


def test_what_a_star_brings() -> None:
    brought = exported("pufferlib.vector", "3.0")
    assert (
        brought is not None and {"make", "Serial"} <= brought and "_worker_process" not in brought
    )
    assert exported("pufferlib.muon", "4.0") == frozenset({"Muon"})
    assert exported("pufferlib._C", "4.0") is None
    assert exported("pufferlib.vector", "4.0") is None


@pytest.mark.parametrize(
    ("name", "generation"),
    [
        ("pufferlib.vector", "3.0"),
        ("pufferlib.vector.make", "3.0"),
        ("pufferlib.vector.Serial.reset", "3.0"),
        ("pufferlib.PufferEnv", "3.0"),
        ("pufferlib.pufferl.PuffeRL", "3.0"),
        ("pufferlib.ocean.of_mine", "3.0"),
        ("pufferlib.torch_pufferl", "4.0"),
        ("pufferlib.selfplay.setup", "4.0"),
        ("pufferlib.pufferl.validate_config", "4.0"),
        ("pufferlib", None),
        ("pufferlib._C", None),
        ("pufferlib.pufferl.train", None),
        ("pufferlib.sweep.Protein", None),
        ("pufferlib.cleanrl", None),
        ("pufferlib.emulation.Postprocessor", None),
        ("pufferlib.environments.ocean", None),
        ("pufferlib.models.Policy", None),
        ("pufferlib.muon", None),
        ("pufferlib.models.DefaultEncoder", None),
        ("pufferlib.pufferl.load_config_file", None),
        ("pufferlib.nope", None),
    ],
)
def test_a_name_that_one_generation_has_speaks_for_it(name: str, generation: str | None) -> None:
    assert mark_of(name) == generation
