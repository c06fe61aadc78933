"""What reports of benchmarks call their parts: our own, and those that people write by hand.

Names are compared in lower case with single underscores (``numEnvs``, ``Num Envs`` and ``num-envs`` are ``num_envs``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

OWN_KIND: Final = "profilecheck-bench"
"""``kind`` of a report that ``profilecheck bench`` wrote."""

OWN_VERSIONS: Final = (1,)
"""Their versions that are known."""

ENVS: Final = "envs"
WORKERS: Final = "workers"
BACKEND: Final = "backend"
START_METHOD: Final = "start method"
BATCH: Final = "batch size"
REVISION: Final = "revision"
PYTHON: Final = "Python"
DEPENDENCIES: Final = "dependencies"
CPU: Final = "CPU model"
CORES: Final = "physical cores"
THREADS: Final = "hardware threads"
GPU: Final = "GPU"
DRIVER: Final = "GPU driver"
CUDA: Final = "CUDA"
SYSTEM: Final = "operating system"
PRECISION: Final = "precision"
INCLUDES: Final = "what the time includes"
WARM_UP: Final = "warm-up"
STEPS: Final = "steps"
SECONDS: Final = "seconds"
REPEATS: Final = "repeats"
SAMPLES: Final = "samples"
SPREAD: Final = "spread"
MACHINE: Final = "machine"
SOFTWARE: Final = "software"
NODES: Final = "nodes"
PHASE: Final = "phase"
OVERWORK: Final = "overwork"
OVERSUBSCRIBED: Final = "oversubscribed"
FAILURES: Final = "failures"

FACTS: Final[Mapping[str, frozenset[str]]] = {
    name: frozenset(words.split())
    for name, words in {
        ENVS: "num_envs envs n_envs nb_envs env_count num_environments n_environments environments total_agents",
        WORKERS: "num_workers workers n_workers nb_workers worker_count num_processes processes n_processes "
        "worker_processes num_threads",
        BACKEND: "backend vec_backend vector_backend vectorization vectorizer vec",
        START_METHOD: "start_method mp_start_method multiprocessing_start_method mp_context multiprocessing_context "
        "start_method_in_effect",
        BATCH: "batch_size batch batch_envs envs_per_batch env_batch_size recv_batch_size num_buffers buffers batches",
        REVISION: "revision rev commit commit_hash commit_sha git_commit git_sha git_hash git_revision sha pins pin pufferlib "
        "puffer pufferlib_version puffer_version pufferlib_commit puffer_commit pufferlib_revision puffer_revision "
        "pufferlib_sha puffer_sha version tag release",
        PYTHON: "python python_version py_version pyversion",
        DEPENDENCIES: "dependencies packages requirements lock lockfile lock_file libraries pip_freeze freeze uv_lock "
        "numpy torch pytorch numpy_version torch_version pytorch_version package_versions conda_env",
        CPU: "cpu cpu_model cpu_name cpu_brand processor processor_model",
        CORES: "cores physical_cores cpu_cores num_cores n_cores core_count cores_physical "
        "cpu_count_physical physical_cpu_count physical_core_count physical_cpus num_physical_cores n_physical_cores hardware_cores",
        THREADS: "threads cpu_threads hardware_threads logical_cores cpu_count logical_cpus cpus threads_logical vcpus",
        GPU: "gpu gpus gpu_model gpu_name accelerator accelerators graphics_card",
        DRIVER: "driver gpu_driver driver_version nvidia_driver nvidia_driver_version",
        CUDA: "cuda cuda_version cuda_toolkit rocm rocm_version",
        SYSTEM: "os system operating_system platform kernel distro distribution os_version uname",
        PRECISION: "precision dtype data_type float_type amp mixed_precision obs_dtype "
        "observation_dtype obs_precision observation_precision",
        INCLUDES: "includes timing timing_includes time_includes timed measured measures scope included excludes excluded "
        "timing_excludes what_is_timed timing_scope",
        WARM_UP: "warmup warm_up warmup_steps warm_up_steps warmup_steps_per_env warmup_seconds warm_up_seconds warmup_iterations "
        "warmup_iters warmups warmed_up warmup_s warm_up_s warmup_time warm_up_time num_warmup n_warmup num_warmup_steps "
        "burn_in burnin burn_in_steps discarded_steps",
        STEPS: "steps total_steps num_steps n_steps agent_steps env_steps environment_steps steps_per_env global_step "
        "total_agent_steps total_env_steps frames total_frames timesteps total_timesteps steps_per_repeat "
        "steps_timed timed_steps steps_measured measured_steps",
        SECONDS: "seconds wall_time walltime wall_clock wall_seconds wall_time_seconds wall_time_s wall_s elapsed elapsed_seconds "
        "elapsed_time elapsed_s duration duration_seconds duration_s runtime_seconds total_seconds time_s time_seconds",
        REPEATS: "repeats repetitions num_repeats n_repeats repeat_count num_runs n_runs runs trials num_trials n_trials",
        SAMPLES: "samples sps_samples sample_values all_samples raw_samples all_runs raw measurements",
        SPREAD: "spread std stdev std_dev stddev standard_deviation sd sem stderr std_err std_error standard_error iqr range ci ci95 ci_95 ci99 ci_99 ci90 "
        "ci_low ci_high ci_lower ci_upper conf_int confidence_interval confidence_intervals minimum maximum min max lower_quartile upper_quartile "
        "quartiles quantiles percentiles variance var cv coefficient_of_variation mad rsd error_bars p1 p5 p10 p25 p50 p75 p90 p95 p99",
        MACHINE: "hardware machine hardware_description machine_description instance instance_type",
        SOFTWARE: "software stack setup versions software_versions container image docker_image",
        NODES: "nodes num_nodes n_nodes node_count",
        PHASE: "phase what measurement metric measured_phase mode",
        OVERWORK: "overwork",
        OVERSUBSCRIBED: "oversubscribed",
        FAILURES: "failures failure",
    }.items()
}

LISTS: Final = frozenset({"rates", "values", "per_run"})
"""Names of what each repeat measured where it is a list of numbers of the size of the throughput."""
COUNTS: Final = frozenset({CORES, THREADS, STEPS})
"""Facts that zero does not tell."""
ONE_THING: Final = frozenset({CPU, GPU, SYSTEM, BACKEND, PYTHON, INCLUDES, PRECISION})
"""Facts that a table tells only by what it holds beside other facts."""

BESIDE_ENVS: Final = (WORKERS, BACKEND, START_METHOD)
"""What, beside a number of environments, says that environments were vectorized."""

ANY_PROGRAMS_ENVS: Final = frozenset({"envs", "environments"})
"""Names of a number of environments that a service has, too: those that it is deployed to."""

OF_REPEATS: Final = frozenset(
    {STEPS, SECONDS, REPEATS, SAMPLES, SPREAD, WARM_UP, FAILURES, INCLUDES, PHASE}
)
"""Facts in which repeats of one run may differ, too."""

MEASURED: Final = (SAMPLES, CPU, MACHINE)
"""Facts that a config has not: something was measured, and somewhere."""
RESULTS: Final = frozenset({SAMPLES, CPU})
"""Those of them that what asks a cluster for time and machines has not, either."""

NUMBERS: Final = ("baseline", "published")
"""Names that, without more words, are those of a throughput to compare with."""
BASELINES: Final = ("baseline", "published", "reference", "compared_to", "compared_with", "paper")
"""How names begin of what a number is compared with."""

TRAINERS: Final = frozenset(
    {
        *(
            "train",
            "policy",
            "rnn",
            "sweep",
            "learning_rate",
            "lr",
            "gamma",
            "gae_lambda",
            "update_epochs",
        ),
        *("minibatch_size", "ent_coef", "wandb", "render_mode", "epoch", "losses", "uptime"),
        *("loss", "policy_loss", "value_loss", "entropy", "score", "reward", "mean_reward"),
        *("reward_mean", "episode_reward", "episode_reward_mean", "episode_return"),
        *("episode_length", "ep_rew_mean", "ep_len_mean", "training_iteration", "timesteps_total"),
        *("trial", "trial_id", "study"),
    }
)
"""Names in the log or config of a training run, or of a sweep over some, which is no report of a benchmark by itself."""
LOGGERS: Final = frozenset({"_runtime", "_step", "_timestamp", "_wandb"})
"""Keys that Weights & Biases writes into every summary, as they are written."""

_RATE: Final = re.compile(
    r"(?P<of>(?:[a-z]+_)*?)"
    r"(?P<unit>sps|fps|(?:steps?|frames)_per_s(?:ec(?:ond)?s?)?|steps_s|throughput)"
    r"(?:_(?:median|mean|avg|average|peak|max|total))?"
)
_OF: Final = frozenset(
    {
        *(
            "sim",
            "simulation",
            "simulated",
            "env",
            "envs",
            "environment",
            "agent",
            "agents",
            "rollout",
            "raw",
        ),
        *("train", "training", "trainer", "learn", "learner", "learning", "end", "to", "e2e"),
        *(
            "total",
            "overall",
            "median",
            "mean",
            "avg",
            "average",
            "peak",
            "steady",
            "perf",
            "performance",
            "headline",
        ),
    }
)
"""Words before the unit of a rate; with any other it is a rate of something else (``render_fps``)."""
_UNITS: Final = re.compile(
    r"(?:(?<=_)|(?<![a-z0-9]))(?:sps|fps|(?:steps?|frames)_per_s(?:ec(?:ond)?s?)?|steps_s|throughput)(?![a-z0-9])"
)
_BESIDE_UNIT: Final = _OF | frozenset(
    {"", "per", "of", "over", "across", "by", "in", "the", "pct", "percent", "relative", "rel"}
)
_BY_UNIT: Final[Mapping[str, frozenset[str]]] = {
    name: frozenset(words.split())
    for name, words in {
        SPREAD: "low high lower upper lowest highest best worst slowest fastest err error uncertainty deviation dev sigma "
        "interval bounds band q1 q3 q25 q75 variation extremes minmax min_max",
        SAMPLES: "run runs repeat repeats repetition repetitions trial trials seed seeds all list values history each "
        "individual iteration iterations",
    }.items()
}
"""What, with the unit of a rate, is a spread of it, or a list of what each repeat measured."""
_VERSIONS: Final = frozenset({"version", "release", "tag"})
_VERSIONED: Final = frozenset({PYTHON, SYSTEM, CUDA, DRIVER, GPU, CPU, DEPENDENCIES, MACHINE})
"""Facts whose table has a version of its own, which is not that of what was measured."""
_SIMULATED: Final = frozenset(
    {"sim", "simulation", "simulated", "env", "envs", "environment", "rollout"}
)
_TRAINED: Final = frozenset(
    {"train", "training", "trainer", "learn", "learner", "learning", "end", "e2e"}
)
_ANY_PROGRAMS: Final = re.compile(
    r"fps|frames_per_s(?:ec(?:ond)?s?)?|(?:steps?_per_s(?:ec(?:ond)?s?)?)|steps_s|throughput"
)
"""Rates that a config may ask for, too: of a video, of a physics engine."""

_TELLS_PHASE: Final = re.compile(
    r"(?i)\b(?:sim(?:ulation|ulated|ulator)?|env(?:ironment)?s?[ -]only|random (?:actions|policy)|train(?:ing|ed)?|learn(?:ing|er)?"
    r"|end[ -]to[ -]end|e2e|rollouts?|inference|optimi[sz](?:er|ation)|without (?:a )?policy)\b"
)

_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_OTHER: Final = re.compile(r"[^a-z0-9]+")

_KEYS: Final = (
    re.compile(
        rb"(?i)(?:sps|fps|steps?[ _-]?per[ _-]?s\w*|steps[_/]s|throughput|wall\w*|elapsed\w*|seconds|duration\w*|\w*time_s)\w*[\"']?\s*[:=]"
    ),
    re.compile(rb"(?i)(?:envs|environments|env[_-]count|total[_-]?agents)[\"']?\s*[:=]"),
)
_OWN: Final = OWN_KIND.encode()


def plain(name: str) -> str:
    """A name in the form in which names are compared."""
    return _OTHER.sub("_", _CAMEL.sub("_", name).lower()).strip("_")


def fact_of(name: str) -> str | None:
    """The fact that a plain name stands for."""
    return _FACT_OF.get(name.removeprefix("number_of_")) or _of_rates(name)


def fact_in(table: str, name: str) -> str | None:
    """The fact that a plain name stands for in a table of a plain name: ``low`` is one thing in ``sps``, and ``version`` in ``cuda``."""
    if name in _VERSIONS and (fact := _FACT_OF.get(table)) in _VERSIONED:
        return fact
    return fact_of(name) or (_of_rates(f"{table}_{name}") if is_rate(table) else None)


def _of_rates(name: str) -> str | None:
    """The fact on rates that a plain name with the unit of one stands for, in any order of its words."""
    rest, units = _UNITS.subn("_", name)
    if not units:
        return None
    word = "_".join(one for one in rest.split("_") if one not in _BESIDE_UNIT)
    found = (one for one, words in _BY_UNIT.items() if word in words or word in FACTS[one])
    return next(found, None)


_FACT_OF: Final = {word: fact for fact, words in FACTS.items() for word in words}


_TOLD_RATE: Final = re.compile(
    r"(?i)(?<![\w.,])\d[\d.,]{0,12}\s?[kMB]?\W{0,3}(?:SPS|(?:agent |env(?:ironment)? )?steps(?: per |/)s(?:ec(?:ond)?)?)\b"
)


def rate_in(text: str) -> str | None:
    """The first throughput that a text tells: ``1.1M SPS``."""
    match = _TOLD_RATE.search(text)
    return match[0] if match else None


def is_rate(name: str) -> bool:
    """Whether a plain name is that of a throughput."""
    match = _RATE.fullmatch(name)
    return match is not None and set(match["of"].split("_")) - {""} <= _OF


def is_any_programs(name: str) -> bool:
    """Whether other things than measured throughputs are called so, too."""
    return _ANY_PROGRAMS.fullmatch(name) is not None


def tells_phase(name: str) -> bool:
    """Whether a rate's plain name says that it is one of simulation or of training."""
    match = _RATE.fullmatch(name)
    return match is not None and bool(set(match["of"].split("_")) & (_SIMULATED | _TRAINED))


def speaks_of_phase(text: str) -> bool:
    """Whether a text says what was running: the environments alone, or training."""
    return _TELLS_PHASE.search(text) is not None


def is_baseline(name: str) -> bool:
    """Whether a plain name is that of something to compare with."""
    return name.startswith(BASELINES)


def without_baseline(name: str) -> str:
    """A plain name without the word that makes it that of something to compare with."""
    word = next((word for word in BASELINES if name.startswith(word)), "")
    return name.removeprefix(word).strip("_")


def in_bytes(data: bytes) -> bool:
    """Whether a report may stand in a file's bytes."""
    return _OWN in data or all(key.search(data) for key in _KEYS)
