"""Strict models of the 4.0 source line: the sections of config/default.ini.

Defaults are those of 8e3e754 (R4); names that came with 052f0f5 are marked R5. Source: PufferLib
8e3e754 config/default.ini, pufferlib/pufferl.py; 754d725 src/bindings.cu; 052f0f5 config/default.ini.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from annotated_types import Ge, Gt, Interval
from pydantic import ConfigDict, Field

from profilecheck.profiles.lookup import About, OpenTable, Table

R5 = About(revision="R5")
R5_NOT_IN_INI = About(revision="R5", ini=False)
Count = Annotated[int, Ge(1)]
Whole = Annotated[int, Ge(0)]
Number = int | float | bool
"""What casts to a C double: True counts as 1."""
Switch = bool | int
TORCH_ONLY = About(
    inert="the native trainer always builds MinGRU; [torch] is read only under --slowly"
)


class Base4(Table):
    """[base] of a 4.0 INI."""

    env_name: str | None = None
    """Names of the environments this file is for, separated by blanks; the one that build.sh compiled."""
    rank: Whole = 0
    """Rank of this process; set by the trainer."""
    world_size: Count = 1
    """Number of processes; set by the trainer."""
    gpu_id: Whole = 0
    """GPU of this process; set by the trainer."""
    nccl_id: str = "None"
    """Identifier for NCCL; set by the trainer."""
    profile: Switch = False
    """Profile the native trainer."""
    checkpoint_dir: str = "checkpoints"
    """Folder of checkpoints."""
    log_dir: str = "logs"
    """Folder of logs."""
    checkpoint_interval: Count = 200
    """Epochs between checkpoints."""
    eval_episodes: Count = 10000
    """Episodes of the evaluation after training."""
    cudagraphs: int = 10
    """Epoch at which CUDA graphs are captured."""
    seed: int = 73
    """Seed of the run; [train] seed is not read."""
    reset_state: Switch = True
    """Reset the recurrent state between epochs."""


class Vec4(Table):
    """[vec] of a 4.0 INI: native vectorization."""

    total_agents: Count = 4096
    """Agents over all environments (per GPU): a multiple of num_buffers x agents per environment."""
    num_buffers: Count = 2
    """Buffers that are stepped in turn; each serves total_agents / num_buffers agents."""
    num_threads: Whole = 16
    """Threads that step environments, shared by the buffers: num_threads / num_buffers each, at least 1."""
    num_frozen_banks: Annotated[int, Ge(1), R5_NOT_IN_INI] = 1
    """Frozen opponents in self-play (1 to 8)."""
    frozen_bank_pct: Annotated[float, Ge(0), R5_NOT_IN_INI] = 0.0
    """Share of a buffer's agents that frozen opponents play."""
    frozen_bank_hidden_size: Annotated[int, Ge(0), R5_NOT_IN_INI] = 0
    """Hidden size of frozen opponents."""
    frozen_bank_num_layers: Annotated[int, Ge(0), R5_NOT_IN_INI] = 0
    """Layers of frozen opponents."""


class Policy4(Table):
    """[policy] of a 4.0 INI: the native MinGRU."""

    hidden_size: Count = 128
    """Width; a multiple of 8."""
    num_layers: Count = 4
    """Layers."""
    expansion_factor: Annotated[
        Number, About(inert="the native network never reads expansion_factor")
    ] = 1
    """Not read by the native trainer."""


class Torch4(Table):
    """[torch] of a 4.0 INI: the network under --slowly."""

    network: Annotated[str, TORCH_ONLY] = "MinGRU"
    """Class in pufferlib.models."""
    encoder: Annotated[str, TORCH_ONLY] = "DefaultEncoder"
    """Class in pufferlib.models."""
    decoder: Annotated[str, TORCH_ONLY] = "DefaultDecoder"
    """Class in pufferlib.models."""


class Train4(Table):
    """[train] of a 4.0 INI."""

    gpus: Count = 1
    """Number of GPUs, one process each; total_timesteps is divided among them."""
    seed: Annotated[int, About(inert="only [base] seed is read")] = 42
    """Not read: [base] seed is."""
    total_timesteps: Annotated[int | float, Ge(1)] = 10_000_000
    """Agent steps of the whole run; at least total_agents x horizon."""
    learning_rate: Annotated[Number, Ge(0)] = 0.015
    """Step size of Muon."""
    anneal_lr: Switch = 1
    """Anneal the learning rate with a cosine."""
    min_lr_ratio: Number = 0.0
    """Share of the learning rate that annealing ends at."""
    gamma: Annotated[Number, Interval(ge=0, le=1)] = 0.995
    """Discount of rewards."""
    gae_lambda: Annotated[Number, Interval(ge=0, le=1)] = 0.90
    """Smoothing of the advantage estimate."""
    replay_ratio: Annotated[float, Gt(0)] = 1.0
    """Passes over a batch in one update: replay_ratio x batch / minibatch_size minibatches."""
    clip_coef: Annotated[Number, Ge(0)] = 0.2
    """Clipping of the policy's ratio."""
    vf_coef: Annotated[Number, Ge(0)] = 2.0
    """Weight of the value loss."""
    vf_clip_coef: Annotated[Number, Ge(0)] = 0.2
    """Clipping of the value loss."""
    max_grad_norm: Annotated[int | float, Gt(0)] | bool = 1.5
    """Largest norm of the gradient."""
    ent_coef: Number = 0.001
    """Weight of the entropy bonus."""
    beta1: Annotated[int | float, Interval(ge=0, lt=1)] | bool = 0.95
    """Momentum of Muon."""
    beta2: Annotated[Number, About(inert="Muon takes only beta1")] = 0.999
    """Required and never used."""
    eps: Annotated[Number, About(inert="the native Muon has constants of its own")] = 1e-12
    """Required and never used."""
    minibatch_size: Count = 8192
    """Agent steps of one minibatch: a multiple of horizon, at most total_agents x horizon."""
    horizon: Count = 64
    """Steps of one rollout; a multiple of 8."""
    vtrace_rho_clip: Annotated[Number, Ge(0)] = 1.0
    """Clipping of V-trace's rho."""
    vtrace_c_clip: Annotated[Number, Ge(0)] = 1.0
    """Clipping of V-trace's c."""
    prio_alpha: Annotated[Number, Ge(0)] = 0.8
    """Exponent of prioritised replay."""
    prio_beta0: Annotated[Number, Ge(0)] = 0.2
    """Initial importance exponent of prioritised replay."""
    anneal_ent_coef: Annotated[Switch, R5] = 0
    """Anneal ent_coef with a cosine."""
    min_ent_coef_ratio: Annotated[Number, R5] = 0.1
    """Share of ent_coef that annealing ends at."""


