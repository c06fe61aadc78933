"""The decision table of 3.0's trainer: which [train] sections it refuses, and when.

One row of ``TABLE`` is one check, in the order in which ``PuffeRL.__init__``, then ``evaluate()``,
then ``train()`` come to it. Source: pufferlib 3.0.0, pufferl.py 51-455 and torch as installed with
it. The rows are proved against the real trainer by ``fixtures/truth/train_3.0.jsonl``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from profilecheck.document import UNKNOWN
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles import v3_trainer as checks
from profilecheck.profiles.v3_make import Bite, Fault, Untold
from profilecheck.profiles.v3_trainer import Trainer

TRAINER: Final = "v3.train"
"""The name of this table."""


def decide(
    train: Mapping[str, object],
    agents: int | None = None,
    least_agents: int = 1,
    *,
    backend: object = UNKNOWN,
    single: bool = False,
    untold: Untold = frozenset(),
) -> tuple[Fault, ...]:
    """All independent faults of a merged [train] section, in the order in which they bite.

    ``agents`` is the number of agents over all environments, None where it is not known. What is
    reported then holds for every positive multiple of ``least_agents``, which is the number of
    environments. ``backend`` is that of [vec]. ``single`` says that a batch may hold one agent
    alone; the trainer then writes past its rows without an error.

    Where nothing is UNKNOWN and the number of agents is given, a run of the trainer fails if and
    only if there is an error. A check is skipped where a value it needs is UNKNOWN or blamed by an
    error before it; errors that nobody is told of (``untold``) keep nothing from being found that can
    be checked all the same.
    """
    trainer = Trainer(train, agents, least_agents, backend, single)
    blamed: set[str] = set()
    found: list[Fault] = []
    for row in TABLE:
        for fault in row.faults(trainer, blamed):
            found.append(fault)
            if fault.blames(untold):
                blamed.add(fault.keys[0])
    return tuple(found)


INIT: Final = Bite(Stage.INIT, Severity.ERROR, Effect.RAISES)
STEP: Final = Bite(Stage.FIRST_STEP, Severity.ERROR, Effect.RAISES)
TRAIN: Final = Bite(Stage.TRAIN, Severity.ERROR, Effect.RAISES)
CLOSE: Final = Bite(Stage.TRAIN, Severity.ERROR, Effect.RAISES)
"""Even a run that never trains evaluates at its end and writes a checkpoint."""
SURPRISES: Final = Bite(Stage.SILENT, Severity.WARNING, Effect.DIFFERENT)
IGNORED: Final = Bite(Stage.SILENT, Severity.WARNING, Effect.IGNORED)


@dataclass(frozen=True, slots=True)
class Row:
    """One check of some keys, the first of which is to blame.

    ``test`` takes the trainer and the blamed key and answers None where all is well, else the facts
    to add; it is asked only where every key that decides is given and known. ``each`` makes it one
    check for every key it names. ``missing`` rows are about keys that are not there.
    """

    cause: str
    keys: tuple[str, ...]
    bite: Bite
    test: checks.Check
    each: tuple[str, ...] = ()
    missing: bool = False

    def faults(self, trainer: Trainer, blamed: set[str]) -> Iterator[Fault]:
        """The faults that this row finds."""
        if self.bite is TRAIN and trainer.never_trains:
            return
        for row_keys in [(key, *self.keys) for key in self.each] or [self.keys]:
            keys = trainer.origin(row_keys)
            ready = trainer.lacks(keys[0]) if self.missing else trainer.knows(keys)
            if not ready or blamed.intersection(keys):
                continue
            facts = self.test(trainer, keys[0])
            if facts is not None:
                told = {key: trainer.train.get(key) for key in keys} | dict(facts)
                bite, alone = self.bite, self.cause == "value-type" or len(row_keys) == 1
                yield Fault(self.cause, keys, bite.stage, bite.severity, bite.effect, told, alone)


SIZES: Final = ("batch_size", "bptt_horizon")
LOSS: Final = (
    *("gamma", "gae_lambda", "vtrace_rho_clip", "vtrace_c_clip", "clip_coef", "vf_coef"),
    *("vf_clip_coef", "ent_coef", "prio_alpha", "prio_beta0"),
)
AT_INIT: Final = (
    *("torch_deterministic", "seed", "batch_size", "bptt_horizon", "device", "cpu_offload"),
    *("minibatch_size", "max_minibatch_size", "update_epochs", "compile", "optimizer"),
    *("learning_rate", "adam_beta1", "adam_beta2", "adam_eps", "total_timesteps", "precision"),
)
IN_TRAIN: Final = (*LOSS, "max_grad_norm", "anneal_lr", "checkpoint_interval")
SWITCHES: Final = ("anneal_lr", "cpu_offload", "compile", "compile_fullgraph")
BY_COMPILE: Final = ("compile_mode", "compile_fullgraph")
BETAS: Final = ("adam_beta1", "adam_beta2")
MINIBATCH: Final = ("minibatch_size", "max_minibatch_size")

TABLE: Final = (
    # train() of the module: the config is put together, the policy goes to its device
    Row("reserved-key", ("env",), INIT, checks.always),
    Row("missing-key", (), INIT, checks.always, each=AT_INIT, missing=True),
    Row("missing-key", (), INIT, checks.missing_when_compiling, each=BY_COMPILE, missing=True),
    Row("missing-key", (), TRAIN, checks.always, each=IN_TRAIN, missing=True),
    Row("missing-key", (), CLOSE, checks.always, each=("data_dir",), missing=True),
    Row("device", ("device",), INIT, checks.no_device),
    # PuffeRL.__init__
    Row("torch-deterministic", ("torch_deterministic",), INIT, checks.no_bool),
    Row("value-type", ("seed",), INIT, checks.seed_does_not_add),
    Row("both-auto", SIZES, INIT, checks.both_auto),
    Row("size-type", (), INIT, checks.no_size, each=SIZES),
    Row("size-below-one", (), INIT, checks.size_below_one, each=SIZES),
    Row("size-float", (), INIT, checks.size_float, each=SIZES),
    Row("size-too-large", (), INIT, checks.size_too_large, each=SIZES),
    Row("horizon-auto-zero", SIZES, INIT, checks.batch_below_agents),
    Row("agents-over-segments", SIZES, INIT, checks.agents_over_segments),
    Row("size-type", (), INIT, checks.no_number, each=MINIBATCH),
    Row("size-zero", (), INIT, checks.size_zero, each=MINIBATCH),
    Row("max-minibatch", MINIBATCH, INIT, checks.minibatch_over_max),
    Row("batch-below-minibatch", ("minibatch_size", "batch_size"), INIT, checks.batch_below_minibatch),
    Row("value-type", ("update_epochs",), INIT, checks.no_finite_number),
    Row("minibatch-by-horizon", ("minibatch", "bptt_horizon"), INIT, checks.minibatch_by_horizon),
    Row(
        "minibatch-by-horizon",
        ("minibatch_size", "bptt_horizon"),
        INIT,
        checks.minibatch_by_horizon_at_any_max,
    ),
    Row("compile-mode", ("compile_mode", "compile"), INIT, checks.no_compile_mode),
    Row("optimizer", ("optimizer",), INIT, checks.no_optimizer),
    Row("value-type", ("learning_rate", "optimizer"), INIT, checks.adam(checks.no_number)),
    Row("value-type", ("optimizer",), INIT, checks.adam(checks.no_number), each=(*BETAS, "adam_eps")),
    Row("adam-range", ("learning_rate", "optimizer"), INIT, checks.adam(checks.negative)),
    Row("adam-range", ("optimizer",), INIT, checks.adam(checks.no_beta), each=BETAS),
    Row("adam-range", ("adam_eps", "optimizer"), INIT, checks.adam(checks.negative)),
    Row("adam-betas-mixed", ("adam_beta1", "adam_beta2", "optimizer"), INIT, checks.betas_mixed),
    Row("value-type", ("total_timesteps",), INIT, checks.no_number),
    Row("precision", ("precision",), INIT, checks.no_precision),
    # evaluate()
    Row("segments-by-agents", SIZES, STEP, checks.segments_by_agents),
    # train()
    Row("no-epochs", ("total_timesteps", "batch_size"), TRAIN, checks.no_epochs),
    Row("value-type", (), TRAIN, checks.no_number, each=LOSS),
    Row("size-below-one", (), TRAIN, checks.minibatch_below_one, each=MINIBATCH),
    Row("size-float", ("minibatch",), TRAIN, checks.size_float),
    Row("no-minibatches", ("update_epochs",), TRAIN, checks.no_epochs_at_all),
    Row("no-minibatches", ("update_epochs", "minibatch", "batch_size"), TRAIN, checks.no_minibatches),
    Row("value-type", ("max_grad_norm",), TRAIN, checks.no_float_text),
    Row("value-type", ("learning_rate", "optimizer"), TRAIN, checks.muon(checks.no_number)),
    Row("value-type", ("adam_beta1", "optimizer"), TRAIN, checks.muon(checks.no_number)),
    Row("zero-interval", ("checkpoint_interval",), TRAIN, checks.zero),
    Row("value-type", ("checkpoint_interval",), TRAIN, checks.no_number),
    Row("value-type", ("data_dir",), CLOSE, checks.no_text),
    # runs, and is not what it seems
    Row("never-trains", ("total_timesteps",), SURPRISES, checks.below_one),
    Row("switch-type", (), SURPRISES, checks.no_switch, each=SWITCHES),
    Row("use-rnn-overwritten", ("use_rnn",), IGNORED, checks.always),
)  # fmt: skip
