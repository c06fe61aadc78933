"""Strict models of the 3.0.0 surface: ``vector.make`` and the sections of default.ini.

Defaults are those of config/default.ini in the 3.0.0 sdist. Source: pufferlib 3.0.0 vector.py,
pufferl.py, config/default.ini.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from annotated_types import Ge, Gt, Interval
from pydantic import ConfigDict, Field

from profilecheck.profiles.lookup import About, OpenTable, Table

NOT_IN_INI = About(ini=False)
Count = Annotated[int, Ge(1)]
Backend = Literal["PufferEnv", "Serial", "Multiprocessing", "Ray"]


class Make3(Table):
    """Keyword arguments of ``pufferlib.vector.make`` in 3.0.0, with the defaults of its signature."""

    backend: Backend = "PufferEnv"
    """How environments run. PufferEnv (the default) is the native one: it makes a single environment and ignores every other setting. Case matters."""
    num_envs: Count = 1
    """Number of environments. PufferEnv takes only 1."""
    num_workers: Count | Literal["auto"] | None = None
    """Number of worker processes; must divide num_envs. auto means num_envs. To default, leave the key out: None raises."""
    batch_size: Count | Literal["auto"] | None = None
    """Environments in one batch that recv returns; a multiple of num_envs / num_workers. auto means half of num_envs."""
    zero_copy: bool = True
    """Return views of shared memory; batch_size must then divide num_envs."""
    overwork: bool = False
    """Allow more workers than physical cores."""
    seed: int | None = 0
    """Accepted and never used: make does not forward it."""
    env_args: list[Any] | None = None
    """Positional arguments of the environment's constructor, or a list of them per creator."""
    env_kwargs: dict[str, Any] | list[Any] | None = None
    """Keyword arguments of the environment's constructor, or a list of them per creator."""


class Base3(Table):
    """[base] of a 3.0 INI."""

    package: str | None = None
    """Where the environment lives: ocean for pufferlib.ocean, else pufferlib.environments.PACKAGE."""
    env_name: str | None = None
    """Names of the environments this file is for, separated by blanks; `puffer train NAME` finds the file by them."""
    policy_name: str = "Policy"
    """Class of the policy in the environment's torch module."""
    rnn_name: str | None = None
    """Class of the recurrent wrapper; None for no recurrence, and [rnn] is then ignored."""
    max_suggestion_cost: Annotated[int | float, Gt(0)] = 3600
    """Longest cost in seconds that a sweep suggests."""


class Vec3(Table):
    """[vec] of a 3.0 INI: passed to vector.make as keyword arguments."""

    backend: Backend = "Multiprocessing"
    """How environments run. Case matters; the native backend is called PufferEnv and needs num_envs = 1."""
    num_envs: Count = 2
    """Number of environments (each may hold many agents: see [env])."""
    num_workers: Count | Literal["auto"] = "auto"
    """Number of worker processes; must divide num_envs. auto means num_envs."""
    batch_size: Count | Literal["auto"] | None = "auto"
    """Environments in one batch; a multiple of num_envs / num_workers. auto means half of num_envs."""
    zero_copy: bool = True
    """Return views of shared memory; batch_size must then divide num_envs."""
    overwork: Annotated[bool, NOT_IN_INI] = False
    """Allow more workers than physical cores. Not in default.ini, so there is no flag for it."""
    seed: int | None = 42
    """Accepted and never used: make does not forward it. [train] seed is what counts."""
    env_args: Annotated[list[Any] | None, NOT_IN_INI] = None
    """Positional arguments of the environment's constructor."""
    env_kwargs: Annotated[dict[str, Any] | list[Any] | None, NOT_IN_INI] = None
    """Keyword arguments of the environment's constructor. In an INI they are [env], and may not stand here."""


