"""The decision table of 3.0's ``vector.make``: what it refuses, and what it accepts and then does.

One row of ``TABLE`` is one check, and the rows stand in the order in which make and then the
backend's constructor evaluate them. Source: pufferlib 3.0.0, vector.py 625-708 (make), Serial,
Multiprocessing and Ray constructors. The rows are proved against the real package by
``tests/oracle``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from profilecheck.document import UNKNOWN, Unknown
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles import v3_checks as checks
from profilecheck.profiles.v3_call import CONSTRUCTOR_KEYS, Call, Kind, backends_like

EVAL: Final[Mapping[str, object]] = {"backend": "Serial", "num_envs": 1}
"""What ``puffer eval`` passes to make in place of [vec] (pufferl.py eval)."""


MAKE: Final = "v3.make"
"""The name of this table."""

Identity: TypeAlias = tuple[str, ...]
Untold: TypeAlias = AbstractSet[Identity]


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a call.

    ``cause`` is a stable slug. ``keys`` are make's keywords that decide the fault, the one to
    blame first; a key that is not given stands for its default. ``facts`` holds the values of
    these keys as make has them (``auto`` resolved) and whatever else a message needs. ``alone`` is
    true where the blamed value is wrong whatever the others are.
    """

    cause: str
    keys: tuple[str, ...]
    stage: Stage
    severity: Severity
    effect: Effect
    facts: Mapping[str, object]
    alone: bool = False

    @property
    def identity(self) -> Identity:
        """What it is in one table: its cause and its keys."""
        return (self.cause, *self.keys)

    def blames(self, untold: Untold) -> bool:
        """Whether no later check is made on the value to blame: an error that is told, or that leaves
        nothing to check, for nobody knows what the value will be."""
        told = self.alone or self.identity not in untold
        return told and self.severity is Severity.ERROR

    @property
    def refuses(self) -> bool:
        """True where make itself raises for this fault."""
        return self.stage is Stage.MAKE and self.severity is Severity.ERROR


def decide(
    kwargs: Mapping[str, object],
    *,
    cores: int | Unknown | None = UNKNOWN,
    creators: int | None = None,
    untold: Untold = frozenset(),
) -> tuple[Fault, ...]:
    """All independent faults of ``make(creator, **kwargs)``, in the order in which make meets them.

    ``cores`` is what ``psutil.cpu_count(logical=False)`` answers on the machine concerned (None
    included); UNKNOWN keeps the check of cores silent. ``creators`` is the number of creators
    where a list of them is passed, None for a single creator. Creators are taken to be good ones,
    which accept any argument, ``buf`` and ``seed``.

    Where nothing is UNKNOWN, make raises if and only if a fault ``refuses``, and the first of
    those is why. A check is skipped where a value it needs is UNKNOWN or blamed by an error
    before it. Errors that nobody is told of (``untold``) keep nothing from being found that can be
    checked all the same. Where ``backend`` is UNKNOWN, the faults are those that every backend has; where
    PufferEnv refuses the call for a reason of its own, those that every other has.
    """
    call = Call(kwargs, cores, creators)
    rows = _ROWS[call.kind]
    if call.kind == "unknown":
        native = decide({**kwargs, "backend": "PufferEnv"}, creators=creators)
        rows = _ROWS_OF_ANY_OTHER if any(fault.refuses for fault in native) else rows
    blamed: set[str] = set()
    faults = []
    for row in rows:
        for fault in row.faults(call, blamed):
            faults.append(fault)
            if fault.blames(untold):
                blamed.add(fault.keys[0])
    return tuple(faults)


def meant(kwargs: Mapping[str, object]) -> dict[str, object]:
    """The arguments with the backend that was meant, where the name of one is merely misspelt."""
    backend = kwargs.get("backend", "PufferEnv")
    like = [] if Call(kwargs).kind != "invalid" else backends_like(backend, SURE)
    return {**kwargs, "backend": like[0]} if like else dict(kwargs)


def decide_as_meant(
    kwargs: Mapping[str, object],
    *,
    cores: int | Unknown | None = UNKNOWN,
    creators: int | None = None,
    untold: Untold = frozenset(),
) -> tuple[Fault, ...]:
    """What ``decide`` finds, and what it would find besides once a misspelt backend is mended."""
    found, rest = (
        decide(given, cores=cores, creators=creators, untold=untold)
        for given in (kwargs, meant(kwargs))
    )
    told = {(fault.cause, fault.keys) for fault in found}
    return (*found, *(fault for fault in rest if (fault.cause, fault.keys) not in told))


