"""What became of the modules and names that PufferLib no longer has: the table itself, as data.

A row is: the old dotted name; what to use in its place (a dotted name that the generation has, or ""),
and a note of one line. Rows stand under the first generation that lacks the old name. A row for a
module stands for its names too: the same name in the new module, where that has it. ``api_names.py``
reads it.

Sources: the sdists of 0.7.3, 1.0.1, 2.0.6 and 3.0.0; for 4.0 the files named in ``api/4.0.json``.
"""

from __future__ import annotations

from typing import Final

from profilecheck.profiles.releases import FORK

Row = tuple[str, str, str]

_OCEAN: Final = (
    "Breakout Connect4 Enduro Go Moba NMMO3 Pong PySquared Rware Snake Squared Tactical TripleTriad"
)

_WRAPPERS: Final = (
    "ClipAction EpisodeStats GymToGymnasium MeanOverAgents MultiagentEpisodeStats"
    " PettingZooTruncatedWrapper PettingZooWrapper ResizeObservation"
)

_STATS: Final = "the episode's statistics come from a wrapper"
_HELPERS: Final = "its helpers are gone"
_NO_POOL: Final = "there are no pools of policies"
_COMPILED: Final = "environments are C, compiled by build.sh ENV and trained by puffer train ENV"
_VECTORIZED: Final = (
    "vectorization is native: [vec] total_agents, num_buffers and num_threads configure it"
)
_SLOWLY: Final = "of the PyTorch backend (--slowly), with other arguments"
_PLAIN: Final = "ValueError, AssertionError and RuntimeError are raised instead"

TO_1_0: Final[tuple[Row, ...]] = (
    ("pufferlib.vectorization", "pufferlib.vector", "vector.make(creator, backend=...) builds it"),
    ("pufferlib.emulation.Postprocessor", "", "wrap the environment instead"),
    ("pufferlib.emulation.BasicPostprocessor", "pufferlib.postprocess.EpisodeStats", _STATS),
    ("pufferlib.emulation.unpack_batched_obs", "pufferlib.pytorch.nativize_tensor", "with the dtype of nativize_dtype"),
    ("pufferlib.policy_pool", "pufferlib.pytorch", "with other arguments"),
    ("pufferlib.models.RecurrentWrapper", "pufferlib.models.LSTMWrapper", ""),
    ("pufferlib.multi_env.GymnasiumMultiEnv", "pufferlib.emulation.GymnasiumPufferEnv", ""),
    ("pufferlib.multi_env.PettingZooMultiEnv", "pufferlib.emulation.PettingZooPufferEnv", ""),
)  # fmt: skip

TO_2_0: Final[tuple[Row, ...]] = (
    ("pufferlib.frameworks", "pufferlib.cleanrl", "of its two, cleanrl is left"),
    ("pufferlib.frameworks.cleanrl", "pufferlib.cleanrl", ""),
    ("pufferlib.frameworks.rllib", "", "there is no support of RLlib"),
    ("pufferlib.multi_env", "", "a PufferEnv holds its agents itself"),
    ("pufferlib.shared_memory", "", "it was a copy of multiprocessing.shared_memory"),
    ("pufferlib.environments.ocean", "pufferlib.ocean", ""),
    ("pufferlib.environments.nmmo3", "pufferlib.ocean.nmmo3.nmmo3", ""),
    ("pufferlib.emulation.emulate_copy", "pufferlib.emulation.emulate", "into a buffer of make_buffer"),
    ("pufferlib.vector.joint_space", "pufferlib.spaces.joint_space", ""),
)  # fmt: skip

