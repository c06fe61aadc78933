"""From Pydantic models to specs: the one place that reads a model's fields."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from annotated_types import Ge, Gt, Interval, Le, Lt
from pydantic import BaseModel, ConfigDict
from pydantic.fields import FieldInfo

from profilecheck.profiles.base import ABSENT, Kind, Spec


@dataclass(frozen=True, slots=True)
class About:
    """What a model field cannot say by itself: see ``Spec``."""

    ini: bool = True
    inert: str | None = None
    revision: str | None = None


class Table(BaseModel):
    """A section with fixed names: strict types, no further names.

    Its validator is built when it is first asked: a check reads only the fields.
    """

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        use_attribute_docstrings=True,
        defer_build=True,
    )


class OpenTable(BaseModel):
    """A section that takes any name."""

    model_config = ConfigDict(extra="allow", frozen=True, defer_build=True)


def specs(section: str, model: type[BaseModel]) -> Mapping[str, Spec]:
    """The specs of a section, one for each field of its model."""
    return {name: _spec(section, name, info) for name, info in model.model_fields.items()}


def _spec(section: str, name: str, info: FieldInfo) -> Spec:
    kinds: set[Kind] = set()
    words: list[str] = []
    bounds: dict[str, float] = {}
    any_string = False
    for part in _parts(info.annotation):
        if isinstance(part, _Words):
            words += part.words
            kinds.add("str")
        elif part in _KIND_OF_TYPE:
            kinds.add(_KIND_OF_TYPE[part])
            any_string |= part is str
    for metadata in _metadata(info):
        bounds |= _bounds(metadata)
    about = next((m for m in info.metadata if isinstance(m, About)), About())
    return Spec(
        section,
        name,
        frozenset(kinds),
        words=() if any_string else tuple(words),
        default=ABSENT if info.is_required() else info.get_default(),
        ini=about.ini and not info.is_required(),
        inert=about.inert,
        revision=about.revision,
        doc=info.description or "",
        **bounds,
    )


@dataclass(frozen=True)
class _Words:
    words: tuple[str, ...]


_KIND_OF_TYPE: Mapping[object, Kind] = {
    int: "int",
    float: "float",
    bool: "bool",
    str: "str",
    type(None): "none",
    list: "list",
    tuple: "tuple",
    dict: "dict",
}


def _parts(annotation: object) -> Iterator[object]:
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        yield from _parts(typing.get_args(annotation)[0])
    elif origin in (typing.Union, types.UnionType):
        for argument in typing.get_args(annotation):
            yield from _parts(argument)
    elif origin is typing.Literal:
        yield _Words(tuple(str(word) for word in typing.get_args(annotation)))
    else:
        yield origin or annotation


def _metadata(info: FieldInfo) -> Iterator[object]:
    yield from info.metadata
    pending = [info.annotation]
    while pending:
        annotation = pending.pop()
        if typing.get_origin(annotation) is typing.Annotated:
            inner, *metadata = typing.get_args(annotation)
            pending.append(inner)
            yield from metadata
        elif typing.get_origin(annotation) in (typing.Union, types.UnionType):
            pending += typing.get_args(annotation)


def _bounds(metadata: object) -> dict[str, float]:
    found: dict[str, typing.Any] = {}
    if isinstance(metadata, FieldInfo):
        for inner in metadata.metadata:
            found |= _bounds(inner)
    elif isinstance(metadata, Ge):
        found["minimum"] = metadata.ge
    elif isinstance(metadata, Gt):
        found["above"] = metadata.gt
    elif isinstance(metadata, Le):
        found["maximum"] = metadata.le
    elif isinstance(metadata, Lt):
        found["below"] = metadata.lt
    elif isinstance(metadata, Interval):
        pairs = (
            ("minimum", metadata.ge),
            ("above", metadata.gt),
            ("maximum", metadata.le),
            ("below", metadata.lt),
        )
        found |= {name: bound for name, bound in pairs if bound is not None}
    return found
