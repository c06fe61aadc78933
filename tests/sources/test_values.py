"""Python values as a document."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from profilecheck.document import UNKNOWN
from profilecheck.findings import START
from profilecheck.sources.tables import MAX_DEPTH
from profilecheck.sources.values import read_values

from .typed import flattened, kinds, names, setting, shape, values


def creator() -> None:
    """Stands for an environment creator."""


NESTED: Mapping[str, object] = {
    "vec": {"num_envs": 8, "backend": None, "vec.seed": 0.5},
    "runs": [{"a": 1}, 2, [[{"b": True}]]],
    "sizes": [1, 2],
    "text": "${x}",
    "texts": ["${x}"],
    "empty": {},
}


def test_nested_mappings_have_the_shape_of_a_file_of_them() -> None:
    assert shape(read_values(NESTED)) == flattened(NESTED)


def test_there_is_no_text_and_raw_is_the_repr() -> None:
    document = read_values({"vec": {"backend": "Serial"}}, "make")
    assert (document.path, document.format, document.text) == ("make", "values", "")
    found = setting(document, "backend", "vec")
    assert (found.raw, found.written, found.key_span, found.value_span) == (
        "'Serial'",
        "backend",
        START,
        START,
    )


@pytest.mark.parametrize("value", [creator, object(), (1, 2), b"x", 1j, {1}, UNKNOWN])
def test_any_other_object_is_kept_as_it_is(value: object) -> None:
    assert setting(read_values({"x": value}), "x").value is value


def test_any_mapping_is_a_section() -> None:
    document = read_values(MappingProxyType({"vec": MappingProxyType({"num_envs": 1})}))
    assert names(document) == ["vec"]


def test_a_mapping_in_a_tuple_makes_it_unknown() -> None:
    document = read_values({"runs": ({"x": 1},)})
    assert values(document) == {("", "runs"): UNKNOWN, ("runs[0]", "x"): 1}


def test_keys_are_strings() -> None:
    keys: dict[object, object] = {1: "a", None: "b"}
    document = read_values({"vec": keys})
    assert values(document) == {("vec", "1"): "a", ("vec", "None"): "b"}


def test_a_repr_that_fails_is_the_name_of_the_class() -> None:
    class Broken:
        def __repr__(self) -> str:
            raise RuntimeError

    assert setting(read_values({"x": Broken()}), "x").raw == "<Broken>"


def test_values_that_hold_themselves_are_a_problem() -> None:
    mapping: dict[str, object] = {"num_envs": 1}
    mapping["self"] = mapping
    items: list[object] = [1]
    items += [items, items]
    assert kinds(read_values(mapping)) == ["too-deep"]
    document = read_values({"items": items})
    assert kinds(document) == ["too-deep"]
    assert setting(document, "items").value is UNKNOWN


def test_the_same_mapping_in_two_places_is_none() -> None:
    shared = {"x": 1}
    assert not read_values({"a": shared, "b": [shared, shared]}).problems


def test_deep_nesting_is_a_problem_and_no_crash() -> None:
    mapping: dict[str, object] = {}
    for _ in range(5000):
        mapping = {"a": mapping}
    items: list[object] = []
    for _ in range(5000):
        items = [items]
    assert kinds(read_values(mapping)) == ["too-deep"]
    assert kinds(read_values({"x": items})) == ["too-deep"]


def test_nesting_up_to_the_bound_is_read() -> None:
    mapping: dict[str, object] = {"x": 1}
    for _ in range(MAX_DEPTH - 1):
        mapping = {"a": mapping}
    assert not read_values(mapping).problems