TO_3_0: Final[tuple[Row, ...]] = (
    ("pufferlib.cleanrl", "pufferlib.pytorch", "training is pufferlib.pufferl"),
    ("pufferlib.cleanrl.Policy", "", "the trainer takes the policy as it is"),
    ("pufferlib.cleanrl.RecurrentPolicy", "pufferlib.models.LSTMWrapper", "PuffeRL takes it as it is"),
    ("pufferlib.environment", "pufferlib", ""),
    ("pufferlib.environment.PufferEnv", "pufferlib.PufferEnv", ""),
    ("pufferlib.exceptions", "pufferlib", ""),
    ("pufferlib.postprocess", "pufferlib", ""),
    ("pufferlib.wrappers", "pufferlib", ""),
    ("pufferlib.utils", "pufferlib", _HELPERS + ", but for unroll_nested_dict, silence_warnings and Suppress"),
    ("pufferlib.utils._get_dtype_bounds", "pufferlib.emulation.get_dtype_bounds", ""),
    ("pufferlib.namespace", "", "use types.SimpleNamespace or a dict"),
    ("pufferlib.Namespace", "", "use types.SimpleNamespace or a dict"),
    ("pufferlib.dataclass", "", "use dataclasses.dataclass"),
    ("pufferlib.namespace.dataclass", "", "use dataclasses.dataclass"),
    ("pufferlib.version", "pufferlib.__version__", ""),
    ("pufferlib.version.__version__", "pufferlib.__version__", ""),
    ("pufferlib.policy_pool", "", _NO_POOL),
    ("pufferlib.policy_ranker", "", _NO_POOL),
    ("pufferlib.policy_store", "", _NO_POOL),
    ("pufferlib.pytorch.PolicyPool", "", _NO_POOL),
    ("pufferlib.pytorch.cycle_selector", "", _NO_POOL),
    ("pufferlib.pytorch.LSTM", "pufferlib.models.LSTMWrapper", "or torch.nn.LSTM, of which it was one"),
    ("pufferlib.pytorch.BatchFirstLSTM", "pufferlib.models.LSTMWrapper", "or torch.nn.LSTM, of which it was one"),
    ("pufferlib.puffernet", "pufferlib.extensions.puffernet", "a Cython source that the release does not build"),
    ("pufferlib.extensions.emulate", "pufferlib.emulation.emulate", ""),
    ("pufferlib.extensions.nativize", "pufferlib.emulation.nativize", ""),
    ("pufferlib.emulation.set_buffers", "pufferlib.set_buffers", ""),
    ("pufferlib.vector.APIUsageError", "pufferlib.APIUsageError", ""),
    ("pufferlib.ocean.MAKE_FNS", "pufferlib.ocean.MAKE_FUNCTIONS", ""),
    ("pufferlib.ocean.TrashPickupEnv", "pufferlib.ocean.trash_pickup.trash_pickup.TrashPickupEnv", ""),
    ("pufferlib.ocean.squared.pysquared", "pufferlib.ocean.pysquared.pysquared", ""),
    *((f"pufferlib.ocean.{n}", f"pufferlib.ocean.{n.lower()}.{n.lower()}.{n}", "") for n in _OCEAN.split()),
    # from here on, names of 4.0
    ("pufferlib.torch_pufferl", "pufferlib.pufferl", "with other arguments"),
    ("pufferlib.torch_pufferl.sample_logits", "pufferlib.pytorch.sample_logits", ""),
    ("pufferlib.pufferl.validate_config", "", "PuffeRL checks the sizes when it is built"),
    ("pufferlib.pufferl.print_dashboard", "", "it is a method of PuffeRL"),
    ("pufferlib.pufferl.unroll_nested_dict", "pufferlib.unroll_nested_dict", ""),
    ("pufferlib.sweep.unroll_nested_dict", "pufferlib.unroll_nested_dict", ""),
    ("pufferlib.pufferl.match", "", "there is no self-play"),
    ("pufferlib.selfplay", "", "there is no self-play"),
    ("pufferlib.muon", "", "[train] optimizer = muon takes that of heavyball"),
    ("pufferlib.models.Policy", "pufferlib.models.Default", "or any torch.nn.Module with encode_observations and decode_actions"),
    ("pufferlib.models.DefaultEncoder", "pufferlib.models.Default", "its encode_observations"),
    ("pufferlib.models.DefaultDecoder", "pufferlib.models.Default", "its decode_actions"),
    ("pufferlib.models.LSTM", "pufferlib.models.LSTMWrapper", "around a policy"),
    ("pufferlib.models.GRU", "pufferlib.models.LSTMWrapper", "around a policy"),
    ("pufferlib.models.MinGRU", "pufferlib.models.LSTMWrapper", "around a policy"),
    ("pufferlib.models.NatureEncoder", "pufferlib.models.Convolutional", ""),
    ("pufferlib.models.ImpalaEncoder", "pufferlib.models.ProcgenResnet", ""),
)  # fmt: skip

