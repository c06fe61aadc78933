"""From the faults of 3.0's ``vector.make`` to hits: what the rules of this family share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Severity
from profilecheck.layers import Value
from profilecheck.profiles.base import Name
from profilecheck.profiles.v3_call import (
    CORES_COUNT,
    CREATORS,
    VECTORIZERS,
    Call,
    backends_like,
    is_number,
)
from profilecheck.profiles.v3_layout import candidates
from profilecheck.profiles.v3_make import EVAL, MAKE, Fault, decide, decide_as_meant, meant
from profilecheck.rules import Hit
from profilecheck.telling import counted

ANY_BACKEND = (
    "num-envs-",
    "backend-",
    "envs-by-workers",
    "num-workers-",
    "batch-by-",
    "seed-ignored",
)
"""Causes for which the backend matters little; for all others it is named as having taken part."""

OF_ONE_KEY = (
    "native-ignores",
    "serial-ignores",
    "ray-ignores",
    "seed-ignored",
    "flag-not-bool",
    "tolerated-type",
)
"""Causes that say of one given value that it has no, or another, effect: a default is never told of."""

BY_DEFAULT = ("pufferenv-num-envs", "native-ignores")
"""Causes by which settings contradict the backend that make takes where none is given."""

NO_NUMBER = ("num-envs-type", "num-envs-below-one")
"""Causes in which nothing may tell how many environments were meant."""

OF_THE_NAME = ("backend-unknown", "backend-not-a-vectorizer")
"""Causes that say of the backend's name that it is none."""

TOO_MANY_WORKERS = "workers-over-cores"
"""The cause that more workers are asked for than there are cores."""

OPTIONS = ("overwork", "zero_copy")
"""Arguments that a call does without as a rule, so that a fault is likely one where they are left to others."""

DECIDERS = ("num_workers", "batch_size", "zero_copy", "num_envs")
"""Which of the other values is more likely what the writer decided on, first to last."""

EXCEPTIONS = {
    "Serial": "TypeError or IndexError",
    "Multiprocessing": "TypeError",
    "Ray": "TypeError",
}


def keywords(experiment: Experiment) -> dict[str, object]:
    """What ``vector.make`` is called with: [vec], and [env] as env_kwargs where the launcher reads it.

    Names that 3.0 does not know are left out (the rules on names report them), and so are defaults
    of make's own signature, which nobody passed. Eval replaces [vec] by one Serial environment.
    """
    if _is_eval(experiment):
        return {**EVAL, "env_kwargs": _env(experiment)}
    values = experiment.config.section("vec")
    given = {
        key: UNKNOWN if _is_drawn(experiment, key) else value
        for key, value in experiment.known("vec").items()
        if key not in values or value is UNKNOWN or not _of_signature(experiment, values[key])
    }
    if experiment.launched:
        given["env_kwargs"] = _env(experiment)
    elif "env_kwargs" not in given and "env_args" not in given:
        given["env_kwargs"] = UNKNOWN
    return given


def _is_eval(experiment: Experiment) -> bool:
    return experiment.mode == "eval" and experiment.launched


def _env(experiment: Experiment) -> dict[str, object]:
    return {key: value.value for key, value in experiment.config.section("env").items()}


def _is_drawn(experiment: Experiment, key: str) -> bool:
    """Whether a sweep draws the value: what the file says is then never passed."""
    return experiment.mode == "sweep" and f"sweep.vec.{key}" in experiment.config.sections


def _of_signature(experiment: Experiment, value: Value) -> bool:
    return value.layer.kind == "defaults" and experiment.defaults == "signature"


def faults(experiment: Experiment) -> tuple[Fault, ...]:
    """All faults of the call. Cores count only where a host is declared."""
    return experiment.once("v3.make", lambda one: _decided(one, keywords(one)))


def counts_otherwise(experiment: Experiment) -> bool:
    """Whether the file puts something else for what counts the cores (a test's ``monkeypatch.setattr``)."""
    replaced = experiment.document.replaced
    return any(name == CORES_COUNT or name.endswith(f".{CORES_COUNT}") for name in replaced)


def _decided(experiment: Experiment, given: dict[str, object]) -> tuple[Fault, ...]:
    counts = experiment.host.decides and not counts_otherwise(experiment)
    cores = experiment.host.cores if counts else UNKNOWN
    creators = _creators(experiment)
    if creators is not None and experiment.partial:  # env_args must then be given as well, in code
        given.setdefault("env_args", UNKNOWN)
    # a fork may have backends of its own: there no name is taken for a misspelt one
    ask = decide if experiment.target.fork else decide_as_meant
    return ask(given, cores=cores, creators=creators, untold=experiment.untold_of(MAKE))


