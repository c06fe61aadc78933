"""What became of each name from one generation to the next: the table itself, as data.

A row is: section, name, kind of change, the new places (``section.name``, several with blanks, or
"" where there is none), and a note. ``names.py`` reads it.
"""

from __future__ import annotations

from typing import Final

Row = tuple[str, str, str, str, str]

SAME: Final = "same formula"
"""A note that says that the value means the same."""

SOURCE_3_TO_4: Final = "3.0.0 and 8e3e754 config/default.ini, pufferl.py; 754d725 src/bindings.cu"
FROM_3_TO_4: Final[tuple[Row, ...]] = (
    ("base", "package", "dropped", "", "build.sh compiles one environment; there are no packages"),
    ("base", "env_name", "converted", "base.env_name", "without the puffer_ prefix: the folder that build.sh compiled"),
    ("base", "policy_name", "dropped", "", "the native network is always MinGRU; [torch] is read under --slowly"),
    ("base", "rnn_name", "dropped", "", "the native network is always MinGRU; [torch] is read under --slowly"),
    ("base", "max_suggestion_cost", "moved", "sweep.max_suggestion_cost", ""),
    ("vec", "backend", "dropped", "", "vectorization is native; there is nothing to choose"),
    ("vec", "num_envs", "merged", "vec.total_agents", "total_agents = vec.num_envs x env.num_envs x agents per environment"),
    ("vec", "num_workers", "dropped", "", "num_threads and num_buffers are nearest, and mean something else"),
    ("vec", "batch_size", "dropped", "", "num_buffers is what overlaps now"),
    ("vec", "zero_copy", "dropped", "", "vectorization is native"),
    ("vec", "overwork", "dropped", "", "there is no check of cores"),
    ("vec", "seed", "moved", "base.seed", "it had no effect in 3.0"),
    ("vec", "env_args", "dropped", "", "environments are compiled; [env] holds their arguments"),
    ("vec", "env_kwargs", "dropped", "", "environments are compiled; [env] holds their arguments"),
    ("train", "name", "dropped", "", "3.0 does not read it either; --wandb-group names the group of a run"),
    ("train", "project", "dropped", "", "3.0 does not read it either; --wandb-project names the project"),
    ("train", "seed", "moved", "base.seed", "4.0's own default.ini still has [train] seed, which it does not read"),
    ("train", "torch_deterministic", "dropped", "", "the trainer is native"),
    ("train", "cpu_offload", "dropped", "", "the trainer is native"),
    ("train", "device", "dropped", "", "chosen when building: build.sh --cpu"),
    ("train", "optimizer", "dropped", "", "always Muon: a 3.0 config with adam changes its algorithm"),
    ("train", "anneal_lr", "converted", "train.anneal_lr", "1 or 0; the text true no longer works; min_lr_ratio is new"),
    ("train", "precision", "dropped", "", "chosen when building: bfloat16, or build.sh --float"),
    ("train", "update_epochs", "renamed", "train.replay_ratio", SAME),
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
    ("env", "num_snakes", "renamed", "env.num_agents", "in snake"),
    ("train", "minibatch_size", "kept-but-changed", "train.minibatch_size", "per GPU, and never accumulated"),
    ("train", "total_timesteps", "kept-but-changed", "train.total_timesteps", "divided among the GPUs"),
    ("sweep", "name", "dropped", "", "an unknown scalar ends every sweep"),
    ("sweep", "max_cost", "dropped", "", "an unknown scalar ends every sweep"),
    ("sweep.*", "mean", "dropped", "", "a sweep starts from the config's own values"),
)  # fmt: skip

ADDED_IN_4_0: Final[tuple[Row, ...]] = (
    ("vec", "total_agents", "added", "vec.total_agents", "agents over all environments"),
    ("vec", "num_buffers", "added", "vec.num_buffers", "2 by default"),
    ("vec", "num_threads", "added", "vec.num_threads", "16 by default"),
    ("policy", "hidden_size", "added", "policy.hidden_size", "of the native MinGRU"),
    ("policy", "num_layers", "added", "policy.num_layers", "of the native MinGRU"),
    ("train", "gpus", "added", "train.gpus", "in place of torchrun and --local-rank"),
    ("train", "min_lr_ratio", "added", "train.min_lr_ratio", "where annealing ends"),
)  # fmt: skip

