"""What tells a PufferLib config from another program's file that uses the same words."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Final

from profilecheck.profiles import profiles, synonyms
from profilecheck.profiles.base import Kind, Name
from profilecheck.profiles.marks import mark_of
from profilecheck.profiles.names import ANY_TRAINERS, circulating
from profilecheck.profiles.v3_call import backends_like

ANCHORS: Final = ("vec", "vectorization")
"""What people call the table of [vec] in a file that no loader of PufferLib reads."""

ANY_PROGRAMS: Final = frozenset({"backend", "seed"})
"""Names in [vec] that say nothing: a vector database has them too."""
COMMON: Final = ANY_PROGRAMS | {"batch_size", "num_threads"}
"""Names in [vec] that other programs' tables have too; one of them alone says nothing."""
ENOUGH: Final = 2
_ALIKE: Final = 0.75
"""How alike a key and a name in [vec] are, at least, for one to be taken as a slip of the other."""
_GYMNASIUMS: Final = frozenset({"num_envs"})
"""Names that a table for another vectorizer has beside its backend, such as gymnasium's async."""

_NAMES_THE_ENVIRONMENT: Final = ("base", "env_name")

_TRAINERS_OWN: Final = frozenset(
    {
        *("bptt_horizon", "max_minibatch_size", "vf_clip_coef", "compile_fullgraph"),
        *("vtrace_rho_clip", "vtrace_c_clip", "prio_alpha", "prio_beta0"),
    }
)
"""Names in [train] that hardly another trainer has."""
_TRAINERS_LIKE: Final = frozenset(
    {
        *("minibatch_size", "update_epochs", "anneal_lr", "clip_coef", "vf_coef", "ent_coef"),
        *(
            "gae_lambda",
            "torch_deterministic",
            "cpu_offload",
            "adam_beta1",
            "adam_beta2",
            "adam_eps",
        ),
    }
)
"""Names in [train] that other trainers have too, but few beside one of those."""


@cache
def vec_names() -> frozenset[str]:
    """The names known in [vec], of any generation."""
    known = {name for profile in profiles().values() for name in profile.names("vec")}
    return frozenset(known | {name for section, name in circulating() if section == "vec"})


def own_names(names: Collection[str]) -> list[str]:
    """Those of some names that stand in [vec] of PufferLib and in hardly another program's table."""
    return [name for name in names if name in vec_names() and name not in COMMON]


def is_vec(
    values: Mapping[str, object], beside: Collection[Name] = (), *, asked: bool = False
) -> bool:
    """Whether a table called vec is PufferLib's, by its values and by the names in tables ``beside`` it.

    It is where it has a name of PufferLib's own, two that are nearly so (``asked`` for a target: one),
    or a backend that ``vector.make`` has; beside tables of a PufferLib config any known name will do.
    A backend of another program's outweighs the names that such a table has too.
    """
    known = values.keys() & vec_names()
    if known and any(_tells(name) for name in beside):
        return True
    if is_foreign_backend(values):
        return bool(set(own_names(known)) - (set() if asked else _GYMNASIUMS))
    nearly = len(known - ANY_PROGRAMS)
    return bool(own_names(known)) or nearly >= (1 if asked else ENOUGH) or _is_backend(values)


def is_trainers(beside: Collection[Name]) -> bool:
    """Whether the tables beside [vec] are those of PufferLib's own trainer, by the names in them: [base]
    names the environment, or [train] has a name that hardly another trainer has and one more that few
    have. Trainers of one's own borrow single names, and all of PPO's."""
    train = {name for section, name in beside if section == "train"}
    own = len(train & _TRAINERS_OWN)
    return _NAMES_THE_ENVIRONMENT in beside or (
        own > 0 and own + len(train & _TRAINERS_LIKE) >= ENOUGH
    )


