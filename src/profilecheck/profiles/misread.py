"""What a runtime does with a string where it wants something else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.base import Name
from profilecheck.profiles.v3_make import Bite
from profilecheck.profiles.v3_make import decide_as_meant as make_decides
from profilecheck.profiles.v3_train import decide as trainer_decides
from profilecheck.profiles.v4_required import PYTHON_LATER, native_numbers

Sections = Callable[[str], Mapping[str, object]]
"""The effective values of a section by key."""

CLASSES: Final = {
    ("base", "package"): Stage.MAKE,
    ("base", "policy_name"): Stage.INIT,
    ("base", "rnn_name"): Stage.INIT,
}
"""Names of a module and of classes in it: no other text will do (pufferl.py load_env, load_policy)."""

NO_CLASS: Final = frozenset(("none", "null", "nil", "true", "false", "yes", "no", "on", "off"))
"""Words that mean something to their writer and are no class."""
PYTHON_ARGUMENTS: Final[Mapping[str, frozenset[str]]] = {
    "3.0": frozenset(("env", "policy", "rnn")),
}
"""Sections whose values become arguments of Python objects as they stand (pufferl.py load_env, load_policy)."""
READ_BY_EVAL: Final = frozenset({("train", "device")})
"""What 3.0's eval reads of [vec] and [train] (pufferl.py eval, load_policy)."""

SWEEP_TEXTS: Final = frozenset({("sweep", "metric"), ("sweep", "match_enemy_model_path")})
"""Texts of a sweep that may be anything."""


def class_error(key: str, value: object) -> str | None:
    """What 3.0's load_policy raises over ``policy_name`` or ``rnn_name``; None where it may be a class, or
    is the None that means no RNN."""
    if value is None and key == "rnn_name":
        return None
    if not isinstance(value, str):
        return "TypeError"
    possible = value.isidentifier() and value.lower() not in NO_CLASS
    return None if possible else "AttributeError"


def consequence(profile: str, name: Name, sections: Sections, mode: str) -> Bite | None:
    """How a run fails over the value of ``name``, a string; None where it goes on.

    ``sections`` gives the whole effective config. A fault that only a sweep meets counts under that
    mode alone.
    """
    if name[0].partition(".")[0] == "sweep" and name not in SWEEP_TEXTS:
        return Bite(Stage.INIT, Severity.ERROR, Effect.RAISES) if mode == "sweep" else None
    ask = _PROFILES.get(profile)
    return None if ask is None else ask(name, sections, mode)


def _of_3_0(name: Name, sections: Sections, mode: str) -> Bite | None:
    section, key = name
    if name in CLASSES:
        return Bite(CLASSES[name], Severity.ERROR, Effect.RAISES)
    if section not in ("vec", "train") or (mode == "eval" and name not in READ_BY_EVAL):
        return None
    if section == "vec":
        found = make_decides(sections("vec"))
    else:
        # whatever the optimizer, it does not take text for a number
        train = {"optimizer": "muon", **sections("train")}
        found = trainer_decides(train, backend=sections("vec").get("backend"))
    for fault in found:
        if key in fault.keys[:1] and fault.severity is Severity.ERROR:
            return Bite(fault.stage, fault.severity, fault.effect)
    return None


def _of_4_0(name: Name, sections: Sections, mode: str) -> Bite | None:
    if name in native_numbers(mode):
        return Bite(Stage.INIT, Severity.ERROR, Effect.RAISES)
    if name in PYTHON_LATER and mode != "eval":
        return Bite(Stage.TRAIN, Severity.ERROR, Effect.RAISES)
    return None


_PROFILES: Final[Mapping[str, Callable[[Name, Sections, str], Bite | None]]] = {
    "3.0": _of_3_0,
    "4.0": _of_4_0,
}