TO_4_0: Final[tuple[Row, ...]] = (
    ("pufferlib.vector", "", _VECTORIZED),
    ("pufferlib.vector.autotune", "", "puffer sweep ENV searches [sweep.vec]"),
    ("pufferlib.emulation", "", _COMPILED),
    ("pufferlib.PufferEnv", "", _COMPILED),
    ("pufferlib.set_buffers", "", _COMPILED),
    ("pufferlib.spaces", "", "an environment's binding.c declares its sizes"),
    ("pufferlib.APIUsageError", "", _PLAIN),
    ("pufferlib.EnvironmentSetupError", "", _PLAIN),
    ("pufferlib.InvalidAgentError", "", _PLAIN),
    ("pufferlib.unroll_nested_dict", "pufferlib.sweep.unroll_nested_dict", ""),
    *((f"pufferlib.{name}", "", _COMPILED) for name in _WRAPPERS.split()),
    ("pufferlib.silence_warnings", "", _HELPERS),
    ("pufferlib.Suppress", "", _HELPERS),
    ("pufferlib.pufferlib", "pufferlib", ""),
    ("pufferlib.pytorch", "", "its helpers are gone, but for torch_pufferl.sample_logits"),
    ("pufferlib.pytorch.sample_logits", "pufferlib.torch_pufferl.sample_logits", _SLOWLY),
    ("pufferlib.ocean", "", _COMPILED),
    ("pufferlib.ocean.torch", "pufferlib.models", "an encoder, a network and a decoder each"),
    ("pufferlib.environments", "", _COMPILED),
    ("pufferlib.extensions", "pufferlib._C", "all that is compiled is in it"),
    ("pufferlib.config", "", "the INI files stand in config/ at the top of the repository"),
    ("pufferlib.cleanrl_ppo_atari", "", "the example is gone"),
    ("pufferlib.pufferl.PuffeRL", "pufferlib.torch_pufferl.PuffeRL", _SLOWLY + "; the native trainer is pufferlib._C.create_pufferl(args)"),
    ("pufferlib.pufferl.Profile", "pufferlib.torch_pufferl.Profile", _SLOWLY),
    ("pufferlib.pufferl.compute_puff_advantage", "pufferlib.torch_pufferl.compute_puff_advantage", _SLOWLY),
    ("pufferlib.pufferl.load_policy", "pufferlib.torch_pufferl.load_policy", _SLOWLY),
    ("pufferlib.pufferl.load_env", "pufferlib._C.create_vec", "of the environment that build.sh compiled"),
    ("pufferlib.pufferl.Utilization", "pufferlib._C.get_utilization", "a function"),
    ("pufferlib.pufferl.WandbLogger", "", "--wandb logs by itself"),
    ("pufferlib.pufferl.NeptuneLogger", "", "only --wandb is left"),
    ("pufferlib.pufferl.NoLogger", "", "only --wandb logs"),
    ("pufferlib.pufferl.export", "", "checkpoints are flat weights already"),
    ("pufferlib.pufferl.autotune", "", "puffer sweep ENV searches [sweep.vec]"),
    ("pufferlib.pufferl.profile", "", "[base] profile"),
    ("pufferlib.models.Default", "pufferlib.models.Policy", "of an encoder, a network and a decoder"),
    ("pufferlib.models.LSTMWrapper", "pufferlib.models.LSTM", "the network between encoder and decoder"),
    ("pufferlib.models.Convolutional", "pufferlib.models.NatureEncoder", ""),
    ("pufferlib.models.ProcgenResnet", "pufferlib.models.ImpalaEncoder", ""),
    ("pufferlib.sweep.Carbs", "pufferlib.sweep.Protein", ""),
)  # fmt: skip

_NO_ENVIRONMENTS: Final = "pufferlib-core has no environments"
TO_CORE: Final[tuple[Row, ...]] = (
    ("pufferlib.ocean", "", _NO_ENVIRONMENTS),
    ("pufferlib.environments", "", _NO_ENVIRONMENTS),
    ("pufferlib.config", "", "pufferlib-core has no INI files"),
    *((f"pufferlib.{name}", f"pufferlib.pufferlib.{name}", "") for name in _WRAPPERS.split()),
)

CHANGES: Final = {"1.0": TO_1_0, "2.0": TO_2_0, "3.0": TO_3_0, "4.0": TO_4_0, FORK: TO_CORE}
"""The rows by the first generation that lacks their names; the fork's come after those of 3.0."""