def supposed_faults(experiment: Experiment) -> tuple[tuple[str, Fault], ...]:
    """What is a fault of the call only if nothing gives an option that the file leaves to others: each
    with the name of that option."""
    return experiment.once("v3.make.supposed", lambda one: tuple(_supposed(one)))


def _supposed(experiment: Experiment) -> Iterator[tuple[str, Fault]]:
    given = keywords(experiment)
    certain = {fault.identity for fault in faults(experiment)}
    for key in OPTIONS:
        value = experiment.get("vec", key)
        if value is None or value.value is not UNKNOWN or value.setting is not None:
            continue
        without = {name: held for name, held in given.items() if name != key}
        for fault in _decided(experiment, without):
            if fault.refuses and key in fault.keys and fault.identity not in certain:
                yield key, fault


def _creators(experiment: Experiment) -> int | None:
    """How many creators are passed, None for one. Beside a table code passes them, and those of a call may
    not be known: env_kwargs as a list of mappings is right for a list of as many creators, and for
    nothing else."""
    creators = experiment.value("vec", CREATORS)
    if isinstance(creators, (list, tuple)) and experiment.document.format in ("values", "python"):
        return len(creators)
    kwargs = experiment.value("vec", "env_kwargs")
    unseen = experiment.partial or experiment.block.call is not None
    if not unseen or not isinstance(kwargs, list) or not kwargs:
        return None
    as_many = len(kwargs) == experiment.value("vec", "num_envs")
    return len(kwargs) if as_many and all(isinstance(one, dict) for one in kwargs) else None


def make_hits(experiment: Experiment, causes: Mapping[str, str]) -> Iterator[Hit]:
    """A hit for each fault of these causes, with the cause's sentence filled in.

    Under ``--mode eval`` there is none: nothing of [vec] is read.
    """
    if _is_eval(experiment):
        return
    for fault in faults(experiment):
        if fault.cause not in causes:
            continue
        found = hit(experiment, fault, causes[fault.cause])
        if fault.cause in OF_ONE_KEY:
            told = experiment.get("vec", fault.keys[0])
            if told is not None and _given(told):
                yield replace(found, blame=told, takes=())
        else:
            yield found
    for key, fault in supposed_faults(experiment):
        if fault.cause in causes:
            found = hit(experiment, fault, f"if no {key} is given elsewhere: {causes[fault.cause]}")
            takes = tuple(value for value in found.takes if value.key != key)
            yield replace(found, takes=takes, severity=Severity.WARNING)


def default_backend_hits(experiment: Experiment, cause: str, does: str) -> Iterator[Hit]:
    """What a partial table without a backend comes to if nothing else gives one: one hit, of one of
    the causes ``BY_DEFAULT``. ``does`` says what make's default backend does then."""
    backend = experiment.get("vec", "backend")
    if not experiment.partial or backend is None or backend.layer.own:
        return
    found = decide({**keywords(experiment), "backend": backend.value})
    found = tuple(fault for fault in found if fault.cause in BY_DEFAULT)
    causes = [fault.cause for fault in found]
    if causes and causes[0] == cause:
        given = [f"{fault.keys[0]} = {fault.facts[fault.keys[0]]}" for fault in found]
        settings = " and ".join(filter(None, (", ".join(given[:-1]), given[-1])))
        first = replace(found[0], facts={**found[0].facts, "settings": settings})
        sentence = (
            f"if no backend is given elsewhere, vector.make's default PufferEnv {does}; "
            "with default.ini below it use --defaults ini"
        )
        yield replace(hit(experiment, first, sentence), severity=Severity.WARNING)


def _given(value: Value) -> bool:
    """Whether someone wrote the value: a default is not, nor what a merge key may or may not bring."""
    merged = value.value is UNKNOWN and value.setting is None
    return value.layer.own and not merged


