"""What other trainers and vectorizers call the settings that PufferLib has under names of its own."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from profilecheck.profiles.base import Name

_ROWS: Final[tuple[tuple[str, str], ...]] = (
    ("base.env_name", "environment environment_name env_id environment_id"),
    ("base.policy_name", "policy_class policy_cls"),
    ("base.rnn_name", "rnn rnn_class rnn_cls"),
    ("policy.hidden_size", "hidden hidden_dim hidden_units"),
    ("policy.num_layers", "layers n_layers num_hidden_layers"),
    ("vec.num_envs", "n_envs nenvs nenv n_env envs num_environments n_environments env_count"),
    ("vec.num_workers", "workers n_workers nworkers num_procs n_procs nprocs num_processes n_processes processes"),
    ("vec.batch_size train.batch_size", "batch bs"),
    ("vec.backend", "vec vectorization vectorizer vec_backend vec_type"),
    ("vec.total_agents", "agents num_agents n_agents nagents"),
    ("vec.num_buffers", "buffers n_buffers nbuffers"),
    ("vec.num_threads vec.num_workers", "threads n_threads nthreads"),
    ("train.learning_rate", "lr learn_rate initial_lr lr_init"),
    ("train.anneal_lr", "lr_schedule lr_scheduler lr_anneal lr_annealing lr_decay linear_lr_decay anneal_learning_rate"),
    ("train.update_epochs train.replay_ratio", "epochs num_epochs n_epochs nepochs ppo_epochs num_update_epochs"),
    ("train.minibatch_size", "minibatch mini_batch mini_batch_size mb_size"),
    ("train.bptt_horizon train.horizon", "bptt rollout_length rollout_len rollout_steps unroll_length num_steps n_steps "
     "nsteps seq_len sequence_length"),
    ("train.total_timesteps", "timesteps total_steps num_timesteps n_timesteps max_timesteps total_env_steps"),
    ("train.gamma", "discount discount_factor"),
    ("train.gae_lambda", "gae lam lambda lmbda"),
    ("train.clip_coef", "clip_range cliprange clip_param clip_eps clip_epsilon ppo_clip"),
    ("train.vf_clip_coef", "clip_range_vf vf_clip value_clip"),
    ("train.ent_coef", "entropy_coef entropy_coeff entropy_coefficient entropy_cost"),
    ("train.vf_coef", "value_coef value_coeff value_loss_coef vf_loss_coef"),
    ("train.max_grad_norm", "grad_clip gradient_clip clip_grad clip_grad_norm grad_norm_clip max_gradient_norm"),
    ("train.adam_eps train.eps", "adam_epsilon optimizer_eps"),
    ("train.seed base.seed", "random_seed rng_seed"),
    ("train.checkpoint_interval base.checkpoint_interval", "checkpoint_every checkpoint_freq checkpoint_frequency save_interval "
     "save_freq save_every"),
    ("train.data_dir base.checkpoint_dir", "save_dir checkpoint_path"),
    ("train.gpus", "num_gpus n_gpus ngpus"),
    ("", "minibatches num_minibatches n_minibatches nminibatches"),
)  # fmt: skip
"""Places, each of one generation or section, and the words for them; words without a place look like a name
and mean something else (a count of minibatches is no size)."""

_PLACES: Final = {
    word: tuple((place.partition(".")[0], place.partition(".")[2]) for place in places.split())
    for places, words in _ROWS
    for word in words.split()
}

SECTIONS: Final = {
    **dict.fromkeys(("vector", "vectorize", "vectorization"), "vec"),
    **dict.fromkeys(("training", "trainer"), "train"),
    "environment": "env",
}
"""Words for sections."""


def is_synonym(word: str) -> bool:
    """Whether the table speaks of a word, be it only to say that it is no slip of a name."""
    return word.lower() in _PLACES


def meant(section: str, word: str, known: Collection[Name]) -> Name | None:
    """The one place among ``known`` that a word in a section means: in that section if there is one.

    None for a word that the table lacks, or that may mean two of the places.
    """
    places = [place for place in _PLACES.get(word.lower(), ()) if place in known]
    here = [place for place in places if place[0] == section]
    if here:
        return here[0]
    return places[0] if len(places) == 1 else None