SOURCE_4_TO_3: Final = SOURCE_3_TO_4
FROM_4_TO_3: Final[tuple[Row, ...]] = (
    ("base", "checkpoint_interval", "moved", "train.checkpoint_interval", ""),
    ("base", "checkpoint_dir", "moved", "train.data_dir", ""),
    ("base", "seed", "moved", "train.seed", ""),
    ("base", "log_dir", "dropped", "", "[train] data_dir holds it all"),
    ("base", "profile", "dropped", "", ""),
    ("base", "eval_episodes", "dropped", "", ""),
    ("base", "cudagraphs", "dropped", "", "3.0 trains with torch"),
    ("base", "rank", "dropped", "", "torchrun sets it"),
    ("base", "world_size", "dropped", "", "torchrun sets it"),
    ("base", "gpu_id", "dropped", "", "torchrun sets it"),
    ("base", "nccl_id", "dropped", "", "torchrun sets it"),
    ("base", "reset_state", "dropped", "", ""),
    ("vec", "total_agents", "split", "vec.num_envs", "total_agents = vec.num_envs x env.num_envs x agents per environment"),
    ("vec", "num_buffers", "dropped", "", "batch_size below num_envs is what overlaps in 3.0"),
    ("vec", "num_threads", "dropped", "", "3.0 has processes: num_workers"),
    ("vec", "num_frozen_banks", "dropped", "", "3.0 has no self-play"),
    ("vec", "frozen_bank_pct", "dropped", "", "3.0 has no self-play"),
    ("vec", "frozen_bank_hidden_size", "dropped", "", "3.0 has no self-play"),
    ("vec", "frozen_bank_num_layers", "dropped", "", "3.0 has no self-play"),
    ("torch", "network", "dropped", "", "[base] policy_name names a class in the environment's torch module"),
    ("torch", "encoder", "dropped", "", "the policy's class holds its encoder"),
    ("torch", "decoder", "dropped", "", "the policy's class holds its decoder"),
    ("train", "horizon", "renamed", "train.bptt_horizon", ""),
    ("train", "beta1", "renamed", "train.adam_beta1", "4.0 has it for the momentum of Muon"),
    ("train", "beta2", "renamed", "train.adam_beta2", "4.0 requires it and never uses it"),
    ("train", "eps", "renamed", "train.adam_eps", "4.0 requires it and never uses it"),
    ("train", "replay_ratio", "renamed", "train.update_epochs", ""),
    ("train", "gpus", "dropped", "", "torchrun starts one process for each GPU"),
    ("train", "min_lr_ratio", "dropped", "", "annealing ends at 0"),
    ("train", "anneal_ent_coef", "dropped", "", ""),
    ("train", "min_ent_coef_ratio", "dropped", "", ""),
    ("selfplay", "enabled", "dropped", "", "3.0 has no self-play"),
    ("selfplay", "max_size", "dropped", "", "3.0 has no self-play"),
    ("selfplay", "swap_winrate", "dropped", "", "3.0 has no self-play"),
    ("selfplay", "min_games", "dropped", "", "3.0 has no self-play"),
    ("selfplay", "elo_init", "dropped", "", "3.0 has no self-play"),
    ("selfplay", "elo_k", "dropped", "", "3.0 has no self-play"),
    ("selfplay", "seed", "dropped", "", "3.0 has no self-play"),
    ("selfplay", "snapshot_interval", "dropped", "", "3.0 has no self-play"),
    ("selfplay", "opp_timeout_steps", "dropped", "", "3.0 has no self-play"),
    ("sweep", "max_suggestion_cost", "moved", "base.max_suggestion_cost", ""),
    ("sweep", "max_runs", "dropped", "", "--max-runs"),
    ("sweep", "metric_distribution", "dropped", "", ""),
    ("sweep", "use_gpu", "dropped", "", ""),
    ("sweep", "prune_pareto", "dropped", "", ""),
    ("sweep", "early_stop_quantile", "dropped", "", ""),
    ("sweep", "gpus", "dropped", "", "one process for each GPU"),
    ("sweep", "match_enemy_model_path", "dropped", "", "3.0 has no match"),
    ("sweep", "match_num_games", "dropped", "", "3.0 has no match"),
    ("sweep", "match_enemy_hidden_size", "dropped", "", "3.0 has no match"),
    ("sweep", "match_enemy_num_layers", "dropped", "", "3.0 has no match"),
)  # fmt: skip

