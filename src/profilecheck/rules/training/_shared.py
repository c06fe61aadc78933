"""From the faults of 3.0's trainer to hits: what the rules on [train] of 3.0 share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Severity
from profilecheck.layers import Value
from profilecheck.profiles.base import ABSENT, Name, Spec
from profilecheck.profiles.known_agents import KnownAgents
from profilecheck.profiles.texts import with_decimal_comma
from profilecheck.profiles.v3_layout import Layout, layout
from profilecheck.profiles.v3_make import MAKE, Fault, meant
from profilecheck.profiles.v3_train import BETAS, TRAINER, decide
from profilecheck.profiles.v3_train_mends import candidates
from profilecheck.profiles.v3_trainer import Trainer
from profilecheck.rules import Hit
from profilecheck.telling import counted

BY_AGENTS = ("agents-over-segments", "horizon-auto-zero", "segments-by-agents")
"""Causes in which the number of agents always takes part; in others it does where a size is auto."""

WANTED = {
    "seed": "a whole number",
    "data_dir": "a path",
    "update_epochs": "a finite number",
}


@dataclass(frozen=True, slots=True)
class Run:
    """A trainer, the faults of its section, and what its agents come from: ``each`` environment's,
    which were declared unless they are those of ``known``."""

    trainer: Trainer
    faults: tuple[Fault, ...]
    plan: Layout | None
    each: int | None
    known: KnownAgents | None = None


def run(experiment: Experiment) -> Run:
    """The trainer of an experiment, worked out once. In a sweep, the values that it draws are unknown."""
    return experiment.once("v3.train", lambda e: _run(e, e.agents_of_one))


def likely(experiment: Experiment) -> Run | None:
    """The same with the agents of upstream's environment of this name, where none are declared: of
    its faults those that are not certain without."""
    return experiment.once("v3.train.likely", _likely)


def _likely(experiment: Experiment) -> Run | None:
    known = None if experiment.agents_per_env else experiment.upstreams_agents
    if known is None:
        return None
    untold = experiment.untold_of(TRAINER)
    told = (fault for fault in run(experiment).faults if fault.identity not in untold)
    certain = {key for fault in told for key in fault.keys}
    found = _run(experiment, known.count)
    more = tuple(fault for fault in found.faults if certain.isdisjoint(fault.keys))
    return replace(found, faults=more, known=known)


def _run(experiment: Experiment, each: int | None) -> Run:
    given = {key: value.value for key, value in experiment.config.section("train").items()}
    train = _drawn(experiment, "train", given)
    vec = _drawn(experiment, "vec", experiment.known("vec", given=True))
    plan = layout(vec if experiment.target.fork else meant(vec), untold=experiment.untold_of(MAKE))
    environments = plan.environments if plan else 1
    agents = environments * each if plan and each is not None else None
    single = plan is None or plan.batch * (each or 1) == 1
    backend = vec.get("backend", UNKNOWN)
    trainer = Trainer(train, agents, environments, backend, single)
    found = decide(
        train,
        agents,
        environments,
        backend=backend,
        single=single,
        untold=experiment.untold_of(TRAINER),
    )
    return Run(trainer, found, plan, each)


def _drawn(
    experiment: Experiment, section: str, values: Mapping[str, object]
) -> Mapping[str, object]:
    """A section's values, UNKNOWN where a sweep draws them."""
    if experiment.mode != "sweep":
        return values
    swept = experiment.config.sections
    return {k: UNKNOWN if f"sweep.{section}.{k}" in swept else v for k, v in values.items()}


def hits(experiment: Experiment, causes: Mapping[str, str]) -> Iterator[Hit]:
    """A hit for each fault of these causes, with the cause's sentence filled in.

    Only a run that PufferLib's own trainer may read has one. Eval makes none, and reads the device alone.
    """
    if not experiment.trained:
        return
    for found in filter(None, (run(experiment), likely(experiment))):
        for fault in found.faults:
            if fault.cause in causes and (experiment.mode != "eval" or fault.cause == "device"):
                yield _hit(experiment, found, fault, causes[fault.cause]).if_read(
                    experiment, "train"
                )


