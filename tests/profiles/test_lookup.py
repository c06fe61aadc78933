"""The lookup and the models agree on every name, and default.ini's defaults are valid."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from profilecheck.document import UNKNOWN
from profilecheck.profiles import profiles
from profilecheck.profiles.base import ABSENT, Spec, read_literal, text_of

MODELS = {
    "3.0": {"vec": "3.0-vec", "train": "3.0-train"},
    "4.0": {"vec": "4.0-vec", "train": "4.0-train", "policy": "4.0-policy"},
}
FIELDS = [
    (profile, section, name)
    for profile, sections in MODELS.items()
    for section in sections
    for name in profiles()[profile].names(section)
]
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 70_000),
    st.floats(-2, 2),
    st.sampled_from([0.0, 1.0, 4.78896, float("inf")]),
    st.sampled_from(
        ["auto", "Auto", "", "Serial", "serial", "adam", "float32", "true", "8", "MinGRU", "time"]
    ),
    st.just([8]),
    st.just({"a": 1}),
)


def model_accepts(profile: str, section: str, name: str, value: object) -> bool:
    model: Any = profiles()[profile].models()[MODELS[profile][section]]
    try:
        model.model_validate({name: value})
    except ValidationError:
        return False
    return True


@settings(max_examples=60, derandomize=True, deadline=None)
@given(value=VALUES)
@pytest.mark.parametrize(("profile", "section", "name"), FIELDS)
def test_lookup_agrees_with_the_model(profile: str, section: str, name: str, value: object) -> None:
    spec = profiles()[profile].spec(section, name)
    assert spec is not None
    assert spec.accepts(value) == model_accepts(profile, section, name, value)


@pytest.mark.parametrize("profile", list(profiles()))
def test_defaults_are_valid_and_survive_their_text(profile: str) -> None:
    for section, table in profiles()[profile].tables.items():
        for name, spec in table.items():
            if spec.default is not ABSENT:
                assert spec.accepts(spec.default), (section, name)
                assert read_literal(text_of(spec.default)) == spec.default


@pytest.mark.parametrize("profile", list(profiles()))
def test_every_name_is_described(profile: str) -> None:
    for table in profiles()[profile].tables.values():
        assert all(spec.doc for spec in table.values())


def test_unknown_value_fits_everywhere() -> None:
    spec = profiles()["3.0"].spec("vec", "num_envs")
    assert spec is not None and spec.accepts(UNKNOWN)


def test_profiles_are_separate() -> None:
    old, new = profiles()["3.0"], profiles()["4.0"]
    assert set(old.names("vec")) & set(new.names("vec")) == set()
    assert old.spec("vec", "total_agents") is None
    assert new.spec("vec", "num_envs") is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("8_192", 8192),
        ("1e3", 1000.0),
        ("0x10", 16),
        ("4 # c", 4),
        ("4 ; c", "4 ; c"),
        ("'Serial'", "Serial"),
        ("true", "true"),
        ("True", True),
        ("007", "007"),
        ("2**3", "2**3"),
        ("", ""),
        ("Serial # c", "Serial # c"),
        ("[8]", [8]),
        ("1,2", (1, 2)),
    ],
)
def test_text_is_read_as_the_loaders_read_it(text: str, value: object) -> None:
    read = read_literal(text)
    assert read == value and type(read) is type(value)


def test_specs_tell_words_and_ranges() -> None:
    workers = profiles()["3.0"].spec("vec", "num_workers")
    assert isinstance(workers, Spec)
    assert workers.accepts("auto") and workers.accepts(4)
    assert not workers.accepts("Auto") and not workers.accepts(0) and not workers.accepts(True)