SURE: Final = 0.8
"""How like a name must be for it to be judged by."""


@dataclass(frozen=True, slots=True)
class Bite:
    """When a fault bites, how badly, and what happens."""

    stage: Stage
    severity: Severity
    effect: Effect


REFUSED: Final = Bite(Stage.MAKE, Severity.ERROR, Effect.RAISES)
FAILS_LATER: Final = Bite(Stage.FIRST_STEP, Severity.ERROR, Effect.RAISES)
SURPRISES: Final = Bite(Stage.SILENT, Severity.WARNING, Effect.DIFFERENT)
IGNORED: Final = Bite(Stage.SILENT, Severity.WARNING, Effect.IGNORED)
NOT_READ: Final = Bite(Stage.SILENT, Severity.INFO, Effect.IGNORED)


@dataclass(frozen=True, slots=True)
class Row:
    """One check: it looks at the values of ``keys``, and is made where ``backend`` is of ``kinds``.

    ``test`` answers None where all is well, else the facts to add. ``given`` are keys without
    which make does not look. ``each`` makes it one check for every key it yields, and ``test`` then
    takes that key.
    """

    cause: str
    keys: tuple[str, ...]
    kinds: frozenset[Kind]
    bite: Bite
    test: checks.Check
    given: tuple[str, ...] = ()
    each: Callable[[Call], Iterable[str]] | None = None

    def faults(self, call: Call, blamed: set[str]) -> Iterable[Fault]:
        """The faults that this row finds in a call of one of its kinds."""
        if self.given and not call.has(*self.given):
            return ()
        if self.each is None:
            fault = self._fault(call, blamed, self.keys, (call,))
            return () if fault is None else (fault,)
        found = (self._fault(call, blamed, (k, *self.keys), (call, k)) for k in self.each(call))
        return (fault for fault in found if fault is not None)

    def _fault(
        self, call: Call, blamed: set[str], keys: tuple[str, ...], arguments: tuple[Any, ...]
    ) -> Fault | None:
        if blamed and not blamed.isdisjoint(call.origins(keys)):
            return None
        if self.test is not checks.always and not call.unknown.isdisjoint(keys):
            return None
        extra = self.test(*arguments)
        if extra is None:
            return None
        alone = len(keys) == 1
        keys, bite = call.origins(keys), self.bite
        facts = {**{key: call.value(key) for key in keys}, **extra}
        return Fault(self.cause, keys, bite.stage, bite.severity, bite.effect, facts, alone)


def _kinds(*kinds: Kind) -> frozenset[Kind]:
    return frozenset(kinds)


EVERY: Final = _kinds(
    "PufferEnv", "Serial", "Multiprocessing", "Ray", "other", "invalid", "unknown"
)
NATIVE: Final = _kinds("PufferEnv")
SERIAL: Final = _kinds("Serial")
PARALLEL: Final = _kinds("Multiprocessing")
RAY: Final = _kinds("Ray")
OTHER: Final = _kinds("other")
BUILT: Final = SERIAL | PARALLEL | RAY
CHECKED: Final = BUILT | OTHER
"""All that make checks past num_envs and backend: PufferEnv returns before."""


