"""The keyword arguments of 3.0's ``vector.make`` as the function itself comes to see them.

Source of every fact: pufferlib 3.0.0, vector.py lines 625-708.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Final, Literal

from profilecheck.document import UNKNOWN, Unknown

Kind = Literal["PufferEnv", "Serial", "Multiprocessing", "Ray", "other", "invalid", "unknown"]
"""What ``backend`` comes to: one of the four, something else that only fails when it is called,
a name that ``pufferlib.vector`` does not have, or what cannot be known."""

VECTORIZERS: Final = ("PufferEnv", "Serial", "Multiprocessing", "Ray")

# fmt: off
VECTOR_NAMES: Final = frozenset(
    {
        "CLOSE", "GymnasiumPufferEnv", "INFO", "MAIN", "Multiprocessing", "PettingZooPufferEnv",
        "PufferEnv", "RECV", "RESET", "Ray", "SEND", "STEP", "Serial", "T", "_worker_process",
        "autotune", "check_envs", "gymnasium", "make", "make_seeds", "np", "psutil",
        "pufferlib", "recv_precheck", "reset", "send_precheck", "set_buffers", "step", "time",
        "__annotations__", "__builtins__", "__cached__", "__class__", "__delattr__", "__dict__",
        "__dir__", "__doc__", "__eq__", "__file__", "__format__", "__ge__", "__getattribute__",
        "__getstate__", "__gt__", "__hash__", "__init__", "__init_subclass__", "__le__",
        "__loader__", "__lt__", "__name__", "__ne__", "__new__", "__package__", "__reduce__",
        "__reduce_ex__", "__repr__", "__setattr__", "__sizeof__", "__spec__", "__str__",
        "__subclasshook__",
    }
)
# fmt: on
"""Every name for which ``getattr(pufferlib.vector, name)`` answers (Python 3.11)."""

CREATORS: Final = "env_creator_or_creators"
"""make's first argument."""
CONSTRUCTOR_KEYS: Final = frozenset({"num_workers", "batch_size", "zero_copy", "overwork"})
SIGNATURE_KEYS: Final = frozenset(
    {CREATORS, "env_args", "env_kwargs", "backend", "num_envs", "seed"}
)

CORES_COUNT: Final = "psutil.cpu_count"
"""What counts the cores that make compares num_workers with."""

_LITERALS: Final = (
    *(bool, int, float, complex, str, bytes, type(None), type(...)),
    *(list, tuple, dict, set, frozenset),
)


@dataclass(frozen=True)
class Call:
    """One call of ``make``; values may be ``UNKNOWN``, and of any type that a config can hold.

    ``creators`` is the number of creators where a list of them is passed, None where it is one.
    ``cores`` is what ``psutil.cpu_count(logical=False)`` answers, None included.
    """

    given: Mapping[str, object]
    cores: int | Unknown | None = UNKNOWN
    creators: int | None = None

    def has(self, *keys: str) -> bool:
        """True where every key is given."""
        return not keys or all(key in self.given for key in keys)

    def value(self, key: str) -> Any:
        """What make has in the variable of that name when its checks look at it."""
        if key in _RESOLVED:
            return getattr(self, key)
        return self._literal(key, _DEFAULTS.get(key))

    def origins(self, keys: Iterable[str]) -> tuple[str, ...]:
        """The keys that decide these variables: num_workers = auto is decided by num_envs as well."""
        found = []
        for key in keys:
            found.append(key)
            if key in ("num_workers", "batch_size") and self._follows_num_envs(key):
                found.append("num_envs")
        return tuple(dict.fromkeys(found))

    def _follows_num_envs(self, key: str) -> bool:
        value = self._literal(key, None)
        if key == "batch_size":
            return value is None or (value == "auto" and self.has("num_workers"))
        return not self.has(key) or value == "auto"

    def _literal(self, key: str, default: object) -> Any:
        value = self.given.get(key, default)
        plain = isinstance(value, _LITERALS) or type(value).__module__ == "datetime"
        return value if plain else UNKNOWN

    @cached_property
    def unknown(self) -> frozenset[str]:
        """The variables of make whose values cannot be known."""
        return frozenset(k for k in (*self.given, *_RESOLVED) if self.value(k) is UNKNOWN)

    @cached_property
    def kind(self) -> Kind:
        """What ``backend`` comes to. Anything but a string or a plain value is not judged."""
        backend = self._literal("backend", "PufferEnv")
        if backend is UNKNOWN:
            return "unknown"
        if not isinstance(backend, str):
            return "other"
        if backend in VECTORIZERS:
            return backend  # type: ignore[return-value]
        return "other" if backend in VECTOR_NAMES else "invalid"

    @cached_property
    def num_envs(self) -> Any:
        return self._literal("num_envs", 1)

    @cached_property
    def num_workers(self) -> Any:
        """``auto`` and a missing key both mean num_envs; an explicit None does not."""
        return (
            self.num_envs
            if self._follows_num_envs("num_workers")
            else self._literal("num_workers", None)
        )

    @cached_property
    def batch_size(self) -> Any:
        """None and a missing key mean num_envs. ``auto`` is half of it, but only if num_workers is given."""
        if not self._follows_num_envs("batch_size"):
            return self._literal("batch_size", None)
        if self._literal("batch_size", None) is None or not is_number(self.num_envs):
            return self.num_envs
        return 1 if self.num_envs == 1 else self.num_envs // 2

    @cached_property
    def per_worker(self) -> float | None:
        """``num_envs / num_workers`` in floating point, as make has it; None where that overflows."""
        try:
            ratio: float = self.num_envs / self.num_workers
        except OverflowError:
            return None
        return ratio

    @property
    def built(self) -> int:
        """How many environments are built: Serial takes batch_size for num_envs."""
        built: int = self.num_envs
        return min(self.batch_size, built) if self.kind == "Serial" else built

    def each(self, key: str) -> Any:
        """env_args or env_kwargs with one element for each creator, as make indexes them."""
        value = self._literal(key, None)
        if value is None:
            value = [] if key == "env_args" else {}
        return [value] if self.creators is None else value


def is_number(value: object) -> bool:
    """True for what Python compares and divides as a real number; bool is one."""
    return isinstance(value, (int, float))


def class_name(value: object) -> str | None:
    """The name of a backend of pufferlib's own that is given as its class; None for anything else."""
    if not issubclass(type(value), type):
        return None
    name: str = type.__dict__["__name__"].__get__(value)
    module = type.__dict__["__dict__"].__get__(value).get("__module__")
    own = isinstance(module, str) and module.partition(".")[0] == "pufferlib"
    return name if own and name in VECTORIZERS else None


def backends_like(written: object, likeness: float = 0.6) -> list[str]:
    """The backends whose name is like a text that names none, the likeliest first. 2.x's ``native`` is
    PufferEnv, and a name behind dots counts for itself."""
    if not isinstance(written, str):
        return []
    name = written.rpartition(".")[2].strip().casefold()
    known = {backend.casefold(): backend for backend in VECTORIZERS}
    known |= {"native": "PufferEnv", "puffer": "PufferEnv"}
    return list(dict.fromkeys(known[k] for k in get_close_matches(name, known, 3, likeness)))


_RESOLVED: Final = frozenset({"num_envs", "num_workers", "batch_size"})
_DEFAULTS: Final[Mapping[str, object]] = {
    "backend": "PufferEnv",
    "zero_copy": True,
    "overwork": False,
}