SOURCE_2_TO_3: Final = "31359250 config/default.ini; 3.0.0 config/default.ini, pufferl.py"
FROM_2_TO_3: Final[tuple[Row, ...]] = (
    ("base", "vec", "moved", "vec.backend", "as a key of [base] beside [vec] it stops 3.0's loader"),
    ("train", "num_envs", "moved", "vec.num_envs", ""),
    ("train", "num_workers", "moved", "vec.num_workers", ""),
    ("train", "env_batch_size", "moved", "vec.batch_size", ""),
    ("train", "zero_copy", "moved", "vec.zero_copy", ""),
    ("train", "norm_adv", "dropped", "", "advantages are always normalised"),
    ("train", "target_kl", "dropped", "", ""),
    ("train", "clip_vloss", "dropped", "", "vf_clip_coef clips"),
    ("train", "use_rnn", "dropped", "", "[base] rnn_name decides"),
    ("vec", "env_batch_size", "renamed", "vec.batch_size", ""),
    ("vec", "sync_traj", "dropped", "", ""),
)  # fmt: skip

SOURCE_1_TO_3: Final = "1.0.1 vector.py, clean_pufferl.py; 3.0.0 vector.py, pufferl.py"
FROM_1_TO_3: Final[tuple[Row, ...]] = (
    ("train", "env_pool", "dropped", "", "batch_size below num_envs does it"),
    ("train", "verbose", "dropped", "", ""),
    ("vec", "env_pool", "dropped", "", "batch_size below num_envs does it"),
    ("vec", "envs_per_worker", "dropped", "", "num_envs / num_workers"),
    ("vec", "envs_per_batch", "renamed", "vec.batch_size", ""),
    ("vec", "mask_agents", "dropped", "", ""),
)  # fmt: skip