def is_call(names: Collection[str]) -> bool:
    """Whether names that stand in no table may be the keyword arguments of ``vector.make``."""
    return len(vec_names() & set(names) - ANY_PROGRAMS) >= ENOUGH


def is_foreign_backend(values: Mapping[str, object]) -> bool:
    """Whether a backend is given that no generation has, and that is no slip of one."""
    backend = values.get("backend")
    return isinstance(backend, str) and not _is_backend(values) and not backends_like(backend)


def _is_backend(values: Mapping[str, object]) -> bool:
    backend = values.get("backend")
    return isinstance(backend, str) and backend.rpartition(".")[2].lower() in _backends()


@cache
def _backends() -> frozenset[str]:
    specs = (profile.spec("vec", "backend") for profile in profiles().values())
    return frozenset(word.lower() for spec in specs if spec for word in spec.words)


def _tells(name: Name) -> bool:
    return name == _NAMES_THE_ENVIRONMENT or (
        name not in ANY_TRAINERS and name[0] != "vec" and mark_of(*name) is not None
    )


@cache
def takes(section: str, name: str, kind: Kind) -> bool:
    """Whether any generation takes a value of that kind there; true of a name that none knows."""
    specs = [s for p in profiles().values() if (s := p.spec(section, name)) is not None]
    return not specs or any(kind in spec.kinds for spec in specs)


@cache
def is_known(section: str, name: str) -> bool:
    """Whether any generation knows the name in that section."""
    return any(profile.spec(section, name) for profile in profiles().values()) or (
        section == "vec" and name in vec_names()
    )


def is_meant_for_vec(name: str, beside: Collection[str]) -> bool:
    """Whether a name is known in [vec], a slip of one that is, or another word for one that is not given
    ``beside`` it."""
    if name in vec_names():
        return True
    if synonyms.is_synonym(name):
        section, word = synonyms.meant("vec", name, _all_names()) or ("", "")
        return section == "vec" and word not in beside
    return bool(get_close_matches(name.lower(), vec_names(), 1, _ALIKE))


@cache
def _all_names() -> frozenset[Name]:
    return frozenset(name for profile in profiles().values() for name in profile.all_names)


def mentions(text: str, *, header: bool) -> bool:
    """Whether a text that its loader refuses looks as if it were to hold [vec] with a name of
    PufferLib's own, or [base] with the environment's: each must stand where a header or key stands.
    With ``header`` that of [vec] is enough."""
    vec, own, base, environment = _traces()
    return bool(
        (header and "[vec]" in text)
        or (vec.search(text) and own.search(text))
        or (base.search(text) and environment.search(text))
    )


@cache
def _traces() -> tuple[re.Pattern[str], ...]:
    anchor = f"(?:{'|'.join(ANCHORS)})"
    own = "|".join(sorted(own_names(vec_names())))
    key = r"""["']?\s*[:=]"""
    return tuple(
        map(
            re.compile,
            (
                rf"""\[\s*{anchor}\b|(?<![\w-]){anchor}(?:{key}|\s*\]|["']?\s*\.\s*["']?[a-z])""",
                rf"(?<![\w-])(?:{own}){key}",
                r"\[\s*base\b",
                rf"(?<![\w-])(?:env_name|package){key}",
            ),
        )
    )


def in_bytes(data: bytes, own: int) -> bool:
    """Whether so many names of PufferLib's own, or nearly so, stand anywhere in a file's bytes."""
    return sum(name in data for name in _bytes(vec_names() - ANY_PROGRAMS)) >= own


def with_vec(data: bytes) -> bool:
    """Whether a file's bytes can hold a section that any profile knows."""
    if b"vec" in data and (b"[vec]" in data or any(name in data for name in _bytes(vec_names()))):
        return True
    return b"[base]" in data and (b"env_name" in data or b"package" in data)


@cache
def _bytes(names: frozenset[str]) -> tuple[bytes, ...]:
    return tuple(name.encode() for name in sorted(names))
