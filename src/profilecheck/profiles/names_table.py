"""What became of each name from one generation to the next: the table itself, as data.

A row is: section, name, kind of change, the new places (``section.name``, several with blanks, or
"" where there is none), and a note. ``names.py`` reads it.
"""

from __future__ import annotations

from typing import Final

Row = tuple[str, str, str, str, str]

SOURCE_3_TO_4: Final = "3.0.0 and 8e3e754 config/default.ini, pufferl.py; 754d725 src/bindings.cu"
FROM_3_TO_4: Final[tuple[Row, ...]] = (
    ("base", "package", "dropped", "", "build.sh compiles one environment; there are no packages"),
    ("base", "env_name", "converted", "base.env_name", "without the puffer_ prefix: the folder that build.sh compiled"),
    ("base", "policy_name", "dropped", "", "the native network is always MinGRU; [torch] is read under --slowly"),
    ("base", "rnn_name", "dropped", "", "the native network is always MinGRU; [torch] is read under --slowly"),
    ("base", "max_suggestion_cost", "moved", "sweep.max_suggestion_cost", ""),
    ("vec", "backend", "dropped", "", "vectorization is native; there is nothing to choose"),
    ("vec", "num_envs", "merged", "vec.total_agents", "total_agents = vec.num_envs x env.num_envs x agents per environment"),
    ("vec", "num_workers", "dropped", "", "num_threads and num_buffers take its place, with other meanings"),
    ("vec", "batch_size", "dropped", "", "num_buffers is what overlaps now"),
    ("vec", "zero_copy", "dropped", "", "vectorization is native"),
    ("vec", "overwork", "dropped", "", "there is no check of cores"),
    ("vec", "seed", "moved", "base.seed", "it had no effect in 3.0"),
    ("vec", "env_args", "dropped", "", "environments are compiled; [env] holds their arguments"),
    ("vec", "env_kwargs", "dropped", "", "environments are compiled; [env] holds their arguments"),
    ("train", "name", "dropped", "", "--wandb-group"),
    ("train", "project", "dropped", "", "--wandb-project"),
    ("train", "seed", "moved", "base.seed", "[train] seed is still in default.ini and not read"),
    ("train", "torch_deterministic", "dropped", "", "the trainer is native"),
    ("train", "cpu_offload", "dropped", "", "the trainer is native"),
    ("train", "device", "dropped", "", "chosen when building: build.sh --cpu"),
    ("train", "optimizer", "dropped", "", "always Muon: a 3.0 config with adam changes its algorithm"),
    ("train", "anneal_lr", "converted", "train.anneal_lr", "1 or 0; the text true no longer works; min_lr_ratio is new"),
    ("train", "precision", "dropped", "", "chosen when building: bfloat16, or build.sh --float"),
    ("train", "update_epochs", "renamed", "train.replay_ratio", "same formula"),
    ("train", "adam_beta1", "renamed", "train.beta1", "momentum of Muon"),
    ("train", "adam_beta2", "renamed", "train.beta2", "required and never used"),
    ("train", "adam_eps", "renamed", "train.eps", "required and never used"),
    ("train", "data_dir", "split", "base.checkpoint_dir base.log_dir", ""),
    ("train", "checkpoint_interval", "moved", "base.checkpoint_interval", ""),
    ("train", "batch_size", "dropped", "", "always horizon x total_agents"),
    ("train", "max_minibatch_size", "dropped", "", "gradients are no longer accumulated"),
    ("train", "bptt_horizon", "renamed", "train.horizon", ""),
    ("train", "compile", "dropped", "", "the trainer is native"),
    ("train", "compile_mode", "dropped", "", "the trainer is native"),
    ("train", "compile_fullgraph", "dropped", "", "the trainer is native"),
    ("rnn", "input_size", "merged", "policy.hidden_size", "the network is always recurrent"),
    ("rnn", "hidden_size", "merged", "policy.hidden_size", "the network is always recurrent"),
    ("env", "num_envs", "merged", "vec.total_agents", "total_agents counts all agents of all environments"),
)  # fmt: skip

SOURCE_4_TO_3: Final = SOURCE_3_TO_4
FROM_4_TO_3: Final[tuple[Row, ...]] = (
    ("vec", "total_agents", "split", "vec.num_envs", "total_agents = vec.num_envs x env.num_envs x agents per environment"),
    ("vec", "num_buffers", "dropped", "", "batch_size below num_envs is what overlaps in 3.0"),
    ("vec", "num_threads", "dropped", "", "3.0 has processes: num_workers"),
    ("base", "checkpoint_interval", "moved", "train.checkpoint_interval", ""),
    ("base", "checkpoint_dir", "renamed", "train.data_dir", ""),
    ("base", "seed", "moved", "train.seed", ""),
    ("train", "horizon", "renamed", "train.bptt_horizon", ""),
    ("train", "beta1", "renamed", "train.adam_beta1", ""),
    ("train", "beta2", "renamed", "train.adam_beta2", ""),
    ("train", "eps", "renamed", "train.adam_eps", ""),
    ("train", "replay_ratio", "renamed", "train.update_epochs", ""),
    ("sweep", "max_suggestion_cost", "moved", "base.max_suggestion_cost", ""),
    ("sweep", "max_runs", "dropped", "", "--max-runs"),
)  # fmt: skip

