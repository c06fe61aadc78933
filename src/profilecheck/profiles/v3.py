"""Profile 3.0: the last published package, pufferlib==3.0.0."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from profilecheck.document import UNKNOWN
from profilecheck.profiles import v3_models as models
from profilecheck.profiles.base import Profile, TreeMark
from profilecheck.profiles.launch_programs import FIXED_3
from profilecheck.profiles.lookup import specs
from profilecheck.profiles.v3_environments import agents_of_one, known_agents
from profilecheck.profiles.v3_follows import follows

SWEEP_DEFAULTS = {
    "vec.num_envs": ("uniform_pow2", "1", "16", "auto", "8"),
    "train.total_timesteps": ("log_normal", "5e7", "1e10", "time", "1e8"),
    "train.bptt_horizon": ("uniform_pow2", "16", "64", "auto", "64"),
    "train.minibatch_size": ("uniform_pow2", "8192", "65536", "auto", "32768"),
    "train.learning_rate": ("log_normal", "0.00001", "0.1", "0.5", "0.01"),
    "train.ent_coef": ("log_normal", "0.00001", "0.2", "auto", "0.01"),
    "train.gamma": ("logit_normal", "0.8", "0.9999", "auto", "0.98"),
    "train.gae_lambda": ("logit_normal", "0.6", "0.995", "auto", "0.95"),
    "train.vtrace_rho_clip": ("uniform", "0.0", "5.0", "auto", "1.0"),
    "train.vtrace_c_clip": ("uniform", "0.0", "5.0", "auto", "1.0"),
    "train.clip_coef": ("uniform", "0.01", "1.0", "auto", "0.2"),
    "train.vf_clip_coef": ("uniform", "0.1", "5.0", "auto", "0.2"),
    "train.vf_coef": ("uniform", "0.0", "5.0", "auto", "2.0"),
    "train.max_grad_norm": ("uniform", "0.0", "5.0", "auto", "1.0"),
    "train.adam_beta1": ("logit_normal", "0.5", "0.999", "auto", "0.9"),
    "train.adam_beta2": ("logit_normal", "0.9", "0.99999", "auto", "0.999"),
    "train.adam_eps": ("log_normal", "1e-14", "1e-4", "auto", "1e-8"),
    "train.prio_alpha": ("logit_normal", "0.1", "0.99", "auto", "0.85"),
    "train.prio_beta0": ("logit_normal", "0.1", "0.99", "auto", "0.85"),
}


def _refuses_unknown(section: str, get: Callable[[str, str], object]) -> bool | None:
    """vector.make raises on unknown keywords, except that PufferEnv ignores them all."""
    if section != "vec":
        return False
    backend = get("vec", "backend")
    return None if backend is UNKNOWN else backend != "PufferEnv"


def _models() -> Mapping[str, type]:
    return {
        "3.0": models.Config3,
        "3.0-make": models.Make3,
        "3.0-vec": models.Vec3,
        "3.0-train": models.Train3,
    }


PROFILE = Profile(
    name="3.0",
    title="PufferLib 3.0.0, the published package (Python vectorization)",
    source="pufferlib 3.0.0 sdist: vector.py, pufferl.py, sweep.py, config/default.ini",
    tables={
        "base": specs("base", models.Base3),
        "vec": specs("vec", models.Vec3),
        "train": specs("train", models.Train3),
        "sweep": specs("sweep", models.Sweep3),
    },
    open_sections=frozenset({"env", "policy", "rnn"}),
    sweep_spec=specs("sweep.*", models.SweepParameter3),
    sweep_defaults={
        f"sweep.{name}": dict(
            zip(("distribution", "min", "max", "scale", "mean"), row, strict=True)
        )
        for name, row in SWEEP_DEFAULTS.items()
    },
    signature={
        ("vec", name): spec.default
        for name, spec in specs("vec", models.Make3).items()
        if name in ("backend", "num_envs")
    },
    fixed_flags=FIXED_3,
    passed=frozenset({("vec", "env_creator_or_creators")}),
    refuses_unknown=_refuses_unknown,
    models=_models,
    follows=follows,
    known_agents=known_agents,
    agents_of_one=agents_of_one,
    tree_marks=(
        TreeMark(
            "pufferlib/vector.py",
            "from pufferlib import PufferEnv",
            "pufferlib/vector.py is the Python vectorization of 3.0",
        ),
    ),
)
