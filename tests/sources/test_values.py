"""Python values as a document."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from http import HTTPStatus
from numbers import Integral
from types import MappingProxyType
from typing import NamedTuple, NoReturn

import pytest

from profilecheck.document import UNKNOWN
from profilecheck.findings import START
from profilecheck.sources.tables import MAX_DEPTH
from profilecheck.sources.values import plain, read_values

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


@pytest.mark.parametrize("value", [(1, 2), b"x", 1j, {1}, UNKNOWN])
def test_values_of_python_s_own_types_are_kept_as_they_are(value: object) -> None:
    assert setting(read_values({"x": value}), "x").value is value


@pytest.mark.parametrize("value", [creator, object(), range(3), Decimal(8), [object()], {creator}])
def test_what_a_class_may_compare_as_it_likes_is_not_known(value: object) -> None:
    assert setting(read_values({"x": value}), "x").value is UNKNOWN


def test_subclasses_are_what_they_extend() -> None:
    class Text(str):
        def __eq__(self, other: object) -> bool:
            raise RuntimeError

        __hash__ = str.__hash__

    class Pair(NamedTuple):
        a: int
        b: object

    found = [plain(value) for value in (HTTPStatus.OK, Text("a"), Pair(1, Text("b")))]
    assert found == [200, "a", (1, "b")]
    assert [type(value) for value in found] == [int, str, tuple]


def test_whole_numbers_of_another_type_are_numbers() -> None:
    class Int64:
        def __index__(self) -> int:
            return 8

    Integral.register(Int64)
    assert plain(Int64()) == 8


def test_elements_of_mappings_are_unknown_alone() -> None:
    assert plain({"a": creator, "b": [1]}) == {"a": UNKNOWN, "b": [1]}


def test_a_mapping_that_fails_is_a_problem() -> None:
    class Broken(dict[str, object]):
        def items(self) -> NoReturn:
            raise RuntimeError

    document = read_values({"vec": Broken()})
    assert [p.message for p in document.problems] == [
        "the mapping vec fails to give its items: RuntimeError"
    ]


def test_any_mapping_is_a_section() -> None:
    document = read_values(MappingProxyType({"vec": MappingProxyType({"num_envs": 1})}))
    assert names(document) == ["vec"]


def test_a_mapping_in_a_tuple_is_a_part_of_its_value_and_a_section() -> None:
    document = read_values({"runs": ({"x": 1},)})
    assert values(document) == {("", "runs"): ({"x": 1},), ("runs[0]", "x"): 1}


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