def _hit(experiment: Experiment, found: Run, fault: Fault, sentence: str) -> Hit:
    took = experiment.values("train", *fault.keys)
    takes = (*took[1:], *_from_vec(experiment, found, fault))
    message = sentence.format_map(_words(found, fault))
    severity, known = fault.severity, found.known
    if known is not None:
        message = f"as {known.told}: {message}; --agents-per-env says yours"
        takes += tuple(v for name in known.names for v in experiment.values(*name))
        severity = Severity.INFO
    return Hit(
        message,
        blame=took[0] if took else None,
        takes=takes,
        options=_options(experiment, found, fault),
        severity=severity,
        effect=fault.effect,
        stage=fault.stage,
        table=TRAINER,
        fault=fault.identity,
    )


def _from_vec(experiment: Experiment, found: Run, fault: Fault) -> tuple[Value, ...]:
    """The values of [vec] that the number of agents comes from, where it took part."""
    automatic = "auto" in (fault.facts.get("batch_size"), fault.facts.get("bptt_horizon"))
    if fault.facts.get("agents") is None or not (automatic or fault.cause in BY_AGENTS):
        return ()
    serial = found.plan is not None and found.plan.backend == "Serial"
    return experiment.values("vec", "num_envs", *(("batch_size",) if serial else ()))


def _options(experiment: Experiment, found: Run, fault: Fault) -> Iterator[Mapping[Name, object]]:
    key = fault.keys[0]
    told = experiment.get("train", key)
    meant_number = None if told is None or told.text is None else with_decimal_comma(told.text)
    if meant_number is not None:
        yield {("train", key): meant_number}
        return
    for change in candidates(fault, found.trainer):
        yield {("train", key): value for key, value in change.items()}
    spec = experiment.profile.spec("train", key)
    if spec is not None and spec.default is not ABSENT:
        yield {("train", key): spec.default}


def _words(found: Run, fault: Fault) -> dict[str, object]:
    """The fault's facts as they are told, with what ``auto`` came to."""
    words: dict[str, object] = {**fault.facts, "key": fault.keys[0]}
    words["value"] = repr(fault.facts.get(fault.keys[0]))
    known, batch = found.trainer.agents is not None, fault.facts.get("batch")
    agents, each = counted(found.trainer.some_agents, "agent"), found.each
    came_from = f" ({counted(found.trainer.least_agents, 'environment')} x {each})" if known else ""
    words["agents"] = f"{agents}{came_from}" if known else f"at least {agents}"
    words["sharers"] = f"{agents}{came_from}" if known else f"{agents}, or any multiple of that"
    words["segments"] = counted(fault.facts.get("segments"), "segment")
    words["least"] = batch if found.trainer.batch is not None else f"at least {batch}"
    words["range"] = "at least 0, below 1" if fault.keys[0] in BETAS else "at least 0"
    words["wanted"] = WANTED.get(fault.keys[0], "a number")
    if fault.facts.get("batch_size") == "auto":
        words["batch_size"] = f"auto ({batch} for {words['agents']})"
    if fault.facts.get("bptt_horizon") == "auto":
        words["bptt_horizon"] = f"auto ({found.trainer.horizon})"
    return words


def wanted_range(spec: Spec) -> str:
    """The range of a key in words: ``from 0 to 1``, ``at least 0, below 1``, ``above 0``."""
    if spec.minimum is not None and spec.maximum is not None:
        return f"from {spec.minimum:g} to {spec.maximum:g}"
    ends = (("at least", spec.minimum), ("above", spec.above), ("at most", spec.maximum))
    words = [f"{word} {end:g}" for word, end in (*ends, ("below", spec.below)) if end is not None]
    return ", ".join(words)