TABLE: Final = (
    Row("reserved-argument", ("env_creator_or_creators",), EVERY, REFUSED, checks.always, given=("env_creator_or_creators",)),
    # num_envs, then backend
    Row("num-envs-type", ("num_envs",), EVERY, REFUSED, checks.num_envs_no_number),
    Row("num-envs-below-one", ("num_envs",), EVERY, REFUSED, checks.num_envs_below_one),
    Row("num-envs-not-integer", ("num_envs",), EVERY, REFUSED, checks.num_envs_fractional),
    Row("backend-unknown", ("backend",), _kinds("invalid"), REFUSED, checks.always),
    # PufferEnv: nothing further down is evaluated
    Row("env-kwargs-shape", ("env_kwargs",), NATIVE, REFUSED, checks.no_mapping),
    Row("env-args-shape", ("env_args",), NATIVE, REFUSED, checks.no_iterable),
    Row("creators-native", ("env_creator_or_creators", "backend"), NATIVE, REFUSED, checks.list_of_creators),
    Row("env-kwargs-keys", ("env_kwargs",), NATIVE, REFUSED, checks.keys_no_strings),
    Row("pufferenv-num-envs", ("num_envs", "backend"), NATIVE, REFUSED, checks.more_than_one),
    # num_workers, only if given
    Row("num-workers-type", ("num_workers",), CHECKED, REFUSED, checks.workers_no_number, given=("num_workers",)),
    Row("num-workers-zero", ("num_workers",), CHECKED, REFUSED, checks.workers_zero, given=("num_workers",)),
    Row("num-envs-too-large", ("num_envs", "num_workers"), CHECKED, REFUSED, checks.ratio_too_large, given=("num_workers",)),
    Row("num-workers-not-finite", ("num_workers", "num_envs"), CHECKED, REFUSED, checks.ratio_not_finite, given=("num_workers",)),
    Row("envs-by-workers", ("num_workers", "num_envs"), CHECKED, REFUSED, checks.envs_by_workers, given=("num_workers",)),
    # batch_size, only if both are given
    Row("batch-size-type", ("batch_size",), CHECKED, REFUSED, checks.batch_no_number, given=("num_workers", "batch_size")),
    Row("batch-size-too-large", ("batch_size",), CHECKED, REFUSED, checks.batch_beyond_float, given=("num_workers", "batch_size")),
    Row("envs-per-worker-zero", ("num_workers", "num_envs"), CHECKED, REFUSED, checks.ratio_zero, given=("num_workers", "batch_size")),
    Row("batch-by-envs-per-worker", ("batch_size", "num_envs", "num_workers"), CHECKED, REFUSED, checks.batch_by_envs_per_worker, given=("num_workers", "batch_size")),
    # creators and their arguments
    Row("creators-length", ("env_creator_or_creators", "num_envs"), CHECKED, REFUSED, checks.creators_length),
    Row("env-args-shape", ("env_args",), CHECKED, REFUSED, checks.no_length("env_args")),
    Row("creators-env-args-length", ("env_args", "num_envs", "env_creator_or_creators"), CHECKED, REFUSED, checks.length("env_args")),
    Row("env-kwargs-shape", ("env_kwargs",), CHECKED, REFUSED, checks.no_length("env_kwargs")),
    Row("creators-env-kwargs-length", ("env_kwargs", "num_envs", "env_creator_or_creators"), CHECKED, REFUSED, checks.length("env_kwargs")),
    Row("num-envs-float", ("num_envs",), CHECKED, REFUSED, checks.num_envs_float),
    Row("num-envs-too-large", ("num_envs",), CHECKED, REFUSED, checks.num_envs_too_large),
    Row("env-kwargs-shape", ("env_kwargs", "env_args"), CHECKED, REFUSED, checks.kwargs_element_first),
    Row("env-args-shape", ("env_args",), CHECKED, REFUSED, checks.args_element),
    Row("env-kwargs-shape", ("env_kwargs",), CHECKED, REFUSED, checks.kwargs_element),
    # every other keyword
    Row("unknown-argument", (), CHECKED, REFUSED, checks.always, each=checks.unknown_keys),
    # the constructors: each its own rows, in its own order
    Row("backend-not-a-vectorizer", ("backend",), OTHER, REFUSED, checks.refuses_the_call),
    Row("env-kwargs-keys", ("env_kwargs",), SERIAL, REFUSED, checks.driver_keys),
    Row("cores-unknown-to-psutil", ("backend",), PARALLEL, REFUSED, checks.no_cores),
    Row("workers-over-cores", ("num_workers", "overwork"), PARALLEL, REFUSED, checks.workers_over_cores),
    Row("batch-auto-without-workers", ("batch_size",), BUILT, REFUSED, checks.batch_auto),
    Row("batch-size-type", ("batch_size",), SERIAL, REFUSED, checks.serial_batch_no_integer),
    Row("batch-size-type", ("batch_size",), PARALLEL | RAY, REFUSED, checks.batch_no_number),
    Row("batch-zero", ("batch_size",), SERIAL | PARALLEL, REFUSED, checks.batch_zero),
    Row("batch-size-type", ("batch_size", "num_envs", "zero_copy"), PARALLEL, REFUSED, checks.batches_not_finite),
    Row("zero-copy-batches", ("batch_size", "num_envs", "zero_copy"), PARALLEL, REFUSED, checks.zero_copy_batches),
    Row("envs-per-worker-zero", ("num_workers", "num_envs"), PARALLEL | RAY, REFUSED, checks.no_envs_per_worker),
    Row("env-kwargs-keys", ("env_kwargs",), PARALLEL | RAY, REFUSED, checks.driver_keys),
    Row("batch-size-type", ("batch_size",), PARALLEL | RAY, REFUSED, checks.batch_float),
    Row("batch-negative", ("batch_size",), BUILT, REFUSED, checks.batch_negative),
    Row("batch-size-too-large", ("batch_size",), BUILT, REFUSED, checks.batch_too_large),
    Row("num-workers-not-int", ("num_workers",), PARALLEL | RAY, REFUSED, checks.workers_no_integer),
    Row("num-envs-not-int", ("num_envs",), PARALLEL, REFUSED, checks.another_integer("num_envs")),
    Row("num-workers-not-int", ("num_workers",), PARALLEL, REFUSED, checks.another_integer("num_workers")),
    Row("num-workers-negative", ("num_workers",), PARALLEL | RAY, REFUSED, checks.workers_negative),
    Row("env-args-shape", ("env_args",), PARALLEL | RAY, REFUSED, checks.no_slices("env_args")),
    Row("env-kwargs-shape", ("env_kwargs",), PARALLEL | RAY, REFUSED, checks.no_slices("env_kwargs")),
    Row("env-kwargs-keys", ("env_kwargs", "num_envs", "batch_size"), SERIAL, REFUSED, checks.env_keys),
    Row("env-kwargs-seed-or-buf", ("env_kwargs", "num_envs", "batch_size"), SERIAL, REFUSED, checks.buf_or_seed),
    Row("serial-batch-exceeds-envs", ("batch_size", "num_envs"), SERIAL, REFUSED, checks.serial_batch_over_envs),
    # accepted, and then fails
    Row("backend-not-a-vectorizer", ("backend",), OTHER, FAILS_LATER, checks.answers_no_vecenv),
    Row("env-kwargs-keys", ("env_kwargs", "num_envs"), PARALLEL | RAY, FAILS_LATER, checks.hangs(checks.env_keys)),
    Row("env-kwargs-seed-or-buf", ("env_kwargs", "num_envs"), PARALLEL | RAY, FAILS_LATER, checks.hangs(checks.buf_or_seed)),
    Row("batch-over-envs-copying", ("batch_size", "num_envs", "zero_copy"), PARALLEL, FAILS_LATER, checks.batch_over_envs_copying),
    Row("ray-batch-zero", ("batch_size",), RAY, FAILS_LATER, checks.batch_zero),
    Row("ray-batch-over-envs", ("batch_size", "num_envs"), RAY, FAILS_LATER, checks.batch_over_envs),
    # accepted, and not what it seems
    Row("batches-rotate", ("batch_size", "num_envs", "zero_copy"), PARALLEL, SURPRISES, checks.batches_rotate),
    Row("ray-first-batch-only", ("batch_size", "num_envs"), RAY, SURPRISES, checks.batch_below_envs),
    Row("serial-runs-fewer", ("batch_size", "num_envs"), SERIAL, SURPRISES, checks.batch_below_envs),
    Row("native-ignores", (), NATIVE, IGNORED, checks.always, each=checks.given(*CONSTRUCTOR_KEYS)),
    Row("native-ignores", (), NATIVE, IGNORED, checks.always, each=checks.unknown_keys),
    Row("serial-ignores", (), SERIAL, NOT_READ, checks.beyond_serial, each=checks.given("num_workers", "zero_copy", "overwork")),
    Row("ray-ignores", (), RAY, NOT_READ, checks.beyond_ray, each=checks.given("zero_copy", "overwork")),
    Row("seed-ignored", ("seed",), EVERY, IGNORED, checks.always, given=("seed",)),
    Row("flag-not-bool", (), PARALLEL, SURPRISES, checks.flag_no_bool, each=checks.given("zero_copy", "overwork")),
    Row("tolerated-type", (), NATIVE, SURPRISES, checks.tolerated, each=checks.given("num_envs", "env_args", "env_kwargs")),
    Row("tolerated-type", (), BUILT, SURPRISES, checks.tolerated, each=checks.given("num_envs", "batch_size")),
    Row("tolerated-type", (), SERIAL, SURPRISES, checks.tolerated, each=checks.given("num_workers", "env_args", "env_kwargs")),
)  # fmt: skip

_ROWS: Final = {kind: tuple(row for row in TABLE if kind in row.kinds) for kind in EVERY}
_ROWS_OF_ANY_OTHER: Final = tuple(row for row in TABLE if row.kinds >= CHECKED)