SOURCE_2_TO_3: Final = "31359250 config/default.ini; 3.0.0 config/default.ini, pufferl.py"
FROM_2_TO_3: Final[tuple[Row, ...]] = (
    ("base", "vec", "moved", "vec.backend", "as a key of [base] beside [vec] it stops 3.0's loader"),
    ("train", "num_envs", "moved", "vec.num_envs", ""),
    ("train", "num_workers", "moved", "vec.num_workers", ""),
    ("train", "env_batch_size", "moved", "vec.batch_size", ""),
    ("train", "zero_copy", "moved", "vec.zero_copy", ""),
    ("train", "env_pool", "dropped", "", "batch_size below num_envs does it"),
    ("train", "norm_adv", "dropped", "", "advantages are always normalised"),
    ("train", "target_kl", "dropped", "", ""),
    ("train", "clip_vloss", "dropped", "", "vf_clip_coef clips"),
    ("train", "use_rnn", "dropped", "", "[base] rnn_name decides"),
    ("train", "verbose", "dropped", "", ""),
    ("vec", "env_batch_size", "renamed", "vec.batch_size", ""),
    ("vec", "env_pool", "dropped", "", "batch_size below num_envs does it"),
    ("vec", "sync_traj", "dropped", "", "vector.make refuses it"),
    ("vec", "envs_per_worker", "dropped", "", "num_envs / num_workers"),
    ("vec", "envs_per_batch", "renamed", "vec.batch_size", ""),
    ("vec", "mask_agents", "dropped", "", ""),
)  # fmt: skip

SOURCE_DEV: Final = "61f27b3 pufferlib/config/default.ini"
OF_4_0_DEV: Final[tuple[Row, ...]] = (
    ("base", "name", "dropped", "", "--wandb-group"),
    ("base", "project", "dropped", "", "--wandb-project"),
    ("base", "nccl_id_path", "dropped", "", "the trainer passes the identifier itself"),
    ("policy", "network", "moved", "torch.network", "read only under --slowly"),
    ("legacy", "torch_deterministic", "dropped", "", "the trainer is native"),
    ("legacy", "cpu_offload", "dropped", "", "the trainer is native"),
    ("legacy", "optimizer", "dropped", "", "always Muon"),
    ("legacy", "device", "dropped", "", "chosen when building: build.sh --cpu"),
    ("legacy", "compile", "dropped", "", "the trainer is native"),
    ("legacy", "compile_mode", "dropped", "", "the trainer is native"),
    ("legacy", "compile_fullgraph", "dropped", "", "the trainer is native"),
    ("legacy", "batch_size", "dropped", "", "always horizon x total_agents"),
)  # fmt: skip

SOURCE_5: Final = "bc98fdc and 64da1a6 config/default.ini, src/ini.h, src/pufferl.cu"
OF_5_0: Final[tuple[Row, ...]] = (
    ("base", "async", "dropped", "", ""),
    ("base", "eval_agents", "dropped", "", ""),
    ("base", "gpu_offset", "dropped", "", ""),
    ("base", "load_model_path", "dropped", "", "--load-model-path"),
    ("base", "load_enemy_model_path", "dropped", "", "--load-enemy-model-path"),
    ("base", "reset_every_horizon", "renamed", "base.reset_state", "1 resets; the default differs"),
    ("base", "result_fd", "dropped", "", ""),
    ("base", "run_id", "dropped", "", ""),
    ("vec", "num_policies", "renamed", "vec.num_frozen_banks", "num_policies = num_frozen_banks + 1"),
    ("vec", "hist_policy_hidden_size", "renamed", "vec.frozen_bank_hidden_size", ""),
    ("vec", "hist_policy_num_layers", "renamed", "vec.frozen_bank_num_layers", ""),
    ("vec", "hist_policy_percent", "renamed", "vec.frozen_bank_pct", ""),
    ("vec", "gpu_env", "dropped", "", ""),
    ("vec", "action_mask_size", "dropped", "", ""),
    ("train", "momentum", "renamed", "train.beta1", ""),
    ("train", "vtrace", "dropped", "", "4.0 always clips"),
    ("train", "verb_eps", "dropped", "", ""),
    ("train", "verb_eps_anneal_start", "dropped", "", ""),
    ("train", "verb_eps_anneal_end", "dropped", "", ""),
    ("selfplay", "eval_pool_size", "dropped", "", ""),
    ("selfplay", "eval_games", "dropped", "", ""),
    ("selfplay", "eval_bot_games", "dropped", "", ""),
    ("selfplay", "eval_bots", "dropped", "", ""),
    ("selfplay", "eval_bot_envs", "dropped", "", ""),
    ("selfplay", "eval_bot_threads", "dropped", "", ""),
)  # fmt: skip

OTHER_LATE_3: Final[tuple[Row, ...]] = (
    ("train", "min_lr_ratio", "dropped", "", "of a later 3.x source revision (40c7a1b) and 4.0"),
    ("sweep", "metric_distribution", "dropped", "", "of a later 3.x source revision (40c7a1b) and 4.0"),
    ("sweep", "max_suggestion_cost", "moved", "base.max_suggestion_cost", ""),
    ("sweep", "use_gpu", "dropped", "", "of a later 3.x source revision (40c7a1b) and 4.0"),
    ("sweep", "prune_pareto", "dropped", "", "of a later 3.x source revision (40c7a1b) and 4.0"),
    ("sweep", "early_stop_quantile", "dropped", "", "of a later 3.x source revision (40c7a1b) and 4.0"),
)  # fmt: skip
