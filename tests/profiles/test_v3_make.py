"""Every row of the decision table of 3.0's make, by name. tests/oracle proves them for real."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from profilecheck.document import UNKNOWN, Unknown
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v3_call import VECTORIZERS
from profilecheck.profiles.v3_make import TABLE, Fault, Row, decide

INF, NAN = float("inf"), float("nan")


def faults(
    kwargs: Mapping[str, object],
    cores: int | Unknown | None = 64,
    creators: int | None = None,
) -> list[Fault]:
    return list(decide(kwargs, cores=cores, creators=creators))


def errors(
    kwargs: Mapping[str, object],
    cores: int | Unknown | None = 64,
    creators: int | None = None,
) -> list[str]:
    """The causes of the errors, in order."""
    found = faults(kwargs, cores, creators)
    return [fault.cause for fault in found if fault.severity is Severity.ERROR]


def serial(**kwargs: Any) -> dict[str, Any]:
    return {"backend": "Serial", **kwargs}


def parallel(**kwargs: Any) -> dict[str, Any]:
    return {"backend": "Multiprocessing", **kwargs}


def ray(**kwargs: Any) -> dict[str, Any]:
    return {"backend": "Ray", **kwargs}


def native(**kwargs: Any) -> dict[str, Any]:
    return {"backend": "PufferEnv", **kwargs}


REFUSED: dict[str, tuple[dict[str, Any], str, str]] = {
    # what is refused: arguments, cause, key to blame
    "a positional passed again by name": (
        {"env_creator_or_creators": 1},
        "reserved-argument",
        "env_creator_or_creators",
    ),
    "num_envs as text": (serial(num_envs="4"), "num-envs-type", "num_envs"),
    "num_envs auto": (parallel(num_envs="auto"), "num-envs-type", "num_envs"),
    "num_envs None": (native(num_envs=None), "num-envs-type", "num_envs"),
    "num_envs complex": (native(num_envs=2j), "num-envs-type", "num_envs"),
    "no environment": (serial(num_envs=0), "num-envs-below-one", "num_envs"),
    "a negative count": (ray(num_envs=-4), "num-envs-below-one", "num_envs"),
    "num_envs False": (native(num_envs=False), "num-envs-below-one", "num_envs"),
    "minus infinity": (native(num_envs=-INF), "num-envs-below-one", "num_envs"),
    "one and a half environments": (serial(num_envs=1.5), "num-envs-not-integer", "num_envs"),
    "num_envs nan": (serial(num_envs=NAN), "num-envs-not-integer", "num_envs"),
    "num_envs infinite": (native(num_envs=INF), "num-envs-not-integer", "num_envs"),
    "num_envs 2.0": (serial(num_envs=2.0), "num-envs-float", "num_envs"),
    "num_envs past memory": (serial(num_envs=2**60), "num-envs-too-large", "num_envs"),
    "the backend of 2.0": ({"backend": "Native"}, "backend-unknown", "backend"),
    "a backend in lower case": ({"backend": "serial"}, "backend-unknown", "backend"),
    "a dotted backend": ({"backend": "vector.Serial"}, "backend-unknown", "backend"),
    "an empty backend": ({"backend": ""}, "backend-unknown", "backend"),
    "a module as backend": ({"backend": "np"}, "backend-not-a-vectorizer", "backend"),
    "make as backend": ({"backend": "make"}, "backend-not-a-vectorizer", "backend"),
    "no backend": ({"backend": None}, "backend-not-a-vectorizer", "backend"),
    "a number as backend": ({"backend": 4}, "backend-not-a-vectorizer", "backend"),
    "a list as backend": ({"backend": ["Serial"]}, "backend-not-a-vectorizer", "backend"),
    "a native with several environments": (native(num_envs=4), "pufferenv-num-envs", "num_envs"),
    "the default backend with several": ({"num_envs": 4}, "pufferenv-num-envs", "num_envs"),
    "a native with arguments that do not unpack": (
        native(env_args=5),
        "env-args-shape",
        "env_args",
    ),
    "a native with a list of keywords": (
        native(env_kwargs=[1]),
        "env-kwargs-shape",
        "env_kwargs",
    ),
    "a native with keywords that are no names": (
        native(env_kwargs={1: 2}),
        "env-kwargs-keys",
        "env_kwargs",
    ),
    "num_workers None": (
        parallel(num_envs=4, num_workers=None),
        "num-workers-type",
        "num_workers",
    ),
    "num_workers as text": (
        serial(num_envs=4, num_workers="4"),
        "num-workers-type",
        "num_workers",
    ),
    "no worker": (parallel(num_envs=4, num_workers=0), "num-workers-zero", "num_workers"),
    "num_workers False": (ray(num_envs=4, num_workers=False), "num-workers-zero", "num_workers"),
    "num_workers nan": (
        serial(num_envs=4, num_workers=NAN),
        "num-workers-not-finite",
        "num_workers",
    ),
    "workers that do not divide": (
        parallel(num_envs=100, num_workers=6),
        "envs-by-workers",
        "num_workers",
    ),
    "more workers than environments": (
        parallel(num_envs=4, num_workers=8),
        "envs-by-workers",
        "num_workers",
    ),
    "Serial checks workers too": (
        serial(num_envs=4, num_workers=3),
        "envs-by-workers",
        "num_workers",
    ),
    "infinitely many workers": (
        serial(num_envs=4, num_workers=INF, batch_size=4),
        "envs-per-worker-zero",
        "num_workers",
    ),
    "num_workers 2.0": (
        parallel(num_envs=4, num_workers=2.0),
        "num-workers-not-int",
        "num_workers",
    ),
    "num_workers True": (ray(num_envs=4, num_workers=True), "num-workers-not-int", "num_workers"),
    "num_envs True makes num_workers True": (
        parallel(num_envs=True),
        "num-workers-not-int",
        "num_workers",
    ),
    "minus two workers": (
        parallel(num_envs=4, num_workers=-2),
        "num-workers-negative",
        "num_workers",
    ),
    "a batch of half a worker": (
        parallel(num_envs=8, num_workers=2, batch_size=2),
        "batch-by-envs-per-worker",
        "batch_size",
    ),
    "an automatic batch for one worker": (
        parallel(num_envs=4, num_workers=1, batch_size="auto"),
        "batch-by-envs-per-worker",
        "batch_size",
    ),
    "batch_size as text": (
        parallel(num_envs=4, num_workers=4, batch_size="2"),
        "batch-size-type",
        "batch_size",
    ),
    "batch_size 2.0": (parallel(num_envs=4, batch_size=2.0), "batch-size-type", "batch_size"),
    "batch_size None under Serial": (
        serial(num_envs=4, batch_size=None),
        "batch-size-type",
        "batch_size",
    ),
    "an automatic batch without workers": (
        parallel(num_envs=4, batch_size="auto"),
        "batch-auto-without-workers",
        "batch_size",
    ),
    "an automatic batch without workers, Serial": (
        serial(num_envs=4, batch_size="auto"),
        "batch-auto-without-workers",
        "batch_size",
    ),
    "an automatic batch without workers, Ray": (
        ray(num_envs=4, batch_size="auto"),
        "batch-auto-without-workers",
        "batch_size",
    ),
    "an empty batch": (parallel(num_envs=4, batch_size=0), "batch-zero", "batch_size"),
    "an empty batch under Serial": (serial(num_envs=4, batch_size=0), "batch-zero", "batch_size"),
    "a negative batch": (parallel(num_envs=4, batch_size=-2), "batch-negative", "batch_size"),
    "a negative batch under Ray": (ray(num_envs=4, batch_size=-1), "batch-negative", "batch_size"),
    "a batch past memory": (
        ray(num_envs=4, batch_size=2**60),
        "batch-size-too-large",
        "batch_size",
    ),
    "more in a batch than environments, Serial": (
        serial(num_envs=4, batch_size=5),
        "serial-batch-exceeds-envs",
        "batch_size",
    ),
    "a batch that does not divide": (
        parallel(num_envs=4, batch_size=3),
        "zero-copy-batches",
        "batch_size",
    ),
    "a batch larger than all environments": (
        parallel(num_envs=4, batch_size=8),
        "zero-copy-batches",
        "batch_size",
    ),
    "five environments, all automatic": (
        parallel(num_envs=5, num_workers="auto", batch_size="auto"),
        "zero-copy-batches",
        "batch_size",
    ),
    "a keyword of the constructor": (
        parallel(num_envs=2, sync_traj=False),
        "unknown-argument",
        "sync_traj",
    ),
    "a keyword of 4.0": (serial(num_envs=2, num_threads=2), "unknown-argument", "num_threads"),
    "positional arguments that are no list": (
        serial(env_args={"a": 1}),
        "env-args-shape",
        "env_args",
    ),
    "keywords that are no dict": (ray(env_kwargs=[]), "env-kwargs-shape", "env_kwargs"),
    "keywords that are no names": (
        parallel(env_kwargs={1: 2}),
        "env-kwargs-keys",
        "env_kwargs",
    ),
    "a seed for the environment, Serial": (
        serial(env_kwargs={"seed": 1}),
        "env-kwargs-seed-or-buf",
        "env_kwargs",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_make_refuses(name: str) -> None:
    kwargs, cause, blamed = REFUSED[name]
    (fault,) = [f for f in faults(kwargs) if f.severity is Severity.ERROR]
    assert (fault.cause, fault.keys[0]) == (cause, blamed)
    assert (fault.stage, fault.effect, fault.refuses) == (Stage.MAKE, Effect.RAISES, True)


ACCEPTED: dict[str, dict[str, Any]] = {
    "nothing at all": {},
    "a native": native(),
    "a native, one environment": native(num_envs=1),
    "a native with empty arguments": native(env_args=[], env_kwargs={}),
    "a native with a seed of its own": native(env_kwargs={"seed": 1}),
    "Serial": serial(),
    "Serial, several": serial(num_envs=7),
    "Serial, all in a batch": serial(num_envs=4, batch_size=4),
    "Serial, workers given": serial(num_envs=4, num_workers=2, batch_size=2),
    "Serial, the whole default vec section": serial(
        num_envs=2, num_workers="auto", batch_size="auto", zero_copy=True
    ),
    "workers left out": parallel(num_envs=8),
    "workers auto": parallel(num_envs=8, num_workers="auto"),
    "workers that divide": parallel(num_envs=100, num_workers=5),
    "one worker": parallel(num_envs=4, num_workers=1),
    "half a batch": parallel(num_envs=4, num_workers="auto", batch_size="auto"),
    "three environments, all automatic": parallel(
        num_envs=3, num_workers="auto", batch_size="auto"
    ),
    "one environment, all automatic": parallel(num_envs=1, num_workers="auto", batch_size="auto"),
    "batch None is all": parallel(num_envs=4, num_workers=2, batch_size=None),
    "a batch of one worker": parallel(num_envs=8, num_workers=2, batch_size=4),
    "as many workers as cores": parallel(num_envs=64),
    "zero_copy off, a batch that divides": parallel(num_envs=4, batch_size=2, zero_copy=False),
    "overwork": parallel(num_envs=128, overwork=True),
    "Ray": ray(num_envs=4, num_workers=2),
    "Ray has no check of cores": ray(num_envs=128),
    "arguments for the environment": parallel(env_args=[1], env_kwargs={"size": 3}),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_make_accepts(name: str) -> None:
    assert errors(ACCEPTED[name]) == []


def test_a_good_call_has_no_fault_of_any_kind() -> None:
    assert faults(parallel(num_envs=8, num_workers=4, batch_size=4, zero_copy=True)) == []
    assert faults(serial(num_envs=8, batch_size=8)) == []
    assert faults(ray(num_envs=8, num_workers=4, batch_size=8)) == []
    assert faults(native(num_envs=1)) == []


# one cause is one fault; independent faults are all told


def test_what_follows_from_bad_workers_is_not_told() -> None:
    assert errors(parallel(num_envs=8, num_workers=3, batch_size=4)) == ["envs-by-workers"]


def test_what_follows_from_no_environments_is_not_told() -> None:
    assert errors(parallel(num_envs=0, num_workers="auto", batch_size="auto")) == [
        "num-envs-below-one"
    ]


def test_an_unknown_backend_hides_what_depends_on_it() -> None:
    assert errors({"backend": "mp", "num_envs": 4, "num_workers": 3}) == ["backend-unknown"]


def test_independent_faults_are_all_told_in_the_order_of_make() -> None:
    kwargs = parallel(num_envs=100, num_workers=6, batch_size=33, sync_traj=1, env_args=5)
    assert errors(kwargs) == [
        "envs-by-workers",
        "env-args-shape",
        "unknown-argument",
        "zero-copy-batches",
    ]


def test_each_unknown_keyword_is_told_in_the_order_given() -> None:
    found = faults(serial(b=1, a=2))
    assert [fault.keys for fault in found] == [("b",), ("a",)]


def test_cores_and_batches_are_independent() -> None:
    kwargs = parallel(num_envs=9, num_workers="auto", batch_size="auto")
    assert errors(kwargs, cores=2) == ["workers-over-cores", "zero-copy-batches"]


# cores


def test_more_workers_than_cores() -> None:
    (fault,) = faults(parallel(num_envs=8, num_workers=8), cores=4)
    assert (fault.cause, fault.facts["num_workers"], fault.facts["cores"]) == (
        "workers-over-cores",
        8,
        4,
    )


def test_workers_left_out_are_as_many_as_environments() -> None:
    (fault,) = faults(parallel(num_envs=8), cores=4)
    assert fault.keys == ("num_workers", "num_envs", "overwork")
    assert fault.facts["num_workers"] == 8


@pytest.mark.parametrize("overwork", [True, 1, "False"])
def test_anything_true_allows_overwork(overwork: object) -> None:
    assert errors(parallel(num_envs=8, overwork=overwork), cores=4) == []


@pytest.mark.parametrize("overwork", [False, 0, None, ""])
def test_anything_false_does_not(overwork: object) -> None:
    assert errors(parallel(num_envs=8, overwork=overwork), cores=4) == ["workers-over-cores"]


def test_psutil_without_an_answer_stops_even_overwork() -> None:
    assert errors(parallel(num_envs=1, overwork=True), cores=None) == ["cores-unknown-to-psutil"]


@pytest.mark.parametrize("kwargs", [serial(num_envs=99), ray(num_envs=99), native()])
def test_only_multiprocessing_counts_cores(kwargs: dict[str, Any]) -> None:
    assert errors(kwargs, cores=1) == errors(kwargs, cores=None) == []


def test_cores_not_known_are_not_judged() -> None:
    assert errors(parallel(num_envs=4096), cores=UNKNOWN) == []


# values that are not known


@pytest.mark.parametrize(
    "kwargs",
    [
        parallel(num_envs=UNKNOWN, num_workers=6, batch_size=5),
        parallel(num_envs=100, num_workers=UNKNOWN, batch_size=4),
        parallel(num_envs=UNKNOWN, num_workers="auto", batch_size="auto"),
        parallel(num_envs=UNKNOWN),
        parallel(num_envs=4, batch_size=UNKNOWN),
        parallel(num_envs=4, batch_size=3, zero_copy=UNKNOWN),
        parallel(num_envs=128, overwork=UNKNOWN),
        serial(env_kwargs=UNKNOWN, env_args=UNKNOWN),
        {"backend": UNKNOWN, "num_envs": 1, "num_workers": 3, "nonsense": 1},
        {"backend": UNKNOWN, "num_envs": 4, "batch_size": 3},
        {"backend": object(), "num_envs": 4, "zero_copy": "no"},
    ],
)
def test_what_is_not_known_is_not_judged(kwargs: dict[str, Any]) -> None:
    assert errors(kwargs) == []


def test_what_needs_no_other_value_is_judged_all_the_same() -> None:
    assert errors(parallel(num_envs=UNKNOWN, num_workers=0)) == ["num-workers-zero"]
    assert errors({"backend": UNKNOWN, "num_envs": 0}) == ["num-envs-below-one"]
    assert errors(serial(num_envs=UNKNOWN, nonsense=UNKNOWN)) == ["unknown-argument"]


def test_what_every_backend_refuses_needs_no_backend() -> None:
    call = {"num_envs": 4, "num_workers": 3, "nonsense": 1}
    for backend in (UNKNOWN, object(), *VECTORIZERS[1:]):
        assert errors({**call, "backend": backend}) == ["envs-by-workers", "unknown-argument"]
    assert errors({**call, "backend": "PufferEnv"}) == ["pufferenv-num-envs"]


# lists of creators


def with_creators(kwargs: dict[str, Any], creators: int = 2) -> list[str]:
    lists = {"num_envs": 2, "env_args": [[], []], "env_kwargs": [{}, {}]}
    return errors({**serial(), **lists, **kwargs}, creators=creators)


def test_a_list_of_creators_with_lists_of_arguments() -> None:
    assert with_creators({}) == []


def test_a_creator_too_few() -> None:
    assert with_creators({}, creators=1) == ["creators-length"]


def test_a_list_of_creators_needs_lists_of_arguments() -> None:
    assert with_creators({"env_args": None}) == ["creators-env-args-length"]
    assert with_creators({"env_kwargs": {}}) == ["creators-env-kwargs-length"]


def test_one_dict_of_keywords_does_not_do_for_two_creators() -> None:
    assert with_creators({"env_kwargs": {"a": 1, "b": 2}}) == ["env-kwargs-shape"]


def test_elements_are_looked_at_in_pairs() -> None:
    later = {"env_args": [[], 1], "env_kwargs": [1, {}]}
    assert with_creators(later) == ["env-kwargs-shape", "env-args-shape"]
    sooner = {"env_args": [1, []], "env_kwargs": [1, {}]}
    assert with_creators(sooner) == ["env-args-shape", "env-kwargs-shape"]


def test_only_what_serial_builds_can_take_its_seed() -> None:
    kwargs = {"env_kwargs": [{}, {"seed": 1}]}
    assert with_creators(kwargs) == ["env-kwargs-seed-or-buf"]
    assert with_creators({**kwargs, "batch_size": 1}) == []


def test_a_native_takes_one_creator() -> None:
    assert errors(native(), creators=1) == ["creators-native"]


# accepted by make, and then


def later(kwargs: dict[str, Any]) -> Fault:
    """The one fault that is no refusal."""
    (fault,) = faults(kwargs)
    assert not fault.refuses
    return fault


def test_a_seed_or_buffer_of_its_own_kills_the_workers() -> None:
    fault = later(parallel(env_kwargs={"buf": None}))
    assert (fault.cause, fault.stage) == ("env-kwargs-seed-or-buf", Stage.FIRST_STEP)
    assert (fault.facts["names"], fault.facts["hangs"]) == (("buf",), True)


def test_ray_raises_where_multiprocessing_hangs() -> None:
    fault = later(ray(env_kwargs={"seed": 1}))
    assert (fault.cause, fault.facts["hangs"]) == ("env-kwargs-seed-or-buf", False)


def test_a_batch_of_more_than_all_without_zero_copy() -> None:
    fault = later(parallel(num_envs=4, batch_size=8, zero_copy=False))
    assert (fault.cause, fault.stage, fault.severity) == (
        "batch-over-envs-copying",
        Stage.FIRST_STEP,
        Severity.ERROR,
    )


def test_a_batch_that_rotates() -> None:
    fault = later(parallel(num_envs=4, batch_size=3, zero_copy=False))
    assert (fault.cause, fault.stage, fault.severity) == (
        "batches-rotate",
        Stage.SILENT,
        Severity.WARNING,
    )
    assert fault.facts["evaluate_raises"]


def test_ray_with_an_empty_batch() -> None:
    fault = later(ray(num_envs=4, batch_size=0))
    assert (fault.cause, fault.stage) == ("ray-batch-zero", Stage.FIRST_STEP)


def test_ray_with_a_batch_of_more_than_all() -> None:
    fault = later(ray(num_envs=4, batch_size=8))
    assert (fault.cause, fault.stage) == ("ray-batch-over-envs", Stage.FIRST_STEP)


def test_ray_never_steps_past_its_first_batch() -> None:
    fault = later(ray(num_envs=4, batch_size=2))
    assert (fault.cause, fault.severity) == ("ray-first-batch-only", Severity.WARNING)


def test_serial_runs_a_batch_only() -> None:
    fault = later(serial(num_envs=8, batch_size=2))
    assert (fault.cause, fault.severity, fault.facts["runs"]) == (
        "serial-runs-fewer",
        Severity.WARNING,
        2,
    )


def test_a_native_ignores_every_other_setting() -> None:
    found = faults(native(num_workers=0, batch_size=None, zero_copy=True, render=1))
    assert [(f.cause, f.keys[0]) for f in found] == [
        ("native-ignores", "num_workers"),
        ("native-ignores", "batch_size"),
        ("native-ignores", "zero_copy"),
        ("native-ignores", "render"),
    ]
    assert {f.severity for f in found} == {Severity.WARNING}


def test_serial_says_what_it_does_not_read() -> None:
    found = faults(serial(num_envs=2, num_workers=2, zero_copy=False, overwork=True))
    assert {(f.cause, f.severity) for f in found} == {("serial-ignores", Severity.INFO)}
    assert len(found) == 3


def test_ray_says_what_it_does_not_read() -> None:
    found = faults(ray(num_envs=2, num_workers=2, zero_copy=True, overwork=True))
    assert [f.cause for f in found] == ["ray-ignores", "ray-ignores"]


def test_what_a_backend_does_anyway_is_no_fault() -> None:
    assert not faults(serial(num_envs=2, num_workers=1, zero_copy=True, overwork=False))
    assert not faults(ray(num_envs=2, num_workers=2, zero_copy=False, overwork=False))
    unknown = {"num_workers": UNKNOWN, "zero_copy": UNKNOWN, "overwork": UNKNOWN}
    assert not faults(serial(num_envs=2, **unknown))
    assert not faults(ray(num_envs=2, **unknown))


@pytest.mark.parametrize("backend", ["PufferEnv", "Serial", "Multiprocessing", "Ray"])
def test_the_seed_is_never_used(backend: str) -> None:
    fault = later({"backend": backend, "seed": "abc"})
    assert (fault.cause, fault.severity, fault.effect) == (
        "seed-ignored",
        Severity.WARNING,
        Effect.IGNORED,
    )


@pytest.mark.parametrize(("flag", "counts_as"), [("False", True), (None, False), ("", False)])
def test_a_flag_counts_by_its_truth(flag: object, counts_as: bool) -> None:
    fault = later(parallel(num_envs=2, zero_copy=flag))
    assert (fault.cause, fault.facts["counts_as"]) == ("flag-not-bool", counts_as)


@pytest.mark.parametrize("flag", [True, False, 0, 1])
def test_a_flag_that_does_what_it_seems(flag: object) -> None:
    assert faults(parallel(num_envs=2, zero_copy=flag, overwork=flag)) == []


@pytest.mark.parametrize(
    "kwargs",
    [
        native(num_envs=True),
        native(num_envs=1.0),
        serial(num_envs=True),
        parallel(num_envs=True, num_workers=1),
        parallel(num_envs=1, batch_size=True),
        native(env_args="ab"),
        native(env_kwargs=[]),
    ],
)
def test_a_wrong_type_that_is_tolerated(kwargs: dict[str, Any]) -> None:
    fault = later(kwargs)
    assert (fault.cause, fault.severity) == ("tolerated-type", Severity.WARNING)


@pytest.mark.parametrize("workers", [2.0, -2, True])
def test_serial_tolerates_workers_that_multiprocessing_refuses(workers: object) -> None:
    found = faults(serial(num_envs=4, num_workers=workers))
    assert [f.cause for f in found][-1:] == ["tolerated-type"]
    assert len(errors(parallel(num_envs=4, num_workers=workers))) == 1


# the table itself


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.cause)
def test_what_make_accepts_is_no_error_of_stage_make(row: Row) -> None:
    assert row.bite.stage is not Stage.MAKE or row.bite.severity is Severity.ERROR
    assert (row.bite.effect is Effect.RAISES) == (row.bite.severity is Severity.ERROR)


def test_no_value_of_any_type_makes_a_traceback() -> None:
    odd: list[Any] = [NAN, INF, -INF, 5e-324, 10**400, -(10**400), 1j, ..., b"", {1}, (), UNKNOWN]
    for backend in ("PufferEnv", "Serial", "Multiprocessing", "Ray", "np"):
        for envs in (*odd, 4):
            for workers in (*odd, "auto", 2):
                for batch in (*odd, "auto", 2):
                    kwargs = {"num_envs": envs, "num_workers": workers, "batch_size": batch}
                    faults({"backend": backend, **kwargs})