class Train3(Table):
    """[train] of a 3.0 INI: the configuration of PuffeRL."""

    name: str = "pufferai"
    """Never read by the trainer."""
    project: str = "ablations"
    """Never read by the trainer."""
    seed: int = 42
    """Seeds the environments' resets."""
    torch_deterministic: bool = True
    """Set torch.backends.cudnn.deterministic; must be a bool."""
    cpu_offload: bool = False
    """Keep observations in pinned memory of the host."""
    device: str = "cuda"
    """Torch device of policy and buffers."""
    optimizer: Literal["adam", "muon"] = "muon"
    """The optimizer."""
    anneal_lr: bool = True
    """Anneal the learning rate to zero with a cosine."""
    precision: Literal["float32", "bfloat16"] = "float32"
    """Type of the mixed-precision context."""
    total_timesteps: Annotated[int | float, Ge(1)] = 10_000_000
    """Agent steps of the whole run; at least batch_size."""
    learning_rate: Annotated[float, Ge(0)] = 0.015
    """Step size of the optimizer."""
    gamma: Annotated[float, Interval(ge=0, le=1)] = 0.995
    """Discount of rewards."""
    gae_lambda: Annotated[float, Interval(ge=0, le=1)] = 0.90
    """Smoothing of the advantage estimate."""
    update_epochs: Annotated[int | float, Gt(0)] = 1
    """Passes over a batch in one update."""
    clip_coef: Annotated[float, Ge(0)] = 0.2
    """Clipping of the policy's ratio."""
    vf_coef: Annotated[float, Ge(0)] = 2.0
    """Weight of the value loss."""
    vf_clip_coef: Annotated[float, Ge(0)] = 0.2
    """Clipping of the value loss."""
    max_grad_norm: Annotated[float, Gt(0)] = 1.5
    """Largest norm of the gradient."""
    ent_coef: float = 0.001
    """Weight of the entropy bonus."""
    adam_beta1: Annotated[float, Interval(ge=0, lt=1)] = 0.95
    """First moment's decay (adam) or momentum (muon)."""
    adam_beta2: Annotated[float, Interval(ge=0, lt=1)] = 0.999
    """Second moment's decay."""
    adam_eps: Annotated[float, Ge(0)] = 1e-12
    """Added to the denominator."""
    data_dir: str = "experiments"
    """Folder of checkpoints."""
    checkpoint_interval: Count = 200
    """Epochs between checkpoints."""
    batch_size: Count | Literal["auto"] = "auto"
    """Agent steps collected for one update. auto means agents x bptt_horizon."""
    minibatch_size: Count = 8192
    """Agent steps of one minibatch: a multiple of bptt_horizon, at most batch_size."""
    max_minibatch_size: Count = 32768
    """Largest minibatch that is computed at once; a larger minibatch_size must be a multiple of it."""
    bptt_horizon: Count | Literal["auto"] = 64
    """Steps of one segment. auto means batch_size // agents."""
    compile: bool = False
    """Compile the policy with torch.compile."""
    compile_mode: str | None = "max-autotune-no-cudagraphs"
    """Mode of torch.compile; None for torch's own default."""
    compile_fullgraph: bool = True
    """fullgraph of torch.compile."""
    vtrace_rho_clip: Annotated[float, Ge(0)] = 1.0
    """Clipping of V-trace's rho."""
    vtrace_c_clip: Annotated[float, Ge(0)] = 1.0
    """Clipping of V-trace's c."""
    prio_alpha: Annotated[float, Ge(0)] = 0.8
    """Exponent of prioritised replay."""
    prio_beta0: Annotated[float, Ge(0)] = 0.2
    """Initial importance exponent of prioritised replay."""


class Sweep3(Table):
    """[sweep] of a 3.0 INI: its scalars. Parameters are [sweep.SECTION.NAME] tables."""

    method: str = "Protein"
    """Class in pufferlib.sweep: Random, ParetoGenetic, Protein, ..."""
    metric: str = "score"
    """Logged value that the sweep optimises, without its environment/ prefix."""
    goal: Literal["maximize", "minimize"] = "maximize"
    """Direction."""
    downsample: Count = 10
    """Points that are reported for each run."""


class SweepParameter3(Table):
    """[sweep.SECTION.NAME] of a 3.0 INI: all five keys are read."""

    distribution: Literal[
        "uniform", "int_uniform", "uniform_pow2", "log_normal", "logit_normal"
    ] = Field()
    """How values are drawn."""
    min: float = Field()
    """Smallest value."""
    max: float = Field()
    """Largest value."""
    mean: float = Field()
    """Where the search starts."""
    scale: float | Literal["auto", "time"] = Field()
    """Width of the search around the mean."""


class Config3(Table):
    """A whole 3.0 config: the sections of an INI as tables."""

    model_config = ConfigDict(title="PufferLib 3.0 config")

    base: Base3 = Field(default_factory=Base3)
    """What to run."""
    vec: Vec3 = Field(default_factory=Vec3)
    """How environments are vectorized."""
    env: OpenTable = Field(default_factory=OpenTable)
    """Keyword arguments of the environment."""
    policy: OpenTable = Field(default_factory=OpenTable)
    """Keyword arguments of the policy."""
    rnn: OpenTable = Field(default_factory=OpenTable)
    """Keyword arguments of the recurrent wrapper."""
    train: Train3 = Field(default_factory=Train3)
    """The trainer."""
    sweep: dict[str, Any] = Field(default_factory=dict)
    """The sweep: scalars and nested tables."""