SOURCE_2_TO_4: Final = "31359250 and 8e3e754 config/default.ini; 754d725 src/bindings.cu"
FROM_2_TO_4: Final[tuple[Row, ...]] = (
    ("train", "env_batch_size", "dropped", "", "num_buffers is what overlaps now"),
    ("train", "num_workers", "dropped", "", "num_threads and num_buffers are nearest, and mean something else"),
    ("train", "use_rnn", "dropped", "", "the native network is always recurrent"),
    ("train", "target_kl", "dropped", "", ""),
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

SOURCE_5: Final = "bc98fdc and 64da1a6 config/default.ini, src/ini.h, src/pufferl.cu; b21c5a47 src/pufferl.cu (early)"
OF_5_0: Final[tuple[Row, ...]] = (
    ("base", "async", "dropped", "", ""),
    ("base", "eval_agents", "dropped", "", ""),
    ("base", "gpu_offset", "dropped", "", ""),
    ("base", "load_model_path", "dropped", "", "--load-model-path"),
    ("base", "load_enemy_model_path", "dropped", "", "--load-enemy-model-path"),
    ("base", "reset_every_horizon", "converted", "base.reset_state", "1 is nearest to True; the default differs"),
    ("base", "result_fd", "dropped", "", ""),
    ("base", "run_id", "dropped", "", ""),
    ("base", "num_games", "dropped", "", "--num-games, in mode match"),
    ("base", "burnin_games", "dropped", "", ""),
    ("base", "wandb", "dropped", "", "--wandb"),
    ("base", "slowly", "dropped", "", "--slowly"),
    ("vec", "num_policies", "converted", "vec.num_frozen_banks", "num_policies = num_frozen_banks + 1"),
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
    ("sweep", "resume_from", "dropped", "", ""),
    ("sweep", "league", "dropped", "", ""),
)  # fmt: skip

FROM_4_TO_5: Final[tuple[Row, ...]] = (
    ("base", "rank", "dropped", "", "of the process now: base.gpu_offset, train.gpus"),
    ("base", "world_size", "dropped", "", "of the process now: base.gpu_offset, train.gpus"),
    ("base", "gpu_id", "dropped", "", "of the process now: base.gpu_offset, train.gpus"),
    ("base", "nccl_id", "dropped", "", "of the process now"),
    ("base", "reset_state", "converted", "base.reset_every_horizon", "1 is nearest; the default differs"),
    ("base", "cudagraphs", "kept-but-changed", "base.cudagraphs", "0 and above on, -1 off"),
    ("policy", "expansion_factor", "dropped", "", ""),
    ("torch", "network", "dropped", "", "custom encoders are C"),
    ("torch", "encoder", "dropped", "", "custom encoders are C"),
    ("torch", "decoder", "dropped", "", "custom encoders are C"),
    ("train", "beta1", "renamed", "train.momentum", ""),
    ("train", "beta2", "dropped", "", ""),
    ("train", "eps", "dropped", "", "Muon has constants of its own"),
    ("train", "prio_alpha", "dropped", "", "minibatches are slices in order"),
    ("train", "prio_beta0", "dropped", "", "minibatches are slices in order"),
    ("train", "vtrace_rho_clip", "kept-but-changed", "train.vtrace_rho_clip", "used only with train.vtrace = 1"),
    ("train", "vtrace_c_clip", "kept-but-changed", "train.vtrace_c_clip", "used only with train.vtrace = 1"),
    ("train", "seed", "moved", "base.seed", ""),
    ("vec", "num_frozen_banks", "converted", "vec.num_policies", "num_policies = num_frozen_banks + 1"),
    ("vec", "frozen_bank_pct", "renamed", "vec.hist_policy_percent", ""),
    ("vec", "frozen_bank_hidden_size", "renamed", "vec.hist_policy_hidden_size", ""),
    ("vec", "frozen_bank_num_layers", "renamed", "vec.hist_policy_num_layers", ""),
    ("sweep", "method", "dropped", "", "always Protein"),
    ("sweep", "use_gpu", "dropped", "", ""),
    ("sweep", "gpus", "kept-but-changed", "sweep.gpus", "-1 for all; 0 aborts"),
)  # fmt: skip

LATER_3: Final[tuple[tuple[str, str], ...]] = (
    ("train", "min_lr_ratio"),
    ("sweep", "metric_distribution max_suggestion_cost use_gpu prune_pareto early_stop_quantile"),
)  # fmt: skip
"""Names of 4.0 that a source revision after 3.0.0 (40c7a1b, never published) already has."""

ALSO_IN_5_0: Final[tuple[tuple[str, str], ...]] = (
    ("base", "env_name profile checkpoint_dir log_dir checkpoint_interval eval_episodes"),
    ("base", "cudagraphs seed rank world_size gpu_id nccl_id reset_state"),
    ("vec", "total_agents num_buffers num_threads"),
    ("vec", "num_frozen_banks frozen_bank_pct frozen_bank_hidden_size frozen_bank_num_layers"),
    ("policy", "hidden_size num_layers expansion_factor"),
    ("torch", "network encoder decoder"),
    ("train", "gpus horizon replay_ratio min_lr_ratio anneal_ent_coef min_ent_coef_ratio"),
    ("train", "seed total_timesteps learning_rate anneal_lr gamma gae_lambda clip_coef vf_coef"),
    ("train", "vf_clip_coef max_grad_norm ent_coef minibatch_size vtrace_rho_clip vtrace_c_clip"),
    ("train", "prio_alpha prio_beta0"),
    ("selfplay", "enabled max_size seed opp_timeout_steps"),
    ("sweep", "metric metric_distribution goal max_suggestion_cost max_runs gpus downsample"),
    ("sweep", "use_gpu prune_pareto early_stop_quantile"),
)  # fmt: skip
"""Names of 4.0 that 5.0 reads too, early (b21c5a47) or late (bc98fdc, 64da1a6)."""

SINCE_2_0: Final[tuple[tuple[str, str], ...]] = (
    ("base", "package env_name policy_name rnn_name max_suggestion_cost"),
    ("train", "seed torch_deterministic cpu_offload device total_timesteps learning_rate anneal_lr"),
    ("train", "gamma gae_lambda update_epochs clip_coef vf_coef vf_clip_coef max_grad_norm ent_coef"),
    ("train", "data_dir checkpoint_interval batch_size minibatch_size bptt_horizon compile"),
    ("train", "compile_mode"),
    ("sweep", "method"),
)  # fmt: skip
"""Names of 3.0 that 31359250's default.ini (2.x) has already."""

ANY_TRAINERS: Final[tuple[tuple[str, str], ...]] = (
    ("base", "profile checkpoint_dir log_dir checkpoint_interval eval_episodes seed rank world_size"),
    ("base", "gpu_id name project package async run_id"),
    ("policy", "network"),
    ("train", "name project device optimizer precision compile compile_mode data_dir batch_size"),
    ("train", "checkpoint_interval horizon beta1 beta2 eps gpus momentum"),
)  # fmt: skip
"""Names of one generation that any trainer may have too: in a file that PufferLib's own loader does not read,
they tell nothing."""
