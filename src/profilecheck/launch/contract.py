"""What a vecenv hands over, compared with what it says of itself. Pure: any arrays will do."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from profilecheck.profiles.v3_contract import (
    AGENT_IDS,
    DTYPES,
    HANDED,
    IN_ALL,
    OBSERVATIONS,
    PER_BATCH,
    SPACE,
    STRUCTURED,
    Handing,
)
from profilecheck.telling import cut


class ContractError(RuntimeError):
    """An environment, or its vecenv, does not hand over what it is to. ``problems`` are all that is wrong."""

    def __init__(self, call: str, problems: Iterable[str]) -> None:
        self.call = call
        self.problems = tuple(problems)
        super().__init__(call, self.problems)

    def __str__(self) -> str:
        return "\n  ".join((f"{self.call}() does not keep the contract:", *self.problems))


class ConfigWarning(UserWarning):
    """What was asked for runs, and not as it seems: a warning of the rules, or a contract that is not kept."""


@dataclass(frozen=True, slots=True)
class Structure:
    """A structured observation, which is handed over as its bytes: ``told`` is its dtype, ``size`` its
    bytes, ``carrier`` the dtype that they are handed over as."""

    told: str
    size: int
    carrier: str


@dataclass(frozen=True, slots=True)
class Contract:
    """What a vecenv says of itself.

    ``agents`` are those of one batch, ``in_all`` those of all environments; ``shape`` and ``dtype`` are
    those of one agent's observation.
    """

    agents: int
    in_all: int
    shape: tuple[int, ...]
    dtype: str
    structure: Structure | None = None


def contract_of(vecenv: Any) -> Contract:
    """The contract of a vecenv of 3.0."""
    space = getattr(vecenv, SPACE)
    in_all = getattr(vecenv, IN_ALL)
    return Contract(
        agents=getattr(vecenv, PER_BATCH, in_all),
        in_all=in_all,
        shape=tuple(space.shape),
        dtype=_name(space.dtype),
        structure=_structure(vecenv.emulated),
    )


def _structure(emulated: object) -> Structure | None:
    if not isinstance(emulated, Mapping):
        return None
    whole = emulated[STRUCTURED]
    if getattr(whole, "names", None) is None:
        return None
    return Structure(cut(str(whole), 200), whole.itemsize, _name(emulated["observation_dtype"]))


def problems(contract: Contract, call: Handing, handed: object) -> list[str]:
    """All that is wrong with what a call handed over."""
    names = HANDED[call]
    if not isinstance(handed, tuple) or len(handed) != len(names):
        told = f"{len(handed)} values" if isinstance(handed, tuple) else f"a {_class(handed)}"
        return [f"it hands over {told}, expected a tuple of {len(names)}: {', '.join(names)}"]
    return list(_problems(contract, dict(zip(names, handed, strict=True))))


def _problems(contract: Contract, arrays: Mapping[str, Any]) -> Iterator[str]:
    for name, array in arrays.items():
        if name == "infos":
            continue
        if not hasattr(array, "shape") or not hasattr(array, "dtype"):
            yield f"{name}: a {_class(array)}, expected an array"
            continue
        rest = contract.shape if name == OBSERVATIONS else ()
        shape = tuple(array.shape)
        if shape != (contract.agents, *rest):
            yield f"{name}: shape {shape}, expected {_expected(contract, rest)}"
        if name == AGENT_IDS:
            yield from _ids(contract, array)
        elif name == OBSERVATIONS and contract.structure is not None:
            yield from _cast(contract.structure, array)
        else:
            dtype = DTYPES.get(name, contract.dtype)
            if _name(array.dtype) != dtype:
                yield f"{name}: dtype {_name(array.dtype)}, expected {dtype}"


def _expected(contract: Contract, rest: Sequence[int]) -> str:
    return f"{(contract.agents, *rest)}: one row for each of the batch's {contract.agents} agents"


def _ids(contract: Contract, array: Any) -> Iterator[str]:
    if not _name(array.dtype).startswith(("int", "uint")):
        yield f"{AGENT_IDS}: dtype {_name(array.dtype)}, expected whole numbers"
        return
    if len(array.shape) != 1:
        return
    ids = array.tolist()
    if len(set(ids)) != len(ids):
        yield f"{AGENT_IDS}: some occur twice"
    if ids and not 0 <= min(ids) <= max(ids) < contract.in_all:
        yield f"{AGENT_IDS}: from {min(ids)} to {max(ids)}, expected some of 0 to {contract.in_all - 1}"


def _cast(structure: Structure, array: Any) -> Iterator[str]:
    """A structured observation survives as its bytes only: each value of a cast is another."""
    dtype = _name(array.dtype)
    size = math.prod(array.shape[1:]) * array.dtype.itemsize
    if dtype != structure.carrier:
        yield (
            f"{OBSERVATIONS}: dtype {dtype}, expected {structure.carrier}: they are the bytes of "
            f"{structure.told}, which a cast destroys; read them by a view, and leave their space as it is"
        )
    elif size != structure.size:
        yield (
            f"{OBSERVATIONS}: {size} bytes for one agent, expected {structure.size}: "
            f"they are the bytes of {structure.told}"
        )


def _name(dtype: object) -> str:
    """``float32`` for the dtypes of numpy and torch alike, and for the types of numpy's scalars."""
    name = dtype.__name__ if isinstance(dtype, type) else str(dtype)
    return name.removeprefix("torch.").rstrip("_")


def _class(value: object) -> str:
    return type(value).__name__