def hit(experiment: Experiment, fault: Fault, sentence: str) -> Hit:
    """The hit of one fault: its first key is to blame, the others took part."""
    rest = sorted(fault.keys[1:], key=lambda k: DECIDERS.index(k) if k in DECIDERS else -1)
    took = list(experiment.values("vec", *fault.keys[:1], *rest))
    if not fault.cause.startswith(ANY_BACKEND):
        took += [v for v in experiment.values("vec", "backend") if v not in took]
    assumed = (v for v in took if experiment.partial and v.key == "num_envs" and not v.layer.own)
    elsewhere = "".join(f"if no {value.key} is given elsewhere: " for value in assumed)
    return Hit(
        elsewhere + sentence.format_map(_words(experiment, fault)),
        blame=took[0] if took else None,
        takes=tuple(took[1:]),
        options=_options(experiment, fault),
        severity=Severity.WARNING if elsewhere else fault.severity,
        effect=fault.effect,
        stage=fault.stage,
        table=MAKE,
        fault=fault.identity,
    )


def _options(experiment: Experiment, fault: Fault) -> Iterator[Mapping[Name, object]]:
    spec = experiment.profile.spec("vec", "num_envs")
    if fault.cause in NO_NUMBER and not is_number(fault.facts["num_envs"] or None) and spec:
        yield {("vec", "num_envs"): spec.default}
        return
    for change in candidates(fault, keywords(experiment)):
        yield {("vec", key): value for key, value in change.items()}
    if fault.cause == TOO_MANY_WORKERS:
        yield from _fewer_workers(Call(keywords(experiment)).num_envs, fault.facts.get("cores"))


def _fewer_workers(envs: object, cores: object) -> Iterator[Mapping[Name, object]]:
    """As many workers as the cores hold, with a batch of all environments: one of another size may be no multiple
    of a worker's."""
    if type(envs) is not int or type(cores) is not int or envs < 1:
        return
    most = next(one for one in range(max(1, min(envs, cores)), 0, -1) if envs % one == 0)
    yield {("vec", "num_workers"): most, ("vec", "batch_size"): envs}


def _words(experiment: Experiment, fault: Fault) -> dict[str, object]:
    """The fault's facts as they are told: a value as written, what ``auto`` came to, a default."""
    words: dict[str, object] = dict(fault.facts)
    for key in fault.keys:
        value, effective = experiment.get("vec", key), fault.facts.get(key)
        if value is None:
            words[key] = f"{effective!r} (default)"
        elif value.value is UNKNOWN:
            words[key] = value.setting.raw if value.setting else "an unknown value"
        elif value.value is effective or value.value == effective:
            words[key] = repr(effective)
        else:
            words[key] = f"{value.value} ({effective!r})"
    backend = experiment.value("vec", "backend")
    if fault.cause not in OF_THE_NAME and isinstance(backend, str):
        backend = meant({"backend": backend})["backend"]
        words["backend"] = backend
    if isinstance(share := words.get("envs_per_worker"), float):
        words["share"] = _share(share)
    words.setdefault("backend", "PufferEnv" if backend is UNKNOWN else backend)
    words["running"] = counted(fault.facts.get("runs"), "environment")
    words["making"] = counted(fault.facts.get("creators"), "creator")
    words["backend_error"] = EXCEPTIONS.get(str(backend), "TypeError")
    if fault.cause == "backend-unknown":
        words["near"] = next(
            iter(backends_like(backend)), f"{', '.join(VECTORIZERS[:-1])} or {VECTORIZERS[-1]}"
        )
    words["host"] = experiment.host.name
    words["physical_cores"] = counted(fault.facts.get("cores"), "physical core")
    words["key"] = fault.keys[0] if fault.keys else ""
    words["value"] = words.get(str(words["key"]), "")
    return words


def _share(environments: float) -> str:
    """What one worker would get, told as no whole number."""
    told, whole = f"{environments:.4g}", round(environments)
    if environments < 1000 and not float(told).is_integer():
        return f"{told} environments"
    side = "more" if environments > whole else "less"
    return f"a little {side} than {whole} environment{'' if whole == 1 else 's'}"


def workers(experiment: Experiment) -> tuple[int, Value, tuple[Value, ...]] | None:
    """The number of worker processes that Multiprocessing starts, the value that decides it and the
    others that took part; None where that cannot be known or no core limit applies."""
    if _is_eval(experiment):
        return None
    given = keywords(experiment)
    call = Call(given if experiment.target.fork else meant(given))
    number, overwork = call.num_workers, call.value("overwork")
    if call.kind != "Multiprocessing" or not isinstance(number, int) or isinstance(number, bool):
        return None
    if overwork is UNKNOWN or overwork:
        return None
    took = experiment.values("vec", *call.origins(("num_workers",)), "backend")
    return (number, took[0], took[1:]) if took else None
