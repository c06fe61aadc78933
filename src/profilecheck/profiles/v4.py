"""Profile 4.0: the source line pinned by commit, released (R4) and later (R5)."""

from __future__ import annotations

from collections.abc import Mapping

from profilecheck.profiles import v4_models as models
from profilecheck.profiles.base import Profile, Revision, TreeMark
from profilecheck.profiles.launch_programs import FIXED_4
from profilecheck.profiles.lookup import specs
from profilecheck.profiles.v4_bindings import known_agents
from profilecheck.profiles.v4_follows import follows

SWEEP_DEFAULTS = {
    "train.total_timesteps": ("log_normal", "3e7", "1e11", "time"),
    "policy.hidden_size": ("uniform_pow2", "32", "1024", "auto"),
    "policy.num_layers": ("uniform", "1", "8", "auto"),
    "vec.total_agents": ("uniform_pow2", "256", "16384", "auto"),
    "vec.num_buffers": ("uniform", "1", "8", "auto"),
    "train.horizon": ("uniform_pow2", "8", "1024", "auto"),
    "train.minibatch_size": ("uniform_pow2", "4096", "65536", "auto"),
    "train.learning_rate": ("log_normal", "0.00001", "0.1", "0.5"),
    "train.ent_coef": ("log_normal", "0.00001", "0.2", "auto"),
    "train.gamma": ("logit_normal", "0.8", "0.9999", "auto"),
    "train.gae_lambda": ("logit_normal", "0.2", "0.995", "auto"),
    "train.vtrace_rho_clip": ("uniform", "0.1", "5.0", "auto"),
    "train.vtrace_c_clip": ("uniform", "0.1", "5.0", "auto"),
    "train.replay_ratio": ("uniform", "0.25", "4.0", "auto"),
    "train.clip_coef": ("uniform", "0.01", "1.0", "auto"),
    "train.vf_clip_coef": ("uniform", "0.01", "5.0", "auto"),
    "train.vf_coef": ("uniform", "0.1", "5.0", "auto"),
    "train.max_grad_norm": ("uniform", "0.1", "5.0", "auto"),
    "train.beta1": ("logit_normal", "0.5", "0.999", "auto"),
    "train.beta2": ("logit_normal", "0.9", "0.99999", "auto"),
    "train.eps": ("log_normal", "1e-14", "1e-4", "auto"),
    "train.prio_alpha": ("uniform", "0.0", "1.0", "auto"),
    "train.prio_beta0": ("uniform", "0.0", "1.0", "auto"),
}


def _models() -> Mapping[str, type]:
    return {
        "4.0": models.Config4,
        "4.0-vec": models.Vec4,
        "4.0-train": models.Train4,
        "4.0-policy": models.Policy4,
    }


TABLES = {
    "base": specs("base", models.Base4),
    "vec": specs("vec", models.Vec4),
    "policy": specs("policy", models.Policy4),
    "torch": specs("torch", models.Torch4),
    "train": specs("train", models.Train4),
    "selfplay": specs("selfplay", models.Selfplay4),
    "sweep": specs("sweep", models.Sweep4),
}

PROFILE = Profile(
    name="4.0",
    title="PufferLib 4.0, the source line (native C vectorization)",
    source="PufferLib 8e3e754 (released 4.0) and 052f0f5 (later 4.x): config/default.ini, pufferlib/pufferl.py, src/",
    tables=TABLES,
    open_sections=frozenset({"env"}),
    sweep_spec=specs("sweep.*", models.SweepParameter4),
    sweep_defaults={
        f"sweep.{name}": dict(zip(("distribution", "min", "max", "scale"), row, strict=True))
        for name, row in SWEEP_DEFAULTS.items()
    },
    revisions=(
        Revision(
            name="R5",
            title="later 4.x (052f0f5): self-play and match",
            marks=frozenset(
                (section, name)
                for section, table in TABLES.items()
                for name, spec in table.items()
                if spec.revision == "R5"
            ),
            defaults={("base", "checkpoint_interval"): "500"},
            without=frozenset({"sweep.vec.total_agents", "sweep.train.minibatch_size"}),
        ),
    ),
    fixed_flags=FIXED_4,
    models=_models,
    follows=follows,
    known_agents=known_agents,
    tree_marks=(
        TreeMark("src/vecenv.h", None, "src/vecenv.h is the native vectorization of 4.0"),
        TreeMark(
            "pufferlib/pufferl.py",
            "{b2}4.0",
            "pufferlib/pufferl.py is the trainer of 4.0",
        ),
    ),
)