class Selfplay4(Table):
    """[selfplay] of the later 4.x revision."""

    enabled: Annotated[Switch, R5] = 0
    """Train against older policies."""
    max_size: Annotated[int, Ge(1), R5] = 16
    """Policies in the pool."""
    swap_winrate: Annotated[Number, R5] = 0.8
    """Win rate that advances to the next opponent."""
    min_games: Annotated[int, Ge(1), R5] = 2048
    """Games before an opponent is swapped."""
    elo_init: Annotated[Number, R5] = 0.0
    """Elo of a new policy."""
    elo_k: Annotated[Number, R5] = 16.0
    """Elo update's size."""
    seed: Annotated[int, R5] = 42
    """Seed of the pool."""
    snapshot_interval: Annotated[int, Ge(0), R5] = 1_000_000_000
    """Steps between snapshots; 0 for none."""
    opp_timeout_steps: Annotated[int, Ge(0), R5] = 500_000_000
    """Steps after which an opponent is swapped anyway; 0 for never."""


class Sweep4(Table):
    """[sweep] of a 4.0 INI: its scalars. Any other scalar here ends every sweep."""

    method: str = "Protein"
    """Class in pufferlib.sweep."""
    metric: str = "score"
    """Logged value that the sweep optimises, without its env/ prefix."""
    metric_distribution: str = "linear"
    """How the metric is distributed."""
    goal: Literal["maximize", "minimize"] = "maximize"
    """Direction."""
    max_suggestion_cost: Annotated[float, Gt(0)] = 3600
    """Longest cost in seconds that a sweep suggests."""
    max_runs: Count = 1200
    """Runs of the sweep."""
    gpus: Whole = 0
    """GPUs of the sweep; 0 means all."""
    downsample: Count = 5
    """Points that are reported for each run."""
    use_gpu: Switch = True
    """Fit the sweep's model on a GPU."""
    prune_pareto: Switch = True
    """Prune the Pareto front."""
    early_stop_quantile: Number = 0.3
    """Quantile below which a run is stopped."""
    match_enemy_model_path: Annotated[str, R5] = ""
    """Checkpoint that each run plays against; empty for none."""
    match_num_games: Annotated[int, Ge(1), R5] = 1024
    """Games of such a match."""
    match_enemy_hidden_size: Annotated[int, Ge(0), R5] = 0
    """Hidden size of the enemy."""
    match_enemy_num_layers: Annotated[int, Ge(0), R5] = 0
    """Layers of the enemy."""


class SweepParameter4(Table):
    """[sweep.SECTION.NAME] of a 4.0 INI."""

    distribution: Literal[
        "uniform", "int_uniform", "uniform_pow2", "log_normal", "logit_normal"
    ] = Field()
    """How values are drawn."""
    min: float = Field()
    """Smallest value."""
    max: float = Field()
    """Largest value."""
    scale: float | Literal["auto", "time"] = Field()
    """Width of the search."""
    mean: Annotated[
        float | None, About(ini=False, inert="4.0 starts from the config's own values")
    ] = None
    """Ignored; 3.0 read it."""


class Config4(Table):
    """A whole 4.0 config: the sections of an INI as tables."""

    model_config = ConfigDict(title="PufferLib 4.0 config")

    base: Base4 = Field(default_factory=Base4)
    """What to run."""
    vec: Vec4 = Field(default_factory=Vec4)
    """How environments are vectorized."""
    env: OpenTable = Field(default_factory=OpenTable)
    """Arguments of the environment's binding: numbers only."""
    policy: Policy4 = Field(default_factory=Policy4)
    """The network."""
    torch: Torch4 = Field(default_factory=Torch4)
    """The network under --slowly."""
    train: Train4 = Field(default_factory=Train4)
    """The trainer."""
    selfplay: Selfplay4 = Field(default_factory=Selfplay4)
    """Self-play, in the later 4.x revision."""
    sweep: dict[str, Any] = Field(default_factory=dict)
    """The sweep: scalars and nested tables."""
