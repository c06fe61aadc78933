"""Whole numbers that are no int (numpy's), and backends given as classes, in ``validate``.

What the real 3.0.0 did with numpy's int64 and with the classes: see ``EXPECTED`` and the comments.
"""

from __future__ import annotations

from numbers import Integral
from typing import Any

import pytest

from profilecheck import ConfigError, validate


class Int64:
    """A whole number as numpy has them: Integral is told of it, int is not."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value

    def __repr__(self) -> str:
        return f"np.int64({self.value})"


Integral.register(Int64)

PARALLEL = {"backend": "Multiprocessing", "num_envs": 4, "num_workers": 2}


def codes(config: dict[str, Any], **options: Any) -> list[str]:
    options = {"target": "3.0", "host": 64, **options}
    try:
        return [finding.code for finding in validate(config, **options).findings]
    except ConfigError as error:
        return [finding.code for finding in error.findings]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"num_envs": Int64(4)}, ["PC201"]),  # TypeError: object of type 'numpy.int64' has no len()
        ({"num_workers": Int64(2)}, ["PC204"]),
        ({"num_envs": Int64(4), "num_workers": "auto"}, ["PC201"]),
        ({"batch_size": Int64(2)}, []),
        ({"num_workers": Int64(3)}, ["PC203"]),  # APIUsageError comes before
    ],
)
def test_multiprocessing_wants_ints(given: dict[str, Any], expected: list[str]) -> None:
    assert codes({**PARALLEL, **given}) == expected


@pytest.mark.parametrize("backend", ["Serial", "PufferEnv"])
def test_other_backends_take_them(backend: str) -> None:
    one = 1 if backend == "PufferEnv" else 4
    given = {"backend": backend, "num_envs": Int64(one)}
    assert codes(given) == []
    uneven = {"backend": "Serial", "num_envs": Int64(6), "num_workers": Int64(4)}
    assert codes(uneven) == ["PC203"]


def test_4_0_casts_them_to_double() -> None:
    assert (
        codes({"vec": {"total_agents": Int64(4096), "num_buffers": Int64(2)}}, target="4.0") == []
    )


def test_the_message_shows_the_number() -> None:
    with pytest.raises(ConfigError, match="num_envs = 4 is no int of Python's own: Multiproc"):
        validate({**PARALLEL, "num_envs": Int64(4)}, target="3.0", host=64)


def backend_class(name: str, module: str) -> type:
    return type(name, (), {"__module__": module})


def test_a_class_of_pufferlib_is_judged_by_its_name() -> None:
    serial = backend_class("Serial", "pufferlib.vector")
    assert codes({"backend": serial, "num_envs": 8, "batch_size": 4}) == ["PC221"]
    assert codes({"vec": {"backend": serial, "num_envs": 8, "batch_size": 4}}) == ["PC221"]
    native = backend_class("PufferEnv", "pufferlib.pufferlib")
    assert codes({"backend": native, "num_envs": 8}) == ["PC212"]
    made = validate({"backend": serial, "num_envs": 8}, target="3.0")
    assert made.values["vec"]["backend"] is serial


def test_another_class_is_not_known() -> None:
    """One's own class may take any arguments; make itself divides num_envs for every class."""
    for own in (backend_class("Serial", "mine"), backend_class("Async", "pufferlib.vector")):
        assert codes({"backend": own, "num_envs": 8, "batch_size": 4}) == []
        assert codes({"backend": own, "num_envs": 8, "num_workers": 3}) == ["PC203"]
